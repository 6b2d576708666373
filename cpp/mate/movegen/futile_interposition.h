// Futile interpositions (muda-ai, 無駄合): a piece is put between the king and a distant checker, is
// captured, and the mate goes on as before. They do not count as defences.
#pragma once

#include "rules/position.h"

namespace komadai::mate {

// Which pieces the defender is assumed to have for drops: any, or only those in hand now. A mate proved with
// AS_NOW is valid only while the defender has none of the pieces that are missing now.
enum class Holding { ANYTHING, AS_NOW };

// The squares between the king to move and its only checker on which a dropped piece is futile at
// once: the checker takes it, or another piece takes it with check, and the king is mated without the
// captured piece. Mated means that only such interpositions are left.
Bitboard futile_drops(const Position& position, Holding holding);
// Whether drops on all of `squares` are futile; they lie between the king and `checker`, the only checker.
bool drops_are_futile(const Position& position, Square checker, Bitboard squares, Holding holding);

// The same for a piece that moves in between.
bool is_futile_move(const Position& position, Move interposition, Holding holding);

// Whether AS_NOW can find more mates than ANYTHING: the defender has no piece that can be dropped on any
// square.
bool lacks_pieces(const Position& position);

// Where a piece of this type could be dropped by `us`, disregarding uchifuzume.
Bitboard droppable(const Position& position, Color us, PieceType type);

// An interposition that is not futile at once may be futile against a longer defence: if the checker captures
// it and mates without the piece in no more plies than the length of that defence. A Taking describes the
// position in which this is tested: the checker is on the interposition's square, and the defender is to
// move.
struct Taking {
  Square to;       // the square of the interposed piece
  Square vacated;  // the square from which it moved, NO_SQUARE if it was dropped
  bool promotes;   // whether the checker promotes with the capture
};
// Writes at most four takings of an interposition. Those of a drop are valid for every drop on its square.
int generate_takings(const Position& position, Move interposition, Taking* out);

// Changes the position accordingly. To undo it, the caller keeps a copy of the position.
void take(Position& position, Taking taking);

}  // namespace komadai::mate
