#include "search/staged_movegen.h"

#include "search/staged_generation.h"

namespace komadai {
namespace {

// Writes moves to an array.
struct Writer {
  Move* at;

  void moves(Square from, Bitboard to, Move flags = 0) {
    for (Square s : Each{to}) *at++ = make_move(from, s) | flags;
  }
  template <Color Us>
  void pawn_moves(Bitboard to) {
    constexpr int back = Us == BLACK ? 1 : -1;
    for (Square s : Each{to}) *at++ = make_move(s + back, s) | (ZONE[Us].has(s) ? PROMOTION : Move(0));
  }
  void drops(PieceType t, Bitboard to) {
    for (Square s : Each{to}) *at++ = make_drop(t, s);
  }
};

template <Stage S>
Move* generate(const Position& p, const CheckersAndPins& info, Move* out) {
  Writer writer{out};
  generate<S>(p, info, writer);
  return writer.at;
}

}  // namespace

Move* generate_captures(const Position& p, const CheckersAndPins& info, Move* out) {
  return generate<Stage::CAPTURES>(p, info, out);
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
