#include "training/vary.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "rules/mix64.h"
#include "rules/movegen.h"
#include "rules/packed_sfen.h"
#include "training/batch.h"

namespace komadai::training {
namespace {

uint64_t below(uint64_t& random, uint64_t limit) { return splitmix64(random) % limit; }

// A random move: one time in two a capture, where there are any. Nothing in a position without moves.
std::optional<Move> random_move(const Position& p, uint64_t& random) {
  MoveBuffer<> moves(p);
  if (moves.size() == 0) return {};
  Move* const first = moves.moves;
  Move* last = moves.last;
  if (below(random, 2)) {
    Move* const captures_end =
        std::partition(first, last, [&](Move m) { return p.at(to_of(m)) != NO_PIECE; });
    if (captures_end != first) last = captures_end;
  }
  return first[below(random, uint64_t(last - first))];
}

void write_int16(uint8_t* out, int value) {
  out[0] = uint8_t(value);
  out[1] = uint8_t(value >> 8);
}

}  // namespace

std::vector<uint8_t> vary(std::span<const uint8_t> records, uint64_t first, const VaryOptions& options,
                          Evaluation& evaluation) {
  const size_t count = records.size() / RECORD_BYTES;
  std::vector<uint8_t> out;
  out.reserve(records.size() * size_t(options.copies));
  for (size_t i = 0; i < count; ++i) {
    const uint8_t* record = records.data() + i * RECORD_BYTES;
    const Position start = checked_position(record, i);
    uint64_t random = mix64(options.seed + mix64(first + i));
    for (int copy = 0; copy < options.copies; ++copy) {
      Position p = start;
      int moves = int(below(random, uint64_t(options.max_moves) + 1));
      for (Undo undo; moves > 0; --moves) {
        const auto move = random_move(p, random);
        if (!move) break;
        p.do_move(*move, undo);
      }
      const auto packed = pack(p);
      if (moves > 0 || p.in_check() || !packed) continue;
      evaluation.reset(p);
      const size_t at = out.size();
      out.resize(at + RECORD_BYTES);  // the move is 0: none
      std::memcpy(&out[at], packed->data(), packed->size());
      write_int16(&out[at + SCORE_AT], evaluation.value(p));
      std::memcpy(&out[at + PLY_AT], record + PLY_AT, 2);
      const int result = int8_t(record[RESULT_AT]);
      out[at + RESULT_AT] = uint8_t(p.turn() == start.turn() ? result : -result);
    }
  }
  return out;
}

}  // namespace komadai::training
