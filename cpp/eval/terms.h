// The terms of the handmade evaluation. Each term has an index, and occurs in a position a number of times.
// The evaluation adds up the weights of the terms; the fit (komadai.training) uses their counts.
//
// There are three kinds. Plain terms have a weight for the opening and one for the endgame and count for the
// side that has them. Views are king-piece features: a piece on a square, relative to a king's square. Danger
// terms are summed for each king, and a curve maps the sum to centipawns: several attackers and pieces in
// hand together are worth more than the sum of each.
#pragma once

#include <algorithm>
#include <cstdlib>

#include "rules/attack_counts.h"
#include "rules/king_neighbourhood.h"

namespace komadai::terms {

// The piece types without the king, in their order.
constexpr int MEN = 13;
constexpr int man(PieceType t) { return t < KING ? t - 1 : t - 2; }
constexpr int HALF = 45;  // squares of five files: left and right are equivalent

// Left and right are equivalent: files 1 to 5 represent all.
constexpr Square mirrored(Square s) { return make_square(8 - file_of(s), rank_of(s)); }
constexpr Square folded(Square s) { return file_of(s) > 4 ? mirrored(s) : s; }
constexpr Square turned(Square s) { return 80 - s; }
// The square as the side sees it: rotated for White.
constexpr Square seen_by(Color c, Square s) { return c == BLACK ? s : turned(s); }

// -- plain terms

enum Plain : int {
  MATERIAL = 0,                        // by man
  PLACE = MATERIAL + MEN,              // by man (king last) and square
  IN_HAND = PLACE + (MEN + 1) * HALF,  // by type: the first, second ... in hand
  REACH = IN_HAND + 7 * 18,  // mobility of lance bishop rook horse dragon: by number of destinations
  HANGING = REACH + 5 * 21,  // attacked and not guarded, by turn (0: the owner's) and man
  HARASSED = HANGING +
      2 * MEN,  // the same, guarded, but attacked by a pawn or, for major pieces, by any piece
  PINNED = HARASSED + 2 * MEN,  // by man
  OPEN_FILES = PINNED + MEN,    // the number of files without an own pawn, if a pawn is in hand
  HELD = OPEN_FILES + 10,       // squares that only this side attacks: in the own, middle, far ranks
  CONTESTED = HELD + 3,         // squares attacked twice by this side, once by the other; the same parts
  TEMPO = CONTESTED + 3,        // for the side to move
  PLAIN_TERMS = TEMPO + 1
};

// -- views (king-piece features): the square of a king and that of a man of either side or of the other king

constexpr int VIEWED = 2 * MEN + 1;
constexpr int VIEWS = HALF * VIEWED * SQUARES;

struct View {
  Square king, square;
};
constexpr View folded_view(Square king, Square s) {
  if (file_of(king) > 4 || (file_of(king) == 4 && file_of(s) > 4)) return {mirrored(king), mirrored(s)};
  return {king, s};
}
// `king` and `s` are as the king's side sees them. `own`: the man belongs to the king's side.
constexpr int viewed(PieceType t, bool own) { return t == KING ? 2 * MEN : man(t) + (own ? 0 : MEN); }
constexpr int view(Square king, int viewed, Square s) {
  const View v = folded_view(king, s);
  return (v.king * VIEWED + viewed) * SQUARES + v.square;
}

// Views by distance, shared by all king squares: the file distance, and the ranks ahead (-8 to 8).
constexpr int DISTANCES = 9 * 17;
constexpr int distance(Square king, Square s) {
  const int across = file_of(s) - file_of(king);
  return (across < 0 ? -across : across) * 17 + rank_of(king) - rank_of(s) + 8;
}

// The square used for a king that is not on the board (tsume), as its side sees it.
constexpr Square HOME_SQUARE = make_square(4, 8);
inline Square view_square(const Position& p, Color c) {
  return p.king(c) == NO_SQUARE ? HOME_SQUARE : seen_by(c, p.king(c));
}

// -- danger terms

// The squares around a king: neighbours in front, beside and behind; squares at distance two in front; the
// others at distance two.
enum Part : int { FRONT, SIDE, BACK, FAR_FRONT, FAR_BACK, PARTS };

// Five files with the king's in the middle, as one number. Bits beyond the edge of the board are zero.
using Window = uint64_t;
inline Window window(Bitboard b, int file) { return ((b << 18) >> 9 * file).low() & ((Window(1) << 45) - 1); }
constexpr Square out_of_window(int bit, int file) { return bit + 9 * (file - 2); }

struct Surroundings {
  Window far_front[2][SQUARES], far_back[2][SQUARES];  // at distance two
  Window wide[SQUARES];                                // the squares whose pieces count as attackers
};
extern const Surroundings AROUND;

// The neighbours in each part, by the king's side.
constexpr Neighbourhood NEIGHBOUR_PART[2][3] = {{0x49, 0x82, 0x124}, {0x124, 0x82, 0x49}};

enum Danger : int {
  BASE = 0,
  // Neighbours by part, in this order of sets: attacked by the enemy; attacked twice; attacked and not
  // guarded; attacked twice and not guarded twice; guarded; guarded twice; empty, guarded by the king at most
  // and not attacked; the same, attacked.
  NEAR = BASE + 1,
  // Squares at distance two by part: attacked by the enemy; attacked and not guarded; guarded.
  FAR = NEAR + 3 * 8,
  ESCAPES = FAR + 2 * 3,                // by the number of squares the king could move to
  ATTACKER = ESCAPES + 9,               // enemy pieces near the king, by type
  THEIR_HAND = ATTACKER + PIECE_TYPES,  // by type and number (4: four or more)
  OUR_HAND = THEIR_HAND + 7 * 4,
  THEIR_TURN = OUR_HAND + 7 * 4,  // the enemy is to move
  PINS = THEIR_TURN + 1,
  DANGER_TERMS = PINS + 1
};

constexpr int NEAR_SETS = 8, FAR_SETS = 3;

// The curve has a point every CURVE_STEP units of danger and is linear in between.
constexpr int CURVE_STEP = 64;
constexpr int CURVE_POINTS = 65;

// -- game progress: 0 at the start, 64 when all pieces are in hand or in the opponent's camp

inline int pieces_in(Hand h) { return int(h.counts * 0x0101010101010101 >> 56); }
inline int progress(const Position& p) {
  const Hand b = p.hand(BLACK), w = p.hand(WHITE);
  const int pawns = b[PAWN] + w[PAWN], held = pieces_in(b) + pieces_in(w) - pawns;
  const int inside = (p.of(BLACK) & ZONE[BLACK]).count() + (p.of(WHITE) & ZONE[WHITE]).count();
  return std::clamp(pawns + 4 * (held + inside), 0, 64);
}

// -- counting

// Pieces in hand: as plain terms, and as danger terms of both kings.
template <class Sink>
void count_hands(const Position& p, Sink& sink) {
  for (Color c : {BLACK, WHITE})
    for (uint64_t left = p.hand(c).counts; left;) {
      const int t = std::countr_zero(left) / 8, n = std::min(int(left >> 8 * t & 255), 18);
      left &= ~(uint64_t(255) << 8 * t);
      sink.hand(c, PieceType(t), n);
    }
}

template <Color King, class Sink>
void count_danger(const Position& p, const AttackCounts& own, const AttackCounts& enemy, int pins,
                  Sink& sink) {
  constexpr Color Enemy = ~King;
  const Square king = p.king(King);
  sink.danger(King, BASE, 1);
  if (king == NO_SQUARE) return;
  const int file = file_of(king);
  const Neighbourhood all = NEIGHBOUR_TABLES.on_board[king];
  const Window enemy_once = window(enemy.once, file), own_once = window(own.once, file);
  const Window enemy_men = window(p.of(Enemy), file);
  const Neighbourhood enemy1 = neighbours_in(enemy.once, king), enemy2 = neighbours_in(enemy.twice, king);
  const Neighbourhood own1 = neighbours_in(own.once, king), own2 = neighbours_in(own.twice, king);
  const Neighbourhood own_men = neighbours_in(p.of(King), king),
                      attacked = enemy1 | neighbours_in(enemy.king, king);
  const Neighbourhood open = all & ~(own1 | neighbours_in(p.occupied(), king));
  const Neighbourhood near_by[NEAR_SETS] = {enemy1, enemy2, enemy1 & ~own1,   enemy2 & ~own2,
                                            own1,   own2,   open & ~attacked, open & attacked};
  for (int i = 0; i < NEAR_SETS; ++i) sink.near(King, i, near_by[i]);
  const Window far_away[FAR_SETS] = {enemy_once, enemy_once & ~own_once, own_once};
  for (int i = 0; i < FAR_SETS; ++i) {
    sink.danger(King, FAR + i, std::popcount(far_away[i] & AROUND.far_front[King][king]));
    sink.danger(King, FAR + FAR_SETS + i, std::popcount(far_away[i] & AROUND.far_back[King][king]));
  }
  sink.danger(King, ESCAPES + std::popcount(all & ~(own_men | attacked)), 1);
  for (Window near = enemy_men & AROUND.wide[king]; near; near &= near - 1)
    sink.danger(King, ATTACKER + int(type_of(p.at(out_of_window(std::countr_zero(near), file)))), 1);
  if (p.turn() == Enemy) sink.danger(King, THEIR_TURN, 1);
  sink.danger(King, PINS, pins);
}

template <Color C, class Sink>
void count_side(const Position& p, const AttackCounts& own, const AttackCounts& enemy, Bitboard pinned,
                Sink& sink) {
  const int not_to_move = p.turn() != C;
  const Bitboard hit = p.of(C) & (enemy.once | enemy.king);
  const Bitboard loose = hit.without(own.once | own.king).without(p.movers(KING));
  for (Square s : Each{loose}) sink.plain(C, HANGING + not_to_move * MEN + man(type_of(p.at(s))), 1);
  const Bitboard large = p.movers(BISHOP) | p.movers(ROOK) | p.movers(HORSE) | p.movers(DRAGON);
  const Bitboard chased = (hit & (large | enemy.pawns)).without(loose | p.movers(PAWN) | p.movers(KING));
  for (Square s : Each{chased}) sink.plain(C, HARASSED + not_to_move * MEN + man(type_of(p.at(s))), 1);
  for (Square s : Each{pinned.without(p.movers(KING))}) sink.plain(C, PINNED + man(type_of(p.at(s))), 1);
  if (p.hand(C)[PAWN])
    sink.plain(C, OPEN_FILES + (files_without(p.movers(C, PAWN)) & rank_squares(4)).count(), 1);
  constexpr Bitboard parts[3] = {ZONE[~C], BOARD.without(ZONE[C] | ZONE[~C]), ZONE[C]};
  const Bitboard held = own.once.without(enemy.once | enemy.king);
  const Bitboard contested = own.twice & enemy.once.without(enemy.twice);
  for (int i = 0; i < 3; ++i) {
    sink.plain(C, HELD + i, (held & parts[i]).count());
    sink.plain(C, CONTESTED + i, (contested & parts[i]).count());
  }
}

// Counts the squares that the sliders of a side can move to, without those of own men and those that an enemy
// pawn attacks.
template <Color C, class Sink>
auto reach_counter(const Position& p, Sink& sink) {
  return [&sink, barred = p.of(C) | forward<~C>(p.movers(~C, PAWN))](PieceType t, Bitboard reach) {
    const int term = t == LANCE ? 0 : t == BISHOP ? 1 : t == ROOK ? 2 : t == HORSE ? 3 : 4;
    sink.plain(C, REACH + term * 21 + std::min(reach.without(barred).count(), 20), 1);
  };
}

// Counts all terms except material, placement and views, which are updated incrementally.
template <class Sink>
void count_rest(const Position& p, Sink& sink) {
  const AttackCounts black = attack_counts<BLACK>(p, reach_counter<BLACK>(p, sink));
  const AttackCounts white = attack_counts<WHITE>(p, reach_counter<WHITE>(p, sink));
  const Bitboard pinned[2] = {p.pinned(BLACK), p.pinned(WHITE)};
  count_hands(p, sink);
  count_side<BLACK>(p, black, white, pinned[BLACK], sink);
  count_side<WHITE>(p, white, black, pinned[WHITE], sink);
  sink.plain(p.turn(), TEMPO, 1);
  count_danger<BLACK>(p, black, white, pinned[BLACK].count(), sink);
  count_danger<WHITE>(p, white, black, pinned[WHITE].count(), sink);
}

}  // namespace komadai::terms
