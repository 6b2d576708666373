// Search for short mates without a table. It is used for the last few plies of a line, where searching again
// is faster than a table lookup.
#pragma once

#include <algorithm>

#include "mate/mate_in_1.h"
#include "mate/movegen/candidates.h"
#include "mate/movegen/futile_interposition.h"
#include "mate/short/defence_length.h"
#include "mate/short/no_mate_cache.h"
#include "mate/short/short_moves.h"
#include "mate/short_mate.h"
#include "rules/movegen.h"

namespace komadai::mate {

template <Rules By>
class ShortSearch {
  using Kind = ShortMate::Kind;
  static constexpr Kind MATE = ShortMate::MATE, NONE = ShortMate::NONE, OPEN = ShortMate::OPEN;

 public:
  // Makes and undoes moves in `p`.
  ShortSearch(Position& p, uint64_t max_nodes) : p_(p), max_nodes_(max_nodes) {}
  // Stores positions without a mate in this cache.
  void use_cache(NoMateCache& cache) { cache_ = &cache; }

  uint64_t nodes() const { return nodes_; }
  Move first() const { return first_; }
  // After a mate in 3 was found: a reply to its first move and the mate after it; NO_MOVE if interpositions
  // are the only replies.
  Move answer() const { return answer_; }
  Move last() const { return last_; }
  // Whether a result depends on an interposition longer than the mate, and so on the exact hands.
  bool hand_specific() const { return hand_specific_; }
  // Results that would be hand-specific are OPEN from now on.
  void leave_hand_specific_open() { decides_hand_specific_ = false; }
  // Resets the counters before the next search.
  void begin(uint64_t max_nodes) {
    nodes_ = 0;
    max_nodes_ = max_nodes;
    hand_specific_ = false;
  }

  // Searches the shortest mate within `plies`; `length` is its length.
  Kind deepen(int plies, int& length) {
    Kind all = NONE;
    for (length = 1; length <= plies; length += 2) {
      const Kind kind = attack(length);
      if (kind == MATE) return all == NONE ? MATE : OPEN;
      if (kind == OPEN) all = OPEN;
    }
    return all;
  }

  // The same for at most 5 plies, but the longest mates are searched directly after mates in one: if there is
  // none, the lengths in between need no search.
  Kind search_within(int plies, int& length) {
    Kind kind = attack(length = 1);
    if (kind != NONE || plies == 1) return kind;
    kind = attack(length = plies);
    if (kind != MATE || plies == 3) return kind;
    const Move found = first_;
    if (attack(3) == MATE)
      length = 3;
    else
      first_ = found;
    return MATE;
  }

  // Whether there is a mate in `plies`; the caller has searched the shorter ones. `any`: the checks are
  // ordered by the estimated number of replies instead of the order of the main line.
  Kind attack(int plies, bool any = false) {
    if (cache_ && plies <= 3) {
      if (cache_->contains(p_.key(), plies)) return NONE;
      const Kind kind = attack_uncached(plies, any);
      if (kind == NONE) cache_->store(p_.key(), plies);
      return kind;
    }
    return attack_uncached(plies, any);
  }

  Kind defend(int plies) {
    const Bitboard checkers = p_.checkers();
    return p_.turn() == BLACK ? defend_as<BLACK>(plies, checkers) : defend_as<WHITE>(plies, checkers);
  }

 private:
  Kind attack_uncached(int plies, bool any) {
    if (plies == 1) {
      first_ = By == Rules::BOARD ? mate_in_1(p_) : tsume_in_1(p_);
      return first_ == NO_MOVE ? NONE : MATE;
    }
    return p_.turn() == BLACK ? attack_deeper<BLACK>(plies, any) : attack_deeper<WHITE>(plies, any);
  }

  template <Color Us>
  Kind attack_deeper(int plies, bool any) {
    Ordered moves[MAX_CHECKS];
    Ordered* const end = write_ordered_checks<Us>(p_, moves, plies == 3, any);
    Kind all = NONE;
    for (Ordered* m = moves; m != end; ++m) {
      Undo undo;
      make(m->move, undo);
      const Kind kind = defend_as<~Us>(plies - 1, p_.checkers_by(m->move));
      p_.undo_move(m->move, undo);
      if (kind == MATE) return first_ = m->move, MATE;
      if (kind == OPEN) {
        all = OPEN;
        if (nodes_ >= max_nodes_) break;
      }
    }
    return all;
  }

  // Searches mates of 1, 3 … `plies` plies.
  Kind attack_within(int plies) {
    Kind kind = NONE;
    for (int length = 1; length <= plies; length += 2)
      if ((kind = attack(length)) == MATE) break;
    return kind;
  }

  Kind after(Move m, int plies) {
    if (nodes_ >= max_nodes_) return OPEN;
    Undo undo;
    make(m, undo);
    const Kind kind = attack_within(plies);
    p_.undo_move(m, undo);
    return kind;
  }

  template <Color Us>
  Kind defend_as(int plies, Bitboard checkers) {
    const Answers<Us> answers(p_, checkers);
    Ordered moves[40];
    Move answer = NO_MOVE, last = NO_MOVE;
    Kind all = MATE;
    const auto try_these = [&](const Ordered* m, const Ordered* end) {
      for (; m != end; ++m) {
        const Kind kind = after(m->move, plies - 1);
        if (kind == NONE) return NONE;
        if (kind == OPEN) all = OPEN;
        if (nodes_ >= max_nodes_) return OPEN;
        answer = m->move;
        last = first_;
      }
      return MATE;
    };
    Ordered* const takers_end = answers.write_takers(p_, moves);
    if (const Kind kind = try_these(moves, takers_end); kind != MATE) return kind;
    Ordered* const end = answers.write_flights(p_, takers_end);
    if (const Kind kind = try_these(takers_end, end); kind != MATE) return kind;
    if (answers.between)
      if (const Kind kind = interpose(answers.king, answers.between, plies, moves, end); kind != MATE)
        return kind;
    answer_ = answer;
    last_ = last;
    return all;
  }

  Kind interpose(Square king, Bitboard squares, int plies, const Ordered* others, const Ordered* others_end) {
    if constexpr (By == Rules::BOARD) {
      const MoveBuffer<> all(p_);
      for (Move m : all)
        if (squares.has(to_of(m)) && from_of(m) != king)
          if (const Kind kind = after(m, plies - 1); kind != MATE) return kind;
      return MATE;
    } else {
      Candidate interposed[MAX_MOVES];
      Interposing open_squares;
      const int n = generate_defences(p_, interposed, open_squares);
      Move interpositions[MAX_MOVES];
      int count = 0;
      bool outlasts = false;
      Bitboard futile_drop_squares;
      Kind result = MATE;
      for (int i = 0; i < n; ++i) {
        const Move move = interposed[i].move;
        if (!squares.has(to_of(move)) || from_of(move) == king) continue;
        interpositions[count++] = move;
        Kind kind = after(move, plies - 1);
        if (nodes_ >= max_nodes_) return OPEN;
        if (kind == NONE) {
          outlasts = true;
          if (is_drop(move) && futile_drop_squares.has(to_of(move))) continue;
          kind = is_futile_against(move, plies);
          if (kind == MATE && is_drop(move)) futile_drop_squares |= Bitboard::of(to_of(move));
        }
        if (kind == NONE) return NONE;
        if (kind == OPEN) result = OPEN;
      }
      if (!outlasts || result == OPEN) return result;
      hand_specific_ = true;
      if (!decides_hand_specific_) {
        max_nodes_ = nodes_;
        return OPEN;
      }
      Move other_moves[40];
      int n_others = 0;
      for (const Ordered* o = others; o != others_end; ++o) other_moves[n_others++] = o->move;
      return defence_lasts_at_most(
          plies, other_moves, n_others, interpositions, count,
          [&](Move m, int within) { return after(m, within); },
          [&](Move m, int against) { return is_futile_against(m, against); });
    }
  }

  // Whether the checker captures the interposed piece and mates within `plies` without having it in hand.
  Kind is_futile_against(Move m, int plies) {
    Taking takings[4];
    const int n = generate_takings(p_, m, takings);
    const Position here = p_;
    Kind all = NONE;
    for (int i = 0; i < n; ++i) {
      take(p_, takings[i]);
      const Kind kind = nodes_ >= max_nodes_ ? OPEN : defend(plies);
      p_ = here;
      if (kind == MATE) return MATE;
      if (kind == OPEN) all = OPEN;
    }
    return all;
  }

  void make(Move m, Undo& undo) {
    p_.do_move(m, undo);
    ++nodes_;
  }

  Position& p_;
  uint64_t max_nodes_;
  NoMateCache* cache_ = nullptr;
  uint64_t nodes_ = 0;
  Move first_ = NO_MOVE, answer_ = NO_MOVE, last_ = NO_MOVE;
  bool hand_specific_ = false, decides_hand_specific_ = true;
};

}  // namespace komadai::mate
