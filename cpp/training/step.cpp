#include "training/step.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "threads/parallel_for.h"

namespace komadai::training {
namespace {

// Loops are written for the compiler to use vector instructions: sums of products are never reordered, so
// inner loops run over independent sums.
constexpr size_t LANES = 16;
using Vector = float __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float)), may_alias));

inline Vector& at(float* p) { return *reinterpret_cast<Vector*>(p); }
inline const Vector& at(const float* p) { return *reinterpret_cast<const Vector*>(p); }

#ifdef __AVX512F__
constexpr size_t BLOCK_VECTORS = 2;  // as many as fit into registers, for BLOCK_ROWS rows
#else
constexpr size_t BLOCK_VECTORS = 1;
#endif
constexpr size_t BLOCK_ROWS = 4;

constexpr size_t TILE = 16;    // columns whose gradients lie together
constexpr size_t CHUNK = 128;  // positions of a task; a multiple of BLOCK_ROWS
constexpr size_t INPUTS_PER_TASK = 64;
constexpr size_t LAYER_PARAMETERS_PER_TASK = 2048;

constexpr float NO_LIMIT = std::numeric_limits<float>::infinity();

// to = the sums of the columns of one side's inputs, clipped to 0..1, for N vectors of columns.
template <size_t N>
inline void accumulate_tile(float* to, const float* bias, const float* weights, size_t width,
                            const uint32_t* inputs, size_t count) {
  Vector sums[N];
  for (size_t i = 0; i < N; ++i) sums[i] = at(bias + i * LANES);
  for (size_t k = 0; k < count; ++k) {
    const float* column = weights + inputs[k] * width;
    for (size_t i = 0; i < N; ++i) sums[i] += at(column + i * LANES);
  }
  for (size_t i = 0; i < N; ++i) at(to + i * LANES) = sums[i];
}

inline void clip(float* x, size_t count) {
  for (size_t i = 0; i < count; ++i) x[i] = x[i] < 0 ? 0 : x[i] > 1 ? 1 : x[i];
}

void accumulate(float* to, const float* bias, const float* weights, size_t width, const uint32_t* inputs) {
  size_t count = 0;
  while (count < MAX_INPUTS && inputs[count] != NO_INPUT) ++count;
  size_t c = 0;
  for (; c + 4 * LANES <= width; c += 4 * LANES)
    accumulate_tile<4>(to + c, bias + c, weights + c, width, inputs, count);
  for (; c < width; c += 2 * LANES) accumulate_tile<2>(to + c, bias + c, weights + c, width, inputs, count);
  clip(to, width);
}

// to[row][column] = bias[column] + the sum over k of x[row][k] * weights[k][column]. The numbers of rows is a
// multiple of BLOCK_ROWS, of columns one of BLOCK_VECTORS * LANES. A bias of nullptr is 0.
void multiply(float* to, const float* bias, const float* x, const float* weights, size_t rows, size_t inner,
              size_t columns) {
  for (size_t c = 0; c < columns; c += BLOCK_VECTORS * LANES)
    for (size_t r = 0; r < rows; r += BLOCK_ROWS) {
      Vector sums[BLOCK_ROWS][BLOCK_VECTORS] = {};
      if (bias)
        for (auto& row : sums)
          for (size_t i = 0; i < BLOCK_VECTORS; ++i) row[i] = at(bias + c + i * LANES);
      const float* w = weights + c;
      for (size_t k = 0; k < inner; ++k, w += columns)
        for (size_t j = 0; j < BLOCK_ROWS; ++j)
          for (size_t i = 0; i < BLOCK_VECTORS; ++i) sums[j][i] += x[(r + j) * inner + k] * at(w + i * LANES);
      for (size_t j = 0; j < BLOCK_ROWS; ++j)
        for (size_t i = 0; i < BLOCK_VECTORS; ++i) at(to + (r + j) * columns + c + i * LANES) = sums[j][i];
    }
}

// to[neuron][column] = the sum over rows of d[row][neuron] * x[row][column]: the gradient of a layer's
// weights.
void multiply_transposed(float* to, const float* d, const float* x, size_t rows, size_t columns) {
  for (size_t c = 0; c < columns; c += BLOCK_VECTORS * LANES)
    for (size_t n = 0; n < HIDDEN; n += BLOCK_ROWS) {
      Vector sums[BLOCK_ROWS][BLOCK_VECTORS] = {};
      for (size_t r = 0; r < rows; ++r)
        for (size_t j = 0; j < BLOCK_ROWS; ++j)
          for (size_t i = 0; i < BLOCK_VECTORS; ++i)
            sums[j][i] += d[r * HIDDEN + n + j] * at(x + r * columns + c + i * LANES);
      for (size_t j = 0; j < BLOCK_ROWS; ++j)
        for (size_t i = 0; i < BLOCK_VECTORS; ++i) at(to + (n + j) * columns + c + i * LANES) = sums[j][i];
    }
}

// The gradient of a clipped activation is 0 where it was clipped.
inline void clear_clipped(float* gradient, const float* activation, size_t count) {
  for (size_t i = 0; i < count; ++i)
    gradient[i] = ((activation[i] > 0) & (activation[i] < 1)) ? gradient[i] : 0;
}

void sum_of_rows(float* to, const float* rows, size_t count, size_t columns) {
  std::fill_n(to, columns, 0.0f);
  for (size_t r = 0; r < count; ++r)
    for (size_t i = 0; i < columns; ++i) to[i] += rows[r * columns + i];
}

void transpose(float* to, const float* from, size_t rows, size_t columns) {
  for (size_t c = 0; c < columns; ++c)
    for (size_t r = 0; r < rows; ++r) to[c * rows + r] = from[r * columns + c];
}

// Adds up rows of TILE numbers: row(0), row(1) ... row(count - 1), in four sums to hide their latency.
template <class Row>
inline void sum_tile(float* to, size_t count, Row row) {
  static_assert(TILE == LANES);
  Vector sums[4] = {};
  size_t i = 0;
  for (; i + 4 <= count; i += 4)
    for (size_t j = 0; j < 4; ++j) sums[j] += at(row(i + j));
  for (; i < count; ++i) sums[0] += at(row(i));
  at(to) = (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

struct LossAndSlope {
  double loss, slope;  // the slope by the output
};

LossAndSlope loss_of(const Loss& loss, float output, float score, float result, float offset) {
  const auto logistic = [](double x) { return 1 / (1 + std::exp(-x)); };
  const double target =
      (1 - loss.result_weight) * logistic(score / loss.score_scale) + loss.result_weight * double(result);
  const double unit = OUTPUT_CENTIPAWNS / loss.value_scale;
  const double z = unit * double(output) + double(offset) / loss.value_scale;
  const double p = logistic(z);
  if (loss.exponent == 0)  // -t log p - (1 - t) log(1 - p), in a form that cannot overflow
    return {std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))) - target * z, unit * (p - target)};
  const double distance = std::abs(p - target);
  const double slope = loss.exponent * std::pow(distance, loss.exponent - 1) * p * (1 - p) * unit;
  return {std::pow(distance, loss.exponent), p < target ? -slope : slope};
}

}  // namespace

// The activations of a chunk of positions, and the gradients by the sums before them.
struct Trainer::Chunk {
  explicit Chunk(size_t width)
      : accumulators(CHUNK * 2 * width),
        accumulator_gradients(CHUNK * 2 * width),
        first(CHUNK * HIDDEN),
        second(CHUNK * HIDDEN),
        first_gradients(CHUNK * HIDDEN),
        second_gradients(CHUNK * HIDDEN) {}

  network::AlignedVector<float> accumulators, accumulator_gradients;               // [CHUNK][2][width]
  network::AlignedVector<float> first, second, first_gradients, second_gradients;  // [CHUNK][HIDDEN]
  float outputs[CHUNK];
};

Trainer::Trainer(const Shape& shape, const Limits& limits, int threads)
    : shape_(shape),
      limits_(limits),
      threads_(threads),
      combined_(shape.factorised ? shape.inputs() * shape.width : 0),
      first_(2 * shape.width * HIDDEN),
      second_(HIDDEN * HIDDEN) {
  for (int i = 0; i < threads; ++i) chunks_.emplace_back(shape.width);
}

Trainer::~Trainer() = default;

void Trainer::check_inputs(const Positions& positions) const {
  const uint32_t inputs = uint32_t(shape_.inputs());
  bool wrong = false;
  for (size_t i = 0; i < positions.count * 2 * MAX_INPUTS; ++i) wrong |= positions.inputs[i] + 1 > inputs;
  if (wrong) throw std::out_of_range("inputs: a number is not one of the network's inputs");
}

void Trainer::prepare(const float* parameters) {
  transpose(first_.data(), parameters + shape_.first(), HIDDEN, 2 * shape_.width);
  transpose(second_.data(), parameters + shape_.second(), HIDDEN, HIDDEN);
  input_weights_ = parameters + shape_.weights();
  if (!shape_.factorised) return;
  const size_t count = shape_.bucket_inputs * shape_.width;
  const float* shared = parameters + shape_.shared();
  parallel_for(threads_, shape_.buckets, [&](size_t bucket, size_t) {
    const float* own = parameters + shape_.weights() + bucket * count;
    float* to = combined_.data() + bucket * count;
    for (size_t i = 0; i < count; ++i) to[i] = own[i] + shared[i];
  });
  input_weights_ = combined_.data();
}

void Trainer::list_input_rows(const Positions& positions) {
  auto& begin = input_rows_.begin;
  auto& rows = input_rows_.rows;
  begin.assign(shape_.inputs() + 2, 0);
  const auto each = [&](auto visit) {
    for (size_t row = 0; row < 2 * positions.count; ++row) {
      const uint32_t* inputs = positions.inputs + row * MAX_INPUTS;
      for (size_t i = 0; i < MAX_INPUTS && inputs[i] != NO_INPUT; ++i) visit(inputs[i], uint32_t(row));
    }
  };
  // begin[i + 2] counts the rows of input i, then begin[i + 1] is where its next row goes.
  each([&](uint32_t input, uint32_t) { ++begin[input + 2]; });
  for (size_t i = 2; i < begin.size(); ++i) begin[i] += begin[i - 1];
  rows.resize(begin.back());
  each([&](uint32_t input, uint32_t row) { rows[begin[input + 1]++] = row; });
}

void Trainer::forward(const float* parameters, const Positions& positions, size_t first, size_t count,
                      Chunk& chunk) const {
  const size_t width = shape_.width;
  const size_t rows = (count + BLOCK_ROWS - 1) / BLOCK_ROWS * BLOCK_ROWS;
  float* x = chunk.accumulators.data();
  for (size_t i = 0; i < 2 * count; ++i)
    accumulate(x + i * width, parameters + shape_.bias(), input_weights_, width,
               positions.inputs + (2 * first + i) * MAX_INPUTS);
  std::fill(x + 2 * count * width, x + 2 * rows * width, 0.0f);
  multiply(chunk.first.data(), parameters + shape_.first_bias(), x, first_.data(), rows, 2 * width, HIDDEN);
  clip(chunk.first.data(), rows * HIDDEN);
  multiply(chunk.second.data(), parameters + shape_.second_bias(), chunk.first.data(), second_.data(), rows,
           HIDDEN, HIDDEN);
  clip(chunk.second.data(), rows * HIDDEN);
  const float* weights = parameters + shape_.output();
  for (size_t r = 0; r < count; ++r) {
    float sum = parameters[shape_.output_bias()];
    for (size_t i = 0; i < HIDDEN; ++i) sum += chunk.second[r * HIDDEN + i] * weights[i];
    chunk.outputs[r] = sum;
  }
}

// After `forward`: returns the sum of the loss, and writes the gradients of the chunk's positions to
// `gradient` and to input_gradients_.
double Trainer::backward(const float* parameters, const Positions& positions, const Loss& loss, size_t first,
                         size_t count, Chunk& chunk, float* gradient) {
  const size_t width = shape_.width;
  const size_t rows = (count + BLOCK_ROWS - 1) / BLOCK_ROWS * BLOCK_ROWS;
  const auto part = [&](size_t offset) { return gradient + (offset - shape_.first_bias()); };
  float* d1 = chunk.first_gradients.data();
  float* d2 = chunk.second_gradients.data();
  float* dx = chunk.accumulator_gradients.data();

  double sum = 0;
  float* output_gradient = part(shape_.output());
  std::fill_n(output_gradient, HIDDEN + 1, 0.0f);  // with the bias
  std::fill(d2 + count * HIDDEN, d2 + rows * HIDDEN, 0.0f);
  for (size_t r = 0; r < count; ++r) {
    const size_t at = first + r;
    const auto [value, slope] =
        loss_of(loss, chunk.outputs[r], positions.scores[at], positions.results[at], positions.offsets[at]);
    sum += value;
    const float d = float(slope / double(positions.count));
    for (size_t i = 0; i < HIDDEN; ++i) {
      output_gradient[i] += d * chunk.second[r * HIDDEN + i];
      d2[r * HIDDEN + i] = d * parameters[shape_.output() + i];
    }
    output_gradient[HIDDEN] += d;
  }
  clear_clipped(d2, chunk.second.data(), rows * HIDDEN);
  sum_of_rows(part(shape_.second_bias()), d2, count, HIDDEN);
  multiply_transposed(part(shape_.second()), d2, chunk.first.data(), count, HIDDEN);
  multiply(d1, nullptr, d2, parameters + shape_.second(), rows, HIDDEN, HIDDEN);
  clear_clipped(d1, chunk.first.data(), rows * HIDDEN);
  sum_of_rows(part(shape_.first_bias()), d1, count, HIDDEN);
  multiply_transposed(part(shape_.first()), d1, chunk.accumulators.data(), count, 2 * width);
  multiply(dx, nullptr, d1, parameters + shape_.first(), rows, HIDDEN, 2 * width);
  clear_clipped(dx, chunk.accumulators.data(), 2 * count * width);
  for (size_t column = 0; column < width; column += TILE) {
    float* to = input_gradients_.data() + 2 * (column * positions.count + TILE * first);
    for (size_t i = 0; i < 2 * count; ++i) std::copy_n(dx + i * width + column, TILE, to + i * TILE);
  }
  return sum;
}

// The gradients of the accumulators' biases and weights, added up input by input, and their updates.
void Trainer::update_inputs(const State& state, size_t rows, const Adam& adam) {
  const AdamUpdate update(adam);
  const size_t width = shape_.width;
  const float limit = shape_.factorised ? limits_.accumulator / 2 : limits_.accumulator;
  const size_t groups = (shape_.bucket_inputs + INPUTS_PER_TASK - 1) / INPUTS_PER_TASK;
  parallel_for(threads_, width / TILE * groups, [&](size_t task, size_t) {
    const size_t column = task / groups * TILE, group = task % groups;
    const float* gradients = input_gradients_.data() + column * rows;
    alignas(64) float gradient[TILE], shared[TILE];
    if (group == 0) {
      sum_tile(gradient, rows, [&](size_t i) { return gradients + i * TILE; });
      update(state, shape_.bias() + column, TILE, gradient, limits_.accumulator);
    }
    const size_t end = std::min((group + 1) * INPUTS_PER_TASK, shape_.bucket_inputs);
    for (size_t input = group * INPUTS_PER_TASK; input < end; ++input) {
      std::fill_n(shared, TILE, 0.0f);
      for (size_t bucket = 0; bucket < shape_.buckets; ++bucket) {
        const size_t i = bucket * shape_.bucket_inputs + input;
        const uint32_t* list = input_rows_.rows.data() + input_rows_.begin[i];
        sum_tile(gradient, input_rows_.begin[i + 1] - input_rows_.begin[i],
                 [&](size_t k) { return gradients + list[k] * TILE; });
        at(shared) += at(gradient);
        update(state, shape_.weights() + i * width + column, TILE, gradient, limit);
      }
      if (shape_.factorised) update(state, shape_.shared() + input * width + column, TILE, shared, limit);
    }
  });
}

// The gradients of all parameters after the accumulators, added up chunk by chunk, and their updates.
void Trainer::update_layers(const State& state, size_t chunks, const Adam& adam) {
  const AdamUpdate update(adam);
  const size_t offset = shape_.first_bias(), count = shape_.parameters() - offset;
  struct Part {
    size_t end;
    float limit;
  };
  const Part parts[] = {{shape_.first(), NO_LIMIT},
                        {shape_.second_bias(), limits_.layer},
                        {shape_.second(), NO_LIMIT},
                        {shape_.output(), limits_.layer},
                        {shape_.output_bias(), limits_.output},
                        {shape_.parameters(), NO_LIMIT}};
  const size_t tasks = (count + LAYER_PARAMETERS_PER_TASK - 1) / LAYER_PARAMETERS_PER_TASK;
  parallel_for(threads_, tasks, [&](size_t task, size_t) {
    const size_t first = task * LAYER_PARAMETERS_PER_TASK;
    const size_t n = std::min(LAYER_PARAMETERS_PER_TASK, count - first);
    float* sum = layer_gradients_.data() + first;  // of the first chunk, to which the others are added
    for (size_t chunk = 1; chunk < chunks; ++chunk) {
      const float* other = sum + chunk * count;
      for (size_t i = 0; i < n; ++i) sum[i] += other[i];
    }
    size_t begin = offset + first;
    for (const auto& [end, limit] : parts) {
      const size_t stop = std::min(end, offset + first + n);
      if (begin >= stop) continue;
      update(state, begin, stop - begin, layer_gradients_.data() + (begin - offset), limit);
      begin = stop;
    }
  });
}

double Trainer::step(const State& state, const Positions& positions, const Loss& loss, const Adam& adam) {
  check_inputs(positions);
  prepare(state.parameters);
  const size_t chunks = (positions.count + CHUNK - 1) / CHUNK;
  const size_t layer_parameters = shape_.parameters() - shape_.first_bias();
  input_gradients_.resize(positions.count * 2 * shape_.width);
  layer_gradients_.resize(chunks * layer_parameters);
  std::vector<double> losses(chunks);
  parallel_for(threads_, chunks + 1, [&](size_t task, size_t worker) {
    if (task == 0) return list_input_rows(positions);
    const size_t chunk = task - 1, first = chunk * CHUNK, count = std::min(CHUNK, positions.count - first);
    forward(state.parameters, positions, first, count, chunks_[worker]);
    losses[chunk] = backward(state.parameters, positions, loss, first, count, chunks_[worker],
                             layer_gradients_.data() + chunk * layer_parameters);
  });
  update_inputs(state, 2 * positions.count, adam);
  update_layers(state, chunks, adam);
  double sum = 0;
  for (double each : losses) sum += each;
  return sum / double(positions.count);
}

void Trainer::outputs(const float* parameters, const Positions& positions, float* outputs) {
  check_inputs(positions);
  prepare(parameters);
  parallel_for(threads_, (positions.count + CHUNK - 1) / CHUNK, [&](size_t chunk, size_t worker) {
    const size_t first = chunk * CHUNK, count = std::min(CHUNK, positions.count - first);
    forward(parameters, positions, first, count, chunks_[worker]);
    std::copy_n(chunks_[worker].outputs, count, outputs + first);
  });
}

}  // namespace komadai::training
