#include "eval/terms.h"

namespace komadai::terms {

const Surroundings AROUND = [] {
  Surroundings a{};
  for (Square king = 0; king < SQUARES; ++king)
    for (Square s = 0; s < SQUARES; ++s) {
      const int across = std::abs(file_of(s) - file_of(king)), down = rank_of(s) - rank_of(king);
      const int away = std::max(across, std::abs(down));
      const Window here = window(Bitboard::of(s), file_of(king));
      if (away == 1) a.ring[king] |= here;
      if (across <= 2 && std::abs(down) <= 3) a.wide[king] |= here;
      if (away == 0 || away > 2) continue;
      for (Color c : {BLACK, WHITE}) {
        const int ahead = c == BLACK ? -down : down;
        const Part part = away == 1 ? (ahead > 0    ? FRONT
                                       : ahead == 0 ? SIDE
                                                    : BACK)
                                    : (ahead > 0 ? FAR_FRONT : FAR_BACK);
        a.part[c][king][part] |= here;
      }
    }
  return a;
}();

}  // namespace komadai::terms
