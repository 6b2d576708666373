// Binds the categories of moves and the counter of them in games.
#pragma once

#include <nanobind/nanobind.h>

#include "search/transition.h"

namespace komadai::python {

// The counts from pairs (legal, played), one for each category in their order. Raises RangeError.
TransitionCounts to_transition_counts(nanobind::sequence pairs);

void bind_transitions(nanobind::module_& module);

}  // namespace komadai::python
