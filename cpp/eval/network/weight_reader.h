// Reads the little-endian numbers of a file of weights, whose length was checked before.
#pragma once

#include <cstring>

#include "eval/network/network.h"

namespace komadai::network {

class WeightReader {
 public:
  explicit WeightReader(Bytes bytes) : at_(bytes.data()), end_(at_ + bytes.size()) {}

  size_t left() const { return size_t(end_ - at_); }
  Bytes bytes(size_t count) {
    const Bytes part(at_, count);
    at_ += count;
    return part;
  }
  template <class T>
  T next() {
    std::make_unsigned_t<T> value = 0;
    for (size_t i = 0; i < sizeof(T); ++i) value |= std::make_unsigned_t<T>(uint64_t(at_[i]) << 8 * i);
    at_ += sizeof(T);
    return T(value);
  }
  template <class T>
  AlignedVector<T> numbers(size_t count) {
    AlignedVector<T> numbers(count);
    for (T& number : numbers) number = next<T>();
    return numbers;
  }
  // The weights of a layer of HIDDEN neurons, neuron by neuron in the file, in the order of the kernels.
  AlignedVector<int8_t> layer(size_t inputs) {
    AlignedVector<int8_t> weights(HIDDEN * inputs);
    for (size_t neuron = 0; neuron < HIDDEN; ++neuron)
      for (size_t i = 0; i < inputs; ++i) weights[(i / 4 * HIDDEN + neuron) * 4 + i % 4] = next<int8_t>();
    return weights;
  }
  void accumulator(Network& network) {
    network.bias = numbers<int16_t>(size_t(network.width));
    network.weights = numbers<int16_t>(size_t(network.features.inputs()) * size_t(network.width));
  }
  void layers(Network& network) {
    network.first_bias = numbers<int32_t>(HIDDEN);
    network.first = layer(2 * size_t(network.width));
    network.second_bias = numbers<int32_t>(HIDDEN);
    network.second = layer(HIDDEN);
    network.output_bias = next<int32_t>();
    network.output = numbers<int8_t>(HIDDEN);
  }

 private:
  const unsigned char *at_, *end_;
};

// The sizes in bytes of what `accumulator` and `layers` read.
inline size_t accumulator_bytes(const Network& n) {
  return 2 * size_t(n.width) * (size_t(n.features.inputs()) + 1);
}
inline size_t layers_bytes(const Network& n) {
  return size_t(HIDDEN) * (2 * size_t(n.width) + HIDDEN + 1) + 4 * (2 * HIDDEN + 1);
}

}  // namespace komadai::network
