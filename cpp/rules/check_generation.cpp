#include "rules/check_generation.h"

namespace komadai {

CheckOrigins::CheckOrigins() {
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

CoveringChecks::CoveringChecks() {
  constexpr Square middle = make_square(4, 4);
  for (Color us : {BLACK, WHITE})
    for (int t = PAWN; t < PIECE_TYPES; ++t)
      for (Square s : Each{steps(us, KING, middle)}) {
        const Bitboard attacks = piece_attacks(us, PieceType(t), s, Bitboard());
        if (!attacks.has(middle)) continue;
        const Bitboard here = Bitboard::of(s);
        const Neighbourhood covered = neighbours_in(attacks | here, middle),
                            bit = neighbours_in(here, middle);
        for (Neighbourhood r = 0; r < NEIGHBOURHOODS; ++r)
          if (!(r & ~covered)) {
            from[us][t][r] = uint16_t(from[us][t][r] | bit);
            from_any[us][r] = uint16_t(from_any[us][r] | bit);
          }
      }
}

const CheckOrigins CHECK_ORIGINS;
const CoveringChecks COVERING_CHECKS;

}  // namespace komadai
