// Many games that are stepped together, on several threads, into arrays of the caller.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "env/actions.h"
#include "env/game_end.h"
#include "rules/movegen.h"
#include "threads/thread_pool.h"

namespace komadai::env {

enum class Layout : uint8_t { NONE, PGX, DLSHOGI };

// The arrays that reset and step fill; the first axis is the game. Pointers to planes may be null where the
// layout has no such array.
struct Buffers {
  uint8_t* legal_actions;  // [games][ACTIONS], 0 or 1
  float* rewards;
  uint8_t* terminated;
  uint8_t* truncated;
  uint8_t* to_move;  // 0 Black, 1 White
  uint8_t* endings;  // Ending
  uint8_t* pgx_planes;
  float *board_planes, *constant_planes;
  // The same planes of the last position of the games that ended in the last step.
  uint8_t* final_pgx_planes;
  float *final_board_planes, *final_constant_planes;
};

class VectorGames {
 public:
  // At each reset one of `starts` (at least one) is drawn. No game may be over at its start
  // (is_over_at_start).
  VectorGames(size_t games, std::vector<Game> starts, const GameRules& rules, Layout layout,
              const Buffers& buffers, int threads);

  size_t size() const { return slots_.size(); }
  const Game& game(size_t index) const { return slots_[index].game; }

  // Starts all games anew. With a seed, the random numbers of all games start anew as well.
  void reset(std::optional<uint64_t> seed);
  // The first game in which the action is not legal; size() if all are legal. Must be called before step,
  // which plays the moves that it found.
  size_t find_illegal(const int64_t* actions);
  void step();
  // Draws a legal action for each game, each with the same probability.
  void sample(int64_t* actions);

  // The legal move of this action, or NO_MOVE.
  Move move_of(size_t index, int64_t action) const;

 private:
  // Counts positions up to 3 by the low bits of their keys, two bits for each, so a count is never too low.
  class PositionCounts {
   public:
    // Returns how often the position can have been added before at most; 3 also stands for more.
    int add(uint64_t key) {
      uint64_t& word = words_[key / 32 % words_.size()];
      const int shift = int(key % 32 * 2), count = int(word >> shift & 3);
      if (count < 3) word += uint64_t(1) << shift;
      return count;
    }
    void clear() { words_.fill(0); }

   private:
    std::array<uint64_t, 16> words_;
  };

  // What a step reads of every game comes first: few cache lines.
  struct alignas(64) Slot {
    Game game;
    uint64_t random = 0;
    int legal_count = 0;
    Move next = NO_MOVE;
    PositionCounts counts;
    std::array<Move, MAX_LEGAL_MOVES + 7> moves;
    std::array<uint16_t, MAX_LEGAL_MOVES + 7> actions;
  };

  // Returns a number from 0 to `below` - 1.
  static size_t draw(Slot& slot, size_t below);
  void draw_action(size_t index);
  void start(Slot& slot);
  void play(size_t index);
  void generate(Slot& slot);
  void write(size_t index);
  void write_planes(size_t index, uint8_t* pgx, float* board, float* constant) const;
  template <class Run>
  void for_each_game(Run run);

  void prefetch_after(size_t index) const;

  std::vector<Slot> slots_;
  std::vector<int64_t> drawn_;  // a random legal action of each game, which the next sample() returns
  bool has_drawn_ = false;
  std::vector<Game> starts_;
  GameRules rules_;
  Layout layout_;
  Buffers buffers_;
  ThreadPool pool_;
};

// Whether a game that starts here would be over before its first move.
bool is_over_at_start(const Game& game, const GameRules& rules);

}  // namespace komadai::env
