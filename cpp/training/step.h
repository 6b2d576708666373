// One step of training a network of floats: outputs, loss, gradient (backpropagation) and the update of all
// parameters by Adam.
//
// The network is the one of eval/network/network.h before quantization: the activations between the layers
// are clipped to 0..1, and an output of 1.0 is OUTPUT_CENTIPAWNS.
//
// The result does not depend on the number of threads: positions are processed in chunks of fixed size, and
// sums over chunks are added up in their order. It does depend on the processor that the library was built
// for, since products may be rounded or not before they are added.
#pragma once

#include <span>
#include <stdexcept>
#include <vector>

#include "eval/network/network.h"
#include "training/adam.h"
#include "training/batch.h"

namespace komadai::training {

constexpr double OUTPUT_CENTIPAWNS = 600;
constexpr size_t HIDDEN = size_t(network::HIDDEN);

// The largest absolute values of weights, so that the quantized network can hold them.
struct Limits {
  float accumulator;  // weights and biases of the accumulators
  float layer;        // weights of the two layers
  float output;       // weights of the output
};

// The parameters of a network are one array of floats; here are the offsets of its parts.
//
// With `factorised` there are weights that all buckets share: an input then counts with
// the sum of its bucket's weight and the shared weight.
struct Shape {
  size_t bucket_inputs;  // the inputs of one bucket
  size_t buckets;
  size_t width;  // of an accumulator
  bool factorised;

  size_t inputs() const { return bucket_inputs * buckets; }
  size_t bias() const { return 0; }                               // [width]
  size_t weights() const { return width; }                        // [inputs][width]
  size_t shared() const { return weights() + inputs() * width; }  // [bucket_inputs][width] or none
  size_t first_bias() const { return shared() + factorised * bucket_inputs * width; }  // [HIDDEN]
  size_t first() const { return first_bias() + HIDDEN; }                               // [HIDDEN][2 * width]
  size_t second_bias() const { return first() + HIDDEN * 2 * width; }                  // [HIDDEN]
  size_t second() const { return second_bias() + HIDDEN; }                             // [HIDDEN][HIDDEN]
  size_t output() const { return second() + HIDDEN * HIDDEN; }                         // [HIDDEN]
  size_t output_bias() const { return output() + HIDDEN; }                             // one number
  size_t parameters() const { return output_bias() + 1; }
};

// p, the predicted win rate, is the logistic function of (output in centipawns + offset) / value_scale; the
// target t is (1 - result_weight) * logistic(score / score_scale) + result_weight * result. The loss is the
// cross-entropy of p and t, or |p - t| to the power `exponent` if that is not 0.
struct Loss {
  double score_scale;
  double value_scale;
  double result_weight;
  double exponent;
};

struct Positions {
  const uint32_t* inputs;  // [count][2][MAX_INPUTS], as in Batch
  const float* scores;
  const float* results;
  const float* offsets;
  size_t count;
};

class Trainer {
 public:
  Trainer(const Shape& shape, const Limits& limits, int threads);
  ~Trainer();
  Trainer(const Trainer&) = delete;

  // Changes the parameters to decrease the loss in these positions, at least one, and returns the mean of
  // the loss before the change. Every parameter is updated, also those of inputs that no position has. Throws
  // std::out_of_range for an input that the network does not have.
  double step(const State& state, const Positions& positions, const Loss& loss, const Adam& adam);
  // The outputs for these positions, without their scores and results.
  void outputs(const float* parameters, const Positions& positions, float* outputs);

  const Shape& shape() const { return shape_; }

 private:
  struct Chunk;
  // The rows (2 * position + side) with input i on are rows[begin[i]] ... rows[begin[i + 1] - 1].
  struct InputRows {
    std::vector<uint32_t> begin, rows;
  };

  void check_inputs(const Positions& positions) const;
  void prepare(const float* parameters);
  void list_input_rows(const Positions& positions);
  void forward(const float* parameters, const Positions& positions, size_t first, size_t count,
               Chunk& chunk) const;
  double backward(const float* parameters, const Positions& positions, const Loss& loss, size_t first,
                  size_t count, Chunk& chunk, float* gradient);
  void update_inputs(const State& state, size_t rows, const Adam& adam);
  void update_layers(const State& state, size_t chunks, const Adam& adam);

  Shape shape_;
  Limits limits_;
  int threads_;
  std::vector<Chunk> chunks_;                      // one for each thread
  const float* input_weights_ = nullptr;           // the parameters' or those of `combined_`
  network::AlignedVector<float> combined_;         // the weights of each bucket plus the shared ones
  network::AlignedVector<float> first_, second_;   // the layers' weights, transposed: [inputs][HIDDEN]
  network::AlignedVector<float> input_gradients_;  // of the accumulators: [column / TILE][position][2][TILE]
  network::AlignedVector<float> layer_gradients_;  // [chunk][parameters after the accumulators]
  InputRows input_rows_;
};

}  // namespace komadai::training
