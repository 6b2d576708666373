// Depth-first proof-number search (Nagai 2002) for mates of any length, with an explicit stack.
//
// It uses weak proof numbers (Ueda, Hashimoto, Hashimoto and Iida 2008): instead of the sum, the largest
// number among the children plus the number of other children, so that transpositions are not counted twice.
// A disproof that depends on a repetition is true on one path only; it is stored with that path (Kishimoto
// and Mueller 2004).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

#include "mate/dfpn/proof_table.h"
#include "mate/dfpn/reply_estimate.h"
#include "mate/movegen/candidates.h"
#include "mate/movegen/futile_interposition.h"
#include "mate/short/no_mate_cache.h"
#include "mate/short/pn_tree.h"
#include "memory/shared_words.h"
#include "memory/zeroed.h"

namespace komadai::mate {

// The key of a position in the proof table.
uint64_t key_in_table(const Position& position);

class Search {
 public:
  // The search stops when `should_continue` returns false. Each `thread_id` (0: the only or first thread)
  // orders equally good moves differently, so that several threads with one table search different parts.
  Search(Table& table, std::function<bool()> should_continue, unsigned thread_id = 0);

  // Whether the attacker mates within `plies`. The attacker is the side to move (`attack`) or the other side,
  // which has given check. The result is final unless the search was stopped.
  Value run(const Position& position, bool attack, int plies, uint64_t max_nodes = ~uint64_t(0));
  // Sets the assumptions (nullptr: none). They apply to all positions except the root. Table::assume must be
  // called as well.
  void assume(const Assumptions* assumptions) { assumptions_ = assumptions; }
  // Whether the estimate for a distant check is increased by its whole distance or by half of it.
  void count_distance_in_full(bool in_full) { counts_full_distance_ = in_full; }
  // The move limit for finding out which of two defences is longer; after it their bounds are compared.
  void set_comparison_moves(uint64_t moves) { comparison_moves_ = moves; }
  // A position with the attacker to move whose length an exact search could not determine. If it has no mate
  // within `plies`, the comparison in which it occurred is decided.
  struct Compared {
    Position position;
    int plies;
  };
  std::vector<Compared> take_compared() { return std::exchange(compared_, {}); }

  // Begins another problem with small caches, which are faster; entries of earlier problems may be lost.
  void begin();
  // Clears the disproofs by repetition and the reply counts.
  void clear() {
    path_disproofs_ = Zeroed<PathDisproof>(0);
    reply_counts_ = Zeroed<ReplyCount>(0);
    on_path_.clear();
  }

  // May be called by any thread.
  uint64_t nodes() const { return counted_.load(); }
  // The state of the search: the numbers at the root and the current line.
  Value root() const { return frames_.empty() ? Value() : frames_.front().value; }
  std::vector<Move> line() const;

 private:
  static constexpr int NO_REPETITION = 1 << 20, PATH_BITS = 13;
  struct Child {
    Candidate candidate;
    uint64_t board;
    Hand hand;  // the attacker's, after the move
    Value value;
    int repetition;  // disproved by a repetition of the position at this depth of the path
    bool is_blocked;
    // -1: the child is a move. Otherwise it is a test whether the interposition with this index (of drops on
    // one square, the first) is futile against a longer defence.
    int16_t futility_of = -1;
    bool is_tested = false;     // whether this move has such a test
    bool is_simulated = false;  // whether a simulation of it was tried
    Number others;              // the number of other threads at this position when last read
    Taking taking;
  };
  // A proved position that differs from this one only in one piece of the defender. The piece is on `where`,
  // or in the attacker's hand after its capture (NO_SQUARE).
  struct SimulationSource {
    uint64_t board = 0;
    Hand hand;
    Square where = NO_SQUARE;
    PieceType piece = NO_TYPE;
  };
  struct Frame {
    uint64_t board;
    Hand hand;
    uint64_t path;
    size_t first, count;
    int plies;
    Number max_pn, max_dn;
    uint64_t before;  // nodes
    Undo undo;
    Move move;
    bool attack;
    bool taking;         // reached by a test for futility, not by a move
    bool is_announced;   // this thread is counted as a visitor of the position
    bool is_solved;      // solved without expanding it
    bool is_simulating;  // searches only the moves of the source's mate
    SimulationSource source;
    int below;                 // the previous frame in the same slot of `on_path_`, -1: none
    int best, second, others;  // the best child; the second best number; the number of other open children
    Interposing squares;
    Value value;
    int repetition;
  };
  struct PathDisproof {
    uint64_t key;
    uint16_t plies;
    Assumed assumed;
    int repetition;
    uint32_t changes : 30;
    bool hand_specific : 1, bound_based : 1;
  };

  void push(const Frame& frame);
  void pop();
  int depth() const { return int(frames_.size()) - 1; }
  bool search_last_plies(Frame& f);
  void expand(Frame& f);
  void look_up(Frame& f, Child& child);
  template <Color Us>
  int estimate_replies(Move check);
  void update_proof_numbers(Frame& f);
  void account_for_other_threads(Frame& f);
  void look_up_path();
  void add_futility_tests(Frame& f);
  SimulationSource source_from_sibling(const Frame& f, const Child& child) const;
  SimulationSource source_after(const Frame& f, const Child& child) const;
  SimulationSource next_simulated_child(Frame& f);
  enum Futility { NONE, UNDER_TEST, FUTILE };
  Futility futility_state(const Frame& f, const Child& interposition) const;
  bool is_open(const Frame& f, const Child& child) const;
  bool tests_futility_of(const Child& question, const Child& interposition) const;
  void prove(Frame& f);
  bool is_interposition(const Frame& f, Move m) const;
  bool lasts_as_long(const Frame& f, int plies) const;
  void request_comparisons(const Frame& f, int plies);
  ShortMate::Kind mated_by_tree(int plies);
  void disprove(Frame& f);
  void unblock(Frame& f);
  int repeats(uint64_t board, Hand hand) const;
  static uint64_t key_of(uint64_t board, Hand hand);
  static uint64_t path_to(const Frame& parent, const Child& child);
  static size_t path_slot(uint64_t board) { return size_t(board >> (64 - PATH_BITS)); }

  Position p_;
  Table& table_;
  std::function<bool()> should_continue_;
  const unsigned thread_id_;
  const Assumptions* assumptions_ = nullptr;
  bool counts_full_distance_ = false;
  uint64_t comparison_moves_ = 0;
  static constexpr size_t MAX_COMPARED = 64;
  std::vector<Compared> compared_;
  std::vector<Frame> frames_;
  std::vector<Child> children_;
  std::vector<Position> before_;  // the position before each taking of the path
  std::vector<int> on_path_;      // by path_slot: the last frame of the path in this slot, -1: none
  std::array<uint64_t, (size_t(1) << PATH_BITS) / 64> is_on_path_{};  // a bit for each slot that is not empty
  Zeroed<PathDisproof> path_disproofs_{0};
  // A cache of the estimated numbers of replies, because positions are expanded many times.
  static constexpr size_t REPLY_COUNTS_PER_DISPROOF = 4;
  struct ReplyCount {
    uint64_t key : 48, replies : 16;
  };
  ReplyCount& reply_count_of(uint64_t key) {
    return reply_counts_[key & (REPLY_COUNTS_PER_DISPROOF * (cache_mask_ + 1) - 1)];
  }
  Zeroed<ReplyCount> reply_counts_{0};
  size_t cache_mask_;  // the part of both that is in use, as a mask
  NoMateCache no_mate_cache_{16, 15};
  ProofTree tree_;  // for the exact lengths of defences
  uint64_t nodes_ = 0, begun_ = 0, last_node_ = 0, next_look_up_ = 0;
  SharedCount counted_;  // `nodes_`, for other threads
  bool stopped_ = false;
  int solved_depth_ = NO_REPETITION;  // the depth on the path that another thread has solved
  // Of the frame that is being expanded.
  std::variant<std::monostate, ReplyEstimate<BLACK>, ReplyEstimate<WHITE>> reply_estimate_;
};

}  // namespace komadai::mate
