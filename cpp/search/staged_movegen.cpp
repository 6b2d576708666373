#include "search/staged_movegen.h"

#include <initializer_list>

#include "rules/legality.h"

namespace komadai {
namespace {

enum class Portion { CAPTURES, QUIETS, EVASIONS };

constexpr Bitboard THIRD_RANK[2] = {rank_squares(2), rank_squares(6)};

Move* write(Move* out, Square from, Bitboard targets, Move flags = 0) {
  for (Square to : Each{targets}) *out++ = make_move(from, to) | flags;
  return out;
}

template <Color Us, PieceType T>
Move* write_choice(Move* out, Square from, Bitboard targets) {
  if constexpr (!can_promote(T)) return write(out, from, targets);
  const Bitboard promoting = ZONE[Us].has(from) ? targets : targets & ZONE[Us];
  out = write(out, from, promoting, PROMOTION);
  if constexpr (T == SILVER) return write(out, from, targets);
  if constexpr (T == LANCE || T == KNIGHT)
    return write(out, from, targets.without(promoting.without(THIRD_RANK[Us])));
  return write(out, from, targets.without(promoting));
}

// From where a piece that moves like T may reach one of the targets.
template <Color Us, PieceType T>
Bitboard within_reach(Bitboard targets) {
  const Bitboard behind = forward<~Us>(targets);
  if constexpr (T == KNIGHT) return to_left(forward<~Us>(behind)) | to_right(forward<~Us>(behind));
  const Bitboard ahead = forward<Us>(targets);
  if constexpr (T == SILVER) return behind | to_left(behind | ahead) | to_right(behind | ahead);
  if constexpr (T == GOLD) return behind | ahead | to_left(behind | targets) | to_right(behind | targets);
  return BOARD;
}

// The moves of those of these pieces that move like T.
template <Color Us, PieceType T>
Move* write_kind(const Position& p, Move* out, Bitboard pieces, Bitboard targets) {
  for (Square from : Each{pieces & p.movers(T) & within_reach<Us, T>(targets)})
    out = write_choice<Us, T>(out, from, piece_attacks<Us>(T, from, p.occupied()) & targets);
  return out;
}

template <Color Us>
Move* write_but_pawns(const Position& p, Move* out, Bitboard pieces, Bitboard targets) {
  out = write_kind<Us, LANCE>(p, out, pieces, targets);
  out = write_kind<Us, KNIGHT>(p, out, pieces, targets);
  out = write_kind<Us, SILVER>(p, out, pieces, targets);
  out = write_kind<Us, GOLD>(p, out, pieces, targets);
  out = write_kind<Us, BISHOP>(p, out, pieces, targets);
  out = write_kind<Us, ROOK>(p, out, pieces, targets);
  out = write_kind<Us, HORSE>(p, out, pieces, targets);
  return write_kind<Us, DRAGON>(p, out, pieces, targets);
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

// `pawns_to` is where pawns go: their promotions count among the captures.
template <Color Us>
Move* write_free(const Position& p, Move* out, Bitboard targets, Bitboard pawns_to, Bitboard pinned) {
  const Bitboard free = p.of(Us).without(pinned);
  constexpr int back = Us == BLACK ? 1 : -1;
  for (Square to : Each{forward<Us>(p.movers(PAWN) & free) & pawns_to})
    *out++ = make_move(to + back, to) | (ZONE[Us].has(to) ? PROMOTION : Move(0));
  return write_but_pawns<Us>(p, out, free, targets);
}

template <Color Us>
Move* write_board(const Position& p, Move* out, Bitboard targets, Bitboard pawns_to, Bitboard pinned) {
  out = write_free<Us>(p, out, targets, pawns_to, pinned);
  for (Square from : Each{pinned}) {
    const Bitboard piece = Bitboard::of(from), line = line_beyond(p.king(Us), from);
    out = write_kind<Us, PAWN>(p, out, piece, pawns_to & line);
    out = write_but_pawns<Us>(p, out, piece, targets & line);
  }
  return out;
}

template <Color Us>
Move* write_drops(const Position& p, Move* out, Bitboard empty) {
  const Hand hand = p.hand(Us);
  if (hand.empty()) return out;
  if (hand[PAWN]) {
    Bitboard to = (empty & files_without(p.movers(Us, PAWN))).without(LAST_RANK[Us]);
    const Square king = p.king(~Us);
    if (king != NO_SQUARE) {
      const Bitboard head = steps(~Us, PAWN, king) & to;
      if (head && is_pawn_drop_mate(p, head.first())) to ^= head;
    }
    for (Square s : Each{to}) *out++ = make_drop(PAWN, s);
  }
  if (hand[LANCE])
    for (Square s : Each{empty.without(LAST_RANK[Us])}) *out++ = make_drop(LANCE, s);
  if (hand[KNIGHT])
    for (Square s : Each{empty.without(LAST_TWO_RANKS[Us])}) *out++ = make_drop(KNIGHT, s);
  for (PieceType t : {SILVER, GOLD, BISHOP, ROOK})
    if (hand[t])
      for (Square s : Each{empty}) *out++ = make_drop(t, s);
  return out;
}

template <Color Us, Portion P>
Move* generate(const Position& p, const Guard& guard, Move* out) {
  const Bitboard empty = BOARD.without(p.occupied());
  const Bitboard enemies = p.of(~Us).without(p.movers(KING));
  if constexpr (P == Portion::CAPTURES) {
    out = write_board<Us>(p, out, enemies, enemies | (empty & ZONE[Us]), guard.pinned);
    return write_king<Us>(p, out, enemies);
  } else if constexpr (P == Portion::QUIETS) {
    out = write_board<Us>(p, out, empty, empty.without(ZONE[Us]), guard.pinned);
    out = write_king<Us>(p, out, empty);
    return write_drops<Us>(p, out, empty);
  } else {
    out = write_king<Us>(p, out, empty | enemies);
    if (guard.checkers.more_than_one()) return out;
    // A pinned piece helps against no check: the line it must stay on is another's.
    const Bitboard blocks = between(p.king(Us), guard.checkers.first());
    const Bitboard targets = (blocks | guard.checkers) & (empty | enemies);
    out = write_free<Us>(p, out, targets, targets, guard.pinned);
    return blocks ? write_drops<Us>(p, out, blocks) : out;
  }
}

template <Portion P>
Move* generate(const Position& p, const Guard& guard, Move* out) {
  return p.turn() == BLACK ? generate<BLACK, P>(p, guard, out) : generate<WHITE, P>(p, guard, out);
}

}  // namespace

Move* generate_captures(const Position& p, const Guard& guard, Move* out) {
  return generate<Portion::CAPTURES>(p, guard, out);
}
Move* generate_quiets(const Position& p, const Guard& guard, Move* out) {
  return generate<Portion::QUIETS>(p, guard, out);
}
Move* generate_evasions(const Position& p, const Guard& guard, Move* out) {
  return generate<Portion::EVASIONS>(p, guard, out);
}

bool is_pointless(const Position& p, Move m) {
  if (is_drop(m) || is_promotion(m)) return false;
  const Color us = p.turn();
  const PieceType t = type_of(p.at(from_of(m)));
  if (!can_promote(t) || !(ZONE[us].has(from_of(m)) || ZONE[us].has(to_of(m)))) return false;
  if (t == PAWN || t == BISHOP || t == ROOK) return true;
  return t == LANCE && !THIRD_RANK[us].has(to_of(m));
}

}  // namespace komadai
