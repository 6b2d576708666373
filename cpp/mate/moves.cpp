#include "mate/moves.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "rules/legality.h"
#include "rules/movegen.h"
#include "rules/pawn_drops.h"

namespace komadai::mate {
namespace {

int distance(Square a, Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

constexpr int WORTH[PIECE_TYPES] = {0, 1, 2, 2, 4, 6, 7, 5, 9, 3, 3, 3, 4, 8, 9};

// From which squares a piece of this type checks the enemy king.
Bitboard checking_squares(Color us, PieceType t, Square king, Bitboard occupied) {
  return piece_attacks(~us, t, king, occupied);
}

// Pieces of the side to move behind which one of its own lines runs to the enemy king.
Bitboard uncovering_pieces(const Position& p, Square king) {
  const Color us = p.turn();
  const Bitboard snipers = p.of(us) & ((TABLES.orthogonals[king] & (p.movers(ROOK) | p.movers(DRAGON))) |
                                       (TABLES.diagonals[king] & (p.movers(BISHOP) | p.movers(HORSE))) |
                                       (TABLES.rays[opposite(forward_of(us))][king] & p.movers(LANCE)));
  Bitboard found;
  for (Square s : Each{snipers}) {
    const Bitboard blockers = between(king, s) & p.occupied();
    if (!blockers.more_than_one()) found |= blockers & p.of(us);
  }
  return found;
}

int write_checks(const Position& p, Move* out) {
  const Color us = p.turn();
  const Square king = p.king(~us);
  if (king == NO_SQUARE) return 0;
  Move* const begin = out;
  if (p.in_check()) {
    const MoveBuffer<MAX_MOVES_OF_ANY_BOARD> all(p);
    for (Move m : all)
      if (p.gives_check(m)) *out++ = m;
    return int(out - begin);
  }
  const Bitboard occupied = p.occupied();
  Bitboard squares[PIECE_TYPES];
  for (int t = PAWN; t < PIECE_TYPES; ++t)
    squares[t] = t == KING ? Bitboard() : checking_squares(us, PieceType(t), king, occupied);
  const Bitboard uncovering = uncovering_pieces(p, king);
  const Bitboard reachable = BOARD.without(p.of(us) | p.movers(KING));
  const Bitboard pinned = p.pinned(us);
  for (Square from : Each{p.of(us)}) {
    const PieceType t = type_of(p.at(from));
    const Bitboard uncovers = uncovering.has(from) ? BOARD.without(line_beyond(king, from)) : Bitboard();
    const bool zone = ZONE[us].has(from);
    const Bitboard promoting = !can_promote(t) ? Bitboard() : zone ? BOARD : ZONE[us];
    Bitboard wanted = squares[t] | uncovers;
    if (can_promote(t)) wanted |= promoting & squares[promote(t)];
    if (!wanted) continue;
    Bitboard to = piece_attacks(us, t, from, occupied) & reachable & wanted;
    // A slider may also check along its own line through the square it leaves: the rays in `squares`
    // end at the slider itself, which is no obstacle to itself.
    if (t == ROOK || t == DRAGON || t == BISHOP || t == HORSE || t == LANCE) {
      const Bitboard without = occupied.without(Bitboard::of(from));
      Bitboard more = checking_squares(us, t, king, without);
      if (can_promote(t)) more |= promoting & checking_squares(us, promote(t), king, without);
      to = piece_attacks(us, t, from, occupied) & reachable & (wanted | more);
    }
    if (pinned.has(from)) to &= line_beyond(p.king(us), from);
    if (!to) continue;
    if (t == KING) {
      const Bitboard without_king = occupied.without(Bitboard::of(from));
      for (Square s : Each{to})
        if (!p.attacked(~us, s, without_king)) *out++ = make_move(from, s);
      continue;
    }
    for (Square s : Each{to}) {
      const Move m = make_move(from, s);
      if (promoting.has(s) && p.gives_check(m | PROMOTION)) *out++ = m | PROMOTION;
      const bool dead = t == PAWN || t == LANCE ? LAST_RANK[us].has(s)
                        : t == KNIGHT           ? LAST_TWO_RANKS[us].has(s)
                                                : false;
      if (!dead && p.gives_check(m)) *out++ = m;
    }
  }
  const Hand hand = p.hand(us);
  if (hand.empty()) return int(out - begin);
  const Bitboard empty = BOARD.without(occupied);
  for (PieceType t : {ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN}) {
    if (!hand[t]) continue;
    Bitboard to = squares[t] & empty;
    if (t == PAWN) {
      to = (to & files_without(p.movers(us, PAWN)));
      if (to && is_pawn_drop_mate(p, to.first())) to = Bitboard();
    }
    if (t == LANCE || t == PAWN) to = to.without(LAST_RANK[us]);
    if (t == KNIGHT) to = to.without(LAST_TWO_RANKS[us]);
    for (Square s : Each{to}) *out++ = make_drop(t, s);
  }
  return int(out - begin);
}

// Whether `plain` is `promoting` without the promotion.
bool is_plain_of(Move plain, Move promoting) {
  return (plain | PROMOTION) == promoting && !is_promotion(plain);
}

}  // namespace

int generate_attacks(const Position& p, Candidate* out) {
  Move moves[MAX_MOVES];
  const int n = write_checks(p, moves);
  const Square king = p.king(~p.turn());
  for (int i = 0; i < n; ++i) {
    const Move m = moves[i];
    const Square to = to_of(m);
    int order = 10 * distance(king, to);
    if (p.at(to)) order -= 8 * WORTH[type_of(p.at(to))] + 20;
    if (is_drop(m))
      order += 5 - WORTH[dropped_type(m)];
    else
      order -= is_promotion(m) ? 6 : 0;
    int16_t after = -1;
    if (!is_drop(m) && !is_promotion(m)) {
      const PieceType t = type_of(p.at(from_of(m)));
      if (t == PAWN || t == BISHOP || t == ROOK || (t == LANCE && LAST_TWO_RANKS[p.turn()].has(to)))
        for (int j = 0; j < i; ++j)
          if (is_plain_of(m, moves[j])) after = int16_t(j);
    }
    out[i] = {m, int16_t(order), after};
  }
  return n;
}

int generate_defences(const Position& p, Candidate* out) {
  const MoveBuffer<MAX_MOVES_OF_ANY_BOARD> all(p);
  const Color us = p.turn();
  const Square king = p.king(us);
  int n = 0;
  int last_on[SQUARES + 1];
  bool any_drop = false;
  int last_bare = -1;
  for (Move m : all) {
    const Square to = to_of(m);
    int order;
    int16_t after = -1;
    if (is_drop(m)) {
      if (!any_drop) {
        any_drop = true;
        std::fill(last_on, last_on + SQUARES + 1, -1);
      }
      order = 60 + WORTH[dropped_type(m)] + 2 * distance(king, to);
      // A piece that nobody protects falls at once: all such interpositions are one.
      const bool bare = !p.attackers(us, to).without(Bitboard::of(king)) && distance(king, to) > 1;
      after = int16_t(bare ? last_bare : last_on[to]);
      last_on[to] = n;
      if (bare) last_bare = n;
    } else {
      const PieceType t = type_of(p.at(from_of(m)));
      order = p.at(to) ? WORTH[t] : from_of(m) == king ? 20 : 30 + WORTH[t];
      if (is_promotion(m))
        order -= 2;
      else if (can_promote(t) && (t == PAWN || t == BISHOP || t == ROOK))
        for (int j = 0; j < n; ++j)
          if (is_plain_of(m, out[j].move)) after = int16_t(j);
    }
    out[n++] = {m, int16_t(order), after};
  }
  return n;
}

Bitboard interposing_squares(const Position& p) {
  const Bitboard checkers = p.checkers();
  if (!checkers || checkers.more_than_one()) return Bitboard();
  return between(p.king(p.turn()), checkers.first());
}

}  // namespace komadai::mate
