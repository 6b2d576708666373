#include "variants/board.h"

#include <algorithm>

#include "rules/mix64.h"

namespace komadai::variants {
namespace {

uint64_t piece_key(Square cell, Piece p) { return mix64((uint64_t(p) << 12 | cell) + GOLDEN_GAMMA); }
uint64_t hand_key(Color c, int slot, int count) {
  return count ? mix64(uint64_t(1) << 40 | uint64_t(count) << 16 | uint64_t(slot) << 1 | c) : 0;
}
constexpr uint64_t TURN_KEY = mix64(uint64_t(1) << 41);
uint64_t counterstrike_key(Square s) { return s ? mix64(GOLDEN_GAMMA * (uint64_t(s) + 1)) : 0; }

}  // namespace

Board::Board(std::shared_ptr<const Rules> rules) : rules_(std::move(rules)) {
  clear();
  become_root();
  set_sfen(rules_->spec().sfen);
}

void Board::clear() {
  cells_.assign(size_t(rules_->cells()), WALL);
  for (Square s : rules_->all_cells()) cells_[s] = EMPTY;
  place_in_list_.assign(size_t(rules_->cells()), 0);
  for (Color c : {BLACK, WHITE}) {
    lists_[c].clear();
    royals_[c].clear();
  }
  hands_ = {};
  in_hand_ = path_pieces_ = burners_ = {};
  turn_ = BLACK;
  root_move_number_ = 1;
  board_key_ = 0;
}

void Board::become_root() {
  for (Color c : {BLACK, WHITE}) had_royal_[c] = !royals_[c].empty();
  states_.assign(1, State{});
  update_key();
  changes_.clear();
  hand_changes_.clear();
}

void Board::update_key() {
  State& state = states_.back();
  state.key = board_key_ ^ (turn_ == WHITE ? TURN_KEY : 0) ^ counterstrike_key(state.counterstrike);
}

void Board::put(Square cell, Piece p) {
  const Color c = color_of(p);
  const KindSpec& kind = rules_->kind(kind_of(p));
  cells_[cell] = p;
  place_in_list_[cell] = uint16_t(lists_[c].size());
  lists_[c].push_back(cell);
  if (kind.royal) royals_[c].push_back(cell);
  if (kind.burns) ++burners_[c];
  if (rules_->attacks_by_paths(p)) ++path_pieces_[c];
  board_key_ ^= piece_key(cell, p);
}

void Board::take(Square cell) {
  const Piece p = cells_[cell];
  const Color c = color_of(p);
  const KindSpec& kind = rules_->kind(kind_of(p));
  cells_[cell] = EMPTY;
  const Square last = lists_[c].back();
  lists_[c][place_in_list_[cell]] = last;
  place_in_list_[last] = place_in_list_[cell];
  lists_[c].pop_back();
  if (kind.royal) std::erase(royals_[c], cell);
  if (kind.burns) --burners_[c];
  if (rules_->attacks_by_paths(p)) --path_pieces_[c];
  board_key_ ^= piece_key(cell, p);
}

void Board::change(Square cell, Piece p) {
  changes_.push_back({cell, cells_[cell]});
  if (cells_[cell] != EMPTY) take(cell);
  if (p != EMPTY) put(cell, p);
}

void Board::change_hand(Color c, int slot, int difference) {
  uint16_t& count = hands_[c][size_t(slot)];
  board_key_ ^= hand_key(c, slot, count);
  count = uint16_t(count + difference);
  board_key_ ^= hand_key(c, slot, count);
  in_hand_[c] += difference;
}

void Board::capture(Square cell, Color captor) {
  const int slot = rules_->spec().drops ? rules_->hand_slot(rules_->kind(kind_of(cells_[cell])).hand) : -1;
  change(cell, EMPTY);
  states_.back().captured = true;
  if (slot < 0) return;
  change_hand(captor, slot, 1);
  hand_changes_.push_back({captor, uint8_t(slot), 1});
}

bool Board::can_make(Move m) const {
  const auto on_board = [&](Square s) { return s < cells_.size() && cells_[s] != WALL; };
  if (!on_board(m.to())) return false;
  if (m.is_drop()) {
    if (m.kind() < 1 || m.kind() >= rules_->kinds() || m.promotes() || m.via() || m.second_via())
      return false;
    const int slot = rules_->hand_slot(rules_->kind(m.kind()).hand);
    return slot >= 0 && hand(turn_, slot) > 0 && cells_[m.to()] == EMPTY;
  }
  const Square from = m.from();
  if (!on_board(from) || cells_[from] == EMPTY || color_of(cells_[from]) != turn_) return false;
  if (m.promotes() && !rules_->kind(kind_of(cells_[from])).promotes_to) return false;
  for (Square via : {m.via(), m.second_via()})
    if (via && (!on_board(via) || via == from)) return false;
  // A lion dog that captures twice may come back to the square of its first capture.
  if (m.via() == m.to() && !m.second_via()) return false;
  if (m.via() && m.via() == m.second_via()) return false;
  if (m.to() == from && !m.via()) return false;
  const int dx = rules_->file(from) - rules_->file(m.to()), dy = rules_->rank(from) - rules_->rank(m.to());
  return !m.takes_passed() || (from != m.to() && (!dx || !dy || dx == dy || dx == -dy));
}

void Board::make(Move m) {
  State next;
  next.last_move = m;
  next.changes_begin = uint32_t(changes_.size());
  next.hand_changes_begin = uint32_t(hand_changes_.size());
  states_.push_back(next);
  const Color us = turn_;
  if (m.is_drop()) {
    const int slot = rules_->hand_slot(rules_->kind(m.kind()).hand);
    change_hand(us, slot, -1);
    hand_changes_.push_back({us, uint8_t(slot), -1});
    changes_.push_back({m.to(), EMPTY});
    put(m.to(), make_piece(m.kind(), us));
  } else {
    const Square from = m.from(), to = m.to();
    int kind = kind_of(cells_[from]);
    const int moved_kind = kind;
    if (m.promotes()) kind = rules_->kind(kind).promotes_to;
    Square lion_captured = 0;  // the last one, if there are two
    int contagious = 0;
    const auto captures = [&](Square cell) {
      const KindSpec& captured = rules_->kind(kind_of(cells_[cell]));
      if (captured.lion) lion_captured = cell;
      if (captured.contagious) contagious = captured.contagious;
      capture(cell, us);
    };
    changes_.push_back({from, cells_[from]});
    take(from);
    for (Square via : {m.via(), m.second_via()})
      if (via && cells_[via] != EMPTY) captures(via);
    if (m.takes_passed()) {
      const int dx = rules_->file(from) - rules_->file(to), dy = rules_->rank(from) - rules_->rank(to);
      const int delta = (dx > 0) - (dx < 0) - ((dy > 0) - (dy < 0)) * rules_->stride();
      for (int cell = from + delta; cell != to; cell += delta)
        if (cells_[size_t(cell)] != EMPTY) captures(Square(cell));
    }
    if (cells_[to] != EMPTY) captures(to);
    if (contagious && !rules_->kind(moved_kind).royal) kind = contagious;
    changes_.push_back({to, EMPTY});
    put(to, make_piece(kind, us));
    if (lion_captured && !rules_->kind(moved_kind).lion && rules_->spec().lion != LionRule::NONE)
      states_.back().counterstrike = lion_captured;
    if (burners_[BLACK] || burners_[WHITE]) {
      const auto next_to = [&](Color c) {
        if (!burners_[c]) return false;
        for (int16_t d : rules_->directions()) {
          const Piece p = cells_[size_t(to + d)];
          if (p > WALL && color_of(p) == c && rules_->kind(kind_of(p)).burns) return true;
        }
        return false;
      };
      if (next_to(~us)) {
        change(to, EMPTY);
      } else if (rules_->kind(kind).burns) {
        for (int16_t d : rules_->directions()) {
          const Piece p = cells_[size_t(to + d)];
          if (p > WALL && color_of(p) != us) capture(Square(to + d), us);
        }
      }
    }
  }
  turn_ = ~us;
  update_key();
}

void Board::undo() {
  const State& last = states_.back();
  while (changes_.size() > last.changes_begin) {
    const CellChange c = changes_.back();
    changes_.pop_back();
    if (cells_[c.cell] != EMPTY) take(c.cell);
    if (c.before != EMPTY) put(c.cell, c.before);
  }
  while (hand_changes_.size() > last.hand_changes_begin) {
    const HandChange h = hand_changes_.back();
    hand_changes_.pop_back();
    change_hand(h.color, h.slot, -h.difference);
  }
  states_.pop_back();
  turn_ = ~turn_;
}

void Board::make_null() {
  State next;
  next.changes_begin = uint32_t(changes_.size());
  next.hand_changes_begin = uint32_t(hand_changes_.size());
  states_.push_back(next);
  turn_ = ~turn_;
  update_key();
}

void Board::undo_null() {
  states_.pop_back();
  turn_ = ~turn_;
}

void Board::set_piece(Square cell, Piece p) {
  if (cells_[cell] != EMPTY) take(cell);
  if (p != EMPTY) put(cell, p);
  become_root();
}

void Board::set_hand(Color c, int slot, int count) {
  change_hand(c, slot, count - hands_[c][size_t(slot)]);
  become_root();
}

void Board::set_turn(Color c) {
  turn_ = c;
  become_root();
}

}  // namespace komadai::variants
