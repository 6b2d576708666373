#include "mate/short/pn_tree.h"

#include <algorithm>

#include "mate/dfpn/reply_estimate.h"
#include "mate/short/defence_length.h"
#include "mate/short/short_search.h"

namespace komadai::mate {
namespace {

using Kind = ShortMate::Kind;
constexpr Kind MATE = ShortMate::MATE, NONE = ShortMate::NONE, OPEN = ShortMate::OPEN;
constexpr int INFINITE = 30'000;
constexpr uint8_t NO_INDEX = 255;
// Up to this many plies a search without a table is faster.
constexpr int LEAF_PLIES = 3;
// With at least this many plies left, each new defence is tested for a mate in one when it is added.
constexpr int MIN_PLIES_FOR_MATE_IN_1 = 5;
// The node limit of a separate search for a length.
constexpr uint64_t LENGTH_NODES = 100'000;
// `should_continue` is called after this many nodes (some milliseconds).
constexpr uint64_t NODES_BETWEEN_CALLS = 20'000;
// A check whose order is larger than this is estimated to be a little harder to prove.
constexpr int LATE_IN_ORDER = 12;

}  // namespace

class TreeSearch {
  using Node = ProofTree::Node;

 public:
  TreeSearch(ProofTree& tree, const Position& p, Color attacker, uint64_t max_nodes,
             const std::function<bool()>* should_continue = nullptr)
      : p_(p),
        tree_(tree.tree_),
        table_(tree.table_),
        attacker_(attacker),
        board_(p.board_key()),
        leaves_(p_, max_nodes),
        max_nodes_(max_nodes),
        should_continue_(should_continue) {}

  uint64_t nodes() const { return nodes_; }
  // The first move of the last mate that was found at the root.
  Move first() const { return first_; }
  // Stores positions without a mate in this cache from now on.
  void use_cache(NoMateCache& memory) { leaves_.use_cache(memory); }
  // The search of the last plies, with the line of a mate in 3.
  const ShortSearch<Rules::TSUME>& leaves() const { return leaves_; }

  Kind attack_from_root(int plies, bool is_mate_in_1_checked = false) {
    if (const ShortTable::Entry* known = table_.decides(board_, hand(), plies)) {
      first_ = known->move;
      return known->none >= plies ? NONE : MATE;
    }
    const uint32_t root = add_root();
    tree_[root].is_mate_in_1_checked = is_mate_in_1_checked;
    attack(root, plies, INFINITE, INFINITE);
    return finish(root);
  }
  // The same for 1 and 3 plies, called in that order for a new problem. `any`: any mate, not the main line's.
  Kind search_leaf_from_root(int plies, bool any) {
    if (plies == 1) return (first_ = tsume_in_1(p_)) == NO_MOVE ? NONE : MATE;
    Node root;
    search_leaf(root, plies, any);
    return root.proved() ? MATE : root.disproved() ? NONE : OPEN;
  }
  Kind defend_from_root(int plies) {
    const uint32_t root = add_root();
    defend(root, plies, INFINITE, INFINITE);
    return finish(root);
  }

 private:
  uint32_t add_root() {
    tree_.push_back(Node());
    return uint32_t(tree_.size() - 1);
  }
  Kind finish(uint32_t root) {
    const Node n = tree_[root];
    tree_.resize(root);
    return n.proved() ? MATE : n.disproved() ? NONE : OPEN;
  }

  static void settle(Node& n, bool mate) {
    n.pn = uint16_t(mate ? 0 : INFINITE);
    n.dn = uint16_t(mate ? INFINITE : 0);
  }

  Hand hand() const { return p_.hand(attacker_); }
  bool is_over() {
    if (should_continue_ && nodes_ >= next_call_ && nodes_ < max_nodes_) {
      next_call_ = nodes_ + NODES_BETWEEN_CALLS;
      if (!(*should_continue_)()) max_nodes_ = nodes_;
    }
    return nodes_ >= max_nodes_;
  }

  struct Step {
    Undo undo;
    uint64_t board;
  };
  void make(Move m, Step& step) {
    step.board = board_;
    board_ = p_.board_key_after(board_, m);
    p_.do_move(m, step.undo);
    ++nodes_;
  }
  void unmake(Move m, const Step& step) {
    p_.undo_move(m, step.undo);
    board_ = step.board;
  }

  // Selects the child with the smallest number for the side to move. It is searched until its number exceeds
  // that of the second by an eighth (1 + epsilon). The parent's other number is the largest among the
  // children plus the number of other children, so that transpositions are not counted twice (Ueda,
  // Hashimoto, Hashimoto and Iida 2008).
  struct Choice {
    int least = INFINITE, second = INFINITE, largest = 0, open = 0;
    uint32_t best = 0;
    void consider(uint32_t index, int mine, int theirs) {
      ++open;
      largest = std::max(largest, theirs);
      if (mine < least) {
        second = least;
        least = mine;
        best = index;
      } else {
        second = std::min(second, mine);
      }
    }
    int of_others() const { return std::min(largest + open - 1, INFINITE - 1); }
    int limit_for_best(int mine) const { return std::min(mine, second + second / 8 + 1); }
    int limit_for_other_number(int theirs) const {
      return theirs >= INFINITE ? INFINITE : theirs - (open - 1);
    }
  };

  // -- the attacker to move

  // Tests for a mate in one. If there is none, the number of checks becomes the disproof number.
  void check_mate_in_1(Node& n, int plies) {
    n.is_mate_in_1_checked = true;
    int checks;
    const Move m = tsume_in_1(p_, checks);
    if (m != NO_MOVE) {
      first_ = m;
      settle(n, true);
    } else if (plies == 1 || checks == 0) {
      settle(n, false);
    } else {
      n.dn = uint16_t(1 + checks);
    }
  }

  void attack(uint32_t index, int plies, int max_pn, int max_dn) {
    // The position may have been decided by another path since this node was added.
    if (!tree_[index].expanded)
      if (const ShortTable::Entry* known = table_.decides(board_, hand(), plies)) {
        if (known->none < plies) first_ = known->move;
        tree_[index].hand_specific = known->hand_specific;
        return settle(tree_[index], known->none < plies);
      }
    if (!tree_[index].is_mate_in_1_checked) {
      check_mate_in_1(tree_[index], plies);
      if (tree_[index].is_final()) return;
    }
    if (plies <= LEAF_PLIES) return attack_at_leaf(tree_[index], plies);
    if (!tree_[index].expanded)
      p_.turn() == BLACK ? expand_attack<BLACK>(index) : expand_attack<WHITE>(index);
    const uint64_t before = nodes_;
    while (true) {
      Node& n = tree_[index];
      Choice choice;
      bool hand_specific = false;
      for (uint32_t i = n.first; i < n.first + n.count; ++i) {
        const Node& c = tree_[i];
        if (c.proved()) {
          first_ = c.move;
          settle(n, true);
          n.hand_specific = c.hand_specific;
          return store(n, plies, nodes_ - before);
        }
        if (c.disproved())
          hand_specific |= c.hand_specific;
        else
          choice.consider(i, c.pn, c.dn);
      }
      if (!choice.open) {
        settle(n, false);
        n.hand_specific = hand_specific;
        return store(n, plies, nodes_ - before);
      }
      n.pn = uint16_t(choice.least);
      n.dn = uint16_t(choice.of_others());
      if (n.pn >= max_pn || n.dn >= max_dn || is_over()) return;
      const Move m = tree_[choice.best].move;
      Step step;
      make(m, step);
      defend(choice.best, plies - 1, choice.limit_for_best(max_pn), choice.limit_for_other_number(max_dn));
      unmake(m, step);
    }
  }

  void attack_at_leaf(Node& n, int plies) {
    if (search_leaf(n, plies, false)) store(n, plies, leaves_.nodes());
  }
  bool search_leaf(Node& n, int plies, bool any) {
    leaves_.begin(max_nodes_ > nodes_ ? max_nodes_ - nodes_ : 0);
    const Kind kind = leaves_.attack(plies, any);
    nodes_ += leaves_.nodes();
    if (kind == OPEN) return false;
    n.hand_specific = leaves_.hand_specific();
    settle(n, kind == MATE);
    first_ = leaves_.first();
    return true;
  }

  template <Color Us>
  void expand_attack(uint32_t index) {
    Ordered moves[MAX_CHECKS];
    const Ordered* const end = write_ordered_checks<Us>(p_, moves);
    tree_[index].expanded = true;
    tree_[index].first = uint32_t(tree_.size());
    tree_[index].count = uint16_t(end - moves);
    ReplyEstimate<Us> guess(p_);
    for (const Ordered* m = moves; m != end; ++m) {
      Node child;
      child.move = m->move;
      child.pn = uint16_t(std::max(guess.replies_to(m->move), 1) + (m->order > LATE_IN_ORDER ? 2 : 1));
      tree_.push_back(child);
    }
  }

  void store(const Node& n, int plies, uint64_t effort) {
    ShortTable::Entry& entry = table_.entry(board_, hand());
    if (n.disproved()) {
      entry.none = uint8_t(std::max<int>(entry.none, plies));
    } else if (!entry.mate || plies < entry.mate) {
      entry.mate = uint8_t(plies);
      entry.move = first_;
    }
    entry.hand_specific |= n.hand_specific;
    entry.effort = uint16_t(std::min<uint64_t>(60'000, entry.effort + effort));
  }

  // -- the defender to move

  void defend(uint32_t index, int plies, int max_pn, int max_dn) {
    if (!tree_[index].expanded) {
      p_.turn() == BLACK ? expand_defence<BLACK>(index, plies) : expand_defence<WHITE>(index, plies);
      if (tree_[index].is_final()) return;
    }
    while (true) {
      Node& n = tree_[index];
      Choice choice;
      bool hand_specific = false, some_outlast = false;
      for (uint32_t i = n.first; i < n.first + n.count; ++i) {
        Node& c = tree_[i];
        if (c.disproved() && !next_futility_test(n, c)) {
          settle(n, false);
          n.hand_specific = hand_specific || c.hand_specific;
          return;
        }
        hand_specific |= c.hand_specific;
        if (c.proved()) {
          some_outlast |= c.taking != NO_INDEX;
          continue;
        }
        if (c.blocked_by == NO_INDEX || tree_[n.first + c.blocked_by].proved())
          choice.consider(i, c.dn, c.pn);
      }
      if (!choice.open) {
        Kind kind = MATE;
        if (some_outlast && (kind = is_mated_with_interpositions(index, plies)) == OPEN) return;
        settle(tree_[index], kind == MATE);
        tree_[index].hand_specific = hand_specific || some_outlast;
        return;
      }
      n.pn = uint16_t(choice.of_others());
      n.dn = uint16_t(choice.least);
      if (n.dn >= max_dn || n.pn >= max_pn || is_over()) return;
      const uint32_t best = choice.best;
      if (tree_[best].taking != NO_INDEX) {
        search_futility_test(best, plies, choice.limit_for_other_number(max_pn),
                             choice.limit_for_best(max_dn));
        continue;
      }
      const Move m = tree_[best].move;
      Step step;
      make(m, step);
      attack(best, plies - 1, choice.limit_for_other_number(max_pn), choice.limit_for_best(max_dn));
      unmake(m, step);
    }
  }

  template <Color Us>
  void expand_defence(uint32_t index, int plies) {
    const Answers<Us> answers(p_);
    Ordered moves[40];
    const Ordered* const end = answers.write(p_, moves);
    tree_[index].expanded = true;
    tree_[index].first = uint32_t(tree_.size());
    for (const Ordered* m = moves; m != end; ++m)
      if (!add_defence(index, m->move, plies, NO_INDEX)) return;
    if (!answers.between) return;
    Candidate interposed[MAX_MOVES];
    Interposing squares;
    const int n = generate_defences(p_, interposed, squares);
    int last = NO_INDEX;
    for (int i = 0; i < n; ++i) {
      const Move m = interposed[i].move;
      if (!answers.between.has(to_of(m)) || from_of(m) == answers.king) continue;
      add_defence(index, m, plies, interposed[i].blocked_by >= 0 ? last : NO_INDEX);
      last = std::min<int>(tree_[index].count - 1, NO_INDEX);
    }
  }

  // Adds a reply as a child. Returns false if it decides the parent: no mate in time, and the reply is no
  // interposition, so it cannot be futile.
  bool add_defence(uint32_t index, Move m, int plies, int blocked_by) {
    Node child;
    child.move = m;
    child.blocked_by = uint8_t(blocked_by);
    if (const auto* known = table_.decides(p_.board_key_after(board_, m), hand(), plies - 1)) {
      child.hand_specific = known->hand_specific;
      settle(child, known->none < plies - 1);
    } else if (blocked_by == NO_INDEX && plies - 1 >= MIN_PLIES_FOR_MATE_IN_1) {
      Step step;
      make(m, step);
      check_mate_in_1(child, plies - 1);
      unmake(m, step);
    }
    tree_.push_back(child);
    ++tree_[index].count;
    if (!child.disproved() || is_interposition(m)) return true;
    settle(tree_[index], false);
    tree_[index].hand_specific = child.hand_specific;
    return false;
  }

  bool is_interposition(Move m) const {
    const Square king = p_.king(~attacker_);
    const Bitboard checkers = p_.checkers();
    return from_of(m) != king && !checkers.more_than_one() && between(king, checkers.first()).has(to_of(m));
  }

  // -- interpositions that last longer than the plies left

  // Turns a child that was not mated in time into a test whether it is futile, with the next capture of the
  // piece. Returns false if it is no interposition or all captures were tested. Drops on one square share the
  // test of one of them.
  bool next_futility_test(const Node& parent, Node& c) {
    if (!is_interposition(c.move)) return false;
    if (c.taking == NO_INDEX && is_drop(c.move))
      for (uint32_t j = parent.first; j < parent.first + parent.count; ++j) {
        const Node& other = tree_[j];
        if (other.taking == NO_INDEX || !other.proved() || !is_drop(other.move) ||
            to_of(other.move) != to_of(c.move))
          continue;
        c.taking = other.taking;
        c.hand_specific = true;
        settle(c, true);
        return true;
      }
    Taking takings[2];
    const int next = c.taking == NO_INDEX ? 0 : c.taking + 1;
    if (next >= generate_takings(p_, c.move, takings)) return false;
    c.taking = uint8_t(next);
    c.expanded = false;
    c.count = 0;
    c.pn = c.dn = 1;
    c.hand_specific = true;
    return true;
  }

  // Searches a child that is a test for futility: the checker has captured the piece, the defender is to
  // move.
  void search_futility_test(uint32_t child, int plies, int max_pn, int max_dn) {
    const Move m = tree_[child].move;
    Taking takings[2];
    generate_takings(p_, m, takings);
    const Position here = p_;
    const uint64_t board = board_;
    take(p_, takings[tree_[child].taking]);
    board_ += p_.board_key() - here.board_key();
    // A piece that moved in between leaves the game when captured, so the set of pieces differs.
    if (!is_drop(m)) board_ += 0x9e6c63d0876a9a47 * unpromote(type_of(here.at(from_of(m))));
    defend(child, plies, max_pn, max_dn);
    tree_[child].hand_specific = true;
    p_ = here;
    board_ = board;
  }

  // Whether the node is mated within `plies` if interpositions are judged against the exact length.
  Kind is_mated_with_interpositions(uint32_t index, int plies) {
    Move others[40], interposed[MAX_MOVES];
    int n_others = 0, n_interposed = 0;
    for (uint32_t i = tree_[index].first; i < tree_[index].first + tree_[index].count; ++i) {
      const Move m = tree_[i].move;
      (is_interposition(m) ? interposed[n_interposed++] : others[n_others++]) = m;
    }
    return defence_lasts_at_most(
        plies, others, n_others, interposed, n_interposed,
        [this](Move m, int within) {
          if (is_over()) return OPEN;
          Step step;
          make(m, step);
          const Kind kind = attack_from_root(within);
          unmake(m, step);
          return kind;
        },
        [this](Move m, int against) {
          Taking takings[2];
          const int n = generate_takings(p_, m, takings);
          Kind all = NONE;
          for (int i = 0; i < n; ++i) {
            if (is_over()) return OPEN;
            const uint32_t taking = add_root();
            tree_[taking].move = m;
            tree_[taking].taking = uint8_t(i);
            search_futility_test(taking, against, INFINITE, INFINITE);
            const Kind kind = finish(taking);
            if (kind == MATE) return MATE;
            if (kind == OPEN) all = OPEN;
          }
          return all;
        });
  }

  Position p_;
  std::vector<Node>& tree_;
  ShortTable& table_;
  const Color attacker_;
  uint64_t board_;  // the key of the board and of captured interpositions
  ShortSearch<Rules::TSUME> leaves_;
  uint64_t max_nodes_;
  const std::function<bool()>* const should_continue_;
  uint64_t nodes_ = 0, next_call_ = NODES_BETWEEN_CALLS;
  Move first_ = NO_MOVE;
};

void ProofTree::begin_problem() {
  table_.begin_problem();
  leaves_.begin_problem();
  tree_.clear();
  no_mate_within_ = 0;
}

Kind ProofTree::mated(const Position& p, int plies, uint64_t nodes,
                      const std::function<bool()>& should_continue) {
  begin_problem();
  return TreeSearch(*this, p, ~p.turn(), nodes, &should_continue).defend_from_root(plies);
}

ShortMate ProofTree::shortest(const Position& p, int plies, uint64_t nodes, bool any) {
  begin_problem();
  TreeSearch search(*this, p, p.turn(), nodes);
  ShortMate found;
  for (int n = 1; n <= plies && found.kind == NONE; n += 2) {
    if (n == LEAF_PLIES + 2) search.use_cache(leaves_);
    found.kind = n <= LEAF_PLIES ? search.search_leaf_from_root(n, any) : search.attack_from_root(n, true);
    if (found.kind == MATE) {
      found.plies = n;
      found.move = search.first();
      if (n == 3) {
        found.answer = search.leaves().answer();
        found.last = search.leaves().last();
      }
    } else if (found.kind == NONE) {
      no_mate_within_ = n;
    }
  }
  found.nodes = search.nodes();
  return found;
}

Kind ProofTree::mates(const Position& p, int plies) {
  return TreeSearch(*this, p, p.turn(), LENGTH_NODES).attack_from_root(plies);
}

Kind ProofTree::is_mated(const Position& p, int plies) {
  return TreeSearch(*this, p, ~p.turn(), LENGTH_NODES).defend_from_root(plies);
}

}  // namespace komadai::mate
