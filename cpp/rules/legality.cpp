#include "rules/legality.h"

namespace komadai {
namespace {

Infraction drop_infraction(const Position& p, PieceType t, Square to) {
  const Color us = p.turn();
  if (!p.hand(us)[t]) return Infraction::NOT_IN_HAND;
  if (p.at(to)) return Infraction::DROP_ON_PIECE;
  const int rank = rank_from_far(us, to);
  if (rank == 0 && (t == PAWN || t == LANCE || t == KNIGHT)) return Infraction::DEAD_PIECE;
  if (rank == 1 && t == KNIGHT) return Infraction::DEAD_PIECE;
  if (t == PAWN && (p.movers(us, PAWN) & (FILE_1 << 9 * file_of(to)))) return Infraction::NIFU;
  return Infraction::NONE;
}

Infraction movement_infraction(const Position& p, Move m) {
  const Color us = p.turn();
  const Square from = from_of(m), to = to_of(m);
  const Piece piece = p.at(from);
  if (!piece) return Infraction::NO_SUCH_PIECE;
  if (color_of(piece) != us) return Infraction::OUT_OF_TURN;
  const PieceType t = type_of(piece);
  // With several kings (on an unfinished board), only the royal one moves, as in generate_legal.
  if (t == KING && from != p.king(us)) return Infraction::WRONG_MOVEMENT;
  if (!piece_attacks(us, t, from, p.occupied()).has(to)) return Infraction::WRONG_MOVEMENT;
  if (p.of(us).has(to)) return Infraction::OWN_PIECE_CAPTURED;
  if (p.movers(KING).has(to)) return Infraction::KING_CAPTURED;
  if (is_promotion(m))
    return can_promote(t) && (ZONE[us].has(from) || ZONE[us].has(to)) ? Infraction::NONE
                                                                      : Infraction::CANNOT_PROMOTE;
  const int rank = rank_from_far(us, to);
  if (rank == 0 && (t == PAWN || t == LANCE || t == KNIGHT)) return Infraction::DEAD_PIECE;
  if (rank == 1 && t == KNIGHT) return Infraction::DEAD_PIECE;
  return Infraction::NONE;
}

// Whether the own king is in check after a move that breaks no other rule.
bool leaves_in_check(const Position& p, Move m) {
  const Color us = p.turn();
  Square king = p.king(us);
  if (king == NO_SQUARE) return false;
  const Bitboard to = Bitboard::of(to_of(m));
  Bitboard occupied = p.occupied() | to;
  if (!is_drop(m)) {
    occupied = occupied.without(Bitboard::of(from_of(m)));
    if (from_of(m) == king) king = to_of(m);
  }
  return bool(p.attackers(~us, king, occupied).without(to));
}

}  // namespace

Infraction infraction(const Position& p, Move m) {
  if (!is_well_formed(m)) return Infraction::WRONG_MOVEMENT;
  const Infraction found =
      is_drop(m) ? drop_infraction(p, dropped_type(m), to_of(m)) : movement_infraction(p, m);
  if (found != Infraction::NONE) return found;
  if (leaves_in_check(p, m)) return Infraction::LEFT_IN_CHECK;
  if (is_drop(m) && dropped_type(m) == PAWN && p.king(~p.turn()) != NO_SQUARE &&
      steps(p.turn(), PAWN, to_of(m)).has(p.king(~p.turn())) && is_pawn_drop_mate(p, to_of(m)))
    return Infraction::UCHIFUZUME;
  return Infraction::NONE;
}

bool is_possible(const Position& p, Move m) {
  if (!is_well_formed(m)) return false;
  const Color us = p.turn();
  if (is_drop(m)) return p.hand(us)[dropped_type(m)] && !p.at(to_of(m));
  const Piece piece = p.at(from_of(m));
  if (!piece || color_of(piece) != us) return false;
  if (is_promotion(m) && !can_promote(type_of(piece))) return false;
  const Piece there = p.at(to_of(m));
  return !there || (color_of(there) != us && type_of(there) != KING);
}

bool is_pawn_drop_mate(const Position& p, Square to) {
  const Color us = p.turn(), them = ~us;
  const Square king = p.king(them);
  const Bitboard occupied = p.occupied() | Bitboard::of(to);

  // Can a piece capture the pawn without exposing its king? (The pawn itself may have closed a line.)
  const Bitboard sliders =
      p.of(us) & (p.movers(LANCE) | p.movers(BISHOP) | p.movers(ROOK) | p.movers(HORSE) | p.movers(DRAGON));
  const Bitboard takers = p.attackers(them, to, occupied).without(Bitboard::of(king));
  for (Square from : Each{takers})
    if (!(p.attackers(us, king, occupied.without(Bitboard::of(from))) & sliders)) return false;

  // Can the king move away, or capture the pawn?
  const Bitboard without_king = occupied.without(Bitboard::of(king));
  for (Square s : Each{steps(them, KING, king).without(p.of(them))})
    if (!p.attacked(us, s, without_king)) return false;
  return true;
}

}  // namespace komadai
