// komadai._core: the categories of moves, and counting them in games.
#pragma once

#include <nanobind/nanobind.h>

#include "search/transition.h"

namespace komadai::python {

// Pairs (legal, played) of all categories in their order, or a RangeError in Python.
TransitionCounts to_transition_counts(nanobind::sequence pairs);

void bind_transitions(nanobind::module_& module);

}  // namespace komadai::python
