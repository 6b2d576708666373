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
constexpr uint8_t NOBODY = 255;
// With so few plies left a search without memory is quicker.
constexpr int LEAF = 3;
// With at least so many it is worth while to see at once whether a defence is followed by mate in one.
constexpr int WORTH_A_LOOK = 5;
// Of a question beside the search.
constexpr uint64_t NODES_FOR_ONE = 100'000;
// Whoever can stop the search is asked after so many moves: some milliseconds.
constexpr uint64_t ASK_EVERY = 20'000;
// A check that comes late in the order is thought to be a little harder to prove.
constexpr int LATE_IN_ORDER = 12;

}  // namespace

class TreeSearch {
  using Node = ProofTree::Node;

 public:
  TreeSearch(ProofTree& tree, const Position& p, Color attacker, uint64_t most,
             const std::function<bool()>* should_continue = nullptr)
      : p_(p),
        tree_(tree.tree_),
        table_(tree.table_),
        attacker_(attacker),
        board_(p.board_key()),
        leaves_(p_, most),
        most_(most),
        should_continue_(should_continue) {}

  uint64_t nodes() const { return nodes_; }
  // Of the mate that was found last, from the root.
  Move first() const { return first_; }
  // For where there is more to see than that.
  void use_cache(NoMateCache& memory) { leaves_.use_cache(memory); }
  // What was seen at a glance.
  const ShortSearch<Rules::TSUME>& leaves() const { return leaves_; }

  Kind attack_from_root(int plies, bool looked_at = false) {
    if (const ShortTable::Entry* known = table_.decides(board_, hand(), plies)) {
      first_ = known->move;
      return known->none >= plies ? NONE : MATE;
    }
    const uint32_t root = begin();
    tree_[root].looked_at = looked_at;
    attack(root, plies, INFINITE, INFINITE);
    return end(root);
  }
  // The same for 1 and 3 plies, in that order, when nothing is known. `any`: whichever mate it is.
  Kind at_a_glance(int plies, bool any) {
    if (plies == 1) return (first_ = tsume_in_1(p_)) == NO_MOVE ? NONE : MATE;
    Node root;
    ask_leaf(root, plies, any);
    return root.proved() ? MATE : root.disproved() ? NONE : OPEN;
  }
  Kind defend_from_root(int plies) {
    const uint32_t root = begin();
    defend(root, plies, INFINITE, INFINITE);
    return end(root);
  }

 private:
  uint32_t begin() {
    tree_.push_back(Node());
    return uint32_t(tree_.size() - 1);
  }
  Kind end(uint32_t root) {
    const Node n = tree_[root];
    tree_.resize(root);
    return n.proved() ? MATE : n.disproved() ? NONE : OPEN;
  }

  static void settle(Node& n, bool mate) {
    n.pn = uint16_t(mate ? 0 : INFINITE);
    n.dn = uint16_t(mate ? INFINITE : 0);
  }

  Hand hand() const { return p_.hand(attacker_); }
  bool is_spent() {
    if (should_continue_ && nodes_ >= ask_next_ && nodes_ < most_) {
      ask_next_ = nodes_ + ASK_EVERY;
      if (!(*should_continue_)()) most_ = nodes_;
    }
    return nodes_ >= most_;
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
  void take_back(Move m, const Step& step) {
    p_.undo_move(m, step.undo);
    board_ = step.board;
  }

  // Which child to go on with, and how long: the one with the least number, until it has an eighth more than
  // the second (1 + epsilon). The other number of the parent is that of its hardest child and how many others
  // there are, so that transpositions are not counted twice (Ueda, Hashimoto, Hashimoto and Iida 2008).
  struct Choice {
    int least = INFINITE, second = INFINITE, most = 0, open = 0;
    uint32_t best = 0;
    void consider(uint32_t index, int mine, int theirs) {
      ++open;
      most = std::max(most, theirs);
      if (mine < least) {
        second = least;
        least = mine;
        best = index;
      } else {
        second = std::min(second, mine);
      }
    }
    int of_others() const { return std::min(most + open - 1, INFINITE - 1); }
    int patience(int mine) const { return std::min(mine, second + second / 8 + 1); }
    int share(int theirs) const { return theirs >= INFINITE ? INFINITE : theirs - (open - 1); }
  };

  // -- the attacker to move

  void look(Node& n, int plies) {
    n.looked_at = true;
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

  void attack(uint32_t index, int plies, int most_pn, int most_dn) {
    // Another way to this position may have settled it since it was written down.
    if (!tree_[index].expanded)
      if (const ShortTable::Entry* known = table_.decides(board_, hand(), plies)) {
        if (known->none < plies) first_ = known->move;
        tree_[index].hand_specific = known->hand_specific;
        return settle(tree_[index], known->none < plies);
      }
    if (!tree_[index].looked_at) {
      look(tree_[index], plies);
      if (tree_[index].is_final()) return;
    }
    if (plies <= LEAF) return attack_at_leaf(tree_[index], plies);
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
          return remember(n, plies, nodes_ - before);
        }
        if (c.disproved())
          hand_specific |= c.hand_specific;
        else
          choice.consider(i, c.pn, c.dn);
      }
      if (!choice.open) {
        settle(n, false);
        n.hand_specific = hand_specific;
        return remember(n, plies, nodes_ - before);
      }
      n.pn = uint16_t(choice.least);
      n.dn = uint16_t(choice.of_others());
      if (n.pn >= most_pn || n.dn >= most_dn || is_spent()) return;
      const Move m = tree_[choice.best].move;
      Step step;
      make(m, step);
      defend(choice.best, plies - 1, choice.patience(most_pn), choice.share(most_dn));
      take_back(m, step);
    }
  }

  void attack_at_leaf(Node& n, int plies) {
    if (ask_leaf(n, plies, false)) remember(n, plies, leaves_.nodes());
  }
  bool ask_leaf(Node& n, int plies, bool any) {
    leaves_.begin(most_ > nodes_ ? most_ - nodes_ : 0);
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

  void remember(const Node& n, int plies, uint64_t effort) {
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

  void defend(uint32_t index, int plies, int most_pn, int most_dn) {
    if (!tree_[index].expanded) {
      p_.turn() == BLACK ? expand_defence<BLACK>(index, plies) : expand_defence<WHITE>(index, plies);
      if (tree_[index].is_final()) return;
    }
    while (true) {
      Node& n = tree_[index];
      Choice choice;
      bool hand_specific = false, outlasts = false;
      for (uint32_t i = n.first; i < n.first + n.count; ++i) {
        Node& c = tree_[i];
        if (c.disproved() && !ask_futility(n, c)) {
          settle(n, false);
          n.hand_specific = hand_specific || c.hand_specific;
          return;
        }
        hand_specific |= c.hand_specific;
        if (c.proved()) {
          outlasts |= c.question != NOBODY;
          continue;
        }
        if (c.after == NOBODY || tree_[n.first + c.after].proved()) choice.consider(i, c.dn, c.pn);
      }
      if (!choice.open) {
        Kind kind = MATE;
        if (outlasts && (kind = last(index, plies)) == OPEN) return;
        settle(tree_[index], kind == MATE);
        tree_[index].hand_specific = hand_specific || outlasts;
        return;
      }
      n.pn = uint16_t(choice.of_others());
      n.dn = uint16_t(choice.least);
      if (n.dn >= most_dn || n.pn >= most_pn || is_spent()) return;
      const uint32_t best = choice.best;
      if (tree_[best].question != NOBODY) {
        ask(best, plies, choice.share(most_pn), choice.patience(most_dn));
        continue;
      }
      const Move m = tree_[best].move;
      Step step;
      make(m, step);
      attack(best, plies - 1, choice.share(most_pn), choice.patience(most_dn));
      take_back(m, step);
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
      if (!add_defence(index, m->move, plies, NOBODY)) return;
    if (!answers.between) return;
    Candidate interposed[MAX_MOVES];
    Interposing told;
    const int n = generate_defences(p_, interposed, told);
    int last = NOBODY;
    for (int i = 0; i < n; ++i) {
      const Move m = interposed[i].move;
      if (!answers.between.has(to_of(m)) || from_of(m) == answers.king) continue;
      add_defence(index, m, plies, interposed[i].blocked_by >= 0 ? last : NOBODY);
      last = std::min<int>(tree_[index].count - 1, NOBODY);
    }
  }

  // False if that settles it: there is no mate in time, and no question of futility.
  bool add_defence(uint32_t index, Move m, int plies, int after) {
    Node child;
    child.move = m;
    child.after = uint8_t(after);
    if (const auto* known = table_.decides(p_.board_key_after(board_, m), hand(), plies - 1)) {
      child.hand_specific = known->hand_specific;
      settle(child, known->none < plies - 1);
    } else if (after == NOBODY && plies - 1 >= WORTH_A_LOOK) {
      Step step;
      make(m, step);
      look(child, plies - 1);
      take_back(m, step);
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

  // -- interpositions that last longer than there is time for

  // Whether there is (still) something to ask of a child that was not mated in time. Of drops on one square
  // one is asked for all.
  bool ask_futility(const Node& parent, Node& c) {
    if (!is_interposition(c.move)) return false;
    if (c.question == NOBODY && is_drop(c.move))
      for (uint32_t j = parent.first; j < parent.first + parent.count; ++j) {
        const Node& other = tree_[j];
        if (other.question == NOBODY || !other.proved() || !is_drop(other.move) ||
            to_of(other.move) != to_of(c.move))
          continue;
        c.question = other.question;
        c.hand_specific = true;
        settle(c, true);
        return true;
      }
    Taking takings[4];
    const int next = c.question == NOBODY ? 0 : c.question + 1;
    if (next >= generate_takings(p_, c.move, takings)) return false;
    c.question = uint8_t(next);
    c.expanded = false;
    c.count = 0;
    c.pn = c.dn = 1;
    c.hand_specific = true;
    return true;
  }

  void ask(uint32_t child, int plies, int most_pn, int most_dn) {
    const Move m = tree_[child].move;
    Taking takings[4];
    generate_takings(p_, m, takings);
    const Position here = p_;
    const uint64_t board = board_;
    take(p_, takings[tree_[child].question]);
    board_ += p_.board_key() - here.board_key();
    // A piece that moved there is nobody's then: another set of pieces.
    if (!is_drop(m)) board_ += 0x9e6c63d0876a9a47 * unpromote(type_of(here.at(from_of(m))));
    defend(child, plies, most_pn, most_dn);
    tree_[child].hand_specific = true;
    p_ = here;
    board_ = board;
  }

  Kind last(uint32_t index, int plies) {
    Move others[40], interposed[MAX_MOVES];
    int n_others = 0, n_interposed = 0;
    for (uint32_t i = tree_[index].first; i < tree_[index].first + tree_[index].count; ++i) {
      const Move m = tree_[i].move;
      (is_interposition(m) ? interposed[n_interposed++] : others[n_others++]) = m;
    }
    return defence_lasts_at_most(
        plies, others, n_others, interposed, n_interposed,
        [this](Move m, int within) {
          if (is_spent()) return OPEN;
          Step step;
          make(m, step);
          const Kind kind = attack_from_root(within);
          take_back(m, step);
          return kind;
        },
        [this](Move m, int against) {
          Taking takings[4];
          const int n = generate_takings(p_, m, takings);
          Kind all = NONE;
          for (int i = 0; i < n; ++i) {
            if (is_spent()) return OPEN;
            const uint32_t question = begin();
            tree_[question].move = m;
            tree_[question].question = uint8_t(i);
            ask(question, against, INFINITE, INFINITE);
            const Kind kind = end(question);
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
  uint64_t board_;  // the key of the board, and of what was put aside
  ShortSearch<Rules::TSUME> leaves_;
  uint64_t most_;
  const std::function<bool()>* const should_continue_;
  uint64_t nodes_ = 0, ask_next_ = ASK_EVERY;
  Move first_ = NO_MOVE;
};

void ProofTree::begin_problem() {
  table_.begin_problem();
  leaves_.begin_problem();
  tree_.clear();
  in_vain_ = 0;
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
    if (n == LEAF + 2) search.use_cache(leaves_);
    found.kind = n <= LEAF ? search.at_a_glance(n, any) : search.attack_from_root(n, true);
    if (found.kind == MATE) {
      found.plies = n;
      found.move = search.first();
      if (n == 3) {
        found.answer = search.leaves().answer();
        found.last = search.leaves().last();
      }
    } else if (found.kind == NONE) {
      in_vain_ = n;
    }
  }
  found.nodes = search.nodes();
  return found;
}

Kind ProofTree::mates(const Position& p, int plies) {
  return TreeSearch(*this, p, p.turn(), NODES_FOR_ONE).attack_from_root(plies);
}

Kind ProofTree::is_mated(const Position& p, int plies) {
  return TreeSearch(*this, p, ~p.turn(), NODES_FOR_ONE).defend_from_root(plies);
}

}  // namespace komadai::mate
