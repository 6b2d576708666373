// Generates all legal moves that give check. For each type of piece it computes the squares from which it
// would give check, and then the moves to these squares. Each move is passed to a visitor as it is found; a
// search that needs only some of the checks does not generate the others.
#pragma once

#include <initializer_list>

#include "rules/king_neighbourhood.h"
#include "rules/position.h"

namespace komadai {

// The sliders of one side that attack a square when these squares are occupied.
template <Color By>
inline Bitboard sliders_at(const Position& p, Square s, Bitboard occupied) {
  Bitboard found;
  if (const Bitboard b = (p.movers(BISHOP) | p.movers(HORSE)) & p.of(By) & TABLES.diagonals[s])
    found = bishop_attacks(s, occupied) & b;
  if (const Bitboard r = (p.movers(ROOK) | p.movers(DRAGON)) & p.of(By) & TABLES.orthogonals[s])
    found |= rook_attacks(s, occupied) & r;
  if (const Bitboard l = p.movers(LANCE) & p.of(By) & TABLES.rays[opposite(forward_of(By))][s])
    found |= lance_attacks<~By>(s, occupied) & l;
  return found;
}

// The squares from which a piece of this type, moved one step and perhaps promoted, can give check to a king
// on this square. Pieces elsewhere need not be considered.
struct CheckOrigins {
  Bitboard from[2][SQUARES][GOLD + 1];
  CheckOrigins();
};
extern const CheckOrigins CHECK_ORIGINS;

// The neighbours of a king from which a piece of this side and type gives check and also attacks or occupies
// all squares of a neighbourhood, if no piece is in between.
struct CoveringChecks {
  uint16_t from[2][PIECE_TYPES][NEIGHBOURHOODS] = {};
  uint16_t from_any[2][NEIGHBOURHOODS] = {};  // of all types together
  CoveringChecks();
};
extern const CoveringChecks COVERING_CHECKS;

// The checks of the side to move. The other side must have a king, which must not be in check.
template <Color Us>
class Checks {
 public:
  explicit Checks(const Position& p) : Checks(p, Bitboard()) { own_king_examined_ = false; }
  // For a side that is not in check and whose pinned pieces are known.
  Checks(const Position& p, Bitboard pinned)
      : p_(p), king(p.king(~Us)), own_king(p.king(Us)), occupied(p.occupied()), pinned(pinned) {
    uncovering = slider_blockers<Us>(p, king, Us);
    reachable = BOARD.without(p.of(Us) | p.movers(KING));
    droppable = BOARD.without(occupied);
  }

  // Restricts the generation to checks by pieces that attack or occupy all of `covering`, which are
  // neighbours of the king: from the neighbours `near`, and with `from_afar` also from a distance. Pieces on
  // `exempt` and discovered checks are not restricted. Returns false if there is no such check.
  bool only(Bitboard covering, Bitboard near, bool from_afar, Bitboard exempt) {
    narrowed_ = true;
    exempt_ = exempt;
    covering_ = neighbours_in(covering, king);
    near_ = neighbours_in(near & reachable, king);
    if (from_afar) {
      // A slider on a line through the king covers the squares in front of and behind it; a dragon two
      // squares away also covers the two squares beside the one in front.
      const auto if_covered_by = [&](Neighbourhood squares, Bitboard lines) {
        return covering_ & ~squares ? Bitboard() : lines;
      };
      const auto ray = [&](Direction d) { return TABLES.rays[d][king]; };
      const Bitboard ranks_and_files =
          if_covered_by(0x28, ray(SOUTH) | ray(NORTH)) | if_covered_by(0x82, ray(WEST) | ray(EAST));
      const Bitboard of_dragons = if_covered_by(0x12c, ray(SOUTH)) | if_covered_by(0x69, ray(NORTH)) |
                                  if_covered_by(0x1c2, ray(WEST)) | if_covered_by(0x87, ray(EAST));
      const Bitboard diagonals = if_covered_by(0x44, ray(NORTH_WEST) | ray(SOUTH_EAST)) |
                                 if_covered_by(0x101, ray(SOUTH_WEST) | ray(NORTH_EAST));
      if (of_dragons) {
        const Bitboard seen = rook_attacks(king, occupied);
        dragons_ = seen & of_dragons;
        orthogonals_ = seen & ranks_and_files;
      }
      if (diagonals) diagonals_ = bishop_attacks(king, occupied) & diagonals;
    }
    if (exempt_ | uncovering)
      compute_check_squares();
    else if (covering_)
      return (COVERING_CHECKS.from_any[Us][covering_] & near_) || may_come_from_afar();
    return true;
  }

  // Calls these functions of the visitor until one of them returns true, and then returns true:
  //   drop(type, squares): drops; those of a pawn may be uchifuzume
  //   move(type, from, plain, promoted): destinations of direct checks, without and with promotion;
  //     GOLD stands for all pieces that move like a gold
  //   uncover(type, from, plain, promoted): the same for a piece with an own slider behind it
  template <class Visitor>
  bool each(Visitor& visit) {
    if (!own_king_examined_) examine_own_king();
    if (!narrowed_) compute_check_squares();
    const Hand hand = p_.hand(Us);
    if (!hand.empty() && droppable) {
      if (drops<GOLD>(visit, hand) || drops<SILVER>(visit, hand) || drops<ROOK>(visit, hand) ||
          drops<BISHOP>(visit, hand) || drops<KNIGHT>(visit, hand) || drops<LANCE>(visit, hand) ||
          drops<PAWN>(visit, hand))
        return true;
    }
    const Bitboard free = p_.of(Us).without(uncovering | immobile);
    if (steppers<GOLD>(visit, free) || steppers<SILVER>(visit, free) || steppers<KNIGHT>(visit, free) ||
        steppers<PAWN>(visit, free) || sliders<DRAGON>(visit, free) || sliders<HORSE>(visit, free) ||
        sliders<ROOK>(visit, free) || sliders<BISHOP>(visit, free) || sliders<LANCE>(visit, free))
      return true;
    for (Square from : Each{uncovering.without(immobile)})
      if (discovered(visit, from)) return true;
    return false;
  }

 private:
  // Finds the pieces that check or pin the side to move, and restricts the moves accordingly. Called only
  // when moves are generated: mostly, `only` has excluded all checks before.
  void examine_own_king() {
    own_king_examined_ = true;
    if (own_king == NO_SQUARE) return;
    pinned = slider_blockers<~Us>(p_, own_king, Us);
    const Bitboard checkers = p_.checkers();
    if (!checkers) return;
    targets = checkers.more_than_one() ? Bitboard() : between(own_king, checkers.first()) | checkers;
    droppable &= targets;
    immobile = pinned;
  }
  // Whether a slider in hand, or one aligned with a square from which it gives check, may give check from a
  // distance.
  bool may_come_from_afar() const {
    const Bitboard along = orthogonals_ | dragons_;
    if (!(along | diagonals_)) return false;
    if ((p_.movers(HORSE) | p_.movers(DRAGON)) & p_.of(Us)) return true;
    const Hand hand = p_.hand(Us);
    if ((orthogonals_ && (hand[ROOK] | hand[LANCE])) || (diagonals_ && hand[BISHOP])) return true;
    const auto can_reach = [&](PieceType t, const Bitboard* lines, Bitboard squares) {
      if (squares)
        for (Square s : Each{p_.movers(Us, t)})
          if (lines[s] & squares) return true;
      return false;
    };
    return can_reach(ROOK, TABLES.orthogonals, along) || can_reach(BISHOP, TABLES.diagonals, diagonals_) ||
           can_reach(LANCE, TABLES.rays[forward_of(Us)], orthogonals_);
  }
  void compute_check_squares() {
    const Bitboard ring = steps(~Us, KING, king);
    at_[ROOK] = rook_attacks(king, occupied);
    at_[BISHOP] = bishop_attacks(king, occupied);
    at_[DRAGON] = at_[ROOK] | ring;
    at_[HORSE] = at_[BISHOP] | ring;
    at_[LANCE] = at_[ROOK] & TABLES.rays[opposite(forward_of(Us))][king];
    for (PieceType t : {PAWN, KNIGHT, SILVER, GOLD}) at_[t] = steps(~Us, t, king);
  }
  // The squares from which checks by this type are generated.
  template <PieceType T>
  Bitboard wanted() const {
    if (!narrowed_) return at_[T];
    if constexpr (T == KNIGHT) return covering_ ? Bitboard() : steps(~Us, KNIGHT, king);
    Bitboard at = neighbour_squares(COVERING_CHECKS.from[Us][T][covering_] & near_, king);
    if constexpr (T == DRAGON) at |= dragons_;
    if constexpr (T == ROOK) at |= orthogonals_;
    if constexpr (T == LANCE) at |= orthogonals_ & TABLES.rays[opposite(forward_of(Us))][king];
    if constexpr (T == BISHOP || T == HORSE) at |= diagonals_;
    return at;
  }

  template <PieceType T, class Visitor>
  bool drops(Visitor& visit, Hand hand) {
    if (!hand[T]) return false;
    Bitboard to = wanted<T>() & droppable;
    if constexpr (T == PAWN) to &= files_without(p_.movers(Us, PAWN));
    if constexpr (T == LANCE || T == PAWN) to = to.without(LAST_RANK[Us]);
    if constexpr (T == KNIGHT) to = to.without(LAST_TWO_RANKS[Us]);
    return to && visit.drop(T, to);
  }

  template <PieceType T, class Visitor>
  bool steppers(Visitor& visit, Bitboard free) {
    for (Square from : Each{p_.movers(T) & free & CHECK_ORIGINS.from[Us][king][T]})
      if (direct<T>(visit, from)) return true;
    return false;
  }

  template <PieceType T, class Visitor>
  bool sliders(Visitor& visit, Bitboard free) {
    for (Square from : Each{p_.movers(T) & free})
      if (direct<T>(visit, from)) return true;
    return false;
  }

  // The squares that a piece attacks on an empty board.
  template <PieceType T>
  static Bitboard free_attacks(Square from) {
    if constexpr (T == LANCE) return TABLES.rays[forward_of(Us)][from];
    if constexpr (T == BISHOP) return TABLES.diagonals[from];
    if constexpr (T == ROOK) return TABLES.orthogonals[from];
    if constexpr (T == HORSE) return TABLES.diagonals[from] | steps(Us, HORSE, from);
    if constexpr (T == DRAGON) return TABLES.orthogonals[from] | steps(Us, DRAGON, from);
    return steps(Us, T, from);
  }

  template <PieceType T, class Visitor>
  bool direct(Visitor& visit, Square from) {
    // On an empty board first, which excludes most sliders at little cost.
    Bitboard attacks = reachable & targets & free_attacks<T>(from);
    const bool anywhere = exempt_.has(from);
    const Bitboard at = anywhere ? at_[T] : wanted<T>();
    Bitboard at_promoted;
    if constexpr (can_promote(T)) {
      constexpr PieceType Promoted = MOVES_AS[promote(T)];
      at_promoted = anywhere ? at_[Promoted] : wanted<Promoted>();
    }
    attacks &= at | at_promoted;
    if (!attacks) return false;
    attacks &= piece_attacks<Us>(T, from, occupied);
    if (pinned.has(from)) attacks &= line_beyond(own_king, from);
    Bitboard promoted;
    if constexpr (can_promote(T)) promoted = promoting(T, from, attacks & at_promoted);
    const Bitboard plain = staying(T, attacks & at);
    return (plain | promoted) && visit.move(T, from, plain, promoted);
  }

  template <class Visitor>
  bool discovered(Visitor& visit, Square from) {
    const PieceType t = type_of(p_.at(from));
    const Bitboard off_line = BOARD.without(line_beyond(king, from));
    Bitboard attacks = piece_attacks<Us>(t, from, occupied) & reachable;
    if (t == KING) {
      if (from != own_king) return false;  // a second king, on an unfinished board
      const Bitboard without_king = occupied.without(Bitboard::of(from));
      Bitboard safe;
      for (Square s : Each{attacks & off_line})
        if (!p_.attacked(~Us, s, without_king)) safe |= Bitboard::of(s);
      return safe && visit.uncover(t, from, safe, Bitboard());
    }
    attacks &= targets;
    if (pinned.has(from)) attacks &= line_beyond(own_king, from);
    const PieceType kind = MOVES_AS[t];
    const Bitboard promoted =
        can_promote(t) ? promoting(t, from, attacks & (at_[MOVES_AS[promote(t)]] | off_line)) : Bitboard();
    const Bitboard plain = staying(t, attacks & (at_[kind] | off_line));
    return (plain | promoted) && visit.uncover(kind, from, plain, promoted);
  }

  static Bitboard promoting(PieceType t, Square from, Bitboard to) {
    if (!can_promote(t)) return Bitboard();
    return ZONE[Us].has(from) ? to : to & ZONE[Us];
  }
  static Bitboard staying(PieceType t, Bitboard to) {
    if (t == PAWN || t == LANCE) return to.without(LAST_RANK[Us]);
    return t == KNIGHT ? to.without(LAST_TWO_RANKS[Us]) : to;
  }

  const Position& p_;

 public:
  const Square king, own_king;
  const Bitboard occupied;
  Bitboard uncovering;            // own pieces that alone block an own slider from the enemy king
  Bitboard pinned;                // own pieces, by their king
  Bitboard reachable, droppable;  // possible destinations of moves and drops
  Bitboard targets = BOARD;       // in check: the checker and the squares between

 private:
  Bitboard immobile;          // in check: the pinned pieces
  Bitboard at_[PIECE_TYPES];  // the squares from which a type gives check
  bool narrowed_ = false;     // see `only`
  Neighbourhood covering_ = 0, near_ = 0;
  Bitboard dragons_, orthogonals_, diagonals_;
  Bitboard exempt_;
  bool own_king_examined_ = true;
};

}  // namespace komadai
