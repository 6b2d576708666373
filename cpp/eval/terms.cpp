#include "eval/terms.h"

namespace komadai::terms {

const Surroundings AROUND = [] {
  Surroundings a{};
  for (Square king = 0; king < SQUARES; ++king)
    for (Square s = 0; s < SQUARES; ++s) {
      const int across = std::abs(file_of(s) - file_of(king)), down = rank_of(s) - rank_of(king);
      const int away = std::max(across, std::abs(down));
      const Window here = window(Bitboard::of(s), file_of(king));
      if (across <= 2 && std::abs(down) <= 3) a.wide[king] |= here;
      if (away != 2) continue;
      for (Color c : {BLACK, WHITE})
        ((c == BLACK ? down < 0 : down > 0) ? a.far_front : a.far_back)[c][king] |= here;
    }
  return a;
}();

}  // namespace komadai::terms
