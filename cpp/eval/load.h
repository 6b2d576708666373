// Loads an evaluation from a file, or returns a built-in one.
#pragma once

#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "eval/evaluation.h"
#include "eval/network/kernels.h"

namespace komadai {

// A file cannot be read or is not an evaluation. what() has the path and the reason.
struct EvaluationFileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// How a network is evaluated; other evaluations ignore this.
struct NetworkOptions {
  int scale = 0;  // what the output is divided by (FV_SCALE); 0: the file's own
  const network::Kernels* kernels = &network::best_kernels();
};

// The evaluation of this file; "": the built-in one; "material": material only. Throws EvaluationFileError.
std::unique_ptr<Evaluation> open_evaluation(const std::string& path, const NetworkOptions& options = {});

// The evaluation in the bytes of such a file, which errors call `name`. Throws EvaluationFileError.
std::unique_ptr<Evaluation> evaluation_of(std::span<const unsigned char> bytes, const std::string& name,
                                          const NetworkOptions& options = {});

}  // namespace komadai
