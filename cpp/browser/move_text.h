// Moves as the page shows and speaks them: Japanese, Western, Hosking's and spoken notation. The texts are
// those of komadai.notation, of which only the pieces' names come from Python (browser_data.py).
#pragma once

#include <string>
#include <vector>

#include "rules/position.h"

namespace komadai::browser {

// As SFEN writes Black's piece: P, +P.
const char* symbol_of(PieceType type);

// A move that can be played on the position (is_possible), legal or not.
class MoveText {
 public:
  // `previous`: the move before, for 同; NO_MOVE: none.
  MoveText(const Position& position, Move move, Move previous);

  std::string japanese() const;  // ▲同銀右
  std::string western() const;   // S-5h
  std::string hosking() const;   // S-58
  std::string english() const;   // silver from 4 i to 5 h
  // 先手 ５八 銀 みぎ; with `handicap` the sides are 下手 and 上手.
  std::string spoken_japanese(bool handicap) const;

 private:
  std::vector<Square> rivals() const;
  bool may_promote() const;
  bool same() const { return previous_ != NO_MOVE && !drop_ && to_of(previous_) == to_; }
  std::vector<const char*> words() const;
  template <class Name>
  std::string western(Name name) const;

  const Move move_, previous_;
  const bool drop_, legal_;
  const Square from_, to_;
  const Color color_;
  const PieceType type_, captured_;
  const std::vector<Square> rivals_;  // from where other such pieces could legally go there
};

}  // namespace komadai::browser
