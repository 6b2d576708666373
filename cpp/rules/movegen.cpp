#include "rules/movegen.h"

#include <initializer_list>

#include "rules/pawn_drops.h"

namespace komadai {
namespace {

// Destinations of a piece that may promote, as two sets: where it may go as it is, and where promoted.
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
  const Bitboard occupied = p.occupied().without(Bitboard::of(king));  // it can't hide behind itself
  for (Square to : Each{steps(Us, KING, king) & targets})
    if (!p.attacked(~Us, to, occupied)) *out++ = make_move(king, to);
  return out;
}

// Moves to `targets` of everything but the king and the pinned.
template <Color Us>
Move* write_free(const Position& p, Move* out, Bitboard targets, Bitboard pinned) {
  const Bitboard occupied = p.occupied();
  const Bitboard free = p.of(Us).without(pinned);

  // Pawns all at once: where they land tells where they come from.
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

// A pinned piece may move along the line it is pinned on. (A second king, on an unfinished board, stays.)
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

  // The others may be dropped anywhere: one walk over the squares for all of them.
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
  // One check: take the piece or step in between. A pinned piece can do neither, because the line
  // it must stay on is not the checker's.
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
