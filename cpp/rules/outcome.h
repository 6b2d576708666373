// How a game has ended by the rules of the board alone.
#pragma once

#include <array>
#include <cstddef>
#include <optional>

#include "rules/game_history.h"

namespace komadai {

enum class Termination : uint8_t { NONE, CHECKMATE, NO_LEGAL_MOVES, SENNICHITE, PERPETUAL_CHECK };
// The values of komadai.Termination, in the order of the enumeration.
inline constexpr std::array TERMINATION_KEYS = {"", "checkmate", "no_legal_moves", "sennichite",
                                                "perpetual_check"};
constexpr const char* key_of(Termination t) { return TERMINATION_KEYS[size_t(t)]; }

struct Outcome {
  Termination termination = Termination::NONE;
  std::optional<Color> winner;  // none in a draw
};

Outcome outcome_of(const Game& game);

}  // namespace komadai
