#include "search/move_picker.h"

#include <algorithm>

#include "eval/values.h"
#include "rules/attack_counts.h"
#include "rules/legality.h"
#include "search/see.h"

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
  const Bitboard& to(PieceType t) const {
    return t == BISHOP || t == ROOK || t == HORSE || t == DRAGON ? major : minor;
  }
};

}  // namespace

MovePicker::MovePicker(const Position& position, const CheckersAndPins& info, History& history,
                       const OrderingData& ordering, int depth, Wanted wanted, ScoredMoveStack& stack,
                       const Parameters& params)
    : position_(position),
      info_(info),
      history_(history),
      ordering_(ordering),
      stack_(stack),
      params_(params),
      moves_(stack.top_),
      depth_(depth),
      wanted_(wanted) {
  const Move m = ordering_.tt_move;
  const bool usable =
      m && is_legal(position, m) && (wanted == Wanted::ALL || info.checkers || is_capture(position, m));
  if (!usable) ordering_.tt_move = NO_MOVE;
  stage_ = usable ? Stage::TT_MOVE : info.checkers ? Stage::GENERATE_EVASIONS : Stage::GENERATE_CAPTURES;
}

void MovePicker::fill(Generator generate) {
  Move buffer[MAX_MOVES];
  Move* const end = generate(position_, info_, buffer);
  current_ = end_ = bad_capture_count_;
  for (Move* m = buffer; m != end; ++m)
    if (*m != ordering_.tt_move) moves_[end_++] = {*m, 0};
  stack_.top_ = moves_ + end_;
}

Move MovePicker::next() {
  while (true) switch (stage_) {
      case Stage::TT_MOVE:
        stage_ = info_.checkers ? Stage::GENERATE_EVASIONS : Stage::GENERATE_CAPTURES;
        return ordering_.tt_move;

      case Stage::GENERATE_CAPTURES:
        fill(generate_captures);
        score_captures();
        stage_ = Stage::GOOD_CAPTURES;
        break;

      case Stage::GOOD_CAPTURES:
        while (current_ < end_) {
          const ScoredMove best = select_best(current_++);
          if (wanted_ == Wanted::CAPTURES ||
              see_ge(position_, best.move, -best.score / params_.good_capture_divisor))
            return best.move;
          moves_[bad_capture_count_++] = best;  // overwrites a move that has been returned
        }
        stage_ = wanted_ == Wanted::CAPTURES ? Stage::END
                 : skip_quiets_              ? Stage::BAD_CAPTURES
                                             : Stage::GENERATE_QUIETS;
        break;

      case Stage::GENERATE_QUIETS:
        fill(generate_quiets);
        score_quiets();
        stage_ = Stage::GOOD_QUIETS;
        break;

      case Stage::GOOD_QUIETS:
        if (!skip_quiets_ && current_ < end_ && moves_[current_].score > params_.good_quiet)
          return moves_[current_++].move;
        stage_ = Stage::BAD_CAPTURES;
        break;

      case Stage::BAD_CAPTURES:
        if (next_bad_capture_ < bad_capture_count_) return moves_[next_bad_capture_++].move;
        stage_ = Stage::BAD_QUIETS;
        break;

      case Stage::BAD_QUIETS:
        if (!skip_quiets_ && current_ < end_) return moves_[current_++].move;
        stage_ = Stage::END;
        break;

      case Stage::GENERATE_EVASIONS:
        fill(generate_evasions);
        score_evasions();
        stage_ = Stage::EVASIONS;
        break;

      case Stage::EVASIONS:
        if (current_ < end_) return select_best(current_++).move;
        stage_ = Stage::END;
        break;

      case Stage::END: return NO_MOVE;
    }
}

ScoredMove& MovePicker::select_best(int from) {
  int best = from;
  for (int i = from + 1; i < end_; ++i)
    if (moves_[i].score > moves_[best].score) best = i;
  std::swap(moves_[from], moves_[best]);
  return moves_[from];
}

void MovePicker::score_captures() {
  // The most valuable victim first, and capture history.
  for (int i = current_; i < end_; ++i) {
    const Move m = moves_[i].move;
    const PieceType captured = type_of(position_.at(to_of(m)));
    const Piece piece = moved_piece(position_, m);
    moves_[i].score =
        4 * (capture_value(captured) + (is_promotion(m) ? promotion_value(type_of(piece)) : 0)) +
        history_.capture(piece, to_of(m), captured);
  }
}

void MovePicker::score_quiets() {
  const Color us = position_.turn();
  const Threats threats = us == BLACK ? Threats::of<WHITE>(position_) : Threats::of<BLACK>(position_);
  for (int i = current_; i < end_; ++i) {
    const Move m = moves_[i].move;
    const Piece piece = moved_piece(position_, m);
    const PieceType t = type_of(piece);
    const Square to = to_of(m);
    int score = 2 * (history_.quiet(us, m) + ordering_.pawn->at[piece][to]);
    for (const ContinuationHistory* continuation : ordering_.continuation)
      score += continuation->at[piece][to];
    if (ordering_.ply < History::LOW_PLIES)
      score += params_.ordered_low_ply * history_.low_ply(ordering_.ply, m) / (1 + ordering_.ply);
    if (is_promotion(m)) score += promotion_value(t) * 16;
    if (t != PAWN && t != KING) {
      const Bitboard& threatened = threats.to(t);
      const int before = !is_drop(m) && threatened.has(from_of(m)), after = threatened.has(to);
      score += params_.ordered_threat * VALUE[t] * (before - after);
    }
    if (ordering_.check_squares && ordering_.check_squares->gives_check(position_, m) &&
        see_ge(position_, m, -params_.ordered_check_loss))
      score += params_.ordered_check_score;
    moves_[i].score = score;
  }
  // Only the moves above a threshold are sorted. There may be hundreds of drops, most of which are never
  // searched because of a cutoff or late move pruning.
  const int threshold = params_.sorted_quiets_per_ply * depth_;
  ScoredMove* const first = moves_ + current_;
  ScoredMove* const last =
      std::partition(first, moves_ + end_, [&](const ScoredMove& m) { return m.score >= threshold; });
  std::sort(first, last, [](const ScoredMove& a, const ScoredMove& b) { return a.score > b.score; });
}

void MovePicker::score_evasions() {
  for (int i = current_; i < end_; ++i) {
    const Move m = moves_[i].move;
    const PieceType captured = type_of(position_.at(to_of(m)));
    const Piece piece = moved_piece(position_, m);
    if (captured)
      moves_[i].score = (1 << 20) + capture_value(captured) * 8 - VALUE[type_of(piece)];
    else
      moves_[i].score = history_.quiet(position_.turn(), m) + ordering_.continuation[0]->at[piece][to_of(m)] -
                        (is_drop(m) ? VALUE[type_of(piece)] : 0);
  }
}

}  // namespace komadai
