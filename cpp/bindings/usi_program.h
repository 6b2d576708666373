// Binds the USI engine (cpp/engine/program.h) with the books and the search that only Python has.
#pragma once

#include <nanobind/nanobind.h>

namespace komadai::python {

void bind_usi_program(nanobind::module_& module);

}  // namespace komadai::python
