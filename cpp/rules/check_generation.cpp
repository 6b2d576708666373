#include "rules/check_generation.h"

namespace komadai {

Approaches::Approaches() {
  for (Color us : {BLACK, WHITE})
    for (Square king = 0; king < SQUARES; ++king)
      for (PieceType t : {PAWN, KNIGHT, SILVER, GOLD}) {
        Bitboard& found = from[us][king][t];
        for (Square s = 0; s < SQUARES; ++s) {
          const Bitboard to = steps(us, t, s);
          const Bitboard promoted = t == GOLD ? Bitboard() : ZONE[us].has(s) ? to : to & ZONE[us];
          if ((to & steps(~us, t, king)) || (promoted & steps(~us, GOLD, king))) found |= Bitboard::of(s);
        }
      }
}

Covering::Covering() {
  constexpr Square middle = make_square(4, 4);
  for (Color us : {BLACK, WHITE})
    for (int t = PAWN; t < PIECE_TYPES; ++t)
      for (Square s : Each{steps(us, KING, middle)}) {
        const Bitboard attacks = piece_attacks(us, PieceType(t), s, Bitboard());
        if (!attacks.has(middle)) continue;
        const Bitboard here = Bitboard::of(s);
        const Ring covered = ring_at(attacks | here, middle), bit = ring_at(here, middle);
        for (Ring r = 0; r < RINGS; ++r)
          if (!(r & ~covered)) {
            from[us][t][r] = uint16_t(from[us][t][r] | bit);
            from_any[us][r] = uint16_t(from_any[us][r] | bit);
          }
      }
}

const Approaches APPROACHES;
const Covering COVERING;

}  // namespace komadai
