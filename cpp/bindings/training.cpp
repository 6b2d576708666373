#include "bindings/training.h"

#include <nanobind/stl/tuple.h>

#include <algorithm>
#include <cstring>
#include <mutex>
#include <string>

#include "bindings/arguments.h"
#include "bindings/evaluation.h"
#include "eval/handmade.h"
#include "training/batch.h"
#include "training/step.h"
#include "training/vary.h"
#include "training/weights_step.h"

namespace komadai::python {
namespace {

using namespace komadai::training;

constexpr int MAX_THREADS = 512;
constexpr int MAX_BUCKETS = SQUARES;
constexpr size_t MAX_POSITIONS = 1 << 24;  // of a batch

void require(const char* name, int64_t value, int64_t lowest, int64_t highest) {
  if (value < lowest || value > highest)
    raise(VALUES.range_error, "%s: expected a number from %lld to %lld, got %lld", name, (long long)lowest,
          (long long)highest, (long long)value);
}

template <class T>
constexpr const char* FORMATS = nullptr;  // the letters of struct.pack that are numbers of this type
template <>
constexpr const char* FORMATS<float> = "f";
template <>
constexpr const char* FORMATS<uint32_t> = sizeof(long) == 4 ? "IL" : "I";
template <>
constexpr const char* FORMATS<uint64_t> = sizeof(long) == 8 ? "LQ" : "Q";

// The numbers of a contiguous array that has the buffer protocol, such as NumPy's. For bytes (uint8_t) the
// array may hold anything.
template <class T>
class Array {
 public:
  Array(nb::handle object, const char* name, bool writable = false) : name_(name) {
    int flags = std::is_same_v<T, uint8_t> ? PyBUF_SIMPLE : PyBUF_C_CONTIGUOUS | PyBUF_FORMAT;
    if (writable) flags |= PyBUF_WRITABLE;
    if (PyObject_GetBuffer(object.ptr(), &buffer_, flags)) throw nb::python_error();
    if constexpr (!std::is_same_v<T, uint8_t>) {
      std::string_view format = buffer_.format ? buffer_.format : "B";
      if (!format.empty() && (format[0] == '<' || format[0] == '=' || format[0] == '@'))
        format.remove_prefix(1);
      if (buffer_.itemsize != sizeof(T) || format.size() != 1 ||
          std::string_view(FORMATS<T>).find(format[0]) == std::string_view::npos) {
        const std::string got(format);
        PyBuffer_Release(&buffer_);
        raise(VALUES.argument_type_error, "%s: expected an array with the format '%c', got '%s'", name,
              FORMATS<T>[0], got.c_str());
      }
    }
  }
  ~Array() { PyBuffer_Release(&buffer_); }
  Array(const Array&) = delete;

  T* data() const { return static_cast<T*>(buffer_.buf); }
  size_t size() const { return size_t(buffer_.len) / sizeof(T); }
  void require_size(size_t least) const {
    if (size() < least)
      raise(VALUES.range_error, "%s: expected at least %zu numbers, got %zu", name_, least, size());
  }

 private:
  const char* name_;
  Py_buffer buffer_;
};

network::FeatureSet features_of(bool has_kings, bool mirrored, int buckets, nb::bytes bucket_of) {
  network::FeatureSet features;
  features.has_kings = has_kings;
  features.mirrored = mirrored;
  features.buckets = buckets;
  require("buckets", buckets, 1, MAX_BUCKETS);
  if (bucket_of.size() != SQUARES)
    raise(VALUES.range_error, "bucket_of: expected %d bytes, got %zu", SQUARES, bucket_of.size());
  std::memcpy(features.bucket_of.data(), bucket_of.c_str(), SQUARES);
  for (uint8_t bucket : features.bucket_of) require("bucket_of", bucket, 0, buckets - 1);
  return features;
}

Selection checked_selection(bool skip_checks, bool skip_captures, int max_score) {
  require("max_score", max_score, 0, 1 << 15);
  return {skip_checks, skip_captures, max_score};
}

int checked_threads(int threads) {
  require("threads", threads, 1, MAX_THREADS);
  return threads;
}

size_t count_records(const Array<uint8_t>& bytes) {
  if (bytes.size() % RECORD_BYTES)
    raise(VALUES.packed_position_error, "records: expected a multiple of %zu bytes, got %zu", RECORD_BYTES,
          bytes.size());
  return bytes.size() / RECORD_BYTES;
}

[[noreturn]] void raise_bad_record(const BadRecord& bad, uint64_t first) {
  const nb::object problem =
      bad.problem ? nb::object(nb::str(bad.problem)) : nb::str(message_of(bad.position_problem));
  raise(VALUES.packed_position_error, "record %llu: %U", (unsigned long long)(first + bad.record),
        problem.ptr());
}

class PythonBatchLoader {
 public:
  PythonBatchLoader(bool has_kings, bool mirrored, int buckets, nb::bytes bucket_of, bool skip_checks,
                    bool skip_captures, int max_score, bool both_sides, int threads, nb::bytes corrected)
      : features_(features_of(has_kings, mirrored, buckets, bucket_of)),
        selection_(checked_selection(skip_checks, skip_captures, max_score)),
        threads_(checked_threads(threads)) {
    selection_.both_sides = both_sides;
    if (corrected.size() == 0) return;
    try {
      corrected_ = std::make_unique<HandmadeEvaluation>(
          read_weights({static_cast<const unsigned char*>(corrected.data()), corrected.size()}));
    } catch (const BadWeights& wrong) {
      const nb::object error = nb::module_::import_("komadai.errors").attr("EvaluationFileError");
      raise(error.ptr(), "corrected: %s", wrong.what());
    }
  }

  size_t load(nb::handle records, nb::handle indices, nb::handle inputs, nb::handle scores,
              nb::handle results, nb::handle offsets) const {
    const Array<uint8_t> bytes(records, "records");
    const Array<uint64_t> chosen(indices, "indices");
    const Array<uint32_t> inputs_out(inputs, "inputs", true);
    const Array<float> scores_out(scores, "scores", true), results_out(results, "results", true);
    const Array<float> offsets_out(offsets, "offsets", true);
    const size_t records_count = count_records(bytes);
    for (size_t i = 0; i < chosen.size(); ++i)
      if (chosen.data()[i] >= records_count)
        raise(VALUES.range_error, "indices: expected numbers below %zu, got %llu", records_count,
              (unsigned long long)chosen.data()[i]);
    const size_t positions = chosen.size() * (selection_.both_sides ? 2 : 1);
    inputs_out.require_size(positions * 2 * MAX_INPUTS);
    scores_out.require_size(positions);
    results_out.require_size(positions);
    offsets_out.require_size(positions);
    try {
      const nb::gil_scoped_release release;
      return load_batch({bytes.data(), bytes.size()}, {chosen.data(), chosen.size()}, features_, selection_,
                        corrected_.get(),
                        {inputs_out.data(), scores_out.data(), results_out.data(), offsets_out.data()},
                        threads_);
    } catch (const BadRecord& bad) {
      raise_bad_record(bad, 0);
    }
  }

 private:
  network::FeatureSet features_;
  Selection selection_;
  int threads_;
  std::unique_ptr<Evaluation> corrected_;  // that the network corrects, or nullptr
};

Shape checked_shape(int bucket_inputs, int buckets, int width, bool factorised) {
  require("bucket_inputs", bucket_inputs, 1, network::PIECE_INPUTS + network::KING_INPUTS);
  require("buckets", buckets, 1, MAX_BUCKETS);
  require("width", width, network::WIDTH_STEP, network::MAX_WIDTH);
  if (width % network::WIDTH_STEP)
    raise(VALUES.range_error, "width: expected a multiple of %d, got %d", network::WIDTH_STEP, width);
  return {size_t(bucket_inputs), size_t(buckets), size_t(width), factorised};
}

nb::dict parameter_offsets(int bucket_inputs, int buckets, int width, bool factorised) {
  const Shape shape = checked_shape(bucket_inputs, buckets, width, factorised);
  nb::dict d;
  const auto put = [&](const char* name, size_t offset) { d[name] = offset; };
  put("bias", shape.bias());
  put("weights", shape.weights());
  put("shared", shape.shared());
  put("first_bias", shape.first_bias());
  put("first", shape.first());
  put("second_bias", shape.second_bias());
  put("second", shape.second());
  put("output", shape.output());
  put("output_bias", shape.output_bias());
  put("end", shape.parameters());
  return d;
}

class PythonTrainer {
 public:
  PythonTrainer(int bucket_inputs, int buckets, int width, bool factorised,
                std::tuple<float, float, float> limits, int threads)
      : trainer_(checked_shape(bucket_inputs, buckets, width, factorised),
                 {std::get<0>(limits), std::get<1>(limits), std::get<2>(limits)}, checked_threads(threads)) {}

  size_t parameters() const { return trainer_.shape().parameters(); }

  double step(nb::handle parameters, nb::handle mean, nb::handle square, nb::handle inputs, nb::handle scores,
              nb::handle results, nb::handle offsets, size_t count, double score_scale, double value_scale,
              double result_weight, double exponent, double rate, double beta1, double beta2, double epsilon,
              uint64_t number) {
    const Array<float> w(parameters, "parameters", true), m(mean, "mean", true), v(square, "square", true);
    const Array<uint32_t> in(inputs, "inputs");
    const Array<float> s(scores, "scores"), r(results, "results"), o(offsets, "offsets");
    for (const auto* each : {&w, &m, &v}) each->require_size(trainer_.shape().parameters());
    require("count", int64_t(std::min(count, MAX_POSITIONS + 1)), 1, MAX_POSITIONS);
    in.require_size(count * 2 * MAX_INPUTS);
    s.require_size(count);
    r.require_size(count);
    o.require_size(count);
    if (number == 0) raise(VALUES.range_error, "number: expected at least 1");
    if (!(score_scale > 0 && value_scale > 0))
      raise(VALUES.range_error, "score_scale, value_scale: expected numbers above 0");
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    return trainer_.step({w.data(), m.data(), v.data()}, {in.data(), s.data(), r.data(), o.data(), count},
                         {score_scale, value_scale, result_weight, exponent},
                         {rate, beta1, beta2, epsilon, number});
  }

  void outputs(nb::handle parameters, nb::handle inputs, size_t count, nb::handle outputs) {
    const Array<float> w(parameters, "parameters"), out(outputs, "outputs", true);
    const Array<uint32_t> in(inputs, "inputs");
    w.require_size(trainer_.shape().parameters());
    require("count", int64_t(std::min(count, MAX_POSITIONS + 1)), 0, MAX_POSITIONS);
    in.require_size(count * 2 * MAX_INPUTS);
    out.require_size(count);
    const nb::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    trainer_.outputs(w.data(), {in.data(), nullptr, nullptr, nullptr, count}, out.data());
  }

 private:
  Trainer trainer_;
  std::mutex mutex_;  // a trainer is used by one thread at a time
};

class PythonWeightTrainer {
 public:
  PythonWeightTrainer(nb::handle guess, nb::handle sizes, bool skip_checks, bool skip_captures, int max_score,
                      int threads)
      : trainer_(checked_model(guess, sizes), checked_selection(skip_checks, skip_captures, max_score),
                 checked_threads(threads)) {}

  // The sum of the loss in these records and the number of those that are used.
  nb::tuple loss(nb::handle parameters, nb::handle records, nb::handle numbers, double value_scale,
                 double score_scale, double score_shift, double result_weight) {
    const Array<float> w(parameters, "parameters");
    w.require_size(WeightLayout::PARAMETERS);
    return run(records, numbers, {value_scale, score_scale, score_shift, result_weight, 1},
               [&](auto bytes, const WeightLoss& loss) { return trainer_.loss(w.data(), bytes, loss); });
  }

  nb::tuple step(nb::handle parameters, nb::handle mean, nb::handle square, nb::handle records,
                 nb::handle numbers, double value_scale, double score_scale, double score_shift,
                 double result_weight, double evidence, double share, double rate, double beta1, double beta2,
                 double epsilon, uint64_t number) {
    const Array<float> w(parameters, "parameters", true), m(mean, "mean", true), v(square, "square", true);
    for (const auto* each : {&w, &m, &v}) each->require_size(WeightLayout::PARAMETERS);
    if (number == 0) raise(VALUES.range_error, "number: expected at least 1");
    return run(records, numbers, {value_scale, score_scale, score_shift, result_weight, evidence},
               [&](auto bytes, const WeightLoss& loss) {
                 return trainer_.step({w.data(), m.data(), v.data()}, bytes, loss, share,
                                      {rate, beta1, beta2, epsilon, number});
               });
  }

 private:
  static WeightModel checked_model(nb::handle guess, nb::handle sizes) {
    const Array<float> g(guess, "guess"), s(sizes, "sizes");
    g.require_size(WeightModel::GUESSES);
    s.require_size(WeightLayout::PARAMETERS);
    return {{g.data(), g.data() + WeightModel::GUESSES}, {s.data(), s.data() + WeightLayout::PARAMETERS}};
  }

  template <class Work>
  nb::tuple run(nb::handle records, nb::handle numbers, const WeightLoss& loss, Work work) {
    const Array<uint8_t> bytes(records, "records");
    const Array<uint64_t> in_file(numbers, "numbers");
    require("records", int64_t(count_records(bytes)), 0, MAX_POSITIONS);
    in_file.require_size(count_records(bytes));
    if (!(loss.value_scale > 0 && loss.score_scale > 0))
      raise(VALUES.range_error, "value_scale, score_scale: expected numbers above 0");
    WeightTrainer::Sum sum;
    try {
      const nb::gil_scoped_release release;
      const std::lock_guard lock(mutex_);
      sum = work(std::span<const uint8_t>{bytes.data(), bytes.size()}, loss);
    } catch (BadRecord& bad) {
      bad.record = in_file.data()[bad.record];
      raise_bad_record(bad, 0);
    }
    return nb::make_tuple(sum.loss, sum.positions);
  }

  WeightTrainer trainer_;
  std::mutex mutex_;  // a trainer is used by one thread at a time
};

constexpr int MAX_COPIES = 1000, MAX_VARY_MOVES = 1000;

nb::bytes vary_positions(nb::handle records, uint64_t first, uint64_t seed, int copies, int max_moves,
                         nb::handle evaluation) {
  const Array<uint8_t> bytes(records, "records");
  count_records(bytes);
  require("copies", copies, 1, MAX_COPIES);
  require("max_moves", max_moves, 0, MAX_VARY_MOVES);
  const auto opened = open_evaluation_file(evaluation);
  std::vector<uint8_t> out;
  try {
    const nb::gil_scoped_release release;
    out = vary({bytes.data(), bytes.size()}, first, {seed, copies, max_moves}, *opened);
  } catch (const BadRecord& bad) {
    raise_bad_record(bad, first);
  }
  return nb::bytes(out.data(), out.size());
}

}  // namespace

void bind_training(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PythonBatchLoader>(module, "BatchLoader")
      .def(nb::init<bool, bool, int, nb::bytes, bool, bool, int, bool, int, nb::bytes>(), nb::kw_only(),
           "has_kings"_a, "mirrored"_a, "buckets"_a, "bucket_of"_a, "skip_checks"_a, "skip_captures"_a,
           "max_score"_a, "both_sides"_a = false, "threads"_a, "corrected"_a = nb::bytes("", 0))
      .def("load", &PythonBatchLoader::load, "records"_a, "indices"_a, nb::kw_only(), "inputs"_a, "scores"_a,
           "results"_a, "offsets"_a);
  nb::class_<PythonTrainer>(module, "NetworkTrainer")
      .def(nb::init<int, int, int, bool, std::tuple<float, float, float>, int>(), nb::kw_only(),
           "bucket_inputs"_a, "buckets"_a, "width"_a, "factorised"_a, "limits"_a, "threads"_a)
      .def_prop_ro("parameters", &PythonTrainer::parameters)
      .def("step", &PythonTrainer::step, "parameters"_a, "mean"_a, "square"_a, nb::kw_only(), "inputs"_a,
           "scores"_a, "results"_a, "offsets"_a, "count"_a, "score_scale"_a, "value_scale"_a,
           "result_weight"_a, "exponent"_a, "rate"_a, "beta1"_a, "beta2"_a, "epsilon"_a, "number"_a)
      .def("outputs", &PythonTrainer::outputs, "parameters"_a, nb::kw_only(), "inputs"_a, "count"_a,
           "outputs"_a);
  nb::class_<PythonWeightTrainer>(module, "WeightTrainer")
      .def(nb::init<nb::handle, nb::handle, bool, bool, int, int>(), nb::kw_only(), "guess"_a, "sizes"_a,
           "skip_checks"_a, "skip_captures"_a, "max_score"_a, "threads"_a)
      .def("loss", &PythonWeightTrainer::loss, "parameters"_a, "records"_a, "numbers"_a, nb::kw_only(),
           "value_scale"_a, "score_scale"_a, "score_shift"_a, "result_weight"_a)
      .def("step", &PythonWeightTrainer::step, "parameters"_a, "mean"_a, "square"_a, "records"_a, "numbers"_a,
           nb::kw_only(), "value_scale"_a, "score_scale"_a, "score_shift"_a, "result_weight"_a, "evidence"_a,
           "share"_a, "rate"_a, "beta1"_a, "beta2"_a, "epsilon"_a, "number"_a);
  module.def("network_parameter_offsets", &parameter_offsets, nb::kw_only(), "bucket_inputs"_a, "buckets"_a,
             "width"_a, "factorised"_a);
  module.def("vary_positions", &vary_positions, "records"_a, nb::kw_only(), "first"_a, "seed"_a, "copies"_a,
             "max_moves"_a, "evaluation"_a);
  module.attr("MAX_INPUTS") = MAX_INPUTS;
}

}  // namespace komadai::python
