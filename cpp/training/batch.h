// Reads batches of training positions from PSV records: for each position the inputs that it turns on in a
// network, the score of a search, and the result of the game.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>

#include "eval/evaluation.h"
#include "eval/network/features.h"
#include "rules/sfen.h"

namespace komadai::training {

// A PSV record: the packed position (32 bytes), the score of the side to move (int16), the move (uint16), the
// ply (uint16), the result of the side to move (int8: 1, 0 or -1), one unused byte. Little-endian.
constexpr size_t RECORD_BYTES = 40;
constexpr size_t SCORE_AT = 32, MOVE_AT = 34, PLY_AT = 36, RESULT_AT = 38;
constexpr size_t MAX_INPUTS = 40;  // the number of pieces in a set, with kings
constexpr uint32_t NO_INPUT = ~0u;

// Which positions are used.
struct Selection {
  bool skip_checks = false;    // leave out positions with the side to move in check
  bool skip_captures = false;  // leave out positions whose move is a capture or a promotion
  int max_score = 1 << 15;     // leave out positions whose score is further from 0
  // use each position without a check also with the other side to move, with the opposite score and result
  bool both_sides = false;
};

// The arrays that are filled. `inputs` is [positions][2][MAX_INPUTS]: as the side to move sees the position,
// then as the opponent sees it; unused places are NO_INPUT. A score is in centipawns, a result 1, 0.5 or 0,
// an offset in centipawns, the value of the evaluation that the network corrects or 0; all for the side to
// move.
struct Batch {
  uint32_t* inputs;
  float* scores;
  float* results;
  float* offsets;
};

// Thrown for the first record of a batch that is damaged.
struct BadRecord {
  size_t record;
  const char* problem;           // nullptr if the position is not valid
  SfenProblem position_problem;  // the reason in this case
};

// A position with its score in centipawns and the result of the game, 1, 0.5 or 0, both for the side to move.
struct LabelledPosition {
  Position position;
  int score;
  float result;
};

// The position of a record, which has the number `number` in errors. Throws BadRecord if it or the result of
// the game is not valid.
Position checked_position(const uint8_t* record, size_t number);
// The same with its labels, or nothing if it is left out.
std::optional<LabelledPosition> selected_position(const uint8_t* record, size_t number,
                                                  const Selection& selection);

// Fills the batch with the records of these indices, in their order, without those that are left out. With
// `both_sides` it has room for twice as many positions. Returns the number of positions. `corrected`: the
// evaluation that the network corrects, or nullptr.
size_t load_batch(std::span<const uint8_t> records, std::span<const uint64_t> indices,
                  const network::FeatureSet& features, const Selection& selection,
                  const Evaluation* corrected, Batch batch, int threads);

}  // namespace komadai::training
