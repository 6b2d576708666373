#include "rules/position.h"

#include <initializer_list>

#include "rules/mix64.h"

namespace komadai {
namespace {

// A key is the sum of a random number for each piece on its square, for each piece in hand, and for White to
// move. With sums instead of xors, hands need one number per type, whatever the count.
struct Keys {
  uint64_t piece[32][SQUARES];
  uint64_t hand[2][KING];
  uint64_t white_to_move;
};

constexpr uint64_t SEED = 0x6b6f6d61646169;  // "komadai"

constexpr Keys make_keys(uint64_t state) {
  Keys k{};
  for (auto& squares : k.piece)
    for (auto& key : squares) key = splitmix64(state);
  for (auto& types : k.hand)
    for (auto& key : types) key = splitmix64(state) | 1;
  k.white_to_move = splitmix64(state);
  return k;
}
#ifdef __EMSCRIPTEN__
// Made when the module starts: 21 kB of random numbers would be loaded with it, because nothing compresses
// them. `volatile` keeps the compiler from making them.
const volatile uint64_t seed = SEED;
[[gnu::init_priority(101)]] const Keys KEYS = make_keys(seed);
#else
constinit const Keys KEYS = make_keys(SEED);
#endif

}  // namespace

Position::Position() : board_{}, kings_{NO_SQUARE, NO_SQUARE}, turn_(BLACK), key_(0) {}

Bitboard Position::pieces(Color c, PieceType t) const {
  Bitboard all = movers(c, MOVES_AS[t]);
  if (MOVES_AS[t] != GOLD) return all;
  Bitboard found;
  for (Square s : Each{all})
    if (type_of(board_[s]) == t) found |= Bitboard::of(s);
  return found;
}

Bitboard Position::attackers(Color by, Square s, Bitboard occupied) const {
  const Reach& from = TABLES.reach[by][s];
  const auto kind = [this](PieceType t) { return pair_of(kinds_[t]); };
  const Pair own = pair_of(colors_[by]);
  const Pair horses = kind(HORSE), dragons = kind(DRAGON);
  const Pair steppers = (pair_of(from.pawn) & kind(PAWN)) | (pair_of(from.knight) & kind(KNIGHT)) |
                        (pair_of(from.silver) & kind(SILVER)) | (pair_of(from.gold) & kind(GOLD)) |
                        (pair_of(from.step) & (kind(KING) | horses | dragons));
  const Pair sliders = (pair_of(from.diagonal) & (kind(BISHOP) | horses)) |
                       (pair_of(from.orthogonal) & (kind(ROOK) | dragons)) |
                       (pair_of(from.lance) & kind(LANCE));
  Bitboard found = bitboard_of(steppers & own);
  for (Square slider : Each{bitboard_of(sliders & own)})
    if (!(between(s, slider) & occupied)) found |= Bitboard::of(slider);
  return found;
}

bool Position::attacked(Color by, Square s, Bitboard occupied) const {
  return bool(attackers(by, s, occupied));
}

Bitboard Position::pinned(Color c) const {
  return kings_[c] == NO_SQUARE ? Bitboard() : slider_blockers(*this, ~c, kings_[c], c);
}

Bitboard Position::on_line(Square s, Square other, Bitboard occupied) const {
  const uint8_t d = TABLES.direction[s][other];
  if (d == NOT_ALIGNED) return Bitboard();
  const Bitboard met = TABLES.rays[d][s] & occupied;
  if (!met) return Bitboard();
  const Bitboard first = Bitboard::of(d < 4 ? met.first() : met.last());
  if (d != NORTH && d != SOUTH)
    return first &
           (TABLES.diagonals[s].has(other) ? kinds_[BISHOP] | kinds_[HORSE] : kinds_[ROOK] | kinds_[DRAGON]);
  const Color lances = d == SOUTH ? BLACK : WHITE;
  return first & (kinds_[ROOK] | kinds_[DRAGON] | (kinds_[LANCE] & colors_[lances]));
}

Bitboard Position::checkers_by(Move m) const {
  const Square king = kings_[turn_], to = to_of(m);
  if (king == NO_SQUARE) return Bitboard();
  const Color us = ~turn_;
  Bitboard found;
  if (piece_attacks(us, type_of(board_[to]), to, occupied()).has(king)) found = Bitboard::of(to);
  if (!is_drop(m)) found |= on_line(king, from_of(m), occupied()) & colors_[us];
  return found;
}

bool Position::gives_check(Move m) const {
  const Color us = turn_;
  const Square king = kings_[~us], to = to_of(m);
  if (king == NO_SQUARE) return false;
  const Bitboard target = Bitboard::of(king);
  if (is_drop(m)) return bool(piece_attacks(us, dropped_type(m), to, occupied()) & target);
  const Square from = from_of(m);
  const Bitboard after = occupied().without(Bitboard::of(from)) | Bitboard::of(to);
  PieceType t = type_of(board_[from]);
  if (is_promotion(m)) t = promote(t);
  if (piece_attacks(us, t, to, after) & target) return true;
  // Discovered check: the piece leaves a line to the king, and a slider is behind it.
  return bool(on_line(king, from, after) & colors_[us].without(Bitboard::of(to)));
}

void Position::do_move(Move m, Undo& undo) {
  const Color us = turn_;
  const Square to = to_of(m);
  const Bitboard to_bit = Bitboard::of(to);
  undo.key = key_;
  if (is_drop(m)) {
    const PieceType t = dropped_type(m);
    const Piece p = make_piece(us, t);
    undo.captured = NO_PIECE;
    hands_[us].remove(t);
    board_[to] = p;
    colors_[us] ^= to_bit;
    kinds_[t] ^= to_bit;
    key_ += KEYS.piece[p][to] - KEYS.hand[us][t];
  } else {
    const Square from = from_of(m);
    const Bitboard from_bit = Bitboard::of(from);
    const Piece before = board_[from];
    const Piece after = Piece(before | (is_promotion(m) ? PROMOTED : 0));
    const Piece captured = board_[to];
    undo.captured = captured;
    if (captured) {
      const PieceType t = unpromote(type_of(captured));
      kinds_[MOVES_AS[type_of(captured)]] ^= to_bit;
      colors_[~us] ^= to_bit;
      hands_[us].add(t);
      key_ += KEYS.hand[us][t] - KEYS.piece[captured][to];
    }
    colors_[us] ^= from_bit | to_bit;
    kinds_[MOVES_AS[type_of(before)]] ^= from_bit;
    kinds_[MOVES_AS[type_of(after)]] ^= to_bit;
    board_[from] = NO_PIECE;
    board_[to] = after;
    if (from == kings_[us]) kings_[us] = uint8_t(to);
    key_ += KEYS.piece[after][to] - KEYS.piece[before][from];
  }
  flip_turn();
}

void Position::undo_move(Move m, const Undo& undo) {
  const Color us = ~turn_;
  const Square to = to_of(m);
  const Bitboard to_bit = Bitboard::of(to);
  if (is_drop(m)) {
    const PieceType t = dropped_type(m);
    hands_[us].add(t);
    board_[to] = NO_PIECE;
    colors_[us] ^= to_bit;
    kinds_[t] ^= to_bit;
  } else {
    const Square from = from_of(m);
    const Bitboard from_bit = Bitboard::of(from);
    const Piece after = board_[to];
    const Piece before = Piece(after & ~(is_promotion(m) ? PROMOTED : 0));
    const Piece captured = undo.captured;
    kinds_[MOVES_AS[type_of(after)]] ^= to_bit;
    kinds_[MOVES_AS[type_of(before)]] ^= from_bit;
    colors_[us] ^= from_bit | to_bit;
    board_[from] = before;
    board_[to] = captured;
    if (captured) {
      kinds_[MOVES_AS[type_of(captured)]] ^= to_bit;
      colors_[~us] ^= to_bit;
      hands_[us].remove(unpromote(type_of(captured)));
    }
    if (to == kings_[us]) kings_[us] = uint8_t(from);
  }
  turn_ = us;
  key_ = undo.key;
}

void Position::flip_turn() {
  key_ += turn_ == BLACK ? KEYS.white_to_move : -KEYS.white_to_move;
  turn_ = ~turn_;
}

void Position::find_king(Color c) {
  const Bitboard kings = movers(c, KING);
  kings_[c] = uint8_t(kings ? kings.first() : NO_SQUARE);
}

void Position::place(Square s, Piece p) {
  const Bitboard bit = Bitboard::of(s);
  board_[s] = p;
  colors_[color_of(p)] ^= bit;
  kinds_[MOVES_AS[type_of(p)]] ^= bit;
  key_ += KEYS.piece[p][s];
  if (type_of(p) == KING) find_king(color_of(p));
}

void Position::put(Square s, Piece p) {
  if (const Piece old = board_[s]) {
    const Bitboard bit = Bitboard::of(s);
    board_[s] = NO_PIECE;
    colors_[color_of(old)] ^= bit;
    kinds_[MOVES_AS[type_of(old)]] ^= bit;
    key_ -= KEYS.piece[old][s];
    if (type_of(old) == KING) find_king(color_of(old));
  }
  if (p) place(s, p);
}

void Position::set_hand(Color c, PieceType t, int count) {
  key_ += KEYS.hand[c][t] * uint64_t(count - hands_[c][t]);
  hands_[c].set(t, count);
}

uint64_t Position::board_key() const {
  uint64_t key = key_;
  for (Color c : {BLACK, WHITE})
    for (int t = PAWN; t < KING; ++t) key -= KEYS.hand[c][t] * uint64_t(hands_[c][PieceType(t)]);
  return key;
}

uint64_t Position::board_key_after(uint64_t key, Move m) const {
  const Square to = to_of(m);
  key += turn_ == BLACK ? KEYS.white_to_move : -KEYS.white_to_move;
  if (is_drop(m)) return key + KEYS.piece[make_piece(turn_, dropped_type(m))][to];
  const Piece before = board_[from_of(m)], captured = board_[to];
  if (captured) key -= KEYS.piece[captured][to];
  return key + KEYS.piece[before | (is_promotion(m) ? PROMOTED : 0)][to] - KEYS.piece[before][from_of(m)];
}

uint64_t Position::key_after(Move m) const {
  const uint64_t key = board_key_after(key_, m);
  if (is_drop(m)) return key - KEYS.hand[turn_][dropped_type(m)];
  const Piece captured = board_[to_of(m)];
  return captured ? key + KEYS.hand[turn_][unpromote(type_of(captured))] : key;
}

Hand Position::all_pieces() const {
  Hand all;
  all.counts = hands_[BLACK].counts + hands_[WHITE].counts;
  for (PieceType t : {PAWN, LANCE, KNIGHT, SILVER, BISHOP, ROOK, HORSE, DRAGON})
    all.counts += uint64_t(kinds_[t].count()) << 8 * unpromote(t);
  for (Square s : Each{kinds_[GOLD]}) all.add(unpromote(type_of(board_[s])));
  return all;
}

bool Position::operator==(const Position& o) const {
  if (key_ != o.key_ || turn_ != o.turn_ || hands_[0] != o.hands_[0] || hands_[1] != o.hands_[1])
    return false;
  for (Square s = 0; s < SQUARES; ++s)
    if (board_[s] != o.board_[s]) return false;
  return true;
}

}  // namespace komadai
