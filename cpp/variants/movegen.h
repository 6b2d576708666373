// Move generation for all variants.
#pragma once

#include <vector>

#include "variants/board.h"

namespace komadai::variants {

using MoveList = std::vector<Move>;

// The moves that pieces can make, without the question whether a royal is left attacked. Adds to `list`.
void generate_pseudo_legal(const Board& b, MoveList& list);
// The captures among them, and promotions.
void generate_captures(const Board& b, MoveList& list);
// The legal moves; none if the game is over by a rule that ends it at once (a captured royal, the try rule
// …).
void generate_legal(Board& b, MoveList& list);
uint64_t count_legal(Board& b);
bool has_legal_move(Board& b);
bool is_legal(Board& b, Move m);  // any bits
// Whether a drop mates although its kind must not (a dropped pawn in shogi).
bool is_forbidden_mate(Board& b, Move m);
// Whether a piece with moves of several legs could capture on `target` if it were its side's turn; moves to
// any square do not count if `anywhere` is false.
bool path_attack(const Board& b, Square from, Square target, bool anywhere = true);

}  // namespace komadai::variants
