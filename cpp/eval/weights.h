// What the terms are worth: a file of numbers, made by `python -m komadai.training.fit`.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

#include "eval/terms.h"

namespace komadai {

// A weight for the opening and one for the endgame.
struct Weight {
  int16_t opening = 0, endgame = 0;
};

// The same as one number, so that one addition adds both.
class Tapered {
 public:
  constexpr Tapered() = default;
  constexpr Tapered(int opening, int endgame) : both_((int64_t(endgame) << 32) + opening) {}
  constexpr Tapered(Weight w) : Tapered(w.opening, w.endgame) {}
  constexpr int opening() const { return int32_t(both_); }
  constexpr int endgame() const { return int((both_ - int32_t(both_)) >> 32); }
  constexpr Tapered& operator+=(Tapered o) { return both_ += o.both_, *this; }
  constexpr Tapered& operator-=(Tapered o) { return both_ -= o.both_, *this; }
  constexpr Tapered operator*(int n) const {
    Tapered product;
    product.both_ = both_ * n;
    return product;
  }

 private:
  int64_t both_ = 0;
};

// Everything in eighths of a centipawn, but the danger terms, which have a scale of their own.
constexpr int GRAIN = 8;

struct Weights {
  Tapered plain[terms::PLAIN_TERMS];
  int16_t danger[terms::DANGER_TERMS];
  int16_t curve[terms::CURVE_POINTS];
  // What n of a type in hand are worth together, to the attack on the other king, to one's own.
  struct {
    Tapered worth;
    int theirs, ours;
  } in_hand[KING][19];
  // What the squares around a king add to its danger.
  int16_t near[2][terms::NEAR_SETS][RINGS];
  // Material, place and view in one: a man as it looks from a king's square, to the king's side.
  // What a man is worth by itself is in its own king's view only.
  Weight seen[SQUARES][32][SQUARES];
};

// A file that holds no weights; what() says what was expected where.
struct BadWeights : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The file: "KOMADAI EVALUATION", two zero bytes, version (uint32), length of what follows the
// header (uint32), its CRC-32 (uint32), then int16 numbers, little-endian: plain terms (opening,
// endgame), views by distance (the same), views (one for all the game), danger terms, the curve.
std::shared_ptr<const Weights> read_weights(std::span<const unsigned char> file);

// Those the library was built with.
std::shared_ptr<const Weights> built_in_weights();

}  // namespace komadai
