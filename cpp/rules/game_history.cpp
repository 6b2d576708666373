#include "rules/game_history.h"

#include <cstddef>

namespace komadai {

void Game::pass() {
  history.push_back({{position.key(), NO_PIECE}, NO_MOVE});
  position.do_pass();
}

Position Game::root() const {
  Position p = position;
  for (size_t i = history.size(); i-- > 0;) undo(p, history[i]);
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

std::array<bool, 2> Game::only_checks_since_first_occurrence() const {
  const auto same = [key = position.key()](const Record& r) { return r.undo.key == key; };
  const size_t first =
      size_t(std::find_if(history.begin() + std::ptrdiff_t(after_last_pass()), history.end(), same) -
             history.begin());
  std::array<bool, 2> moved = {false, false}, only_checks = {true, true};
  Position p = position;
  for (size_t i = history.size(); i-- > first;) {
    const Color mover = ~p.turn();
    moved[mover] = true;
    if (!p.in_check()) only_checks[mover] = false;
    undo(p, history[i]);
  }
  return {moved[BLACK] && only_checks[BLACK], moved[WHITE] && only_checks[WHITE]};
}

}  // namespace komadai
