// Words that several threads read and write without a lock, and the bytes of a value as another type.
#pragma once

#include <cstdint>

#ifndef __EMSCRIPTEN__
#include <atomic>
#endif

namespace komadai {

#ifdef __EMSCRIPTEN__
// WebAssembly has only sequentially consistent atomics, which are slow; its plain accesses of aligned words
// are not torn. (Its library also lacks std::atomic_ref.)
inline uint64_t load_shared(const uint64_t& word) { return word; }
inline void store_shared(uint64_t& word, uint64_t value) { word = value; }
#else
inline uint64_t load_shared(const uint64_t& word) {
  return std::atomic_ref<uint64_t>(const_cast<uint64_t&>(word)).load(std::memory_order_relaxed);
}
inline void store_shared(uint64_t& word, uint64_t value) {
  std::atomic_ref<uint64_t>(word).store(value, std::memory_order_relaxed);
}
#endif

// A number that one thread counts, and others read now and then.
class SharedCount {
 public:
#ifdef __EMSCRIPTEN__
  uint64_t load() const { return count_; }
  void store(uint64_t count) { count_ = count; }

 private:
  uint64_t count_ = 0;
#else
  uint64_t load() const { return count_.load(std::memory_order_relaxed); }
  void store(uint64_t count) { count_.store(count, std::memory_order_relaxed); }

 private:
  std::atomic<uint64_t> count_{0};
#endif
};

// std::bit_cast, which the library of older compilers lacks.
template <class To, class From>
constexpr To bits_as(const From& from) {
  return __builtin_bit_cast(To, from);
}

}  // namespace komadai
