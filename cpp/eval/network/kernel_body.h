// The kernels in terms of a few vector operations, which each kernels_*.cpp defines for its instructions
// before it includes this file, inside an unnamed namespace. This file is compiled for several processors,
// so it must not call an inline function of another header: the linker keeps one copy of such a function,
// which may have instructions that the processor lacks.
//
// Vector: LANES int16, with load, store, add and sub. TILE: how many vectors stay in registers.
// clip(out, in): CLIP_STEP int16 clipped to 0..127, as bytes.
// Sums: the HIDDEN int32 sums of a layer, with clear, load(int32_t*), add(Sums), add_products(four inputs in
// an int32, their weights), and activate(uint8_t*), which writes the outputs of the neurons: the sums divided
// by the weights' unit, clipped to 0..127. UNROLL: how many Sums are added up independently, a power of two.

template <int N>
inline void update_tile(int16_t* out, const int16_t* in, const int16_t* weights, int width, InputList removed,
                        InputList added) {
  Vector v[N];
  for (int i = 0; i < N; ++i) v[i] = load(in + i * LANES);
  for (size_t k = 0; k < removed.count; ++k) {
    const int16_t* column = weights + size_t(removed.at[k]) * size_t(width);
    for (int i = 0; i < N; ++i) v[i] = sub(v[i], load(column + i * LANES));
  }
  for (size_t k = 0; k < added.count; ++k) {
    const int16_t* column = weights + size_t(added.at[k]) * size_t(width);
    for (int i = 0; i < N; ++i) v[i] = add(v[i], load(column + i * LANES));
  }
  for (int i = 0; i < N; ++i) store(out + i * LANES, v[i]);
}

void update(int16_t* out, const int16_t* in, const int16_t* weights, int width, InputList removed,
            InputList added) {
  int at = 0;
  for (; at + TILE * LANES <= width; at += TILE * LANES)
    update_tile<TILE>(out + at, in + at, weights + at, width, removed, added);
  for (; at + 2 * LANES <= width; at += 2 * LANES)
    update_tile<2>(out + at, in + at, weights + at, width, removed, added);
  for (; at + LANES <= width; at += LANES)
    update_tile<1>(out + at, in + at, weights + at, width, removed, added);
}

inline int32_t four_at(const uint8_t* inputs) {
  int32_t four;
  __builtin_memcpy(&four, inputs, sizeof four);
  return four;
}

// The outputs of a layer with `groups` times four inputs.
inline void layer(const uint8_t* inputs, int groups, const int8_t* weights, const int32_t* bias,
                  uint8_t* outputs) {
  Sums s[UNROLL];
  s[0].load(bias);
  for (int i = 1; i < UNROLL; ++i) s[i].clear();
  for (int g = 0; g < groups; g += UNROLL)
    for (int i = 0; i < UNROLL; ++i)
      s[i].add_products(four_at(inputs + 4 * (g + i)), weights + 4 * HIDDEN * (g + i));
  for (int n = UNROLL / 2; n > 0; n /= 2)
    for (int i = 0; i < n; ++i) s[i].add(s[i + n]);
  s[0].activate(outputs);
}

int32_t forward(const Layers& layers, const int16_t* own, const int16_t* theirs, int width) {
  alignas(64) uint8_t inputs[2 * MAX_WIDTH];
  alignas(64) uint8_t first[HIDDEN], second[HIDDEN];
  for (int i = 0; i < width; i += CLIP_STEP) clip(inputs + i, own + i);
  for (int i = 0; i < width; i += CLIP_STEP) clip(inputs + width + i, theirs + i);
  layer(inputs, 2 * width / 4, layers.first, layers.first_bias, first);
  layer(first, HIDDEN / 4, layers.second, layers.second_bias, second);
  int32_t output = layers.output_bias;
  for (int i = 0; i < HIDDEN; ++i) output += second[i] * layers.output[i];
  return output;
}
