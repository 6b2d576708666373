// Simulation (Kawano 1996): interpositions on one square usually have the same refutation. When one is
// proved, the search first tries the stored mating moves of that proof against the next one. The result is
// proved in the normal way; the simulated proof only selects the moves.
#include "mate/dfpn/search.h"

namespace komadai::mate {

// The same drop of another piece, if it was proved. Without a board: there is none.
Search::Model Search::sibling_of(const Frame& f, const Child& child) const {
  const Move m = child.candidate.move;
  if (child.excuses >= 0 || !is_drop(m)) return {};
  for (size_t i = 0; i < f.count; ++i) {
    const Child& c = children_[f.first + i];
    const Move other = c.candidate.move;
    if (c.value.proved() && c.excuses < 0 && is_drop(other) && to_of(other) == to_of(m))
      return {c.board, c.hand, to_of(m), dropped_type(other)};
  }
  return {};
}

// Where the model comes to by the same move. Without a board: it can't make it.
Search::Model Search::model_after(const Frame& f, const Child& child) const {
  const Move m = child.candidate.move;
  Model after = f.model;
  if (f.model.where != NO_SQUARE) {
    if (!is_drop(m) && from_of(m) == f.model.where) return {};
    if (to_of(m) == f.model.where) {
      after.board = child.board;
      after.hand.add(f.model.piece);
      after.where = NO_SQUARE;
      return after;
    }
  }
  after.board += child.board - f.board;
  after.hand.counts += child.hand.counts - f.hand.counts;
  return after;
}

// Chooses what to look at next, and says like what; or nothing any more, and the search goes on in the usual
// way.
Search::Model Search::follow_model(Frame& f) {
  Value of_model;
  if (f.attack) table_.look_up(f.model.board, f.model.hand, f.plies, of_model);
  for (size_t i = 0; i < f.count && (!f.attack || of_model.proved()); ++i) {
    Child& c = children_[f.first + i];
    if (c.value.is_final() || (f.attack ? c.candidate.move != of_model.move : c.waiting)) continue;
    if (c.imitated || c.excuses >= 0) break;
    c.imitated = true;
    Model model = model_after(f, c);
    if (!model.board && !f.attack) model = sibling_of(f, c);
    if (!model.board) break;
    f.best = int(i);
    return model;
  }
  f.most_pn = f.most_dn = 0;
  return {};
}

}  // namespace komadai::mate
