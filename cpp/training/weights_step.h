// One step of fitting the weights of the handmade evaluation (eval/terms.h) to training positions: values,
// loss, gradient and the update of all weights by Adam.
//
// A weight is a guess plus a deviation times a usual size. The deviations are the parameters; half the sum of
// their squares is added to the loss, so that terms that hardly occur keep their guess.
//
// The result does not depend on the number of threads: positions are processed in chunks of fixed size, and
// sums over chunks are added up in their order.
#pragma once

#include <span>
#include <vector>

#include "eval/network/network.h"
#include "eval/terms.h"
#include "training/adam.h"
#include "training/batch.h"

namespace komadai::training {

// The offsets of the parts of the parameters, which are one array of floats.
struct WeightLayout {
  static constexpr size_t PHASES = 2;                                      // opening, endgame
  static constexpr size_t PLAIN = 0;                                       // [PLAIN_TERMS][PHASES]
  static constexpr size_t DISTANCE = PLAIN + terms::PLAIN_TERMS * PHASES;  // [VIEWED][DISTANCES][PHASES]
  static constexpr size_t VIEW = DISTANCE + terms::VIEWED * terms::DISTANCES * PHASES;  // [VIEWS]
  static constexpr size_t DANGER = VIEW + terms::VIEWS;                                 // [DANGER_TERMS]
  // Of the curve: the deviation of its first slope, then of each change of slope.
  static constexpr size_t BEND = DANGER + terms::DANGER_TERMS;  // [CURVE_POINTS - 1]
  static constexpr size_t PARAMETERS = BEND + terms::CURVE_POINTS - 1;
};

struct WeightModel {
  std::vector<float> guess;  // the weights in centipawns; for BEND and after it, the points of the curve
  std::vector<float> sizes;  // [PARAMETERS]
  static constexpr size_t GUESSES = WeightLayout::BEND + terms::CURVE_POINTS;
};

// p, the predicted win rate, is the logistic function of the value in centipawns / value_scale; the target t
// is (1 - result_weight) * logistic((score - score_shift) / score_scale) + result_weight * result. The loss
// is the cross-entropy of p and t above its minimum. It counts `evidence` times against the squares of
// deviations.
struct WeightLoss {
  double value_scale, score_scale, score_shift, result_weight, evidence;
};

class WeightTrainer {
 public:
  WeightTrainer(WeightModel model, const Selection& selection, int threads);

  struct Sum {
    double loss = 0;
    size_t positions = 0;
  };
  // The loss in the records that are used. Throws BadRecord.
  Sum loss(const float* parameters, std::span<const uint8_t> records, const WeightLoss& loss);
  // Changes the parameters to decrease the loss in these records plus `share` of the squares of deviations,
  // and returns the loss before the change. Throws BadRecord, before any change.
  Sum step(const State& state, std::span<const uint8_t> records, const WeightLoss& loss, double share,
           const Adam& adam);

 private:
  struct Phases {
    float opening = 0, endgame = 0;
  };
  // Weights, or their gradients. Views have those of their distance in them.
  struct Table {
    network::AlignedVector<Phases> plains, views;
    float danger[terms::DANGER_TERMS], curve[terms::CURVE_POINTS];

    Table() : plains(terms::PLAIN_TERMS), views(terms::VIEWS) { clear(); }
    void clear();
  };
  class Counter;

  void prepare(const float* parameters);
  Sum process(std::span<const uint8_t> records, const WeightLoss& loss, bool with_gradient);
  void add_up_chunks(size_t chunks);
  void finish_gradient(const float* parameters, double share);

  WeightModel model_;
  Selection selection_;
  int threads_;
  std::vector<uint16_t> distance_of_view_;  // [VIEWS], within [VIEWED][DISTANCES]
  Table weights_;
  std::vector<Table> gradients_;  // one for each chunk; then the first has their sum
  std::vector<float> gradient_;   // of the parameters
};

}  // namespace komadai::training
