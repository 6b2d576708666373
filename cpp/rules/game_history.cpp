#include "rules/game_history.h"

#include <cstddef>

#include "rules/repetition.h"

namespace komadai {

void Game::pass() {
  history.push_back({{position.key(), NO_PIECE}, NO_MOVE});
  position.do_pass();
}

Position Game::position_before(size_t index) const {
  Position p = position;
  for (size_t i = history.size(); i-- > index;) undo(p, history[i]);
  return p;
}

size_t Game::after_last_pass() const {
  size_t first = history.size();
  while (first > 0 && history[first - 1].move != NO_MOVE) --first;
  return first;
}

int Game::occurrences() const {
  const auto same = [key = position.key()](const Record& r) { return r.undo.key == key; };
  return 1 + int(std::count_if(history.begin() + std::ptrdiff_t(after_last_pass()), history.end(), same));
}

// The index of the move that was played in the first occurrence; history.size() if there was none before.
size_t Game::first_occurrence() const {
  const auto same = [key = position.key()](const Record& r) { return r.undo.key == key; };
  return size_t(std::find_if(history.begin() + std::ptrdiff_t(after_last_pass()), history.end(), same) -
                history.begin());
}

std::array<bool, 2> Game::only_checks_since_first_occurrence() const {
  const size_t first = first_occurrence();
  if (first == history.size()) return {false, false};
  Position p = position_before(first);
  RepetitionHistory positions;
  positions.push(p);
  for (size_t i = first; i < history.size(); ++i) {
    Undo undo;
    p.do_move(history[i].move, undo);
    positions.push(p);
  }
  std::array<bool, 2> only_checks;
  only_checks[p.turn()] = positions.mover_only_checked(0, positions.last());
  only_checks[~p.turn()] = positions.opponent_only_checked(0, positions.last());
  return only_checks;
}

}  // namespace komadai
