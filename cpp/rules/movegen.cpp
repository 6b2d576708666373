#include "rules/movegen.h"

#include <initializer_list>

#include "rules/pawn_drops.h"

namespace komadai {
namespace {

// The destinations of a piece without and with promotion.
template <Color Us>
struct Choice {
  Bitboard plain, promoted;
  Choice(PieceType t, Square from, Bitboard targets) : plain(targets) {
    if (!can_promote(t)) return;
    promoted = ZONE[Us].has(from) ? targets : targets & ZONE[Us];
    if (t == PAWN || t == LANCE) plain = targets.without(LAST_RANK[Us]);
    if (t == KNIGHT) plain = targets.without(LAST_TWO_RANKS[Us]);
  }
};

Move* write(Move* out, Square from, Bitboard targets, Move flags = 0) {
  for (Square to : Each{targets}) *out++ = make_move(from, to) | flags;
  return out;
}

template <Color Us>
Move* write_choice(Move* out, PieceType t, Square from, Bitboard targets) {
  const Choice<Us> choice(t, from, targets);
  return write(write(out, from, choice.promoted, PROMOTION), from, choice.plain);
}

template <Color Us>
Move* write_king(const Position& p, Move* out, Bitboard targets) {
  const Square king = p.king(Us);
  const Bitboard occupied =
      p.occupied().without(Bitboard::of(king));  // the king does not block lines to the square it moves to
  for (Square to : Each{steps(Us, KING, king) & targets})
    if (!p.attacked(~Us, to, occupied)) *out++ = make_move(king, to);
  return out;
}

// Moves to `targets` of all pieces except the king and pinned ones.
template <Color Us>
Move* write_free(const Position& p, Move* out, Bitboard targets, Bitboard pinned) {
  const Bitboard occupied = p.occupied();
  const Bitboard free = p.of(Us).without(pinned);

  // Pawns are shifted as a set; the destination gives the origin.
  constexpr int back = Us == BLACK ? 1 : -1;
  const Bitboard pawns = forward<Us>(p.movers(PAWN) & free) & targets;
  for (Square to : Each{pawns & ZONE[Us]}) *out++ = make_move(to + back, to) | PROMOTION;
  for (Square to : Each{pawns.without(LAST_RANK[Us])}) *out++ = make_move(to + back, to);

  for (Square from : Each{p.movers(LANCE) & free})
    out = write_choice<Us>(out, LANCE, from, lance_attacks<Us>(from, occupied) & targets);
  for (Square from : Each{p.movers(KNIGHT) & free})
    out = write_choice<Us>(out, KNIGHT, from, steps(Us, KNIGHT, from) & targets);
  for (Square from : Each{p.movers(SILVER) & free})
    out = write_choice<Us>(out, SILVER, from, steps(Us, SILVER, from) & targets);
  for (Square from : Each{p.movers(GOLD) & free}) out = write(out, from, steps(Us, GOLD, from) & targets);
  for (Square from : Each{p.movers(BISHOP) & free})
    out = write_choice<Us>(out, BISHOP, from, bishop_attacks(from, occupied) & targets);
  for (Square from : Each{p.movers(ROOK) & free})
    out = write_choice<Us>(out, ROOK, from, rook_attacks(from, occupied) & targets);
  for (Square from : Each{p.movers(HORSE) & free})
    out = write(out, from, (bishop_attacks(from, occupied) | steps(Us, HORSE, from)) & targets);
  for (Square from : Each{p.movers(DRAGON) & free})
    out = write(out, from, (rook_attacks(from, occupied) | steps(Us, DRAGON, from)) & targets);
  return out;
}

// A pinned piece may move along its pin line. (A second king, on an unfinished board, does not move.)
template <Color Us>
Move* write_pinned(const Position& p, Move* out, Bitboard targets, Bitboard pinned) {
  for (Square from : Each{pinned.without(p.movers(KING))}) {
    const PieceType t = type_of(p.at(from));
    const Bitboard line = line_beyond(p.king(Us), from);
    out = write_choice<Us>(out, t, from, piece_attacks<Us>(t, from, p.occupied()) & targets & line);
  }
  return out;
}

template <Color Us>
Move* write_drops(const Position& p, Move* out, Bitboard targets) {
  const Hand hand = p.hand(Us);
  if (hand.empty()) return out;
  const Bitboard empty = targets.without(p.occupied());
  if (hand[PAWN])
    for (Square to : Each{pawn_drops<Us>(p, empty)}) *out++ = make_drop(PAWN, to);
  if (hand[LANCE])
    for (Square to : Each{empty.without(LAST_RANK[Us])}) *out++ = make_drop(LANCE, to);
  if (hand[KNIGHT])
    for (Square to : Each{empty.without(LAST_TWO_RANKS[Us])}) *out++ = make_drop(KNIGHT, to);

  // The other types may be dropped on any square: one loop over the squares for all of them.
  Move anywhere[4];
  int n = 0;
  for (PieceType t : {SILVER, GOLD, BISHOP, ROOK})
    if (hand[t]) anywhere[n++] = make_drop(t, 0);
  if (n)
    for (Square to : Each{empty})
      for (int i = 0; i < n; ++i) *out++ = Move(anywhere[i] + to);
  return out;
}

template <Color Us>
Move* generate(const Position& p, Move* out) {
  const Bitboard targets = BOARD.without(p.of(Us) | p.movers(KING));
  const Square king = p.king(Us);
  if (king == NO_SQUARE) {
    out = write_free<Us>(p, out, targets, Bitboard());
    return write_drops<Us>(p, out, BOARD);
  }
  const Bitboard checkers = p.checkers();
  const Bitboard pinned = p.pinned(Us);
  out = write_king<Us>(p, out, targets);
  if (!checkers) {
    out = write_free<Us>(p, out, targets, pinned);
    out = write_pinned<Us>(p, out, targets, pinned);
    return write_drops<Us>(p, out, BOARD);
  }
  if (checkers.more_than_one()) return out;
  // One checker: capture it or interpose. A pinned piece can do neither, because its pin line is not the
  // checker's line.
  const Bitboard blocks = between(king, checkers.first());
  out = write_free<Us>(p, out, (blocks | checkers) & targets, pinned);
  return blocks ? write_drops<Us>(p, out, blocks) : out;
}

}  // namespace

Move* generate_legal(const Position& p, Move* out) {
  return p.turn() == BLACK ? generate<BLACK>(p, out) : generate<WHITE>(p, out);
}

bool has_legal_move(const Position& p) { return count_legal(p) > 0; }

}  // namespace komadai
