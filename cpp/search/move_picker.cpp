#include "search/move_picker.h"

#include <algorithm>

#include "eval/values.h"
#include "rules/legality.h"
#include "search/see.h"

namespace komadai {

MovePicker::MovePicker(const Position& position, const CheckersAndPins& info, History& history,
                       const OrderingData& ordering, int depth, Wanted wanted, ScoredMoveStack& stack,
                       const Parameters& params)
    : position_(position),
      info_(info),
      history_(history),
      ordering_(ordering),
      stack_(stack),
      params_(params),
      moves_(ScoredMoveStack::aligned<ScoredMove>(stack.top_)),
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
  stack_.top_ = reinterpret_cast<std::byte*>(moves_ + end_);
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
        generate_quiets();
        stage_ = Stage::GOOD_QUIETS;
        break;

      case Stage::GOOD_QUIETS:
        if (has_quiet() && quiets_->score(next_quiet_) > params_.good_quiet) return take_quiet();
        stage_ = Stage::BAD_CAPTURES;
        break;

      case Stage::BAD_CAPTURES:
        if (next_bad_capture_ < bad_capture_count_) return moves_[next_bad_capture_++].move;
        stage_ = Stage::BAD_QUIETS;
        break;

      case Stage::BAD_QUIETS:
        if (has_quiet()) return take_quiet();
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

void MovePicker::generate_quiets() {
  quiets_ = ScoredMoveStack::aligned<QuietMoves>(moves_ + bad_capture_count_);
  quiets_->generate(position_, info_, history_, ordering_, params_);
  stack_.top_ = static_cast<std::byte*>(quiets_->end());
}

bool MovePicker::has_quiet() {
  if (skip_quiets_ || !quiets_) return false;
  if (next_quiet_ < 0 && by_score_) next_quiet_ = quiets_->best(params_.sorted_quiets_per_ply * depth_);
  if (next_quiet_ < 0) {
    by_score_ = false;
    next_quiet_ = quiets_->first(rest_);
    rest_ = next_quiet_ + 1;
  }
  return next_quiet_ >= 0;
}

Move MovePicker::take_quiet() { return quiets_->take(std::exchange(next_quiet_, -1)); }

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
