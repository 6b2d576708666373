// The handmade evaluation with a network's output as its correction.
#pragma once

#include <algorithm>

#include "eval/handmade.h"
#include "eval/network/network_evaluation.h"

namespace komadai {

class CorrectedEvaluation final : public Evaluation {
 public:
  // `network` has the weights of the handmade evaluation; `scale` and `kernels` are those of
  // NetworkEvaluation.
  CorrectedEvaluation(std::shared_ptr<const network::Network> network, int scale,
                      const network::Kernels& kernels)
      : handmade_(network->handmade),
        correction_(network, scale, kernels),
        network_(std::move(network)),
        scale_(scale),
        kernels_(kernels) {}

  void reset(const Position& position) override {
    handmade_.reset(position);
    correction_.reset(position);
  }
  void on_move(const Position& after, Move move, Piece captured) override {
    handmade_.on_move(after, move, captured);
    correction_.on_move(after, move, captured);
  }
  void on_undo() override {
    handmade_.on_undo();
    correction_.on_undo();
  }
  int value(const Position& position) override {
    return std::clamp(handmade_.value(position) + correction_.value(position), -MAX_VALUE, MAX_VALUE);
  }
  std::unique_ptr<Evaluation> clone() const override {
    return std::make_unique<CorrectedEvaluation>(network_, scale_, kernels_);
  }

  NetworkEvaluation& correction() { return correction_; }

 private:
  HandmadeEvaluation handmade_;
  NetworkEvaluation correction_;
  std::shared_ptr<const network::Network> network_;
  int scale_;
  const network::Kernels& kernels_;
};

}  // namespace komadai
