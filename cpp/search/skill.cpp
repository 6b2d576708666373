// Weakened play: errors of the evaluation, and moves that are not seen. Both depend only on the seed and the
// position, so that all threads and iterations agree about them.
#include <algorithm>

#include "search/search_thread.h"

namespace komadai {

int SearchThread::evaluate() const {
  int value = evaluation_->value(position_);
  if (skill_.eval_noise) {
    // The sum of two uniform numbers: small errors are more probable than large ones.
    const uint64_t random = mix64(position_.key() ^ skill_.seed);
    const int error = int(random & 1023) + int(random >> 10 & 1023) - 1023;
    value =
        std::clamp(value + error * skill_.eval_noise / 512, -Evaluation::MAX_VALUE, Evaluation::MAX_VALUE);
  }
  return value;
}

bool SearchThread::is_skipped_by_skill(Move m) const {
  if (!skill_.overlook) return false;
  int permille = skill_.overlook;
  if (ply_ > 0) {
    const Move last = stack_[ply_ - 1].move;
    if (last && to_of(last) == to_of(m)) permille /= 3;  // recaptures are easier to see
  }
  const uint64_t random = mix64(position_.key() + GOLDEN_GAMMA * m + skill_.seed);
  return int(random % 1000) < permille;
}

}  // namespace komadai
