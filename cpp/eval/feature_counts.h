// Counts how often each term of the evaluation occurs in a position: the input for fitting the weights.
#pragma once

#include <vector>

#include "eval/terms.h"

namespace komadai {

struct TermCount {
  int32_t term, count;
};

// Plain terms and views are counted positive for Black and negative for White; danger terms for each king
// separately.
struct TermCounts {
  std::vector<TermCount> plains, views, dangers[2];
  int progress = 0;

  void clear() {
    for (auto* each : {&plains, &views, &dangers[BLACK], &dangers[WHITE]}) each->clear();
  }
  void plain(Color c, int term, int count) {
    if (count) plains.push_back({term, c == BLACK ? count : -count});
  }
  void view(Color c, int term) { views.push_back({term, c == BLACK ? 1 : -1}); }
  void danger(Color king_of, int term, int count) {
    if (count) dangers[king_of].push_back({term, count});
  }
  void near(Color king_of, int set, Neighbourhood squares) {
    using namespace terms;
    for (int part = FRONT; part <= BACK; ++part)
      danger(king_of, NEAR + part * NEAR_SETS + set, std::popcount(squares & NEIGHBOUR_PART[king_of][part]));
  }
  void hand(Color c, PieceType t, int count) {
    using namespace terms;
    const int index = (t - 1) * 4 + std::min(count, 4) - 1;
    danger(~c, THEIR_HAND + index, 1);
    danger(c, OUR_HAND + index, 1);
    for (int i = 0; i < count; ++i) plain(c, IN_HAND + (t - 1) * 18 + i, 1);
  }
};

// Replaces the counts by those of this position.
inline void count_terms(const Position& p, TermCounts& counts) {
  using namespace terms;
  counts.clear();
  counts.progress = progress(p);
  for (Square s : Each{p.occupied()}) {
    const PieceType t = type_of(p.at(s));
    const Color c = color_of(p.at(s));
    counts.plain(c, PLACE + (t == KING ? MEN : man(t)) * HALF + folded(seen_by(c, s)), 1);
    if (t != KING) counts.plain(c, MATERIAL + man(t), 1);
    for (Color viewer : {BLACK, WHITE})
      if (!(viewer == c && t == KING))
        counts.view(viewer, terms::view(view_square(p, viewer), viewed(t, viewer == c), seen_by(viewer, s)));
  }
  count_rest(p, counts);
}

}  // namespace komadai
