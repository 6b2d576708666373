// The search's way through the tree: moves made and taken back, and what the position at the end
// of it is worth by the rules or to the eye.
#include <algorithm>

#include "rules/movegen.h"
#include "search/worker.h"

namespace komadai {
namespace {

uint64_t mixed(uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// Keys of the board without hands and side to move, for repetitions with another hand.
struct BoardKeys {
  uint64_t at[32][SQUARES];
};
const BoardKeys BOARD_KEYS = [] {
  BoardKeys k{};
  uint64_t state = 0x6b6f6d61;
  for (auto& squares : k.at)
    for (auto& key : squares) key = mixed(state += 0x9e3779b97f4a7c15);
  return k;
}();

}  // namespace

uint64_t Worker::board_key() const {
  uint64_t key = 0;
  for (Square s : Each{position_.occupied()}) key ^= BOARD_KEYS.at[position_.at(s)][s];
  return key;
}

void Worker::remember(Bitboard checkers, bool passed) {
  Past past;
  past.passed = passed;
  past.black = position_.hand(BLACK);
  past.checks = 0;
  const size_t n = past_.size();
  past.checkers = checkers;
  if (past.checkers) past.checks = 2 + (n >= 2 ? past_[n - 2].checks : 0);
  past.board = 0;
  past_.push_back(past);
}

void Worker::make(Move m) {
  Frame& f = frames_[ply_];
  const Piece piece = mover(position_, m);
  f.move = m;
  f.replies = &history_.after(piece, to_of(m));
  uint64_t board = past_.back().board;
  if (!is_drop(m)) board ^= BOARD_KEYS.at[piece][from_of(m)];
  position_.do_move(m, f.undo);
  if (f.undo.captured) board ^= BOARD_KEYS.at[f.undo.captured][to_of(m)];
  board ^= BOARD_KEYS.at[position_.at(to_of(m))][to_of(m)];
  evaluation_->moved(position_, m, f.undo.captured);
  remember(position_.checkers_by(m), false);
  past_.back().board = board;
  ++ply_;
  add_nodes(1);
}

void Worker::unmake() {
  --ply_;
  past_.pop_back();
  evaluation_->taken_back();
  position_.undo_move(frames_[ply_].move, frames_[ply_].undo);
}

void Worker::make_pass() {
  Frame& f = frames_[ply_];
  f.move = NO_MOVE;
  f.replies = nullptr;
  const uint64_t board = past_.back().board;
  position_.do_pass();
  table_.prefetch(position_.key());
  remember(Bitboard(), true);
  past_.back().board = board;
  ++ply_;
  add_nodes(1);
}

void Worker::unmake_pass() {
  --ply_;
  past_.pop_back();
  position_.undo_pass();
}

// -- judging

bool Worker::same(int earlier, int now) const {
  return (now - earlier) % 2 == 0 && past_[earlier].board == past_[now].board &&
         past_[earlier].black == past_[now].black;
}

// A draw, or lost for the side that has done nothing but give check since then (if not both have).
int Worker::repeated(int earlier) const {
  const int n = int(past_.size()) - 1, plies = n - earlier;
  // The opponent's checks put us in check at n, n - 2 …; ours put it in check at n - 1, n - 3 …
  const bool checked = past_[n].checks >= plies, checks = past_[n - 1].checks >= plies;
  if (checked == checks) return DRAW;
  return checked ? mate_in(ply_) : mated_in(ply_);
}

// What has come twice on the path, the root included, can come for ever: whoever wants something else has
// had the choice. Positions of the game before are past choosing: they count as the rules count them.
int Worker::repetition() const {
  const int n = int(past_.size()) - 1;
  const Past& now = past_[n];
  if (!thrice_.empty()) {
    const bool real =
        std::none_of(past_.begin() + root_, past_.end(), [](const Past& p) { return p.passed; });
    for (int first : thrice_)
      if (real && same(first, n)) return repeated(first);
  }
  for (int i = n - 2; i >= root_; i -= 2) {
    if (past_[i + 2].passed || past_[i + 1].passed) break;
    const Past& then = past_[i];
    if (i == n - 2 || then.board != now.board) continue;
    if (then.black == now.black) {
      if (repeated(i) == DRAW) return DRAW;
      // Those four begin in the game, if it has been there; and the game must last until the fourth.
      int first = i, times = 2;
      for (int k = i - 2; k >= 0; k -= 2)
        if (k < root_ && same(k, n)) first = k, ++times;
      const int end = game_length_ + ply_ + (4 - times) * (n - i);
      return orders_.rules.max_moves && end > orders_.rules.max_moves ? DRAW : repeated(first);
    }
    const bool black_gained = now.black.covers(then.black);
    const bool black_lost = then.black.covers(now.black);
    if (black_gained || black_lost)
      return black_gained == (position_.turn() == BLACK) ? SUPERIOR - ply_ : -SUPERIOR + ply_;
  }
  return NO_SCORE;
}

int Worker::ended(bool in_check) const {
  if (ply_ > 0 && has_tried(position_, orders_.rules, frames_[ply_ - 1].move)) return mated_in(ply_);
  const int repeated = repetition();
  if (repeated != NO_SCORE) return repeated;
  if (orders_.rules.max_moves && game_length_ + ply_ >= orders_.rules.max_moves) {
    if (in_check && !has_legal_move(position_)) return mated_in(ply_);
    return DRAW;
  }
  if (!in_check && can_declare(position_, orders_.rules)) return mate_in(ply_ + 1);
  return NO_SCORE;
}

int Worker::evaluate() const {
  int value = evaluation_->value(position_);
  if (frailty_.noise) {
    // Two dice make small errors likelier than great ones; the same position is always seen alike.
    const uint64_t dice = mixed(position_.key() ^ frailty_.seed);
    const int error = int(dice & 1023) + int(dice >> 10 & 1023) - 1023;
    value = std::clamp(value + error * frailty_.noise / 512, -Evaluation::MAX_VALUE, Evaluation::MAX_VALUE);
  }
  return value;
}

bool Worker::overlooked(Move m) const {
  if (!frailty_.overlook) return false;
  int chance = frailty_.overlook;
  if (ply_ > 0) {
    const Move last = frames_[ply_ - 1].move;
    if (last && to_of(last) == to_of(m)) chance /= 3;  // taking back is the first thing one sees
  }
  const uint64_t dice = mixed(position_.key() + 0x9e3779b97f4a7c15 * m + frailty_.seed);
  return int(dice % 1000) < chance;
}

}  // namespace komadai
