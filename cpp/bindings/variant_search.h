#pragma once

#include <nanobind/nanobind.h>

namespace komadai::python {

void bind_variant_search(nanobind::module_& module);

}  // namespace komadai::python
