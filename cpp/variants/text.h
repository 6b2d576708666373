// Squares and moves as USI writes them.
#pragma once

#include <string>
#include <string_view>

#include "variants/board.h"

namespace komadai::variants {

std::string square_name(const Rules& rules, Square cell);        // 7g, 12l, 36aj
Square parse_square(const Rules& rules, std::string_view text);  // 0: no square of the board
std::string to_usi(const Rules& rules, Move m);
// The legal move that a text names, in its written form or another that means the same (a step by way of an
// empty square); no move if there is none.
Move parse_usi(Board& b, std::string_view text);
// The move as written, legal or not, with all squares on the way; no move if the text is none of the variant.
Move read_usi(const Rules& rules, std::string_view text);
std::string piece_text(const Rules& rules, Piece p);  // P, p, +(HM)

}  // namespace komadai::variants
