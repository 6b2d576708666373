#include "eval/handmade.h"

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "eval/values.h"

namespace komadai {
namespace {

// seen[king][piece][square]: what a piece is worth there to the Black king's side; White's is
// the same board turned round.
struct KingView {
  int16_t seen[SQUARES][32][SQUARES];
};

constexpr Square turned(Square s) { return 80 - s; }
constexpr Piece turned(Piece p) { return p ^ 16; }

// A general of one's own, by its distance from the king: 1, 2, 3 squares.
constexpr int DEFENDER[PIECE_TYPES][4] = {
    {0, 0, 0, 0},  {0, 6, 4, 1},     {0, 5, 2, 0},   {0, 5, 3, 0},    {0, 22, 12, 3},
    {0, 4, 4, 2},  {0, -25, -15, 0}, {0, 28, 16, 4}, {0, 0, 0, 0},    {0, 18, 8, 2},
    {0, 18, 8, 2}, {0, 18, 8, 2},    {0, 18, 8, 2},  {0, 45, 35, 20}, {0, 10, 5, 0},
};
// An enemy piece by the same distance.
constexpr int ATTACKER[PIECE_TYPES][5] = {
    {0, 0, 0, 0, 0},    {0, 18, 12, 4, 0},  {0, 8, 5, 2, 0},    {0, 16, 18, 10, 4},  {0, 32, 30, 14, 4},
    {0, 12, 12, 6, 2},  {0, 16, 16, 8, 3},  {0, 38, 34, 16, 4}, {0, 0, 0, 0, 0},     {0, 46, 42, 22, 10},
    {0, 42, 38, 18, 8}, {0, 42, 38, 18, 8}, {0, 42, 38, 18, 8}, {0, 36, 34, 22, 10}, {0, 46, 42, 28, 14},
};

// Where a king lives well: by file from the edge (0-4) and rank from the back (0-8).
constexpr int HOME[9][5] = {
    {62, 48, 34, 12, 0},       {50, 64, 50, 22, -4},      {6, 18, 14, -6, -22},
    {-40, -32, -36, -48, -56}, {-80, -76, -80, -90, -95}, {-90, -90, -95, -100, -105},
    {-60, -60, -65, -70, -75}, {-15, -15, -20, -25, -30}, {-5, -5, -10, -15, -20},
};

// Small preferences without a king: by rank from the back.
constexpr int ADVANCE[PIECE_TYPES][9] = {
    {},
    {0, 0, 0, 3, 9, 14, 0, 0, 0},          // pawn
    {6, 2, 0, 0, 0, 0, 0, 0, 0},           // lance
    {0, -4, 8, -8, -14, -4, 0, 0, 0},      // knight: jumped too far, it is lost to a pawn
    {-10, 0, 6, 12, 16, 12, 4, 0, 0},      // silver
    {-4, 2, 0, 0, 6, 0, 0, 0, 0},          // bishop
    {-2, 6, -4, -8, -6, 0, 6, 10, 10},     // rook
    {-6, 8, 4, -6, -14, -14, -8, -4, -8},  // gold
    {},
    {-60, -50, -40, -25, -10, 0, 6, 8, 0},
    {-60, -50, -40, -25, -10, 0, 6, 8, 0},
    {-60, -50, -40, -25, -10, 0, 6, 8, 0},
    {-60, -50, -40, -25, -10, 0, 6, 8, 0},
    {10, 14, 14, 12, 12, 10, 6, 4, 0},     // horse: good at home, too
    {-20, -16, -10, -4, 0, 4, 10, 10, 8},  // dragon
};

int seen_from_black_king(Square king, Piece piece, Square s) {
  const PieceType t = type_of(piece);
  const bool own = color_of(piece) == BLACK;
  const int back = 8 - rank_of(s), edge = std::min(file_of(s), 8 - file_of(s));
  if (t == KING) return own ? HOME[back][edge] : 0;
  const int across = std::abs(file_of(s) - file_of(king));
  const int ahead = rank_of(king) - rank_of(s);  // positive: between the king and the enemy
  const int distance = std::max(across, std::abs(ahead));
  int value = 0;
  if (own) {
    value += ADVANCE[t][back];
    if (distance <= 3) value += DEFENDER[t][distance];
    if (t == PAWN && ahead >= 1 && ahead <= 2 && across <= 1) value += 10;
    if ((t == GOLD || t == SILVER) && distance <= 2 && ahead < 0) value -= 8;
    // Generals on the wrong side of the board guard nobody.
    if ((t == GOLD || t == SILVER) && across >= 5) value -= 6 * (across - 4);
  } else if (distance <= 4) {
    // What stands in front of a king presses harder than what stands behind it.
    value -= ATTACKER[t][distance] * (ahead >= 0 ? 4 : 3) / 4;
  }
  return value;
}

const KingView& king_view() {
  static const std::unique_ptr<const KingView> view = [] {
    auto v = std::make_unique<KingView>();
    for (Square king = 0; king < SQUARES; ++king)
      for (int piece = 0; piece < 32; ++piece)
        for (Square s = 0; s < SQUARES; ++s) {
          const PieceType t = type_of(Piece(piece));
          const bool exists = t != NO_TYPE && t < PIECE_TYPES;
          v->seen[king][piece][s] = exists ? int16_t(seen_from_black_king(king, Piece(piece), s)) : 0;
        }
    return std::unique_ptr<const KingView>(std::move(v));
  }();
  return *view;
}

// Where a king that isn't on the board (tsume) is taken to be, from its own side.
constexpr Square HOME_SQUARE = make_square(4, 8);

Square view_square(const Position& p, Color c) {
  const Square king = p.king(c);
  if (king == NO_SQUARE) return HOME_SQUARE;
  return c == BLACK ? king : turned(king);
}

int seen(Square view, Color c, Piece piece, Square s) {
  return c == BLACK ? king_view().seen[view][piece][s] : -king_view().seen[view][turned(piece)][turned(s)];
}

constexpr int sign(Color c) { return c == BLACK ? 1 : -1; }

// How much a piece that reaches the squares around a king presses, per square reached.
constexpr int PRESSURE[PIECE_TYPES] = {0, 2, 3, 4, 5, 4, 5, 6, 0, 6, 6, 6, 6, 6, 7};
// What the attacker's hand adds to it.
constexpr int HAND_PRESSURE[KING] = {0, 1, 3, 3, 6, 6, 8, 8};

struct Reach {
  int danger[2];    // of each king
  int mobility[2];  // of the sliders of each side
};

// Squares two steps around every square: where short pieces must stand to matter to a king there.
struct Neighbourhoods {
  Bitboard wide[SQUARES + 1];
};
const Neighbourhoods NEAR = [] {
  Neighbourhoods n;
  for (Square s = 0; s < SQUARES; ++s)
    for (Square o = 0; o < SQUARES; ++o)
      if (std::abs(file_of(s) - file_of(o)) <= 2 && std::abs(rank_of(s) - rank_of(o)) <= 3)
        n.wide[s] |= Bitboard::of(o);
  return n;
}();

template <Color King>
int danger(const Position& p, const Bitboard* slides, const Square* sliders, const PieceType* types,
           int count) {
  constexpr Color Enemy = ~King;
  const Square king = p.king(King);
  if (king == NO_SQUARE) return 0;
  const Bitboard ring = steps(King, KING, king);
  Bitboard reached;
  int pressure = 0, pieces = 0;
  for (int i = 0; i < count; ++i) {
    if (p.of(King).has(sliders[i])) continue;
    const Bitboard hits = slides[i] & ring;
    if (!hits) continue;
    reached |= hits;
    pressure += PRESSURE[types[i]] * hits.count();
    ++pieces;
  }
  const Bitboard lines =
      p.movers(BISHOP) | p.movers(ROOK) | p.movers(HORSE) | p.movers(DRAGON) | p.movers(KING);
  for (Square s : Each{(p.of(Enemy) & NEAR.wide[king]).without(lines)}) {
    const PieceType t = type_of(p.at(s));
    const Bitboard hits = piece_attacks<Enemy>(t, s, p.occupied()) & ring;
    if (!hits) continue;
    reached |= hits;
    pressure += PRESSURE[t] * hits.count();
    ++pieces;
  }
  const Hand hand = p.hand(Enemy);
  int held = std::min(hand[PAWN], 2);
  for (int t = LANCE; t <= GOLD; ++t) held += HAND_PRESSURE[t] * std::min(hand[PieceType(t)], 2);
  const int escapes = ring.without(p.of(King) | reached).count();
  const int open = ring.without(p.of(King)).count();
  // A lone attacker is no attack; each further one, and each piece in hand, makes all the others
  // worth more, and so does every way out that is closed.
  const int force = pressure * (2 + std::min(pieces, 5)) / 3;
  return force + force * held / 24 + held * (open + 2) / 4 + force * std::max(0, 4 - escapes) / 8;
}

Reach reach(const Position& p) {
  Bitboard slides[12];
  Square squares[12];
  PieceType types[12];
  int count = 0;
  Reach r{};
  const Bitboard occupied = p.occupied();
  for (PieceType t : {BISHOP, ROOK, HORSE, DRAGON})
    for (Square s : Each{p.movers(t)}) {
      if (count == 12) break;
      slides[count] = piece_attacks<BLACK>(t, s, occupied);  // the same for both sides
      const Color c = color_of(p.at(s));
      const int free = slides[count].without(p.of(c)).count();
      r.mobility[c] += t == BISHOP ? free * 4 : t == ROOK ? free * 3 : free * 2;
      squares[count] = s;
      types[count++] = t;
    }
  r.danger[BLACK] = danger<BLACK>(p, slides, squares, types, count);
  r.danger[WHITE] = danger<WHITE>(p, slides, squares, types, count);
  return r;
}

}  // namespace

HandmadeEvaluation::HandmadeEvaluation() {
  king_view();
  sums_.reserve(1024);
  sums_.push_back({});
}

void HandmadeEvaluation::add(Sums& sums, const Position& p, Piece piece, Square s, int times) const {
  sums.material += times * sign(color_of(piece)) * VALUE[type_of(piece)];
  sums.around[BLACK] += times * seen(view_square(p, BLACK), BLACK, piece, s);
  sums.around[WHITE] += times * seen(view_square(p, WHITE), WHITE, piece, s);
}

int HandmadeEvaluation::around(const Position& p, Color c) const {
  const Square view = view_square(p, c);
  int sum = 0;
  for (Square s : Each{p.occupied()}) sum += seen(view, c, p.at(s), s);
  return sum;
}

void HandmadeEvaluation::reset(const Position& p) {
  Sums sums{0, {around(p, BLACK), around(p, WHITE)}};
  for (Square s : Each{p.occupied()}) sums.material += sign(color_of(p.at(s))) * VALUE[type_of(p.at(s))];
  for (Color c : {BLACK, WHITE})
    for (int t = PAWN; t <= GOLD; ++t) sums.material += sign(c) * HAND_VALUE[t] * p.hand(c)[PieceType(t)];
  sums_.clear();
  sums_.push_back(sums);
}

void HandmadeEvaluation::moved(const Position& p, Move m, Piece captured) {
  Sums sums = sums_.back();
  const Square to = to_of(m);
  const Piece after = p.at(to);
  const Color us = color_of(after);
  if (captured) {
    add(sums, p, captured, to, -1);
    sums.material += sign(us) * HAND_VALUE[unpromote(type_of(captured))];
  }
  if (is_drop(m)) {
    add(sums, p, after, to, 1);
    sums.material -= sign(us) * HAND_VALUE[type_of(after)];
  } else {
    const Piece before = Piece(after & ~(is_promotion(m) ? PROMOTED : 0));
    add(sums, p, before, from_of(m), -1);
    add(sums, p, after, to, 1);
    // The king's own view changes as a whole.
    if (type_of(after) == KING) sums.around[us] = around(p, us);
  }
  sums_.push_back(sums);
}

void HandmadeEvaluation::taken_back() { sums_.pop_back(); }

int HandmadeEvaluation::value(const Position& p) const {
  const Sums& sums = sums_.back();
  const Reach r = reach(p);
  const int black = sums.material + sums.around[BLACK] + sums.around[WHITE] + r.mobility[BLACK] -
                    r.mobility[WHITE] + (r.danger[WHITE] - r.danger[BLACK]) * 3 / 2;
  constexpr int tempo = 20;
  return std::clamp(black * sign(p.turn()) + tempo, -MAX_VALUE, MAX_VALUE);
}

}  // namespace komadai
