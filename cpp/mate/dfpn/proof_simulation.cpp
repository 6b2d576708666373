// Simulation (Kawano 1996): interpositions on one square usually have the same refutation. When one is
// proved, the search first tries the stored mating moves of that proof against the next one. The result is
// proved in the normal way; the simulated proof only selects the moves.
#include "mate/dfpn/search.h"

namespace komadai::mate {

// The position after a drop of another piece on the same square that was proved to be mate. `board` is 0 if
// there is none.
Search::SimulationSource Search::source_from_sibling(const Frame& f, const Child& child) const {
  const Move m = child.candidate.move;
  if (child.futility_of >= 0 || !is_drop(m)) return {};
  for (size_t i = 0; i < f.count; ++i) {
    const Child& c = children_[f.first + i];
    const Move other = c.candidate.move;
    if (c.value.proved() && c.futility_of < 0 && is_drop(other) && to_of(other) == to_of(m))
      return {c.board, c.hand, to_of(m), dropped_type(other)};
  }
  return {};
}

// The source position after the same move. `board` is 0 if the move is not possible there.
Search::SimulationSource Search::source_after(const Frame& f, const Child& child) const {
  const Move m = child.candidate.move;
  SimulationSource after = f.source;
  if (f.source.where != NO_SQUARE) {
    if (!is_drop(m) && from_of(m) == f.source.where) return {};
    if (to_of(m) == f.source.where) {
      after.board = child.board;
      after.hand.add(f.source.piece);
      after.where = NO_SQUARE;
      return after;
    }
  }
  after.board += child.board - f.board;
  after.hand.counts += child.hand.counts - f.hand.counts;
  return after;
}

// Selects the next child and returns its source. If there is none, the simulation of this node ends, and the
// search continues without it.
Search::SimulationSource Search::next_simulated_child(Frame& f) {
  Value of_source;
  if (f.attack) table_.look_up(f.source.board, f.source.hand, f.plies, of_source);
  for (size_t i = 0; i < f.count && (!f.attack || of_source.proved()); ++i) {
    Child& c = children_[f.first + i];
    if (c.value.is_final() || (f.attack ? c.candidate.move != of_source.move : c.is_blocked)) continue;
    if (c.is_simulated || c.futility_of >= 0) break;
    c.is_simulated = true;
    SimulationSource source = source_after(f, c);
    if (!source.board && !f.attack) source = source_from_sibling(f, c);
    if (!source.board) break;
    f.best = int(i);
    return source;
  }
  f.max_pn = f.max_dn = 0;
  return {};
}

}  // namespace komadai::mate
