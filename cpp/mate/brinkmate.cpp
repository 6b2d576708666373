#include "mate/brinkmate.h"

#include <algorithm>
#include <cstdlib>

#include "mate/short_mate.h"
#include "rules/movegen.h"

namespace komadai::mate {
namespace {

// The node limit of a query for a mate in round 0; each round multiplies it by four. ROUNDS is the number of
// rounds without `until_stopped`, MAX_ROUNDS with it.
constexpr uint64_t FIRST_QUERY_NODES = 100;
constexpr int ROUNDS = 7, MAX_ROUNDS = 20;
// The query whether the problem itself is a mate gets the nodes of a round this much later: if it is, no
// brinkmate is needed.
constexpr int ROUNDS_AHEAD = 3;
// Mates of up to this many plies are first searched without the table.
constexpr int SHORT = 3;
constexpr uint64_t SHORT_NODES = 200;
// The maximum number of the defender's checks on one path: this many for each round.
constexpr int COUNTER_CHECKS = 2;
// The number of defences that are tried if it is open whether a move threatens mate.
constexpr size_t DEFENCES_TRIED_FIRST = 3;
constexpr size_t BYTES_PER_ANSWER = 64, MOVES = 1 << 16;

int distance(Square a, Square b) {
  return std::max(std::abs(int(a) / 9 - int(b) / 9), std::abs(int(a) % 9 - int(b) % 9));
}

}  // namespace

BrinkmateSearch::BrinkmateSearch(size_t megabytes)
    : table_(std::max<size_t>(megabytes * 3 / 4, 1)),
      search_(table_, [this] { return check_limits(); }),
      max_stored_(megabytes * (1 << 20) / 4 / BYTES_PER_ANSWER),
      history_(MOVES) {}

bool BrinkmateSearch::check_limits() {
  progress_.nodes = search_.nodes() - first_node_ + query_nodes_;
  if (!stopped_ && !should_continue_(progress_)) stopped_ = true;
  return !stopped_;
}

uint64_t BrinkmateSearch::query_node_limit() const { return FIRST_QUERY_NODES << (2 * round_); }

uint64_t BrinkmateSearch::key_of(Query query, int plies) const {
  return p_.key() ^ (uint64_t(query) * 16 + uint64_t(plies)) * 0x9e3779b97f4a7c15;
}

// The stored answer; null if there is none, or if it is OPEN from an earlier round.
const BrinkmateSearch::StoredAnswer* BrinkmateSearch::look_up(uint64_t key) const {
  const auto found = stored_.find(key);
  if (found == stored_.end()) return nullptr;
  return found->second.answer != OPEN || found->second.round >= round_ ? &found->second : nullptr;
}

void BrinkmateSearch::store(uint64_t key, Answer answer) {
  if (stopped_ && answer == OPEN) return;
  if (stored_.size() >= max_stored_) stored_.clear();
  stored_[key] = {answer, uint8_t(round_)};
}

Brinkmate BrinkmateSearch::solve(const Position& position, int plies, bool until_stopped,
                                 std::function<bool(const BrinkmateProgress&)> should_continue) {
  p_ = position;
  should_continue_ = std::move(should_continue);
  stored_.clear();
  parried_.clear();
  std::fill(history_.begin(), history_.end(), 0);
  first_node_ = search_.nodes();
  query_nodes_ = 0;
  stopped_ = false;
  progress_ = {};
  Brinkmate found;
  const std::vector<Move> firsts = attacks_in_order();
  std::vector<std::vector<Answer>> answers(size_t(plies + 1) / 2, std::vector<Answer>(firsts.size(), OPEN));
  const auto any = [&](size_t level, Answer answer) {
    return std::find(answers[level].begin(), answers[level].end(), answer) != answers[level].end();
  };
  // Each stage searches every length one round further than the stage before. Longer brinkmates begin in
  // later stages, so a short length is always searched with more nodes than a longer one.
  Answer mate = OPEN;
  bool open = true;
  size_t levels = answers.size();
  for (int stage = 0; open && check_limits(); ++stage) {
    if (stage - int(levels) + 1 >= (until_stopped ? MAX_ROUNDS : ROUNDS)) break;
    open = false;
    for (size_t level = 0; level < levels && !stopped_; ++level) {
      round_ = std::min(stage - int(level), MAX_ROUNDS - 1);
      if (round_ < 0) {
        open = true;
        break;
      }
      if (until_stopped || round_ < ROUNDS) {
        if (level == 0 && mate == OPEN && (mate = mates_with_more_nodes()) == YES) break;
        search_first_moves(2 * int(level) + 1, answers[level], firsts);
        if (any(level, YES)) levels = level + 1;
      }
      open |= any(level, OPEN) || mate == OPEN;
    }
    if (mate == YES) break;
  }
  found.complete = !open && !stopped_;
  if (mate == YES) {
    found.kind = Brinkmate::MATE;
    found.complete = true;
  } else if (any(levels - 1, YES)) {
    found.kind = Brinkmate::BRINKMATE;
    found.plies = 2 * int(levels) - 1;
    for (size_t i = 0; i < firsts.size(); ++i)
      if (answers[levels - 1][i] == YES) found.moves.push_back(firsts[i]);
    write_line_and_defences(found);
  } else if (found.complete) {
    found.kind = Brinkmate::NONE;
  }
  check_limits();
  found.nodes = progress_.nodes;
  should_continue_ = nullptr;
  return found;
}

void BrinkmateSearch::search_first_moves(int plies, std::vector<Answer>& answers,
                                         const std::vector<Move>& firsts) {
  progress_.plies = plies;
  progress_.total = int(firsts.size());
  progress_.done = int(firsts.size() - size_t(std::count(answers.begin(), answers.end(), OPEN)));
  for (size_t i = 0; i < firsts.size() && !stopped_; ++i) {
    if (answers[i] != OPEN) continue;
    answers[i] = after_attack(firsts[i], plies, 0).answer;
    progress_.done += answers[i] != OPEN;
  }
}

BrinkmateSearch::Answer BrinkmateSearch::mates_with_more_nodes() {
  const int round = round_;
  round_ = std::min(round + ROUNDS_AHEAD, MAX_ROUNDS - 1);
  const Answer answer = mates();
  round_ = round;
  return answer;
}

// Whether the side to move mates by checks alone.
BrinkmateSearch::Answer BrinkmateSearch::mates() {
  const uint64_t key = key_of(MATES, 0);
  if (const StoredAnswer* before = look_up(key)) return before->answer;
  if (stopped_) return OPEN;
  ++query_nodes_;
  Answer answer = OPEN;
  if (round_ == 0) {
    const ShortMate quick = mate_within(p_, SHORT, SHORT_NODES);
    query_nodes_ += quick.nodes / 4;  // they cost less than nodes of the search with the table
    if (quick.kind == ShortMate::MATE) answer = YES;
  }
  if (answer == OPEN) {
    const Value value = search_.run(p_, true, NO_LIMIT, query_node_limit());
    if (value.is_final()) answer = value.proved() ? YES : NO;
  }
  if ((query_nodes_ & 63) == 0) check_limits();
  store(key, answer);
  return answer;
}

// Whether a move, a check or a threat of mate, leads to a brinkmate within `plies`, this move included.
BrinkmateSearch::AnswerWithLoop BrinkmateSearch::after_attack(Move m, int plies, int checks) {
  Undo undo;
  if (p_.gives_check(m)) {
    if (plies == 1) return {NO};
    p_.do_move(m, undo);
    const AnswerWithLoop result = defences_lose(plies - 1, checks);
    p_.undo_move(m, undo);
    return result;
  }
  p_.do_move(m, undo);
  p_.do_pass();
  const Answer threat = mates();
  p_.undo_pass();
  AnswerWithLoop result{NO};
  if (threat == OPEN) result = {plies == 1 && is_refuted_by_first_defences() ? NO : OPEN};
  if (threat == YES) result = defences_lose(plies - 1, checks);
  p_.undo_move(m, undo);
  return result;
}

// Whether one of the first defences in the search order leaves no mate. It is called when the attacker has no
// plies left but those of the mate.
bool BrinkmateSearch::is_refuted_by_first_defences() {
  const std::vector<Move> moves = defences_in_order();
  for (size_t i = 0; i < moves.size() && i < DEFENCES_TRIED_FIRST; ++i) {
    if (p_.gives_check(moves[i])) continue;
    Undo undo;
    p_.do_move(moves[i], undo);
    const Answer mate = mates();
    p_.undo_move(moves[i], undo);
    if (mate == NO) return true;
  }
  return false;
}

// Whether every move of the defender loses if the attacker has `plies` left to reach a brinkmate.
BrinkmateSearch::AnswerWithLoop BrinkmateSearch::defences_lose(int plies, int checks) {
  const uint64_t key = key_of(DEFENCES_LOSE, plies);
  if (const StoredAnswer* before = look_up(key)) return {before->answer};
  if (stopped_) return {OPEN};
  struct Rest {
    Move move;
    Answer mate;
    bool check;
  };
  std::vector<Rest> rest;
  AnswerWithLoop all{YES};
  const auto refuted_by = [&](Move m) {
    history_[uint16_t(m)] += 1;
    store(key, NO);
    return AnswerWithLoop{NO};
  };
  // Most defences are answered by mate, and that is decided with few nodes.
  for (Move m : defences_in_order()) {
    const bool check = p_.gives_check(m);
    Undo undo;
    p_.do_move(m, undo);
    const Answer mate = mates();
    p_.undo_move(m, undo);
    if (mate == YES) continue;
    const bool final = !check && plies < 2;
    if (final && mate == NO) return refuted_by(m);
    if (final) all = {OPEN};
    if (!final) rest.push_back({m, mate, check});
  }
  // After one open query the rest is left to a later round: otherwise the number of queries explodes.
  const bool is_last_round = round_ >= ROUNDS - 1;
  std::stable_sort(rest.begin(), rest.end(), [](const Rest& a, const Rest& b) { return a.mate < b.mate; });
  for (const Rest& each : rest) {
    if ((all.answer == OPEN || each.mate == OPEN) && !is_last_round) {
      all = {OPEN};
      break;
    }
    Undo undo;
    p_.do_move(each.move, undo);
    const AnswerWithLoop result = defence_loses(plies, each.check, each.mate, checks);
    p_.undo_move(each.move, undo);
    if (result.answer == NO) return refuted_by(each.move);
    if (result.answer == OPEN) all = {OPEN};
    if (all.answer == YES) all.loop = std::min(all.loop, result.loop);
    if (stopped_) return {OPEN};
  }
  if (all.loop == NO_LOOP) store(key, all.answer);
  return all;
}

// Whether the defender's last move, for which no mate is known, loses in another way: its check is parried,
// or the attacker reaches a brinkmate by another move.
BrinkmateSearch::AnswerWithLoop BrinkmateSearch::defence_loses(int plies, bool check, Answer mate,
                                                               int checks) {
  AnswerWithLoop best{mate};
  const auto better = [&](const AnswerWithLoop& result) {
    if (result.answer == YES || (result.answer == OPEN && best.answer == NO)) best = result;
    return best.answer == YES;
  };
  if (check && better(parries_check(plies, checks))) return best;
  if (plies >= 2) better(reaches_brinkmate(plies - 1, checks));
  return best;
}

// Whether the attacker can leave check so that every move of the defender still loses.
BrinkmateSearch::AnswerWithLoop BrinkmateSearch::parries_check(int plies, int checks) {
  if (checks >= COUNTER_CHECKS * (1 + round_)) return {OPEN};
  const uint64_t here = key_of(DEFENCES_LOSE, plies);
  const auto same = std::find(parried_.begin(), parried_.end(), here);
  if (same != parried_.end())
    return {YES, int(same - parried_.begin())};  // perpetual check: the defender loses
  const int depth = int(parried_.size());
  parried_.push_back(here);
  AnswerWithLoop best{NO};
  const MoveBuffer<> moves(p_);
  for (Move m : moves) {
    Undo undo;
    p_.do_move(m, undo);
    const AnswerWithLoop result = defences_lose(plies, checks + 1);
    p_.undo_move(m, undo);
    if (result.answer != NO) best = result;
    if (result.answer == YES || stopped_) break;
  }
  parried_.pop_back();
  if (best.loop >= depth) best.loop = NO_LOOP;
  return best;
}

// Whether the attacker, to move, reaches a brinkmate within `plies`.
BrinkmateSearch::AnswerWithLoop BrinkmateSearch::reaches_brinkmate(int plies, int checks) {
  AnswerWithLoop result{NO};
  for (int length = 1; length <= plies; length += 2) {
    const AnswerWithLoop in = reaches_brinkmate_in(length, checks);
    if (in.answer == YES) return in;
    if (in.answer == OPEN) result = in;
  }
  return result;
}

BrinkmateSearch::AnswerWithLoop BrinkmateSearch::reaches_brinkmate_in(int plies, int checks) {
  const uint64_t key = key_of(REACHES_BRINKMATE, plies);
  if (const StoredAnswer* before = look_up(key)) return {before->answer};
  AnswerWithLoop best{NO};
  for (Move m : attacks_in_order()) {
    const AnswerWithLoop result = after_attack(m, plies, checks);
    if (stopped_) return {OPEN};
    if (result.answer == OPEN) best = result;
    if (result.answer != YES) continue;
    best = result;
    history_[uint16_t(m)] += 1;
    break;
  }
  if (best.loop == NO_LOOP) store(key, best.answer);
  return best;
}

// Ordered by earlier successes, then by the distance to the king.
std::vector<Move> BrinkmateSearch::attacks_in_order() const {
  const MoveBuffer<> moves(p_);
  const Square king = p_.king(~p_.turn());
  std::vector<Move> ordered(moves.begin(), moves.end());
  std::stable_sort(ordered.begin(), ordered.end(), [&](Move a, Move b) {
    if (history_[uint16_t(a)] != history_[uint16_t(b)]) return history_[uint16_t(a)] > history_[uint16_t(b)];
    return distance(to_of(a), king) < distance(to_of(b), king);
  });
  return ordered;
}

// Ordered by earlier successes, then: captures, king moves, other moves, drops by their distance to the king.
std::vector<Move> BrinkmateSearch::defences_in_order() const {
  const MoveBuffer<> moves(p_);
  const Square king = p_.king(p_.turn());
  const auto rank = [&](Move m) {
    if (is_drop(m)) return 2 + distance(to_of(m), king);
    return p_.at(to_of(m)) ? 0 : from_of(m) == king ? 1 : 2;
  };
  std::vector<Move> ordered(moves.begin(), moves.end());
  std::stable_sort(ordered.begin(), ordered.end(), [&](Move a, Move b) {
    if (history_[uint16_t(a)] != history_[uint16_t(b)]) return history_[uint16_t(a)] > history_[uint16_t(b)];
    return rank(a) < rank(b);
  });
  return ordered;
}

// -- the result

// Finds the line and the answers to the defences, as far as the limits allow.
void BrinkmateSearch::write_line_and_defences(Brinkmate& found) {
  const Move first = found.moves.front();
  found.line = {first};
  Undo undo;
  p_.do_move(first, undo);
  const MoveBuffer<> defences(p_);
  for (Move m : defences) {
    if (stopped_) break;
    Undo back;
    p_.do_move(m, back);
    if (mates() == YES) {
      found.defences.push_back({m, NO_MOVE});
    } else if (const Move next = next_move(found.plies - 2); next != NO_MOVE) {
      found.defences.push_back({m, next});
      if (found.line.size() == 1 && found.plies > 1) {
        found.line.insert(found.line.end(), {m, next});
        Undo on;
        p_.do_move(next, on);
        extend_line(found.line, found.plies - 2);
        p_.undo_move(next, on);
      }
    }
    p_.undo_move(m, back);
  }
  p_.undo_move(first, undo);
}

// The attacker's next move towards the brinkmate, an attack or a move out of check; NO_MOVE if none is known.
Move BrinkmateSearch::next_move(int plies) {
  for (int length = 1; length <= plies; length += 2)
    for (Move m : attacks_in_order())
      if (after_attack(m, length, 0).answer == YES) return m;
  if (!p_.in_check()) return NO_MOVE;
  const MoveBuffer<> moves(p_);
  for (Move m : moves) {
    Undo undo;
    p_.do_move(m, undo);
    const bool as_before = defences_lose(plies + 1, 0).answer == YES;
    p_.undo_move(m, undo);
    if (as_before) return m;
  }
  return NO_MOVE;
}

// Appends the moves up to the brinkmate, from this position with the defender to move.
void BrinkmateSearch::extend_line(std::vector<Move>& line, int plies) {
  if (plies <= 1) return;
  const MoveBuffer<> defences(p_);
  for (Move m : defences) {
    if (stopped_) return;
    Undo undo, on;
    p_.do_move(m, undo);
    const Move next = mates() == YES ? NO_MOVE : next_move(plies - 2);
    if (next != NO_MOVE) {
      line.insert(line.end(), {m, next});
      p_.do_move(next, on);
      extend_line(line, plies - 2);
      p_.undo_move(next, on);
    }
    p_.undo_move(m, undo);
    if (next != NO_MOVE) return;
  }
}

}  // namespace komadai::mate
