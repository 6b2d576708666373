#include "mate/short_mate.h"

#include <algorithm>

#include "mate/short/short_search.h"
#include "mate/solver/main_line.h"

namespace komadai::mate {
namespace {

using Kind = ShortMate::Kind;
constexpr Kind MATE = ShortMate::MATE;

// Limits for the choice of the main line: the positions compared, and the nodes for the length of each.
constexpr int POSITIONS_COMPARED = 2'000;
constexpr uint64_t LENGTH_NODES = 100'000;

template <Rules By>
ShortMate search(const Position& p, int plies, uint64_t nodes) {
  ShortMate found;
  // If the king is already attacked, only mates in one move are searched.
  const Square king = p.king(~p.turn());
  if (king != NO_SQUARE && p.attacked(p.turn(), king, p.occupied())) plies = 1;
  Position moved = p;
  ShortSearch<By> search(moved, nodes);
  int length;
  found.kind = search.deepen(plies, length);
  found.nodes = search.nodes();
  if (found.kind == MATE) {
    found.plies = length;
    found.move = search.first();
  }
  return found;
}

template <Rules By>
class ShortLengths : public Lengths {
 public:
  Kind mates(const Position& p, int plies) override { return search<By>(p, plies, LENGTH_NODES).kind; }
  Kind is_mated(const Position& p, int plies) override { return mated_within(p, plies, LENGTH_NODES, By); }
};

}  // namespace

ShortMate mate_within(const Position& p, int plies, uint64_t nodes, Rules rules) {
  return rules == Rules::BOARD ? search<Rules::BOARD>(p, plies, nodes)
                               : search<Rules::TSUME>(p, plies, nodes);
}

Kind mated_within(const Position& p, int plies, uint64_t nodes, Rules rules) {
  Position moved = p;
  return rules == Rules::BOARD ? ShortSearch<Rules::BOARD>(moved, nodes).defend(plies)
                               : ShortSearch<Rules::TSUME>(moved, nodes).defend(plies);
}

int ordered_checks(const Position& p, Move* out) {
  Ordered checks[MAX_CHECKS];
  const Ordered* const end =
      p.turn() == BLACK ? write_ordered_checks<BLACK>(p, checks) : write_ordered_checks<WHITE>(p, checks);
  for (const Ordered* check = checks; check != end; ++check) *out++ = check->move;
  return int(end - checks);
}

MainLine line_of(const Position& position, const ShortMate& mate, Rules rules, Line which) {
  if (mate.kind != MATE) return {};
  ShortLengths<Rules::BOARD> board;
  ShortLengths<Rules::TSUME> tsume;
  Lengths& lengths = rules == Rules::BOARD ? static_cast<Lengths&>(board) : tsume;
  const int positions = which == Line::MAIN ? POSITIONS_COMPARED : 0;
  return main_line(position, true, mate.plies, rules, lengths, positions, mate.move);
}

}  // namespace komadai::mate
