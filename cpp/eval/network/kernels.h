// The arithmetic of a network, written for several kinds of processors; the best one is chosen when the
// program runs. All give the same numbers: sums of int16 wrap around, and no sum in the layers can overflow.
#pragma once

#include <cstddef>
#include <cstdint>

namespace komadai::network {

constexpr int HIDDEN = 32;      // neurons in each of the two layers after the accumulators
constexpr int WIDTH_STEP = 32;  // the width of an accumulator is a multiple of this
constexpr int MAX_WIDTH = 1024;
constexpr int WEIGHT_SHIFT = 6;  // a weight of 1.0 in the layers is 64
constexpr int MAX_ACTIVATION = 127;

// The layers after the accumulators, aligned to 64 bytes. The weights of four inputs of a neuron lie
// together, then those of the next neuron: [inputs / 4][HIDDEN][4].
struct Layers {
  const int8_t* first;  // 2 * width inputs
  const int32_t* first_bias;
  const int8_t* second;  // HIDDEN inputs
  const int32_t* second_bias;
  const int8_t* output;
  int32_t output_bias;
};

struct InputList {
  const uint32_t* at;
  size_t count;
};

struct Kernels {
  const char* name;
  bool (*is_supported)();
  // out = in - the columns of `removed` + the columns of `added`. A column has `width` weights. `out` may be
  // `in`. All weights and accumulators are aligned to 64 bytes.
  void (*update)(int16_t* out, const int16_t* in, const int16_t* weights, int width, InputList removed,
                 InputList added);
  // The output of the layers for the accumulators of the side to move and of its opponent.
  int32_t (*forward)(const Layers& layers, const int16_t* own, const int16_t* theirs, int width);
};

struct KernelList {
  const Kernels* const* at;
  size_t count;
};

// All that this build has, the fastest first; the last one is plain C++.
KernelList all_kernels();
// The fastest that this processor supports.
const Kernels& best_kernels();

}  // namespace komadai::network
