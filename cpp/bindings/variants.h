#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "variants/board.h"

namespace komadai::python {

struct PythonRules {
  std::shared_ptr<const variants::Rules> rules;
};

bool is_variant_move(PyObject* object) noexcept;

[[noreturn]] void refuse_sfen(const variants::SfenProblem& problem);  // raises SfenError

void bind_variants(nanobind::module_& module);

}  // namespace komadai::python
