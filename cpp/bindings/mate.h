#pragma once

#include <nanobind/nanobind.h>

#include <vector>

#include "rules/position.h"

namespace komadai::python {

// Raises TsumeError with the reason's code if this position cannot be a mate problem. `attack`: the side to
// move mates; false: it is to be mated.
void refuse_unless_problem(const Position& position, bool attack);

// The moves as a tuple of Python's Move objects.
nanobind::tuple to_tuple(const std::vector<Move>& moves);

void bind_mate(nanobind::module_& module);
void bind_mate_within(nanobind::module_& module);
void bind_helpmates(nanobind::module_& module);
void bind_brinkmates(nanobind::module_& module);

}  // namespace komadai::python
