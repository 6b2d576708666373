// A position of a variant with the moves that led to it.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "variants/move.h"
#include "variants/rules.h"

namespace komadai::variants {

// What the moves of a game change besides the cells.
struct State {
  uint64_t key = 0;
  Move last_move;              // the move that led here
  Square counterstrike = 0;    // of the lion that the last move captured with another piece (lion rule)
  bool captured = false;       // the last move captured or burned something
  bool check = false;          // the side to move is in check, where the caller has noted it
  uint32_t changes_begin = 0;  // of the last move in Board's list of changes
  uint32_t hand_changes_begin = 0;
};

// What is wrong with an SFEN: the field (and the rank, from 1, or 0), the code of the message and its
// parameters.
struct SfenProblem {
  std::string field;
  int rank;
  std::string code;
  std::vector<std::pair<std::string, std::string>> params;
};

struct CellChange {
  Square cell;
  Piece before;
};

struct HandChange {
  Color color;
  uint8_t slot;
  int8_t difference;
};

class Board {
 public:
  explicit Board(std::shared_ptr<const Rules> rules);  // with the setup of the variant

  // Replaces the position and forgets the moves. Returns what is wrong with the text, or nothing.
  std::optional<SfenProblem> set_sfen(std::string_view sfen);
  std::string sfen() const;  // with counter-strike square, if the variant has that rule

  const Rules& rules() const { return *rules_; }
  std::shared_ptr<const Rules> shared_rules() const { return rules_; }
  Color turn() const { return turn_; }
  int ply() const { return int(states_.size()) - 1; }  // moves made since the root
  int move_number() const { return root_move_number_ + ply(); }
  Piece at(Square cell) const { return cells_[cell]; }
  const Piece* cells() const { return cells_.data(); }
  const std::vector<Square>& pieces(Color c) const { return lists_[c]; }
  const std::vector<Square>& royals(Color c) const { return royals_[c]; }
  bool had_royal(Color c) const { return had_royal_[c]; }  // at the root
  int hand(Color c, int slot) const { return hands_[c][size_t(slot)]; }
  bool hand_is_empty(Color c) const { return in_hand_[c] == 0; }
  int pieces_in_hand(Color c) const { return in_hand_[c]; }
  int path_pieces(Color c) const { return path_pieces_[c]; }  // pieces that attack by moves of several legs
  int burners(Color c) const { return burners_[c]; }
  const State& state() const { return states_.back(); }
  const State& state_before(int moves) const { return states_[states_.size() - 1 - size_t(moves)]; }
  // A hash of pieces, hands, side to move and counter-strike square: equal SFENs, but for the move number,
  // have the same key. Repetition compares keys, as lishogi compares SFENs.
  uint64_t key() const { return state().key; }
  // Cells that the last move changed, in order, with what stood there before; a cell may be listed twice.
  std::span<const CellChange> last_changes() const {
    return std::span(changes_).subspan(state().changes_begin);
  }
  std::span<const HandChange> last_hand_changes() const {
    return std::span(hand_changes_).subspan(state().hand_changes_begin);
  }

  // Whether make() can play the move, legal or not: an own piece moves or is dropped, and what is captured on
  // the way is there.
  bool can_make(Move m) const;
  // Plays a move that can be made; undo() takes the last one back.
  void make(Move m);
  void undo();
  void note_check(bool check) { states_.back().check = check; }  // for perpetual check
  // Passes the turn: pushes a state with the other side to move, as after a move that changes no cell.
  void make_null();
  void undo_null();

  // While it exists, the cells are those after a capture by the piece on `from`; lists, hands and key are
  // not.
  class Preview {
   public:
    Preview(const Board& b, Square from, Square to)
        : b_(const_cast<Board&>(b)), from_(from), to_(to), mover_(b.at(from)), captured_(b.at(to)) {
      b_.cells_[from] = EMPTY;
      b_.cells_[to] = mover_;
    }
    ~Preview() {
      b_.cells_[to_] = captured_;
      b_.cells_[from_] = mover_;
    }
    Preview(const Preview&) = delete;

   private:
    Board& b_;
    Square from_, to_;
    Piece mover_, captured_;
  };

  // For set-up positions; they forget the moves.
  void set_piece(Square cell, Piece p);
  void set_hand(Color c, int slot, int count);
  void set_turn(Color c);

 private:
  void put(Square cell, Piece p);     // on an empty cell
  void take(Square cell);             // what stands there
  void change(Square cell, Piece p);  // and remember it for undo()
  void change_hand(Color c, int slot, int difference);
  void capture(Square cell, Color captor);
  void clear();
  void become_root();
  void update_key();  // of the current state, from its other members
  std::optional<SfenProblem> read_placement(std::string_view row);
  std::optional<SfenProblem> read_hands(std::string_view hands);

  std::shared_ptr<const Rules> rules_;
  std::vector<Piece> cells_;
  std::array<std::vector<Square>, 2> lists_;
  std::vector<uint16_t> place_in_list_;
  std::array<std::vector<Square>, 2> royals_;
  std::array<std::array<uint16_t, MAX_HAND_SLOTS>, 2> hands_{};
  std::array<int, 2> in_hand_{}, path_pieces_{}, burners_{};
  std::array<bool, 2> had_royal_{};
  Color turn_ = BLACK;
  int root_move_number_ = 1;
  uint64_t board_key_ = 0;
  std::vector<State> states_;
  std::vector<CellChange> changes_;
  std::vector<HandChange> hand_changes_;
};

}  // namespace komadai::variants
