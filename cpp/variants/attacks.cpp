#include "variants/attacks.h"

#include <algorithm>
#include <bit>

#include "variants/movegen.h"

namespace komadai::variants {

namespace {

// Calls `visit` with the cells of the pieces that attack this one, until it returns true; some may come
// twice.
template <typename Visit>
bool visit_attackers(const Board& b, Square cell, Color by, bool anywhere, Visit visit) {
  const Rules& rules = b.rules();
  const Piece* cells = b.cells();
  for (int w = 0; w < 8; ++w) {
    const int delta = rules.directions()[size_t(w)];
    size_t at = size_t(cell + delta);
    int n = 1;
    if (rules.slides(by, w))
      while (cells[at] == EMPTY) {
        at = size_t(int(at) + delta);
        ++n;
      }
    const Piece p = cells[at];
    if (p > WALL && color_of(p) == by && rules.reach(p, w) >= n && visit(Square(at))) return true;
  }
  for (size_t i = 0; i < rules.leaps().size(); ++i) {
    const Square from = cell - rules.leaps()[i];
    const Piece p = cells[size_t(from)];
    if (p > WALL && color_of(p) == by && (rules.leap_mask(p) >> i & 1) && visit(from)) return true;
  }
  if (b.path_pieces(by))
    for (Square from : b.pieces(by))
      if (rules.attacks_by_paths(cells[from]) && path_attack(b, from, cell, anywhere) && visit(from))
        return true;
  return false;
}

}  // namespace

bool is_attacked(const Board& b, Square cell, Color by, bool anywhere) {
  return visit_attackers(b, cell, by, anywhere, [](Square) { return true; });
}

std::vector<Square> attackers(const Board& b, Square cell, Color by) {
  std::vector<Square> found;
  visit_attackers(b, cell, by, true, [&](Square from) {
    found.push_back(from);
    return false;
  });
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

bool piece_attacks(const Board& b, Piece p, Square from, Square to) {
  const Rules& rules = b.rules();
  const auto& leaps = rules.leaps();
  if (const uint64_t mask = rules.leap_mask(p))
    for (size_t i = 0; i < leaps.size(); ++i)
      if ((mask >> i & 1) && from + leaps[i] == to) return true;
  for (int w = 0; w < 8; ++w) {  // from the target back to the piece
    const int reach = rules.reach(p, w);
    if (!reach) continue;
    const int delta = rules.directions()[size_t(w)];
    size_t at = size_t(to + delta);
    for (int n = 1; n <= reach; ++n, at = size_t(int(at) + delta)) {
      if (at == from) return true;
      if (b.cells()[at] != EMPTY) break;
    }
  }
  return false;
}

bool any_royal_attacked(const Board& b, Color c) {
  const auto& royals = b.royals(c);
  return std::any_of(royals.begin(), royals.end(), [&](Square s) { return is_attacked(b, s, ~c); });
}

bool only_royal_attacked(const Board& b, Color c) {
  const auto& royals = b.royals(c);
  return royals.size() == 1 && is_attacked(b, royals[0], ~c);
}

}  // namespace komadai::variants
