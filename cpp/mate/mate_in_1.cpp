#include "mate/mate_in_1.h"

#include "mate/movegen/candidates.h"
#include "mate/movegen/futile_interposition.h"
#include "rules/attack_maps.h"
#include "rules/check_generation.h"
#include "rules/legality.h"
#include "rules/movegen.h"

namespace komadai::mate {

namespace {

enum Rules { BOARD_RULES, TSUME_RULES };

// Finds a mating move, mostly without making moves. The unguarded squares around the king are computed once;
// a check that does not attack them cannot mate.
template <Color Us, Rules By, bool Counting = false>
class Finder {
  static constexpr Color Them = ~Us;

 public:
  explicit Finder(const Position& p)
      : p_(p), king_(p.king(Them)), occupied_(p.occupied()), ring_(steps(Them, KING, king_)) {
    guarded_ = stepped_squares<Us>(p);
    sweep<LANCE>(TABLES.rays[forward_of(Us)]);
    sweep<BISHOP>(TABLES.diagonals);
    sweep<HORSE>(TABLES.diagonals);
    sweep<ROOK>(TABLES.orthogonals);
    sweep<DRAGON>(TABLES.orthogonals);
    guarded_ |= swept_;
    exits_ = ring_.without(p.of(Them) | p.movers(KING));
    holes_ = exits_.without(guarded_);
    const Hand hand = p.hand(Them);
    distant_may_mate_ = By == TSUME_RULES || !(hand[SILVER] | hand[GOLD] | hand[BISHOP] | hand[ROOK]);
  }

  Move find() {
    if (guarded_.has(king_)) return find_by_trying();
    Checks<Us> checks(p_);
    return find(checks);
  }
  // Neither side is in check; `pinned` are the pinned pieces of the side to move.
  Move find(Bitboard pinned) {
    Checks<Us> checks(p_, pinned);
    return find(checks);
  }

  int counted() const { return counted_; }

  // -- called by Checks for each group of checks

  bool drop(PieceType t, Bitboard to) {
    count(to);
    if (t == PAWN) return false;  // uchifuzume
    to = without_distant(to).without(ring_.without(guarded_));
    for (Square s : Each{to})
      if (mates(make_drop(t, s), t, s, Bitboard(), Bitboard())) return true;
    return false;
  }

  bool move(PieceType t, Square from, Bitboard plain, Bitboard promoted) {
    count(plain | promoted);
    const Bitboard origin = Bitboard::of(from);
    const Bitboard old = piece_attacks<Us>(t, from, occupied_.without(Bitboard::of(king_)));
    promoted = without_distant(promoted);
    for (Square s : Each{promoted})
      if (mates(make_move(from, s) | PROMOTION, MOVES_AS[promote(t)], s, origin, old)) return true;
    plain = without_distant(plain);
    // These pieces attack more when promoted: if the promotion does not mate, neither does the same move
    // without it.
    if (t == PAWN || t == BISHOP || t == ROOK) plain = plain.without(promoted);
    for (Square s : Each{plain})
      if (mates(make_move(from, s), t, s, origin, old)) return true;
    return false;
  }

  bool uncover(PieceType, Square from, Bitboard plain, Bitboard promoted) {
    count(plain | promoted);
    for (Square s : Each{promoted})
      if (mates_by_trying(make_move(from, s) | PROMOTION)) return true;
    for (Square s : Each{plain})
      if (mates_by_trying(make_move(from, s))) return true;
    return false;
  }

 private:
  // Adds the lines of these sliders that reach the king or a square next to it.
  template <PieceType T>
  void sweep(const Bitboard* lines) {
    constexpr PieceType kind = T == HORSE ? BISHOP : T == DRAGON ? ROOK : T;
    const Bitboard around = ring_ | Bitboard::of(king_);
    for (Square s : Each{p_.movers(Us, T)}) {
      const Bitboard aimed = lines[s] & around;
      if (!aimed) continue;
      aimed_ |= aimed;
      const Bitboard swept = piece_attacks<Us>(kind, s, occupied_);
      swept_ |= swept;
      for (Square shield : Each{swept & p_.of(Us)}) opens_ = opens_ || (line_beyond(s, shield) & around);
    }
  }

  // (By reference, because `checks` is large: a copy would stall until all of it is written.)
  Move find(Checks<Us>& checks) {
    // The check must attack all unguarded squares around the king. A piece that leaves the line of a slider
    // may do so from any distance.
    if constexpr (!Counting) {
      Bitboard opening;
      if (opens_)
        for (Square s : Each{holes_}) opening |= slider_blockers<Us>(p_, s, Us);
      if (!checks.only(holes_, guarded_ | aimed_, distant_may_mate_, opening)) return NO_MOVE;
    }
    return checks.each(*this) ? found_ : NO_MOVE;
  }

  void count(Bitboard checks) {
    if constexpr (Counting) counted_ += checks.count();
  }

  // A distant check does not mate if the defender can always drop a piece in between.
  Bitboard without_distant(Bitboard to) const {
    return distant_may_mate_ ? to : to & (ring_ | steps(Them, KNIGHT, king_));
  }

  // Whether this move mates. A piece that attacks like `t` moves from `origin` (empty: a drop) to `to` and is
  // the only piece that gives check. `old` are the squares that it attacked before.
  bool mates(Move m, PieceType t, Square to, Bitboard origin, Bitboard old) {
    const Bitboard landing = Bitboard::of(to);
    const Bitboard after = occupied_.without(origin) | landing;
    const Bitboard open = after.without(Bitboard::of(king_));
    const Bitboard covered = piece_attacks<Us>(t, to, open) | landing;

    // Squares to which the king may be able to go: the unguarded ones, those that only this piece guarded,
    // and those that it now shields from a slider.
    Bitboard doubtful = holes_.without(covered);
    if (doubtful && !(swept_ & origin)) return false;
    if (swept_.has(to) && !occupied_.has(to))
      doubtful |= exits_.without(covered);
    else
      doubtful |= (exits_ & old).without(covered);
    for (Square s : Each{doubtful})
      if (!p_.attackers(Us, s, open).without(origin)) return false;
    const bool near = ring_.has(to);
    // (The square of a drop next to the king is guarded: `drop` has excluded the others.)
    if (near && origin && !p_.attackers(Us, to, open).without(origin)) return false;

    for (Square s : Each{p_.attackers(Them, to, after).without(p_.movers(KING))})
      if (!is_pinned(after.without(Bitboard::of(s)), origin)) return false;
    const Bitboard line = near ? Bitboard() : between(king_, to);
    if (!line) return found_ = m, true;
    return may_mate_from_distance(line, to, after, origin) && mates_by_trying(m);
  }

  // Whether with these occupied squares a slider that has not moved attacks the king.
  bool is_pinned(Bitboard occupied, Bitboard origin) const {
    return bool(sliders_at<Us>(p_, king_, occupied).without(origin));
  }

  // Whether a distant check may mate. False: there is an interposition that is surely a defence.
  bool may_mate_from_distance(Bitboard line, Square to, Bitboard after, Bitboard origin) const {
    if constexpr (By == TSUME_RULES) {
      // Farther away an interposition may always be futile. Next to the king it can only be futile if the
      // capturing piece is guarded there (perhaps from behind).
      line &= ring_;
      if (p_.attackers(Us, line.first(), after.without(Bitboard::of(to))).without(origin)) return true;
    }
    const Hand hand = p_.hand(Them);
    if (hand[SILVER] | hand[GOLD] | hand[BISHOP] | hand[ROOK]) return false;
    for (PieceType t : {LANCE, KNIGHT})  // pawns are left to mates_by_trying, because of uchifuzume
      if (hand[t] && (line & droppable(p_, Them, t))) return false;
    for (Square s : Each{line})
      for (Square from : Each{p_.attackers(Them, s, after).without(p_.movers(KING) | Bitboard::of(to))}) {
        const Bitboard left = after.without(Bitboard::of(from));
        if (By == TSUME_RULES && p_.attackers(Us, s, left.without(Bitboard::of(to))).without(origin))
          continue;
        if (!is_pinned(left | Bitboard::of(s), origin)) return false;
      }
    return true;
  }

  bool mates_by_trying(Move m) {
    Position after = p_;
    Undo undo;
    after.do_move(m, undo);
    const bool mate = By == TSUME_RULES ? is_mated_by_tsume(after, after.checkers()) : !has_legal_move(after);
    if (mate) found_ = m;
    return mate;
  }

  // For positions in which the king to be mated is already attacked; then every check is tried.
  Move find_by_trying() {
    const MoveBuffer<MAX_MOVES_OF_ANY_BOARD> moves(p_);
    for (Move m : moves)
      if (p_.gives_check(m) && mates_by_trying(m)) return m;
    return NO_MOVE;
  }

  const Position& p_;
  const Square king_;
  const Bitboard occupied_, ring_;
  Bitboard swept_, guarded_;  // attacked by Us: by sliders along lines; by any piece
  Bitboard exits_,
      holes_;           // squares next to the king without a piece of its side; the unguarded ones of them
  Bitboard aimed_;      // the king's square and those next to it that sliders reach on an empty board
  bool opens_ = false;  // a piece of Us stands on such a line
  bool distant_may_mate_;
  Move found_ = NO_MOVE;
  int counted_ = 0;
};

template <Color Us>
Move find_and_count(const Position& p, int& checks) {
  Finder<Us, TSUME_RULES, true> finder(p);
  const Move found = finder.find();
  checks = finder.counted();
  return found;
}

// Whether the position may contain a check that can mate. In quiet positions without pieces in hand (except
// pawns, which must not mate by a drop) there is often none, and this test is faster than the search.
template <Color Us>
bool may_check(const Position& p) {
  if (p.hand(Us).counts >> 8 * LANCE) return true;
  const Square king = p.king(~Us);
  const Bitboard own = p.of(Us), occupied = p.occupied();
  for (PieceType t : {PAWN, KNIGHT, SILVER, GOLD})
    if (p.movers(t) & own & CHECK_ORIGINS.from[Us][king][t]) return true;
  if (slider_blockers<Us>(p, king, Us)) return true;
  const Bitboard ring = steps(~Us, KING, king);
  const auto meets = [&](Bitboard sliders, Bitboard seen, auto attacks) {
    for (Square s : Each{sliders & own})
      if (attacks(s) & seen) return true;
    return false;
  };
  if (p.movers(DRAGON) & own || p.movers(HORSE) & own) return true;
  const Bitboard along = rook_attacks(king, occupied) | ring;
  return meets(p.movers(ROOK), along, [&](Square s) { return rook_attacks(s, occupied); }) ||
         meets(p.movers(LANCE), along, [&](Square s) { return lance_attacks<Us>(s, occupied); }) ||
         meets(p.movers(BISHOP), bishop_attacks(king, occupied) | ring,
               [&](Square s) { return bishop_attacks(s, occupied); });
}

template <Color Us>
Move find(const Position& p, Bitboard pinned) {
  return may_check<Us>(p) ? Finder<Us, BOARD_RULES>(p).find(pinned) : NO_MOVE;
}

template <Rules By>
Move find(const Position& p) {
  if (p.king(~p.turn()) == NO_SQUARE) return NO_MOVE;
  return p.turn() == BLACK ? Finder<BLACK, By>(p).find() : Finder<WHITE, By>(p).find();
}

}  // namespace

Move mate_in_1(const Position& p) { return find<BOARD_RULES>(p); }
Move mate_in_1(const Position& p, Bitboard pinned) {
  if (p.king(~p.turn()) == NO_SQUARE) return NO_MOVE;
  return p.turn() == BLACK ? find<BLACK>(p, pinned) : find<WHITE>(p, pinned);
}
Move tsume_in_1(const Position& p) { return find<TSUME_RULES>(p); }
Move tsume_in_1(const Position& p, int& checks) {
  checks = 0;
  if (p.king(~p.turn()) == NO_SQUARE) return NO_MOVE;
  return p.turn() == BLACK ? find_and_count<BLACK>(p, checks) : find_and_count<WHITE>(p, checks);
}

}  // namespace komadai::mate
