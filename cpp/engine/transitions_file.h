// The table of transition probabilities in a file (komadai.engine.transitions).
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

#include "search/transition.h"

namespace komadai::engine {

struct TransitionsFileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Reads the text of a file. Throws TransitionsFileError with the line and what was expected.
TransitionCounts parse_transitions(std::string_view text);

}  // namespace komadai::engine
