// Lengths as the solver's proof table knows them, or as its search finds them within a number of nodes.
#pragma once

#include <algorithm>

#include "mate/short_mate.h"
#include "mate/solver.h"
#include "mate/solver/main_line.h"

namespace komadai::mate {

class Solver::KnownLengths final : public Lengths {
 public:
  // `nodes` is the node limit of all queries together; one query may use an eighth of it.
  KnownLengths(Solver& solver, uint64_t nodes)
      : solver_(solver),
        last_(nodes > FOREVER - solver.search_.nodes() ? FOREVER : solver.search_.nodes() + nodes),
        share_(nodes / 8) {}

  ShortMate::Kind mates(const Position& p, int plies) override {
    if (plies <= WITHOUT_TABLE) {
      const ShortMate quick = mate_within(p, plies, NODES_WITHOUT_TABLE, Rules::TSUME);
      if (quick.kind != ShortMate::OPEN) return quick.kind;
    }
    return search(p, true, plies);
  }

  ShortMate::Kind is_mated(const Position& p, int plies) override {
    if (plies < WITHOUT_TABLE) {
      const ShortMate::Kind quick = mated_within(p, plies, NODES_WITHOUT_TABLE, Rules::TSUME);
      if (quick != ShortMate::OPEN) return quick;
    }
    return search(p, false, plies);
  }

 private:
  // Mates of at most this many plies are searched without the table first.
  static constexpr int WITHOUT_TABLE = 5;
  static constexpr uint64_t NODES_WITHOUT_TABLE = 1'000;

  ShortMate::Kind search(const Position& p, bool attack, int plies) {
    const uint64_t now = solver_.search_.nodes();
    Value value;
    if (solver_.stopped_ || now >= last_) return ShortMate::OPEN;
    if (!solver_.search_limited(p, attack, plies, std::min(share_, last_ - now), value))
      return ShortMate::OPEN;
    if (value.bound_based) return ShortMate::OPEN;
    return value.proved() ? ShortMate::MATE : ShortMate::NONE;
  }

  Solver& solver_;
  const uint64_t last_, share_;
};

}  // namespace komadai::mate
