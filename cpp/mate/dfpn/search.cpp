#include "mate/dfpn/search.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "mate/dfpn/proof_hands.h"
#include "mate/short/short_search.h"
#include "rules/movegen.h"

namespace komadai::mate {
namespace {

constexpr uint64_t PATH_FACTOR = 0x2545f4914f6cdd1d;
// The number of cached disproofs by repetition and reply counts: few for a small problem, so that they stay
// in the processor's cache, and more as it gets larger.
constexpr size_t MIN_CACHED = 1 << 12, MAX_CACHED = 1 << 18;
// A thread announces a position only after this many nodes below it: announcing every node costs more than
// duplicate work.
constexpr uint64_t MIN_ANNOUNCED_NODES = 8;
// The last plies are searched without the table, up to this many moves. Eight of these moves take as long as
// one node of this search.
constexpr int LAST_PLIES = 5;
constexpr uint64_t LAST_MOVES = 3'000, MOVES_FOR_A_NODE = 8;
// After this many nodes the search checks whether to stop, and whether other threads have solved a position
// of its path.
constexpr uint64_t LOOK_UP = 1024;

int plus(int plies, int n) { return plies >= NO_LIMIT ? NO_LIMIT : std::min(plies + n, NO_LIMIT - 1); }
int less(int plies) { return plies >= NO_LIMIT ? NO_LIMIT : plies - 1; }

}  // namespace

// The board key does not depend on the hands. The set of all pieces is added, so that problems with different
// sets do not share entries.
uint64_t key_in_table(const Position& p) {
  return p.board_key() + p.all_pieces().counts * 0xd1342543de82ef95;
}

Search::Search(Table& table, std::function<bool()> should_continue, unsigned thread_id)
    : table_(table), should_continue_(std::move(should_continue)), thread_id_(thread_id) {
  frames_.reserve(4096);
  children_.reserve(1 << 16);
  begin();
}

std::vector<Move> Search::line() const {
  std::vector<Move> moves;
  for (size_t i = 1; i < frames_.size(); ++i) moves.push_back(frames_[i].move);
  return moves;
}

uint64_t Search::key_of(uint64_t board, Hand hand) {
  return board ^ (hand.counts * 0x9e3779b97f4a7c15 + (hand.counts >> 32));
}

uint64_t Search::path_to(const Frame& parent, const Child& child) {
  return parent.path * PATH_FACTOR + key_of(child.board, child.hand);
}

int Search::repeats(uint64_t board, Hand hand) const {
  int first = NO_REPETITION;
  if (!(is_on_path_[path_slot(board) / 64] >> path_slot(board) % 64 & 1)) return first;
  for (int i = on_path_[path_slot(board)]; i >= 0; i = frames_[size_t(i)].below) {
    const Frame& f = frames_[size_t(i)];
    if (f.board == board && (f.hand == hand || (f.hand.covers(hand) && !table_.exact_only()))) first = i;
  }
  return first;
}

void Search::begin() {
  begun_ = nodes_;
  next_look_up_ = nodes_ + LOOK_UP;
  cache_mask_ = MIN_CACHED - 1;
  no_mate_cache_.begin_problem();
}

Value Search::run(const Position& position, bool attack, int plies, uint64_t max_nodes) {
  last_node_ = max_nodes > ~nodes_ ? ~uint64_t(0) : nodes_ + max_nodes;
  if (on_path_.empty()) {  // allocated at the first run: short mates do not need it
    path_disproofs_ = Zeroed<PathDisproof>(MAX_CACHED);
    reply_counts_ = Zeroed<ReplyCount>(REPLY_COUNTS_PER_DISPROOF * MAX_CACHED);
    on_path_.assign(size_t(1) << PATH_BITS, -1);
    is_on_path_.fill(0);
  }
  p_ = position;
  stopped_ = false;
  solved_depth_ = NO_REPETITION;
  const Color attacker = attack ? p_.turn() : ~p_.turn();
  Frame root{};
  root.board = key_in_table(p_);
  root.hand = p_.hand(attacker);
  root.attack = attack;
  root.plies = plies;
  root.max_pn = root.max_dn = INFINITE;
  push(root);
  Value result;
  while (true) {
    Frame& f = frames_.back();
    if (!f.is_solved) update_proof_numbers(f);
    if (table_.is_shared() && nodes_ - f.before >= MIN_ANNOUNCED_NODES && !stopped_)
      account_for_other_threads(f);
    SimulationSource source;
    if (f.is_simulating && !f.value.is_final()) source = next_simulated_child(f);
    if (f.value.is_final() || f.value.pn >= f.max_pn || f.value.dn >= f.max_dn || stopped_) {
      if (frames_.size() == 1) {
        result = f.value;
        if (!stopped_ || result.is_final()) table_.store(f.board, f.hand, f.value, nodes_ - f.before + 1);
        pop();
        return result;
      }
      const Value value = f.value;
      const int repetition = f.repetition;
      if (value.is_final() && repetition != NO_REPETITION) {
        const uint64_t key = key_of(f.board, f.hand) ^ f.path;
        path_disproofs_[key & cache_mask_] = {key,
                                              value.plies,
                                              value.assumed,
                                              repetition,
                                              table_.changes(),
                                              value.hand_specific,
                                              value.bound_based};
      } else {
        table_.store(f.board, f.hand, value, nodes_ - f.before + 1);
      }
      pop();
      Frame& parent = frames_.back();
      Child& child = children_[parent.first + size_t(parent.best)];
      child.value = value;
      child.value.known = true;
      child.repetition = repetition;
      if (value.is_final()) unblock(parent);
      continue;
    }
    // Searches the best child until its number exceeds that of the second best.
    Child& child = children_[f.first + size_t(f.best)];
    // Plus an eighth (1 + epsilon), so that two equal children do not alternate at every node.
    const int second = f.second + f.second / 8 + 1;
    int max_pn, max_dn;
    if (f.attack) {
      max_pn = std::min<int>(f.max_pn, second);
      max_dn = f.max_dn >= INFINITE ? INFINITE : f.max_dn - f.others;
    } else {
      max_dn = std::min<int>(f.max_dn, second);
      max_pn = f.max_pn >= INFINITE ? INFINITE : f.max_pn - f.others;
    }
    Frame next{};
    next.board = child.board;
    next.hand = child.hand;
    next.path = f.path;
    next.move = child.candidate.move;
    next.taking = child.futility_of >= 0;
    next.attack = !f.attack && !next.taking;
    next.plies = next.taking ? f.plies : less(f.plies);
    next.max_pn = Number(max_pn);
    next.max_dn = Number(max_dn);
    if (!f.attack && !f.is_simulating && !child.value.known) source = source_from_sibling(f, child);
    next.source = source;
    next.is_simulating = next.source.board != 0;
    if (next.is_simulating) next.max_pn = next.max_dn = INFINITE;
    if (next.taking) {
      before_.push_back(p_);
      take(p_, child.taking);
    }
    push(next);
  }
}

// Reads the results of other threads and their positions. A child's number is increased by one for each
// thread that searches it, so that threads choose different ones of equal children (virtual numbers, Kaneko
// 2010).
void Search::account_for_other_threads(Frame& f) {
  if (!f.is_announced) {
    f.is_announced = true;
    table_.add_visitor(key_of(f.board, f.hand));
  }
  if (depth() > solved_depth_) {
    f.max_pn = f.max_dn = 0;
    return;
  }
  if (depth() == solved_depth_) {
    solved_depth_ = NO_REPETITION;
    Value v;
    table_.look_up(f.board, f.hand, f.plies, v);
    if (v.is_final()) {
      f.value = v;
      f.repetition = NO_REPETITION;
    }
  }
  for (size_t left = f.count; left-- > 0 && !f.value.is_final();) {
    Child& c = children_[f.first + size_t(f.best)];
    Value v;
    table_.look_up(c.board, c.hand, c.futility_of >= 0 ? f.plies : less(f.plies), v);
    const Number others = table_.threads_at(key_of(c.board, c.hand));
    const bool changed = v.is_final() || (v.known && (v.pn != c.value.pn || v.dn != c.value.dn));
    if (!changed && others == c.others) return;
    if (changed) c.value = v;
    c.others = others;
    if (v.is_final()) unblock(f);
    update_proof_numbers(f);
  }
}

// Finds the first position of the path that another thread has solved.
void Search::look_up_path() {
  for (int i = 0; i < depth(); ++i) {
    const Frame& f = frames_[size_t(i)];
    Value v;
    table_.look_up(f.board, f.hand, f.plies, v);
    if (!v.is_final()) continue;
    solved_depth_ = i;
    return;
  }
}

void Search::push(const Frame& frame) {
  frames_.push_back(frame);
  Frame& f = frames_.back();
  f.before = nodes_;
  f.path = f.path * PATH_FACTOR + key_of(f.board, f.hand);
  f.first = children_.size();
  f.repetition = NO_REPETITION;
  if (!f.taking && f.move != NO_MOVE) p_.do_move(f.move, f.undo);
  counted_.store(++nodes_);
  if (nodes_ - begun_ > cache_mask_ && cache_mask_ + 1 < MAX_CACHED) cache_mask_ = 4 * cache_mask_ + 3;
  if (nodes_ >= last_node_) stopped_ = true;
  if (nodes_ >= next_look_up_) {
    next_look_up_ = nodes_ + LOOK_UP;
    if (table_.is_shared()) look_up_path();
    if (!should_continue_()) stopped_ = true;
  }
  f.below = std::exchange(on_path_[path_slot(f.board)], depth());
  is_on_path_[path_slot(f.board) / 64] |= uint64_t(1) << path_slot(f.board) % 64;
  f.is_solved = f.attack && f.plies <= LAST_PLIES && search_last_plies(f);
  if (!f.is_solved) expand(f);
}

// Searches the last plies without the table. A length that depends on an interposition longer than the mate
// is valid for exactly this hand, so it is left to the search with the table. So is everything while
// positions are forbidden.
bool Search::search_last_plies(Frame& f) {
  using enum ShortMate::Kind;
  if (table_.forbids()) return false;
  ShortSearch<Rules::TSUME> search(p_, LAST_MOVES);
  search.use_cache(no_mate_cache_);
  search.leave_hand_specific_open();
  int length;
  const ShortMate::Kind kind = search.search_within(f.plies, length);
  nodes_ += search.nodes() / MOVES_FOR_A_NODE;
  counted_.store(nodes_);
  if (kind == OPEN) return false;
  f.value = kind == MATE ? Value{0, INFINITE, uint16_t(length), search.first(), f.hand, true}
                         : Value{INFINITE, 0, uint16_t(f.plies), NO_MOVE, f.hand, true};
  return true;
}

void Search::pop() {
  const Frame& f = frames_.back();
  if (f.is_announced) table_.remove_visitor(key_of(f.board, f.hand));
  on_path_[path_slot(f.board)] = f.below;
  if (f.below < 0) is_on_path_[path_slot(f.board) / 64] &= ~(uint64_t(1) << path_slot(f.board) % 64);
  if (f.taking) {
    p_ = before_.back();
    before_.pop_back();
  } else if (f.move != NO_MOVE) {
    p_.undo_move(f.move, f.undo);
  }
  children_.resize(f.first);
  frames_.pop_back();
}

void Search::expand(Frame& f) {
  const bool attack = f.attack;
  reply_estimate_ = std::monostate();
  Candidate candidates[MAX_MOVES];
  const int n = attack ? generate_attacks(p_, candidates) : generate_defences(p_, candidates, f.squares);
  f.count = size_t(n);
  children_.resize(f.first + f.count);
  for (int i = 0; i < n; ++i) {
    Child& c = children_[f.first + size_t(i)];
    c.candidate = candidates[i];
    if (thread_id_) c.candidate.order += int16_t((candidates[i].move * thread_id_ * 0x9e3779b1u) >> 28);
    c.board = p_.board_key_after(f.board, candidates[i].move);
    table_.prefetch(c.board);
    c.hand = attack ? hand_after(p_, candidates[i].move, f.hand) : f.hand;
    __builtin_prefetch(&path_disproofs_[(key_of(c.board, c.hand) ^ path_to(f, c)) & cache_mask_]);
    if (attack) __builtin_prefetch(&reply_count_of(key_of(c.board, c.hand)));
    c.is_blocked = candidates[i].blocked_by >= 0;
    c.repetition = NO_REPETITION;
    c.futility_of = -1;
    c.is_simulated = false;
    c.others = 0;
  }
  for (int i = 0; i < n; ++i) {
    Child& c = children_[f.first + size_t(i)];
    look_up(f, c);
    if (attack && c.value.proved()) break;
  }
  unblock(f);
}

template <Color Us>
int Search::estimate_replies(Move check) {
  auto* reply_count = std::get_if<ReplyEstimate<Us>>(&reply_estimate_);
  if (!reply_count) reply_count = &reply_estimate_.emplace<ReplyEstimate<Us>>(p_);
  return reply_count->replies_to(check);
}

// The stored value of a child, or an estimate.
void Search::look_up(Frame& f, Child& c) {
  const bool attack = f.attack;
  const int plies = c.futility_of >= 0 ? f.plies : less(f.plies);
  c.repetition = repeats(c.board, c.hand);
  if (c.repetition != NO_REPETITION) {
    c.value = {INFINITE, 0, NO_LIMIT, NO_MOVE, c.hand, true};
    return;
  }
  table_.look_up(c.board, c.hand, plies, c.value);
  if (c.value.is_final()) return;
  if (assumptions_ && !attack && c.futility_of < 0) {
    const Assumptions::Found found = assumptions_->look_up(c.board, c.hand, plies);
    const bool is_from_other_hand = found.hand != c.hand;
    if (found.assumed && !(is_from_other_hand && table_.exact_only())) {
      c.value = {INFINITE,      0,     uint16_t(found.plies), NO_MOVE, found.hand, true,
                 found.assumed, false, is_from_other_hand};
      return;
    }
  }
  // At the last plies the estimates below are better than stored numbers.
  if (c.value.known && plies >= (attack ? 2 : 1)) {
    const uint64_t key = key_of(c.board, c.hand) ^ path_to(f, c);
    const PathDisproof& disproof = path_disproofs_[key & cache_mask_];
    if (disproof.key == key && disproof.plies >= plies && disproof.repetition <= depth() &&
        table_.holds(disproof.assumed, disproof.bound_based, disproof.changes)) {
      c.repetition = disproof.repetition;
      c.value = {INFINITE,
                 0,
                 disproof.plies,
                 NO_MOVE,
                 c.hand,
                 true,
                 disproof.assumed,
                 disproof.hand_specific,
                 disproof.bound_based};
    }
    return;
  }
  if (!attack) {
    if (plies < 1 && c.futility_of < 0)
      c.value = {INFINITE, 0, uint16_t(std::max(plies, 0)), NO_MOVE, all_in_hands(p_), true};
    return;
  }
  // Checks with more replies and from farther away are estimated to be harder.
  const int distance_penalty = std::max(c.candidate.order / 10 - 1, 0) / (counts_full_distance_ ? 1 : 2);
  const uint64_t key = key_of(c.board, c.hand);
  ReplyCount& reply_count = reply_count_of(key);
  if (plies >= 2) {
    int replies = reply_count.key == key >> 16 ? int(reply_count.replies) : 0;
    if (!replies) {
      const Move m = c.candidate.move;
      replies = p_.turn() == BLACK ? estimate_replies<BLACK>(m) : estimate_replies<WHITE>(m);
    }
    if (replies) {
      reply_count = {key >> 16, uint64_t(replies)};
      c.value.pn = std::max<Number>(c.value.pn, Number(replies + distance_penalty));
      return;
    }
  }
  // The check may be mate, or no plies may be left.
  Undo undo;
  p_.do_move(c.candidate.move, undo);
  Interposing squares;
  const int groups = count_defences(p_, p_.checkers_by(c.candidate.move), squares);
  if (groups == 0) {
    c.value = {0, INFINITE, 0, NO_MOVE, proof_hand_of_defence(p_, squares, Hand()), true};
  } else if (plies < 2) {
    c.value = {INFINITE, 0, uint16_t(plies), NO_MOVE, squares.needless ? all_in_hands(p_) : c.hand, true};
  } else {
    reply_count = {key >> 16, uint64_t(groups)};
    c.value.pn = std::max<Number>(c.value.pn, Number(groups + distance_penalty));
  }
  p_.undo_move(c.candidate.move, undo);
}

// Unblocks moves whose predecessor is solved.
void Search::unblock(Frame& f) {
  for (size_t i = 0; i < f.count; ++i) {
    Child& c = children_[f.first + i];
    if (!c.is_blocked || c.candidate.blocked_by < 0) continue;
    const Child& before = children_[f.first + size_t(c.candidate.blocked_by)];
    if (before.value.is_final() && !before.is_blocked) c.is_blocked = false;
  }
  if (!f.attack && f.plies < NO_LIMIT) add_futility_tests(f);
}

// Whether the numbers of this child count: it is not solved, not blocked, and not a futility test that
// another capture has decided.
bool Search::is_open(const Frame& f, const Child& c) const {
  if (c.is_blocked || c.value.is_final()) return false;
  return c.futility_of < 0 || futility_state(f, children_[f.first + size_t(c.futility_of)]) != FUTILE;
}

void Search::update_proof_numbers(Frame& f) {
  const bool attack = f.attack;
  int best = -1, least = INFINITE, least_other = INFINITE, second = INFINITE, order = 0;
  int largest = 0, open = 0;
  // Among equals the more promising child; if all are expected to fail, the one that is refuted sooner.
  const auto is_likelier = [this](int a, int b) { return assumptions_ ? a < b : a > b; };
  for (size_t i = 0; i < f.count; ++i) {
    const Child& c = children_[f.first + i];
    int mine = attack ? c.value.pn : c.value.dn;  // what the side to move wants small
    const int theirs = attack ? c.value.dn : c.value.pn;
    if (mine == 0) {
      if (c.futility_of >= 0 || futility_state(f, c) != NONE) continue;
      f.best = int(i);
      attack ? prove(f) : disprove(f);
      return;
    }
    if (!is_open(f, c)) continue;
    ++open;
    largest = std::max(largest, theirs);
    mine += c.others;
    if (best < 0 || mine < least ||
        (mine == least &&
         (is_likelier(theirs, least_other) || (theirs == least_other && c.candidate.order < order)))) {
      second = least;
      best = int(i);
      least = mine;
      least_other = theirs;
      order = c.candidate.order;
    } else {
      second = std::min(second, mine);
    }
  }
  if (open == 0) {
    attack ? disprove(f) : prove(f);
    return;
  }
  f.best = best;
  f.second = second;
  f.others = open - 1;
  const int sum = std::min(largest + open - 1, INFINITE - 1);
  f.value.pn = Number(attack ? least : sum);
  f.value.dn = Number(attack ? sum : least);
  f.value.move = children_[f.first + size_t(best)].candidate.move;
  f.value.known = true;
}

void Search::prove(Frame& f) {
  Value v{0, INFINITE, 0, NO_MOVE, Hand(), true};
  f.repetition = NO_REPETITION;
  if (f.attack) {
    int least = NO_LIMIT + 1;
    for (size_t i = 0; i < f.count; ++i) {
      const Child& c = children_[f.first + i];
      if (!c.value.proved() || c.value.plies > least) continue;
      if (c.value.plies == least && (c.value.bound_based || !v.bound_based)) continue;
      least = c.value.plies;
      v.hand_specific = c.value.hand_specific;
      v.bound_based = c.value.bound_based;
      v.plies = uint16_t(plus(c.value.plies, 1));
      v.move = c.candidate.move;
      v.hand = hand_before(p_, c.candidate.move, c.value.hand);
    }
    f.value = v;
    return;
  }
  const Child* longest_test = nullptr;
  Assumed assumed = 0;
  int repetition = NO_REPETITION;
  for (size_t i = 0; i < f.count; ++i) {
    const Child& c = children_[f.first + i];
    if (c.value.disproved()) {
      assumed = std::max(assumed, c.value.assumed);
      repetition = std::min(repetition, c.repetition);
    }
    v.hand_specific |= c.value.hand_specific;
    v.bound_based |= c.value.bound_based;
    if (!c.value.proved()) continue;
    v.hand = larger(v.hand, c.value.hand);
    if (c.futility_of >= 0) {
      if (!longest_test || c.value.plies > longest_test->value.plies) longest_test = &c;
    } else if (plus(c.value.plies, 1) >= v.plies) {
      v.plies = uint16_t(plus(c.value.plies, 1));
      v.move = c.candidate.move;
    }
  }
  if (longest_test) {
    v.hand_specific = true;
    // Both lengths are upper bounds, so their comparison may be wrong in either direction. The exact lengths
    // are searched within the move limit.
    const int taking_plies = longest_test->value.plies;
    const bool other_lasts_as_long = lasts_as_long(f, taking_plies);
    const ShortMate::Kind mated = other_lasts_as_long ? ShortMate::MATE : mated_by_tree(v.plies);
    const bool by_bounds = mated == ShortMate::OPEN;
    if (by_bounds && table_.exact_only()) request_comparisons(f, taking_plies);
    if (by_bounds ? taking_plies > v.plies : mated == ShortMate::NONE) {
      // The mate after the capture takes longer than all defences that count. So the interposition counts as
      // a defence, and it is longer than the plies left.
      f.value = {INFINITE, 0,    uint16_t(f.plies),         longest_test->candidate.move, f.hand, true,
                 assumed,  true, v.bound_based || by_bounds};
      if (repetition < depth()) f.repetition = repetition;
      return;
    }
    if (!other_lasts_as_long) v.bound_based = by_bounds;
  }
  // An interposition that was assumed to be longer than the plies left may be a shorter defence: this is a
  // bound.
  if (assumed) v.plies = uint16_t(f.plies);
  v.hand = proof_hand_of_defence(p_, f.squares, v.hand);
  f.value = v;
}

void Search::disprove(Frame& f) {
  const bool attack = f.attack;
  Value v{INFINITE, 0, NO_LIMIT, NO_MOVE, Hand(), true};
  f.repetition = NO_REPETITION;
  if (attack) {
    v.hand = all_in_hands(p_);
    for (size_t i = 0; i < f.count; ++i) {
      const Child& c = children_[f.first + i];
      v.hand = smaller(v.hand, hand_before(p_, c.candidate.move, c.value.hand));
      v.plies = uint16_t(std::min<int>(v.plies, plus(c.value.plies, 1)));
      v.assumed = std::max(v.assumed, c.value.assumed);
      v.hand_specific |= c.value.hand_specific;
      v.bound_based |= c.value.bound_based;
      f.repetition = std::min(f.repetition, c.repetition);
    }
    v.hand = disproof_hand_of_attack(p_, v.hand);
  } else {
    // The disproof that is valid on most paths, with the fewest assumptions, for the most plies.
    const auto rank = [](const Child& c) {
      return std::make_tuple(c.repetition, -int(c.value.assumed), !c.value.bound_based, c.value.plies);
    };
    const Child* best = nullptr;
    for (size_t i = 0; i < f.count; ++i) {
      const Child& c = children_[f.first + i];
      if (!c.value.disproved() || c.futility_of >= 0 || futility_state(f, c) != NONE) continue;
      if (!best || rank(c) > rank(*best)) best = &c;
    }
    v.plies = uint16_t(plus(best->value.plies, 1));
    v.move = best->candidate.move;
    v.hand = disproof_hand_of_defence(p_, best->candidate.move, best->value.hand);
    v.assumed = best->value.assumed;
    v.hand_specific = best->value.hand_specific;
    v.bound_based = best->value.bound_based;
    f.repetition = best->repetition;
    for (size_t i = 0; i < f.count; ++i) {
      const Child& q = children_[f.first + i];
      if (!tests_futility_of(q, *best)) continue;
      v.plies = std::min(v.plies, q.value.plies);
      v.hand = smaller(v.hand, q.value.hand);
      v.assumed = std::max(v.assumed, q.value.assumed);
      v.hand_specific |= q.value.hand_specific;
      v.bound_based |= q.value.bound_based;
      f.repetition = std::min(f.repetition, q.repetition);
    }
  }
  if (f.repetition >= depth()) f.repetition = NO_REPETITION;
  f.value = v;
}

}  // namespace komadai::mate
