// Piece values in centipawns, on the board and in hand.
#pragma once

#include "rules/types.h"

namespace komadai {

constexpr int VALUE[PIECE_TYPES] = {
    0,   90,  260, 290, 430, 650,  780, 500, 0,  // pawn lance knight silver bishop rook gold king
    480, 480, 490, 500, 900, 1080,               // と 杏 圭 全 馬 龍
};
// A piece in hand can be dropped anywhere, so it is worth a little more than on the board.
constexpr int HAND_VALUE[KING] = {0, 98, 285, 310, 470, 720, 850, 550};

// The change of the material balance by a capture: a piece leaves one side and enters the other's hand.
constexpr int capture_value(PieceType t) { return t == KING ? 0 : VALUE[t] + HAND_VALUE[unpromote(t)]; }
// The gain by a promotion.
constexpr int promotion_value(PieceType t) { return VALUE[promote(t)] - VALUE[t]; }

}  // namespace komadai
