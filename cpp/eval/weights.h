// The weights of the terms, read from a file that `komadai train fit-weights` writes.
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

// The same pair in one number, so that one addition adds both.
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

// Weights are in eighths of a centipawn; danger terms have another scale.
constexpr int GRAIN = 8;

struct Weights {
  Tapered plain[terms::PLAIN_TERMS];
  int16_t danger[terms::DANGER_TERMS];
  int16_t curve[terms::CURVE_POINTS];
  // For n pieces of a type in hand: their plain weight, their weight in the danger of the other king and of
  // the own king.
  struct {
    Tapered plain;
    int danger_to_theirs, danger_to_ours;
  } in_hand[KING][19];
  // The danger that each set of a king's neighbours adds.
  int16_t near[2][terms::NEAR_SETS][NEIGHBOURHOODS];
  // The sum of material, placement and view, by king square, piece and square, as the king's side sees them.
  // Material and placement of a man are included only for its own king.
  Weight king_piece[SQUARES][32][SQUARES];
};

// Thrown for an invalid file of weights. what() names the byte offset and what was expected there.
struct BadWeights : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// The file format, little-endian: "KOMADAI EVALUATION", two zero bytes, version (uint32), length of the body
// (uint32), CRC-32 of the body (uint32), then the body of int16 numbers: plain terms (opening, endgame),
// views by distance (the same), views (one number each), danger terms, the curve. Throws BadWeights.
std::shared_ptr<const Weights> read_weights(std::span<const unsigned char> file);

// The size of each file of this format.
constexpr size_t WEIGHTS_FILE_BYTES =
    32 + 2 * (2 * terms::PLAIN_TERMS + 2 * terms::VIEWED * terms::DISTANCES + terms::VIEWS +
              terms::DANGER_TERMS + terms::CURVE_POINTS);

// Whether the file begins like one of weights.
bool is_weights_file(std::span<const unsigned char> file);

// The weights that are compiled into the library.
std::shared_ptr<const Weights> built_in_weights();

}  // namespace komadai
