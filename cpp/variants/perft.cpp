#include "variants/perft.h"

#include "variants/movegen.h"

namespace komadai::variants {

uint64_t perft(Board& b, int depth, const std::function<void()>& pause) {
  if (depth <= 0) return 1;
  if (depth == 1) return count_legal(b);
  if (depth == 2) pause();
  MoveList moves;
  moves.reserve(256);
  generate_legal(b, moves);
  uint64_t count = 0;
  for (Move m : moves) {
    b.make(m);
    count += perft(b, depth - 1, pause);
    b.undo();
  }
  return count;
}

}  // namespace komadai::variants
