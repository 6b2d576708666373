#include "variants/infraction.h"

#include <algorithm>

#include "variants/attacks.h"
#include "variants/lion_rules.h"
#include "variants/movegen.h"

namespace komadai::variants {
namespace {

bool leaves_royal_attacked(Board& b, Move m) {
  const Color us = b.turn();
  b.make(m);
  const bool attacked = only_royal_attacked(b, us);
  b.undo();
  return attacked;
}

const char* infraction_of_pseudo_legal(Board& b, Move m) {
  const Rules& rules = b.rules();
  if (!allowed_by_lion_rule(b, m))
    return rules.kind(kind_of(b.at(m.from()))).lion ? "lion_protected" : "counterstrike";
  if (rules.spec().check == CheckRule::ANSWER && leaves_royal_attacked(b, m)) return "left_in_check";
  return m.is_drop() ? "uchifuzume" : "other";
}

bool is_in_hand(const Board& b, int kind) {
  const Rules& rules = b.rules();
  for (int slot = 0; slot < int(rules.hand_kinds().size()); ++slot) {
    const std::vector<int>& faces = rules.dropped_kinds(slot);
    if (b.hand(b.turn(), slot) && std::find(faces.begin(), faces.end(), kind) != faces.end()) return true;
  }
  return false;
}

// Whether the file holds as many pieces of the kind as the side to move may have there.
bool file_is_full(const Board& b, int kind, Square to) {
  const Rules& rules = b.rules();
  const auto same = std::count_if(b.pieces(b.turn()).begin(), b.pieces(b.turn()).end(), [&](Square s) {
    return kind_of(b.at(s)) == kind && rules.file(s) == rules.file(to);
  });
  return rules.kind(kind).max_per_file && same >= rules.kind(kind).max_per_file;
}

}  // namespace

const char* infraction(Board& b, Move m) {
  if (is_legal(b, m)) return "";
  MoveList pseudo_legal;
  generate_pseudo_legal(b, pseudo_legal);
  const auto any = [&](auto matches) {
    return std::any_of(pseudo_legal.begin(), pseudo_legal.end(), matches);
  };
  if (any([m](Move other) { return other == m; })) return infraction_of_pseudo_legal(b, m);
  const Piece target = b.at(m.to());
  if (m.is_drop()) {
    if (!is_in_hand(b, m.kind())) return "not_in_hand";
    if (target != EMPTY) return "occupied_drop";
    return file_is_full(b, m.kind(), m.to()) ? "nifu" : "dead_piece";
  }
  const Piece moved = b.at(m.from());
  if (moved == EMPTY) return "no_such_piece";
  if (color_of(moved) != b.turn()) return "out_of_turn";
  const auto differs_in_promotion = [m](Move other) {
    return !other.is_drop() && other.from() == m.from() && other.to() == m.to() && other.via() == m.via() &&
           other.second_via() == m.second_via();
  };
  if (any(differs_in_promotion)) return m.promotes() ? "cannot_promote" : "dead_piece";
  const bool own = target != EMPTY && color_of(target) == b.turn() && m.to() != m.from();
  return own ? "own_piece_captured" : "wrong_movement";
}

}  // namespace komadai::variants
