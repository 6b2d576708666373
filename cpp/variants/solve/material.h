// What pieces a variant has, for the solver: which variants it can solve, and how many arrangements there
// are.
#pragma once

#include <string>
#include <vector>

#include "variants/board.h"

namespace komadai::variants::solve {

constexpr int MAX_FAMILIES = 8;
constexpr int MAX_PIECES = 40;  // of a family

// Pieces that are the same piece in a hand, or, without drops, the same piece before and after promotion.
struct Family {
  int pieces;              // of both players
  std::vector<int> kinds;  // of the first face and, if it promotes, of the second
};

// A rule that the solver does not know: the code of a message (komadai.message_texts.solve) and the id of the
// piece that has it, or nothing.
struct Problem {
  std::string code;
  std::string piece;
};

struct Material {
  int royal_kind = 0;
  std::vector<Family> families;
  bool is_mirror_symmetric = true;  // each kind moves to the left as to the right
  std::vector<Problem> problems;
};

// Of the pieces of a position; the setup, if the variant is to be solved.
Material material_of(const Board& setup);

// The number of arrangements of the pieces up to colours and mirror images: the size of Index.
double count_arrangements(const Rules& rules, const Material& material);

}  // namespace komadai::variants::solve
