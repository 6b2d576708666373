// Rules that end a game at once, and the result of a game that is over.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "variants/board.h"

namespace komadai::variants {

enum class End : uint8_t {
  NONE,
  CHECKMATE,
  NO_LEGAL_MOVES,
  ROYAL_CAPTURED,
  TRY,
  BARE_KING,
  CHECK,  // check wins
  REPETITION,
  PERPETUAL_CHECK,
};
inline constexpr std::array END_KEYS = {"none",      "checkmate", "no-legal-moves", "royal-captured", "try",
                                        "bare-king", "check",     "repetition",     "perpetual-check"};
constexpr const char* key_of(End end) { return END_KEYS[size_t(end)]; }

struct Result {
  End end = End::NONE;
  std::optional<Color> winner;  // none in a draw
};

// The end by a rule that leaves the side to move no choice: a captured royal, the try rule, a bare king …
Result immediate_end(const Board& b);
bool is_over_at_once(const Board& b);
// How the game ended by the rules of the board: also mate, no legal move and repetition.
Result result(Board& b);
// The result if the repetition ends the game now, judged by the moves since the same position `moves_back`
// moves ago.
Result repetition_end(const Board& b, int moves_back);
// How often the position has occurred in this game.
int repetition_count(const Board& b);

}  // namespace komadai::variants
