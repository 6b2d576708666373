// Static exchange evaluation: what a capture wins if both sides go on capturing on its square with the piece
// of the lowest value.
#pragma once

#include "variants/board.h"
#include "variants/search/evaluation.h"

namespace komadai::variants {

// The value of everything that a move captures or burns.
int captured_value(const Board& b, const Evaluation& evaluation, Move m);
// Whether a move wins at least `threshold`. Pieces that attack by moves of several legs only are not counted.
bool exchange_wins(const Board& b, const Evaluation& evaluation, Move m, int threshold);

}  // namespace komadai::variants
