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

// What a drop or a move changes is told apart from what it doesn't: the squares
// around the king that nobody guards are found once, and a check that covers
// none of them is out at a glance.
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
    distant_ = By == TSUME_RULES || !(hand[SILVER] | hand[GOLD] | hand[BISHOP] | hand[ROOK]);
  }

  Move find() {
    if (guarded_.has(king_)) return find_by_trying();
    Checks<Us> checks(p_);
    return find(checks);
  }
  // The side to move is not in check, and nor is the other; its pinned pieces
  // are known.
  Move find(Bitboard pinned) {
    Checks<Us> checks(p_, pinned);
    return find(checks);
  }

  int counted() const { return counted_; }

  // -- as Checks finds them

  bool drop(PieceType t, Bitboard to) {
    count(to);
    if (t == PAWN) return false;  // forbidden to mate
    to = worthwhile(to).without(ring_.without(guarded_));
    for (Square s : Each{to})
      if (mates(make_drop(t, s), t, s, Bitboard(), Bitboard())) return true;
    return false;
  }

  bool move(PieceType t, Square from, Bitboard plain, Bitboard promoted) {
    count(plain | promoted);
    const Bitboard origin = Bitboard::of(from);
    const Bitboard old = piece_attacks<Us>(t, from, occupied_.without(Bitboard::of(king_)));
    promoted = worthwhile(promoted);
    for (Square s : Each{promoted})
      if (mates(make_move(from, s) | PROMOTION, MOVES_AS[promote(t)], s, origin, old)) return true;
    plain = worthwhile(plain);
    // Promoted, these attack all they did and more: nothing that failed so can
    // do without.
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
  // The lines of these sliders that come near the king: the others don't
  // matter.
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

  // (By reference: it is large, and to copy it at once means waiting until it is written.)
  Move find(Checks<Us>& checks) {
    // The king must have no way out, and cannot take what is guarded. A piece that leaves a line may close
    // one from afar, too.
    if constexpr (!Counting) {
      Bitboard opening;
      if (opens_)
        for (Square s : Each{holes_}) opening |= slider_blockers<Us>(p_, s, Us);
      if (!checks.only(holes_, guarded_ | aimed_, distant_, opening)) return NO_MOVE;
    }
    return checks.each(*this) ? found_ : NO_MOVE;
  }

  void count(Bitboard checks) {
    if constexpr (Counting) counted_ += checks.count();
  }

  // Checks from afar are answered by a drop, if there is always something to
  // drop.
  Bitboard worthwhile(Bitboard to) const { return distant_ ? to : to & (ring_ | steps(Them, KNIGHT, king_)); }

  // Whether this move mates: a piece that attacks like `t` comes to `to`, from
  // `origin` (empty: from the hand), where it attacked `old`. It checks, and
  // nothing else does.
  bool mates(Move m, PieceType t, Square to, Bitboard origin, Bitboard old) {
    const Bitboard landing = Bitboard::of(to);
    const Bitboard after = occupied_.without(origin) | landing;
    const Bitboard open = after.without(Bitboard::of(king_));
    const Bitboard covered = piece_attacks<Us>(t, to, open) | landing;

    // The king's ways out: the holes; what only this piece guarded; what it now
    // shields from a line.
    Bitboard doubtful = holes_.without(covered);
    if (doubtful && !(swept_ & origin)) return false;
    if (swept_.has(to) && !occupied_.has(to))
      doubtful |= exits_.without(covered);
    else
      doubtful |= (exits_ & old).without(covered);
    for (Square s : Each{doubtful})
      if (!p_.attackers(Us, s, open).without(origin)) return false;
    const bool near = ring_.has(to);
    // (Of a drop next to the king it is known that its square is guarded.)
    if (near && origin && !p_.attackers(Us, to, open).without(origin)) return false;

    for (Square s : Each{p_.attackers(Them, to, after).without(p_.movers(KING))})
      if (!is_pinned(after.without(Bitboard::of(s)), origin)) return false;
    const Bitboard line = near ? Bitboard() : between(king_, to);
    if (!line) return found_ = m, true;
    return stands_off(line, to, after, origin) && mates_by_trying(m);
  }

  // Whether the king would be open to a line of a piece that hasn't moved.
  bool is_pinned(Bitboard occupied, Bitboard origin) const {
    return bool(sliders_at<Us>(p_, king_, occupied).without(origin));
  }

  // Whether a check from afar deserves to be tried: no interposition is seen
  // that spoils it for sure.
  bool stands_off(Bitboard line, Square to, Bitboard after, Bitboard origin) const {
    if constexpr (By == TSUME_RULES) {
      // What is taken next to the king must be taken by a piece that another
      // one guards (perhaps from behind); farther away it may be futile in any
      // case.
      line &= ring_;
      if (p_.attackers(Us, line.first(), after.without(Bitboard::of(to))).without(origin)) return true;
    }
    const Hand hand = p_.hand(Them);
    if (hand[SILVER] | hand[GOLD] | hand[BISHOP] | hand[ROOK]) return false;
    for (PieceType t : {LANCE, KNIGHT})  // whether a dropped pawn would be mate is left to the trial
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

  // On an unfinished board the king may hang already; then any check counts.
  Move find_by_trying() {
    const MoveBuffer<MAX_MOVES_OF_ANY_BOARD> moves(p_);
    for (Move m : moves)
      if (p_.gives_check(m) && mates_by_trying(m)) return m;
    return NO_MOVE;
  }

  const Position& p_;
  const Square king_;
  const Bitboard occupied_, ring_;
  Bitboard swept_, guarded_;  // attacked by Us: along lines; in any way
  Bitboard exits_, holes_;    // where the king could go if nobody minded; those
                              // where nobody does
  Bitboard aimed_;            // next to the king or under it, on lines of sliders, were there nothing between
  bool opens_ = false;        // an own piece stands on such a line
  bool distant_;
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

// Without anything in hand but pawns, which don't mate: whether a piece on the board may give check at all.
// In quiet positions none does, which is seen sooner than that no check mates.
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
