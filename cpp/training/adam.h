// Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015): the update of parameters by their
// gradients.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

namespace komadai::training {

struct Adam {
  double rate;
  double beta1, beta2, epsilon;
  uint64_t number;  // of the step, from 1
};

// The arrays of all parameters: their values, and Adam's means of the gradients and of their squares.
struct State {
  float *parameters, *mean, *square;
};

// Updates `count` parameters and clips them to -limit..limit.
struct AdamUpdate {
  explicit AdamUpdate(const Adam& adam)
      : rate(float(adam.rate / (1 - std::pow(adam.beta1, double(adam.number))))),
        root_scale(float(1 / std::sqrt(1 - std::pow(adam.beta2, double(adam.number))))),
        beta1(float(adam.beta1)),
        beta2(float(adam.beta2)),
        new1(float(1 - adam.beta1)),
        new2(float(1 - adam.beta2)),
        epsilon(float(adam.epsilon)) {}

  void operator()(const State& state, size_t offset, size_t count, const float* gradient, float limit) const {
    float* __restrict w = state.parameters + offset;
    float* __restrict m = state.mean + offset;
    float* __restrict v = state.square + offset;
    const float* __restrict g = gradient;
    for (size_t i = 0; i < count; ++i) {
      m[i] = beta1 * m[i] + new1 * g[i];
      v[i] = beta2 * v[i] + new2 * g[i] * g[i];
      const float updated = w[i] - rate * m[i] / (std::sqrt(v[i]) * root_scale + epsilon);
      w[i] = updated > limit ? limit : updated < -limit ? -limit : updated;
    }
  }

  float rate, root_scale, beta1, beta2, new1, new2, epsilon;
};

}  // namespace komadai::training
