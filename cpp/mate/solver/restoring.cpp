#include "mate/solver/restoring.h"

#include <algorithm>
#include <utility>

#include "mate/dfpn/proof_table.h"
#include "mate/movegen/candidates.h"
#include "mate/solver/known_lengths.h"

namespace komadai::mate {
namespace {

// A position recurs with more in the attacker's hand at the earliest after two more checks and an
// interposition: each check but the last makes the king move, and it must come back. So this many plies
// before the end only the positions passed before can be restored, and no mate of fewer plies has another
// length.
constexpr int MIN_PLIES = 5;
// Below this length all replies are searched: that is cheaper than a query whether there is a mate at all.
constexpr int SHORT = 6;
// Results that depend on more positions than this are not stored.
constexpr size_t MAX_PLACES = 64;
constexpr int MAX_LENGTH = 4096;  // plies; longer ordinary lengths are not determined

// Without `restoring_is_futile`, the length by that rule is given up after this many nodes or positions: the
// call must not take much longer than without it.
constexpr uint64_t NODES_FOR_OTHER_RULE = 500'000, POSITIONS_FOR_OTHER_RULE = 100'000;

}  // namespace

RestoringSearch::RestoringSearch(const Position& position, bool attack, Lengths& lengths,
                                 uint64_t max_positions)
    : p_(position),
      attack_(attack),
      attacker_(attack ? position.turn() : ~position.turn()),
      lengths_(lengths),
      positions_left_(max_positions) {}

ShortMate::Kind RestoringSearch::mates_within(int plies) {
  path_.clear();
  positions_.clear();
  return (attack_ ? attack(plies) : defend(plies)).kind;
}

// The ordinary length is an upper bound, and where there is no mate by the ordinary rule there is none by
// this one. So only positions between the two need a search.
RestoringSearch::Answer RestoringSearch::attack(int plies) {
  using enum ShortMate::Kind;
  if (is_over()) return {OPEN};
  if (plies < 1) return {NONE};
  const Kind ordinary = lengths_.mates(p_, plies);
  if (ordinary == MATE || !can_restore(plies)) return {ordinary};
  if (plies > SHORT && lengths_.mates(p_, NO_LIMIT) == NONE) return {NONE};
  Answer answer{NONE};
  if (look_up(plies, answer)) return answer;
  Move checks[MAX_CHECKS];
  const int n = ordered_checks(p_, checks);
  for (int i = 0; i < n; ++i) {
    Answer after = after_check(checks[i], plies);
    if (after.kind == MATE) {
      store(plies, after);
      return after;
    }
    if (after.kind == OPEN) answer.kind = OPEN;
    answer.hand_specific |= after.hand_specific;
    answer.repetition |= after.repetition;
    answer.places.insert(answer.places.end(), after.places.begin(), after.places.end());
  }
  store(plies, answer);
  return answer;
}

RestoringSearch::Answer RestoringSearch::after_check(Move check, int plies) {
  Undo undo;
  p_.do_move(check, undo);
  Answer answer{ShortMate::NONE};
  if (std::find(path_.begin(), path_.end(), here()) != path_.end()) {
    answer.repetition = true;
  } else {
    answer = defend(plies - 1);
  }
  p_.undo_move(check, undo);
  return answer;
}

RestoringSearch::Answer RestoringSearch::defend(int plies) {
  using enum ShortMate::Kind;
  if (is_over()) return {OPEN};
  if (is_mated_by_tsume(p_, p_.checkers())) return {MATE};
  if (plies >= 2 && lengths_.is_mated(p_, plies) == MATE) return {MATE};
  if (plies > SHORT && lengths_.is_mated(p_, NO_LIMIT) == NONE) return {NONE};
  path_.push_back(here());
  positions_.push_back(p_);
  Answer answer = search_replies(plies);
  path_.pop_back();
  positions_.pop_back();
  // What depends on this very position depends on nothing before it.
  if (answer.kind == MATE) std::erase(answer.places, here());
  return answer;
}

RestoringSearch::Answer RestoringSearch::search_replies(int plies) {
  using enum ShortMate::Kind;
  Candidate replies[MAX_MOVES];
  Interposing squares;
  const int n = generate_defences(p_, replies, squares);
  std::stable_sort(replies, replies + n,
                   [](const Candidate& a, const Candidate& b) { return a.order < b.order; });
  Answer answer{MATE};
  for (int i = 0; i < n; ++i) {
    Answer after = judge_reply(replies[i].move, squares, plies);
    if (after.kind == NONE) return after;
    if (after.kind == OPEN) answer.kind = OPEN;
    answer.hand_specific |= after.hand_specific;
    for (const Place& place : after.places)
      if (std::find(answer.places.begin(), answer.places.end(), place) == answer.places.end())
        answer.places.push_back(place);
  }
  return answer;
}

// MATE also if the reply is no defence.
RestoringSearch::Answer RestoringSearch::judge_reply(Move reply, const Interposing& squares, int plies) {
  using enum ShortMate::Kind;
  if (!is_interposition(reply, squares)) return after_reply(reply, plies);
  const Places captures = after_captures(reply);
  if (const Place* restored = restored_by(captures)) return {MATE, {*restored}};
  Answer after = after_reply(reply, plies);
  if (after.kind == MATE) return after;
  const Kind counted = counts(reply, plies);
  if (counted == NONE) return {MATE, {}, true};
  if (counted == OPEN) return {OPEN};
  after.places.insert(after.places.end(), captures.begin(), captures.end());
  after.hand_specific = true;
  return after;
}

RestoringSearch::Answer RestoringSearch::after_reply(Move reply, int plies) {
  Undo undo;
  p_.do_move(reply, undo);
  Answer answer = attack(plies - 1);
  p_.undo_move(reply, undo);
  return answer;
}

bool RestoringSearch::is_interposition(Move reply, const Interposing& squares) const {
  return squares.all.has(to_of(reply)) && (is_drop(reply) || from_of(reply) != p_.king(p_.turn()));
}

// The positions after each capture of the interposed piece with check.
RestoringSearch::Places RestoringSearch::after_captures(Move interposition) {
  Undo undo;
  p_.do_move(interposition, undo);
  Candidate checks[MAX_MOVES];
  const int n = generate_attacks(p_, checks);
  Places places;
  for (int i = 0; i < n; ++i) {
    const Move m = checks[i].move;
    if (is_drop(m) || to_of(m) != to_of(interposition)) continue;
    Undo capture;
    p_.do_move(m, capture);
    places.push_back(here());
    p_.undo_move(m, capture);
  }
  p_.undo_move(interposition, undo);
  return places;
}

const RestoringSearch::Place* RestoringSearch::restored_by(const Places& captures) const {
  for (const Place& earlier : path_)
    for (const Place& after : captures)
      if (after.is_richer_than(earlier)) return &earlier;
  return nullptr;
}

bool RestoringSearch::look_up(int plies, Answer& answer) const {
  const Hand hand = p_.hand(attacker_);
  const auto [begin, end] = stored_.equal_range(p_.board_key());
  for (auto i = begin; i != end; ++i) {
    const Stored& stored = i->second;
    const bool mate = stored.answer.kind == ShortMate::MATE;
    if (mate ? stored.plies > plies : stored.plies < plies) continue;
    if (stored.answer.hand_specific || !mate ? stored.hand != hand : !hand.covers(stored.hand)) continue;
    if (!holds_here(stored.answer)) continue;
    answer = stored.answer;
    return true;
  }
  return false;
}

bool RestoringSearch::holds_here(const Answer& answer) const {
  return std::all_of(answer.places.begin(), answer.places.end(), [&](const Place& place) {
    if (answer.kind == ShortMate::MATE) return std::find(path_.begin(), path_.end(), place) != path_.end();
    return std::none_of(path_.begin(), path_.end(),
                        [&](const Place& earlier) { return place.is_richer_than(earlier); });
  });
}

// Whether a restoring interposition can be played within these plies, the attacker to move: a ply changes at
// most two squares, and the capture comes two plies after the position with the last check.
bool RestoringSearch::can_restore(int plies) const {
  if (plies >= MIN_PLIES) return true;
  return std::any_of(positions_.begin(), positions_.end(), [&](const Position& earlier) {
    int different = 0;
    for (int s = 0; s < SQUARES; ++s) different += p_.at(Square(s)) != earlier.at(Square(s));
    return different <= 2 * (plies + 2);
  });
}

// A disproof by repetition is true on one path only.
void RestoringSearch::store(int plies, const Answer& answer) {
  if (answer.kind == ShortMate::OPEN || answer.repetition || answer.places.size() > MAX_PLACES) return;
  stored_.emplace(p_.board_key(), Stored{p_.hand(attacker_), plies, answer});
}

// Whether an interposition counts as a defence by the ordinary rule: it is not longer than the
// position's ordinary length. NONE: it is futile.
ShortMate::Kind RestoringSearch::counts(Move interposition, int plies) {
  const int length = ordinary_length(plies);
  if (length == 0) return ShortMate::OPEN;
  Undo undo;
  p_.do_move(interposition, undo);
  const Kind kind = lengths_.mates(p_, length - 1);
  p_.undo_move(interposition, undo);
  return kind;
}

// The ordinary length of the position, the defender to move, which is longer than this. 0: not determined.
int RestoringSearch::ordinary_length(int longer_than) {
  int low = longer_than, high = 0;  // not within `low`, within `high`
  for (int step = 2; !high; step *= 2) {
    const int plies = low + step;
    if (plies > MAX_LENGTH) return 0;
    const Kind kind = lengths_.is_mated(p_, plies);
    if (kind == ShortMate::OPEN) return 0;
    (kind == ShortMate::MATE ? high : low) = plies;
  }
  while (high - low > 2) {
    const int middle = low + (high - low) / 4 * 2;
    const Kind kind = lengths_.is_mated(p_, middle);
    if (kind == ShortMate::OPEN) return 0;
    (kind == ShortMate::MATE ? high : low) = middle;
  }
  return high;
}

// Each side plays the first move that keeps the length; the last moves, where no restoring interposition
// shortens anything any more, are the ordinary main line.
std::vector<Move> RestoringSearch::line(int plies) {
  using enum ShortMate::Kind;
  constexpr int POSITIONS_COMPARED = 500;
  const Position start = p_;
  std::vector<Move> moves;
  path_.clear();
  positions_.clear();
  bool attack_to_move = attack_;
  for (int left = plies; left > 0; --left, attack_to_move = !attack_to_move) {
    const Kind ordinary = attack_to_move ? lengths_.mates(p_, left) : lengths_.is_mated(p_, left);
    if (ordinary == MATE) {
      const MainLine rest = main_line(p_, attack_to_move, left, Rules::TSUME, lengths_, POSITIONS_COMPARED);
      moves.insert(moves.end(), rest.moves.begin(), rest.moves.end());
      break;
    }
    Move next = NO_MOVE;
    if (attack_to_move) {
      Move checks[MAX_CHECKS];
      const int n = ordered_checks(p_, checks);
      for (int i = 0; i < n && next == NO_MOVE; ++i)
        if (after_check(checks[i], left).kind == MATE) next = checks[i];
    } else {
      path_.push_back(here());
      positions_.push_back(p_);
      Candidate replies[MAX_MOVES];
      Interposing squares;
      const int n = generate_defences(p_, replies, squares);
      for (int i = 0; i < n && next == NO_MOVE; ++i) {
        const Move m = replies[i].move;
        if (is_interposition(m, squares) && restored_by(after_captures(m))) continue;
        if (after_reply(m, left).kind == MATE && after_reply(m, left - 2).kind == NONE) next = m;
      }
    }
    if (next == NO_MOVE) break;
    Undo undo;
    p_.do_move(next, undo);
    moves.push_back(next);
  }
  p_ = start;
  return moves;
}

bool has_restoring_interposition(Position p, bool attack, const std::vector<Move>& line) {
  const Color attacker = attack ? p.turn() : ~p.turn();
  std::vector<std::pair<uint64_t, Hand>> path;  // with the defender to move
  bool interposed = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const Move m = line[i];
    const bool attacks = p.turn() == attacker;
    const bool captures = attacks && i > 0 && !is_drop(m) && to_of(m) == to_of(line[i - 1]);
    const bool captures_interposition = captures && interposed;
    if (!attacks) {
      path.emplace_back(p.board_key(), p.hand(attacker));
      const Bitboard checkers = p.checkers();
      const Square king = p.king(p.turn());
      interposed = !checkers.more_than_one() && between(king, checkers.first()).has(to_of(m)) &&
                   (is_drop(m) || from_of(m) != king);
    }
    Undo undo;
    p.do_move(m, undo);
    if (!captures_interposition) continue;
    for (const auto& [board, hand] : path)
      if (board == p.board_key() && p.hand(attacker).covers(hand) && p.hand(attacker) != hand) return true;
  }
  return false;
}

// Finds the length by the rule that the caller did not choose or, with `restoring_is_futile`, by the one that
// was chosen. Without that option this is done only if the main line shows that the rules may differ.
void Solver::compare_restoring_rules(const Position& position) {
  const bool futile = limits_->restoring_is_futile;
  if (table_.forbids() || solution_.plies <= MIN_PLIES) return;
  if (!futile && !has_restoring_interposition(position, limits_->attack, solution_.line)) return;
  KnownLengths lengths(*this, futile ? FOREVER : NODES_FOR_OTHER_RULE);
  RestoringSearch search(position, limits_->attack, lengths, futile ? FOREVER : POSITIONS_FOR_OTHER_RULE);
  int low = limits_->attack ? -1 : -2, high = solution_.plies;  // no mate within `low`, a mate within `high`
  bool determined = !stopped_;
  for (int plies = high - 2; determined && high - low > 2;) {
    const ShortMate::Kind kind = search.mates_within(plies);
    if (kind == ShortMate::OPEN) determined = false;
    if (kind == ShortMate::MATE) high = plies;
    if (kind == ShortMate::NONE) low = plies;
    plies = low + std::max((high - low) / 4, 1) * 2;
  }
  const int ordinary = solution_.plies;
  const bool both_exact = determined && (high == ordinary || solution_.exact);
  if (futile) {
    if (high < ordinary) {
      solution_.line = search.line(high);
      solution_.plies = high;
      solution_.other_plies = ordinary;
      solution_.compared = false;
    }
    solution_.exact = determined;
  } else {
    solution_.other_plies = determined && high < ordinary ? high : 0;
  }
  solution_.other_rule = !both_exact        ? Solution::UNDETERMINED
                         : high == ordinary ? Solution::SAME
                                            : Solution::DIFFERENT;
}

}  // namespace komadai::mate
