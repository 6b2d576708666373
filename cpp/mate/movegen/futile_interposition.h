// Futile interpositions (muda-ai, 無駄合): a piece is put between the king and a distant checker, is
// captured, and the mate goes on as before. They do not count as defences.
#pragma once

#include "rules/position.h"

namespace komadai::mate {

// What the defender is thought to have to drop: anything, or only what he holds now. The second proves
// mates only as long as he has none of what he lacks now.
enum class Holding { ANYTHING, AS_NOW };

// The squares between the king to move and its only checker on which a dropped piece is futile at
// once: the checker takes it, or another piece takes it with check, and the king is mated without the
// captured piece. Mated means that only such interpositions are left.
Bitboard futile_drops(const Position& position, Holding holding);
// Whether all of these are, which are some of the squares between the king and this only checker.
bool drops_are_futile(const Position& position, Square checker, Bitboard squares, Holding holding);

// The same for a piece that moves in between.
bool is_futile_move(const Position& position, Move interposition, Holding holding);

// Whether AS_NOW can tell more: the defender has nothing that can be dropped on any square.
bool lacks_pieces(const Position& position);

// Where a piece of this type could be dropped by `us`, disregarding uchifuzume.
Bitboard droppable(const Position& position, Color us, PieceType type);

// An interposition that is not futile at once may be so against a longer defence: if the checker takes
// and mates without the piece in no more plies than that takes. This is the position in which that is
// asked: the checker stands on the interposition's square, the defender is to move.
struct Taking {
  Square to;       // where the piece was interposed
  Square vacated;  // where it came from, NO_SQUARE if it was dropped
  bool promotes;   // whether the checker does, as it takes
};
// Writes at most four: for a drop on this square (`interposition` a drop) or this one move.
int generate_takings(const Position& position, Move interposition, Taking* out);

// Makes it; the position before is to be kept for going back.
void take(Position& position, Taking taking);

}  // namespace komadai::mate
