#include "variants/search/mate.h"

#include <algorithm>

#include "variants/attacks.h"
#include "variants/game_end.h"
#include "variants/king_safety.h"
#include "variants/lion_rules.h"
#include "variants/movegen.h"

namespace komadai::variants {
namespace {

constexpr int MAX_PLIES = 400;
constexpr int UNKNOWN_LENGTH = 1 << 20;

// The end of the game, but not by a bare king: mate problems go on until the king is mated.
Result end_without_bare_king(const Board& board) {
  const Result r = immediate_end(board);
  return r.end == End::BARE_KING ? Result{} : r;
}

}  // namespace

MateSearch::Numbers MateSearch::known(uint64_t key) const {
  const auto found = table_.find(key);
  return found == table_.end() ? Numbers{} : found->second;
}

bool MateSearch::wins_at_once(Color attacker) const {
  if (board_.royals(~attacker).empty()) return true;
  const Result r = end_without_bare_king(board_);
  return r.end != End::NONE && r.winner == attacker;
}

// The moves that the side to move may choose from: of the attacker, attacks on a royal; of the defender,
// moves after which not all royals can be captured.
void MateSearch::expand(bool attacks, std::vector<Child>& children) {
  MoveList moves;
  generate_pseudo_legal(board_, moves);
  const Color us = board_.turn();
  const KingSafety safety(board_);
  const bool answers = board_.rules().spec().check == CheckRule::ANSWER && safety.known();
  const auto& targets = board_.royals(~us);
  for (Move m : moves) {
    if (answers && !safety.leaves_king_safe(board_, m)) continue;
    // A dropped piece attacks a royal only itself.
    if (attacks && m.is_drop() && !board_.rules().attacks_by_paths(make_piece(m.kind(), us)) &&
        std::none_of(targets.begin(), targets.end(), [&](Square king) {
          return piece_attacks(board_, make_piece(m.kind(), us), m.to(), king);
        }))
      continue;
    if (!allowed_by_lion_rule(board_, m) || is_forbidden_mate(board_, m)) continue;
    board_.make(m);
    Child child;
    child.move = m;
    child.key = board_.key();
    bool allowed = true;
    if (attacks) {
      if (wins_at_once(us))
        child.numbers = {0, INFINITE_NUMBER};
      else if (!any_royal_attacked(board_, ~us) || only_royal_attacked(board_, us))
        allowed = false;
      else
        child.numbers = known(child.key);
    } else {
      const Result end = end_without_bare_king(board_);
      if (end.end != End::NONE && end.winner == us)
        child.numbers = {INFINITE_NUMBER, 0};
      else if (only_royal_attacked(board_, us) || board_.royals(us).empty())
        allowed = false;
      else
        child.numbers = known(child.key);
    }
    board_.undo();
    child.repeats = std::find(path_.begin(), path_.end(), child.key) != path_.end();
    if (child.repeats) child.numbers = {INFINITE_NUMBER, 0};
    if (allowed) children.push_back(child);
  }
}

// An attacker has failed if all children have, a defender has held if one child has.
bool MateSearch::disproved_by_repetition(bool attacks, const std::vector<Child>& children) {
  const auto repeats = [](const Child& c) { return c.repeats; };
  if (attacks) return std::any_of(children.begin(), children.end(), repeats);
  return std::none_of(children.begin(), children.end(),
                      [](const Child& c) { return c.numbers.disproof == 0 && !c.repeats; });
}

void MateSearch::search(bool attacks, Numbers threshold, int ply) {
  ++nodes_;
  const uint64_t here = board_.key();
  std::vector<Child> children;
  path_.push_back(here);
  expand(attacks, children);
  Numbers mine;
  bool by_repetition =
      false;  // of a disproof: whether it holds only because positions of path_ may not repeat
  while (true) {
    // An attacker needs one proven child, a defender one disproven child.
    uint32_t least = INFINITE_NUMBER, second = INFINITE_NUMBER;
    uint64_t sum = 0;
    Child* best = nullptr;
    uint32_t best_other = 0;
    for (Child& c : children) {
      const uint32_t own = attacks ? c.numbers.proof : c.numbers.disproof;
      const uint32_t other = attacks ? c.numbers.disproof : c.numbers.proof;
      sum += other;
      if (own < least || !best) {
        second = least;
        least = own;
        best = &c;
        best_other = other;
      } else if (own < second) {
        second = own;
      }
    }
    // Only a proof or a disproof is infinite; where lines transpose, the sum alone may grow past that.
    const uint32_t total = uint32_t(std::min<uint64_t>(sum, INFINITE_NUMBER - 1));
    if (attacks)
      mine = children.empty() ? Numbers{INFINITE_NUMBER, 0}
                              : Numbers{least, least == 0 ? INFINITE_NUMBER : total};
    else
      mine = children.empty() ? Numbers{0, INFINITE_NUMBER}
                              : Numbers{least == 0 ? INFINITE_NUMBER : total, least};
    if (mine.proof == 0) mine.disproof = INFINITE_NUMBER;
    if (mine.disproof == 0) mine.proof = INFINITE_NUMBER;
    by_repetition = mine.disproof == 0 && disproved_by_repetition(attacks, children);
    if (mine.proof >= threshold.proof || mine.disproof >= threshold.disproof || mine.proof == 0 ||
        mine.disproof == 0 || !best || ply >= MAX_PLIES || stop_ || (limit_ && nodes_ >= limit_))
      break;
    const uint32_t own_threshold = attacks ? threshold.proof : threshold.disproof;
    const uint32_t other_threshold = attacks ? threshold.disproof : threshold.proof;
    const uint32_t for_own = std::min(own_threshold, second + 1 + second / 4);
    const uint32_t for_other =
        uint32_t(std::min<uint64_t>(INFINITE_NUMBER, uint64_t(other_threshold) - total + best_other));
    const Numbers next = attacks ? Numbers{for_own, for_other} : Numbers{for_other, for_own};
    const Numbers before = best->numbers;
    board_.make(best->move);
    search(!attacks, next, ply + 1);
    board_.undo();
    best->numbers = last_;
    best->repeats = last_by_repetition_;
    // A position whose children all repeat is stored as failed only as deep as it was searched.
    if (best->numbers.proof == before.proof && best->numbers.disproof == before.disproof) {
      (attacks ? best->numbers.proof : best->numbers.disproof) += 1;
    }
  }
  path_.pop_back();
  last_ = mine;
  last_by_repetition_ = by_repetition;
  // On another path the position may be a mate. The first search stores the disproof all the same, which is
  // fast; the second one does not (see solve).
  if (by_repetition) repetitions_mattered_ = true;
  table_[here] = by_repetition && !stores_repetitions_ ? Numbers{} : mine;
}

int MateSearch::length(bool attacks, int ply, std::vector<Move>& line) {
  line.clear();
  const uint64_t here = board_.key();
  if (const auto found = lengths_.find(here); found != lengths_.end()) {
    line = found->second.second;
    return found->second.first;
  }
  if (ply > MAX_PLIES || std::find(path_.begin(), path_.end(), here) != path_.end()) return UNKNOWN_LENGTH;
  std::vector<Child> children;
  expand(attacks, children);
  path_.push_back(here);
  int best = attacks ? UNKNOWN_LENGTH : 0;
  for (const Child& c : children) {
    if (c.numbers.proof != 0) {
      if (attacks) continue;
      best = UNKNOWN_LENGTH;
      break;
    }
    std::vector<Move> rest;
    board_.make(c.move);
    const int n = attacks && wins_at_once(attacker_) ? 1 : 1 + length(!attacks, ply + 1, rest);
    board_.undo();
    if (attacks ? n < best : n > best) {
      best = n;
      line.assign(1, c.move);
      line.insert(line.end(), rest.begin(), rest.end());
    }
  }
  path_.pop_back();
  if (best < UNKNOWN_LENGTH) lengths_[here] = {best, line};
  return best;
}

MateResult MateSearch::solve(uint64_t nodes) {
  limit_ = nodes;
  attacker_ = board_.turn();
  table_.clear();
  lengths_.clear();
  path_.clear();
  nodes_ = 0;
  if (end_without_bare_king(board_).end != End::NONE) return {MateVerdict::NO_MATE, {}, 0};
  stores_repetitions_ = true;
  repetitions_mattered_ = false;
  search(true, {INFINITE_NUMBER, INFINITE_NUMBER}, 0);
  if (last_.proof != 0 && repetitions_mattered_) {
    // Disproofs stored on one path were used on others, so the answer is not certain.
    stores_repetitions_ = false;
    std::erase_if(table_, [](const auto& entry) { return entry.second.proof != 0; });
    search(true, {INFINITE_NUMBER, INFINITE_NUMBER}, 0);
  }
  MateResult result;
  const Numbers root = last_;
  result.nodes = nodes_;
  if (root.proof == 0) {
    result.verdict = MateVerdict::MATE;
    length(true, 0, result.line);
  } else if (root.disproof == 0) {
    result.verdict = MateVerdict::NO_MATE;
  }
  return result;
}

}  // namespace komadai::variants
