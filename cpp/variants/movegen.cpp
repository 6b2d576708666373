#include "variants/movegen.h"

#include <algorithm>
#include <cstdlib>

#include "variants/attacks.h"
#include "variants/game_end.h"
#include "variants/king_safety.h"
#include "variants/lion_rules.h"

namespace komadai::variants {
namespace {

// Which choices of promotion a move has.
struct Choices {
  bool plain, promoted;
};

class Generator {
 public:
  Generator(const Board& b, MoveList& list, bool captures_only = false)
      : b_(b),
        rules_(b.rules()),
        us_(b.turn()),
        cells_(b.cells()),
        list_(list),
        captures_only_(captures_only) {}

  void all() {
    // By index: adding moves does not change the list of pieces.
    for (Square from : b_.pieces(us_)) piece(from);
    if (!captures_only_ && rules_.spec().drops && !b_.hand_is_empty(us_)) drops();
  }

  void without_anywhere(bool without) { without_anywhere_ = without; }

  void piece(Square from) {
    const Piece p = cells_[from];
    us_ = color_of(p);
    kind_ = kind_of(p);
    piece_ = p;
    from_ = from;
    const KindSpec& kind = rules_.kind(kind_);
    promotion_ = kind.promotes_to ? kind.promotes_by : Promotion::NONE;
    from_in_zone_ = rules_.in_zone(kind_, us_, from);
    const Moves& moves = rules_.moves(p);
    const size_t begin = list_.size();
    for (const Ride& step : moves.steps) {
      const Square to = Square(from + step.delta);
      const Piece target = cells_[to];
      if (target == EMPTY)
        add(to, false);
      else if (target != WALL && color_of(target) != us_)
        add(to, true);
    }
    for (const Ride& r : moves.rides) ride(r);
    pass_via_ = 0;
    for (const PathNode& node : moves.paths) path(node, from, 0, 0, 0);
    if (pass_via_ && kind.may_pass && !captures_only_) {
      const Choices c = choices(from_, false, 0, 0);
      if (c.plain) list_.push_back(Move(from_, from_, false, pass_via_));
      if (c.promoted) list_.push_back(Move(from_, from_, true, pass_via_));
    }
    if (moves.overlapping) remove_doubles(begin);
  }

 private:
  void ride(const Ride& ride) {
    size_t to = from_;
    for (int n = 0; n < ride.max; ++n) {
      to = size_t(int(to) + ride.delta);
      const Piece target = cells_[to];
      if (target != EMPTY) {
        if (target != WALL && color_of(target) != us_ && (ride.mode & CAPTURE)) add(Square(to), true);
        return;
      }
      if (ride.mode & MOVE) add(Square(to), false);
    }
  }

  int lower_than() const { return rules_.kind(kind_).jump_rank; }
  bool is_lower(Piece p) const { return rules_.kind(kind_of(p)).jump_rank < lower_than(); }

  // Follows a leg from `at` and the legs after it. `first` is where the first leg ended (0: this is the
  // first), `via` and `second_via` are the captures on the way.
  void path(const PathNode& node, Square at, Square first, Square via, Square second_via) {
    const uint8_t mode = node.ride.mode;
    if (mode & ANYWHERE) {
      if (without_anywhere_) return;
      for (Square to : rules_.all_cells())
        if (to != from_) land(node, to, to, via, second_via, false);
      return;
    }
    size_t to = at;
    bool passed = false;
    for (int n = 0; n < node.ride.max; ++n) {
      to = size_t(int(to) + node.ride.delta);
      const Piece target = to == from_ ? EMPTY : cells_[to];
      if (target == WALL) return;
      const bool taken = to == via || to == second_via;  // captured on the way, so it is empty now
      if (target == EMPTY || taken) {
        // Generals that jump without taking may land on a piece only.
        if (!passed || (mode & TAKE)) land(node, Square(to), begin(first, to), via, second_via, passed);
        continue;
      }
      land(node, Square(to), begin(first, to), via, second_via, passed);
      if (!(mode & JUMP) || !is_lower(target)) return;
      if ((mode & TAKE) && color_of(target) == us_ && !(mode & OWN)) return;
      passed = true;
    }
  }

  // The square where the first leg ended.
  static Square begin(Square first, size_t to) { return first ? first : Square(to); }

  // The leg ends on `to`; the first leg ended on `first`.
  void land(const PathNode& node, Square to, Square first, Square via, Square second_via, bool passed) {
    const uint8_t mode = node.ride.mode;
    const bool taken = to == via || to == second_via;
    const Piece target = to == from_ || taken ? EMPTY : cells_[to];
    if (target == EMPTY) {
      if (!(mode & MOVE)) return;
    } else {
      if (!(mode & (color_of(target) == us_ ? OWN : CAPTURE))) return;
      if ((mode & LOWER) && !is_lower(target)) return;
      if ((mode & UNPROTECTED) && is_protected(to)) return;
    }
    const bool takes_passed = passed && (mode & TAKE);
    if (node.terminal) {
      if (to == from_ && !via)
        find_pass(first);
      else
        add_path(to, via, second_via, target != EMPTY || via, takes_passed);
    }
    if (node.next.empty() || takes_passed) return;
    Square captured = via, captured_second = second_via;
    if (target != EMPTY) (captured ? captured_second : captured) = to;
    for (const PathNode& next : node.next) path(next, to, first, captured, captured_second);
  }

  // Whether another enemy piece could recapture on `to`. Pieces that move anywhere protect nothing.
  bool is_protected(Square to) const {
    const Board::Preview after(b_, from_, to);
    return is_attacked(b_, to, ~us_, false);
  }

  // A pass by way of `near`. All passes are one move, written by way of the square of the lowest number.
  void find_pass(Square near) {
    if (!pass_via_ || rules_.number(near) < rules_.number(pass_via_)) pass_via_ = near;
  }

  // The order in which the squares on the way are written: the nearer first.
  bool comes_before(Square a, Square b) const {
    const int da = distance(a), db = distance(b);
    return da != db ? da < db : rules_.number(a) < rules_.number(b);
  }
  int distance(Square s) const {
    return std::max(std::abs(rules_.file(s) - rules_.file(from_)),
                    std::abs(rules_.rank(s) - rules_.rank(from_)));
  }

  void add_path(Square to, Square via, Square second_via, bool capture, bool takes_passed) {
    // What is captured on the last square is not captured on the way.
    if (via == to) via = 0;
    if (second_via == to) second_via = 0;
    if (!via || (second_via && comes_before(second_via, via))) std::swap(via, second_via);
    const size_t begin = list_.size();
    const bool any = capture || takes_passed;
    const Choices c = choices(to, any, via, second_via);
    if (captures_only_ && !any && !c.promoted) return;
    if (c.plain) list_.push_back(Move(from_, to, false, via, second_via));
    if (c.promoted) list_.push_back(Move(from_, to, true, via, second_via));
    if (takes_passed)
      for (size_t i = begin; i < list_.size(); ++i) list_[i] = list_[i].taking_passed();
  }

  void add(Square to, bool capture) {
    if (promotion_ == Promotion::NONE) {
      if (capture || !captures_only_) list_.push_back(Move(from_, to));
      return;
    }
    const Choices c = choices(to, capture, 0, 0);
    if (captures_only_ && !capture && !c.promoted) return;
    if (c.plain) list_.push_back(Move(from_, to));
    if (c.promoted) list_.push_back(Move(from_, to, true));
  }

  bool is_contagious(Square s) const {
    return s && s != from_ && cells_[s] > WALL && rules_.kind(kind_of(cells_[s])).contagious;
  }

  Choices choices(Square to, bool capture, Square via, Square second_via) const {
    // The captor of a contagious piece becomes what that prescribes.
    if (capture && !rules_.kind(kind_).royal &&
        (is_contagious(to) || is_contagious(via) || is_contagious(second_via)))
      return {true, false};
    bool may = false;
    const Forced forced = rules_.kind(kind_).promotion_forced;
    const bool to_in_zone = rules_.in_zone(kind_, us_, to);
    switch (promotion_) {
      case Promotion::NONE: return {true, false};
      case Promotion::ZONE: may = to_in_zone || from_in_zone_; break;
      case Promotion::ENTER:
      case Promotion::ENTER_LAST:
        may = (to_in_zone && !from_in_zone_) || (capture && (to_in_zone || from_in_zone_)) ||
              ((promotion_ == Promotion::ENTER_LAST || forced == Forced::STUCK) && rules_.stuck(piece_, to));
        break;
      case Promotion::CAPTURE: may = capture; break;
      case Promotion::ALWAYS: may = true; break;
    }
    if (!may) return {true, false};
    bool must = false;
    switch (forced) {
      case Forced::STUCK: must = rules_.stuck(piece_, to); break;
      case Forced::ALWAYS: must = true; break;
      case Forced::NEVER: break;
      case Forced::PROMOTED_CAPTURE:
        for (Square s : {to, via, second_via})
          if (s && cells_[s] > WALL && s != from_) must |= rules_.is_promoted(kind_of(cells_[s]));
        break;
    }
    return {!must, true};
  }

  void remove_doubles(size_t begin) {
    const auto first = list_.begin() + std::ptrdiff_t(begin);
    std::sort(first, list_.end());
    list_.erase(std::unique(first, list_.end()), list_.end());
  }

  void drops() {
    const Spec& spec = rules_.spec();
    for (size_t slot = 0; slot < rules_.hand_kinds().size(); ++slot) {
      if (!b_.hand(us_, int(slot))) continue;
      for (int kind : rules_.dropped_kinds(int(slot))) {
        const Piece p = make_piece(kind, us_);
        std::array<uint8_t, MAX_SIDE> in_file{};
        const int max_in_file = rules_.kind(kind).max_per_file;
        if (max_in_file)
          for (Square s : b_.pieces(us_))
            if (cells_[s] == p) ++in_file[size_t(rules_.file(s))];
        for (Square to : rules_.all_cells()) {
          if (cells_[to] != EMPTY) continue;
          if (max_in_file && in_file[size_t(rules_.file(to))] >= max_in_file) continue;
          if (!spec.drop_stuck && rules_.stuck(p, to)) continue;
          list_.push_back(Move::drop(kind, to));
        }
      }
    }
  }

  const Board& b_;
  const Rules& rules_;
  Color us_;
  const Piece* cells_;
  MoveList& list_;
  bool captures_only_;
  bool without_anywhere_ = false;
  int kind_ = 0;
  Piece piece_ = EMPTY;
  Square from_ = 0, pass_via_ = 0;
  Promotion promotion_ = Promotion::NONE;
  bool from_in_zone_ = false;
};

bool is_legal_by_rules(Board& b, const KingSafety& safety, bool answers, Move m) {
  if (answers && !safety.leaves_king_safe(b, m)) return false;
  if (is_forbidden_mate(b, m)) return false;
  return allowed_by_lion_rule(b, m);
}

// Calls `found` with each move that is legal if the game is not over, until it returns false.
template <class Function>
void for_each_answer(Board& b, MoveList& list, Function found) {
  const bool answers = b.rules().spec().check == CheckRule::ANSWER;
  const KingSafety safety(b);
  Generator(b, list).all();
  for (Move m : list)
    if (is_legal_by_rules(b, safety, answers, m) && !found(m)) return;
}

template <class Function>
void for_each_legal(Board& b, MoveList& list, Function found) {
  if (!is_over_at_once(b)) for_each_answer(b, list, found);
}

// Whether the side to move could continue, even if a rule such as "check wins" has ended the game.
bool has_answer(Board& b) {
  MoveList all;
  all.reserve(256);
  bool found = false;
  for_each_answer(b, all, [&](Move) {
    found = true;
    return false;
  });
  return found;
}

}  // namespace

bool is_forbidden_mate(Board& b, Move m) {
  if (!m.is_drop() || b.rules().kind(m.kind()).drop_mate) return false;
  const Color us = b.turn();
  const Piece p = make_piece(m.kind(), us);
  const auto& kings = b.royals(~us);
  if (kings.size() != 1 || !piece_attacks(b, p, m.to(), kings[0])) return false;
  b.make(m);
  const bool mate = !has_answer(b);
  b.undo();
  return mate;
}

void generate_pseudo_legal(const Board& b, MoveList& list) { Generator(b, list).all(); }
void generate_captures(const Board& b, MoveList& list) { Generator(b, list, true).all(); }

void generate_legal(Board& b, MoveList& list) {
  MoveList all;
  all.reserve(256);
  for_each_legal(b, all, [&](Move m) {
    list.push_back(m);
    return true;
  });
}

uint64_t count_legal(Board& b) {
  MoveList all;
  all.reserve(256);
  uint64_t count = 0;
  for_each_legal(b, all, [&](Move) {
    ++count;
    return true;
  });
  return count;
}

bool has_legal_move(Board& b) {
  MoveList all;
  all.reserve(256);
  bool found = false;
  for_each_legal(b, all, [&](Move) {
    found = true;
    return false;
  });
  return found;
}

bool is_legal(Board& b, Move m) {
  MoveList all;
  generate_legal(b, all);
  return std::find(all.begin(), all.end(), m) != all.end();
}

bool path_attack(const Board& b, Square from, Square target, bool anywhere) {
  MoveList list;
  Generator generator(b, list);
  generator.without_anywhere(!anywhere);
  generator.piece(from);
  return std::any_of(list.begin(), list.end(), [&](Move m) {
    return m.to() == target || m.via() == target || m.second_via() == target;
  });
}

}  // namespace komadai::variants
