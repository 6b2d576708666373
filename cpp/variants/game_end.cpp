#include "variants/game_end.h"

#include <algorithm>
#include <cstdlib>

#include "variants/attacks.h"
#include "variants/movegen.h"

namespace komadai::variants {
namespace {

constexpr Result DRAWN_BY_BARE_KINGS{End::BARE_KING, std::nullopt};

Result lost(Color c, End end) { return {end, ~c}; }

Result try_end(const Board& b) {
  const Rules& rules = b.rules();
  for (Color c : {~b.turn(), b.turn()})
    for (Square king : b.royals(c))
      if (rules.ranks_ahead(c, king) == 0 && (rules.spec().try_rule == Try::ANY || !is_attacked(b, king, ~c)))
        return {End::TRY, c};
  return {};
}

bool is_bare(const Board& b, Color c) {
  return b.pieces(c).size() == b.royals(c).size() && b.pieces(c).size() == 1 && b.hand_is_empty(c);
}

bool can_capture_last_piece(Board& b, Color c) {
  // The enemy has a king and one more piece: whether a legal move of c captures that piece.
  if (b.pieces(~c).size() != 2) return false;
  MoveList moves;
  generate_pseudo_legal(b, moves);
  for (Move m : moves) {
    if (m.is_drop() || b.at(m.to()) == EMPTY || b.rules().kind(kind_of(b.at(m.to()))).royal) continue;
    b.make(m);
    const bool safe = !any_royal_attacked(b, c);
    b.undo();
    if (safe) return true;
  }
  return false;
}

Result shatranj_end(const Board& b) {
  const Color us = b.turn();
  const bool bare = is_bare(b, us), enemy_bare = is_bare(b, ~us);
  if (bare && enemy_bare) return DRAWN_BY_BARE_KINGS;
  if (enemy_bare) return lost(~us, End::BARE_KING);
  if (bare && !can_capture_last_piece(const_cast<Board&>(b), us)) return lost(us, End::BARE_KING);
  return {};
}

// The pieces that count for the rules of the bare king: by lishogi's a bare king has lost against a king and
// any number of pieces, by the Japan Chu Shogi Association's against a king and one. Pawns and lances on the
// last rank are dead; pawns and go-betweens do not count for the side that wins.
int count(const Board& b, Color c, bool winner) {
  const Rules& rules = b.rules();
  return int(std::count_if(b.pieces(c).begin(), b.pieces(c).end(), [&](Square s) {
    const std::string& id = rules.kind(kind_of(b.at(s))).id;
    if (winner && (id == "P" || id == "I")) return false;
    return !((id == "P" || id == "L") && rules.ranks_ahead(c, s) == 0);
  }));
}

// Whether so few pieces are left that only one may count: dead pieces stand on the last rank.
bool may_be_bare(const Board& b, Color c) { return b.pieces(c).size() <= size_t(1 + b.rules().files()); }

bool chu_king_is_bare(const Board& b, Color c) {
  if (!may_be_bare(b, c)) return false;
  if (b.royals(c).size() != 1 || b.royals(~c).empty() || count(b, c, false) != 1) return false;
  const int pieces = count(b, ~c, true);
  if (pieces <= 1 || any_royal_attacked(b, ~c)) return false;
  if (pieces > 2) return b.rules().spec().bare_king == BareKing::CHU_LISHOGI;
  const Square king = b.royals(c)[0];
  for (int16_t d : b.rules().directions()) {
    const Square near = Square(king + d);
    const Piece p = b.at(near);
    if (p <= WALL || color_of(p) == c) continue;
    const std::string& id = b.rules().kind(kind_of(p)).id;
    if (id != "P" && id != "I" && !(id == "L" && b.rules().ranks_ahead(~c, near) == 0)) return false;
  }
  return true;
}

bool ends_by_chu_rules(const Spec& spec) {
  return spec.bare_king == BareKing::CHU_LISHOGI || spec.bare_king == BareKing::CHU_JCSA;
}

Result chu_end(const Board& b) {
  for (Color c : {BLACK, WHITE})
    if (chu_king_is_bare(b, c)) return lost(c, End::BARE_KING);
  const bool kings_only = may_be_bare(b, BLACK) && may_be_bare(b, WHITE) && b.royals(BLACK).size() == 1 &&
                          b.royals(WHITE).size() == 1 && count(b, BLACK, false) == 1 &&
                          count(b, WHITE, false) == 1;
  if (kings_only && !any_royal_attacked(b, BLACK) && !any_royal_attacked(b, WHITE))
    return DRAWN_BY_BARE_KINGS;
  return {};
}

Result bare_king_end(const Board& b) {
  switch (b.rules().spec().bare_king) {
    case BareKing::NONE: return {};
    case BareKing::LOSS:
      if (is_bare(b, BLACK) && is_bare(b, WHITE)) return DRAWN_BY_BARE_KINGS;
      for (Color c : {BLACK, WHITE})
        if (is_bare(b, c)) return lost(c, End::BARE_KING);
      return {};
    case BareKing::SHATRANJ: return shatranj_end(b);
    case BareKing::CHU_LISHOGI:
    case BareKing::CHU_JCSA: return chu_end(b);
  }
  return {};
}

bool is_mate(Board& b) {
  const Color us = b.turn();
  if (!only_royal_attacked(b, us)) return false;
  MoveList moves;
  generate_legal(b, moves);
  return std::all_of(moves.begin(), moves.end(), [&](Move m) {
    b.make(m);
    const bool attacked = only_royal_attacked(b, us);
    const bool wins = b.royals(~us).empty();
    b.undo();
    return attacked && !wins;
  });
}

}  // namespace

Result repetition_end(const Board& b, int moves_back) {
  const Spec& spec = b.rules().spec();
  if (spec.perpetual_check != PerpetualCheck::NONE) {
    std::array<int, 2> moves{}, checks{};
    Color mover = ~b.turn();
    for (int i = 0; i < moves_back; ++i, mover = ~mover) {
      ++moves[mover];
      checks[mover] += b.state_before(i).check;
    }
    // Where checks need not be answered both sides may give check all the time.
    const auto always = [&](Color c) { return moves[c] > 0 && checks[c] == moves[c]; };
    for (Color c : {BLACK, WHITE}) {
      const bool any = spec.perpetual_check == PerpetualCheck::LOSS_IF_ANY_CHECK && checks[c] && !checks[~c];
      if ((always(c) && !always(~c)) || any) return lost(c, End::PERPETUAL_CHECK);
    }
  }
  const Color first = b.ply() % 2 ? ~b.turn() : b.turn();  // who made the first move of the game
  switch (spec.repetition_result) {
    case RepetitionResult::DRAW: return {End::REPETITION, std::nullopt};
    case RepetitionResult::FIRST_LOSES: return lost(first, End::REPETITION);
    case RepetitionResult::SECOND_LOSES: return lost(~first, End::REPETITION);
    case RepetitionResult::MOVER_LOSES: return lost(~b.turn(), End::REPETITION);
  }
  return {};
}

Result immediate_end(const Board& b) {
  const Spec& spec = b.rules().spec();
  if (spec.check != CheckRule::ANSWER)
    for (Color c : {b.turn(), ~b.turn()})
      if (b.royals(c).empty() && b.had_royal(c)) return lost(c, End::ROYAL_CAPTURED);
  if (spec.try_rule != Try::NONE)
    if (const Result r = try_end(b); r.end != End::NONE) return r;
  if (spec.check_wins && any_royal_attacked(b, b.turn())) return lost(b.turn(), End::CHECK);
  return bare_king_end(b);
}

bool is_over_at_once(const Board& b) {
  const Spec& spec = b.rules().spec();
  // Most variants have none of these rules. In chu shogi a bare king has lost, but its moves can still be
  // asked for, as on lishogi.
  if (spec.check == CheckRule::ANSWER && spec.try_rule == Try::NONE && !spec.check_wins &&
      spec.bare_king == BareKing::NONE)
    return false;
  const Result r = immediate_end(b);
  return r.end != End::NONE && !(r.end == End::BARE_KING && ends_by_chu_rules(spec));
}

int repetition_count(const Board& b) {
  int count = 0;
  for (int i = 0; i <= b.ply(); ++i) count += b.state_before(i).key == b.key();
  return count;
}

Result result(Board& b) {
  if (const Result r = immediate_end(b); r.end != End::NONE) return r;
  if (!has_legal_move(b)) {
    if (b.rules().spec().check == CheckRule::ANSWER && any_royal_attacked(b, b.turn()))
      return lost(b.turn(), End::CHECKMATE);
    if (b.rules().spec().no_moves == NoMoves::DRAW) return {End::NO_LEGAL_MOVES, std::nullopt};
    return lost(b.turn(), End::NO_LEGAL_MOVES);
  }
  if (b.rules().spec().check == CheckRule::MATE && is_mate(b)) return lost(b.turn(), End::CHECKMATE);
  const int limit = b.rules().spec().repetition_count;
  if (limit > 0) {
    int count = 1;
    for (int i = 1; i <= b.ply(); ++i)
      if (b.state_before(i).key == b.key() && ++count == limit) return repetition_end(b, i);
  }
  return {};
}

}  // namespace komadai::variants
