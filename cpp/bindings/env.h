// The vector environments of komadai.env.
#pragma once

#include <nanobind/nanobind.h>

namespace komadai::python {

void bind_env(nanobind::module_& module);
void bind_env_variants(nanobind::module_& module);

}  // namespace komadai::python
