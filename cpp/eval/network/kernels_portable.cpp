// Plain C++, for any processor; also the reference for the others.
#include "eval/network/kernels.h"

namespace komadai::network {
namespace {

using Vector = int16_t;
constexpr int LANES = 1, TILE = 32, CLIP_STEP = 1, UNROLL = 1;

inline Vector load(const int16_t* p) { return *p; }
inline void store(int16_t* p, Vector v) { *p = v; }
inline Vector add(Vector a, Vector b) { return Vector(uint16_t(a) + uint16_t(b)); }
inline Vector sub(Vector a, Vector b) { return Vector(uint16_t(a) - uint16_t(b)); }
inline void clip(uint8_t* out, const int16_t* in) {
  *out = uint8_t(*in < 0 ? 0 : *in > MAX_ACTIVATION ? MAX_ACTIVATION : *in);
}

struct Sums {
  int32_t of[HIDDEN];
  void clear() {
    for (int32_t& sum : of) sum = 0;
  }
  void add_products(int32_t four, const int8_t* weights) {
    uint8_t inputs[4];
    __builtin_memcpy(inputs, &four, sizeof four);
    for (int i = 0; i < HIDDEN; ++i)
      for (int k = 0; k < 4; ++k) of[i] += inputs[k] * weights[4 * i + k];
  }
  void load(const int32_t* sums) {
    for (int i = 0; i < HIDDEN; ++i) of[i] = sums[i];
  }
  void add(const Sums& other) {
    for (int i = 0; i < HIDDEN; ++i) of[i] += other.of[i];
  }
  void activate(uint8_t* out) const {
    for (int i = 0; i < HIDDEN; ++i) {
      const int32_t x = of[i] >> WEIGHT_SHIFT;
      out[i] = uint8_t(x < 0 ? 0 : x > MAX_ACTIVATION ? MAX_ACTIVATION : x);
    }
  }
};

#include "eval/network/kernel_body.h"

bool is_supported() { return true; }

}  // namespace

extern const Kernels PORTABLE_KERNELS{"portable", &is_supported, &update, &forward};

}  // namespace komadai::network
