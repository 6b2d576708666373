#include "mate/dfpn/reply_estimate.h"

namespace komadai::mate {

template <Color Us>
ReplyEstimate<Us>::ReplyEstimate(const Position& p)
    : p_(p),
      king_(p.king(~Us)),
      occupied_(p.occupied()),
      ring_(steps(~Us, KING, king_)),
      exits_(ring_.without(p.of(~Us) | p.movers(KING))),
      uncovering_(slider_blockers<Us>(p, king_, Us)),
      guards_(step_attack_counts<Us>(p)) {
  if (p.king(Us) != NO_SQUARE) guards_.add(steps(Us, KING, p.king(Us)));
  // Sliders whose lines do not reach a square next to the king are ignored.
  const auto sweep = [&]<PieceType T>(const Bitboard* lines) {
    for (Square s : Each{p.movers(Us, T)}) {
      if (!(lines[s] & ring_)) {
        if (T == HORSE || T == DRAGON) guards_.add(steps(Us, T, s));
        continue;
      }
      const Bitboard attacked = piece_attacks<Us>(T, s, occupied_);
      swept_ |= attacked;
      guards_.add(attacked);
    }
  };
  sweep.template operator()<LANCE>(TABLES.rays[forward_of(Us)]);
  sweep.template operator()<BISHOP>(TABLES.diagonals);
  sweep.template operator()<ROOK>(TABLES.orthogonals);
  sweep.template operator()<HORSE>(TABLES.diagonals);
  sweep.template operator()<DRAGON>(TABLES.orthogonals);
}

template <Color Us>
int ReplyEstimate<Us>::takers(Square to, Bitboard after, Bitboard origin) const {
  int count = 0;
  for (Square s : Each{p_.attackers(~Us, to, after).without(Bitboard::of(king_))})
    count += !sliders_at<Us>(p_, king_, after.without(Bitboard::of(s))).without(origin);  // not pinned
  return count;
}

template <Color Us>
int ReplyEstimate<Us>::replies_to(Move check) {
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

  // Squares that are not guarded, or that only this piece guarded before its move.
  const Bitboard left = (exits_ | (ring_ & landing)).without(piece_attacks<Us>(type, to, open));
  Bitboard flights = left.without(guards_.once) | (left & old).without(guards_.twice);
  // Squares whose guards may change because the move opens or closes lines of sliders.
  Bitboard doubtful;
  if (swept_ & origin) doubtful = flights;
  if (swept_.has(to) && !occupied_.has(to)) doubtful |= left & swept_;
  for (Square s : Each{doubtful})
    if (p_.attackers(Us, s, open).without(origin))
      flights = flights.without(Bitboard::of(s));
    else
      flights |= Bitboard::of(s);

  // A king that can capture the checker usually escapes, so this counts as three replies.
  int answers = flights.count() + 2 * flights.has(to);
  if (origin) {
    answers += takers(to, after, origin);
  } else {
    if (!counted_.has(to)) {
      counted_ |= landing;
      takers_[to] = uint8_t(takers(to, after, origin));
    }
    answers += takers_[to];
  }
  if (answers && !ring_.has(to) && !p_.hand(~Us).empty()) answers += bool(between(king_, to));
  return answers;
}

template class ReplyEstimate<BLACK>;
template class ReplyEstimate<WHITE>;

}  // namespace komadai::mate
