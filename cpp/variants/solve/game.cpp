#include "variants/solve/game.h"

#include <algorithm>
#include <bit>
#include <stdexcept>

namespace komadai::variants::solve {

Game::Game(const Board& setup)
    : setup_(setup),
      rules_(setup.shared_rules()),
      material_(material_of(setup)),
      squares_(rules_->squares()),
      ranks_(rules_->ranks()),
      drops_(rules_->spec().drops),
      check_ignored_(rules_->spec().check == CheckRule::IGNORE),
      try_rule_(rules_->spec().try_rule) {
  if (!material_.problems.empty()) throw std::invalid_argument(material_.problems[0].code);
  if (squares_ > MAX_SQUARES) throw std::invalid_argument("expected at most 32 squares");
  add_steps(material_.royal_kind, 0, royal_steps_, {&royal_attacks_[0], &royal_attacks_[1]});
  for (const auto& [pieces, kinds] : material_.families) {
    Pieces& family = families_.emplace_back();
    family.pieces = pieces;
    family.faces = int(kinds.size());
    for (size_t face = 0; face < kinds.size(); ++face) {
      const int kind = family.kinds[face] = kinds[face];
      family.is_promoted[face] = rules_->is_promoted(kind);
      family.max_per_file[face] = rules_->kind(kind).max_per_file;
      add_steps(kind, int(face), family.steps[face], {&family.attacks[0][face], &family.attacks[1][face]});
      family.drops[face] = 0;
      if (!drops_ || (face && rules_->spec().drop_faces == DropFaces::FRONT)) continue;
      for (int square = 0; square < squares_; ++square)
        if (rules_->spec().drop_stuck || !is_stuck(kind, square)) family.drops[face] |= bit(square);
    }
  }
}

std::optional<Position> Game::position(const Board& board) const {
  if (board.royals(BLACK).size() != 1 || board.royals(WHITE).size() != 1) return std::nullopt;
  const Color us = board.turn();
  const auto seen = [&](int square) { return us == BLACK ? square : rotated(square); };
  Position position{};
  size_t found = 0;
  for (const Color c : {us, ~us}) {
    for (const Square cell : board.pieces(c)) {
      const int kind = kind_of(board.at(cell)), square = seen(rules_->number(cell));
      if (kind == material_.royal_kind) {
        position.royal[c == us ? 0 : 1] = uint8_t(square);
        ++found;
        continue;
      }
      for (size_t f = 0; f < families_.size(); ++f)
        for (int face = 0; face < families_[f].faces; ++face) {
          if (families_[f].kinds[size_t(face)] != kind) continue;
          position.family[f] |= bit(square);
          if (c == us) position.own |= bit(square);
          if (face) position.promoted |= bit(square);
          ++found;
        }
    }
  }
  if (found != board.pieces(BLACK).size() + board.pieces(WHITE).size()) return std::nullopt;
  for (size_t f = 0; f < families_.size(); ++f) {
    const int on_board = std::popcount(position.family[f]);
    if (!drops_) {
      if (on_board > families_[f].pieces) return std::nullopt;
      continue;
    }
    const int slot = rules_->hand_slot(families_[f].kinds[0]);
    position.hand[f] = uint8_t(board.hand(us, slot));
    if (on_board + board.hand(us, slot) + board.hand(~us, slot) != families_[f].pieces) return std::nullopt;
  }
  for (size_t slot = 0; drops_ && slot < rules_->hand_kinds().size(); ++slot) {
    const int kind = rules_->hand_kinds()[slot];
    const bool known = std::any_of(families_.begin(), families_.end(),
                                   [&](const Pieces& each) { return each.kinds[0] == kind; });
    if (!known && board.hand(us, int(slot)) + board.hand(~us, int(slot))) return std::nullopt;
  }
  return position;
}

void Game::add_steps(int kind, int face, Steps& steps, std::array<Attacks*, 2> attacks) const {
  const auto add = [&](int from, int to, Squares between, uint8_t mode) {
    const bool moves = mode & MOVE, captures = mode & CAPTURE;
    const auto faces = faces_after(kind, face, from, to);
    steps.from[size_t(from)].push_back({between, uint8_t(to), moves, captures, faces});
    steps.to[size_t(to)].push_back({between, uint8_t(from), moves, captures, faces});
    if (!captures) return;
    Squares between_rotated = 0;
    for_each_square(between, [&](int square) { between_rotated |= bit(rotated(square)); });
    add_attack(*attacks[0], from, to, between);
    add_attack(*attacks[1], rotated(from), rotated(to), between_rotated);
  };
  for (const std::vector<Leg>& path : rules_->kind(kind).paths) {
    const auto& [dx, dy, max, mode] = path[0];
    for (int from = 0; from < squares_; ++from) {
      Squares between = 0;
      int file = from / ranks_, rank = from % ranks_;
      for (int step = 1; max == 0 || step <= max; ++step) {
        file -= dx;
        rank -= dy;
        if (file < 0 || file >= rules_->files() || rank < 0 || rank >= ranks_) break;
        const int to = file * ranks_ + rank;
        add(from, to, between, mode);
        between |= bit(to);
      }
    }
  }
}

void Game::add_attack(Attacks& attacks, int from, int to, Squares between) {
  Squares& empty = attacks.between[size_t(to)][size_t(from)];
  // Of two ways to the same square the one that needs fewer empty squares.
  const bool is_new = !(attacks.on[size_t(to)] & bit(from));
  if (is_new || std::popcount(between) < std::popcount(empty)) empty = between;
  attacks.on[size_t(to)] |= bit(from);
  attacks.slides |= between != 0;
}

// As Generator::choices of the move generator.
std::array<uint8_t, 3> Game::faces_after(int kind, int face, int from, int to) const {
  const KindSpec& piece = rules_->kind(kind);
  const uint8_t same = uint8_t(1 << face), other = uint8_t(1 << (1 - face));
  std::array<uint8_t, 3> faces;
  const bool from_in_zone = is_in_zone(kind, from), to_in_zone = is_in_zone(kind, to);
  for (size_t captured = 0; captured < 3; ++captured) {
    bool may = false;
    if (piece.promotes_to) switch (piece.promotes_by) {
        case Promotion::NONE: break;
        case Promotion::ZONE: may = from_in_zone || to_in_zone; break;
        case Promotion::ENTER:
        case Promotion::ENTER_LAST:
          may = (to_in_zone && !from_in_zone) || (captured && (to_in_zone || from_in_zone)) ||
                (piece.promotes_by == Promotion::ENTER_LAST && to % ranks_ == 0);
          break;
        case Promotion::CAPTURE: may = captured; break;
        case Promotion::ALWAYS: may = true; break;
      }
    bool must = false;
    switch (piece.promotion_forced) {
      case Forced::STUCK: must = is_stuck(kind, to); break;
      case Forced::ALWAYS: must = true; break;
      case Forced::NEVER: break;
      case Forced::PROMOTED_CAPTURE: must = captured == 2; break;
    }
    faces[captured] = uint8_t(!may ? same : must ? other : same | other);
  }
  return faces;
}

}  // namespace komadai::variants::solve
