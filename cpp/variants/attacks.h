// Which squares pieces attack.
#pragma once

#include <vector>

#include "variants/board.h"

namespace komadai::variants {

// Whether a piece of `by` could capture on this cell; a piece that stands there is taken for the enemy's.
// Pieces that move anywhere are left out if `anywhere` is false: they protect nothing.
bool is_attacked(const Board& b, Square cell, Color by, bool anywhere = true);
// The cells of the pieces of `by` that could capture on this cell.
std::vector<Square> attackers(const Board& b, Square cell, Color by);
// Whether `p`, if it stood on `from`, would attack `to` (pieces with moves of several legs are not asked).
bool piece_attacks(const Board& b, Piece p, Square from, Square to);
// Whether a royal of the side is attacked.
bool any_royal_attacked(const Board& b, Color c);
// Whether its only royal is attacked. With two, one or both may be left attacked.
bool only_royal_attacked(const Board& b, Color c);

}  // namespace komadai::variants
