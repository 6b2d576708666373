// The generation of the search's moves for anything that takes them. A sink has
//   moves(from, squares, flags): moves of a piece to these squares; flags: 0 or PROMOTION
//   pawn_moves<Us>(squares): moves of pawns to these squares, with promotion in the promotion zone
//   drops(type, squares): drops of a piece on these squares
// It is called in a fixed order, with the squares of a call in ascending order.
#pragma once

#include <initializer_list>

#include "rules/pawn_drops.h"
#include "search/staged_movegen.h"

namespace komadai {

enum class Stage { CAPTURES, QUIETS, EVASIONS };

constexpr Bitboard THIRD_RANK[2] = {rank_squares(2), rank_squares(6)};

template <Color Us, PieceType T, class Sink>
void with_promotions(Sink& out, Square from, Bitboard targets) {
  if constexpr (!can_promote(T)) {
    out.moves(from, targets);
  } else {
    const Bitboard promoting = ZONE[Us].has(from) ? targets : targets & ZONE[Us];
    if (promoting) out.moves(from, promoting, PROMOTION);
    if constexpr (T == SILVER)
      out.moves(from, targets);
    else if constexpr (T == LANCE || T == KNIGHT)
      out.moves(from, targets.without(promoting.without(THIRD_RANK[Us])));
    else
      out.moves(from, targets.without(promoting));
  }
}

// The squares from which a piece that moves like T may reach one of the targets.
template <Color Us, PieceType T>
Bitboard possible_origins(Bitboard targets) {
  const Bitboard behind = forward<~Us>(targets);
  if constexpr (T == KNIGHT) return to_left(forward<~Us>(behind)) | to_right(forward<~Us>(behind));
  const Bitboard ahead = forward<Us>(targets);
  if constexpr (T == SILVER) return behind | to_left(behind | ahead) | to_right(behind | ahead);
  if constexpr (T == GOLD) return behind | ahead | to_left(behind | targets) | to_right(behind | targets);
  return BOARD;
}

// The moves of those among these pieces that move like T.
template <Color Us, PieceType T, class Sink>
void piece_moves(const Position& p, Sink& out, Bitboard pieces, Bitboard targets) {
  for (Square from : Each{pieces & p.movers(T) & possible_origins<Us, T>(targets)})
    with_promotions<Us, T>(out, from, piece_attacks<Us>(T, from, p.occupied()) & targets);
}

template <Color Us, class Sink>
void non_pawn_moves(const Position& p, Sink& out, Bitboard pieces, Bitboard targets) {
  piece_moves<Us, LANCE>(p, out, pieces, targets);
  piece_moves<Us, KNIGHT>(p, out, pieces, targets);
  piece_moves<Us, SILVER>(p, out, pieces, targets);
  piece_moves<Us, GOLD>(p, out, pieces, targets);
  piece_moves<Us, BISHOP>(p, out, pieces, targets);
  piece_moves<Us, ROOK>(p, out, pieces, targets);
  piece_moves<Us, HORSE>(p, out, pieces, targets);
  piece_moves<Us, DRAGON>(p, out, pieces, targets);
}

template <Color Us, class Sink>
void king_moves(const Position& p, Sink& out, Bitboard targets) {
  const Square king = p.king(Us);
  if (king == NO_SQUARE) return;
  const Bitboard occupied = p.occupied().without(Bitboard::of(king));
  Bitboard safe;
  for (Square to : Each{steps(Us, KING, king) & targets})
    if (!p.attacked(~Us, to, occupied)) safe |= Bitboard::of(to);
  out.moves(king, safe);
}

// `pawn_targets` differs from `targets` because promotions of pawns count as captures.
template <Color Us, class Sink>
void unpinned_moves(const Position& p, Sink& out, Bitboard targets, Bitboard pawn_targets, Bitboard pinned) {
  const Bitboard free = p.of(Us).without(pinned);
  out.template pawn_moves<Us>(forward<Us>(p.movers(PAWN) & free) & pawn_targets);
  non_pawn_moves<Us>(p, out, free, targets);
}

template <Color Us, class Sink>
void board_moves(const Position& p, Sink& out, Bitboard targets, Bitboard pawn_targets, Bitboard pinned) {
  unpinned_moves<Us>(p, out, targets, pawn_targets, pinned);
  for (Square from : Each{pinned}) {
    const Bitboard piece = Bitboard::of(from), line = line_beyond(p.king(Us), from);
    piece_moves<Us, PAWN>(p, out, piece, pawn_targets & line);
    non_pawn_moves<Us>(p, out, piece, targets & line);
  }
}

template <Color Us, class Sink>
void drops(const Position& p, Sink& out, Bitboard empty) {
  const Hand hand = p.hand(Us);
  if (hand.empty()) return;
  if (hand[PAWN]) out.drops(PAWN, pawn_drops<Us>(p, empty));
  if (hand[LANCE]) out.drops(LANCE, empty.without(LAST_RANK[Us]));
  if (hand[KNIGHT]) out.drops(KNIGHT, empty.without(LAST_TWO_RANKS[Us]));
  for (PieceType t : {SILVER, GOLD, BISHOP, ROOK})
    if (hand[t]) out.drops(t, empty);
}

template <Color Us, Stage S, class Sink>
void generate(const Position& p, const CheckersAndPins& info, Sink& out) {
  const Bitboard empty = BOARD.without(p.occupied());
  const Bitboard enemies = p.of(~Us).without(p.movers(KING));
  if constexpr (S == Stage::CAPTURES) {
    board_moves<Us>(p, out, enemies, enemies | (empty & ZONE[Us]), info.pinned);
    king_moves<Us>(p, out, enemies);
  } else if constexpr (S == Stage::QUIETS) {
    board_moves<Us>(p, out, empty, empty.without(ZONE[Us]), info.pinned);
    king_moves<Us>(p, out, empty);
    drops<Us>(p, out, empty);
  } else {
    king_moves<Us>(p, out, empty | enemies);
    if (info.checkers.more_than_one()) return;
    // A pinned piece cannot answer a check: the line it must stay on is not the checker's.
    const Bitboard blocks = between(p.king(Us), info.checkers.first());
    const Bitboard targets = (blocks | info.checkers) & (empty | enemies);
    unpinned_moves<Us>(p, out, targets, targets, info.pinned);
    if (blocks) drops<Us>(p, out, blocks);
  }
}

template <Stage S, class Sink>
void generate(const Position& p, const CheckersAndPins& info, Sink& out) {
  p.turn() == BLACK ? generate<BLACK, S>(p, info, out) : generate<WHITE, S>(p, info, out);
}

}  // namespace komadai
