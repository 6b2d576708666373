#include "search/picker.h"

#include "eval/values.h"
#include "rules/legality.h"
#include "search/see.h"

namespace komadai {

Picker::Picker(const Position& position, const Guard& guard, History& history, const Hints& hints, int depth)
    : position_(position), guard_(guard), history_(history), hints_(hints), depth_(depth) {
  const bool usable = hints_.table && is_legal(position, hints_.table);
  if (!usable) hints_.table = NO_MOVE;
  if (guard.checkers) {
    stage_ = usable ? Stage::TABLE : Stage::GENERATE_EVASIONS;
  } else {
    stage_ = usable ? Stage::TABLE : Stage::GENERATE_CAPTURES;
  }
}

Picker::Picker(const Position& position, const Guard& guard, History& history, Move table)
    : position_(position), guard_(guard), history_(history), depth_(0) {
  hints_.table =
      table && (guard.checkers || is_capture(position, table)) && is_legal(position, table) ? table : NO_MOVE;
  stage_ = Stage::QUIESCENCE_TABLE;
}

Move Picker::next() {
  Move buffer[MAX_MOVES];
  const auto take = [&](Move* end) {
    for (Move* m = buffer; m != end; ++m)
      if (*m != hints_.table) scored_[end_++] = {*m, 0};
  };
  while (true) switch (stage_) {
      case Stage::TABLE:
        stage_ = guard_.checkers ? Stage::GENERATE_EVASIONS : Stage::GENERATE_CAPTURES;
        return hints_.table;

      case Stage::GENERATE_CAPTURES:
        take(generate_captures(position_, guard_, buffer));
        score_captures();
        stage_ = Stage::CAPTURES;
        break;

      case Stage::CAPTURES:
        while (current_ < end_) {
          const Scored& best = bring_best(current_++);
          if (exchange_gains(position_, best.move, 0)) return best.move;
          if (losing_count_ < 128) losing_captures_[losing_count_++] = best.move;
        }
        stage_ = Stage::KILLERS;
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
        current_ = end_ = 0;
        take(generate_quiets(position_, guard_, buffer));
        score_quiets();
        stage_ = Stage::QUIETS;
        break;

      case Stage::QUIETS:
        while (current_ < end_ && !skip_quiets_) {
          const Move m = scored_[current_++].move;
          if (!is_hint(m)) return m;
        }
        stage_ = Stage::LOSING;
        break;

      case Stage::LOSING:
        if (losing_ < losing_count_) return losing_captures_[losing_++];
        stage_ = Stage::END;
        break;

      case Stage::GENERATE_EVASIONS:
        take(generate_evasions(position_, guard_, buffer));
        score_evasions();
        stage_ = Stage::EVASIONS;
        break;

      case Stage::EVASIONS:
        if (current_ < end_) return bring_best(current_++).move;
        stage_ = Stage::END;
        break;

      case Stage::QUIESCENCE_TABLE:
        stage_ = guard_.checkers ? Stage::GENERATE_EVASIONS : Stage::QUIESCENCE_GENERATE;
        if (hints_.table) return hints_.table;
        break;

      case Stage::QUIESCENCE_GENERATE:
        take(generate_captures(position_, guard_, buffer));
        score_captures();
        stage_ = Stage::QUIESCENCE;
        break;

      case Stage::QUIESCENCE:
        while (current_ < end_) {
          const Move m = bring_best(current_++).move;
          if (exchange_gains(position_, m, 0)) return m;
        }
        stage_ = Stage::END;
        break;

      case Stage::END: return NO_MOVE;
    }
}

Picker::Scored& Picker::bring_best(int from) {
  int best = from;
  for (int i = from + 1; i < end_; ++i)
    if (scored_[i].score > scored_[best].score) best = i;
  std::swap(scored_[from], scored_[best]);
  return scored_[from];
}

bool Picker::is_hint(Move m) const {
  return m == hints_.killers[0] || m == hints_.killers[1] || m == hints_.counter;
}

void Picker::score_captures() {
  // The most valuable victim first, the cheapest attacker first among those.
  for (int i = current_; i < end_; ++i) {
    const Move m = scored_[i].move;
    const PieceType taken = type_of(position_.at(to_of(m)));
    const Piece piece = mover(position_, m);
    scored_[i].score = capture_value(taken) * 8 - VALUE[type_of(piece)] +
                       (is_promotion(m) ? promotion_value(type_of(piece)) * 8 : 0) +
                       history_.capture(piece, to_of(m), taken) / 4;
  }
}

void Picker::score_quiets() {
  const Color us = position_.turn();
  for (int i = 0; i < end_; ++i) {
    const Move m = scored_[i].move;
    const Piece piece = mover(position_, m);
    int score = history_.quiet(us, m);
    if (hints_.after_last) score += hints_.after_last->at[piece][to_of(m)];
    if (hints_.after_own) score += hints_.after_own->at[piece][to_of(m)];
    if (is_promotion(m)) score += promotion_value(type_of(piece)) * 8;
    scored_[i].score = score;
  }
  // Only those that have a chance are put in order: with hundreds of drops the rest isn't worth it.
  const int floor = -1500 * depth_;
  int sorted = 0;
  for (int i = 0; i < end_; ++i) {
    if (scored_[i].score < floor) continue;
    const Scored s = scored_[i];
    scored_[i] = scored_[sorted];
    int j = sorted++;
    for (; j > 0 && scored_[j - 1].score < s.score; --j) scored_[j] = scored_[j - 1];
    scored_[j] = s;
  }
}

void Picker::score_evasions() {
  const Color us = position_.turn();
  for (int i = current_; i < end_; ++i) {
    const Move m = scored_[i].move;
    const PieceType taken = type_of(position_.at(to_of(m)));
    const Piece piece = mover(position_, m);
    if (taken)
      scored_[i].score = (1 << 20) + capture_value(taken) * 8 - VALUE[type_of(piece)];
    else
      scored_[i].score = history_.quiet(us, m) +
                         (hints_.after_last ? int(hints_.after_last->at[piece][to_of(m)]) : 0) -
                         (is_drop(m) ? VALUE[type_of(piece)] : 0);
  }
}

}  // namespace komadai
