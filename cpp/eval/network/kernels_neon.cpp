// NEON, which every ARMv8 processor has. Not tested on one.
#ifdef __aarch64__
#include <arm_neon.h>

#include "eval/network/kernels.h"

namespace komadai::network {
namespace {

using Vector = int16x8_t;
constexpr int LANES = 8, TILE = 8, CLIP_STEP = 8, UNROLL = 1;

inline Vector load(const int16_t* p) { return vld1q_s16(p); }
inline void store(int16_t* p, Vector v) { vst1q_s16(p, v); }
inline Vector add(Vector a, Vector b) { return vaddq_s16(a, b); }
inline Vector sub(Vector a, Vector b) { return vsubq_s16(a, b); }
inline void clip(uint8_t* out, const int16_t* in) {
  vst1_s8(reinterpret_cast<int8_t*>(out), vqmovn_s16(vmaxq_s16(load(in), vdupq_n_s16(0))));
}

struct Sums {
  int32x4_t of[HIDDEN / 4];
  void clear() {
    for (auto& sum : of) sum = vdupq_n_s32(0);
  }
  void add_products(int32_t four, const int8_t* weights) {
    // Inputs are at most 127, so they are the same as signed bytes.
    const int8x16_t inputs = vreinterpretq_s8_s32(vdupq_n_s32(four));
    for (int i = 0; i < HIDDEN / 4; ++i) {
      const int8x16_t w = vld1q_s8(weights + 16 * i);
      const int32x4_t low = vpaddlq_s16(vmull_s8(vget_low_s8(inputs), vget_low_s8(w)));
      const int32x4_t high = vpaddlq_s16(vmull_high_s8(inputs, w));
      of[i] = vaddq_s32(of[i], vpaddq_s32(low, high));
    }
  }
  void load(const int32_t* sums) {
    for (int i = 0; i < HIDDEN / 4; ++i) of[i] = vld1q_s32(sums + 4 * i);
  }
  void add(const Sums& other) {
    for (int i = 0; i < HIDDEN / 4; ++i) of[i] = vaddq_s32(of[i], other.of[i]);
  }
  void activate(uint8_t* out) const {
    for (int i = 0; i < HIDDEN / 8; ++i) {
      const int16x4_t low = vqshrn_n_s32(of[2 * i], WEIGHT_SHIFT);
      const int16x4_t high = vqshrn_n_s32(of[2 * i + 1], WEIGHT_SHIFT);
      const int16x8_t words = vmaxq_s16(vcombine_s16(low, high), vdupq_n_s16(0));
      vst1_s8(reinterpret_cast<int8_t*>(out + 8 * i), vqmovn_s16(words));
    }
  }
};

#include "eval/network/kernel_body.h"

bool is_supported() { return true; }

}  // namespace

extern const Kernels NEON_KERNELS{"neon", &is_supported, &update, &forward};

}  // namespace komadai::network
#endif
