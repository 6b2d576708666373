// Binds the evaluation and the counts of its terms.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "eval/load.h"

namespace komadai::python {

// The evaluation of this file ("": the built-in one). Raises EvaluationFileError. File names may be any
// bytes, as in Python.
std::unique_ptr<Evaluation> open_evaluation_file(nanobind::handle path, const NetworkOptions& options = {});

void bind_evaluation(nanobind::module_& module);

}  // namespace komadai::python
