// Computes the length of a defence if some of its moves are interpositions. The steps are those of
// docs/tsume-rules.md, "Futile interpositions".
#pragma once

#include "mate/short_mate.h"

namespace komadai::mate {

// Whether the length of the defence is at most `plies` (even). The caller has already shown that no move of
// `others` (moves that are not interpositions) is longer, and that each move of `interposed` is not longer or
// is futile against `plies`. `mated(move, n)` returns whether the move is followed by mate within n plies,
// `futile(move, n)` whether it is futile against a defence of n plies.
template <class Mated, class Futile>
ShortMate::Kind defence_lasts_at_most(int plies, const Move* others, int n_others, const Move* interposed,
                                      int n_interposed, Mated&& mated, Futile&& futile) {
  using Kind = ShortMate::Kind;
  int length = n_others ? 2 : 0;
  for (int i = 0; i < n_others; ++i)
    for (; length < plies; length += 2) {
      const Kind kind = mated(others[i], length - 1);
      if (kind == ShortMate::OPEN) return kind;
      if (kind == ShortMate::MATE) break;
    }
  while (length < plies) {
    int next = plies + 2;  // the shortest length of those that are not futile
    bool counts = false;
    for (int i = 0; i < n_interposed; ++i) {
      const Move m = interposed[i];
      if (length) {
        Kind kind = mated(m, length - 1);
        if (kind == ShortMate::NONE) kind = futile(m, length);
        if (kind == ShortMate::OPEN) return kind;
        if (kind == ShortMate::MATE) continue;
      }
      counts = true;
      for (int n = length + 2; n < next; n += 2) {
        const Kind kind = mated(m, n - 1);
        if (kind == ShortMate::OPEN) return kind;
        if (kind == ShortMate::MATE) next = n;
      }
    }
    if (!counts) return ShortMate::MATE;
    if (next > plies) return ShortMate::NONE;
    length = next;
  }
  return ShortMate::MATE;
}

}  // namespace komadai::mate
