// Tests for futile interpositions (docs/tsume-rules.md, "Futile interpositions"). Each test is a child of
// the defender's node, next to the moves.
#include "mate/dfpn/search.h"

namespace komadai::mate {

bool Search::is_interposition(const Frame& f, Move m) const {
  return f.squares.all.has(to_of(m)) && (is_drop(m) || from_of(m) != p_.king(p_.turn()));
}

// Adds a test for each interposition that is not mated within the plies left. A search without a limit of
// plies needs no tests: there a mate after the interposition is enough.
void Search::add_futility_tests(Frame& f) {
  for (size_t i = 0; i < f.count; ++i) {
    const Child c = children_[f.first + i];
    const Move m = c.candidate.move;
    if (c.futility_of >= 0 || !c.value.disproved() || c.value.plies >= NO_LIMIT || c.is_tested) continue;
    children_[f.first + i].is_tested = true;
    if (!is_interposition(f, m)) continue;
    // Drops on one square share one test.
    bool is_tested_already = false;
    for (size_t j = 0; j < f.count && is_drop(m); ++j) {
      const Child& other = children_[f.first + j];
      is_tested_already |=
          other.futility_of >= 0 && other.taking.vacated == NO_SQUARE && other.taking.to == to_of(m);
    }
    if (is_tested_already) continue;
    Taking takings[2];
    const int n = generate_takings(p_, m, takings);
    for (int k = 0; k < n; ++k) {
      Child test{};
      test.candidate = {m, c.candidate.order, -1};
      test.futility_of = int16_t(i);
      test.taking = takings[k];
      Position after = p_;
      take(after, takings[k]);
      test.board = f.board + after.board_key() - p_.board_key();
      // A piece that moved in between leaves the game when captured, so the set of pieces differs.
      if (!is_drop(m)) test.board += 0x9e6c63d0876a9a47 * unpromote(type_of(p_.at(from_of(m))));
      test.hand = f.hand;
      children_.push_back(test);
      ++f.count;
      look_up(f, children_.back());
    }
  }
}

bool Search::tests_futility_of(const Child& test, const Child& interposition) const {
  const Move m = interposition.candidate.move;
  if (test.futility_of < 0 || test.taking.to != to_of(m)) return false;
  return test.taking.vacated == (is_drop(m) ? NO_SQUARE : from_of(m)) &&
         (is_drop(m) || test.candidate.move == m);
}

// The state of the tests of an interposition that was not mated in time.
Search::Futility Search::futility_state(const Frame& f, const Child& interposition) const {
  Futility found = NONE;
  if (!interposition.is_tested) return found;
  for (size_t i = 0; i < f.count; ++i) {
    const Child& test = children_[f.first + i];
    if (!tests_futility_of(test, interposition)) continue;
    if (test.value.proved()) return FUTILE;
    if (!test.value.disproved()) found = UNDER_TEST;
  }
  return found;
}

}  // namespace komadai::mate
