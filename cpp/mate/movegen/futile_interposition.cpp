#include "mate/movegen/futile_interposition.h"

#include <initializer_list>

#include "rules/attack_maps.h"
#include "rules/legality.h"
#include "rules/movegen.h"

namespace komadai::mate {
namespace {

// The squares on which a capture by the checker is known to mate, and the piece that it is then. A capture
// farther from the king before it leads to the same board.
struct Mating {
  Bitboard squares;
  Piece piece = NO_PIECE;

  bool knows(Square s, Piece p) const { return p == piece && squares.has(s); }
  void learn(Square s, Piece p) {
    if (p != piece) *this = {Bitboard(), p};
    squares |= Bitboard::of(s);
  }
};

bool mates_by_taking(const Position& p, Square square, Square checker, Holding holding, Mating& known);

// Visits the squares from the king outwards. Stops and returns false when a visit returns false.
template <class Visit>
bool each_outwards(Bitboard squares, Square king, Visit visit) {
  while (squares) {
    const Square s = squares.first() > king ? squares.first() : squares.last();
    squares ^= Bitboard::of(s);
    if (!visit(s)) return false;
  }
  return true;
}

// Tests drops against a checker. The dropped piece is not put on the board: when captured it leaves the game.
struct Drops {
  Position taking;  // the position with the attacker to move
  Square king, checker;
  Holding holding;

  Drops(const Position& p, Square checker, Holding holding)
      : taking(p), king(p.king(p.turn())), checker(checker), holding(holding) {
    taking.set_turn(~p.turn());
  }
  bool is_futile(Square s, Mating& known) const {
    return mates_by_taking(taking, s, checker, holding, known);
  }
};

// Whether the king to move, in check, is mated.
bool is_mated(const Position& p, Holding holding, Mating& known) {
  const Color us = p.turn();
  const Square king = p.king(us);
  const Bitboard checkers = p.checkers();
  const Bitboard around = steps(us, KING, king).without(p.of(us) | p.movers(KING));
  if (attacked_among(p, ~us, around, p.occupied().without(Bitboard::of(king))) != around) return false;
  if (checkers.more_than_one()) return true;
  const Square checker = checkers.first();
  const Bitboard squares = between(king, checker);
  const Bitboard takers = p.attackers(us, checker).without(Bitboard::of(king));
  if (!takers && !squares) return true;
  const Bitboard pinned = p.pinned(us);
  if (takers.without(pinned)) return false;
  if (!squares) return true;
  Bitboard open = squares;
  if (holding == Holding::AS_NOW) {
    open = Bitboard();
    for (int t = PAWN; t < KING; ++t)
      if (p.hand(us)[PieceType(t)]) open |= squares & droppable(p, us, PieceType(t));
  }
  if (open) {
    const Drops drops(p, checker, holding);
    if (!each_outwards(open, king, [&](Square s) { return drops.is_futile(s, known); })) return false;
  }
  for (Square to : Each{squares})
    for (Square from : Each{p.attackers(us, to).without(pinned | Bitboard::of(king))}) {
      // A pawn's forward move reaches an empty square it attacks: all pieces of shogi do.
      const Move m = make_move(from, to);
      const bool plain = is_legal(p, m);
      if (plain && !is_futile_move(p, m, holding)) return false;
      if (is_legal(p, m | PROMOTION) && !is_futile_move(p, m | PROMOTION, holding)) return false;
    }
  return true;
}

// Whether the attacker, to move, mates by capturing the piece that was interposed on `square` (for a drop the
// square may be empty). A capture by a piece other than the checker must give check. The captured piece
// leaves the game. `known` has the results for the checker.
bool mates_by_taking(const Position& p, Square square, Square checker, Holding holding, Mating& known) {
  const Color us = p.turn();
  const Bitboard takers = p.attackers(us, square);
  if (!takers) return false;
  const Square king = p.king(~us);
  const Bitboard without_king = p.occupied().without(Bitboard::of(king)) | Bitboard::of(square);
  const Bitboard around = steps(~us, KING, king).without(p.of(~us) | p.movers(KING) | Bitboard::of(square));
  const Bitboard holes = around.without(attacked_among(p, us, around, without_king));
  for (Square from : Each{takers}) {
    const PieceType type = type_of(p.at(from));
    const Bitboard origin = Bitboard::of(from);
    const Bitboard open = without_king.without(origin);
    // It must guard all holes, unless a line that it opens by moving does.
    const auto leaves_holes = [&](PieceType t) {
      const Bitboard left = holes.without(piece_attacks(us, t, square, open));
      return left && attacked_among(p, us, left, open) != left;
    };
    const bool may = can_promote(type) && (ZONE[us].has(from) || ZONE[us].has(square));
    // For these pieces promotion only adds squares, so only the promotion is tested.
    const bool must = may && (type == PAWN || type == BISHOP || type == ROOK);
    for (const bool promotes : {true, false}) {
      if (promotes ? !may : must) continue;
      const Piece piece = make_piece(us, promotes ? promote(type) : type);
      if (from == checker && known.knows(square, piece)) return true;
      if (leaves_holes(type_of(piece))) continue;
      const Move m = Move(make_move(from, square) | (promotes ? PROMOTION : 0));
      if (!is_legal(p, m)) continue;
      Position after = p;
      Undo undo;
      after.do_move(m, undo);
      if (undo.captured) {
        const PieceType taken = unpromote(type_of(undo.captured));
        after.set_hand(us, taken, p.hand(us)[taken]);
      }
      // The capturing piece must give check: then further interpositions are nearer to the king.
      if (!after.checkers().has(square)) continue;
      Mating unknown;
      if (!is_mated(after, holding, from == checker ? known : unknown)) continue;
      if (from == checker) known.learn(square, piece);
      return true;
    }
  }
  return false;
}

}  // namespace

Bitboard futile_drops(const Position& p, Holding holding) {
  const Bitboard checkers = p.checkers();
  if (!checkers || checkers.more_than_one()) return Bitboard();
  Bitboard found;
  Mating known;
  const Drops drops(p, checkers.first(), holding);
  each_outwards(between(drops.king, drops.checker), drops.king, [&](Square s) {
    if (drops.is_futile(s, known)) found |= Bitboard::of(s);
    return true;
  });
  return found;
}

bool drops_are_futile(const Position& p, Square checker, Bitboard squares, Holding holding) {
  Mating known;
  const Drops drops(p, checker, holding);
  return each_outwards(squares, drops.king, [&](Square s) { return drops.is_futile(s, known); });
}

bool is_futile_move(const Position& p, Move m, Holding holding) {
  Position after = p;
  Undo undo;
  after.do_move(m, undo);
  Mating unknown;
  return mates_by_taking(after, to_of(m), NO_SQUARE, holding, unknown);
}

bool lacks_pieces(const Position& p) {
  const Hand hand = p.hand(p.turn());
  return !hand[SILVER] && !hand[GOLD] && !hand[BISHOP] && !hand[ROOK];
}

Bitboard droppable(const Position& p, Color us, PieceType t) {
  Bitboard to = BOARD.without(p.occupied());
  if (t == PAWN) to &= files_without(p.movers(us, PAWN));
  if (t == PAWN || t == LANCE) to = to.without(LAST_RANK[us]);
  if (t == KNIGHT) to = to.without(LAST_TWO_RANKS[us]);
  return to;
}

int generate_takings(const Position& p, Move m, Taking* out) {
  const Square checker = p.checkers().first();
  Position after = p;
  Undo undo;
  after.do_move(m, undo);
  int n = 0;
  for (const bool promotes : {true, false}) {
    const Move taking = Move(make_move(checker, to_of(m)) | (promotes ? PROMOTION : 0));
    if (!is_legal(after, taking)) continue;
    const Taking t{to_of(m), is_drop(m) ? NO_SQUARE : from_of(m), promotes};
    Position taken = p;
    take(taken, t);
    if (taken.checkers().has(t.to)) out[n++] = t;
  }
  return n;
}

void take(Position& p, Taking t) {
  const Square checker = p.checkers().first();
  const Piece piece = p.at(checker);
  p.put(checker, NO_PIECE);
  if (t.vacated != NO_SQUARE) p.put(t.vacated, NO_PIECE);
  p.put(t.to, Piece(piece | (t.promotes ? PROMOTED : 0)));
}

}  // namespace komadai::mate
