// Binds the position index of game databases.
#pragma once

#include <nanobind/nanobind.h>

namespace komadai::python {

void bind_position_records(nanobind::module_& module);

}  // namespace komadai::python
