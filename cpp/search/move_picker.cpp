#include "search/move_picker.h"

#include "eval/values.h"
#include "rules/legality.h"
#include "search/checks.h"
#include "search/see.h"

namespace komadai {

Picker::Picker(const Position& position, const Guard& guard, History& history, const Hints& hints, int depth,
               Wanted wanted, MoveRoom& room)
    : position_(position),
      guard_(guard),
      history_(history),
      hints_(hints),
      room_(room),
      moves_(room.top_),
      depth_(depth),
      wanted_(wanted) {
  const Move m = hints_.table;
  const bool usable = m && is_legal(position, m) &&
                      (wanted == Wanted::ALL || guard.checkers || is_capture(position, m) ||
                       (wanted == Wanted::GAINS_AND_CHECKS && position.gives_check(m)));
  if (!usable) hints_.table = NO_MOVE;
  stage_ = usable ? Stage::TABLE : guard.checkers ? Stage::GENERATE_EVASIONS : Stage::GENERATE_CAPTURES;
}

void Picker::take(Generator generate) {
  Move buffer[MAX_MOVES];
  Move* const end = generate(position_, guard_, buffer);
  current_ = end_ = losing_count_;
  for (Move* m = buffer; m != end; ++m)
    if (*m != hints_.table) moves_[end_++] = {*m, 0};
  room_.top_ = moves_ + end_;
}

Move Picker::next() {
  while (true) switch (stage_) {
      case Stage::TABLE:
        stage_ = guard_.checkers ? Stage::GENERATE_EVASIONS : Stage::GENERATE_CAPTURES;
        return hints_.table;

      case Stage::GENERATE_CAPTURES:
        take(generate_captures);
        score_captures();
        stage_ = Stage::CAPTURES;
        break;

      case Stage::CAPTURES:
        while (current_ < end_) {
          const ScoredMove best = bring_best(current_++);
          if (exchange_gains(position_, best.move, 0)) return best.move;
          moves_[losing_count_++] = best;  // in the place of one that is done with
        }
        stage_ = wanted_ == Wanted::ALL                ? Stage::KILLERS
                 : wanted_ == Wanted::GAINS_AND_CHECKS ? Stage::GENERATE_CHECKS
                                                       : Stage::END;
        break;

      case Stage::KILLERS:
        while (killer_ < 3 && !skip_quiets_) {
          const Move m = killer_ < 2 ? hints_.killers[killer_] : hints_.counter;
          const bool repeated = killer_ == 2 && (m == hints_.killers[0] || m == hints_.killers[1]);
          ++killer_;
          if (m && m != hints_.table && !repeated && is_legal(position_, m) && !is_capture(position_, m) &&
              !is_pointless(position_, m))
            return m;
        }
        stage_ = skip_quiets_ ? Stage::LOSING : Stage::GENERATE_QUIETS;
        break;

      case Stage::GENERATE_QUIETS:
        take(generate_quiets);
        score_quiets();
        stage_ = Stage::QUIETS;
        break;

      case Stage::QUIETS:
        while (current_ < end_ && !skip_quiets_) {
          const Move m = moves_[current_++].move;
          if (!is_hint(m)) return m;
        }
        stage_ = Stage::LOSING;
        break;

      case Stage::LOSING:
        if (losing_ < losing_count_) return moves_[losing_++].move;
        stage_ = Stage::END;
        break;

      case Stage::GENERATE_CHECKS:
        losing_count_ = 0;
        take(generate_checks);
        stage_ = Stage::CHECKS;
        break;

      case Stage::CHECKS:
        while (current_ < end_) {
          const Move m = moves_[current_++].move;
          if (!is_capture(position_, m) && exchange_gains(position_, m, 0)) return m;
        }
        stage_ = Stage::END;
        break;

      case Stage::GENERATE_EVASIONS:
        take(generate_evasions);
        score_evasions();
        stage_ = Stage::EVASIONS;
        break;

      case Stage::EVASIONS:
        if (current_ < end_) return bring_best(current_++).move;
        stage_ = Stage::END;
        break;

      case Stage::END: return NO_MOVE;
    }
}

ScoredMove& Picker::bring_best(int from) {
  int best = from;
  for (int i = from + 1; i < end_; ++i)
    if (moves_[i].score > moves_[best].score) best = i;
  std::swap(moves_[from], moves_[best]);
  return moves_[from];
}

bool Picker::is_hint(Move m) const {
  return m == hints_.killers[0] || m == hints_.killers[1] || m == hints_.counter;
}

int Picker::past(Move m, Piece piece) const {
  int sum = 2 * history_.quiet(position_.turn(), m);
  const Square to = to_of(m);
  if (hints_.after[0]) sum += 2 * hints_.after[0]->at[piece][to];
  if (hints_.after[1]) sum += 2 * hints_.after[1]->at[piece][to];
  if (hints_.after[2]) sum += hints_.after[2]->at[piece][to];
  return sum / 2;
}

void Picker::score_captures() {
  // The most valuable victim first, the cheapest attacker first among those.
  for (int i = current_; i < end_; ++i) {
    const Move m = moves_[i].move;
    const PieceType taken = type_of(position_.at(to_of(m)));
    const Piece piece = mover(position_, m);
    moves_[i].score = capture_value(taken) * 8 - VALUE[type_of(piece)] +
                      (is_promotion(m) ? promotion_value(type_of(piece)) * 8 : 0) +
                      history_.capture(piece, to_of(m), taken) / 4;
  }
}

void Picker::score_quiets() {
  for (int i = current_; i < end_; ++i) {
    const Move m = moves_[i].move;
    const Piece piece = mover(position_, m);
    moves_[i].score = past(m, piece) + (is_promotion(m) ? promotion_value(type_of(piece)) * 8 : 0);
  }
  // Only those that have a chance are put in order: with hundreds of drops the rest isn't worth it.
  const int floor = -1500 * depth_;
  int sorted = current_;
  for (int i = current_; i < end_; ++i) {
    if (moves_[i].score < floor) continue;
    const ScoredMove s = moves_[i];
    moves_[i] = moves_[sorted];
    int j = sorted++;
    for (; j > current_ && moves_[j - 1].score < s.score; --j) moves_[j] = moves_[j - 1];
    moves_[j] = s;
  }
}

void Picker::score_evasions() {
  for (int i = current_; i < end_; ++i) {
    const Move m = moves_[i].move;
    const PieceType taken = type_of(position_.at(to_of(m)));
    const Piece piece = mover(position_, m);
    if (taken)
      moves_[i].score = (1 << 20) + capture_value(taken) * 8 - VALUE[type_of(piece)];
    else
      moves_[i].score = history_.quiet(position_.turn(), m) +
                        (hints_.after[0] ? int(hints_.after[0]->at[piece][to_of(m)]) : 0) -
                        (is_drop(m) ? VALUE[type_of(piece)] : 0);
  }
}

}  // namespace komadai
