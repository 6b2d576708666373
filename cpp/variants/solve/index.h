// Numbers all arrangements of a small variant's pieces from 0 on, without gaps: a perfect hash.
//
// The squares of the royal pieces come first, as one of the pairs of squares that differ in more than the
// mirror image. Then each family of equal pieces takes a set of the squares that are still free. Arrangements
// with the same numbers of pieces on the board and in the hands have consecutive numbers.
#pragma once

#include <cstdint>
#include <vector>

#include "variants/solve/game.h"

namespace komadai::variants::solve {

class Index {
 public:
  // Throws std::length_error for more than 2^40 arrangements, or too many divisions of the pieces among board
  // and hands.
  explicit Index(const Game& game);

  uint64_t size() const { return size_; }

  // The number of a position, and of its image with colours changed (for the opponent). Mirror images have
  // the same number.
  uint64_t of(const Position& position) const { return number(position, 0); }
  uint64_t of_rotated(const Position& position) const { return number(position, ROTATE); }

  // The position with a number, seen from the player to move or from the opponent. A number that belongs only
  // to the larger of two mirror images gives a position with a smaller number.
  Position position(uint64_t number) const { return decode(number, 0); }
  Position rotated_position(uint64_t number) const { return decode(number, ROTATE); }

 private:
  static constexpr int ROTATE = 1, MIRROR = 2;
  struct Group {
    uint64_t first;
    std::array<uint8_t, MAX_FAMILIES> on_board, in_hand;
    std::array<uint32_t, MAX_FAMILIES> sets;  // of squares
  };
  struct Pair {
    uint16_t number;
    bool is_mirrored;   // the mirror image has this number
    bool is_symmetric;  // the royal pieces are their own mirror image
  };

  uint64_t number(const Position& position, int turn) const;
  uint64_t number_mapped(const Position& position, int map, int pair) const;
  Position decode(uint64_t number, int turn) const;

  int squares_, families_;
  bool drops_;
  std::array<int, MAX_FAMILIES> pieces_ = {}, bits_ = {};  // of a piece on the board: owner, face
  std::array<int, MAX_FAMILIES> strides_ = {};
  std::array<std::array<int, MAX_SQUARES>, 4> maps_ = {};
  std::array<std::array<uint32_t, MAX_SQUARES + 1>, MAX_SQUARES + 1> binomial_ = {};  // [of][from]
  std::vector<Pair> pairs_;
  std::vector<std::array<uint8_t, 2>> royals_;  // by number of the pair
  std::vector<Group> groups_;
  std::vector<uint64_t> firsts_;
  uint64_t size_ = 0;
};

}  // namespace komadai::variants::solve
