#pragma once

#include <nanobind/nanobind.h>

namespace komadai::python {

void bind_usi_engine(nanobind::module_& module);

}  // namespace komadai::python
