#include "variants/lion_rules.h"

#include <algorithm>
#include <cstdlib>

#include "variants/attacks.h"

namespace komadai::variants {
namespace {

bool is_enemy_lion(const Board& b, Square s) {
  const Piece p = b.at(s);
  return s && p > WALL && color_of(p) != b.turn() && b.rules().kind(kind_of(p)).lion;
}

// Whether the enemy could recapture on the lion's square after the move. Another piece that the move captures
// still protects the lion.
bool has_foot(Board& b, Move m, Square lion) {
  const Color us = b.turn();
  for (Square s : {m.via(), m.second_via(), m.to()}) {
    const Piece captured = s && s != lion ? b.at(s) : EMPTY;
    if (captured > WALL && color_of(captured) != us && piece_attacks(b, captured, s, lion)) return true;
  }
  b.make(m);
  const bool attacked = is_attacked(b, lion, ~us);
  b.undo();
  return attacked;
}

int distance(const Rules& rules, Square a, Square b) {
  return std::max(std::abs(rules.file(a) - rules.file(b)), std::abs(rules.rank(a) - rules.rank(b)));
}

bool has_tsukegui(const Board& b, Move m) {
  for (Square via : {m.via(), m.second_via()})
    if (via && b.at(via) > WALL && b.rules().kind(kind_of(b.at(via))).tsukegui) return true;
  return false;
}

// A lion may capture a lion that is not next to it only if that one has no foot, or together with another
// piece than a pawn or a go-between.
bool lion_may_capture(Board& b, Move m) {
  if (!is_enemy_lion(b, m.to()) || distance(b.rules(), m.from(), m.to()) <= 1) return true;
  return has_tsukegui(b, m) || !has_foot(b, m, m.to());
}

// After a lion was captured by another piece, the opponent may not capture a lion on another square with
// a piece that is no lion, by the middle square of a double move neither. The Japan Chu Shogi Association
// forbids it only if the lion has a foot.
bool may_counterstrike(Board& b, Move m) {
  const Square lion_lost_on = b.state().counterstrike;
  if (!lion_lost_on) return true;
  const bool always = b.rules().spec().lion == LionRule::LISHOGI;
  for (Square s : {m.to(), m.via(), m.second_via()})
    if (is_enemy_lion(b, s) && s != lion_lost_on && (always || has_foot(b, m, s))) return false;
  return true;
}

}  // namespace

bool allowed_by_lion_rule(Board& b, Move m) {
  if (b.rules().spec().lion == LionRule::NONE || m.is_drop()) return true;
  if (!is_enemy_lion(b, m.to()) && !is_enemy_lion(b, m.via()) && !is_enemy_lion(b, m.second_via()))
    return true;
  return b.rules().kind(kind_of(b.at(m.from()))).lion ? lion_may_capture(b, m) : may_counterstrike(b, m);
}

}  // namespace komadai::variants
