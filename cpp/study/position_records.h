// The position index of a game database: which games reached a position, and how they went on.
//
// The index is a sorted array of records of 16 bytes, one for each position of each game. All records of a
// position are neighbours, sorted by the move that was played, so the counts of its moves are differences
// between indices that binary search finds. Several sorted arrays (runs) are merged into one.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "rules/position.h"

namespace komadai::study {

enum class Result : uint8_t { BLACK_WINS, WHITE_WINS, DRAW, NONE };
constexpr int RESULTS = 4;

constexpr uint32_t MAX_GAME = (1u << 29) - 1;
constexpr int MAX_INDEXED_PLY = (1 << 16) - 1;

// A position of a game and the move played in it.
struct PositionRecord {
  uint64_t key;  // Position::key()
  // The order of these fields, from the highest bits, is the order of the records of one position:
  // bits 48-63: the move, NO_MOVE after the last one
  // bit 47:     the game had reached the position before, and another move was played then
  // bits 45-46: the result
  // bits 16-44: the number of the game
  // bits 0-15:  the number of moves before the position
  uint64_t data;

  Move move() const { return Move(data >> 48); }
  bool is_repeated() const { return data >> 47 & 1; }
  Result result() const { return Result(data >> 45 & 3); }
  uint32_t game() const { return data >> 16 & MAX_GAME; }
  int ply() const { return data & MAX_INDEXED_PLY; }

  auto operator<=>(const PositionRecord&) const = default;
};
static_assert(sizeof(PositionRecord) == 16);

PositionRecord make_record(uint64_t key, Move move, bool is_repeated, Result result, uint32_t game, int ply);

// Appends the records of a game: of the position after each of its moves up to `max_ply`, and of the start. A
// position that the game reaches again has another record only if another move is played. Returns false,
// without appending, if a move is not possible.
bool append_game(std::vector<PositionRecord>& records, Position start, std::span<const Move> moves,
                 int max_ply, Result result, uint32_t game);

// The records of a position in a sorted array.
std::span<const PositionRecord> find_records(std::span<const PositionRecord> sorted, uint64_t key);

struct MoveCounts {
  Move move;
  uint32_t games;
  uint32_t results[RESULTS];
};

struct PositionCounts {
  uint32_t games = 0;  // each once, however often it reaches the position
  std::vector<MoveCounts> moves;
};

// Adds the records of one position in one run to the counts. With `allowed`, a bit for each game, other games
// are not counted.
void count_moves(std::span<const PositionRecord> found, std::optional<std::span<const uint8_t>> allowed,
                 PositionCounts& counts);

// Appends the games of one position in one run, as (game, ply) in a number with the ply in the lower 16 bits:
// at least the `limit` games with the lowest numbers, if there are that many.
void find_games(std::span<const PositionRecord> found, size_t limit, std::vector<uint64_t>& games);

// Merges sorted runs.
class RunMerger {
 public:
  explicit RunMerger(std::vector<std::span<const PositionRecord>> runs);

  // Writes the next records, as many as there is room for; returns their number.
  size_t read(std::span<PositionRecord> out);

 private:
  std::vector<std::span<const PositionRecord>> heap_;  // the remaining part of each run; none is empty
};

}  // namespace komadai::study
