// Futile interpositions (muda-ai, 無駄合): a piece put between the king and a distant checker that is only
// taken, after which the mate stands as if nothing had happened. They are no defences.
#pragma once

#include "rules/position.h"

namespace komadai::mate {

// The squares between the king to move and its only checker on which a dropped piece is futile at
// once: the checker takes it, or another piece takes it with check, and the king is mated without the
// captured piece, whatever the defender holds. Mated means that only such interpositions are left.
Bitboard futile_drops(const Position& position);

// The same for a piece that moves in between.
bool is_futile_move(const Position& position, Move interposition);

}  // namespace komadai::mate
