// Tests for futile interpositions (docs/tsume-rules.md, "Futile interpositions"). Each test is a child of
// the defender's node, next to the moves.
#include "mate/dfpn/search.h"

namespace komadai::mate {

bool Search::is_interposition(const Frame& f, Move m) const {
  return f.squares.all.has(to_of(m)) && (is_drop(m) || from_of(m) != p_.king(p_.turn()));
}

// An interposition that outlasts the plies there are: is it futile? Against a search without limit it is
// enough to mate it.
void Search::add_futility_tests(Frame& f) {
  for (size_t i = 0; i < f.count; ++i) {
    const Child c = children_[f.first + i];
    const Move m = c.candidate.move;
    if (c.futility_of >= 0 || !c.value.disproved() || c.value.plies >= NO_LIMIT || c.is_tested) continue;
    children_[f.first + i].is_tested = true;
    if (!is_interposition(f, m)) continue;
    // Of drops on one square, one is asked for all.
    bool known = false;
    for (size_t j = 0; j < f.count && is_drop(m); ++j) {
      const Child& other = children_[f.first + j];
      known |= other.futility_of >= 0 && other.taking.vacated == NO_SQUARE && other.taking.to == to_of(m);
    }
    if (known) continue;
    Taking takings[2];
    const int n = generate_takings(p_, m, takings);
    for (int k = 0; k < n; ++k) {
      Child question{};
      question.candidate = {m, c.candidate.order, -1};
      question.futility_of = int16_t(i);
      question.taking = takings[k];
      Position after = p_;
      take(after, takings[k]);
      question.board = f.board + after.board_key() - p_.board_key();
      // A piece that moved there is nobody's then: another set of pieces.
      if (!is_drop(m)) question.board += 0x9e6c63d0876a9a47 * unpromote(type_of(p_.at(from_of(m))));
      question.hand = f.hand;
      children_.push_back(question);
      ++f.count;
      look_up(f, children_.back());
    }
  }
}

bool Search::tests_futility_of(const Child& q, const Child& interposition) const {
  const Move m = interposition.candidate.move;
  if (q.futility_of < 0 || q.taking.to != to_of(m)) return false;
  return q.taking.vacated == (is_drop(m) ? NO_SQUARE : from_of(m)) && (is_drop(m) || q.candidate.move == m);
}

// What is known of the futility of a move that was not mated in time.
Search::Futility Search::futility_state(const Frame& f, const Child& interposition) const {
  Futility found = NONE;
  if (!interposition.is_tested) return found;
  for (size_t i = 0; i < f.count; ++i) {
    const Child& q = children_[f.first + i];
    if (!tests_futility_of(q, interposition)) continue;
    if (q.value.proved()) return FUTILE;
    if (!q.value.disproved()) found = UNDER_TEST;
  }
  return found;
}

}  // namespace komadai::mate
