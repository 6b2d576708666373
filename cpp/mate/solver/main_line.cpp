#include "mate/solver/main_line.h"

#include <algorithm>
#include <unordered_map>

#include "mate/dfpn/proof_hands.h"
#include "mate/mate_in_1.h"
#include "mate/movegen/candidates.h"
#include "rules/legality.h"
#include "rules/movegen.h"

namespace komadai::mate {
namespace {

constexpr int NOT_FOUND = 1000;      // larger than any number of pieces
constexpr int MIN_CACHED_PLIES = 4;  // with fewer plies left a new search is faster than the cache
constexpr int MANY_POSITIONS = 1'000'000;

// Of the moves that keep the length, both sides choose one that leaves the attacker the fewest pieces; of
// several, the first in a fixed order. Lines are stored in reverse order.
class Chooser {
 public:
  Chooser(const Position& p, bool attack, Rules rules, Lengths& lengths, int max_positions)
      : p_(p),
        attacker_(attack ? p.turn() : ~p.turn()),
        rules_(rules),
        lengths_(lengths),
        any_(max_positions == 0),
        positions_left_(any_ ? MANY_POSITIONS : max_positions) {}

  // The number of pieces left at the end of the best line of `plies` if it is less than `bound`, else
  // NOT_FOUND.
  int attack(int plies, int bound, std::vector<Move>& line, Move first = NO_MOVE) {
    if (plies == 1) return mate_at_once(bound, line);
    return cached(plies, bound, line, [&] {
      Best best(floor(plies), bound, line);
      Move checks[MAX_CHECKS];
      checks[0] = first;
      const int n = any_ && first != NO_MOVE ? 1 : ordered_checks(p_, checks);
      int i = first == NO_MOVE ? 0 : int(std::find(checks, checks + n, first) - checks);
      for (; i < n && !best.is_least(); ++i)
        try_move(checks[i], plies, best, [&](std::vector<Move>& after) {
          return checks[i] == first || is_mate(lengths_.is_mated(p_, plies - 1))
                     ? defend(plies - 1, best.bound, after)
                     : NOT_FOUND;
        });
      return best.left;
    });
  }

  int defend(int plies, int bound, std::vector<Move>& line) {
    if (plies == 0) return floor(0);
    return cached(plies, bound, line, [&] {
      Best best(floor(plies), bound, line);
      Answer answers[MAX_MOVES];
      const int n = write_answers(answers);
      for (int i = 0; i < n && !best.is_least(); ++i)
        try_move(answers[i].move, plies, best, [&](std::vector<Move>& after) {
          // Only interpositions can be longer than `plies`. (With one ply left the search itself shows it.)
          if (answers[i].may_outlast && plies > 2 && !is_mate(lengths_.mates(p_, plies - 1)))
            return NOT_FOUND;
          if (plies > 2 && !is_no_mate(lengths_.mates(p_, plies - 3))) return NOT_FOUND;
          return attack(plies - 1, best.bound, after);
        });
      return best.left;
    });
  }

  bool compared() const { return compared_; }

 private:
  struct Answer {
    Move move;
    int rank;
    bool may_outlast;
  };

  struct Best {
    int least;
    int bound;  // only smaller values are searched
    std::vector<Move>& line;
    int left = NOT_FOUND;
    Best(int floor, int bound, std::vector<Move>& line) : least(floor), bound(bound), line(line) {}
    bool is_least() const { return bound <= least; }
  };

  template <class After>
  void try_move(Move m, int plies, Best& best, After&& left_after) {
    if (p_.turn() == attacker_) {
      const int held = held_after(m);
      if (std::max(held - (plies - 1) / 2, 0) >= best.bound) return;
    }
    if (--positions_left_ < 0) {
      compared_ = false;
      return;
    }
    std::vector<Move> after;
    Undo undo;
    p_.do_move(m, undo);
    const int left = left_after(after);
    p_.undo_move(m, undo);
    if (left >= best.bound) return;
    best.left = best.bound = left;
    if (any_) best.least = left;
    best.line = std::move(after);
    if (best.line.empty()) best.line.reserve(MAX_SHORT);
    best.line.push_back(m);
  }

  // Caches results by position: if pieces are left over, the same positions occur many times.
  template <class Find>
  int cached(int plies, int bound, std::vector<Move>& line, Find&& find) {
    if (plies < MIN_CACHED_PLIES) return find();
    const uint64_t key =
        p_.board_key() ^ (p_.hand(attacker_).counts * 0x9e3779b97f4a7c15) ^ uint64_t(plies) << 48;
    const auto found = known_.find(key);
    if (found != known_.end() && (found->second.left < NOT_FOUND || bound <= found->second.bound)) {
      if (found->second.left >= bound) return NOT_FOUND;
      line = found->second.line;
      return found->second.left;
    }
    const int left = find();
    known_[key] = {left, bound, line};
    return left;
  }

  int mate_at_once(int bound, std::vector<Move>& line) {
    Best best(floor(1), bound, line);
    const auto left = [this](std::vector<Move>&) { return floor(0); };
    const Move quick = rules_ == Rules::BOARD ? mate_in_1(p_) : tsume_in_1(p_);
    if (quick == NO_MOVE) return NOT_FOUND;
    try_move(quick, 1, best, left);
    if (best.is_least()) return best.left;
    Move checks[MAX_CHECKS];
    const int n = ordered_checks(p_, checks);
    for (int i = 0; i < n && !best.is_least(); ++i)
      try_move(checks[i], 1, best, [&](std::vector<Move>& after) {
        const bool mate = rules_ == Rules::BOARD ? !has_legal_move(p_) : is_mated_by_tsume(p_, p_.checkers());
        return mate ? left(after) : NOT_FOUND;
      });
    return best.left;
  }

  // Writes the defender's moves: captures, king moves, interpositions by a move, then drops (nearest to the
  // king and least valuable first).
  int write_answers(Answer* out) const {
    int n = 0;
    const Square king = p_.king(p_.turn());
    const auto write = [&](Move m, bool in_between) {
      const bool of_king = !is_drop(m) && from_of(m) == king;
      const int rank = is_drop(m) ? 3 : p_.at(to_of(m)) ? 0 : of_king ? 1 : 2;
      out[n++] = {m, rank, in_between && !of_king};
    };
    if (rules_ == Rules::BOARD) {
      const MoveBuffer<> all(p_);
      for (Move m : all) write(m, false);
    } else {
      Candidate all[MAX_MOVES];
      Interposing squares;
      const int count = generate_defences(p_, all, squares);
      for (int i = 0; i < count; ++i) write(all[i].move, squares.all.has(to_of(all[i].move)));
    }
    for (Answer* i = out + 1; i < out + n; ++i) {
      const Answer moved = *i;
      Answer* j = i;
      for (; j > out && j[-1].rank > moved.rank; --j) *j = j[-1];
      *j = moved;
    }
    return n;
  }

  // A lower bound of the pieces left: the attacker drops at most one piece with each move.
  int floor(int plies) const { return std::max(held() - (plies + 1) / 2, 0); }
  int held() const {
    // The sum of the counts, which are one byte each.
    return int(p_.hand(attacker_).counts * 0x0101010101010101 >> 56);
  }
  int held_after(Move m) const { return held() + (is_drop(m) ? -1 : p_.at(to_of(m)) ? 1 : 0); }

  // Compare a length with the expected result. An OPEN one makes the comparison of lines incomplete.
  bool is_mate(ShortMate::Kind kind) { return has_kind(kind, ShortMate::MATE); }
  bool is_no_mate(ShortMate::Kind kind) { return has_kind(kind, ShortMate::NONE); }
  bool has_kind(ShortMate::Kind kind, ShortMate::Kind wanted) {
    compared_ &= kind != ShortMate::OPEN;
    return kind == wanted;
  }

  struct Known {
    int left, bound;  // NOT_FOUND: no line leaves fewer than `bound` pieces
    std::vector<Move> line;
  };

  Position p_;
  const Color attacker_;
  const Rules rules_;
  Lengths& lengths_;
  const bool any_;
  int positions_left_;
  bool compared_ = true;
  std::unordered_map<uint64_t, Known> known_;
};

}  // namespace

MainLine main_line(const Position& position, bool attack, int plies, Rules rules, Lengths& lengths,
                   int max_positions, Move first) {
  Chooser chooser(position, attack, rules, lengths, max_positions);
  MainLine found;
  found.left = attack ? chooser.attack(plies, NOT_FOUND, found.moves, first)
                      : chooser.defend(plies, NOT_FOUND, found.moves);
  std::reverse(found.moves.begin(), found.moves.end());
  found.compared = !found.moves.empty() && (found.left == 0 || (max_positions && chooser.compared()));
  return found;
}

}  // namespace komadai::mate
