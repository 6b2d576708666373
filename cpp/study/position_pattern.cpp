#include "study/position_pattern.h"

#include <algorithm>

#include "rules/legality.h"

namespace komadai::study {

bool PositionPattern::matches(const Position& position) const {
  if (turn && *turn != position.turn()) return false;
  for (const Cell& cell : cells)
    if (!(cell.allowed >> position.at(cell.square) & 1)) return false;
  return position.hand(BLACK).covers(hands[BLACK]) && position.hand(WHITE).covers(hands[WHITE]);
}

int find_pattern(std::span<const PositionPattern> patterns, Position position, std::span<const Move> moves,
                 int first_ply, int last_ply) {
  const int last = int(std::min(moves.size(), size_t(last_ply)));
  for (int ply = 0; ply <= last; ++ply) {
    if (ply) {
      const Move move = moves[size_t(ply) - 1];
      if (!is_possible(position, move)) return -1;
      Undo undo;
      position.do_move(move, undo);
    }
    if (ply < first_ply) continue;
    for (const PositionPattern& pattern : patterns)
      if (pattern.matches(position)) return ply;
  }
  return -1;
}

}  // namespace komadai::study
