#include "search/move_picker.h"

#include "eval/values.h"
#include "rules/legality.h"
#include "search/see.h"

namespace komadai {

MovePicker::MovePicker(const Position& position, const CheckersAndPins& info, History& history,
                       const OrderingData& ordering, int depth, Wanted wanted, MoveStack& stack)
    : position_(position),
      info_(info),
      history_(history),
      ordering_(ordering),
      stack_(stack),
      moves_(stack.top_),
      depth_(depth),
      wanted_(wanted) {
  const Move m = ordering_.tt_move;
  const bool usable = m && is_legal(position, m) &&
                      (wanted == Wanted::ALL || info.checkers || is_capture(position, m) ||
                       (wanted == Wanted::GOOD_CAPTURES_AND_CHECKS && position.gives_check(m)));
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
          if (see_ge(position_, best.move, 0)) return best.move;
          moves_[bad_capture_count_++] = best;  // overwrites a move that has been returned
        }
        stage_ = wanted_ == Wanted::ALL                        ? Stage::KILLERS
                 : wanted_ == Wanted::GOOD_CAPTURES_AND_CHECKS ? Stage::GENERATE_CHECKS
                                                               : Stage::END;
        break;

      case Stage::KILLERS:
        while (killer_index_ < 3 && !skip_quiets_) {
          const Move m = killer_index_ < 2 ? ordering_.killers[killer_index_] : ordering_.counter_move;
          const bool repeated =
              killer_index_ == 2 && (m == ordering_.killers[0] || m == ordering_.killers[1]);
          ++killer_index_;
          if (m && m != ordering_.tt_move && !repeated && is_legal(position_, m) &&
              !is_capture(position_, m) && !is_dominated_by_promotion(position_, m))
            return m;
        }
        stage_ = skip_quiets_ ? Stage::BAD_CAPTURES : Stage::GENERATE_QUIETS;
        break;

      case Stage::GENERATE_QUIETS:
        fill(generate_quiets);
        score_quiets();
        stage_ = Stage::QUIETS;
        break;

      case Stage::QUIETS:
        while (current_ < end_ && !skip_quiets_) {
          const Move m = moves_[current_++].move;
          if (!is_killer_or_counter(m)) return m;
        }
        stage_ = Stage::BAD_CAPTURES;
        break;

      case Stage::BAD_CAPTURES:
        if (next_bad_capture_ < bad_capture_count_) return moves_[next_bad_capture_++].move;
        stage_ = Stage::END;
        break;

      case Stage::GENERATE_CHECKS:
        bad_capture_count_ = 0;
        fill(generate_checks);
        stage_ = Stage::CHECKS;
        break;

      case Stage::CHECKS:
        while (current_ < end_) {
          const Move m = moves_[current_++].move;
          if (!is_capture(position_, m) && see_ge(position_, m, 0)) return m;
        }
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

bool MovePicker::is_killer_or_counter(Move m) const {
  return m == ordering_.killers[0] || m == ordering_.killers[1] || m == ordering_.counter_move;
}

int MovePicker::history_score(Move m, Piece piece) const {
  int sum = 2 * history_.quiet(position_.turn(), m);
  const Square to = to_of(m);
  if (ordering_.continuation[0]) sum += 2 * ordering_.continuation[0]->at[piece][to];
  if (ordering_.continuation[1]) sum += 2 * ordering_.continuation[1]->at[piece][to];
  if (ordering_.continuation[2]) sum += ordering_.continuation[2]->at[piece][to];
  return sum / 2;
}

void MovePicker::score_captures() {
  // MVV-LVA: the most valuable victim first, then the least valuable attacker; and capture history.
  for (int i = current_; i < end_; ++i) {
    const Move m = moves_[i].move;
    const PieceType captured = type_of(position_.at(to_of(m)));
    const Piece piece = moved_piece(position_, m);
    moves_[i].score = capture_value(captured) * 8 - VALUE[type_of(piece)] +
                      (is_promotion(m) ? promotion_value(type_of(piece)) * 8 : 0) +
                      history_.capture(piece, to_of(m), captured) / 4;
  }
}

void MovePicker::score_quiets() {
  for (int i = current_; i < end_; ++i) {
    const Move m = moves_[i].move;
    const Piece piece = moved_piece(position_, m);
    moves_[i].score = history_score(m, piece) + (is_promotion(m) ? promotion_value(type_of(piece)) * 8 : 0);
  }
  // Insertion sort of the moves above a threshold. There may be hundreds of drops, most of which are
  // never searched because of a cutoff or late move pruning.
  const int threshold = -1500 * depth_;
  int sorted = current_;
  for (int i = current_; i < end_; ++i) {
    if (moves_[i].score < threshold) continue;
    const ScoredMove s = moves_[i];
    moves_[i] = moves_[sorted];
    int j = sorted++;
    for (; j > current_ && moves_[j - 1].score < s.score; --j) moves_[j] = moves_[j - 1];
    moves_[j] = s;
  }
}

void MovePicker::score_evasions() {
  for (int i = current_; i < end_; ++i) {
    const Move m = moves_[i].move;
    const PieceType captured = type_of(position_.at(to_of(m)));
    const Piece piece = moved_piece(position_, m);
    if (captured)
      moves_[i].score = (1 << 20) + capture_value(captured) * 8 - VALUE[type_of(piece)];
    else
      moves_[i].score =
          history_.quiet(position_.turn(), m) +
          (ordering_.continuation[0] ? int(ordering_.continuation[0]->at[piece][to_of(m)]) : 0) -
          (is_drop(m) ? VALUE[type_of(piece)] : 0);
  }
}

}  // namespace komadai
