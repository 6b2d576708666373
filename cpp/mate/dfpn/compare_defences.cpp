// Decides which of two defences is longer when only bounds of their lengths are known. An interposition
// counts as a defence or not depending on the result (docs/tsume-rules.md, "Futile interpositions").
#include "mate/dfpn/search.h"
#include "mate/short_mate.h"

namespace komadai::mate {
namespace {

// The length of a defence is first searched without a table, up to QUICK_MOVES moves. If that is not enough
// and it has at most MAX_TREE_PLIES plies, the proof tree searches it.
constexpr uint64_t QUICK_MOVES = 5'000;
constexpr int MAX_TREE_PLIES = 63;

}  // namespace

// Whether it is proved that the length of a defence other than an interposition is at least `plies` (even).
bool Search::lasts_as_long(const Frame& f, int plies) const {
  for (size_t i = 0; i < f.count; ++i) {
    const Child& c = children_[f.first + i];
    if (c.futility_of >= 0 || is_interposition(f, c.candidate.move) || c.value.plies + 1 < plies) continue;
    if (plies <= 2) return true;
    Value v;
    table_.look_up(c.board, c.hand, plies - 3, v);
    if (v.disproved() && !v.bound_based && !v.assumed) return true;
  }
  return false;
}

// Records the defences whose length may be `plies`; resolve_comparisons searches them later.
void Search::request_comparisons(const Frame& f, int plies) {
  for (size_t i = 0; i < f.count && compared_.size() < MAX_COMPARED; ++i) {
    const Child& c = children_[f.first + i];
    if (c.futility_of >= 0 || is_interposition(f, c.candidate.move) || c.value.plies + 1 < plies) continue;
    compared_.push_back({p_, plies - 3});
    Undo undo;
    compared_.back().position.do_move(c.candidate.move, undo);
  }
}

// Whether the position, with the defender to move, is mated within `plies`. OPEN if the limits were reached.
ShortMate::Kind Search::mated_by_tree(int plies) {
  ShortMate::Kind kind = ShortMate::OPEN;
  if (plies <= MAX_SHORT) kind = mated_within(p_, plies, QUICK_MOVES, Rules::TSUME);
  if (kind == ShortMate::OPEN && plies >= 2 && plies <= MAX_TREE_PLIES) {
    kind = tree_.mated(p_, plies, comparison_moves_, should_continue_);
    next_look_up_ = nodes_;  // if it was stopped, this search must stop, too
  }
  return kind;
}

}  // namespace komadai::mate
