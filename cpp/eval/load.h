// Loads an evaluation from a file, or returns a built-in one.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "eval/evaluation.h"

namespace komadai {

// A file that cannot be read or holds no evaluation; what() names it and says what is wrong.
struct EvaluationFileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The evaluation of this file; "": the one the library was built with; "material": pieces alone count.
std::unique_ptr<Evaluation> open_evaluation(const std::string& path);

}  // namespace komadai
