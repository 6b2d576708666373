// The history of a game or of a search path with the data that repetition and perpetual check need.
#pragma once

#include <vector>

#include "rules/position.h"

namespace komadai {

struct RepetitionEntry {
  uint64_t board_key;  // Position::board_key(): the board and the side to move
  Hand black_hand;     // White's hand follows from it if the boards are equal
  // For how many plies the side to move has been in check at each of its turns; 0: it is not in check.
  int check_plies;
  bool after_null_move;
};

class RepetitionHistory {
 public:
  void clear() { entries_.clear(); }
  void push(const Position& p, uint64_t board_key, bool in_check, bool after_null_move = false) {
    const int run = in_check ? 2 + (size() >= 2 ? entries_[size() - 2].check_plies : 0) : 0;
    entries_.push_back({board_key, p.hand(BLACK), run, after_null_move});
  }
  void push(const Position& p) { push(p, p.board_key(), p.in_check()); }
  void pop() { entries_.pop_back(); }

  size_t size() const { return entries_.size(); }
  int last() const { return int(entries_.size()) - 1; }
  const RepetitionEntry& operator[](int i) const { return entries_[size_t(i)]; }
  const RepetitionEntry& back() const { return entries_.back(); }

  // Whether two positions are equal: board, hands and side to move.
  bool is_same(int earlier, int later) const {
    const RepetitionEntry &a = entries_[size_t(earlier)], &b = entries_[size_t(later)];
    return (later - earlier) % 2 == 0 && a.board_key == b.board_key && a.black_hand == b.black_hand;
  }

  // Whether every move since `earlier` of the opponent (of the side to move) at `later` gave check. The two
  // positions must be equal and not the same one, so both sides have moved.
  bool opponent_only_checked(int earlier, int later) const {
    return entries_[size_t(later)].check_plies >= later - earlier;
  }
  bool mover_only_checked(int earlier, int later) const {
    return entries_[size_t(later - 1)].check_plies >= later - earlier;
  }

 private:
  std::vector<RepetitionEntry> entries_;
};

}  // namespace komadai
