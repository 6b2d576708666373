// The evaluation by a network. The accumulators of a position are computed from those of the position before
// the last move; or, when a king's move changes how its side sees the board, from the last position that was
// seen in this way.
#pragma once

#include "eval/evaluation.h"
#include "eval/move_stack.h"
#include "eval/network/network.h"

namespace komadai {

class NetworkEvaluation final : public Evaluation {
 public:
  // `scale`: what the output is divided by, at least 1.
  NetworkEvaluation(std::shared_ptr<const network::Network> network, int scale,
                    const network::Kernels& kernels = network::best_kernels());
  void reset(const Position& position) override;
  void on_move(const Position& after, Move move, Piece captured) override;
  void on_undo() override { moves_.pop(); }
  int value(const Position& position) override;
  std::unique_ptr<Evaluation> clone() const override;

  // The output of the network before the division.
  int32_t output(const Position& position);

 private:
  // The accumulator of the last position that a side saw with one view.
  struct CachedView {
    uint8_t board[SQUARES + 1];
    Hand hands[2];
    int missing;
  };
  int16_t* accumulator(size_t entry, Color side) {
    return accumulators_.data() + (2 * entry + side) * size_t(network_->width);
  }
  void compute(const Position& position, Color side, size_t entry);
  void update(Color side, const network::View& view, size_t entry);

  std::shared_ptr<const network::Network> network_;
  int scale_;
  const network::Kernels& kernels_;
  network::Layers layers_;
  MoveStack moves_;
  network::AlignedVector<int16_t> accumulators_;  // [entry][side][width]
  std::vector<CachedView> cached_;                // [side][view]
  network::AlignedVector<int16_t> cached_accumulators_;
};

}  // namespace komadai
