// Fast move generation for the short mate searches: checks, ordered by how promising they look, and replies
// to a check.
#pragma once

#include <optional>

#include "rules/attack_maps.h"
#include "rules/check_generation.h"
#include "rules/legality.h"

namespace komadai::mate {

constexpr uint8_t SHORT_WORTH[PIECE_TYPES] = {0, 1, 2, 2, 4, 6, 7, 5, 0, 3, 3, 3, 4, 8, 9};

struct Ordered {
  Move move;
  int16_t order;
};

// A rough estimate of the number of replies to a check next to the king. ReplyEstimate is more exact, but too
// slow where only the order of a few checks depends on the estimate.
template <Color Us>
class RoughReplyEstimate {
 public:
  explicit RoughReplyEstimate(const Position& p) : p_(p) {
    const Square king = p.king(~Us);
    open_ = p.occupied().without(Bitboard::of(king));
    const Bitboard exits = steps(~Us, KING, king).without(p.of(~Us) | p.movers(KING));
    holes_ = exits.without(attacked_among<Us>(p, exits, open_));
  }

  // The estimate for a piece that attacks like `t` and moves to `to` or is dropped there.
  int replies_to(PieceType t, Square to, bool is_dropped) {
    if (!known_.has(to)) {
      known_ |= Bitboard::of(to);
      takers_[to] = uint8_t(p_.attackers(~Us, to).without(p_.movers(KING)).count());
      guards_[to] = uint8_t(p_.attackers(Us, to, open_).count());
    }
    const Bitboard flights = holes_.without(piece_attacks<Us>(t, to, open_) | Bitboard::of(to));
    // A king that can capture the checker usually escapes, so this counts as three replies.
    const bool hangs = guards_[to] <= (is_dropped ? 0 : 1);
    return flights.count() + takers_[to] + (hangs ? 3 : 0);
  }

 private:
  const Position& p_;
  Bitboard open_;   // occupied squares, without the king
  Bitboard holes_;  // unguarded squares to which the king could move before the check
  // For each square in `known_`: the pieces of the defender (except the king) and of the attacker that attack
  // it.
  Bitboard known_;
  uint8_t takers_[SQUARES], guards_[SQUARES];
};

// Writes the checks with their order: captures and checks next to the king come first.
template <Color Us>
struct Writer {
  const Position& p;
  Bitboard near;
  Ordered* end;
  bool best_only;                    // leave out moves for which the promotion is as good in every mate in 3
  RoughReplyEstimate<Us>* estimate;  // may be null

  bool drop(PieceType t, Bitboard to) {
    if (t == PAWN && is_pawn_drop_mate(p, to.first())) return false;
    for (Square s : Each{to}) write(make_drop(t, s), t, s, 8 - SHORT_WORTH[t]);
    return false;
  }
  bool move(PieceType t, Square from, Bitboard plain, Bitboard promoted) {
    if (best_only && (t == PAWN || t == BISHOP || t == ROOK)) plain = plain.without(promoted);
    for (Square s : Each{promoted}) write(make_move(from, s) | PROMOTION, MOVES_AS[promote(t)], s, 0);
    for (Square s : Each{plain}) write(make_move(from, s), t, s, promoted.has(s) ? 12 : 4);
    return false;
  }
  bool uncover(PieceType t, Square from, Bitboard plain, Bitboard promoted) {
    return move(t, from, plain, promoted);
  }
  void write(Move m, PieceType t, Square to, int order) {
    order += (near.has(to) ? 0 : 30) - 2 * SHORT_WORTH[type_of(p.at(to))];
    if (estimate && near.has(to)) order += 10 * estimate->replies_to(t, to, is_drop(m));
    *end++ = {m, int16_t(order)};
  }
};

// Insertion sort: there are few moves, and they are nearly sorted.
inline void sort(Ordered* begin, Ordered* end) {
  for (Ordered* i = begin + 1; i < end; ++i) {
    const Ordered moved = *i;
    Ordered* j = i;
    for (; j > begin && j[-1].order > moved.order; --j) *j = j[-1];
    *j = moved;
  }
}

// Writes all checks in their order and returns the end. `best_only`: for mates in 3, in which promotion is
// never a disadvantage, because the last move must not be a pawn drop. `estimate_replies`: order checks next
// to the king by the estimated number of replies; worth its time only where a mate is likely and any mate
// will do. The side to be mated must not be in check.
template <Color Us>
Ordered* write_ordered_checks(const Position& p, Ordered* moves, bool best_only = false,
                              bool estimate_replies = false) {
  const Square king = p.king(~Us);
  if (king == NO_SQUARE) return moves;
  Checks<Us> checks(p);
  Writer<Us> writer{p, steps(~Us, KING, king), moves, best_only, nullptr};
  std::optional<RoughReplyEstimate<Us>> estimate;
  if (estimate_replies) writer.estimate = &estimate.emplace(p);
  checks.each(writer);
  sort(moves, writer.end);
  return writer.end;
}

// The replies to a check except interpositions: first captures of the checker, then king moves. A capture
// often refutes the check, so king moves are generated only on request.
template <Color Us>
struct Answers {
  Square king;
  Bitboard takers, between;
  Square checker = NO_SQUARE;

  explicit Answers(const Position& p) : Answers(p, p.checkers()) {}
  Answers(const Position& p, Bitboard checkers) : king(p.king(Us)) {
    if (checkers.more_than_one()) return;
    checker = checkers.first();
    between = komadai::between(king, checker);
    takers = p.attackers(Us, checker).without(p.movers(KING));
    if (takers) takers = takers.without(p.pinned(Us));
  }

  Ordered* write_takers(const Position& p, Ordered* out) const {
    for (Square from : Each{takers}) {
      const PieceType t = type_of(p.at(from));
      const bool may = can_promote(t) && (ZONE[Us].has(from) || ZONE[Us].has(checker));
      const bool must = t == KNIGHT               ? LAST_TWO_RANKS[Us].has(checker)
                        : t == PAWN || t == LANCE ? LAST_RANK[Us].has(checker)
                                                  : false;
      if (may) *out++ = {Move(make_move(from, checker) | PROMOTION), 0};
      if (!must) *out++ = {make_move(from, checker), 0};
    }
    return out;
  }

  Ordered* write_flights(const Position& p, Ordered* out) const {
    const Bitboard without_king = p.occupied().without(Bitboard::of(king));
    Bitboard flights = steps(Us, KING, king).without(p.of(Us) | p.movers(KING));
    flights = flights.without(attacked_among<~Us>(p, flights, without_king));
    const Bitboard takes = flights & p.of(~Us);
    for (Square to : Each{takes}) *out++ = {make_move(king, to), 0};
    for (Square to : Each{flights.without(takes)}) *out++ = {make_move(king, to), 0};
    return out;
  }

  Ordered* write(const Position& p, Ordered* out) const { return write_flights(p, write_takers(p, out)); }
};

}  // namespace komadai::mate
