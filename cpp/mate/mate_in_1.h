// Finds a mate in one move. It is called at every leaf of a search, so it makes few moves on the board.
#pragma once

#include "rules/position.h"

namespace komadai::mate {

// A legal move after which the other side has no legal move and is in check; NO_MOVE if there is none.
// For any position: in check or not, with or without kings, drops of pawns excluded by uchifuzume. Where
// several moves mate, it is any of them.
Move mate_in_1(const Position& position);
// The same where neither side is in check and the pinned pieces of the side to move are known already.
Move mate_in_1(const Position& position, Bitboard pinned);

// The same by the rules of tsume (docs/tsume-rules.md): it is mate, too, when nothing but interpositions
// that are futile at once are left.
Move tsume_in_1(const Position& position);
// The same, which counts on the way how many checks there are; of use only where none of them mates. Those
// by a pawn that may not be dropped are counted, too.
Move tsume_in_1(const Position& position, int& checks);

}  // namespace komadai::mate
