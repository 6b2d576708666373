#pragma once

#include <nanobind/nanobind.h>

namespace komadai::python {

void bind_mate(nanobind::module_& module);
void bind_mate_within(nanobind::module_& module);
void bind_helpmates(nanobind::module_& module);
void bind_brinkmates(nanobind::module_& module);

}  // namespace komadai::python
