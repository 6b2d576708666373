#include "eval/load.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <system_error>
#include <vector>

#include "eval/corrected.h"
#include "eval/handmade.h"
#include "eval/material.h"
#include "eval/network/network_evaluation.h"
#include "system/open_file.h"

namespace komadai {
namespace {

// Larger than any evaluation file.
constexpr size_t MAX_BYTES = size_t(1) << 30;

std::vector<unsigned char> read_file(const std::string& path) {
  const File file = open_file(path);
  if (!file) throw EvaluationFileError(path + ": cannot be read: " + std::generic_category().message(errno));
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

bool begins_with(std::span<const unsigned char> bytes, std::string_view start) {
  return bytes.size() >= start.size() && std::memcmp(bytes.data(), start.data(), start.size()) == 0;
}

// The kinds of files that are evaluations.
struct Loader {
  bool (*is_kind)(std::span<const unsigned char> file);
  std::unique_ptr<Evaluation> (*load)(std::span<const unsigned char> file, const NetworkOptions& options);
};

std::unique_ptr<Evaluation> network_evaluation(std::shared_ptr<const network::Network> network,
                                               const NetworkOptions& options) {
  const int scale = options.scale ? options.scale : network->scale;
  if (network->handmade)
    return std::make_unique<CorrectedEvaluation>(std::move(network), scale, *options.kernels);
  return std::make_unique<NetworkEvaluation>(std::move(network), scale, *options.kernels);
}

constexpr Loader LOADERS[] = {
    {is_weights_file,
     [](auto file, const NetworkOptions&) -> std::unique_ptr<Evaluation> {
       return std::make_unique<HandmadeEvaluation>(read_weights(file));
     }},
    {network::is_network_file,
     [](auto file, const NetworkOptions& options) {
       return network_evaluation(network::read_network_file(file), options);
     }},
    {network::is_nn_bin,
     [](auto file, const NetworkOptions& options) {
       return network_evaluation(network::read_nn_bin(file), options);
     }},
};

// What files that are not evaluations begin with.
struct Foreign {
  std::string_view start, name;
};
constexpr Foreign FOREIGN[] = {
    {{"\x20\x2f\xf3\x7a", 4}, "a network of Stockfish or Fairy-Stockfish"},
    {{"PK\3\4", 4}, "a zip archive"},
    {{"\x1f\x8b", 2}, "a gzip file"},
    {{"\x28\xb5\x2f\xfd", 4}, "a Zstandard file"},
    {{"7z\xbc\xaf", 4}, "a 7-Zip archive"},
    {{"\x89PNG", 4}, "a PNG picture"},
    {{"SQLite format 3", 15}, "an SQLite database"},
    {{"\x7f"
      "ELF",
      4},
     "a program"},
    {{"version https://git-lfs", 23}, "a pointer of Git LFS, not the file itself"},
    {{"KOMADAI ", 8}, "another file of Komadai"},
};

std::string describe(std::span<const unsigned char> bytes) {
  if (bytes.empty()) return "an empty file";
  for (const Foreign& foreign : FOREIGN)
    if (begins_with(bytes, foreign.start)) return std::string(foreign.name);
  const size_t shown = std::min(bytes.size(), size_t(16));
  bool is_text = true;
  std::string hex;
  for (size_t i = 0; i < shown; ++i) {
    char digits[4];
    std::snprintf(digits, sizeof digits, " %02x", bytes[i]);
    if (i < 8) hex += digits;
    is_text &=
        (bytes[i] >= ' ' && bytes[i] < 127) || bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == '\t';
  }
  return is_text ? "a text" : "a file that begins with" + hex;
}

}  // namespace

std::unique_ptr<Evaluation> open_evaluation(const std::string& path, const NetworkOptions& options) {
  if (path.empty()) return std::make_unique<HandmadeEvaluation>();
  if (path == "material") return std::make_unique<MaterialEvaluation>();
  return evaluation_of(read_file(path), path, options);
}

std::unique_ptr<Evaluation> evaluation_of(std::span<const unsigned char> bytes, const std::string& name,
                                          const NetworkOptions& options) {
  try {
    for (const Loader& loader : LOADERS)
      if (loader.is_kind(bytes)) return loader.load(bytes, options);
  } catch (const BadWeights& wrong) {
    throw EvaluationFileError(name + ": " + wrong.what());
  } catch (const network::BadNetwork& wrong) {
    throw EvaluationFileError(name + ": " + wrong.what());
  }
  throw EvaluationFileError(name + ": " + describe(bytes) +
                            ", not an evaluation; expected nn.bin (K+P or HalfKP) or a file of Komadai");
}

}  // namespace komadai
