// Komadai's own format, little-endian:
//   "KOMADAI NETWORK" and zeros (20 bytes), version (uint32), length of the body (uint32), CRC-32 of the body
//   (uint32), and the body:
//   width (uint16), scale (uint16), has_kings, mirrored (uint8), buckets (uint16), the bucket of each square
//   of the own king (81 uint8), is_correction (uint8), 2 zeros, length of the description (uint32),
//   description (JSON in UTF-8); biases [width] and weights [inputs][width] of the accumulator (int16); and
//   for each layer its biases (int32) and weights by neuron (int8): 2 * width inputs, 32 inputs, the output;
//   and with is_correction the file of the weights of the handmade evaluation that the network corrects
//   (eval/weights.h).
#include "eval/crc32.h"
#include "eval/network/weight_reader.h"

namespace komadai::network {
namespace {

constexpr char MAGIC[20] = "KOMADAI NETWORK\0\0\0\0";
constexpr uint32_t VERSION = 1;
constexpr size_t HEADER = sizeof MAGIC + 12, SHAPE = 8 + SQUARES + 3 + 4;

[[noreturn]] void bad(size_t byte, const std::string& reason) {
  throw BadNetwork("byte " + std::to_string(byte) + ": " + reason);
}

}  // namespace

bool is_network_file(Bytes file) {
  return file.size() >= sizeof MAGIC && std::memcmp(file.data(), MAGIC, sizeof MAGIC) == 0;
}

std::shared_ptr<const Network> read_network_file(Bytes file) {
  if (!is_network_file(file)) bad(0, "expected \"KOMADAI NETWORK\": not a network of Komadai");
  if (file.size() < HEADER + SHAPE) bad(file.size(), "expected more: a truncated network of Komadai");
  WeightReader header(file.subspan(sizeof MAGIC));
  const uint32_t version = header.next<uint32_t>(), length = header.next<uint32_t>();
  const uint32_t checksum = header.next<uint32_t>();
  if (version != VERSION)
    bad(20,
        "a network of version " + std::to_string(version) + ", expected version " + std::to_string(VERSION));
  const Bytes body = file.subspan(HEADER);
  if (length != body.size())
    bad(24, "expected " + std::to_string(length) + " bytes after the header, got " +
                std::to_string(body.size()) + ": a truncated or longer network of Komadai");
  if (crc32(body) != checksum)
    bad(28, "the checksum is not that of the weights: a damaged network of Komadai");

  const auto network = std::make_shared<Network>();
  FeatureSet& set = network->features;
  WeightReader reader(body);
  network->width = reader.next<uint16_t>();
  network->scale = reader.next<uint16_t>();
  set.has_kings = reader.next<uint8_t>();
  set.mirrored = reader.next<uint8_t>();
  set.buckets = reader.next<uint16_t>();
  if (network->width < WIDTH_STEP || network->width > MAX_WIDTH || network->width % WIDTH_STEP != 0)
    bad(HEADER, "a network of width " + std::to_string(network->width) + ", expected a multiple of " +
                    std::to_string(WIDTH_STEP) + " up to " + std::to_string(MAX_WIDTH));
  if (network->scale < 1 || network->scale > MAX_SCALE) bad(HEADER + 2, "expected a scale from 1 to 32768");
  if (set.buckets < 1 || set.buckets > SQUARES) bad(HEADER + 6, "expected 1 to 81 buckets");
  for (uint8_t& bucket : set.bucket_of) {
    bucket = reader.next<uint8_t>();
    if (bucket >= set.buckets) bad(HEADER + 8, "expected buckets below " + std::to_string(set.buckets));
  }
  const auto is_correction = reader.next<uint8_t>();
  if (is_correction > 1) bad(HEADER + 8 + SQUARES, "expected 0 or 1");
  reader.bytes(2);
  const size_t description = reader.next<uint32_t>();
  const size_t weights =
      accumulator_bytes(*network) + layers_bytes(*network) + is_correction * WEIGHTS_FILE_BYTES;
  if (description > reader.left() || reader.left() - description != weights)
    bad(HEADER + SHAPE - 4, "expected " + std::to_string(weights) + " bytes of weights, got " +
                                std::to_string(reader.left()) + " with the description");
  const Bytes text = reader.bytes(description);
  network->description.assign(reinterpret_cast<const char*>(text.data()), text.size());
  reader.accumulator(*network);
  reader.layers(*network);
  if (is_correction) network->handmade = read_weights(reader.bytes(WEIGHTS_FILE_BYTES));
  return network;
}

}  // namespace komadai::network
