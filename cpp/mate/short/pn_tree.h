// Proof-number search (Allis, van der Meulen and van den Herik 1994) for mates within a limit of plies. It
// is depth-first on a tree that stays in memory, so no position is expanded twice. Meant for thousands of
// short problems; use dfpn/search.h for problems that need more than about ten thousand nodes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "mate/short/no_mate_cache.h"
#include "mate/short/short_table.h"
#include "mate/short_mate.h"
#include "mate/solver/main_line.h"

namespace komadai::mate {

// All by the rules of tsume.
class ProofTree : public Lengths {
 public:
  // The shortest mate for the side to move within so many plies (odd, at most MAX_SHORT): 1 ply is looked at,
  // then 3, and so on. Begins a new problem. `any`: the first move need not be the one of the main line.
  ShortMate shortest(const Position& position, int plies, uint64_t nodes, bool any = false);
  // Whether the side to move, which is in check, is mated within so many plies (even, at most 63). Begins a
  // new problem. `should_continue` is asked now and then whether to go on.
  ShortMate::Kind mated(const Position& position, int plies, uint64_t nodes,
                        const std::function<bool()>& should_continue);
  // No mate is so short, as far as that was found out.
  int in_vain() const { return in_vain_; }

  // Of positions of the problem begun last: what was learnt is used.
  ShortMate::Kind mates(const Position& position, int plies) override;
  ShortMate::Kind is_mated(const Position& position, int plies) override;

 private:
  friend class TreeSearch;
  void begin_problem();

  struct Node {
    uint32_t first = 0;  // of its children, who stand in a row
    uint16_t count = 0;
    Move move = NO_MOVE;
    uint16_t pn = 1, dn = 1;
    uint8_t after = 255;     // waits until this one of its siblings is mated, too; 255: for none
    uint8_t question = 255;  // not mated in time: is it futile, taken in this way?
    bool looked_at = false, expanded = false;
    bool hand_specific = false;  // true of this hand only: the length hangs on futile interpositions

    bool proved() const { return pn == 0; }
    bool disproved() const { return dn == 0; }
    bool is_final() const { return pn == 0 || dn == 0; }
  };

  ShortTable table_;
  NoMateCache leaves_{13, 12};
  std::vector<Node> tree_;
  int in_vain_ = 0;
};

}  // namespace komadai::mate
