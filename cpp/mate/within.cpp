#include "mate/within.h"

#include <algorithm>

#include "mate/attacked.h"
#include "mate/checks.h"
#include "mate/futile.h"
#include "mate/main_line.h"
#include "mate/mate_in_1.h"
#include "mate/moves.h"
#include "rules/legality.h"
#include "rules/movegen.h"

namespace komadai::mate {
namespace {

using Kind = ShortMate::Kind;
constexpr Kind MATE = ShortMate::MATE, NONE = ShortMate::NONE, OPEN = ShortMate::OPEN;

constexpr uint8_t WORTH[PIECE_TYPES] = {0, 1, 2, 2, 4, 6, 7, 5, 0, 3, 3, 3, 4, 8, 9};
// What comparing lines may take: positions, and moves made for one of them.
constexpr int POSITIONS_COMPARED = 2'000;
constexpr uint64_t NODES_FOR_ONE = 100'000;

struct Ordered {
  Move move;
  int16_t order;
};

// Writes the checks down. Those that take something, and those next to the king, come first.
template <Color Us>
struct Writer {
  const Position& p;
  Bitboard near;
  Ordered* end;

  bool drop(PieceType t, Bitboard to) {
    if (t == PAWN && is_pawn_drop_mate(p, to.first())) return false;
    for (Square s : Each{to}) write(make_drop(t, s), s, 8 - WORTH[t]);
    return false;
  }
  bool move(PieceType, Square from, Bitboard plain, Bitboard promoted) {
    for (Square s : Each{promoted}) write(make_move(from, s) | PROMOTION, s, 0);
    for (Square s : Each{plain}) write(make_move(from, s), s, promoted.has(s) ? 12 : 4);
    return false;
  }
  bool uncover(PieceType t, Square from, Bitboard plain, Bitboard promoted) {
    return move(t, from, plain, promoted);
  }
  void write(Move m, Square to, int order) {
    *end++ = {m, int16_t(order + (near.has(to) ? 0 : 30) - 2 * WORTH[type_of(p.at(to))])};
  }
};

// Few, and nearly in order.
void sort(Ordered* begin, Ordered* end) {
  for (Ordered* i = begin + 1; i < end; ++i) {
    const Ordered moved = *i;
    Ordered* j = i;
    for (; j > begin && j[-1].order > moved.order; --j) *j = j[-1];
    *j = moved;
  }
}

template <Color Us>
Ordered* write_checks(const Position& p, Ordered* moves) {
  const Square king = p.king(~Us);
  if (king == NO_SQUARE || p.attacked(Us, king, p.occupied())) return moves;
  Checks<Us> checks(p);
  Writer<Us> writer{p, steps(~Us, KING, king), moves};
  checks.each(writer);
  sort(moves, writer.end);
  return writer.end;
}

// What answers a check, apart from interpositions.
template <Color Us>
struct Answers {
  Square king;
  Bitboard flights, takers, between;
  Square checker = NO_SQUARE;

  explicit Answers(const Position& p) : king(p.king(Us)) {
    const Bitboard without_king = p.occupied().without(Bitboard::of(king));
    flights = steps(Us, KING, king).without(p.of(Us) | p.movers(KING));
    if (flights) flights = flights.without(stepped_squares<~Us>(p) | swept_squares<~Us>(p, without_king));
    const Bitboard checkers = p.checkers();
    if (checkers.more_than_one()) return;
    checker = checkers.first();
    between = komadai::between(king, checker);
    takers = p.attackers(Us, checker).without(p.movers(KING));
    if (takers) takers = takers.without(p.pinned(Us));
  }

  Ordered* write(const Position& p, Ordered* out) const {
    for (Square from : Each{takers}) {
      const PieceType t = type_of(p.at(from));
      const bool may = can_promote(t) && (ZONE[Us].has(from) || ZONE[Us].has(checker));
      const bool must = t == KNIGHT               ? LAST_TWO_RANKS[Us].has(checker)
                        : t == PAWN || t == LANCE ? LAST_RANK[Us].has(checker)
                                                  : false;
      if (may) *out++ = {Move(make_move(from, checker) | PROMOTION), 0};
      if (!must) *out++ = {make_move(from, checker), 0};
    }
    const Bitboard takes = flights & p.of(~Us);
    for (Square to : Each{takes}) *out++ = {make_move(king, to), 0};
    for (Square to : Each{flights.without(takes)}) *out++ = {make_move(king, to), 0};
    return out;
  }
};

template <Rules By>
class ShortSearch {
 public:
  ShortSearch(const Position& p, uint64_t nodes) : p_(p), most_(nodes) {}

  uint64_t nodes() const { return nodes_; }
  Move first() const { return first_; }

  // The length of the shortest mate within so many plies, if there is one.
  Kind deepen(int plies, int& length) {
    Kind all = NONE;
    for (length = 1; length <= plies; length += 2) {
      const Kind kind = attack(length);
      if (kind == MATE) return all == NONE ? MATE : OPEN;
      if (kind == OPEN) all = OPEN;
    }
    return all;
  }

  // Whether there is a mate within exactly so many plies (shorter ones were looked for by the caller).
  Kind attack(int plies) {
    if (plies == 1) {
      first_ = By == Rules::BOARD ? mate_in_1(p_) : tsume_in_1(p_);
      return first_ == NO_MOVE ? NONE : MATE;
    }
    return p_.turn() == BLACK ? attack_deeper<BLACK>(plies) : attack_deeper<WHITE>(plies);
  }

  Kind defend(int plies) { return p_.turn() == BLACK ? defend_as<BLACK>(plies) : defend_as<WHITE>(plies); }

 private:
  template <Color Us>
  Kind attack_deeper(int plies) {
    Ordered moves[MAX_CHECKS];
    Ordered* const end = write_checks<Us>(p_, moves);
    Kind all = NONE;
    for (Ordered* m = moves; m != end; ++m) {
      Undo undo;
      make(m->move, undo);
      const Kind kind = defend_as<~Us>(plies - 1);
      p_.undo_move(m->move, undo);
      if (kind == MATE) return first_ = m->move, MATE;
      if (kind == OPEN) {
        all = OPEN;
        if (nodes_ >= most_) break;
      }
    }
    return all;
  }

  // Within so many plies, shorter ones first.
  Kind attack_within(int plies) {
    int length;
    return plies == 1 ? attack(1) : deepen_any(plies, length);
  }
  Kind deepen_any(int plies, int& length) {
    Kind kind = NONE;
    for (length = 1; length <= plies; length += 2)
      if ((kind = attack(length)) == MATE) break;
    return kind;
  }

  Kind after(Move m, int plies) {
    if (nodes_ >= most_) return OPEN;
    Undo undo;
    make(m, undo);
    const Kind kind = attack_within(plies);
    p_.undo_move(m, undo);
    return kind;
  }

  template <Color Us>
  Kind defend_as(int plies) {
    const Answers<Us> answers(p_);
    Ordered moves[40];
    const Ordered* const end = answers.write(p_, moves);
    Kind all = MATE;
    for (const Ordered* m = moves; m != end; ++m) {
      const Kind kind = after(m->move, plies - 1);
      if (kind == NONE) return NONE;
      if (kind == OPEN) all = OPEN;
      if (nodes_ >= most_) return OPEN;
    }
    if (!answers.between) return all;
    const Kind kind = interpose(answers.king, answers.between, plies, moves, end);
    return kind == MATE ? all : kind;
  }

  Kind interpose(Square king, Bitboard squares, int plies, const Ordered* others, const Ordered* others_end) {
    if constexpr (By == Rules::BOARD) {
      const MoveBuffer<> all(p_);
      for (Move m : all)
        if (squares.has(to_of(m)) && from_of(m) != king)
          if (const Kind kind = after(m, plies - 1); kind != MATE) return kind;
      return MATE;
    } else {
      Candidate all[MAX_MOVES];
      Interposing told;
      const int n = generate_defences(p_, all, told);
      Move counted[MAX_MOVES];  // those that are followed by mate in time
      int m = 0, late = 0;
      Candidate outlasting[MAX_MOVES];
      Kind result = MATE;
      for (int i = 0; i < n; ++i) {
        const Move move = all[i].move;
        if (!squares.has(to_of(move)) || from_of(move) == king) continue;
        const Kind kind = after(move, plies - 1);
        if (nodes_ >= most_) return OPEN;
        if (kind == MATE)
          counted[m++] = move;
        else if (kind == OPEN)
          result = OPEN;
        else if (!excused(move, plies, outlasting, late))
          return NONE;
      }
      if (!late || result == OPEN) return result;
      // They outlast the mate and would be futile against `plies`: that counts only if another defence lasts
      // so long.
      for (const Ordered* o = others; o != others_end; ++o)
        if (plies == 2 || after(o->move, plies - 3) == NONE) return MATE;
      for (int i = 0; i < m; ++i)
        if (plies == 2 || after(counted[i], plies - 3) == NONE) return MATE;
      return plies == 2 ? NONE : OPEN;
    }
  }

  // Whether the checker takes what was interposed and mates without it within so many plies.
  bool excused(Move m, int plies, Candidate* outlasting, int& late) {
    if (is_drop(m))
      for (int i = 0; i < late; ++i)
        if (is_drop(outlasting[i].move) && to_of(outlasting[i].move) == to_of(m)) return true;
    Taking takings[4];
    const int n = generate_takings(p_, m, takings);
    const Position here = p_;
    for (int i = 0; i < n; ++i) {
      take(p_, takings[i]);
      const Kind kind = defend(plies);
      p_ = here;
      if (kind == MATE) return outlasting[late++].move = m, true;
    }
    return false;
  }

  void make(Move m, Undo& undo) {
    p_.do_move(m, undo);
    ++nodes_;
  }

  Position p_;
  const uint64_t most_;
  uint64_t nodes_ = 0;
  Move first_ = NO_MOVE;
};

template <Rules By>
ShortMate search(const Position& p, int plies, uint64_t nodes) {
  ShortMate found;
  ShortSearch<By> search(p, nodes);
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
  Kind mates(const Position& p, int plies) override { return search<By>(p, plies, NODES_FOR_ONE).kind; }
  Kind is_mated(const Position& p, int plies) override { return mated_within(p, plies, NODES_FOR_ONE, By); }
};

}  // namespace

ShortMate mate_within(const Position& p, int plies, uint64_t nodes, Rules rules) {
  return rules == Rules::BOARD ? search<Rules::BOARD>(p, plies, nodes)
                               : search<Rules::TSUME>(p, plies, nodes);
}

Kind mated_within(const Position& p, int plies, uint64_t nodes, Rules rules) {
  return rules == Rules::BOARD ? ShortSearch<Rules::BOARD>(p, nodes).defend(plies)
                               : ShortSearch<Rules::TSUME>(p, nodes).defend(plies);
}

int ordered_checks(const Position& p, Move* out) {
  Ordered checks[MAX_CHECKS];
  const Ordered* const end =
      p.turn() == BLACK ? write_checks<BLACK>(p, checks) : write_checks<WHITE>(p, checks);
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
