#include "variants/solve/index.h"

#include <algorithm>
#include <stdexcept>

namespace komadai::variants::solve {
namespace {

constexpr double MAX_ARRANGEMENTS = double(uint64_t(1) << 40);
constexpr int MAX_GROUPS = 1 << 21;

// With b pieces on the board and h in the mover's hand: a number for each pair, from 0 on.
int hand_code(int pieces, int on_board, int in_hand) {
  int code = in_hand;
  for (int b = 0; b < on_board; ++b) code += pieces - b + 1;
  return code;
}

}  // namespace

Index::Index(const Game& game) : squares_(game.squares()), families_(game.families()), drops_(game.drops()) {
  if (count_arrangements(game.rules(), game.material()) > MAX_ARRANGEMENTS)
    throw std::length_error("expected at most 2^40 arrangements");
  for (int square = 0; square < squares_; ++square) {
    maps_[0][square] = square;
    maps_[ROTATE][square] = game.rotated(square);
    maps_[MIRROR][square] = game.mirrored(square);
    maps_[ROTATE | MIRROR][square] = game.mirrored(game.rotated(square));
  }
  for (int of = 0; of <= MAX_SQUARES; ++of) {
    binomial_[of][0] = 1;
    for (int from = 1; from <= of; ++from)
      binomial_[of][from] = binomial_[of - 1][from - 1] + (from < of ? binomial_[of - 1][from] : 0);
  }

  pairs_.resize(size_t(squares_) * squares_);
  for (int a = 0; a < squares_; ++a)
    for (int b = 0; b < squares_; ++b) {
      if (a == b) continue;
      const int mirrored_a = game.mirrored(a), mirrored_b = game.mirrored(b);
      const bool mirrors = game.material().is_mirror_symmetric;
      const bool is_symmetric = mirrors && a == mirrored_a && b == mirrored_b;
      if (mirrors && std::pair(mirrored_a, mirrored_b) < std::pair(a, b)) {
        const Pair& image = pairs_[size_t(mirrored_a) * squares_ + mirrored_b];
        pairs_[size_t(a) * squares_ + b] = {image.number, true, false};
      } else {
        pairs_[size_t(a) * squares_ + b] = {uint16_t(royals_.size()), false, is_symmetric};
        royals_.push_back({uint8_t(a), uint8_t(b)});
      }
    }

  int groups = 1;
  for (int f = 0; f < families_; ++f) {
    pieces_[f] = game.pieces(f);
    bits_[f] = game.faces(f);
    strides_[f] = groups;
    groups *= drops_ ? (pieces_[f] + 1) * (pieces_[f] + 2) / 2 : pieces_[f] + 1;
    if (groups > MAX_GROUPS) throw std::length_error("expected fewer pieces");
  }
  groups_.resize(size_t(groups));
  firsts_.resize(size_t(groups));
  for (int g = 0; g < groups; ++g) {
    Group& group = groups_[g];
    group = {size_, {}, {}, {}};
    firsts_[g] = size_;
    uint64_t size = royals_.size();
    int free = squares_ - 2;
    for (int f = 0; f < families_; ++f) {
      const int codes = drops_ ? (pieces_[f] + 1) * (pieces_[f] + 2) / 2 : pieces_[f] + 1;
      const int code = g / strides_[f] % codes;
      int on_board = 0, in_hand = 0;
      if (drops_)
        while (hand_code(pieces_[f], on_board + 1, 0) <= code && on_board < pieces_[f]) ++on_board;
      else
        on_board = code;
      if (drops_) in_hand = code - hand_code(pieces_[f], on_board, 0);
      group.on_board[f] = uint8_t(on_board);
      group.in_hand[f] = uint8_t(in_hand);
      group.sets[f] = on_board <= free ? binomial_[free][on_board] : 0;
      size *= uint64_t(group.sets[f]) << (on_board * bits_[f]);
      free = std::max(free - on_board, 0);
    }
    size_ += size;
  }
}

uint64_t Index::number(const Position& position, int turn) const {
  const auto& map = maps_[turn];
  const Pair& pair = pairs_[size_t(map[position.royal[turn]]) * squares_ + map[position.royal[1 - turn]]];
  const uint64_t number = number_mapped(position, turn | (pair.is_mirrored ? MIRROR : 0), pair.number);
  if (!pair.is_symmetric) return number;
  return std::min(number, number_mapped(position, turn | MIRROR, pair.number));
}

uint64_t Index::number_mapped(const Position& position, int map_number, int pair) const {
  const auto& map = maps_[map_number];
  const int turn = map_number & ROTATE;
  const Squares own = turn ? ~position.own : position.own;
  std::array<Squares, MAX_FAMILIES> sets;
  Squares own_mapped = 0, promoted_mapped = 0;
  int group_number = 0;
  for (int f = 0; f < families_; ++f) {
    Squares set = 0;
    for (Squares rest = position.family[f]; rest; rest &= rest - 1) {
      const int square = std::countr_zero(rest), mapped = map[square];
      set |= bit(mapped);
      own_mapped |= Squares(own >> square & 1) << mapped;
      promoted_mapped |= Squares(position.promoted >> square & 1) << mapped;
    }
    sets[f] = set;
    const int on_board = std::popcount(set);
    if (drops_) {
      const int in_hand = turn ? pieces_[f] - on_board - position.hand[f] : position.hand[f];
      // hand_code, summed up
      group_number += strides_[f] * (on_board * (pieces_[f] + 1) - on_board * (on_board - 1) / 2 + in_hand);
    } else {
      group_number += strides_[f] * on_board;
    }
  }
  const Group& group = groups_[group_number];
  Squares taken = bit(map[position.royal[0]]) | bit(map[position.royal[1]]);
  uint64_t number = uint64_t(pair);
  for (int f = 0; f < families_; ++f) {
    uint32_t rank = 0, flags = 0;
    int nth = 0;
    for (Squares rest = sets[f]; rest; rest &= rest - 1) {
      const int square = std::countr_zero(rest);
      const int place = square - std::popcount(taken & (bit(square) - 1));
      rank += binomial_[place][++nth];
      flags = flags << 1 | (own_mapped >> square & 1);
      if (bits_[f] == 2) flags = flags << 1 | (promoted_mapped >> square & 1);
    }
    number = (number * group.sets[f] + rank) << (nth * bits_[f]) | flags;
    taken |= sets[f];
  }
  return group.first + number;
}

Position Index::decode(uint64_t number, int turn) const {
  const auto g = std::upper_bound(firsts_.begin(), firsts_.end(), number) - firsts_.begin() - 1;
  const Group& group = groups_[size_t(g)];
  uint64_t rest = number - group.first;
  std::array<uint32_t, MAX_FAMILIES> ranks, flags;
  for (int f = families_; f-- > 0;) {
    const int shift = group.on_board[f] * bits_[f];
    flags[f] = uint32_t(rest & ((uint64_t(1) << shift) - 1));
    rest >>= shift;
    ranks[f] = uint32_t(rest % group.sets[f]);
    rest /= group.sets[f];
  }
  const auto& map = maps_[turn];
  Position position{};
  const auto& [mine, theirs] = royals_[rest];
  position.royal[turn] = uint8_t(map[mine]);
  position.royal[1 - turn] = uint8_t(map[theirs]);
  Squares free = ~(bit(mine) | bit(theirs));
  if (squares_ < MAX_SQUARES) free &= bit(squares_) - 1;
  for (int f = 0; f < families_; ++f) {
    const int on_board = group.on_board[f];
    const int in_hand = group.in_hand[f];
    position.hand[f] = uint8_t(drops_ && turn ? pieces_[f] - on_board - in_hand : in_hand);
    Squares set = 0;
    uint32_t rank = ranks[f];
    int place = std::popcount(free);
    Squares from_above = free;
    for (int nth = on_board; nth > 0; --nth) {
      // The highest free square whose sets of lower squares all come before.
      do {
        --place;
        const int highest = MAX_SQUARES - 1 - std::countl_zero(from_above);
        from_above &= ~bit(highest);
        if (binomial_[place][nth] <= rank) {
          rank -= binomial_[place][nth];
          set |= bit(highest);
          const int mapped = map[highest];
          position.family[f] |= bit(mapped);
          uint32_t piece = flags[f] & ((1u << bits_[f]) - 1);
          flags[f] >>= bits_[f];
          if (bits_[f] == 2) {
            if (piece & 1) position.promoted |= bit(mapped);
            piece >>= 1;
          }
          if (int(piece) != turn) position.own |= bit(mapped);
          break;
        }
      } while (true);
    }
    free &= ~set;
  }
  return position;
}

}  // namespace komadai::variants::solve
