// Binds the search for short mates, which needs no table.
#include "bindings/arguments.h"
#include "bindings/mate.h"
#include "bindings/move.h"
#include "mate/short_mate.h"
#include "mate/solver.h"
#include "mate/solver/main_line.h"

namespace komadai::python {
namespace {

nb::tuple mate_within(nb::handle board, int plies, uint64_t nodes, bool tsume) {
  if (!is_board(board.ptr())) throw nb::type_error("board: expected a komadai.Board");
  const Position position = board_of(board.ptr()).position;
  if (plies < 1 || plies > mate::MAX_SHORT)
    raise(VALUES.range_error, "plies: expected 1 to %d, got %d", mate::MAX_SHORT, plies);
  const std::string wrong = mate::not_a_problem(position, true);
  if (!wrong.empty()) raise(VALUES.tsume_error, "%s", wrong.c_str());
  const mate::Rules rules = tsume ? mate::Rules::TSUME : mate::Rules::BOARD;
  mate::ShortMate found;
  std::vector<Move> line;
  {
    const nb::gil_scoped_release release;
    found = mate::mate_within(position, plies, nodes ? nodes : ~uint64_t(0), rules);
    line = mate::line_of(position, found, rules).moves;
  }
  nb::list moves;
  for (Move m : line) moves.append(nb::steal(move_object(m)));
  const char* kind = found.kind == mate::ShortMate::MATE   ? "mate"
                     : found.kind == mate::ShortMate::NONE ? "none"
                                                           : "open";
  return nb::make_tuple(kind, found.plies, moves, found.nodes);
}

}  // namespace

void bind_mate_within(nb::module_& module) {
  using namespace nb::literals;
  module.def("mate_within", &mate_within, "board"_a, "plies"_a, "nodes"_a = 0, "tsume"_a = false);
}

}  // namespace komadai::python
