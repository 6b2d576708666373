// The terms of the evaluation besides the values of the pieces: pieces by their square and by their place
// relative to both kings, mobility by kind, attacked pieces, the squares around the kings, and the squares
// from which a king can be checked. Each has a weight; a position's evaluation is the sum of the weights of
// its terms, those of the opponent negative.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "variants/board.h"

namespace komadai::variants {

// Where the terms of each group begin in the list of weights.
class TermLayout {
 public:
  static constexpr int HAND_COUNTS = 5;  // pieces in the attacker's hand: 0 to 3, and more
  static constexpr int RING = 9;         // 0 to 8 neighbouring squares, or squares of checks
  static constexpr int MAX_RELATIVE = 1 << 17;
  static constexpr int MAX_ATTACKING_KINDS = 64;  // the kinds that attack a square are a bit mask

  explicit TermLayout(const Rules& rules)
      : files_(rules.files()),
        width_(2 * rules.files() - 1),
        area_(width_ * (2 * rules.ranks() - 1)),
        kinds_(rules.kinds()),
        slots_(int(rules.hand_kinds().size())),
        squares_(rules.squares()),
        has_relative_(kinds_ * area_ * 2 <= MAX_RELATIVE),
        has_kinds_(kinds_ <= MAX_ATTACKING_KINDS) {}

  int tempo() const { return 0; }
  int piece(int kind) const { return 1 + kind; }
  int hand(int slot) const { return 1 + kinds_ + slot; }
  int mobility(int kind) const { return 1 + kinds_ + slots_ + kind; }
  int attacked(int squares, int in_hand) const { return ring(0, squares, in_hand); }
  int undefended(int squares, int in_hand) const { return ring(1, squares, in_hand); }
  int escapes(int squares, int in_hand) const { return ring(2, squares, in_hand); }
  // A piece `offset` from its own king or the enemy's, as its owner sees it.
  int near_own(int kind, int offset) const { return relative() + 2 * (kind * area_ + area_ / 2 + offset); }
  int near_enemy(int kind, int offset) const { return near_own(kind, offset) + 1; }
  bool has_relative() const { return has_relative_; }
  int offset(const Rules& rules, Square from, Square to) const {
    return (rules.rank(to) - rules.rank(from)) * width_ + rules.file(to) - rules.file(from);
  }
  // The number of pieces of a kind in hand beyond the first.
  int more_in_hand(int slot) const { return after_relative() + slot; }
  // A piece by its square, as its owner sees it.
  int square(int kind, int number) const { return after_relative() + slots_ + kind * squares_ + number; }
  // A piece that an enemy piece attacks: undefended, or by a piece of less value. `moves`: it is its side's
  // turn.
  int hanging(int kind, bool moves) const { return attacked_pieces() + 4 * kind + moves; }
  int threatened(int kind, bool moves) const { return attacked_pieces() + 4 * kind + 2 + moves; }
  // Squares from which a king can be checked, by what is in the attacker's hand and whether the attacker
  // moves. Safe: nothing but the king defends the square, and if the king does, another piece of the
  // attacker's attacks it. Contact: next to the king.
  int safe_checks(int squares, int in_hand, bool moves) const { return checks(0, squares, in_hand, moves); }
  int contact_checks(int squares, int in_hand, bool moves) const {
    return checks(1, squares, in_hand, moves);
  }
  int unsafe_checks(int squares, int in_hand, bool moves) const { return checks(2, squares, in_hand, moves); }
  // Squares of safe checks by a drop from this slot.
  int drop_checks(int slot) const { return checks(3, 0, 0, false) + slot; }
  bool has_kinds() const { return has_kinds_; }
  int size() const { return has_kinds_ ? drop_checks(slots_) : attacked_pieces(); }

 private:
  int ring(int group, int squares, int in_hand) const {
    return 1 + 2 * kinds_ + slots_ + (group * RING + squares) * HAND_COUNTS +
           std::min(in_hand, HAND_COUNTS - 1);
  }
  int checks(int group, int squares, int in_hand, bool moves) const {
    return attacked_pieces() + 4 * kinds_ +
           ((group * RING + std::min(squares, RING - 1)) * HAND_COUNTS + std::min(in_hand, HAND_COUNTS - 1)) *
               2 +
           moves;
  }
  int relative() const { return 1 + 2 * kinds_ + slots_ + 3 * RING * HAND_COUNTS; }
  int after_relative() const { return relative() + (has_relative_ ? 2 * kinds_ * area_ : 0); }
  int attacked_pieces() const { return after_relative() + slots_ + kinds_ * squares_; }

  int files_, width_, area_, kinds_, slots_, squares_;
  bool has_relative_, has_kinds_;
};

// Masks of kinds (bit = kind), of games with at most MAX_ATTACKING_KINDS.
struct KindMasks {
  // The kinds of a colour that attack a square if they stand n squares from it in direction w; by n from 1.
  std::array<std::array<std::vector<uint64_t>, 8>, 2> reach;
  std::array<std::vector<uint64_t>, 2> leap;  // by leap
  std::vector<uint64_t> weaker;               // by kind: the kinds of less value
  std::vector<uint64_t> dropped;              // by slot
  std::array<std::vector<int>, 2> promotes;   // kinds that promote: the kind, and what it becomes

  KindMasks() = default;
  KindMasks(const Rules& rules, const std::vector<int>& value);
};

// The number of attacks of each side on each cell, and the kinds that attack it.
struct AttackMaps {
  std::array<std::vector<uint8_t>, 2> of;
  std::array<std::vector<uint64_t>, 2> kinds;
};

// Calls term(index, count, colour) for the squares from which the king of `c` can be checked.
template <class Function>
void for_each_check(const Board& b, const TermLayout& layout, const KindMasks& masks, const AttackMaps& maps,
                    Color c, Function term) {
  const Rules& rules = b.rules();
  const Piece* cells = b.cells();
  const Square king = b.royals(c)[0];
  const Color attacker = ~c;
  uint64_t in_hand = 0;
  if (!b.hand_is_empty(attacker))
    for (size_t slot = 0; slot < masks.dropped.size(); ++slot)
      if (b.hand(attacker, int(slot))) in_hand |= masks.dropped[slot];
  int safe = 0, contact = 0, unsafe = 0;
  const auto visit = [&](size_t s, uint64_t checkers, bool adjacent) {
    const Piece target = cells[s];
    if (target > WALL && color_of(target) == attacker) return;
    const uint64_t movers = maps.kinds[attacker][s];
    uint64_t from_board = movers & checkers;
    if (!from_board && movers)
      for (size_t i = 0; i < masks.promotes[0].size(); ++i) {
        const int kind = masks.promotes[0][i];
        if ((movers >> kind & 1) && (checkers >> masks.promotes[1][i] & 1) &&
            rules.in_zone(kind, attacker, Square(s)))
          from_board |= uint64_t(1) << kind;
      }
    const uint64_t drops = target == EMPTY ? in_hand & checkers : 0;
    if (!from_board && !drops) return;
    const int defenders = maps.of[c][s] - adjacent, supporters = maps.of[attacker][s];
    const bool safe_move = from_board && defenders <= 0 && (!adjacent || supporters >= 2);
    const bool safe_drop = drops && defenders <= 0 && (!adjacent || supporters >= 1);
    if (!safe_move && !safe_drop)
      ++unsafe;
    else if (adjacent)
      ++contact;
    else
      ++safe;
    if (safe_drop)
      for (size_t slot = 0; slot < masks.dropped.size(); ++slot)
        if (b.hand(attacker, int(slot)) && (masks.dropped[slot] & checkers))
          term(layout.drop_checks(int(slot)), 1, attacker);
  };
  for (size_t w = 0; w < 8; ++w) {
    const std::vector<uint64_t>& reach = masks.reach[attacker][w];
    size_t at = king;
    for (size_t n = 0; n < reach.size() && reach[n]; ++n) {
      at = size_t(int(at) + rules.directions()[w]);
      if (cells[at] == WALL) break;
      visit(at, reach[n], n == 0);
      if (cells[at] != EMPTY) break;
    }
  }
  for (size_t i = 0; i < rules.leaps().size(); ++i) {
    const size_t at = size_t(king - rules.leaps()[i]);
    if (cells[at] != WALL && masks.leap[attacker][i]) visit(at, masks.leap[attacker][i], false);
  }
  const int pieces = b.pieces_in_hand(attacker);
  const bool moves = b.turn() == attacker;
  term(layout.safe_checks(safe, pieces, moves), 1, c);
  term(layout.contact_checks(contact, pieces, moves), 1, c);
  term(layout.unsafe_checks(unsafe, pieces, moves), 1, c);
}

// Calls term(index, count, colour) for the terms that are not values of pieces; `maps` is working memory.
template <class Function>
void for_each_activity(const Board& b, const TermLayout& layout, const KindMasks& masks, AttackMaps& maps,
                       Function term) {
  const Rules& rules = b.rules();
  const Piece* cells = b.cells();
  for (Color c : {BLACK, WHITE}) {
    maps.of[c].assign(size_t(rules.cells()), 0);
    maps.kinds[c].assign(size_t(rules.cells()), 0);
    uint8_t* const map = maps.of[c].data();
    uint64_t* const kinds = maps.kinds[c].data();
    const bool relative = layout.has_relative() && b.royals(BLACK).size() == 1 && b.royals(WHITE).size() == 1;
    const Square own_king = relative ? b.royals(c)[0] : Square(0);
    const Square enemy_king = relative ? b.royals(~c)[0] : Square(0);
    for (Square from : b.pieces(c)) {
      const Piece p = cells[from];
      const int kind = kind_of(p);
      const Moves& moves = rules.moves(p);
      const uint64_t bit = uint64_t(1) << (kind & 63);
      int count = 0;
      for (const Ride& step : moves.steps) {
        const size_t to = size_t(from + step.delta);
        ++map[to];
        kinds[to] |= bit;
        count += cells[to] == EMPTY || (cells[to] > WALL && color_of(cells[to]) != c);
      }
      for (const Ride& ride : moves.rides) {
        const bool captures = ride.mode & CAPTURE;
        size_t to = from;
        for (int n = 0; n < ride.max; ++n) {
          to = size_t(int(to) + ride.delta);
          if (cells[to] == WALL) break;
          map[to] = uint8_t(map[to] + captures);
          kinds[to] |= captures ? bit : 0;
          if (cells[to] != EMPTY) {
            count += color_of(cells[to]) != c;
            break;
          }
          ++count;
        }
      }
      if (count) term(layout.mobility(kind), count, c);
      if (relative) {
        int own = layout.offset(rules, own_king, from), enemy = layout.offset(rules, enemy_king, from);
        if (c == WHITE) own = -own, enemy = -enemy;
        if (from != own_king) term(layout.near_own(kind, own), 1, c);
        term(layout.near_enemy(kind, enemy), 1, c);
      }
    }
  }
  if (layout.has_kinds())
    for (Color c : {BLACK, WHITE})
      for (Square s : b.pieces(c)) {
        if (!maps.of[~c][s]) continue;
        const int kind = kind_of(cells[s]);
        if (!maps.of[c][s])
          term(layout.hanging(kind, b.turn() == c), 1, c);
        else if (maps.kinds[~c][s] & masks.weaker[size_t(kind)])
          term(layout.threatened(kind, b.turn() == c), 1, c);
      }
  for (Color c : {BLACK, WHITE}) {
    if (b.royals(c).size() != 1) continue;
    if (layout.has_kinds()) for_each_check(b, layout, masks, maps, c, term);
    const Square king = b.royals(c)[0];
    int attacked = 0, undefended = 0, escapes = 0;
    for (int16_t d : rules.directions()) {
      const size_t s = size_t(king + d);
      if (cells[s] == WALL) continue;
      const bool enemy = maps.of[~c][s] > 0;
      attacked += enemy;
      undefended += enemy && maps.of[c][s] <= 1;
      escapes += !enemy && (cells[s] == EMPTY || color_of(cells[s]) != c);
    }
    const int in_hand = b.pieces_in_hand(~c);
    term(layout.attacked(attacked, in_hand), 1, c);
    term(layout.undefended(undefended, in_hand), 1, c);
    term(layout.escapes(escapes, in_hand), 1, c);
  }
}

}  // namespace komadai::variants
