// A move of a variant: squares of the padded board (Rules::square_of), at most two squares on the way.
#pragma once

#include <cstdint>

namespace komadai::variants {

using Square = uint16_t;  // a cell of the padded board; 0 is outside of it, see rules.h

// Bits: 0-11 to, 12-23 from or the kind dropped, 24-35 and 36-47 the squares on the way where it captures
// (the only one may be empty: a pass), 48 promotion, 49 drop, 50 captures all that it passes.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to, bool promotion = false, Square via = 0, Square second_via = 0)
      : bits_(to | uint64_t(from) << 12 | uint64_t(via) << 24 | uint64_t(second_via) << 36 |
              uint64_t(promotion) << 48) {}
  static constexpr Move drop(int kind, Square to) {
    Move m(Square(kind), to);
    m.bits_ |= uint64_t(1) << 49;
    return m;
  }
  static constexpr Move from_bits(uint64_t bits) {
    Move m;
    m.bits_ = bits;
    return m;
  }

  constexpr Square to() const { return bits_ & 0xfff; }
  constexpr Square from() const { return bits_ >> 12 & 0xfff; }  // of moves on the board
  constexpr int kind() const { return bits_ >> 12 & 0xfff; }     // of drops
  constexpr Square via() const { return bits_ >> 24 & 0xfff; }
  constexpr Square second_via() const { return bits_ >> 36 & 0xfff; }
  constexpr bool promotes() const { return bits_ >> 48 & 1; }
  constexpr bool is_drop() const { return bits_ >> 49 & 1; }
  constexpr bool takes_passed() const { return bits_ >> 50 & 1; }
  constexpr Move taking_passed() const { return from_bits(bits_ | uint64_t(1) << 50); }
  constexpr Move promoting() const { return from_bits(bits_ | uint64_t(1) << 48); }

  constexpr uint64_t bits() const { return bits_; }
  constexpr explicit operator bool() const { return bits_ != 0; }
  constexpr bool operator==(const Move&) const = default;
  constexpr auto operator<=>(const Move&) const = default;

 private:
  uint64_t bits_ = 0;
};

}  // namespace komadai::variants
