// A position of the 9x9 game with its moves, as JavaScript has it.
#pragma once

#include <string>

#include "browser/values.h"
#include "rules/game_history.h"
#include "rules/legality.h"
#include "rules/sfen.h"

namespace komadai::browser {

class BrowserPosition {
 public:
  // Reads whatever `parse_position` does. Throws an Error with the code of the problem.
  BrowserPosition(std::string text, bool validate);
  explicit BrowserPosition(std::string text) : BrowserPosition(std::move(text), true) {}

  std::string sfen() const;
  int turn() const { return game_.position.turn(); }
  int ply() const { return int(game_.history.size()); }
  val history() const;
  val legal_moves() const;
  // The moves as the page's type Move (web/src/api/types.ts), up to the first that is not legal. `handicap`:
  // whether the sides are 下手 and 上手.
  val line(val moves, bool handicap) const;
  // The same after the move `previous`, by which the first one is written 同.
  val line_after(std::string previous, val moves, bool handicap) const;
  // The position with the other side to move, for threats; null in check.
  val passed() const;
  // The codes of what is wrong with the position: [{code, field, rank, params}].
  val problems() const;
  // The rule that a move breaks: a value of komadai.Infraction, or "" for a legal move.
  std::string infraction(std::string usi) const;
  // Throws an Error with the code "illegal-move" and the `infraction`.
  void play(std::string usi);
  bool take_back();
  // The squares of kings in check.
  val checked() const;
  bool is_check() const { return game_.position.in_check(); }
  bool gives_check(std::string usi) const;
  int repetition_count() const { return game_.occurrences(); }
  // {termination, winner}, or null.
  val outcome() const;
  // The conditions of a declaration or try: [{condition, met, value, needed}].
  val impasse_conditions(std::string rule, int color, val compensation) const;
  // The winner of a declaration all of whose conditions are met, or of an agreement: 0, 1 or null.
  val declaration_winner(std::string rule, int color, val compensation) const;
  val agreement_winner(std::string rule, val compensation) const;
  // The value in centipawns of the pieces that White gave at the start, of a game that began with a handicap.
  int handicap_odds() const;
  // Whether the last move won by this try rule.
  bool is_try(std::string rule) const;
  double perft(int depth) const;

  const Game& game() const { return game_; }

 private:
  val written(Move previous, val moves, bool handicap) const;

  Game game_;
};

// Throws an Error with the code of the problem.
[[noreturn]] void fail(const SfenProblem& problem, Infraction infraction = Infraction::NONE);

// The move that a text names. Throws an Error with the code "move-usi-expected".
Move move_of(const std::string& usi);

}  // namespace komadai::browser
