#include "search/staged_movegen.h"

#include <initializer_list>

#include "rules/pawn_drops.h"

namespace komadai {
namespace {

enum class Stage { CAPTURES, QUIETS, EVASIONS };

constexpr Bitboard THIRD_RANK[2] = {rank_squares(2), rank_squares(6)};

Move* write(Move* out, Square from, Bitboard targets, Move flags = 0) {
  for (Square to : Each{targets}) *out++ = make_move(from, to) | flags;
  return out;
}

template <Color Us, PieceType T>
Move* write_with_promotions(Move* out, Square from, Bitboard targets) {
  if constexpr (!can_promote(T)) return write(out, from, targets);
  const Bitboard promoting = ZONE[Us].has(from) ? targets : targets & ZONE[Us];
  out = write(out, from, promoting, PROMOTION);
  if constexpr (T == SILVER) return write(out, from, targets);
  if constexpr (T == LANCE || T == KNIGHT)
    return write(out, from, targets.without(promoting.without(THIRD_RANK[Us])));
  return write(out, from, targets.without(promoting));
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
template <Color Us, PieceType T>
Move* write_piece_moves(const Position& p, Move* out, Bitboard pieces, Bitboard targets) {
  for (Square from : Each{pieces & p.movers(T) & possible_origins<Us, T>(targets)})
    out = write_with_promotions<Us, T>(out, from, piece_attacks<Us>(T, from, p.occupied()) & targets);
  return out;
}

template <Color Us>
Move* write_non_pawns(const Position& p, Move* out, Bitboard pieces, Bitboard targets) {
  out = write_piece_moves<Us, LANCE>(p, out, pieces, targets);
  out = write_piece_moves<Us, KNIGHT>(p, out, pieces, targets);
  out = write_piece_moves<Us, SILVER>(p, out, pieces, targets);
  out = write_piece_moves<Us, GOLD>(p, out, pieces, targets);
  out = write_piece_moves<Us, BISHOP>(p, out, pieces, targets);
  out = write_piece_moves<Us, ROOK>(p, out, pieces, targets);
  out = write_piece_moves<Us, HORSE>(p, out, pieces, targets);
  return write_piece_moves<Us, DRAGON>(p, out, pieces, targets);
}

template <Color Us>
Move* write_king(const Position& p, Move* out, Bitboard targets) {
  const Square king = p.king(Us);
  if (king == NO_SQUARE) return out;
  const Bitboard occupied = p.occupied().without(Bitboard::of(king));
  for (Square to : Each{steps(Us, KING, king) & targets})
    if (!p.attacked(~Us, to, occupied)) *out++ = make_move(king, to);
  return out;
}

// `pawn_targets` differs from `targets` because promotions of pawns count as captures.
template <Color Us>
Move* write_unpinned(const Position& p, Move* out, Bitboard targets, Bitboard pawn_targets, Bitboard pinned) {
  const Bitboard free = p.of(Us).without(pinned);
  constexpr int back = Us == BLACK ? 1 : -1;
  for (Square to : Each{forward<Us>(p.movers(PAWN) & free) & pawn_targets})
    *out++ = make_move(to + back, to) | (ZONE[Us].has(to) ? PROMOTION : Move(0));
  return write_non_pawns<Us>(p, out, free, targets);
}

template <Color Us>
Move* write_board_moves(const Position& p, Move* out, Bitboard targets, Bitboard pawn_targets,
                        Bitboard pinned) {
  out = write_unpinned<Us>(p, out, targets, pawn_targets, pinned);
  for (Square from : Each{pinned}) {
    const Bitboard piece = Bitboard::of(from), line = line_beyond(p.king(Us), from);
    out = write_piece_moves<Us, PAWN>(p, out, piece, pawn_targets & line);
    out = write_non_pawns<Us>(p, out, piece, targets & line);
  }
  return out;
}

template <Color Us>
Move* write_drops(const Position& p, Move* out, Bitboard empty) {
  const Hand hand = p.hand(Us);
  if (hand.empty()) return out;
  if (hand[PAWN])
    for (Square s : Each{pawn_drops<Us>(p, empty)}) *out++ = make_drop(PAWN, s);
  if (hand[LANCE])
    for (Square s : Each{empty.without(LAST_RANK[Us])}) *out++ = make_drop(LANCE, s);
  if (hand[KNIGHT])
    for (Square s : Each{empty.without(LAST_TWO_RANKS[Us])}) *out++ = make_drop(KNIGHT, s);
  for (PieceType t : {SILVER, GOLD, BISHOP, ROOK})
    if (hand[t])
      for (Square s : Each{empty}) *out++ = make_drop(t, s);
  return out;
}

template <Color Us, Stage P>
Move* generate(const Position& p, const CheckersAndPins& info, Move* out) {
  const Bitboard empty = BOARD.without(p.occupied());
  const Bitboard enemies = p.of(~Us).without(p.movers(KING));
  if constexpr (P == Stage::CAPTURES) {
    out = write_board_moves<Us>(p, out, enemies, enemies | (empty & ZONE[Us]), info.pinned);
    return write_king<Us>(p, out, enemies);
  } else if constexpr (P == Stage::QUIETS) {
    out = write_board_moves<Us>(p, out, empty, empty.without(ZONE[Us]), info.pinned);
    out = write_king<Us>(p, out, empty);
    return write_drops<Us>(p, out, empty);
  } else {
    out = write_king<Us>(p, out, empty | enemies);
    if (info.checkers.more_than_one()) return out;
    // A pinned piece cannot answer a check: the line it must stay on is not the checker's.
    const Bitboard blocks = between(p.king(Us), info.checkers.first());
    const Bitboard targets = (blocks | info.checkers) & (empty | enemies);
    out = write_unpinned<Us>(p, out, targets, targets, info.pinned);
    return blocks ? write_drops<Us>(p, out, blocks) : out;
  }
}

template <Stage P>
Move* generate(const Position& p, const CheckersAndPins& info, Move* out) {
  return p.turn() == BLACK ? generate<BLACK, P>(p, info, out) : generate<WHITE, P>(p, info, out);
}

}  // namespace

Move* generate_captures(const Position& p, const CheckersAndPins& info, Move* out) {
  return generate<Stage::CAPTURES>(p, info, out);
}
Move* generate_quiets(const Position& p, const CheckersAndPins& info, Move* out) {
  return generate<Stage::QUIETS>(p, info, out);
}
Move* generate_evasions(const Position& p, const CheckersAndPins& info, Move* out) {
  return generate<Stage::EVASIONS>(p, info, out);
}

bool is_dominated_by_promotion(const Position& p, Move m) {
  if (is_drop(m) || is_promotion(m)) return false;
  const Color us = p.turn();
  const PieceType t = type_of(p.at(from_of(m)));
  if (!can_promote(t) || !(ZONE[us].has(from_of(m)) || ZONE[us].has(to_of(m)))) return false;
  if (t == PAWN || t == BISHOP || t == ROOK) return true;
  return t == LANCE && !THIRD_RANK[us].has(to_of(m));
}

}  // namespace komadai
