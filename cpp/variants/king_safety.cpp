#include "variants/king_safety.h"

#include <algorithm>
#include <cstdlib>

#include "variants/attacks.h"

namespace komadai::variants {

KingSafety::KingSafety(const Board& b) : b_(b), rules_(b.rules()), us_(b.turn()) {
  const auto& royals = b.royals(us_);
  slow_ = royals.size() > 1 || b.path_pieces(~us_) > 0 || b.burners(BLACK) || b.burners(WHITE);
  free_ = royals.empty();
  if (slow_ || free_) return;
  king_ = royals[0];
  const Piece* cells = b.cells();
  for (int w = 0; w < 8; ++w) {
    const int delta = rules_.directions()[size_t(w)];
    const bool slides = rules_.slides(~us_, w);
    size_t at = size_t(king_ + delta);
    int n = 1;
    if (slides)
      while (cells[at] == EMPTY) {
        at = size_t(int(at) + delta);
        ++n;
      }
    Piece p = cells[at];
    if (p <= WALL) continue;
    if (color_of(p) != us_) {
      if (rules_.reach(p, w) >= n) add_check(Square(at), w, n);
      continue;
    }
    if (!slides) continue;
    const Square own = Square(at);
    do {
      at = size_t(int(at) + delta);
      ++n;
    } while (cells[at] == EMPTY);
    p = cells[at];
    if (p > WALL && color_of(p) != us_ && rules_.reach(p, w) >= n)
      pins_[size_t(pinned_++)] = {own, int8_t(w), n};
  }
  for (size_t i = 0; i < rules_.leaps().size(); ++i) {
    const Square at = Square(king_ - rules_.leaps()[i]);
    const Piece p = cells[at];
    if (p > WALL && color_of(p) != us_ && rules_.leap_mask(p) >> i & 1) add_check(at, -1, 0);
  }
}

bool KingSafety::leaves_king_safe(Board& b, Move m) const {
  if (free_) return true;
  if (slow_ || m.via() || m.takes_passed() || crowns(m)) return try_move(b, m);
  if (m.is_drop()) return !checks_ || blocks(m.to());
  if (m.from() == king_) return try_move(b, m);
  if (checks_ && !(m.to() == checker_ && checks_ == 1) && !blocks(m.to())) return false;
  for (int i = 0; i < pinned_; ++i)
    if (const Pin& pin = pins_[size_t(i)]; pin.piece == m.from()) {
      const int distance = on_ray(m.to(), pin.direction);
      return distance > 0 &&
             distance <= pin.distance;  // a leap over the pinning piece leaves the king attacked
    }
  return true;
}

void KingSafety::add_check(Square checker, int w, int distance) {
  ++checks_;
  checker_ = checker;
  check_direction_ = w;
  check_distance_ = distance;
}

// The distance from the king, if the cell is in this direction; else 0.
int KingSafety::on_ray(Square cell, int w) const {
  const int dx = rules_.file(king_) - rules_.file(cell), dy = rules_.rank(king_) - rules_.rank(cell);
  const int n = std::max(std::abs(dx), std::abs(dy));
  return king_ + n * rules_.directions()[size_t(w)] == cell && (!dx || !dy || std::abs(dx) == std::abs(dy))
             ? n
             : 0;
}

bool KingSafety::blocks(Square to) const {
  if (checks_ != 1 || check_direction_ < 0) return false;
  const int n = on_ray(to, check_direction_);
  return n > 0 && n < check_distance_;
}

// Whether a piece becomes a royal, so that the king is not the only one any more.
bool KingSafety::crowns(Move m) const {
  if (!m.promotes()) return false;
  const KindSpec& kind = rules_.kind(kind_of(b_.at(m.from())));
  return !kind.royal && rules_.kind(kind.promotes_to).royal;
}

bool KingSafety::try_move(Board& b, Move m) const {
  b.make(m);
  const bool safe = !only_royal_attacked(b, us_) && (free_ || !b.royals(us_).empty());
  b.undo();
  return safe;
}

}  // namespace komadai::variants
