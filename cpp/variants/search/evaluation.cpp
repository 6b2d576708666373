#include "variants/search/evaluation.h"

#include <algorithm>
#include <cmath>

#include "variants/search/scores.h"

namespace komadai::variants {
namespace {

constexpr int PAWN = 100;
constexpr int ROYAL_EXCHANGE_VALUE = 20000;
constexpr int SPARE_ROYAL = 400;  // what a second royal is worth besides its moves
constexpr int MAX_COUNTED_SQUARES = 400;
constexpr int TEMPO = 12;

// Compresses what no game of normal size reaches, so that scores fit their range.
int compressed(int score) {
  constexpr int LIMIT = 15000;
  if (score > LIMIT) score = LIMIT + (score - LIMIT) / 16;
  if (score < -LIMIT) score = -LIMIT + (score + LIMIT) / 16;
  return std::clamp(score, -MAX_EVAL, MAX_EVAL);
}

}  // namespace

KindMasks::KindMasks(const Rules& rules, const std::vector<int>& value) {
  const auto bit = [](int kind) { return uint64_t(1) << (kind & 63); };
  const auto kinds_with = [&](auto condition) {
    uint64_t mask = 0;
    for (int k = 1; k < rules.kinds(); ++k)
      if (!rules.kind(k).royal && condition(k)) mask |= bit(k);
    return mask;
  };
  for (Color c : {BLACK, WHITE}) {
    for (int w = 0; w < 8; ++w)
      for (int n = 1; n < std::max(rules.files(), rules.ranks()); ++n)
        reach[c][size_t(w)].push_back(
            kinds_with([&](int k) { return rules.reach(make_piece(k, c), w) >= n; }));
    for (size_t i = 0; i < rules.leaps().size(); ++i)
      leap[c].push_back(kinds_with([&](int k) { return rules.leap_mask(make_piece(k, c)) >> i & 1; }));
  }
  for (int kind = 0; kind < rules.kinds(); ++kind) {
    weaker.push_back(kinds_with([&](int k) { return value[size_t(k)] < value[size_t(kind)] * 4 / 5; }));
    if (kind && rules.kind(kind).promotes_to) {
      promotes[0].push_back(kind);
      promotes[1].push_back(rules.kind(kind).promotes_to);
    }
  }
  for (size_t slot = 0; slot < rules.hand_kinds().size(); ++slot) {
    uint64_t mask = 0;
    for (int kind : rules.dropped_kinds(int(slot))) mask |= bit(kind);
    dropped.push_back(mask);
  }
}

Evaluation::Evaluation(std::shared_ptr<const Rules> shared)
    : rules_(std::move(shared)),
      layout_(*rules_),
      cells_(size_t(rules_->cells())),
      counts_attacks_(rules_->squares() <= MAX_COUNTED_SQUARES) {
  const Rules& rules = *rules_;
  int pieces = 0;
  const std::string& sfen = rules.spec().sfen;
  bool in_parentheses = false;
  for (size_t i = 0; i < sfen.size() && sfen[i] != ' '; ++i) {
    if (sfen[i] == '(') in_parentheses = true;
    if (sfen[i] == ')') in_parentheses = false;
    const bool letter = std::isalpha(static_cast<unsigned char>(sfen[i])) != 0;
    pieces += sfen[i] == ')' || (letter && !in_parentheses);
  }
  density_ = 0.6 * pieces / rules.squares();
  estimate_values(rules);
  fill_squares(rules);
  fill_weights(rules);
  if (layout_.has_kinds()) masks_ = KindMasks(rules, exchange_value_);
}

// The expected number of squares that a piece could go to: a blocked path ends, and a move that only captures
// or does not capture is half a move.
double Evaluation::mobility(const Rules& rules, int kind, Square cell) const {
  const int x0 = rules.files() - 1 - rules.file(cell), y0 = rules.rank(cell);
  const auto inside = [&](int x, int y) {
    return x >= 0 && x < rules.files() && y >= 0 && y < rules.ranks();
  };
  double sum = 0;
  for (const std::vector<Leg>& path : rules.kind(kind).paths) {
    double weight = path.size() == 1 ? 1 : path.size() == 2 ? 0.2 : 0.02;
    int x = x0, y = y0;
    for (size_t i = 0; i < path.size(); ++i) {
      const Leg& leg = path[i];
      if (leg.mode & ANYWHERE) {
        sum += weight * rules.squares() * (1 - density_) * 0.5;
        break;
      }
      const int steps = leg.max == 0 ? MAX_SIDE : leg.max;
      double open = 1;
      bool outside = false;
      for (int n = 1; n <= steps; ++n) {
        x += leg.dx;
        y -= leg.dy;
        if (!inside(x, y)) {
          outside = n == 1;
          break;
        }
        const bool moves = leg.mode & MOVE, captures = leg.mode & (CAPTURE | OWN);
        const double usual = moves && captures ? 1 : moves ? 0.5 : 0.45;
        const double ahead = leg.dy > 0 ? 1.1 : 1;
        if (i + 1 == path.size()) sum += weight * open * usual * ahead;
        open *= leg.mode & JUMP ? 0.95 : 1 - density_;
        if (i + 1 < path.size()) break;  // the next leg begins after a step
      }
      if (outside) break;
    }
  }
  return sum;
}

void Evaluation::estimate_values(const Rules& rules) {
  const int kinds = rules.kinds();
  value_.assign(size_t(kinds), 0);
  std::vector<double> raw(static_cast<size_t>(kinds), 0.0);
  double weakest = 0;
  for (int k = 1; k < kinds; ++k) {
    double sum = 0;
    for (Square s : rules.all_cells()) sum += mobility(rules, k, s);
    raw[size_t(k)] = std::pow(sum / rules.squares(), 0.8);
    const bool pawn = rules.kind(k).paths.size() == 1 && rules.kind(k).paths[0][0].max == 1;
    if (pawn && !weakest) weakest = raw[size_t(k)];
  }
  if (weakest == 0) weakest = 0.9;
  for (int k = 1; k < kinds; ++k) {
    const KindSpec& kind = rules.kind(k);
    value_[size_t(k)] = kind.value ? kind.value : std::max(10, int(PAWN * raw[size_t(k)] / weakest));
    if (kind.burns) value_[size_t(k)] = kind.value ? kind.value : value_[size_t(k)] * 3 / 2;
  }
  // A piece that changes its face with every move is worth as much as both on average.
  std::vector<int> faces = value_;
  for (int k = 1; k < kinds; ++k) {
    const KindSpec& kind = rules.kind(k);
    if (kind.promotes_by == Promotion::ALWAYS && kind.promotes_to && !kind.value)
      faces[size_t(k)] = (value_[size_t(k)] + value_[size_t(kind.promotes_to)]) / 2;
  }
  value_ = faces;
  exchange_value_ = value_;
  for (int k = 1; k < kinds; ++k)
    if (rules.kind(k).royal) {
      exchange_value_[size_t(k)] = ROYAL_EXCHANGE_VALUE;
      value_[size_t(k)] += SPARE_ROYAL;
    }
  for (int k : rules.hand_kinds()) {
    int value = value_[size_t(k)];
    if (rules.spec().drop_faces == DropFaces::EITHER && rules.kind(k).promotes_to)
      value = std::max(value, value_[size_t(rules.kind(k).promotes_to)]);
    hand_value_.push_back(value * 11 / 10 + 10);
    more_in_hand_.push_back(0);
  }
}

void Evaluation::fill_squares(const Rules& rules) {
  squares_.assign(size_t(rules.kinds()) * 2 * cells_, 0);
  std::vector<double> at(static_cast<size_t>(rules.cells()), 0.0);
  for (int k = 1; k < rules.kinds(); ++k) {
    const KindSpec& kind = rules.kind(k);
    double mean = 0;
    for (Square s : rules.all_cells()) mean += at[s] = mobility(rules, k, s);
    mean = std::max(mean / rules.squares(), 0.01);
    const int gain = kind.promotes_to ? value_[size_t(kind.promotes_to)] - value_[size_t(k)] : 0;
    const int zone = kind.zone < 0 ? rules.spec().zone : kind.zone;
    for (Square s : rules.all_cells()) {
      const int ahead = rules.ranks_ahead(BLACK, s);
      const int value = value_[size_t(k)];
      double square = value;
      if (!kind.royal) {
        square *= 1 + 0.06 * std::clamp(at[s] / mean - 1, -1.0, 1.0);
        if (at[s] == 0 && !kind.promotes_to) square = value * 0.2;
        square += 0.02 * std::min(value, 500) * (0.5 - double(ahead) / std::max(rules.ranks() - 1, 1));
        if (gain > 0) {
          double potential = 0.1;
          if (kind.promotes_by != Promotion::CAPTURE && kind.promotes_by != Promotion::ALWAYS && zone > 0) {
            const double far = double(std::max(ahead - zone + 1, 0)) / std::max(rules.ranks() - zone, 1);
            potential = 0.04 + 0.16 * (1 - far) * (1 - far);
          }
          square += gain * potential;
        }
      } else if (rules.spec().try_rule == Try::NONE) {
        square -= 6 * (rules.ranks() - 1 - ahead) * 8 / std::max(rules.ranks() - 1, 1);
      }
      squares_[size_t(make_piece(k, BLACK)) * cells_ + s] = int(std::lround(square));
      const Square turned = rules.cell(rules.squares() - 1 - rules.number(s));
      squares_[size_t(make_piece(k, WHITE)) * cells_ + turned] = -int(std::lround(square));
    }
  }
}

int Evaluation::material(const Board& b) const {
  int sum = 0;
  for (Color c : {BLACK, WHITE}) {
    for (Square s : b.pieces(c)) sum += square_value(b.at(s), s);
    for (size_t slot = 0; slot < hand_value_.size(); ++slot)
      if (const int n = b.hand(c, int(slot)))
        sum += (c == BLACK ? 1 : -1) * (n * hand_value_[slot] + (n - 1) * more_in_hand_[slot]);
  }
  return sum;
}

int Evaluation::updated_material(const Board& b, int before) const {
  int sum = before;
  const auto changes = b.last_changes();
  for (size_t i = 0; i < changes.size(); ++i) {
    const CellChange& change = changes[i];
    const auto earlier = changes.begin() + std::ptrdiff_t(i);
    if (std::any_of(changes.begin(), earlier, [&](const CellChange& c) { return c.cell == change.cell; }))
      continue;
    if (change.before != EMPTY) sum -= square_value(change.before, change.cell);
    if (b.at(change.cell) != EMPTY) sum += square_value(b.at(change.cell), change.cell);
  }
  const auto hand_changes = b.last_hand_changes();
  for (size_t i = 0; i < hand_changes.size(); ++i) {
    const HandChange& change = hand_changes[i];
    int after = b.hand(change.color, change.slot);
    for (size_t later = i + 1; later < hand_changes.size(); ++later)
      if (hand_changes[later].color == change.color && hand_changes[later].slot == change.slot)
        after -= hand_changes[later].difference;
    const int more = std::max(after - 1, 0) - std::max(after - change.difference - 1, 0);
    sum += (change.color == BLACK ? 1 : -1) *
           (change.difference * hand_value_[change.slot] + more * more_in_hand_[change.slot]);
  }
  return sum;
}

// Estimates: a square more to go to is worth a little, and the fewer squares around a king are safe, the
// worse, the more so the more the enemy has in hand.
void Evaluation::fill_weights(const Rules& rules) {
  weights_.assign(size_t(layout_.size()), 0);
  weights_[size_t(layout_.tempo())] = 16 * TEMPO;
  for (int k = 1; k < rules.kinds(); ++k)
    if (!rules.kind(k).royal) weights_[size_t(layout_.mobility(k))] = 24;
  for (int n = 0; n < TermLayout::RING; ++n)
    for (int hand = 0; hand < TermLayout::HAND_COUNTS; ++hand) {
      const int scale = 2 + hand;
      weights_[size_t(layout_.attacked(n, hand))] = -8 * n * scale;
      weights_[size_t(layout_.undefended(n, hand))] = -6 * (n * n + n) * scale;
      weights_[size_t(layout_.escapes(n, hand))] = -24 * std::max(0, 2 - n) * scale;
    }
}

bool Evaluation::add_weights(const std::vector<int>& weights) {
  if (weights.size() != weights_.size()) return false;
  for (size_t i = 0; i < weights.size(); ++i) weights_[i] += weights[i];
  const auto in_centipawns = [&](int term) { return (weights[size_t(term)] + 8) >> 4; };
  for (size_t k = 1; k < value_.size(); ++k) {
    const int gain = in_centipawns(layout_.piece(int(k)));
    value_[k] += gain;
    if (exchange_value_[k] < ROYAL_EXCHANGE_VALUE)
      exchange_value_[k] = std::max(exchange_value_[k] + gain, 10);
    for (Color c : {BLACK, WHITE}) {
      int* const squares = &squares_[size_t(make_piece(int(k), c)) * cells_];
      for (Square s : rules_->all_cells()) {
        const int at = gain + in_centipawns(layout_.square(int(k), number(*rules_, c, s)));
        squares[s] += c == BLACK ? at : -at;
      }
    }
  }
  for (size_t slot = 0; slot < hand_value_.size(); ++slot)
    hand_value_[slot] += in_centipawns(layout_.hand(int(slot)));
  for (size_t slot = 0; slot < hand_value_.size(); ++slot)
    more_in_hand_[slot] += in_centipawns(layout_.more_in_hand(int(slot)));
  return true;
}

int Evaluation::evaluate(const Board& b, int material, AttackMaps& maps) const {
  int sum = 0;
  if (counts_attacks_)
    for_each_activity(b, layout_, masks_, maps, [&](int term, int count, Color c) {
      sum += (c == BLACK ? 1 : -1) * count * weights_[size_t(term)];
    });
  const int score = material + sum / 16;
  return compressed((b.turn() == BLACK ? score : -score) + weights_[size_t(layout_.tempo())] / 16);
}

}  // namespace komadai::variants
