// Binds the solver of small variants.
#pragma once

#include <nanobind/nanobind.h>

namespace komadai::python {

void bind_variant_solver(nanobind::module_& module);

}  // namespace komadai::python
