#include "env/variant_layout.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "variants/attacks.h"
#include "variants/game_end.h"

namespace komadai::env {

using namespace komadai::variants;

namespace {

constexpr int MAX_SIDE_WITH_ACTIONS = 12;
constexpr int MAX_COUNTED_IN_HAND = 8;
constexpr int NEIGHBOURS = 8;

// Whether origin, destination, promotion and one passed neighbour of the origin identify a move of this path.
bool is_identified(const std::vector<Leg>& path) {
  if (path.size() == 1) return !(path[0].mode & TAKE);
  const Leg& first = path[0];
  return path.size() == 2 && first.max == 1 && std::abs(first.dx) <= 1 && std::abs(first.dy) <= 1 &&
         !((first.mode | path[1].mode) & (TAKE | ANYWHERE));
}

}  // namespace

VariantLayout::VariantLayout(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {
  const Rules& r = *rules_;
  const int squares = r.squares();
  bool identified = r.files() <= MAX_SIDE_WITH_ACTIONS && r.ranks() <= MAX_SIDE_WITH_ACTIONS;
  for (const KindSpec& kind : r.spec().kinds)
    for (const std::vector<Leg>& path : kind.paths) {
      identified &= is_identified(path);
      if (path.size() > 1) passed_squares_ = 1 + NEIGHBOURS;
    }

  origin_of_drop_.assign(size_t(r.kinds()), 0);
  int origins = squares;
  for (size_t slot = 0; slot < r.hand_kinds().size(); ++slot)
    for (int kind : r.dropped_kinds(int(slot))) origin_of_drop_[size_t(kind)] = origins++;
  if (identified) actions_ = origins * passed_squares_ * squares * 2;

  hand_planes_.assign(r.hand_kinds().size(), 0);
  const Board setup(rules_);
  for (Color c : {BLACK, WHITE}) {
    for (Square s : setup.pieces(c))
      if (const int slot = r.hand_slot(r.kind(kind_of(setup.at(s))).hand); slot >= 0)
        ++hand_planes_[size_t(slot)];
    for (size_t slot = 0; slot < hand_planes_.size(); ++slot) hand_planes_[slot] += setup.hand(c, int(slot));
  }
  planes_ = 2 * (r.kinds() - 1) + 2 + std::max(0, r.spec().repetition_count - 2) +
            (r.spec().lion != LionRule::NONE);
  for (int& planes : hand_planes_) {
    planes = std::min(planes, MAX_COUNTED_IN_HAND);
    planes_ += 2 * planes;
  }
}

// 0: none; 1 to 8: the neighbour of the origin in the order of dlshogi's directions.
int VariantLayout::passed_square(Color c, Move m) const {
  if (!m.via()) return 0;
  const int sign = c == BLACK ? 1 : -1;
  const int left = sign * (rules_->file(m.via()) - rules_->file(m.from()));
  const int down = sign * (rules_->rank(m.via()) - rules_->rank(m.from()));
  const int side = left == 0 ? 0 : left > 0 ? 1 : 2;
  return 1 + (down < 0 ? side : down == 0 ? 2 + side : 5 + side);
}

int VariantLayout::action_of(Color c, Move m) const {
  const int origin = m.is_drop() ? origin_of_drop_[size_t(m.kind())] : seen_by(c, m.from());
  const int passed = m.is_drop() ? 0 : passed_square(c, m);
  return ((origin * passed_squares_ + passed) * rules_->squares() + seen_by(c, m.to())) * 2 + m.promotes();
}

void VariantLayout::write_planes(const Board& b, Color us, uint8_t* out) const {
  const Rules& r = *rules_;
  const auto at = [&](Square cell, int plane) -> uint8_t& {
    const int seen = seen_by(us, cell), file = seen / r.ranks(), rank = seen % r.ranks();
    return out[size_t((rank * r.files() + r.files() - 1 - file) * planes_ + plane)];
  };
  std::vector<uint8_t> constant(static_cast<size_t>(planes_), 0);
  const int kinds = r.kinds() - 1;
  size_t next = size_t(2 * kinds);
  for (Color c : {us, ~us})
    for (size_t slot = 0; slot < hand_planes_.size(); ++slot)
      for (int n = 0; n < hand_planes_[slot]; ++n) constant[next++] = b.hand(c, int(slot)) > n;
  constant[next++] = any_royal_attacked(b, us);
  constant[next++] = us == WHITE;
  if (r.spec().repetition_count > 2) {
    const int count = repetition_count(b);
    for (int n = 2; n < r.spec().repetition_count; ++n) constant[next++] = count >= n;
  }
  for (int cell = 0; cell < r.squares(); ++cell)
    std::memcpy(out + size_t(cell) * size_t(planes_), constant.data(), constant.size());
  for (Color c : {us, ~us})
    for (Square s : b.pieces(c)) at(s, (c == us ? 0 : kinds) + kind_of(b.at(s)) - 1) = 1;
  if (r.spec().lion != LionRule::NONE && b.state().counterstrike) at(b.state().counterstrike, int(next)) = 1;
}

}  // namespace komadai::env
