#include "training/batch.h"

#include <cstdlib>
#include <cstring>
#include <optional>

#include "rules/packed_sfen.h"
#include "threads/parallel_for.h"

namespace komadai::training {
namespace {

constexpr size_t POSITION_INPUTS = 2 * MAX_INPUTS;
constexpr size_t CHUNK = 512;  // positions that a task reads

int read_int16(const uint8_t* bytes) { return int16_t(uint16_t(bytes[0] | bytes[1] << 8)); }

// Whether a record's move, 0-6 the destination, 14 drop, 15 promotion, is a capture or a promotion.
bool captures_or_promotes(const Position& p, const uint8_t* bytes) {
  const unsigned move = unsigned(bytes[0] | bytes[1] << 8), to = move & 127;
  if (move >> 15) return true;
  return !(move >> 14 & 1) && move != 0 && to < SQUARES && p.at(Square(to)) != NO_PIECE;
}

// Writes a position into place `at`, with its labels for the side to move.
void write(const Position& p, float score, float result, const network::FeatureSet& features,
           Evaluation* corrected, const Batch& batch, size_t at) {
  uint32_t* out = batch.inputs + at * POSITION_INPUTS;
  for (Color side : {p.turn(), ~p.turn()}) {
    size_t count = 0;
    network::for_each_input(features, p, side, [&](int input) { out[count++] = uint32_t(input); });
    for (; count < MAX_INPUTS; ++count) out[count] = NO_INPUT;
    out += MAX_INPUTS;
  }
  batch.scores[at] = score;
  batch.results[at] = result;
  batch.offsets[at] = 0;
  if (corrected && !p.in_check()) {
    corrected->reset(p);
    batch.offsets[at] = float(corrected->value(p));
  }
}

// Reads one record into the places from `at`; the number of positions it gives.
size_t load(const uint8_t* record, size_t number, const network::FeatureSet& features,
            const Selection& selection, Evaluation* corrected, const Batch& batch, size_t at) {
  auto labelled = selected_position(record, number, selection);
  if (!labelled) return 0;
  Position& p = labelled->position;
  const float score = float(labelled->score), result = labelled->result;
  write(p, score, result, features, corrected, batch, at);
  if (!selection.both_sides || p.in_check()) return 1;
  p.do_pass();
  write(p, -score, 1 - result, features, corrected, batch, at + 1);
  return 2;
}

}  // namespace

Position checked_position(const uint8_t* record, size_t number) {
  const int result = int8_t(record[RESULT_AT]);
  if (result < -1 || result > 1) throw BadRecord{number, "game_result: expected 1, 0 or -1", {}};
  PackedPosition packed;
  std::memcpy(packed.data(), record, packed.size());
  const Unpacked unpacked = unpack(packed);
  if (unpacked.problem) throw BadRecord{number, unpacked.problem, {}};
  if (const auto found = problems(unpacked.position); !found.empty())
    throw BadRecord{number, nullptr, found.front()};
  return unpacked.position;
}

std::optional<LabelledPosition> selected_position(const uint8_t* record, size_t number,
                                                  const Selection& selection) {
  std::optional<LabelledPosition> labelled({checked_position(record, number), read_int16(record + SCORE_AT),
                                            float(int8_t(record[RESULT_AT]) + 1) / 2});
  const Position& p = labelled->position;
  if (std::abs(labelled->score) > selection.max_score || (selection.skip_checks && p.in_check()) ||
      (selection.skip_captures && captures_or_promotes(p, record + MOVE_AT)))
    labelled.reset();
  return labelled;
}

size_t load_batch(std::span<const uint8_t> records, std::span<const uint64_t> indices,
                  const network::FeatureSet& features, const Selection& selection,
                  const Evaluation* corrected, Batch batch, int threads) {
  // Each chunk fills the places of its own indices from the first one; the gaps are closed afterwards.
  const size_t places = selection.both_sides ? 2 : 1;  // for a record
  const size_t chunks = (indices.size() + CHUNK - 1) / CHUNK;
  std::vector<size_t> loaded(chunks);
  std::vector<std::optional<BadRecord>> bad(chunks);
  std::vector<std::unique_ptr<Evaluation>> evaluations{size_t(threads)};  // one for each worker
  if (corrected)
    for (auto& each : evaluations) each = corrected->clone();
  parallel_for(threads, chunks, [&](size_t chunk, size_t worker) {
    const size_t first = chunk * CHUNK, end = std::min(first + CHUNK, indices.size());
    size_t at = first * places;
    try {
      for (size_t i = first; i < end; ++i)
        at += load(records.data() + indices[i] * RECORD_BYTES, indices[i], features, selection,
                   evaluations[worker].get(), batch, at);
    } catch (const BadRecord& record) {
      bad[chunk] = record;
    }
    loaded[chunk] = at - first * places;
  });
  for (const auto& record : bad)
    if (record) throw *record;

  size_t count = 0;
  for (size_t chunk = 0; chunk < chunks; ++chunk) {
    const size_t first = chunk * CHUNK * places, n = loaded[chunk];
    if (first != count) {
      std::memmove(batch.inputs + count * POSITION_INPUTS, batch.inputs + first * POSITION_INPUTS,
                   n * POSITION_INPUTS * sizeof *batch.inputs);
      std::memmove(batch.scores + count, batch.scores + first, n * sizeof *batch.scores);
      std::memmove(batch.results + count, batch.results + first, n * sizeof *batch.results);
      std::memmove(batch.offsets + count, batch.offsets + first, n * sizeof *batch.offsets);
    }
    count += n;
  }
  return count;
}

}  // namespace komadai::training
