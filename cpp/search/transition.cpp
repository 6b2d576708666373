#include "search/transition.h"

#include <cmath>

#include "eval/values.h"
#include "rules/movegen.h"
#include "search/see.h"

namespace komadai {

const std::array<std::string_view, CATEGORIES> CATEGORY_NAMES = {
    "take-checker",
    "king-takes-checker",
    "king-flees",
    "move-between",
    "move-between-lost",
    "drop-between",
    "drop-between-lost",
    "capture-gains-major",
    "capture-gains-piece",
    "capture-gains-pawn",
    "capture-even",
    "capture-lost",
    "king-at-home",
    "king-forward",
    "king-other",
    "move-lost",
    "drop-lost",
    "pawn-meets-pawn",
    "pawn-before-rook",
    "pawn-on-edge",
    "pawn-other",
    "lance-to-enemy",
    "lance-to-own",
    "lance-other",
    "knight-to-enemy",
    "knight-to-own",
    "knight-other",
    "silver-to-enemy",
    "silver-to-own",
    "silver-other",
    "bishop-to-enemy",
    "bishop-to-own",
    "bishop-other",
    "rook-to-enemy",
    "rook-to-own",
    "rook-other",
    "gold-to-enemy",
    "gold-to-own",
    "gold-other",
    "horse-to-enemy",
    "horse-to-own",
    "horse-other",
    "dragon-to-enemy",
    "dragon-to-own",
    "dragon-other",
    "drop-pawn-at-enemy",
    "drop-pawn-at-own",
    "drop-pawn-elsewhere",
    "drop-lance-at-enemy",
    "drop-lance-at-own",
    "drop-lance-elsewhere",
    "drop-knight-at-enemy",
    "drop-knight-at-own",
    "drop-knight-elsewhere",
    "drop-silver-at-enemy",
    "drop-silver-at-own",
    "drop-silver-elsewhere",
    "drop-bishop-at-enemy",
    "drop-bishop-at-own",
    "drop-bishop-elsewhere",
    "drop-rook-at-enemy",
    "drop-rook-at-own",
    "drop-rook-elsewhere",
    "drop-gold-at-enemy",
    "drop-gold-at-own",
    "drop-gold-elsewhere",
    "recapture",
    "recapture-lost",
    "check-by-move",
    "check-by-move-lost",
    "check-by-drop",
    "check-by-drop-lost",
    "promote-pawn",
    "promote-minor",
    "promote-major",
    "escape-major",
    "escape-minor",
    "escape-major-old",
    "escape-minor-old",
    "guard",
    "guard-old",
    "fork-by-move",
    "fork-by-drop",
    "attack-major-by-move",
    "attack-major-by-drop",
    "attack-minor-by-move",
    "attack-minor-by-drop",
};

namespace {

// The minimum gain of an exchange for its category, in centipawns: the piece leaves one side and enters the
// other's hand.
constexpr int MAJOR_GAIN = 1200, PIECE_GAIN = 500, PAWN_GAIN = 100;
constexpr int NEAR = 2;

constexpr Category operator+(Category first, int n) { return Category(int(first) + n); }

bool is_major(PieceType t) { return t == BISHOP || t == ROOK || t == HORSE || t == DRAGON; }

// The number of king moves between two squares; 9, more than any distance, if there is no king.
int distance(Square s, Square king) {
  if (king == NO_SQUARE) return 9;
  return std::max(std::abs(file_of(s) - file_of(king)), std::abs(rank_of(s) - rank_of(king)));
}

// The index of a piece type in the categories by piece: lance 0 to gold 5, horse 6, dragon 7.
int kind_of(PieceType t) {
  if (t == HORSE || t == DRAGON) return 6 + (t == DRAGON);
  return (is_promoted(t) ? GOLD : t) - LANCE;
}

}  // namespace

MoveClassifier::MoveClassifier(const Position& position, Bitboard checkers, Move last)
    : p_(position), check_squares_(position), checkers_(checkers), last_(last ? to_of(last) : NO_SQUARE) {}

void MoveClassifier::find_endangered_pieces() const {
  if (has_endangered_) return;
  has_endangered_ = true;
  const Color us = p_.turn();
  for (Square s : Each{p_.of(us).without(p_.movers(PAWN) | p_.movers(KING))}) {
    const Bitboard attackers = p_.attackers(~us, s);
    if (!attackers) continue;
    bool danger = !p_.attackers(us, s);
    for (Square a : Each{attackers})
      danger |= VALUE[type_of(p_.at(a))] < VALUE[type_of(p_.at(s))] && type_of(p_.at(a)) != KING;
    if (!danger) continue;
    endangered_ |= Bitboard::of(s);
    if (last_ != NO_SQUARE && attackers.has(last_)) newly_endangered_ |= Bitboard::of(s);
  }
}

Category MoveClassifier::evasion_category(Move m, bool lost) const {
  const bool king = !is_drop(m) && type_of(p_.at(from_of(m))) == KING;
  if (checkers_.has(to_of(m))) return king ? Category::KING_TAKES_CHECKER : Category::TAKE_CHECKER;
  if (king) return Category::KING_FLEES;
  return (is_drop(m) ? Category::DROP_BETWEEN : Category::MOVE_BETWEEN) + lost;
}

Category MoveClassifier::capture_category(Move m, bool lost) const {
  if (lost) return Category::CAPTURE_LOST;
  if (!see_ge(p_, m, PAWN_GAIN)) return Category::CAPTURE_EVEN;
  if (!see_ge(p_, m, PIECE_GAIN)) return Category::CAPTURE_GAINS_PAWN;
  return see_ge(p_, m, MAJOR_GAIN) ? Category::CAPTURE_GAINS_MAJOR : Category::CAPTURE_GAINS_PIECE;
}

Category MoveClassifier::basic_category(Move m, PieceType piece, bool lost) const {
  const Color us = p_.turn();
  const Square to = to_of(m), enemy = p_.king(~us), own = p_.king(us);
  if (checkers_) return evasion_category(m, lost);
  if (p_.at(to)) return capture_category(m, lost);
  if (is_drop(m)) {
    if (lost) return Category::DROP_LOST;
    const int place = distance(to, enemy) <= NEAR ? 0 : distance(to, own) <= NEAR ? 1 : 2;
    return Category::DROP_PAWN_AT_ENEMY + (3 * (piece - PAWN) + place);
  }
  const Square from = from_of(m);
  if (piece == KING) {
    if (rank_from_far(us, to) >= 7) return Category::KING_AT_HOME;
    return rank_from_far(us, to) < rank_from_far(us, from) ? Category::KING_FORWARD : Category::KING_OTHER;
  }
  if (lost) return Category::MOVE_LOST;
  if (piece == PAWN) {
    const Square next = to + (us == BLACK ? -1 : 1);
    if (rank_from_far(us, to) > 0 && p_.at(next) == make_piece(~us, PAWN)) return Category::PAWN_MEETS_PAWN;
    if (p_.movers(us, ROOK) & (FILE_1 << 9 * file_of(to))) return Category::PAWN_BEFORE_ROOK;
    return file_of(to) == 0 || file_of(to) == 8 ? Category::PAWN_ON_EDGE : Category::PAWN_OTHER;
  }
  const int way = distance(to, enemy) < distance(from, enemy) ? 0
                  : distance(to, own) < distance(from, own)   ? 1
                                                              : 2;
  return Category::LANCE_TO_ENEMY + (3 * kind_of(piece) + way);
}

// Adds the categories of escapes, guards and attacks for a move that does not lose its piece.
void MoveClassifier::add_attack_categories(Categories& all, Move m, PieceType piece) const {
  find_endangered_pieces();
  const Color us = p_.turn();
  const bool drop = is_drop(m);
  const Square from = drop ? NO_SQUARE : from_of(m), to = to_of(m);
  const PieceType then = is_promotion(m) ? promote(piece) : piece;
  Bitboard occupied = p_.occupied() | Bitboard::of(to), others = endangered_, before;
  if (!drop) {
    occupied = occupied.without(Bitboard::of(from));
    others = others.without(Bitboard::of(from));
    before = piece_attacks(us, piece, from, p_.occupied());
    if (endangered_.has(from))
      all.add((newly_endangered_.has(from) ? Category::ESCAPE_MAJOR : Category::ESCAPE_MAJOR_OLD) +
              !is_major(piece));
  }
  const Bitboard attacks = piece_attacks(us, then, to, occupied).without(before);
  if (const Bitboard guarded = attacks & others)
    all.add(guarded & newly_endangered_ ? Category::GUARD : Category::GUARD_OLD);

  int targets = 0, majors = 0, kings = 0;
  for (Square s : Each{(attacks & p_.of(~us)).without(p_.pieces(~us, PAWN))}) {
    const PieceType t = type_of(p_.at(s));
    if (t == KING) {
      ++kings;
    } else if ((then != KING && VALUE[t] > VALUE[then]) ||
               !p_.attackers(~us, s, occupied).without(Bitboard::of(to))) {
      ++targets;
      majors += is_major(t);
    }
  }
  if (targets + kings > 1)
    all.add(Category::FORK_BY_MOVE + drop);
  else if (majors)
    all.add(Category::ATTACK_MAJOR_BY_MOVE + drop);
  else if (targets)
    all.add(Category::ATTACK_MINOR_BY_MOVE + drop);
}

Categories MoveClassifier::categories(Move m) const {
  Categories all;
  const bool drop = is_drop(m);
  const PieceType piece = drop ? dropped_type(m) : type_of(p_.at(from_of(m)));
  const bool lost = !see_ge(p_, m, 0);
  all.add(basic_category(m, piece, lost));
  if (checkers_) return all;
  if (to_of(m) == last_) all.add(Category::RECAPTURE + lost);
  if (check_squares_.gives_check(p_, m))
    all.add((drop ? Category::CHECK_BY_DROP : Category::CHECK_BY_MOVE) + lost);
  if (lost) return all;
  if (is_promotion(m))
    all.add(piece == PAWN     ? Category::PROMOTE_PAWN
            : is_major(piece) ? Category::PROMOTE_MAJOR
                              : Category::PROMOTE_MINOR);
  add_attack_categories(all, m, piece);
  return all;
}

void TransitionCounts::add(const Position& position, Move played, Move last) {
  ++positions;
  const MoveClassifier classifier(position, position.checkers(), last);
  std::array<bool, CATEGORIES> legal{};
  for (const MoveBuffer<MAX_MOVES_OF_ANY_BOARD> moves(position); Move m : moves)
    for (Category c : classifier.categories(m)) legal[int(c)] = true;
  for (int c = 0; c < CATEGORIES; ++c) of[c].legal += legal[c];
  for (Category c : classifier.categories(played)) ++of[int(c)].played;
}

TransitionCosts::TransitionCosts(const TransitionCounts& counts, const Parameters& p)
    : min_cost_(p.realization_min_cost), max_cost_(p.realization_max_cost) {
  const double ply = PLY / std::log(p.realization_odds / 10.0);
  for (int c = 0; c < CATEGORIES; ++c) {
    // Smoothing for categories that were rarely legal in the records: adds this many positions in which one
    // was legal, and one in which one was played.
    constexpr double PRIOR_POSITIONS = 20;
    costs_[c] = int(ply * std::log((counts.of[c].legal + PRIOR_POSITIONS) / (counts.of[c].played + 1.0)));
  }
  for (size_t n = 0; n < share_costs_.size(); ++n)
    share_costs_[n] = int(ply * std::log(n + 1.0) * p.realization_share / 100);
}

}  // namespace komadai
