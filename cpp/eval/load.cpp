#include "eval/load.h"

#include <cstdio>
#include <vector>

#include "eval/handmade.h"
#include "eval/material.h"

namespace komadai {
namespace {

// Larger than any evaluation file.
constexpr size_t MAX_BYTES = size_t(1) << 30;

std::vector<unsigned char> read_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), std::fclose);
  if (!file) throw EvaluationFileError(path + ": cannot be opened");
  std::vector<unsigned char> bytes;
  unsigned char part[1 << 16];
  size_t n;
  while ((n = std::fread(part, 1, sizeof part, file.get())) > 0) {
    bytes.insert(bytes.end(), part, part + n);
    if (bytes.size() > MAX_BYTES) throw EvaluationFileError(path + ": too large for an evaluation");
  }
  if (std::ferror(file.get())) throw EvaluationFileError(path + ": cannot be read");
  return bytes;
}

}  // namespace

std::unique_ptr<Evaluation> open_evaluation(const std::string& path) {
  if (path.empty()) return std::make_unique<HandmadeEvaluation>();
  if (path == "material") return std::make_unique<MaterialEvaluation>();
  const std::vector<unsigned char> bytes = read_file(path);
  try {
    return std::make_unique<HandmadeEvaluation>(read_weights(bytes));
  } catch (const BadWeights& wrong) {
    throw EvaluationFileError(path + ": " + wrong.what());
  }
}

}  // namespace komadai
