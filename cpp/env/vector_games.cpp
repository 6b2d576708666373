#include "env/vector_games.h"

#include <algorithm>
#include <atomic>
#include <cstring>

#include "env/planes.h"
#include "rules/mix64.h"

namespace komadai::env {
namespace {

// Games that one thread takes at a time: fewer would make the threads contend for the next task.
constexpr size_t GAMES_IN_TASK = 32;

}  // namespace

VectorGames::VectorGames(size_t games, std::vector<Game> starts, const GameRules& rules, Layout layout,
                         const Buffers& buffers, int threads)
    : slots_(games),
      drawn_(games),
      starts_(std::move(starts)),
      rules_(rules),
      layout_(layout),
      buffers_(buffers),
      pool_(threads) {}

template <class Run>
void VectorGames::for_each_game(Run run) {
  const size_t tasks = (size() + GAMES_IN_TASK - 1) / GAMES_IN_TASK;
  pool_.run(tasks, [&](size_t task) {
    const size_t end = std::min(size(), (task + 1) * GAMES_IN_TASK);
    for (size_t i = task * GAMES_IN_TASK; i < end; ++i) run(i);
  });
}

void VectorGames::reset(std::optional<uint64_t> seed) {
  for_each_game([&](size_t i) {
    Slot& slot = slots_[i];
    if (seed) slot.random = mix64(*seed + mix64(i + 1));
    start(slot);
    buffers_.rewards[i] = 0;
    buffers_.terminated[i] = buffers_.truncated[i] = 0;
    buffers_.endings[i] = uint8_t(Ending::NONE);
    write(i);
  });
  has_drawn_ = true;
}

size_t VectorGames::find_illegal(const int64_t* actions) {
  std::atomic<size_t> illegal{size()};
  for_each_game([&](size_t i) {
    slots_[i].next = move_of(i, actions[i]);
    if (slots_[i].next != NO_MOVE) return;
    for (size_t first = illegal; i < first && !illegal.compare_exchange_weak(first, i);) continue;
  });
  return illegal;
}

void VectorGames::step() {
  for_each_game([this](size_t i) {
    prefetch_after(i);
    play(i);
  });
  has_drawn_ = true;
}

void VectorGames::sample(int64_t* actions) {
  if (!has_drawn_)
    for (size_t i = 0; i < size(); ++i) draw_action(i);
  has_drawn_ = false;
  std::copy(drawn_.begin(), drawn_.end(), actions);
}

Move VectorGames::move_of(size_t index, int64_t action) const {
  if (action < 0 || action >= ACTIONS) return NO_MOVE;
  const Slot& slot = slots_[index];
  const auto end = slot.actions.begin() + slot.legal_count;
  const auto found = std::find(slot.actions.begin(), end, uint16_t(action));
  return found == end ? NO_MOVE : slot.moves[size_t(found - slot.actions.begin())];
}

size_t VectorGames::draw(Slot& slot, size_t below) {
  return size_t((splitmix64(slot.random) >> 32) * below >> 32);
}

void VectorGames::draw_action(size_t i) {
  Slot& slot = slots_[i];
  drawn_[i] = slot.actions[draw(slot, size_t(slot.legal_count))];
}

// Loads what the steps of the next two games read, while the present one is stepped.
void VectorGames::prefetch_after(size_t i) const {
  constexpr size_t LINE = 64, LINES = 9;
  if (i + 1 < size()) {
    const auto& history = slots_[i + 1].game.history;
    __builtin_prefetch(history.data() + history.size(), 1);
  }
  if (i + 2 < size()) {
    const char* slot = reinterpret_cast<const char*>(&slots_[i + 2]);
    for (size_t line = 0; line < LINES; ++line) __builtin_prefetch(slot + line * LINE, 1);
  }
}

void VectorGames::start(Slot& slot) {
  slot.game = starts_[starts_.size() == 1 ? 0 : draw(slot, starts_.size())];
  slot.counts.clear();
  slot.counts.add(slot.game.position.key());
  generate(slot);
}

void VectorGames::generate(Slot& slot) {
  const Position& p = slot.game.position;
  slot.legal_count = int(generate_legal(p, slot.moves.data()) - slot.moves.data());
  for (int i = 0; i < slot.legal_count; ++i)
    slot.actions[size_t(i)] = uint16_t(action_of(p.turn(), slot.moves[size_t(i)]));
}

void VectorGames::play(size_t i) {
  Slot& slot = slots_[i];
  slot.game.play(slot.next);
  slot.next = NO_MOVE;
  const bool may_be_fourth = slot.counts.add(slot.game.position.key()) >= 3;
  generate(slot);
  const GameEnd end = game_end(slot.game, rules_, slot.legal_count > 0, may_be_fourth);
  buffers_.rewards[i] = float(end.reward);
  buffers_.endings[i] = uint8_t(end.ending);
  buffers_.truncated[i] = end.ending == Ending::MOVE_LIMIT;
  buffers_.terminated[i] = end.ending != Ending::NONE && end.ending != Ending::MOVE_LIMIT;
  if (end.ending != Ending::NONE) {
    write_planes(i, buffers_.final_pgx_planes, buffers_.final_board_planes, buffers_.final_constant_planes);
    start(slot);
  }
  write(i);
}

void VectorGames::write(size_t i) {
  const Slot& slot = slots_[i];
  uint8_t* const legal = buffers_.legal_actions + i * ACTIONS;
  std::memset(legal, 0, ACTIONS);
  for (int m = 0; m < slot.legal_count; ++m) legal[slot.actions[size_t(m)]] = 1;
  buffers_.to_move[i] = slot.game.position.turn();
  write_planes(i, buffers_.pgx_planes, buffers_.board_planes, buffers_.constant_planes);
  draw_action(i);
}

void VectorGames::write_planes(size_t i, uint8_t* pgx, float* board, float* constant) const {
  const Position& p = slots_[i].game.position;
  if (layout_ == Layout::PGX) write_pgx_planes(p, pgx + i * SQUARES * PLANES);
  if (layout_ == Layout::DLSHOGI)
    write_dlshogi_planes(p, board + i * SQUARES * BOARD_PLANES, constant + i * SQUARES * CONSTANT_PLANES);
}

bool is_over_at_start(const Game& game, const GameRules& rules) {
  GameRules without_limit = rules;
  without_limit.max_moves = 0;
  return game_end(game, without_limit, has_legal_move(game.position), true).ending != Ending::NONE;
}

}  // namespace komadai::env
