// What the nodes of the tree have in common: the end of the game, repetition, order of the moves.
#include <algorithm>

#include "variants/attacks.h"
#include "variants/game_end.h"
#include "variants/lion_rules.h"
#include "variants/search/exchange.h"
#include "variants/search/search.h"

namespace komadai::variants {
namespace {

constexpr int TABLE_MOVE = 1 << 30, GOOD_CAPTURE = 1 << 26, KILLER = 1 << 24, BAD_CAPTURE = -(1 << 26);
constexpr int MAX_REPETITION_MOVES = 120;

uint64_t hash(uint64_t key, uint64_t move, uint64_t seed) { return mix64(mix64(key ^ seed) + move); }

}  // namespace

// The score if the game is over by a rule that ends it at once.
std::optional<int> Search::game_end_score(int ply) const {
  if (!is_over_at_once(board_)) return std::nullopt;
  const Result r = immediate_end(board_);
  if (!r.winner) return 0;
  return *r.winner == board_.turn() ? MATE - ply : -MATE + ply;
}

// A position that occurred before counts as if the game were repeated to its end.
std::optional<int> Search::repetition_score(int ply) const {
  if (rules_->spec().repetition_count <= 0) return std::nullopt;
  const int max_moves = std::min({board_.ply(), MAX_REPETITION_MOVES});
  const bool captures_count = !rules_->spec().drops;
  for (int i = 0; i < max_moves; ++i) {
    if (captures_count && board_.state_before(i).captured) break;
    if (ply - i > 0 && i < ply && !nodes_of_line_[size_t(ply - i - 1)].move) break;  // a null move
    if (i % 2 == 0 || board_.state_before(i + 1).key != board_.key()) continue;
    const Result r = repetition_end(board_, i + 1);
    if (!r.winner) return 0;
    return *r.winner == board_.turn() ? REPETITION_WIN - ply : -REPETITION_WIN + ply;
  }
  return std::nullopt;
}

int Search::score_without_moves(int ply) const {
  if (answers_check_ && any_royal_attacked(board_, board_.turn())) return -MATE + ply;
  return rules_->spec().no_moves == NoMoves::DRAW ? 0 : -MATE + ply;
}

bool Search::is_capture(Move m) const {
  if (m.is_drop()) return false;
  if (m.takes_passed() || (m.to() != m.from() && board_.at(m.to()) != EMPTY)) return true;
  return m.via() && board_.at(m.via()) != EMPTY;
}

// The value in hand of what a move captures on its last square, in games with drops.
int Search::captured_in_hand(Move m) const {
  if (!rules_->spec().drops || board_.at(m.to()) <= WALL) return 0;
  const int slot = rules_->hand_slot(rules_->kind(kind_of(board_.at(m.to()))).hand);
  return slot < 0 ? 0 : evaluation_.hand_value(slot);
}

bool Search::is_legal(const KingSafety& safety, Move m) {
  if (!allowed_by_lion_rule(board_, m)) return false;
  if (answers_check_ && !safety.leaves_king_safe(board_, m)) return false;
  return !is_forbidden_mate(board_, m);
}

// Whether the only royal is attacked, or all of several.
bool Search::in_check_now(const KingSafety& safety) const {
  if (answers_check_ && safety.known()) return safety.in_check();
  return only_royal_attacked(board_, board_.turn());
}

// Whether the moved piece itself attacks the enemy's only royal.
bool Search::gives_direct_check(Move m) const {
  const auto& royals = board_.royals(~board_.turn());
  if (royals.size() != 1) return false;
  const Rules& rules = *rules_;
  const Square king = royals[0], to = m.to();
  Piece p = m.is_drop() ? make_piece(m.kind(), board_.turn()) : board_.at(m.from());
  if (m.promotes() && rules.kind(kind_of(p)).promotes_to)
    p = make_piece(rules.kind(kind_of(p)).promotes_to, color_of(p));
  if (const uint64_t mask = rules.leap_mask(p))
    for (size_t i = 0; i < rules.leaps().size(); ++i)
      if ((mask >> i & 1) && to + rules.leaps()[i] == king) return true;
  const int dx = rules.file(king) - rules.file(to), dy = rules.rank(king) - rules.rank(to);
  if (dx && dy && std::abs(dx) != std::abs(dy)) return false;
  const int n = std::max(std::abs(dx), std::abs(dy));
  if (!n) return false;
  // From the king to the piece: files count from Black's right, so +1 is one cell to the left.
  const int delta = (dx > 0) - (dx < 0) - ((dy > 0) - (dy < 0)) * rules.stride();
  for (int w = 0; w < 8; ++w) {
    if (rules.directions()[size_t(w)] != delta) continue;
    if (rules.reach(p, w) < n) return false;
    const Square from = m.is_drop() ? Square(0) : m.from();
    for (int at = king + delta; at != to; at += delta)
      if (board_.at(Square(at)) != EMPTY && at != from) return false;
    return true;
  }
  return false;
}

// Whether a side has something besides royals and pieces of a pawn's value: without that, passing may be the
// best move.
bool Search::has_pieces(Color c) const {
  if (!board_.hand_is_empty(c)) return true;
  int count = 0;
  for (Square s : board_.pieces(c)) {
    const int kind = kind_of(board_.at(s));
    if (!rules_->kind(kind).royal && evaluation_.value(kind) >= 180 && ++count >= 2) return true;
  }
  return false;
}

bool Search::overlooked(Move m) const {
  return skill_.overlook && int(hash(board_.key(), m.bits(), skill_.seed) % 1000) < skill_.overlook;
}

int Search::evaluate(int ply) {
  int score = evaluation_.evaluate(board_, nodes_of_line_[size_t(ply)].material, attack_maps_);
  if (skill_.noise) {
    const uint64_t spread = uint64_t(2 * skill_.noise + 1);
    score += int(hash(board_.key(), 0, skill_.seed + 1) % spread) - skill_.noise;
    score = std::clamp(score, -MAX_EVAL, MAX_EVAL);
  }
  return score;
}

void Search::make(Move m, int ply) {
  board_.make(m);
  nodes_of_line_[size_t(ply) + 1].material =
      evaluation_.updated_material(board_, nodes_of_line_[size_t(ply)].material);
  table_.prefetch(board_.key());
}

// Moves the best of the remaining moves to place i.
Search::ScoredMove Search::pick(std::vector<ScoredMove>& moves, size_t i) {
  size_t best = i;
  for (size_t j = i + 1; j < moves.size(); ++j)
    if (moves[j].score > moves[best].score) best = j;
  std::swap(moves[i], moves[best]);
  return moves[i];
}

void Search::score_moves(Node& node, int ply, Move table_move, bool captures_only) {
  const Node* const previous = ply > 0 ? &nodes_of_line_[size_t(ply) - 1] : nullptr;
  const Node* const own = ply > 1 ? &nodes_of_line_[size_t(ply) - 2] : nullptr;
  const Move counter = previous && previous->move ? history_.counter(previous->index) : Move();
  node.moves.clear();
  for (Move m : node.generated) {
    const uint32_t index = history_.index(board_, m);
    int score;
    if (m == table_move) {
      score = TABLE_MOVE;
    } else if (is_capture(m)) {
      const int captured = captured_value(board_, evaluation_, m);
      const int moved = evaluation_.exchange_value(kind_of(board_.at(m.from())));
      const bool good = captures_only || captured >= moved || exchange_wins(board_, evaluation_, m, 0);
      score = (good ? GOOD_CAPTURE : BAD_CAPTURE) + 16 * std::min(captured, 30000) -
              std::min(moved, 30000) / 4 + history_.capture(index) / 4 + (m.promotes() ? 1000 : 0);
    } else if (m == node.killers[0]) {
      score = KILLER + 2;
    } else if (m == node.killers[1]) {
      score = KILLER + 1;
    } else if (m == counter) {
      score = KILLER;
    } else {
      score = 2 * history_.quiet(index);
      if (previous && previous->move) score += history_.continuation(previous->index, index);
      if (own && own->move) score += history_.continuation(own->index + 1, index);
      if (m.promotes()) {
        const int kind = kind_of(board_.at(m.from()));
        const int gain = evaluation_.value(rules_->kind(kind).promotes_to) - evaluation_.value(kind);
        if (gain > 50) score += exchange_wins(board_, evaluation_, m, 0) ? KILLER - (1 << 20) : 4000;
      }
    }
    node.moves.push_back({m, score});
  }
}

void Search::reward(Node& node, int ply, Move best, uint32_t best_index, int depth) {
  const int bonus = std::min(150 * depth * depth / 2 + 60 * depth, 2500);
  const Node* const previous = ply > 0 ? &nodes_of_line_[size_t(ply) - 1] : nullptr;
  const Node* const own = ply > 1 ? &nodes_of_line_[size_t(ply) - 2] : nullptr;
  const auto update_quiet = [&](uint32_t index, int amount) {
    History::update(history_.quiet(index), amount);
    if (previous && previous->move) History::update(history_.continuation(previous->index, index), amount);
    if (own && own->move) History::update(history_.continuation(own->index + 1, index), amount);
  };
  if (is_capture(best)) {
    History::update(history_.capture(best_index), bonus);
  } else {
    update_quiet(best_index, bonus);
    if (node.killers[0] != best) {
      node.killers[1] = node.killers[0];
      node.killers[0] = best;
    }
    if (previous && previous->move) history_.counter(previous->index) = best;
    for (uint32_t index : node.quiets)
      if (index != best_index) update_quiet(index, -bonus);
  }
  for (uint32_t index : node.captures)
    if (index != best_index) History::update(history_.capture(index), -bonus);
}

}  // namespace komadai::variants
