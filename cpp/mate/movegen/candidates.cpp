#include "mate/movegen/candidates.h"

#include <algorithm>
#include <initializer_list>

#include "mate/movegen/futile_interposition.h"
#include "rules/attack_maps.h"
#include "rules/check_generation.h"
#include "rules/legality.h"
#include "rules/movegen.h"
#include "rules/pawn_drops.h"

namespace komadai::mate {
namespace {

// Distances in king moves.
struct Distances {
  uint8_t of[SQUARES][SQUARES];
  constexpr Distances() : of{} {
    for (int a = 0; a < SQUARES; ++a)
      for (int b = 0; b < SQUARES; ++b) {
        const int files = file_of(Square(a)) - file_of(Square(b)),
                  ranks = rank_of(Square(a)) - rank_of(Square(b));
        of[a][b] = uint8_t(std::max(std::max(files, -files), std::max(ranks, -ranks)));
      }
  }
};
constexpr Distances DISTANCES;

int distance(Square a, Square b) { return DISTANCES.of[a][b]; }

constexpr int WORTH[PIECE_TYPES] = {0, 1, 2, 2, 4, 6, 7, 5, 9, 3, 3, 3, 4, 8, 9};

bool may_drop_pawn(const Position& p, Square to) {
  const Color us = p.turn();
  if (p.movers(us, PAWN) & Bitboard(FILE_1.bits << 9 * file_of(to))) return false;
  const Square king = p.king(~us);
  return king == NO_SQUARE || !steps(us, PAWN, to).has(king) || !is_pawn_drop_mate(p, to);
}

// Writes the checks that Checks generates.
template <Color Us>
struct Attacks {
  const Position& p;
  const Square king;
  Candidate* out;
  int n = 0;

  bool drop(PieceType t, Bitboard to) {
    if (t == PAWN && is_pawn_drop_mate(p, to.first())) return false;
    for (Square s : Each{to}) write(make_drop(t, s), s, 5 - WORTH[t], -1);
    return false;
  }
  bool move(PieceType, Square from, Bitboard plain, Bitboard promoted) {
    const PieceType t = type_of(p.at(from));
    const bool waits = t == PAWN || t == BISHOP || t == ROOK;
    for (Square s : Each{plain | promoted}) {
      const bool promotes = promoted.has(s);
      if (promotes) write(make_move(from, s) | PROMOTION, s, -6, -1);
      if (!plain.has(s)) continue;
      const bool waits_here = waits || (t == LANCE && LAST_TWO_RANKS[Us].has(s));
      write(make_move(from, s), s, 0, promotes && waits_here ? n - 1 : -1);
    }
    return false;
  }
  bool uncover(PieceType t, Square from, Bitboard plain, Bitboard promoted) {
    return move(t, from, plain, promoted);
  }
  void write(int m, Square to, int order, int after) {
    order += 10 * distance(king, to);
    if (const Piece taken = p.at(to)) order -= 8 * WORTH[type_of(taken)] + 20;
    out[n++] = {Move(m), int16_t(order), int16_t(after)};
  }
};

template <Color Us>
int generate_attacks(const Position& p, Candidate* out) {
  Attacks<Us> attacks{p, p.king(~Us), out};
  Checks<Us>(p).each(attacks);
  return attacks.n;
}

}  // namespace

int generate_attacks(const Position& p, Candidate* out) {
  if (p.king(~p.turn()) == NO_SQUARE) return 0;
  return p.turn() == BLACK ? generate_attacks<BLACK>(p, out) : generate_attacks<WHITE>(p, out);
}

namespace {

// The defender's possibilities, computed before moves are written.
struct Defence {
  Color us;
  Square king;
  Bitboard flights;  // squares to which the king can move
  Bitboard takers;   // pieces that can capture the only checker
  Bitboard between;  // the squares between it and the king
  Bitboard pinned;
  Square checker = NO_SQUARE;

  Defence(const Position& p, Bitboard checkers) : us(p.turn()), king(p.king(us)) {
    const Bitboard without_king = p.occupied().without(Bitboard::of(king));
    flights = steps(us, KING, king).without(p.of(us) | p.movers(KING));
    flights = flights.without(attacked_among(p, ~us, flights, without_king));
    if (checkers.more_than_one()) return;
    checker = checkers.first();
    between = komadai::between(king, checker);
    takers = p.attackers(us, checker).without(Bitboard::of(king));
    if (takers || between) {
      pinned = p.pinned(us);
      takers = takers.without(pinned);
    }
  }
};

}  // namespace

int generate_defences(const Position& p, Candidate* out, Interposing& squares) {
  const Defence d(p, p.checkers());
  int n = 0;
  const auto write = [&](Square from, Square to, int order) {
    const PieceType t = type_of(p.at(from));
    const bool may = can_promote(t) && (ZONE[d.us].has(from) || ZONE[d.us].has(to));
    if (may) out[n++] = {Move(make_move(from, to) | PROMOTION), int16_t(order - 2), -1};
    if (((t == PAWN || t == LANCE) && LAST_RANK[d.us].has(to)) ||
        (t == KNIGHT && LAST_TWO_RANKS[d.us].has(to)))
      return;
    const bool waits = may && (t == PAWN || t == BISHOP || t == ROOK);
    out[n] = {make_move(from, to), int16_t(order), int16_t(waits ? n - 1 : -1)};
    ++n;
  };
  for (Square to : Each{d.flights})
    out[n++] = {make_move(d.king, to), int16_t(p.at(to) ? WORTH[KING] : 20), -1};
  for (Square from : Each{d.takers}) write(from, d.checker, WORTH[type_of(p.at(from))]);
  squares = {d.between, Bitboard()};
  if (!d.between) return n;

  const bool lacking = lacks_pieces(p);
  const auto is_futile = [&](Move m) {
    if (is_futile_move(p, m, Holding::ANYTHING)) return true;
    if (!lacking || !is_futile_move(p, m, Holding::AS_NOW)) return false;
    return squares.as_now = true;
  };
  for (Square to : Each{d.between})
    for (Square from : Each{p.attackers(d.us, to).without(d.pinned | Bitboard::of(d.king))}) {
      const int before = n;
      write(from, to, 30 + WORTH[type_of(p.at(from))]);
      if (is_futile(out[before].move)) n = before;
    }
  Bitboard open = d.between.without(futile_drops(p, Holding::ANYTHING));
  if (open && lacking) {
    const Bitboard futile = open & futile_drops(p, Holding::AS_NOW);
    squares.as_now |= bool(futile);
    open = open.without(futile);
  }
  squares.open = open;
  const Hand hand = p.hand(d.us);
  if (hand.empty() || !open) return n;
  // Each drop is blocked by the one before it, from the king outwards, the least valuable piece first: the
  // same move usually refutes all of them.
  int last = -1;
  const int step = d.checker > d.king ? 1 : -1;
  Bitboard rest = open;
  while (rest) {
    const Square to = step > 0 ? rest.first() : rest.last();
    rest ^= Bitboard::of(to);
    const int order = 60 + 20 * distance(d.king, to);
    for (PieceType t : {PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK}) {
      if (!hand[t]) continue;
      if ((t == PAWN || t == LANCE) && LAST_RANK[d.us].has(to)) continue;
      if (t == KNIGHT && LAST_TWO_RANKS[d.us].has(to)) continue;
      if (t == PAWN && !may_drop_pawn(p, to)) continue;
      out[n] = {make_drop(t, to), int16_t(order + WORTH[t]), int16_t(last)};
      last = n++;
    }
  }
  return n;
}

namespace {

bool only_futile_interpositions(const Position& p, const Defence& d) {
  const bool lacking = lacks_pieces(p);
  const Hand hand = p.hand(d.us);
  if (!hand.empty() && !lacking) {
    if (!drops_are_futile(p, d.checker, d.between, Holding::ANYTHING)) return false;
  } else if (!hand.empty()) {
    const auto drops = [&](PieceType t, Square to) {
      return hand[t] && droppable(p, d.us, t).has(to) && (t != PAWN || may_drop_pawn(p, to));
    };
    Bitboard open;
    for (Square to : Each{d.between.without(futile_drops(p, Holding::ANYTHING))})
      if (drops(PAWN, to) || drops(LANCE, to) || drops(KNIGHT, to)) open |= Bitboard::of(to);
    if (!drops_are_futile(p, d.checker, open, Holding::AS_NOW)) return false;
  }
  for (Square to : Each{d.between})
    for (Square from : Each{p.attackers(d.us, to).without(d.pinned | Bitboard::of(d.king))}) {
      // As in generate_defences, only the promotion is tested if there is one.
      const PieceType t = type_of(p.at(from));
      const bool may = can_promote(t) && (ZONE[d.us].has(from) || ZONE[d.us].has(to));
      const Move m = Move(make_move(from, to) | (may ? PROMOTION : 0));
      if (!is_futile_move(p, m, Holding::ANYTHING) && !(lacking && is_futile_move(p, m, Holding::AS_NOW)))
        return false;
    }
  return true;
}

}  // namespace

int count_defences(const Position& p, Bitboard checkers, Interposing& squares) {
  const Defence d(p, checkers);
  const int moves = d.flights.count() + d.takers.count();
  squares.needless = moves > 0;
  if (moves) return moves + (d.between && !p.hand(d.us).empty());
  if (!d.between) return squares = Interposing(), 0;
  if (!only_futile_interpositions(p, d)) {
    int interpositions = !p.hand(d.us).empty();
    for (Square to : Each{d.between})
      interpositions += p.attackers(d.us, to).without(d.pinned | Bitboard::of(d.king)).count();
    return interpositions;
  }
  Candidate none[MAX_MOVES];
  return generate_defences(p, none, squares);
}

bool is_mated_by_tsume(const Position& p, Bitboard checkers) {
  const Defence d(p, checkers);
  return !d.flights && !d.takers && (!d.between || only_futile_interpositions(p, d));
}

}  // namespace komadai::mate
