#include "search/quiet_moves.h"

#include "eval/values.h"
#include "rules/attack_counts.h"
#include "search/see.h"
#include "search/staged_generation.h"

namespace komadai {

namespace {

// The squares on which a piece may be captured by a less valuable one.
struct Threats {
  Bitboard minor, major;  // for minor pieces, by pawns; for major pieces, by minor ones, too

  template <Color By>
  static Threats of(const Position& p) {
    const AttackCounts steps = step_attack_counts<By>(p);
    Bitboard major = steps.once;
    for (Square s : Each{p.movers(By, LANCE)}) major |= lance_attacks<By>(s, p.occupied());
    return {steps.pawns, major};
  }
  Bitboard to(PieceType t) const {
    if (t == PAWN || t == KING) return Bitboard();
    return t == BISHOP || t == ROOK || t == HORSE || t == DRAGON ? major : minor;
  }
};

}  // namespace

// The sink of the generator: scores each move as it is generated.
class QuietScorer {
 public:
  QuietScorer(QuietMoves& out, const Position& position, History& history, const OrderingData& ordering,
              const Parameters& params)
      : out_(out),
        position_(position),
        history_(history),
        ordering_(ordering),
        params_(params),
        us_(position.turn()),
        threats_(us_ == BLACK ? Threats::of<WHITE>(position) : Threats::of<BLACK>(position)) {}

  void moves(Square from, Bitboard to, Move flags = 0) {
    const Move tt = ordering_.tt_move;
    if (from_of(tt) == from && (tt & PROMOTION) == flags) to = to.without(Bitboard::of(to_of(tt)));
    if (!to) return;
    const Piece piece = position_.at(from);
    const PieceType type = type_of(piece);
    const Rows rows = rows_of(piece, from);
    const Bitboard threatened = threats_.to(type);
    const int threat = params_.ordered_threat * VALUE[type];
    const int base = (flags ? promotion_value(type) * 16 : 0) + (threatened.has(from) ? threat : 0);
    const Bitboard checks = ordering_.check_squares
                                ? ordering_.check_squares->of_move(from, flags ? promote(type) : type) & to
                                : Bitboard();
    for (Square s : Each{to}) {
      const int score = rows.sum(s) + base - (threatened.has(s) ? threat : 0);
      add(make_move(from, s) | flags, score, checks.has(s));
    }
  }

  // No square is in the promotion zone: those are captures.
  template <Color Us>
  void pawn_moves(Bitboard to) {
    constexpr int back = Us == BLACK ? 1 : -1;
    const Move tt = ordering_.tt_move;
    if (to.has(to_of(tt)) && from_of(tt) == to_of(tt) + back) to = to.without(Bitboard::of(to_of(tt)));
    Rows rows = rows_of(make_piece(Us, PAWN), 0);
    for (Square s : Each{to}) {
      const Square from = s + back;
      rows.quiet = history_.quiet_from(Us, from);
      const bool check = ordering_.check_squares && ordering_.check_squares->of_move(from, PAWN).has(s);
      add(make_move(from, s), rows.sum(s), check);
    }
  }

  void drops(PieceType type, Bitboard to) {
    const Move tt = ordering_.tt_move;
    if (is_drop(tt) && dropped_type(tt) == type) to = to.without(Bitboard::of(to_of(tt)));
    if (!to) return;
    // The sums of all squares at once: compilers make vector instructions of it.
    const Rows rows = rows_of(make_piece(us_, type), SQUARES + type);
    int32_t sums[SQUARES];
    for (Square s = 0; s < SQUARES; ++s) sums[s] = rows.sum(s);
    const Bitboard threatened = threats_.to(type);
    const int threat = params_.ordered_threat * VALUE[type];
    const Bitboard checks =
        ordering_.check_squares ? ordering_.check_squares->of_drop(type) & to : Bitboard();
    for (Square s : Each{threatened & to}) sums[s] -= threat;
    for (Square s : Each{to}) add(make_drop(type, s), sums[s], checks.has(s));
  }

 private:
  // The histories of one piece by the destination. `from`: as in a move, 81 + type for a drop.
  struct Rows {
    const HistoryEntry *quiet, *pawn;
    const GravityCounter<ContinuationHistory::LIMIT>* continuation[5];
    int sum(Square to) const {
      return 2 * (quiet[to] + pawn[to]) + continuation[0][to] + continuation[1][to] + continuation[2][to] +
             continuation[3][to] + continuation[4][to];
    }
  };
  Rows rows_of(Piece piece, int from) const {
    Rows rows{history_.quiet_from(us_, from), ordering_.pawn->at[piece], {}};
    for (int i = 0; i < 5; ++i) rows.continuation[i] = ordering_.continuation[i]->at[piece];
    return rows;
  }

  void add(Move m, int score, bool check) {
    if (ordering_.ply < History::LOW_PLIES)
      score += params_.ordered_low_ply * history_.low_ply(ordering_.ply, m) / (1 + ordering_.ply);
    if (check && see_ge(position_, m, -params_.ordered_check_loss)) score += params_.ordered_check_score;
    out_.add(m, score);
  }

  QuietMoves& out_;
  const Position& position_;
  History& history_;
  const OrderingData& ordering_;
  const Parameters& params_;
  const Color us_;
  const Threats threats_;
};

void QuietMoves::generate(const Position& position, const CheckersAndPins& info, History& history,
                          const OrderingData& ordering, const Parameters& params) {
  count_ = 0;
  QuietScorer scorer(*this, position, history, ordering, params);
  komadai::generate<Stage::QUIETS>(position, info, scorer);
  padded_ = (count_ + VECTOR - 1) / VECTOR * VECTOR;
  for (int i = count_; i < padded_; ++i) keys_[i] = INT_MIN;
}

}  // namespace komadai
