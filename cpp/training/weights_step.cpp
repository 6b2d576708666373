#include "training/weights_step.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "eval/feature_counts.h"
#include "threads/parallel_for.h"

namespace komadai::training {
namespace {

using namespace terms;
using Layout = WeightLayout;

constexpr size_t CHUNK = 2048;  // positions of a task
constexpr size_t TERMS_PER_TASK = 8192;
constexpr double WHOLE_GAME = 64;  // the maximum of terms::progress
constexpr float NO_LIMIT = std::numeric_limits<float>::infinity();
// So far below the end of the curve that there is a point after it.
constexpr float LAST_DANGER = CURVE_POINTS - 1.001f;

std::vector<uint16_t> distances_of_views() {
  std::vector<uint16_t> distances(VIEWS);
  for (Square king = 0; king < HALF; ++king)
    for (int viewed = 0; viewed < VIEWED; ++viewed)
      for (Square s = 0; s < SQUARES; ++s)
        distances[size_t((king * VIEWED + viewed) * SQUARES + s)] =
            uint16_t(viewed * DISTANCES + distance(king, s));
  return distances;
}

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

// t log(t / p) + (1 - t) log((1 - t) / (1 - p)) for p = logistic(z), in a form that cannot overflow.
double divergence(double t, double z) {
  const double cross_entropy = std::max(z, 0.0) + std::log1p(std::exp(-std::abs(z))) - t * z;
  const auto entropy = [](double x) { return x > 0 ? x * std::log(x) : 0; };
  return cross_entropy + entropy(t) + entropy(1 - t);
}

}  // namespace

void WeightTrainer::Table::clear() {
  std::fill(plains.begin(), plains.end(), Phases{});
  std::fill(views.begin(), views.end(), Phases{});
  std::fill(std::begin(danger), std::end(danger), 0.0f);
  std::fill(std::begin(curve), std::end(curve), 0.0f);
}

// Computes the values of positions from weights, and adds up gradients.
class WeightTrainer::Counter {
 public:
  explicit Counter(const Table& weights) : weights_(weights) {}

  // Centipawns from Black's view.
  double value(const Position& position) {
    count_terms(position, counts_);
    progress_ = float(counts_.progress / WHOLE_GAME);
    Phases sum;
    add(counts_.plains, weights_.plains, sum);
    add(counts_.views, weights_.views, sum);
    float value = sum.opening * (1 - progress_) + sum.endgame * progress_;
    for (Color king : {BLACK, WHITE}) {
      float danger = 0;
      for (const auto [term, count] : counts_.dangers[king]) danger += weights_.danger[term] * float(count);
      danger = std::clamp(danger, 0.0f, LAST_DANGER);
      Place& at = places_[king];
      at.point = int(danger);
      at.part = danger - float(at.point);
      at.slope = weights_.curve[at.point + 1] - weights_.curve[at.point];
      value += sign(king) * (weights_.curve[at.point] + at.part * at.slope);
    }
    return double(value);
  }

  // Adds the gradient of a loss with this slope by the last value.
  void add_gradient(float slope, Table& gradient) const {
    const Phases phases{slope * (1 - progress_), slope * progress_};
    add_to(counts_.plains, phases, gradient.plains);
    add_to(counts_.views, phases, gradient.views);
    for (Color king : {BLACK, WHITE}) {
      const Place& at = places_[king];
      const float by_curve = sign(king) * slope;
      for (const auto [term, count] : counts_.dangers[king])
        gradient.danger[term] += by_curve * at.slope * float(count);
      gradient.curve[at.point] += by_curve * (1 - at.part);
      gradient.curve[at.point + 1] += by_curve * at.part;
    }
  }

 private:
  struct Place {  // on the curve
    int point;
    float part, slope;
  };

  // The danger of a side's king counts against it.
  static float sign(Color king) { return king == BLACK ? -1.0f : 1.0f; }

  static void add(const std::vector<TermCount>& counts, const network::AlignedVector<Phases>& weights,
                  Phases& sum) {
    for (const auto [term, count] : counts) {
      const Phases& weight = weights[size_t(term)];
      sum.opening += weight.opening * float(count);
      sum.endgame += weight.endgame * float(count);
    }
  }
  static void add_to(const std::vector<TermCount>& counts, const Phases& phases,
                     network::AlignedVector<Phases>& gradients) {
    for (const auto [term, count] : counts) {
      Phases& gradient = gradients[size_t(term)];
      gradient.opening += phases.opening * float(count);
      gradient.endgame += phases.endgame * float(count);
    }
  }

  const Table& weights_;
  TermCounts counts_;
  float progress_ = 0;
  Place places_[2] = {};
};

WeightTrainer::WeightTrainer(WeightModel model, const Selection& selection, int threads)
    : model_(std::move(model)),
      selection_(selection),
      threads_(threads),
      distance_of_view_(distances_of_views()),
      gradient_(Layout::PARAMETERS) {}

// The weights of these deviations.
void WeightTrainer::prepare(const float* parameters) {
  const auto weight = [&](size_t i) { return model_.guess[i] + parameters[i] * model_.sizes[i]; };
  const auto phases = [&](size_t i) { return Phases{weight(i), weight(i + 1)}; };
  for (size_t i = 0; i < PLAIN_TERMS; ++i) weights_.plains[i] = phases(Layout::PLAIN + i * Layout::PHASES);
  for (size_t i = 0; i < VIEWS; ++i) {
    const float view = weight(Layout::VIEW + i);
    const Phases by_distance = phases(Layout::DISTANCE + distance_of_view_[i] * Layout::PHASES);
    weights_.views[i] = {by_distance.opening + view, by_distance.endgame + view};
  }
  for (size_t i = 0; i < DANGER_TERMS; ++i) weights_.danger[i] = weight(Layout::DANGER + i);
  double slope = 0, sum = 0;
  for (size_t i = 0; i < CURVE_POINTS; ++i) {
    weights_.curve[i] = float(model_.guess[Layout::BEND + i] + sum);
    if (i + 1 == CURVE_POINTS) break;
    slope += parameters[Layout::BEND + i] * model_.sizes[Layout::BEND + i];
    sum += slope;
  }
}

WeightTrainer::Sum WeightTrainer::process(std::span<const uint8_t> records, const WeightLoss& loss,
                                          bool with_gradient) {
  const size_t count = records.size() / RECORD_BYTES, chunks = (count + CHUNK - 1) / CHUNK;
  if (with_gradient && gradients_.size() < chunks) gradients_.resize(chunks);
  std::vector<Sum> sums(chunks);
  std::vector<std::optional<BadRecord>> bad(chunks);
  parallel_for(threads_, chunks, [&](size_t chunk, size_t) {
    Counter counter(weights_);
    Table* const gradient = with_gradient ? &gradients_[chunk] : nullptr;
    if (gradient) gradient->clear();
    const size_t first = chunk * CHUNK, end = std::min(first + CHUNK, count);
    try {
      for (size_t i = first; i < end; ++i) {
        const auto labelled = selected_position(records.data() + i * RECORD_BYTES, i, selection_);
        if (!labelled) continue;
        const double target =
            (1 - loss.result_weight) * logistic((labelled->score - loss.score_shift) / loss.score_scale) +
            loss.result_weight * double(labelled->result);
        const double sign = labelled->position.turn() == BLACK ? 1 : -1;
        const double z = sign * counter.value(labelled->position) / loss.value_scale;
        sums[chunk].loss += divergence(target, z);
        ++sums[chunk].positions;
        if (gradient)
          counter.add_gradient(float(loss.evidence * sign * (logistic(z) - target) / loss.value_scale),
                               *gradient);
      }
    } catch (const BadRecord& record) {
      bad[chunk] = record;
    }
  });
  for (const auto& record : bad)
    if (record) throw *record;
  Sum total;
  for (const Sum& each : sums) {
    total.loss += each.loss;
    total.positions += each.positions;
  }
  if (with_gradient) add_up_chunks(chunks);
  return total;
}

void WeightTrainer::add_up_chunks(size_t chunks) {
  if (chunks < 2) return;
  const auto add = [](auto* to, const auto* from, size_t n) {
    for (size_t i = 0; i < n; ++i) {
      to[i].opening += from[i].opening;
      to[i].endgame += from[i].endgame;
    }
  };
  const size_t tasks = (VIEWS + TERMS_PER_TASK - 1) / TERMS_PER_TASK;
  parallel_for(threads_, tasks + 1, [&](size_t task, size_t) {
    Table& sum = gradients_[0];
    for (size_t chunk = 1; chunk < chunks; ++chunk) {
      const Table& other = gradients_[chunk];
      if (task < tasks) {
        const size_t first = task * TERMS_PER_TASK;
        add(&sum.views[first], &other.views[first], std::min(TERMS_PER_TASK, VIEWS - first));
        continue;
      }
      add(sum.plains.data(), other.plains.data(), PLAIN_TERMS);
      for (size_t i = 0; i < DANGER_TERMS; ++i) sum.danger[i] += other.danger[i];
      for (size_t i = 0; i < CURVE_POINTS; ++i) sum.curve[i] += other.curve[i];
    }
  });
}

// The gradient of the deviations from that of the weights.
void WeightTrainer::finish_gradient(const float* parameters, double share) {
  const Table& by_weight = gradients_[0];
  std::vector<Phases> by_distance(VIEWED * DISTANCES);
  float* g = gradient_.data();
  for (size_t i = 0; i < VIEWS; ++i) {
    const Phases& view = by_weight.views[i];
    Phases& sum = by_distance[distance_of_view_[i]];
    sum.opening += view.opening;
    sum.endgame += view.endgame;
    g[Layout::VIEW + i] = view.opening + view.endgame;
  }
  const auto put = [&](size_t at, const auto& phases) {
    for (const Phases& each : phases) {
      g[at++] = each.opening;
      g[at++] = each.endgame;
    }
  };
  put(Layout::PLAIN, by_weight.plains);
  put(Layout::DISTANCE, by_distance);
  std::copy_n(by_weight.danger, DANGER_TERMS, g + Layout::DANGER);
  // A change of slope at point i moves each later point k by k - i.
  double slope = 0, sum = 0;
  for (size_t i = CURVE_POINTS - 1; i-- > 0;) {
    slope += double(by_weight.curve[i + 1]);
    sum += slope;
    g[Layout::BEND + i] = float(sum);
  }
  for (size_t i = 0; i < Layout::PARAMETERS; ++i)
    g[i] = g[i] * model_.sizes[i] + float(share) * parameters[i];
}

WeightTrainer::Sum WeightTrainer::loss(const float* parameters, std::span<const uint8_t> records,
                                       const WeightLoss& loss) {
  prepare(parameters);
  return process(records, loss, false);
}

WeightTrainer::Sum WeightTrainer::step(const State& state, std::span<const uint8_t> records,
                                       const WeightLoss& loss, double share, const Adam& adam) {
  prepare(state.parameters);
  const Sum sum = process(records, loss, true);
  if (gradients_.empty()) return sum;  // no records
  finish_gradient(state.parameters, share);
  const AdamUpdate update(adam);
  update(state, 0, Layout::PARAMETERS, gradient_.data(), NO_LIMIT);
  return sum;
}

}  // namespace komadai::training
