// Binds the training of networks: batches of positions, and steps.
#pragma once

#include <nanobind/nanobind.h>

namespace komadai::python {

void bind_training(nanobind::module_& module);

}  // namespace komadai::python
