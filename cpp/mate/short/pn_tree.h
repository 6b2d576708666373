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
  // The shortest mate for the side to move within `plies` (odd, at most MAX_SHORT): searches 1 ply, then 3,
  // and so on. Begins a new problem. `any`: the first move need not be the one of the main line.
  ShortMate shortest(const Position& position, int plies, uint64_t nodes, bool any = false);
  // Whether the side to move, which is in check, is mated within `plies` (even, at most 63). Begins a new
  // problem. The search ends when `should_continue` returns false.
  ShortMate::Kind mated(const Position& position, int plies, uint64_t nodes,
                        const std::function<bool()>& should_continue);
  // After `shortest`: there is no mate within this number of plies.
  int no_mate_within() const { return no_mate_within_; }

  // For positions of the current problem. Results that were stored during it are used.
  ShortMate::Kind mates(const Position& position, int plies) override;
  ShortMate::Kind is_mated(const Position& position, int plies) override;

 private:
  friend class TreeSearch;
  void begin_problem();

  struct Node {
    uint32_t first = 0;  // index of its first child; the others follow it
    uint16_t count = 0;
    Move move = NO_MOVE;
    uint16_t pn = 1, dn = 1;
    uint8_t blocked_by = 255;  // the sibling that must be proved before this one is searched; 255: none
    uint8_t taking = 255;      // the capture by which futility is tested (generate_takings); 255: no test
    bool is_mate_in_1_checked = false, expanded = false;
    bool hand_specific = false;  // valid for this hand only: the length depends on futile interpositions

    bool proved() const { return pn == 0; }
    bool disproved() const { return dn == 0; }
    bool is_final() const { return pn == 0 || dn == 0; }
  };

  ShortTable table_;
  NoMateCache leaves_{13, 12};
  std::vector<Node> tree_;
  int no_mate_within_ = 0;
};

}  // namespace komadai::mate
