// A network: its shape and its weights as the kernels use them.
//
// Two accumulators, one for each side's view of the board, hold the sums of the weights of the inputs that
// are on (int16). Clipped to 0..127, the one of the side to move first, they are the inputs of two layers of
// 32 neurons and of the output: int8 weights, int32 sums, which between the layers are divided by 64 and
// clipped to 0..127.
#pragma once

#include <memory>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "eval/network/features.h"
#include "eval/network/kernels.h"
#include "eval/weights.h"

namespace komadai::network {

constexpr int DEFAULT_SCALE = 16;  // FV_SCALE: the output divided by it is in centipawns
constexpr int MAX_SCALE = 1 << 15;

template <class T>
struct CacheLineAllocator {
  using value_type = T;
  CacheLineAllocator() = default;
  template <class U>
  CacheLineAllocator(const CacheLineAllocator<U>&) {}
  T* allocate(size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(64))); }
  void deallocate(T* p, size_t) { ::operator delete(p, std::align_val_t(64)); }
  bool operator==(const CacheLineAllocator&) const { return true; }
};
template <class T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

struct Network {
  FeatureSet features;
  int width = 0;
  int scale = DEFAULT_SCALE;
  std::string description;  // JSON: how it was trained, licence; empty for a file of another program

  AlignedVector<int16_t> bias;     // [width]
  AlignedVector<int16_t> weights;  // [inputs][width]
  AlignedVector<int8_t> first, second, output;
  AlignedVector<int32_t> first_bias, second_bias;
  int32_t output_bias = 0;
  // The weights of the handmade evaluation that the network corrects; nullptr if it evaluates alone.
  std::shared_ptr<const Weights> handmade;

  Layers layers() const {
    return {first.data(), first_bias.data(), second.data(), second_bias.data(), output.data(), output_bias};
  }
};

// Thrown for a file that is not a network that can be used. what() says what it is and what was expected.
struct BadNetwork : std::runtime_error {
  using std::runtime_error::runtime_error;
};

using Bytes = std::span<const unsigned char>;

// Whether the file begins like a network of Komadai; network_file.cpp describes the format.
bool is_network_file(Bytes file);
// Throws BadNetwork, BadWeights.
std::shared_ptr<const Network> read_network_file(Bytes file);

// Whether the file begins like nn.bin, the format of YaneuraOu and of other shogi engines.
bool is_nn_bin(Bytes file);
std::shared_ptr<const Network> read_nn_bin(Bytes file);

}  // namespace komadai::network
