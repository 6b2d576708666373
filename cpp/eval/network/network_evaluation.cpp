#include "eval/network/network_evaluation.h"

#include <algorithm>
#include <cstring>

namespace komadai {
namespace {

using namespace network;

// The inputs that a move, or the difference of two positions, turns on and off.
template <size_t N>
struct InputChanges {
  uint32_t removed[N], added[N];
  size_t removed_count = 0, added_count = 0;

  void remove(int input) { removed[removed_count++] = uint32_t(input); }
  void add(int input) { added[added_count++] = uint32_t(input); }
};

}  // namespace

NetworkEvaluation::NetworkEvaluation(std::shared_ptr<const Network> network, int scale,
                                     const Kernels& kernels)
    : network_(std::move(network)),
      scale_(scale),
      kernels_(kernels),
      layers_(network_->layers()),
      accumulators_(2 * moves_.capacity() * size_t(network_->width)) {
  const size_t views = size_t(network_->features.views());
  cached_.resize(2 * views);
  for (CachedView& view : cached_) {
    std::fill(std::begin(view.board), std::end(view.board), uint8_t(NO_PIECE));
    view.hands[BLACK] = view.hands[WHITE] = Hand{};
    view.missing = 0;
  }
  for (size_t i = 0; i < 2 * views; ++i)
    cached_accumulators_.insert(cached_accumulators_.end(), network_->bias.begin(), network_->bias.end());
}

std::unique_ptr<Evaluation> NetworkEvaluation::clone() const {
  return std::make_unique<NetworkEvaluation>(network_, scale_, kernels_);
}

void NetworkEvaluation::reset(const Position& p) {
  moves_.reset();
  for (Color side : {BLACK, WHITE}) compute(p, side, 0);
}

void NetworkEvaluation::on_move(const Position& after, Move m, Piece captured) {
  if (moves_.push(after, m, captured)) accumulators_.resize(2 * moves_.capacity() * size_t(network_->width));
}

// Computes the accumulator by the difference to the last position that was seen in the same way.
void NetworkEvaluation::compute(const Position& p, Color side, size_t entry) {
  const FeatureSet& set = network_->features;
  const View view = set.view(side, p.king(side));
  const size_t slot = size_t(side) * size_t(set.views()) + size_t(set.view_number(view));
  CachedView& cached = cached_[slot];
  InputChanges<3 * SQUARES> changes;
  for (Square s = 0; s < SQUARES; ++s) {
    const Piece before = cached.board[s], now = p.at(s);
    if (before == now) continue;
    if (before && set.has_input(before)) changes.remove(set.board_input(side, view, before, s));
    if (now && set.has_input(now)) changes.add(set.board_input(side, view, now, s));
    cached.board[s] = now;
  }
  for (Color owner : {BLACK, WHITE}) {
    if (cached.hands[owner] == p.hand(owner)) continue;
    for (int t = PAWN; t < KING; ++t) {
      const PieceType type = PieceType(t);
      const int before = std::min(cached.hands[owner][type], HAND_INPUTS[t]);
      const int now = std::min(p.hand(owner)[type], HAND_INPUTS[t]);
      for (int i = before; i > now; --i) changes.remove(set.hand_input(side, view, owner, type, i));
      for (int i = before; i < now;) changes.add(set.hand_input(side, view, owner, type, ++i));
    }
    cached.hands[owner] = p.hand(owner);
  }
  for (const int missing = missing_pieces(p); cached.missing != missing;)
    if (cached.missing < missing) {
      changes.add(view.offset + MISSING_PIECE);
      ++cached.missing;
    } else {
      changes.remove(view.offset + MISSING_PIECE);
      --cached.missing;
    }
  int16_t* sums = cached_accumulators_.data() + slot * size_t(network_->width);
  kernels_.update(sums, sums, network_->weights.data(), network_->width,
                  {changes.removed, changes.removed_count}, {changes.added, changes.added_count});
  std::memcpy(accumulator(entry, side), sums, sizeof(int16_t) * size_t(network_->width));
}

// Computes the accumulator from the one before the move.
void NetworkEvaluation::update(Color side, const View& view, size_t entry) {
  const FeatureSet& set = network_->features;
  const StackedMove& move = moves_.at(entry);
  const Color mover = color_of(move.after);
  InputChanges<2> changes;
  const auto in_hand = [&](PieceType t) { return set.hand_input(side, view, mover, t, move.hand_number); };
  if (set.has_input(move.after)) changes.add(set.board_input(side, view, move.after, move.to));
  if (move.from == NO_SQUARE) {
    const PieceType t = type_of(move.after);
    if (move.hand_number <= HAND_INPUTS[t]) changes.remove(in_hand(t));
  } else {
    if (set.has_input(move.before)) changes.remove(set.board_input(side, view, move.before, move.from));
    if (move.captured) {
      const PieceType t = unpromote(type_of(move.captured));
      changes.remove(set.board_input(side, view, move.captured, move.to));
      if (move.hand_number <= HAND_INPUTS[t]) changes.add(in_hand(t));
    }
  }
  kernels_.update(accumulator(entry, side), accumulator(entry - 1, side), network_->weights.data(),
                  network_->width, {changes.removed, changes.removed_count},
                  {changes.added, changes.added_count});
}

int32_t NetworkEvaluation::output(const Position& p) {
  const FeatureSet& set = network_->features;
  for (Color side : {BLACK, WHITE}) {
    const View view = set.view(side, p.king(side));
    const Piece king = make_piece(side, KING);
    moves_.bring_up_to_date(
        side,
        [&](const StackedMove& move) {
          return move.after == king && set.view(side, move.from) != set.view(side, move.to);
        },
        [&](size_t entry) { compute(p, side, entry); }, [&](size_t entry) { update(side, view, entry); });
  }
  const Color us = p.turn();
  return kernels_.forward(layers_, accumulator(moves_.top(), us), accumulator(moves_.top(), ~us),
                          network_->width);
}

int NetworkEvaluation::value(const Position& p) {
  return std::clamp(output(p) / scale_, -MAX_VALUE, MAX_VALUE);
}

}  // namespace komadai
