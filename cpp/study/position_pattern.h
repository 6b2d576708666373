// Part of a position: what may stand on some squares, the least hands, the side to move.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "rules/position.h"

namespace komadai::study {

struct PositionPattern {
  struct Cell {
    Square square;
    uint32_t allowed;  // a bit for each Piece; bit 0: empty
  };

  std::vector<Cell> cells;
  std::array<Hand, 2> hands;  // at least these
  std::optional<Color> turn;

  bool matches(const Position& position) const;
};

// The number of moves after which the first position of a game matches one of the patterns, from `first_ply`
// to `last_ply`; -1 if none does. Ends at a move that is not possible.
int find_pattern(std::span<const PositionPattern> patterns, Position start, std::span<const Move> moves,
                 int first_ply, int last_ply);

}  // namespace komadai::study
