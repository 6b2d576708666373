// Binds komadai._core.Search, the engine's search.
#pragma once

#include <nanobind/nanobind.h>

namespace komadai::python {

void bind_search(nanobind::module_& module);

}  // namespace komadai::python
