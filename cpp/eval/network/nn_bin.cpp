// nn.bin, the field's format of networks for shogi, little-endian: version, hash of the architecture
// (uint32), length of its text (uint32), the text; a hash (uint32), biases and weights of the accumulator
// (int16); a hash (uint32), and for each layer its biases (int32) and weights by neuron (int8).
//
// The text names the architecture, for example "Features=K+P[1710->256x2],Network=AffineTransform...". The
// layers must be 2 x width - 32 - 32 - 1 with clipped ReLU between.
#include <charconv>
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

// The names of the feature sets that can be read.
struct NamedFeatures {
  std::string_view name;
  FeatureSet set;
};
const NamedFeatures FEATURES[] = {
    {"K+P", FeatureSet{}},
    {"HalfKP(Friend)", half_kp()},
};

// The text of the layers after the accumulators, by width.
std::string layers_text(int width) {
  const std::string inputs = std::to_string(2 * width);
  return "AffineTransform[1<-32](ClippedReLU[32](AffineTransform[32<-32](ClippedReLU[32](AffineTransform[32<"
         "-" +
         inputs + "](InputSlice[" + inputs + "(0:" + inputs + ")])))))";
}

constexpr const char* EXPECTED = "expected K+P or HalfKP with layers of 2 x width-32-32";

// The part of `text` after `key` up to one of `ends`; empty if there is none.
std::string_view part_after(std::string_view text, std::string_view key, std::string_view ends) {
  const size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  text.remove_prefix(at + key.size());
  return text.substr(0, text.find_first_of(ends));
}

int number(std::string_view digits) {
  int value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
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
  if (file.size() < 12) throw BadNetwork("a truncated nn.bin, " + std::string(EXPECTED));
  WeightReader reader(file);
  reader.bytes(8);
  const size_t length = reader.next<uint32_t>();
  if (length > MAX_TEXT || length > reader.left())
    throw BadNetwork("byte 8: a description of " + std::to_string(length) + " bytes in an nn.bin of " +
                     std::to_string(file.size()) + ": truncated or damaged");
  const Bytes bytes = reader.bytes(length);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());

  const auto network = std::make_shared<Network>();
  const std::string_view features = part_after(text, "Features=", "[,");
  const NamedFeatures* known = nullptr;
  for (const NamedFeatures& each : FEATURES)
    if (each.name == features) known = &each;
  const std::string_view shape = part_after(text, "Features=", "]");
  network->width = number(part_after(shape, "->", "x"));
  if (!known || network->width < WIDTH_STEP || network->width > MAX_WIDTH || network->width % WIDTH_STEP != 0)
    throw BadNetwork("an nn.bin of the architecture " + quoted(text) + ", " + EXPECTED);
  network->features = known->set;
  const size_t layers_at = text.find("Network=");
  std::string_view layers = layers_at == std::string_view::npos ? "" : text.substr(layers_at + 8);
  layers = layers.substr(0, layers.find(",fv_scale"));
  if (layers != layers_text(network->width))
    throw BadNetwork("an nn.bin of the architecture " + quoted(text) + ", " + EXPECTED);

  const size_t weights = 4 + accumulator_bytes(*network) + 4 + layers_bytes(*network);
  if (reader.left() != weights)
    throw BadNetwork("an nn.bin of the architecture " + quoted(text) + " with " +
                     std::to_string(reader.left()) + " bytes of weights, expected " +
                     std::to_string(weights) + (reader.left() < weights ? ": truncated" : ""));
  reader.bytes(4);
  reader.accumulator(*network);
  reader.bytes(4);
  reader.layers(*network);
  return network;
}

}  // namespace komadai::network
