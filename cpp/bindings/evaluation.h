// komadai._core: what the evaluation says of a position, and what it looks at there.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "eval/evaluation.h"

namespace komadai::python {

// The evaluation of this file ("": the built-in one), or EvaluationFileError in Python. As Python has them
// the names of files may be any bytes.
std::unique_ptr<Evaluation> open_evaluation_file(nanobind::handle path);

void bind_evaluation(nanobind::module_& module);

}  // namespace komadai::python
