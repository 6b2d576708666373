// Binds the search for short mates, which needs no table.
#include "bindings/arguments.h"
#include "bindings/mate.h"
#include "bindings/move.h"
#include "mate/short_mate.h"
#include "mate/solver.h"
#include "mate/solver/main_line.h"

namespace komadai::python {
namespace {

// The result of one search, as Python sees it (komadai._core.ShortMateResult).
struct ShortMateResult {
  const char* result;
  int plies;
  nb::tuple moves;
  uint64_t nodes;
};

ShortMateResult mate_within(nb::handle board, int plies, uint64_t nodes, bool tsume) {
  const Position position = to_board(board.ptr()).position;
  if (plies < 1 || plies > mate::MAX_SHORT)
    raise(VALUES.range_error, "plies: expected 1 to %d, got %d", mate::MAX_SHORT, plies);
  refuse_unless_problem(position, true);
  const mate::Rules rules = tsume ? mate::Rules::TSUME : mate::Rules::BOARD;
  mate::ShortMate found;
  std::vector<Move> line;
  {
    const nb::gil_scoped_release release;
    found = mate::mate_within(position, plies, nodes ? nodes : ~uint64_t(0), rules);
    line = mate::line_of(position, found, rules).moves;
  }
  const char* kind = found.kind == mate::ShortMate::MATE   ? "mate"
                     : found.kind == mate::ShortMate::NONE ? "none"
                                                           : "open";
  return {kind, found.plies, to_tuple(line), found.nodes};
}

}  // namespace

void bind_mate_within(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<ShortMateResult>(module, "ShortMateResult")
      .def_ro("result", &ShortMateResult::result)
      .def_ro("plies", &ShortMateResult::plies)
      .def_ro("moves", &ShortMateResult::moves)
      .def_ro("nodes", &ShortMateResult::nodes);
  module.def("mate_within", &mate_within, "board"_a.none(), "plies"_a, "nodes"_a = 0, "tsume"_a = false);
}

}  // namespace komadai::python
