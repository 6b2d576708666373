// Many games of a variant that are stepped together, on several threads, into arrays of the caller.
#pragma once

#include <optional>
#include <vector>

#include "env/variant_layout.h"
#include "threads/thread_pool.h"
#include "variants/game_end.h"
#include "variants/movegen.h"

namespace komadai::env {

// The arrays that reset and step fill; the first axis is the game.
struct VariantBuffers {
  uint8_t* legal_actions;  // [games][actions], 0 or 1; null if moves have no action
  int32_t* legal_counts;   // the number of legal moves
  float* rewards;
  uint8_t* terminated;
  uint8_t* truncated;
  uint8_t* to_move;                // 0 Black, 1 White
  uint8_t* endings;                // variants::End, or MOVE_LIMIT
  uint8_t *planes, *final_planes;  // null without planes
};

// As VectorGames. Where moves have no action (VariantLayout), an action is the index of a move in
// legal_moves.
class VariantGames {
 public:
  static constexpr uint8_t MOVE_LIMIT = 255;

  // At each reset one of `starts` (at least one) is drawn. No game may be over at its start.
  VariantGames(size_t games, std::vector<variants::Board> starts, const VariantLayout& layout, int max_moves,
               const VariantBuffers& buffers, int threads);

  size_t size() const { return slots_.size(); }
  const variants::Board& board(size_t index) const { return slots_[index].board; }
  const variants::MoveList& legal_moves(size_t index) const { return slots_[index].moves; }

  // Starts all games anew. With a seed, the random numbers of all games start anew as well.
  void reset(std::optional<uint64_t> seed);
  // The first game in which the action is not legal; size() if all are legal. Must be called before step,
  // which plays the moves that it found.
  size_t find_illegal(const int64_t* actions);
  void step();
  // Draws a legal action for each game, each with the same probability.
  void sample(int64_t* actions);
  // The legal move of this action; no move if it is not legal.
  variants::Move move_of(size_t index, int64_t action) const;

 private:
  struct Slot {
    explicit Slot(const variants::Board& start) : board(start) {}

    variants::Board board;
    uint64_t random = 0;
    variants::Move next;
    variants::MoveList moves;
    std::vector<int64_t> actions;
  };

  static size_t draw(Slot& slot, size_t below);
  void start(Slot& slot);
  void play(size_t index);
  void generate(Slot& slot);
  void write(size_t index);
  void write_planes(size_t index, uint8_t* planes) const;
  template <class Run>
  void for_each_game(Run run);

  std::vector<variants::Board> starts_;
  VariantLayout layout_;
  int max_moves_;
  VariantBuffers buffers_;
  std::vector<Slot> slots_;
  ThreadPool pool_;
};

}  // namespace komadai::env
