// A small variant, compiled: positions seen from the player to move, moves, and moves taken back.
//
// The player to move plays towards rank a, so a position and its image with colours changed (rotated by 180
// degrees) are the same. The position after a move is still seen from the player who moved;
// Index::of_rotated() is its number for the opponent.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "variants/solve/material.h"

namespace komadai::variants::solve {

constexpr int MAX_SQUARES = 32;
using Squares = uint32_t;  // a set

constexpr Squares bit(int square) { return Squares(1) << square; }

template <class Visit>
void for_each_square(Squares squares, Visit visit) {
  for (; squares; squares &= squares - 1) visit(std::countr_zero(squares));
}

// The royal pieces, and families: all pieces that are the same piece in a hand, with one or two faces.
struct Position {
  std::array<uint8_t, 2> royal;            // of the mover and of the opponent
  std::array<uint8_t, MAX_FAMILIES> hand;  // the mover's; the opponent has what is left
  Squares own;                             // the mover's pieces of all families, without the royal piece
  Squares promoted;                        // pieces that show the second face
  std::array<Squares, MAX_FAMILIES> family;

  Squares occupied() const {
    Squares all = bit(royal[0]) | bit(royal[1]);
    for (const Squares each : family) all |= each;
    return all;
  }
};

// Whether the game is decided for the player to move, without looking at the moves.
enum class Standing {
  OPEN,
  WINS,   // can take the royal piece, if that ends the game
  LOSES,  // the opponent's royal piece has reached its last rank (try rule)
};

class Game {
 public:
  // Throws std::invalid_argument if the material has problems or the board has more than MAX_SQUARES squares.
  explicit Game(const Board& setup);

  const Board& setup() const { return setup_; }
  const Rules& rules() const { return *rules_; }
  const Material& material() const { return material_; }
  int squares() const { return squares_; }
  int families() const { return int(families_.size()); }
  int pieces(int family) const { return families_[size_t(family)].pieces; }
  int faces(int family) const { return families_[size_t(family)].faces; }
  bool drops() const { return drops_; }
  // Whether a position without moves is lost: a checkmate, or a stalemate where that is no draw.
  bool loses_without_moves(const Position& position) const {
    return rules_->spec().no_moves == NoMoves::LOSS || (!check_ignored_ && attacked(position, 0));
  }
  int rotated(int square) const { return squares_ - 1 - square; }
  int mirrored(int square) const {
    return (rules_->files() - 1 - square / ranks_) * ranks_ + square % ranks_;
  }

  // The position of a board of this variant. Returns nothing if it has not the pieces of the setup.
  std::optional<Position> position(const Board& board) const;

  // Whether the royal piece of the mover (side 0) or of the opponent (1) is attacked.
  bool attacked(const Position& position, int side) const;
  // `side` is the player to move: 0, or 1 after a move.
  Standing standing(const Position& position, int side) const;

  // Calls visit(position after the move) for all moves of an open position; those that leave the royal piece
  // attacked are moves only if check is ignored. The visitor returns false to end.
  template <class Visit>
  void for_each_move(const Position& position, Visit visit) const;

  // Calls visit(position before the move) for all positions from which a move leads to `position`, which is
  // seen from the player who moved. Some of them may be unreachable from the setup.
  template <class Visit>
  void for_each_move_back(const Position& position, Visit visit) const;

 private:
  struct Step {
    Squares between;  // must be empty
    uint8_t square;   // the other end
    bool moves, captures;
    // The faces after the move, one bit each: without capture, after capture of an unpromoted piece, of a
    // promoted one.
    std::array<uint8_t, 3> faces;
  };
  struct Steps {
    std::array<std::vector<Step>, MAX_SQUARES> from, to;
  };
  struct Attacks {                             // of one kind and side
    std::array<Squares, MAX_SQUARES> on = {};  // the squares from which it attacks a square of an empty board
    std::array<std::array<Squares, MAX_SQUARES>, MAX_SQUARES> between = {};  // [attacked][attacker]
    bool slides = false;
  };
  struct Pieces {
    int pieces;
    int faces;
    std::array<int, 2> kinds;
    std::array<bool, 2> is_promoted;  // as Rules::is_promoted
    std::array<int, 2> max_per_file;  // 0: any number
    std::array<Steps, 2> steps;       // of a piece that shows this face before the move
    std::array<Squares, 2> drops;
    std::array<std::array<Attacks, 2>, 2> attacks;  // [side][face]
  };

  void add_steps(int kind, int face, Steps& steps, std::array<Attacks*, 2> attacks) const;
  static void add_attack(Attacks& attacks, int from, int to, Squares between);
  std::array<uint8_t, 3> faces_after(int kind, int face, int from, int to) const;
  bool is_in_zone(int kind, int square) const { return rules_->in_zone(kind, BLACK, rules_->cell(square)); }
  bool is_stuck(int kind, int square) const {
    return rules_->stuck(make_piece(kind, BLACK), rules_->cell(square));
  }
  Squares file_of(int square) const {
    return Squares(((uint64_t(1) << ranks_) - 1) << square / ranks_ * ranks_);
  }
  bool drop_allowed(const Position& position, size_t family, int face, int square) const {
    const int max_in_file = families_[family].max_per_file[face];
    if (max_in_file == 0) return true;
    const Squares shown = face ? position.promoted : ~position.promoted;
    return std::popcount(position.family[family] & position.own & shown & file_of(square)) < max_in_file;
  }
  int available(const Position& position, size_t family) const {
    return drops_ ? position.hand[family] : families_[family].pieces - std::popcount(position.family[family]);
  }

  Board setup_;
  std::shared_ptr<const Rules> rules_;
  Material material_;
  int squares_, ranks_;
  bool drops_, check_ignored_;
  Try try_rule_;
  Steps royal_steps_;
  std::array<Attacks, 2> royal_attacks_;
  std::vector<Pieces> families_;
};

inline bool Game::attacked(const Position& position, int side) const {
  const int square = position.royal[side];
  if (royal_attacks_[1 - side].on[square] & bit(position.royal[1 - side]) &&
      !(royal_attacks_[1 - side].slides &&
        royal_attacks_[1 - side].between[square][position.royal[1 - side]] & position.occupied()))
    return true;
  const Squares attackers = side == 0 ? ~position.own : position.own;
  for (size_t f = 0; f < families_.size(); ++f) {
    const Squares pieces = position.family[f] & attackers;
    if (!pieces) continue;
    for (int face = 0; face < families_[f].faces; ++face) {
      const Attacks& attacks = families_[f].attacks[1 - side][face];
      Squares from = pieces & (face ? position.promoted : ~position.promoted) & attacks.on[square];
      if (!from) continue;
      if (!attacks.slides) return true;
      const Squares occupied = position.occupied();
      for (; from; from &= from - 1)
        if (!(attacks.between[square][std::countr_zero(from)] & occupied)) return true;
    }
  }
  return false;
}

inline Standing Game::standing(const Position& position, int side) const {
  const int royal = position.royal[size_t(1 - side)];
  const bool tried = royal % ranks_ == (side == 0 ? ranks_ - 1 : 0);
  if (tried && try_rule_ == Try::ANY) return Standing::LOSES;
  const bool can_take = attacked(position, 1 - side);
  if (can_take && check_ignored_) return Standing::WINS;
  if (tried && !can_take && try_rule_ == Try::SAFE) return Standing::LOSES;
  return Standing::OPEN;
}

template <class Visit>
void Game::for_each_move(const Position& position, Visit visit) const {
  const Squares occupied = position.occupied();
  const Squares own = position.own | bit(position.royal[0]);
  const auto is_legal = [&](const Position& after) { return check_ignored_ || !attacked(after, 0); };

  // The position after the capture of a piece of a family on a square. Gives the index in Step::faces.
  const auto capture = [&](Position& after, int square) {
    for (size_t f = 0; f < families_.size(); ++f)
      if (after.family[f] & bit(square)) {
        const bool second = after.promoted & bit(square);
        const int captured = families_[f].is_promoted[second] ? 2 : 1;
        after.family[f] &= ~bit(square);
        after.promoted &= ~bit(square);
        if (drops_) ++after.hand[f];
        return captured;
      }
    return 0;
  };
  const auto blocked = [&](const Step& step) {
    const Squares target = bit(step.square);
    if (step.between & occupied || target & own || step.square == position.royal[1]) return true;
    return !(target & occupied ? step.captures : step.moves);
  };

  for (const Step& step : royal_steps_.from[position.royal[0]]) {
    if (blocked(step)) continue;
    Position after = position;
    after.royal[0] = step.square;
    if (occupied & bit(step.square)) capture(after, step.square);
    if (is_legal(after) && !visit(after)) return;
  }
  for (size_t f = 0; f < families_.size(); ++f) {
    for (Squares pieces = position.family[f] & position.own; pieces; pieces &= pieces - 1) {
      const int from = std::countr_zero(pieces);
      const int face = position.promoted >> from & 1;
      for (const Step& step : families_[f].steps[face].from[from]) {
        if (blocked(step)) continue;
        Position after = position;
        const int captured = occupied & bit(step.square) ? capture(after, step.square) : 0;
        const Squares both = bit(from) | bit(step.square);
        after.family[f] = (after.family[f] & ~both) | bit(step.square);
        after.own = (after.own & ~both) | bit(step.square);
        after.promoted &= ~both;
        if (!is_legal(after)) continue;
        for (int next = 0; next < 2; ++next) {
          if (!(step.faces[captured] >> next & 1)) continue;
          if (next) after.promoted |= bit(step.square);
          if (!visit(after)) return;
        }
      }
    }
  }
  if (!drops_) return;
  for (size_t f = 0; f < families_.size(); ++f) {
    if (!position.hand[f]) continue;
    for (int face = 0; face < families_[f].faces; ++face) {
      for (Squares empty = ~occupied & families_[f].drops[face]; empty; empty &= empty - 1) {
        const int to = std::countr_zero(empty);
        if (!drop_allowed(position, f, face, to)) continue;
        Position after = position;
        after.family[f] |= bit(to);
        after.own |= bit(to);
        if (face) after.promoted |= bit(to);
        --after.hand[f];
        if (is_legal(after) && !visit(after)) return;
      }
    }
  }
}

template <class Visit>
void Game::for_each_move_back(const Position& position, Visit visit) const {
  const Squares occupied = position.occupied();
  // Visits the position `before`, in which the piece has been moved back from `to`: without a captured piece,
  // and with each piece that may have been captured there if `face` is a face after the move.
  const auto visit_captures = [&](const Position& before, const Step& step, int to, int face) {
    if (step.moves && step.faces[0] >> face & 1) visit(before);
    if (!step.captures) return;
    for (size_t f = 0; f < families_.size(); ++f) {
      if (!available(position, f)) continue;
      for (int captured = 0; captured < families_[f].faces; ++captured) {
        if (!(step.faces[families_[f].is_promoted[captured] ? 2 : 1] >> face & 1)) continue;
        Position with = before;
        with.family[f] |= bit(to);
        if (captured) with.promoted |= bit(to);
        if (drops_) --with.hand[f];
        visit(with);
      }
    }
  };

  const int royal = position.royal[0];
  for (const Step& step : royal_steps_.to[royal]) {
    if (step.between & occupied || occupied & bit(step.square)) continue;
    Position before = position;
    before.royal[0] = step.square;
    visit_captures(before, step, royal, 0);
  }
  for (size_t f = 0; f < families_.size(); ++f) {
    for (Squares pieces = position.family[f] & position.own; pieces; pieces &= pieces - 1) {
      const int to = std::countr_zero(pieces);
      const int face = position.promoted >> to & 1;
      Position without = position;
      without.family[f] &= ~bit(to);
      without.own &= ~bit(to);
      without.promoted &= ~bit(to);
      if (drops_ && families_[f].drops[face] & bit(to) && drop_allowed(without, f, face, to)) {
        ++without.hand[f];
        visit(without);
        --without.hand[f];
      }
      for (int earlier = 0; earlier < families_[f].faces; ++earlier) {
        for (const Step& step : families_[f].steps[earlier].to[to]) {
          if (step.between & occupied || occupied & bit(step.square)) continue;
          Position before = without;
          before.family[f] |= bit(step.square);
          before.own |= bit(step.square);
          if (earlier) before.promoted |= bit(step.square);
          visit_captures(before, step, to, face);
        }
      }
    }
  }
}

}  // namespace komadai::variants::solve
