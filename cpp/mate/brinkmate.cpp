#include "mate/brinkmate.h"

#include <algorithm>
#include <cstdlib>

#include "mate/short_mate.h"
#include "rules/movegen.h"

namespace komadai::mate {
namespace {

// The nodes for one question of mate: at first, and how often four times as many, if nobody set a limit.
constexpr uint64_t FIRST_PATIENCE = 100;
constexpr int ROUNDS = 7, MOST_ROUNDS = 20;
// The first question, whether there is a mate already, is so many rounds ahead: nothing else matters if so.
constexpr int ROUNDS_AHEAD = 3;
// Mates of so few plies are looked for without memory before.
constexpr int SHORT = 3;
constexpr uint64_t SHORT_NODES = 200;
// Checks of the defender that are followed on one path: so many more with each round.
constexpr int COUNTER_CHECKS = 2;
// Where it is open whether a move threatens mate.
constexpr size_t DEFENCES_TRIED_FIRST = 3;
constexpr size_t BYTES_OF_KNOWN = 64, MOVES = 1 << 16;

int distance(Square a, Square b) {
  return std::max(std::abs(int(a) / 9 - int(b) / 9), std::abs(int(a) % 9 - int(b) % 9));
}

}  // namespace

BrinkmateSearch::BrinkmateSearch(size_t megabytes)
    : table_(std::max<size_t>(megabytes * 3 / 4, 1)),
      search_(table_, [this] { return goes_on(); }),
      most_known_(megabytes * (1 << 20) / 4 / BYTES_OF_KNOWN),
      did_well_(MOVES) {}

bool BrinkmateSearch::goes_on() {
  progress_.nodes = search_.nodes() - begun_ + questions_;
  if (!stopped_ && !should_continue_(progress_)) stopped_ = true;
  return !stopped_;
}

uint64_t BrinkmateSearch::patience() const { return FIRST_PATIENCE << (2 * round_); }

uint64_t BrinkmateSearch::key_of(Question question, int plies) const {
  return p_.key() ^ (uint64_t(question) * 16 + uint64_t(plies)) * 0x9e3779b97f4a7c15;
}

// What is known without asking again; null if that isn't enough for this round.
const BrinkmateSearch::Known* BrinkmateSearch::known(uint64_t key) const {
  const auto found = known_.find(key);
  if (found == known_.end()) return nullptr;
  return found->second.says != OPEN || found->second.round >= round_ ? &found->second : nullptr;
}

void BrinkmateSearch::keep(uint64_t key, Answer says) {
  if (stopped_ && says == OPEN) return;
  if (known_.size() >= most_known_) known_.clear();
  known_[key] = {says, uint8_t(round_)};
}

Brinkmate BrinkmateSearch::solve(const Position& position, int plies, bool patient,
                                 std::function<bool(const BrinkmateProgress&)> should_continue) {
  p_ = position;
  should_continue_ = std::move(should_continue);
  known_.clear();
  parrying_.clear();
  std::fill(did_well_.begin(), did_well_.end(), 0);
  begun_ = search_.nodes();
  questions_ = 0;
  stopped_ = false;
  progress_ = {};
  Brinkmate found;
  const std::vector<Move> firsts = attacks_in_order();
  std::vector<std::vector<Answer>> said(size_t(plies + 1) / 2, std::vector<Answer>(firsts.size(), OPEN));
  const auto any = [&](size_t level, Answer says) {
    return std::find(said[level].begin(), said[level].end(), says) != said[level].end();
  };
  // Short ones with patience and long ones without it by turns: each stage asks one round more.
  Answer mate = OPEN;
  bool open = true;
  size_t levels = said.size();
  for (int stage = 0; open && goes_on(); ++stage) {
    if (stage - int(levels) + 1 >= (patient ? MOST_ROUNDS : ROUNDS)) break;
    open = false;
    for (size_t level = 0; level < levels && !stopped_; ++level) {
      round_ = std::min(stage - int(level), MOST_ROUNDS - 1);
      if (round_ < 0) {
        open = true;
        break;
      }
      if (patient || round_ < ROUNDS) {
        if (level == 0 && mate == OPEN && (mate = mates_ahead()) == YES) break;
        look_for_first_moves(2 * int(level) + 1, said[level], firsts);
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
    found.kind = Brinkmate::STANDS;
    found.plies = 2 * int(levels) - 1;
    for (size_t i = 0; i < firsts.size(); ++i)
      if (said[levels - 1][i] == YES) found.moves.push_back(firsts[i]);
    describe(found);
  } else if (found.complete) {
    found.kind = Brinkmate::NONE;
  }
  goes_on();
  found.nodes = progress_.nodes;
  should_continue_ = nullptr;
  return found;
}

void BrinkmateSearch::look_for_first_moves(int plies, std::vector<Answer>& said,
                                           const std::vector<Move>& firsts) {
  progress_.plies = plies;
  progress_.total = int(firsts.size());
  progress_.done = int(firsts.size() - size_t(std::count(said.begin(), said.end(), OPEN)));
  for (size_t i = 0; i < firsts.size() && !stopped_; ++i) {
    if (said[i] != OPEN) continue;
    said[i] = after_attack(firsts[i], plies, 0).says;
    progress_.done += said[i] != OPEN;
  }
}

BrinkmateSearch::Answer BrinkmateSearch::mates_ahead() {
  const int round = round_;
  round_ = std::min(round + ROUNDS_AHEAD, MOST_ROUNDS - 1);
  const Answer says = mates();
  round_ = round;
  return says;
}

// Whether the side to move mates by checks.
BrinkmateSearch::Answer BrinkmateSearch::mates() {
  const uint64_t key = key_of(MATES, 0);
  if (const Known* before = known(key)) return before->says;
  if (stopped_) return OPEN;
  ++questions_;
  Answer says = OPEN;
  if (round_ == 0) {
    const ShortMate quick = mate_within(p_, SHORT, SHORT_NODES);
    questions_ += quick.nodes / 4;  // they are cheaper than the search's
    if (quick.kind == ShortMate::MATE) says = YES;
  }
  if (says == OPEN) {
    const Value value = search_.run(p_, true, NO_LIMIT, patience());
    if (value.is_final()) says = value.proved() ? YES : NO;
  }
  if ((questions_ & 63) == 0) goes_on();
  keep(key, says);
  return says;
}

// Whether a check or a threat of mate leads to a brinkmate that stands in so many plies, it included.
BrinkmateSearch::AnswerWithLoop BrinkmateSearch::after_attack(Move m, int plies, int checks) {
  Undo undo;
  if (p_.gives_check(m)) {
    if (plies == 1) return {NO};
    p_.do_move(m, undo);
    const AnswerWithLoop told = stands(plies - 1, checks);
    p_.undo_move(m, undo);
    return told;
  }
  p_.do_move(m, undo);
  p_.do_pass();
  const Answer threat = mates();
  p_.undo_pass();
  AnswerWithLoop told{NO};
  if (threat == OPEN) told = {plies == 1 && is_refuted_at_once() ? NO : OPEN};
  if (threat == YES) told = stands(plies - 1, checks);
  p_.undo_move(m, undo);
  return told;
}

// Whether one of the defences that held most often holds here, too, where nothing can follow but mate.
bool BrinkmateSearch::is_refuted_at_once() {
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

// Whether every move of the defender loses, with so many plies left to go on to the brinkmate.
BrinkmateSearch::AnswerWithLoop BrinkmateSearch::stands(int plies, int checks) {
  const uint64_t key = key_of(STANDS, plies);
  if (const Known* before = known(key)) return {before->says};
  if (stopped_) return {OPEN};
  struct Rest {
    Move move;
    Answer mate;
    bool check;
  };
  std::vector<Rest> rest;
  AnswerWithLoop all{YES};
  const auto held = [&](Move m) {
    did_well_[uint16_t(m)] += 1;
    keep(key, NO);
    return AnswerWithLoop{NO};
  };
  // What is answered by mate is the most, and soon told.
  for (Move m : defences_in_order()) {
    const bool check = p_.gives_check(m);
    Undo undo;
    p_.do_move(m, undo);
    const Answer mate = mates();
    p_.undo_move(m, undo);
    if (mate == YES) continue;
    const bool final = !check && plies < 2;
    if (final && mate == NO) return held(m);
    if (final) all = {OPEN};
    if (!final) rest.push_back({m, mate, check});
  }
  // One open question is enough: the others wait for it until the last round, or they would multiply.
  const bool thorough = round_ >= ROUNDS - 1;
  std::stable_sort(rest.begin(), rest.end(), [](const Rest& a, const Rest& b) { return a.mate < b.mate; });
  for (const Rest& each : rest) {
    if ((all.says == OPEN || each.mate == OPEN) && !thorough) {
      all = {OPEN};
      break;
    }
    Undo undo;
    p_.do_move(each.move, undo);
    const AnswerWithLoop told = loses(plies, each.check, each.mate, checks);
    p_.undo_move(each.move, undo);
    if (told.says == NO) return held(each.move);
    if (told.says == OPEN) all = {OPEN};
    if (all.says == YES) all.loop = std::min(all.loop, told.loop);
    if (stopped_) return {OPEN};
  }
  if (all.loop == NO_LOOP) keep(key, all.says);
  return all;
}

// Whether the defender's last move, which isn't known to be answered by mate, loses nevertheless: his check
// is parried, or the attack goes on.
BrinkmateSearch::AnswerWithLoop BrinkmateSearch::loses(int plies, bool check, Answer mate, int checks) {
  AnswerWithLoop best{mate};
  const auto better = [&](const AnswerWithLoop& told) {
    if (told.says == YES || (told.says == OPEN && best.says == NO)) best = told;
    return best.says == YES;
  };
  if (check && better(parry(plies, checks))) return best;
  if (plies >= 2) better(brink(plies - 1, checks));
  return best;
}

// Whether the attacker gets out of check so that all stands as before.
BrinkmateSearch::AnswerWithLoop BrinkmateSearch::parry(int plies, int checks) {
  if (checks >= COUNTER_CHECKS * (1 + round_)) return {OPEN};
  const uint64_t here = key_of(STANDS, plies);
  const auto same = std::find(parrying_.begin(), parrying_.end(), here);
  if (same != parrying_.end()) return {YES, int(same - parrying_.begin())};  // perpetual check, which loses
  const int depth = int(parrying_.size());
  parrying_.push_back(here);
  AnswerWithLoop best{NO};
  const MoveBuffer<> moves(p_);
  for (Move m : moves) {
    Undo undo;
    p_.do_move(m, undo);
    const AnswerWithLoop told = stands(plies, checks + 1);
    p_.undo_move(m, undo);
    if (told.says != NO) best = told;
    if (told.says == YES || stopped_) break;
  }
  parrying_.pop_back();
  if (best.loop >= depth) best.loop = NO_LOOP;
  return best;
}

// Whether the attacker, to move, comes to a brinkmate within so many plies.
BrinkmateSearch::AnswerWithLoop BrinkmateSearch::brink(int plies, int checks) {
  AnswerWithLoop told{NO};
  for (int length = 1; length <= plies; length += 2) {
    const AnswerWithLoop in = brink_in(length, checks);
    if (in.says == YES) return in;
    if (in.says == OPEN) told = in;
  }
  return told;
}

BrinkmateSearch::AnswerWithLoop BrinkmateSearch::brink_in(int plies, int checks) {
  const uint64_t key = key_of(BRINK, plies);
  if (const Known* before = known(key)) return {before->says};
  AnswerWithLoop best{NO};
  for (Move m : attacks_in_order()) {
    const AnswerWithLoop told = after_attack(m, plies, checks);
    if (stopped_) return {OPEN};
    if (told.says == OPEN) best = told;
    if (told.says != YES) continue;
    best = told;
    did_well_[uint16_t(m)] += 1;
    break;
  }
  if (best.loop == NO_LOOP) keep(key, best.says);
  return best;
}

// What did well before, then what is near the king.
std::vector<Move> BrinkmateSearch::attacks_in_order() const {
  const MoveBuffer<> moves(p_);
  const Square king = p_.king(~p_.turn());
  std::vector<Move> ordered(moves.begin(), moves.end());
  std::stable_sort(ordered.begin(), ordered.end(), [&](Move a, Move b) {
    if (did_well_[uint16_t(a)] != did_well_[uint16_t(b)])
      return did_well_[uint16_t(a)] > did_well_[uint16_t(b)];
    return distance(to_of(a), king) < distance(to_of(b), king);
  });
  return ordered;
}

// What did well before, then captures, the king's moves, others, and drops from the king outwards.
std::vector<Move> BrinkmateSearch::defences_in_order() const {
  const MoveBuffer<> moves(p_);
  const Square king = p_.king(p_.turn());
  const auto rank = [&](Move m) {
    if (is_drop(m)) return 2 + distance(to_of(m), king);
    return p_.at(to_of(m)) ? 0 : from_of(m) == king ? 1 : 2;
  };
  std::vector<Move> ordered(moves.begin(), moves.end());
  std::stable_sort(ordered.begin(), ordered.end(), [&](Move a, Move b) {
    if (did_well_[uint16_t(a)] != did_well_[uint16_t(b)])
      return did_well_[uint16_t(a)] > did_well_[uint16_t(b)];
    return rank(a) < rank(b);
  });
  return ordered;
}

// -- what follows

// As far as there is time to tell.
void BrinkmateSearch::describe(Brinkmate& found) {
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
        add_way(found.line, found.plies - 2);
        p_.undo_move(next, on);
      }
    }
    p_.undo_move(m, back);
  }
  p_.undo_move(first, undo);
}

// The attacker's next move on the way to the brinkmate, by attack or by parrying a check; NO_MOVE if none is
// known.
Move BrinkmateSearch::next_move(int plies) {
  for (int length = 1; length <= plies; length += 2)
    for (Move m : attacks_in_order())
      if (after_attack(m, length, 0).says == YES) return m;
  if (!p_.in_check()) return NO_MOVE;
  const MoveBuffer<> moves(p_);
  for (Move m : moves) {
    Undo undo;
    p_.do_move(m, undo);
    const bool as_before = stands(plies + 1, 0).says == YES;
    p_.undo_move(m, undo);
    if (as_before) return m;
  }
  return NO_MOVE;
}

// From here, the defender to move, to where the brinkmate stands.
void BrinkmateSearch::add_way(std::vector<Move>& line, int plies) {
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
      add_way(line, plies - 2);
      p_.undo_move(next, on);
    }
    p_.undo_move(m, undo);
    if (next != NO_MOVE) return;
  }
}

}  // namespace komadai::mate
