// nn.bin, the field's format of networks for shogi, little-endian: version, hash of the architecture
// (uint32), length of its text (uint32), the text; a hash (uint32), biases and weights of the accumulator
// (int16); a hash (uint32), and for each layer its biases (int32) and weights by neuron (int8).
//
// The text names the architecture, for example "Features=K+P[1710->256x2],Network=AffineTransform...", but
// programs spell it in several ways, and some do not set the hashes. So a file is taken for what it is by the
// size, and by the hash of the accumulator or the name in the text.
#include <string_view>

#include "eval/network/weight_reader.h"

namespace komadai::network {
namespace {

constexpr uint32_t VERSION = 0x7af32f16;
constexpr size_t MAX_TEXT = 4096;

FeatureSet half_kp() {
  FeatureSet set;
  set.has_kings = false;
  set.buckets = SQUARES;
  for (size_t s = 0; s < SQUARES; ++s) set.bucket_of[s] = uint8_t(s);
  return set;
}

// The feature sets that can be read: how texts spell them, and their part of the accumulator's hash.
struct KnownFeatures {
  std::string_view spellings[2];
  uint32_t hash;
  FeatureSet set;
};
const KnownFeatures KNOWN[] = {
    {{"Features=K+P[", "Features=K-P(Friend)["}, 0x3f5717ff, FeatureSet{}},
    {{"Features=HalfKP(Friend)[", "Features=HalfKP["}, 0x5d69d5b8, half_kp()},
};

// The size of the weights with their two hashes is linear in the width. Returns the width for a size, or 0.
int width_of(const FeatureSet& features, size_t size) {
  Network network;
  network.features = features;
  const auto size_at = [&](int width) {
    network.width = width;
    return 8 + accumulator_bytes(network) + layers_bytes(network);
  };
  const size_t base = size_at(0), step = size_at(WIDTH_STEP) - base;
  const size_t steps = size > base && (size - base) % step == 0 ? (size - base) / step : 0;
  return steps <= MAX_WIDTH / WIDTH_STEP ? int(steps) * WIDTH_STEP : 0;
}

// A text of a file for an error message: printable and not too long.
std::string quoted(std::string_view text) {
  std::string shown;
  for (char c : text.substr(0, 120)) shown += c >= ' ' && c < 127 ? c : '?';
  return "\"" + shown + (text.size() > 120 ? "...\"" : "\"");
}

}  // namespace

bool is_nn_bin(Bytes file) { return file.size() >= 4 && WeightReader(file).next<uint32_t>() == VERSION; }

std::shared_ptr<const Network> read_nn_bin(Bytes file) {
  if (!is_nn_bin(file)) throw BadNetwork("byte 0: expected the version 0x7af32f16 of nn.bin");
  if (file.size() < 12)
    throw BadNetwork("byte " + std::to_string(file.size()) + ": truncated, expected more of an nn.bin");
  WeightReader reader(file);
  reader.bytes(8);
  const size_t length = reader.next<uint32_t>();
  if (length > MAX_TEXT || length > reader.left())
    throw BadNetwork("byte 8: a description of " + std::to_string(length) + " bytes in an nn.bin of " +
                     std::to_string(file.size()) + ": truncated or damaged, expected more");
  const Bytes bytes = reader.bytes(length);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const size_t size = reader.left();
  const uint32_t hash = size >= 4 ? reader.next<uint32_t>() : 0;

  const auto network = std::make_shared<Network>();
  for (const KnownFeatures& known : KNOWN) {
    const int width = width_of(known.set, size);
    const bool is_named = text.starts_with(known.spellings[0]) || text.starts_with(known.spellings[1]);
    if (width == 0 || !(is_named || hash == (known.hash ^ uint32_t(2 * width)))) continue;
    network->features = known.set;
    network->width = width;
    reader.accumulator(*network);
    reader.bytes(4);
    reader.layers(*network);
    return network;
  }
  throw BadNetwork("an nn.bin of the architecture " + quoted(text) + " with " + std::to_string(size) +
                   " bytes of weights, expected K+P or HalfKP with layers of 2 x width-32-32: another "
                   "architecture, or truncated");
}

}  // namespace komadai::network
