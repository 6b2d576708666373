// Binds the readers of runs of moves, and komadai._core.Run.
#pragma once

#include <nanobind/nanobind.h>

namespace komadai::python {

void bind_records(nanobind::module_& module);

}  // namespace komadai::python
