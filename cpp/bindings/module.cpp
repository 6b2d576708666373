// The module komadai._core: the native part of the library. _core.pyi is its typed interface.
#include "bindings/board.h"
#include "bindings/env.h"
#include "bindings/evaluation.h"
#include "bindings/impasse.h"
#include "bindings/legal_moves.h"
#include "bindings/mate.h"
#include "bindings/move.h"
#include "bindings/node.h"
#include "bindings/position_records.h"
#include "bindings/records.h"
#include "bindings/search.h"
#include "bindings/training.h"
#include "bindings/transition.h"
#include "bindings/usi_engine.h"
#include "bindings/usi_pipe.h"
#include "bindings/usi_program.h"
#include "bindings/values.h"
#include "bindings/variant_search.h"
#include "bindings/variant_solver.h"
#include "bindings/variants.h"
#include "rules/sfen.h"

NB_MODULE(_core, module) {
  using namespace komadai;
  module.doc() = "The native part: rules, move generation, perft and search.";
  python::load_values();
  python::add_move_type(module);
  python::add_legal_moves_type(module);
  python::add_board_type(module);
  python::add_node_type(module);
  python::bind_records(module);
  python::bind_impasse(module);
  python::bind_search(module);
  python::bind_evaluation(module);
  python::bind_training(module);
  python::bind_env(module);
  python::bind_position_records(module);
  python::bind_env_variants(module);
  python::bind_usi_pipe(module);
  python::bind_usi_engine(module);
  python::bind_usi_program(module);
  python::bind_mate(module);
  python::bind_transitions(module);
  python::bind_mate_within(module);
  python::bind_helpmates(module);
  python::bind_brinkmates(module);
  python::bind_variants(module);
  python::bind_variant_search(module);
  python::bind_variant_solver(module);
  module.attr("STARTPOS") = nanobind::str(STARTPOS_SFEN.data(), STARTPOS_SFEN.size());
}
