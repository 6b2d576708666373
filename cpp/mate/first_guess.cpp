#include "mate/first_guess.h"

namespace komadai::mate {

FirstGuess::FirstGuess(const Position& p)
    : p_(p), us_(p.turn()), king_(p.king(~us_)), occupied_(p.occupied()), ring_(steps(~us_, KING, king_)) {
  us_ == BLACK ? look_around<BLACK>() : look_around<WHITE>();
}

template <Color Us>
void FirstGuess::look_around() {
  guarded_ = guarded_by_steps<Us>(p_);
  const auto sweep = [&](Bitboard line, Bitboard counted_already) {
    swept_ |= line;
    guarded_.add(line.without(counted_already));
  };
  const auto step = [&](PieceType t, Square s) {
    return p_.movers(t).has(s) ? steps(Us, KING, s) : Bitboard();
  };
  for (Square s : Each{p_.movers(Us, LANCE)})
    if (TABLES.rays[forward_of(Us)][s] & ring_) sweep(lance_attacks<Us>(s, occupied_), Bitboard());
  for (Square s : Each{(p_.movers(BISHOP) | p_.movers(HORSE)) & p_.of(Us)})
    if (TABLES.diagonals[s] & ring_) sweep(bishop_attacks(s, occupied_), step(HORSE, s));
  for (Square s : Each{(p_.movers(ROOK) | p_.movers(DRAGON)) & p_.of(Us)})
    if (TABLES.orthogonals[s] & ring_) sweep(rook_attacks(s, occupied_), step(DRAGON, s));
  exits_ = ring_.without(p_.of(~Us) | p_.movers(KING));
  uncovering_ = shields<Us>(p_, king_, Us);
}

template <Color Us>
int FirstGuess::takers(Square to, Bitboard after, Bitboard origin) const {
  int count = 0;
  for (Square s : Each{p_.attackers(~Us, to, after).without(Bitboard::of(king_))})
    count += !sliders_at<Us>(p_, king_, after.without(Bitboard::of(s))).without(origin);  // not pinned
  return count;
}

template <Color Us>
int FirstGuess::answers_to_as(Move check) const {
  const Square to = to_of(check);
  const Bitboard landing = Bitboard::of(to);
  PieceType type;
  Bitboard origin, old;
  if (is_drop(check)) {
    type = dropped_type(check);
  } else {
    const Square from = from_of(check);
    origin = Bitboard::of(from);
    type = type_of(p_.at(from));
    if (type == KING || (origin & uncovering_)) return 0;
    old = piece_attacks<Us>(type, from, occupied_);
    if (is_promotion(check)) type = promote(type);
  }
  const Bitboard after = occupied_.without(origin) | landing;
  const Bitboard open = after.without(Bitboard::of(king_));

  // What nobody guards, or only this piece did, and it does not any more.
  const Bitboard uncovered = (exits_ | (ring_ & landing)).without(piece_attacks<Us>(type, to, open));
  Bitboard flights = uncovered.without(guarded_.once) | (uncovered & old).without(guarded_.twice);
  // Unless lines are opened or closed.
  Bitboard doubtful;
  if (swept_ & origin) doubtful = flights;
  if (swept_.has(to) && !occupied_.has(to)) doubtful |= uncovered & swept_;
  for (Square s : Each{doubtful})
    if (p_.attackers(Us, s, open).without(origin))
      flights = flights.without(Bitboard::of(s));
    else
      flights |= Bitboard::of(s);

  int answers = flights.count();
  if (origin) {
    answers += takers<Us>(to, after, origin);
  } else {
    if (!counted_.has(to)) {
      counted_ |= landing;
      takers_[to] = uint8_t(takers<Us>(to, after, origin));
    }
    answers += takers_[to];
  }
  if (answers && !ring_.has(to) && !p_.hand(~Us).empty()) answers += bool(between(king_, to));
  return answers;
}

int FirstGuess::answers_to(Move check) const {
  return us_ == BLACK ? answers_to_as<BLACK>(check) : answers_to_as<WHITE>(check);
}

}  // namespace komadai::mate
