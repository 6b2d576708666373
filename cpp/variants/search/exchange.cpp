#include "variants/search/exchange.h"

#include <array>

namespace komadai::variants {
namespace {

// The pieces that attack one square, from the nearest in each direction.
class Attackers {
 public:
  Attackers(const Board& b, const Evaluation& evaluation, Move m)
      : b_(b), rules_(b.rules()), evaluation_(evaluation), m_(m), from_(m.is_drop() ? Square(0) : m.from()) {
    for (int w = 0; w < 8; ++w) {
      front_[size_t(w)] = m.to();
      distance_[size_t(w)] = 0;
      advance(w);
    }
    for (size_t i = 0; i < rules_.leaps().size(); ++i) {
      const Square at = Square(m.to() - rules_.leaps()[i]);
      const Piece p = b.at(at);
      if (p > WALL && !gone(at) && (rules_.leap_mask(p) >> i & 1)) leapers_[size_t(leaper_count_++)] = at;
    }
  }

  // Removes the attacker of the lowest value and returns its kind; 0: there is none.
  int pop(Color c) {
    int best = -1, best_value = 1 << 30;
    for (int w = 0; w < 8; ++w) {
      const Piece p = b_.at(front_[size_t(w)]);
      if (p <= WALL || color_of(p) != c || rules_.reach(p, w) < distance_[size_t(w)]) continue;
      if (const int v = evaluation_.exchange_value(kind_of(p)); v < best_value) best_value = v, best = w;
    }
    for (int i = 0; i < leaper_count_; ++i) {
      const Piece p = b_.at(leapers_[size_t(i)]);
      if (color_of(p) != c) continue;
      if (const int v = evaluation_.exchange_value(kind_of(p)); v < best_value) best_value = v, best = 8 + i;
    }
    if (best < 0) return 0;
    if (best >= 8) {
      const int kind = kind_of(b_.at(leapers_[size_t(best - 8)]));
      leapers_[size_t(best - 8)] = leapers_[size_t(--leaper_count_)];
      return kind;
    }
    const int kind = kind_of(b_.at(front_[size_t(best)]));
    advance(best);
    return kind;
  }

 private:
  bool gone(Square s) const { return s == from_ || s == m_.via() || s == m_.second_via(); }

  void advance(int w) {
    const int delta = rules_.directions()[size_t(w)];
    const bool slides = rules_.slides(BLACK, w) || rules_.slides(WHITE, w);
    size_t at = size_t(front_[size_t(w)] + delta);
    int n = distance_[size_t(w)] + 1;
    if (slides)
      while (b_.at(Square(at)) == EMPTY || (b_.at(Square(at)) != WALL && gone(Square(at)))) {
        at = size_t(int(at) + delta);
        ++n;
      }
    else if (n > 1 || gone(Square(at)))
      at = 0;
    front_[size_t(w)] = Square(at);  // cell 0 is outside the board
    distance_[size_t(w)] = n;
  }

  const Board& b_;
  const Rules& rules_;
  const Evaluation& evaluation_;
  const Move m_;
  const Square from_;
  std::array<Square, 8> front_{};
  std::array<int, 8> distance_{};
  std::array<Square, MAX_LEAPS> leapers_{};
  int leaper_count_ = 0;
};

}  // namespace

int captured_value(const Board& b, const Evaluation& evaluation, Move m) {
  if (m.is_drop()) return 0;
  const Rules& rules = b.rules();
  const auto value_at = [&](Square s) {
    const Piece p = b.at(s);
    if (p <= WALL || s == m.from()) return 0;
    const int v = rules.kind(kind_of(p)).royal && b.royals(color_of(p)).size() > 1
                      ? evaluation.value(kind_of(p))
                      : evaluation.exchange_value(kind_of(p));
    return color_of(p) == b.turn() ? -v : v;
  };
  int sum = value_at(m.to());
  if (m.via()) sum += value_at(m.via());
  if (m.second_via()) sum += value_at(m.second_via());
  if (m.takes_passed()) {
    const int dx = rules.file(m.from()) - rules.file(m.to()), dy = rules.rank(m.from()) - rules.rank(m.to());
    const int delta = (dx > 0) - (dx < 0) - ((dy > 0) - (dy < 0)) * rules.stride();
    for (int s = m.from() + delta; s != m.to(); s += delta) sum += value_at(Square(s));
  }
  if (b.burners(b.turn()) && rules.kind(kind_of(b.at(m.from()))).burns)
    for (int16_t d : rules.directions()) {
      const Square s = Square(m.to() + d);
      if (b.at(s) > WALL && color_of(b.at(s)) != b.turn()) sum += value_at(s);
    }
  return sum;
}

bool exchange_wins(const Board& b, const Evaluation& evaluation, Move m, int threshold) {
  int balance = captured_value(b, evaluation, m) - threshold;
  if (balance < 0) return false;
  if (!m.is_drop() && m.to() == m.from()) return true;  // without moving
  const Rules& rules = b.rules();
  int kind = m.is_drop() ? m.kind() : kind_of(b.at(m.from()));
  if (!m.is_drop() && m.promotes() && rules.kind(kind).promotes_to) kind = rules.kind(kind).promotes_to;
  balance = evaluation.exchange_value(kind) - balance;
  if (balance <= 0) return true;
  Attackers attackers(b, evaluation, m);
  int wins = 1;
  for (Color side = ~b.turn();; side = ~side) {
    const int attacker = attackers.pop(side);
    if (!attacker) return wins;
    wins ^= 1;
    balance = evaluation.exchange_value(attacker) - balance;
    if (balance < wins) return wins;
  }
}

}  // namespace komadai::variants
