// A 64-bit hash function, slots for hashes, and pseudo-random numbers: SplitMix64 (Steele, Lea and Flood,
// "Fast splittable pseudorandom number generators", OOPSLA 2014).
#pragma once

#include <cstddef>
#include <cstdint>

namespace komadai {

constexpr uint64_t GOLDEN_GAMMA = 0x9e3779b97f4a7c15;

constexpr uint64_t mix64(uint64_t z) {
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
  z = (z ^ z >> 27) * 0x94d049bb133111eb;
  return z ^ z >> 31;
}

// The slot of a hash in a table: the number times `slots`, divided by 2^64.
inline size_t slot_of(uint64_t hash, size_t slots) {
#ifdef __EMSCRIPTEN__  // a product of 128 bits is the call of a function there, and size_t has 32
  return size_t(((hash >> 32) * slots + ((hash & 0xffffffff) * slots >> 32)) >> 32);
#else
  return size_t((unsigned __int128)(hash)*slots >> 64);
#endif
}

// The next number of the sequence that `state` belongs to.
constexpr uint64_t splitmix64(uint64_t& state) { return mix64(state += GOLDEN_GAMMA); }

}  // namespace komadai
