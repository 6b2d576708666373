// komadai._core: what the evaluation says of a position, and what it looks at there.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "eval/evaluation.h"

namespace komadai::python {

// The evaluation of this file ("": the built-in one), or EvaluationFileError in Python.
std::unique_ptr<Evaluation> open_evaluation_file(const std::string& path);

void bind_evaluation(nanobind::module_& module);

}  // namespace komadai::python
