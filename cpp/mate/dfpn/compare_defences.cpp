// Decides which of two defences lasts longer when only bounds of their lengths are known. An interposition
// counts as a defence or not depending on the result (docs/tsume-rules.md, "Futile interpositions").
#include "mate/dfpn/search.h"
#include "mate/short_mate.h"

namespace komadai::mate {
namespace {

// To find out which of two defences lasts longer so many moves are made without memory; where that was too
// little, the tree of short mates is asked about so many plies.
constexpr uint64_t AT_A_GLANCE = 5'000;
constexpr int MOST_BY_TREE = 63;
}  // namespace

// Whether a defence that is no interposition is known for sure to last so many plies (even).
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

// The defences that may last so many plies, for whoever wants to find out.
void Search::request_comparisons(const Frame& f, int plies) {
  for (size_t i = 0; i < f.count && compared_.size() < MOST_COMPARED; ++i) {
    const Child& c = children_[f.first + i];
    if (c.futility_of >= 0 || is_interposition(f, c.candidate.move) || c.value.plies + 1 < plies) continue;
    compared_.push_back({p_, plies - 3});
    Undo undo;
    compared_.back().position.do_move(c.candidate.move, undo);
  }
}

// Whether the position, the defender to move, is mated within so many plies, if that is found out soon.
ShortMate::Kind Search::mated_by_tree(int plies) {
  ShortMate::Kind kind = ShortMate::OPEN;
  if (plies <= MAX_SHORT) kind = mated_within(p_, plies, AT_A_GLANCE, Rules::TSUME);
  if (kind == ShortMate::OPEN && plies >= 2 && plies <= MOST_BY_TREE) {
    kind = tree_.mated(p_, plies, moves_compared_, should_continue_);
    next_look_up_ = nodes_;  // whoever has stopped it wants all to stop
  }
  return kind;
}

}  // namespace komadai::mate
