#include "env/variant_games.h"

#include <algorithm>
#include <atomic>

#include "rules/mix64.h"
#include "variants/attacks.h"

namespace komadai::env {

using namespace komadai::variants;

namespace {

constexpr size_t GAMES_IN_TASK = 8;

}  // namespace

VariantGames::VariantGames(size_t games, std::vector<Board> starts, const VariantLayout& layout,
                           int max_moves, const VariantBuffers& buffers, int threads)
    : starts_(std::move(starts)),
      layout_(layout),
      max_moves_(max_moves),
      buffers_(buffers),
      slots_(games, Slot(starts_.front())),
      pool_(threads) {}

template <class Run>
void VariantGames::for_each_game(Run run) {
  pool_.run((size() + GAMES_IN_TASK - 1) / GAMES_IN_TASK, [&](size_t task) {
    const size_t end = std::min(size(), (task + 1) * GAMES_IN_TASK);
    for (size_t i = task * GAMES_IN_TASK; i < end; ++i) run(i);
  });
}

void VariantGames::reset(std::optional<uint64_t> seed) {
  for_each_game([&](size_t i) {
    Slot& slot = slots_[i];
    if (seed) slot.random = mix64(*seed + mix64(i + 1));
    start(slot);
    buffers_.rewards[i] = 0;
    buffers_.terminated[i] = buffers_.truncated[i] = 0;
    buffers_.endings[i] = uint8_t(End::NONE);
    if (buffers_.legal_actions)
      std::fill_n(buffers_.legal_actions + i * size_t(layout_.actions()), layout_.actions(), uint8_t(0));
    write(i);
  });
}

size_t VariantGames::find_illegal(const int64_t* actions) {
  std::atomic<size_t> illegal{size()};
  for_each_game([&](size_t i) {
    slots_[i].next = move_of(i, actions[i]);
    if (slots_[i].next) return;
    for (size_t first = illegal; i < first && !illegal.compare_exchange_weak(first, i);) continue;
  });
  return illegal;
}

void VariantGames::step() {
  for_each_game([this](size_t i) { play(i); });
}

void VariantGames::sample(int64_t* actions) {
  for (size_t i = 0; i < size(); ++i) actions[i] = slots_[i].actions[draw(slots_[i], slots_[i].moves.size())];
}

Move VariantGames::move_of(size_t index, int64_t action) const {
  const Slot& slot = slots_[index];
  const auto found = std::find(slot.actions.begin(), slot.actions.end(), action);
  return found == slot.actions.end() ? Move() : slot.moves[size_t(found - slot.actions.begin())];
}

size_t VariantGames::draw(Slot& slot, size_t below) {
  return size_t((splitmix64(slot.random) >> 32) * below >> 32);
}

void VariantGames::start(Slot& slot) {
  slot.board = starts_[starts_.size() == 1 ? 0 : draw(slot, starts_.size())];
  generate(slot);
}

void VariantGames::generate(Slot& slot) {
  slot.moves.clear();
  generate_legal(slot.board, slot.moves);
  slot.actions.resize(slot.moves.size());
  for (size_t m = 0; m < slot.moves.size(); ++m)
    slot.actions[m] = layout_.actions() ? layout_.action_of(slot.board.turn(), slot.moves[m]) : int64_t(m);
}

void VariantGames::play(size_t i) {
  Slot& slot = slots_[i];
  const Color mover = slot.board.turn();
  if (buffers_.legal_actions)
    std::fill_n(buffers_.legal_actions + i * size_t(layout_.actions()), layout_.actions(), uint8_t(0));
  slot.board.make(slot.next);
  slot.next = Move();
  if (slot.board.rules().spec().perpetual_check != PerpetualCheck::NONE)
    slot.board.note_check(any_royal_attacked(slot.board, slot.board.turn()));
  const Result end = result(slot.board);
  const bool terminated = end.end != End::NONE;
  const bool truncated = !terminated && max_moves_ && slot.board.ply() >= max_moves_;
  buffers_.rewards[i] = !end.winner ? 0.0f : *end.winner == mover ? 1.0f : -1.0f;
  buffers_.terminated[i] = terminated;
  buffers_.truncated[i] = truncated;
  buffers_.endings[i] = truncated ? MOVE_LIMIT : uint8_t(end.end);
  if (terminated || truncated) {
    write_planes(i, buffers_.final_planes);
    start(slot);
  } else {
    generate(slot);
  }
  write(i);
}

void VariantGames::write(size_t i) {
  const Slot& slot = slots_[i];
  if (buffers_.legal_actions)
    for (int64_t action : slot.actions)
      buffers_.legal_actions[i * size_t(layout_.actions()) + size_t(action)] = 1;
  buffers_.legal_counts[i] = int32_t(slot.moves.size());
  buffers_.to_move[i] = slot.board.turn();
  write_planes(i, buffers_.planes);
}

void VariantGames::write_planes(size_t i, uint8_t* planes) const {
  const Board& b = slots_[i].board;
  if (planes)
    layout_.write_planes(b, b.turn(), planes + i * size_t(layout_.cells()) * size_t(layout_.planes()));
}

}  // namespace komadai::env
