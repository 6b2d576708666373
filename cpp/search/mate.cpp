#include "search/mate.h"

#include <initializer_list>

#include "rules/legality.h"

namespace komadai {
namespace {

// Where a piece of `us` of this type gives check to a king on `king`.
Bitboard check_squares(Color us, PieceType t, Square king, Bitboard occupied) {
  return piece_attacks(~us, t, king, occupied);
}

// Own pieces that stand alone between an own slider and the enemy king.
Bitboard discoverers(const Position& p) {
  const Color us = p.turn();
  const Square king = p.king(~us);
  const Bitboard snipers = p.of(us) & ((TABLES.orthogonals[king] & (p.movers(ROOK) | p.movers(DRAGON))) |
                                       (TABLES.diagonals[king] & (p.movers(BISHOP) | p.movers(HORSE))) |
                                       (TABLES.rays[forward_of(~us)][king] & p.movers(LANCE)));
  Bitboard found;
  for (Square s : Each{snipers}) {
    const Bitboard blockers = between(king, s) & p.occupied();
    if (!blockers.more_than_one()) found |= blockers & p.of(us);
  }
  return found;
}

bool is_answered(const Position& p) {
  Move buffer[MAX_MOVES];
  const Guard guard(p);
  return generate_evasions(p, guard, buffer) != buffer;
}

class MateSearch {
 public:
  MateSearch(const Position& p, const std::function<bool(uint64_t)>& keep_on) : p_(p), keep_on_(keep_on) {}

  bool attack(int plies, std::vector<Move>& line) {
    Move moves[MAX_MOVES];
    const Guard guard(p_);
    Move* end = generate_checks(p_, guard, moves);
    for (Move* m = moves; m != end && !stopped_; ++m) {
      std::vector<Move> rest;
      Undo undo;
      make(*m, undo);
      const bool mate = defend(plies - 1, rest);
      p_.undo_move(*m, undo);
      if (mate) {
        line.assign(1, *m);
        line.insert(line.end(), rest.begin(), rest.end());
        return true;
      }
    }
    return false;
  }

  bool cut_off() const { return cut_off_; }
  bool stopped() const { return stopped_; }
  uint64_t nodes() const { return nodes_; }
  void begin() { cut_off_ = false; }

 private:
  bool defend(int plies, std::vector<Move>& longest) {
    Move moves[MAX_MOVES];
    const Guard guard(p_);
    Move* end = generate_evasions(p_, guard, moves);
    if (end == moves) return true;
    if (plies == 0) {
      cut_off_ = true;
      return false;
    }
    for (Move* m = moves; m != end; ++m) {
      std::vector<Move> rest;
      Undo undo;
      make(*m, undo);
      const bool mate = attack(plies - 1, rest);
      p_.undo_move(*m, undo);
      if (!mate || stopped_) return false;
      if (rest.size() + 1 > longest.size()) {
        longest.assign(1, *m);
        longest.insert(longest.end(), rest.begin(), rest.end());
      }
    }
    return true;
  }

  void make(Move m, Undo& undo) {
    p_.do_move(m, undo);
    if ((++nodes_ & 255) == 0 && !keep_on_(nodes_)) stopped_ = true;
  }

  Position p_;
  const std::function<bool(uint64_t)>& keep_on_;
  uint64_t nodes_ = 0;
  bool stopped_ = false, cut_off_ = false;
};

}  // namespace

Move* generate_checks(const Position& p, const Guard& guard, Move* out) {
  const Color us = p.turn();
  const Square king = p.king(~us);
  if (king == NO_SQUARE) return out;
  if (guard.checkers) {  // few enough to try them all
    Move* end = generate_evasions(p, guard, out);
    Move* kept = out;
    for (Move* m = out; m != end; ++m)
      if (p.gives_check(*m)) *kept++ = *m;
    return kept;
  }
  const Bitboard occupied = p.occupied();
  Bitboard squares[PIECE_TYPES];
  for (int t = PAWN; t < PIECE_TYPES; ++t)
    squares[t] = t == KING ? Bitboard() : check_squares(us, PieceType(t), king, occupied);
  const Bitboard uncovering = discoverers(p);
  const Bitboard reachable = BOARD.without(p.of(us) | p.movers(KING));
  for (Square from : Each{p.of(us)}) {
    const PieceType t = type_of(p.at(from));
    Bitboard to = piece_attacks(us, t, from, occupied) & reachable;
    if (guard.pinned.has(from)) to &= line_beyond(p.king(us), from);
    const Bitboard line = uncovering.has(from) ? BOARD.without(line_beyond(king, from)) : Bitboard();
    if (t == KING) {
      const Bitboard without_king = occupied.without(Bitboard::of(from));
      for (Square s : Each{to & line})
        if (!p.attacked(~us, s, without_king)) *out++ = make_move(from, s);
      continue;
    }
    if (can_promote(t)) {
      const Bitboard promoting = ZONE[us].has(from) ? to : to & ZONE[us];
      for (Square s : Each{promoting & (squares[promote(t)] | line)}) *out++ = make_move(from, s) | PROMOTION;
      if (t == PAWN || t == BISHOP || t == ROOK) to = to.without(promoting);
      if (t == LANCE || t == KNIGHT) to = to.without(LAST_TWO_RANKS[us]);
    }
    for (Square s : Each{to & (squares[t] | line)}) *out++ = make_move(from, s);
  }
  const Hand hand = p.hand(us);
  if (hand.empty()) return out;
  const Bitboard empty = BOARD.without(occupied);
  for (PieceType t : {ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN}) {
    if (!hand[t]) continue;
    Bitboard to = squares[t] & empty;
    if (t == PAWN) {
      to &= files_without(p.movers(us, PAWN));
      if (to && is_pawn_drop_mate(p, to.first())) to = Bitboard();
    }
    if (t == LANCE || t == PAWN) to = to.without(LAST_RANK[us]);
    if (t == KNIGHT) to = to.without(LAST_TWO_RANKS[us]);
    for (Square s : Each{to}) *out++ = make_drop(t, s);
  }
  return out;
}

Move near_mate_in_one(Position& p, const Guard& guard) {
  const Color us = p.turn();
  const Square king = p.king(~us);
  if (king == NO_SQUARE) return NO_MOVE;
  const Bitboard ring = steps(~us, KING, king);
  const Bitboard occupied = p.occupied();
  const Bitboard empty = BOARD.without(occupied);
  const Bitboard pieces = p.of(us);

  // A guarded square next to the king, or a knight's leap, is where mates are given.
  Move candidates[MAX_MOVES];
  int count = 0;
  const Hand hand = p.hand(us);
  Bitboard squares[PIECE_TYPES];
  for (PieceType t : {SILVER, GOLD, LANCE, BISHOP, ROOK, HORSE, DRAGON, PAWN})
    squares[t] = check_squares(us, t, king, occupied) & ring;
  squares[KNIGHT] = steps(~us, KNIGHT, king);
  for (PieceType t : {PRO_PAWN, PRO_LANCE, PRO_KNIGHT, PRO_SILVER}) squares[t] = squares[GOLD];

  for (Square to : Each{ring.without(pieces | p.movers(KING))}) {
    const Bitboard attackers = p.attackers(us, to, occupied);
    const bool is_empty = empty.has(to);
    if (!attackers) continue;
    if (is_empty) {
      if (hand[GOLD] && squares[GOLD].has(to)) candidates[count++] = make_drop(GOLD, to);
      if (hand[SILVER] && squares[SILVER].has(to)) candidates[count++] = make_drop(SILVER, to);
      if (hand[ROOK] && squares[ROOK].has(to)) candidates[count++] = make_drop(ROOK, to);
      if (hand[BISHOP] && squares[BISHOP].has(to)) candidates[count++] = make_drop(BISHOP, to);
      if (hand[LANCE] && !hand[ROOK] && squares[LANCE].has(to) && !LAST_RANK[us].has(to))
        candidates[count++] = make_drop(LANCE, to);
    }
    for (Square from : Each{attackers}) {
      const PieceType t = type_of(p.at(from));
      if (t == KING) continue;
      if (guard.pinned.has(from) && !line_beyond(p.king(us), from).has(to)) continue;
      // Someone must guard the square once this piece has gone there.
      if (!attackers.more_than_one() &&
          !p.attackers(us, to, occupied.without(Bitboard::of(from))).without(Bitboard::of(from)))
        continue;
      const bool zone = ZONE[us].has(from) || ZONE[us].has(to);
      if (can_promote(t) && zone && squares[promote(t)].has(to))
        candidates[count++] = make_move(from, to) | PROMOTION;
      if (squares[t].has(to)) {
        const Move m = make_move(from, to);
        const bool dead =
            (t == KNIGHT && LAST_TWO_RANKS[us].has(to)) || (t == LANCE && LAST_TWO_RANKS[us].has(to));
        if (!dead && !is_pointless(p, m)) candidates[count++] = m;
      }
    }
  }
  const Bitboard leaps = squares[KNIGHT].without(pieces | LAST_TWO_RANKS[us]);
  if (leaps) {
    if (hand[KNIGHT])
      for (Square to : Each{leaps & empty}) candidates[count++] = make_drop(KNIGHT, to);
    for (Square from : Each{p.movers(us, KNIGHT).without(guard.pinned)})
      for (Square to : Each{steps(us, KNIGHT, from) & leaps}) candidates[count++] = make_move(from, to);
  }
  for (int i = 0; i < count; ++i) {
    Undo undo;
    p.do_move(candidates[i], undo);
    const bool answered = is_answered(p);
    p.undo_move(candidates[i], undo);
    if (!answered) return candidates[i];
  }
  return NO_MOVE;
}

MateResult find_mate(const Position& position, int plies, const std::function<bool(uint64_t)>& keep_on) {
  MateSearch search(position, keep_on);
  MateResult result;
  for (int length = 1; length <= plies; length += 2) {
    search.begin();
    const bool mate = search.attack(length, result.line);
    result.nodes = search.nodes();
    if (search.stopped()) break;
    if (mate) {
      result.kind = MateResult::MATE;
      return result;
    }
    if (!search.cut_off()) {
      result.kind = MateResult::NO_MATE;
      break;
    }
  }
  result.line.clear();
  return result;
}

}  // namespace komadai
