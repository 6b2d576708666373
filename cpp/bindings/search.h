// komadai._core.Search: the engine's search as Python sees it.
#pragma once

#include <nanobind/nanobind.h>

namespace komadai::python {

void bind_search(nanobind::module_& module);

}  // namespace komadai::python
