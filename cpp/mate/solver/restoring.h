// Restoring interpositions (復元型無駄合): the piece is captured, and the position that arises stood earlier
// in the same line, now with more pieces in the attacker's hand. docs/tsume-rules.md, "Restoring
// interpositions", defines the length of a mate in which they are no defences. It depends on the positions
// passed before, so results of this search are not kept in the proof table.
#pragma once

#include <unordered_map>
#include <vector>

#include "mate/movegen/candidates.h"
#include "mate/solver/main_line.h"

namespace komadai::mate {

class RestoringSearch {
 public:
  // `lengths` answers by the ordinary rule. It must accept NO_LIMIT as a number of plies.
  // After `max_positions` positions all answers are OPEN.
  RestoringSearch(const Position& position, bool attack, Lengths& lengths, uint64_t max_positions);

  // Whether the position is a mate within `plies` if restoring interpositions are no defences.
  ShortMate::Kind mates_within(int plies);

  // A line of exactly `plies`, which must be the length of the mate. Shorter if a limit was reached.
  std::vector<Move> line(int plies);

 private:
  using Kind = ShortMate::Kind;

  // A position with the defender to move: its board and the attacker's hand.
  struct Place {
    uint64_t board;
    Hand hand;
    bool operator==(const Place&) const = default;
    // Whether the board is the same and the hand has all of the other's pieces and more.
    bool is_richer_than(const Place& other) const {
      return board == other.board && hand.covers(other.hand) && hand != other.hand;
    }
  };
  using Places = std::vector<Place>;

  // A result with what it depends on.
  struct Answer {
    Kind kind = ShortMate::OPEN;
    // MATE: true if these places are on the path. NONE: true if no place on the path is poorer than one of
    // these.
    Places places{};
    bool hand_specific = false;  // it depends on an interposition that is futile by the ordinary rule
    bool repetition = false;     // NONE because a check would repeat a position of the path
  };
  struct Stored {
    Hand hand;
    int plies;
    Answer answer;
  };

  Answer attack(int plies);
  Answer defend(int plies);
  Answer after_check(Move check, int plies);
  Answer after_reply(Move reply, int plies);
  Answer judge_reply(Move reply, const Interposing& squares, int plies);
  Answer search_replies(int plies);
  bool look_up(int plies, Answer& answer) const;
  void store(int plies, const Answer& answer);
  bool holds_here(const Answer& answer) const;
  Places after_captures(Move interposition);
  const Place* restored_by(const Places& captures) const;
  Kind counts(Move interposition, int plies);
  int ordinary_length(int longer_than);
  Place here() const { return {p_.board_key(), p_.hand(attacker_)}; }
  bool is_interposition(Move reply, const Interposing& squares) const;
  bool can_restore(int plies) const;
  bool is_over() { return positions_left_ == 0 || --positions_left_ == 0; }

  Position p_;
  const bool attack_;
  const Color attacker_;
  Lengths& lengths_;
  uint64_t positions_left_;
  Places path_;                                       // of the current line
  std::vector<Position> positions_;                   // the same positions, with all their pieces
  std::unordered_multimap<uint64_t, Stored> stored_;  // by board, with the attacker to move
};

// Whether a line from this position contains a restoring interposition.
bool has_restoring_interposition(Position position, bool attack, const std::vector<Move>& line);

}  // namespace komadai::mate
