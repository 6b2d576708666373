// Finds a mate in one move. It is called at every leaf of a search, so it makes few moves on the board.
#pragma once

#include "rules/position.h"

namespace komadai::mate {

// A legal move after which the other side has no legal move and is in check; NO_MOVE if there is none.
// Accepts any position: in check or not, with or without kings. Uchifuzume is respected. If several moves
// mate, any of them is returned.
Move mate_in_1(const Position& position);
// The same for positions in which neither side is in check; `pinned` are the pinned pieces of the side to
// move.
Move mate_in_1(const Position& position, Bitboard pinned);

// The same by the rules of tsume (docs/tsume-rules.md): interpositions that are futile at once are no
// defences.
Move tsume_in_1(const Position& position);
// The same. If no check mates, `checks` is the number of checks, including pawn drops that uchifuzume
// forbids; otherwise it is undefined.
Move tsume_in_1(const Position& position, int& checks);

}  // namespace komadai::mate
