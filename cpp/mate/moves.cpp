#include "mate/moves.h"

#include <algorithm>
#include <cstdlib>
#include <initializer_list>

#include "mate/attacked.h"
#include "mate/checks.h"
#include "mate/futile.h"
#include "rules/legality.h"
#include "rules/movegen.h"
#include "rules/pawn_drops.h"

namespace komadai::mate {
namespace {

int distance(Square a, Square b) {
  return std::max(std::abs(file_of(a) - file_of(b)), std::abs(rank_of(a) - rank_of(b)));
}

constexpr int WORTH[PIECE_TYPES] = {0, 1, 2, 2, 4, 6, 7, 5, 9, 3, 3, 3, 4, 8, 9};

int write_checks(const Position& p, Move* out) {
  const Color us = p.turn();
  const Square king = p.king(~us);
  if (king == NO_SQUARE) return 0;
  Move* const begin = out;
  if (p.in_check()) {
    const MoveBuffer<MAX_MOVES_OF_ANY_BOARD> all(p);
    for (Move m : all)
      if (p.gives_check(m)) *out++ = m;
    return int(out - begin);
  }
  const Bitboard occupied = p.occupied();
  // From which squares each type checks.
  Bitboard squares[PIECE_TYPES];
  squares[ROOK] = rook_attacks(king, occupied);
  squares[BISHOP] = bishop_attacks(king, occupied);
  squares[DRAGON] = squares[ROOK] | steps(~us, KING, king);
  squares[HORSE] = squares[BISHOP] | steps(~us, KING, king);
  squares[LANCE] = squares[ROOK] & TABLES.rays[opposite(forward_of(us))][king];
  for (PieceType t : {PAWN, KNIGHT, SILVER, GOLD}) squares[t] = steps(~us, t, king);
  for (PieceType t : {PRO_PAWN, PRO_LANCE, PRO_KNIGHT, PRO_SILVER}) squares[t] = squares[GOLD];
  squares[KING] = Bitboard();
  const Bitboard uncovering = us == BLACK ? shields<BLACK>(p, king, us) : shields<WHITE>(p, king, us);
  const Bitboard reachable = BOARD.without(p.of(us) | p.movers(KING));
  const Bitboard pinned = p.pinned(us);
  // Who stands where no step of his checks need not be looked at.
  Bitboard checking =
      uncovering | p.movers(LANCE) | p.movers(BISHOP) | p.movers(ROOK) | p.movers(HORSE) | p.movers(DRAGON);
  for (PieceType t : {PAWN, KNIGHT, SILVER, GOLD}) checking |= p.movers(t) & APPROACHES.from[us][king][t];
  for (Square from : Each{p.of(us) & checking}) {
    const PieceType t = type_of(p.at(from));
    const Bitboard uncovers = uncovering.has(from) ? BOARD.without(line_beyond(king, from)) : Bitboard();
    const Bitboard plain = squares[t] | uncovers;
    Bitboard promoted;
    if (can_promote(t)) promoted = (squares[promote(t)] | uncovers) & (ZONE[us].has(from) ? BOARD : ZONE[us]);
    Bitboard to = reachable & (plain | promoted);
    if (!to) continue;
    to &= piece_attacks(us, t, from, occupied);
    if (pinned.has(from)) to &= line_beyond(p.king(us), from);
    if (!to) continue;
    if (t == KING) {
      const Bitboard without_king = occupied.without(Bitboard::of(from));
      for (Square s : Each{to})
        if (!p.attacked(~us, s, without_king)) *out++ = make_move(from, s);
      continue;
    }
    const Bitboard dead = t == PAWN || t == LANCE ? LAST_RANK[us]
                          : t == KNIGHT           ? LAST_TWO_RANKS[us]
                                                  : Bitboard();
    for (Square s : Each{to}) {
      if (promoted.has(s)) *out++ = make_move(from, s) | PROMOTION;
      if (plain.has(s) && !dead.has(s)) *out++ = make_move(from, s);
    }
  }
  const Hand hand = p.hand(us);
  if (hand.empty()) return int(out - begin);
  const Bitboard empty = BOARD.without(occupied);
  for (PieceType t : {ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN}) {
    if (!hand[t]) continue;
    Bitboard to = squares[t] & empty;
    if (t == PAWN) {
      to = (to & files_without(p.movers(us, PAWN)));
      if (to && is_pawn_drop_mate(p, to.first())) to = Bitboard();
    }
    if (t == LANCE || t == PAWN) to = to.without(LAST_RANK[us]);
    if (t == KNIGHT) to = to.without(LAST_TWO_RANKS[us]);
    for (Square s : Each{to}) *out++ = make_drop(t, s);
  }
  return int(out - begin);
}

bool may_drop_pawn(const Position& p, Square to) {
  const Color us = p.turn();
  if (p.movers(us, PAWN) & Bitboard(FILE_1.bits << 9 * file_of(to))) return false;
  const Square king = p.king(~us);
  return king == NO_SQUARE || !steps(us, PAWN, to).has(king) || !is_pawn_drop_mate(p, to);
}

// Whether `plain` is `promoting` without the promotion.
bool is_plain_of(Move plain, Move promoting) {
  return (plain | PROMOTION) == promoting && !is_promotion(plain);
}

}  // namespace

int generate_attacks(const Position& p, Candidate* out) {
  Move moves[MAX_MOVES];
  const int n = write_checks(p, moves);
  const Square king = p.king(~p.turn());
  for (int i = 0; i < n; ++i) {
    const Move m = moves[i];
    const Square to = to_of(m);
    int order = 10 * distance(king, to);
    if (p.at(to)) order -= 8 * WORTH[type_of(p.at(to))] + 20;
    if (is_drop(m))
      order += 5 - WORTH[dropped_type(m)];
    else
      order -= is_promotion(m) ? 6 : 0;
    int16_t after = -1;
    if (!is_drop(m) && !is_promotion(m)) {
      const PieceType t = type_of(p.at(from_of(m)));
      if (t == PAWN || t == BISHOP || t == ROOK || (t == LANCE && LAST_TWO_RANKS[p.turn()].has(to)))
        for (int j = 0; j < i; ++j)
          if (is_plain_of(m, moves[j])) after = int16_t(j);
    }
    out[i] = {m, int16_t(order), after};
  }
  return n;
}

namespace {

// The defender's means, found before any move is written.
struct Defence {
  Color us;
  Square king;
  Bitboard flights;  // where the king can go
  Bitboard takers;   // what can take the only checker
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
  // Drops wait for one another, from the king outwards, the cheapest first: what refutes one, as a
  // rule refutes all.
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

int count_defences(const Position& p, Bitboard checkers, Interposing& squares) {
  const Defence d(p, checkers);
  const int moves = d.flights.count() + d.takers.count();
  squares.needless = moves > 0;
  if (moves) return moves + (d.between && !p.hand(d.us).empty());
  squares = {d.between, Bitboard()};
  if (!d.between) return 0;
  Candidate defences[MAX_MOVES];
  const int n = generate_defences(p, defences, squares);
  int groups = 0;
  for (int i = 0; i < n; ++i) groups += defences[i].after < 0;
  return groups;
}

bool is_mated_by_tsume(const Position& p, Bitboard checkers) {
  const Defence d(p, checkers);
  if (d.flights || d.takers) return false;
  if (!d.between) return true;
  const bool lacking = lacks_pieces(p);
  const Hand hand = p.hand(d.us);
  if (!hand.empty()) {
    for (Square to : Each{d.between}) {
      if (futile_drops(p, Bitboard::of(to), Holding::ANYTHING)) continue;
      const auto drops = [&](PieceType t) {
        return hand[t] && droppable(p, d.us, t).has(to) && (t != PAWN || may_drop_pawn(p, to));
      };
      if (!lacking) return false;
      if ((drops(PAWN) || drops(LANCE) || drops(KNIGHT)) &&
          !futile_drops(p, Bitboard::of(to), Holding::AS_NOW))
        return false;
    }
  }
  for (Square to : Each{d.between})
    for (Square from : Each{p.attackers(d.us, to).without(d.pinned | Bitboard::of(d.king))}) {
      // As in generate_defences, of two ways the promoting one is asked.
      const PieceType t = type_of(p.at(from));
      const bool may = can_promote(t) && (ZONE[d.us].has(from) || ZONE[d.us].has(to));
      const Move m = Move(make_move(from, to) | (may ? PROMOTION : 0));
      if (!is_futile_move(p, m, Holding::ANYTHING) && !(lacking && is_futile_move(p, m, Holding::AS_NOW)))
        return false;
    }
  return true;
}

}  // namespace komadai::mate
