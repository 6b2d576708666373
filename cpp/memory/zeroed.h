// A large zero-initialised array on huge pages where the system has them. A page is allocated when it is
// first written to. Random access with huge pages causes few TLB misses.
//
// MADV_HUGEPAGE is set only for whole huge pages, aligned to them. Otherwise Linux collects small pages later
// in a low-priority thread (khugepaged), which blocks threads that access the memory: on a loaded machine for
// up to a second, in which an engine cannot answer.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

// Not with Emscripten: its munmap cannot free a part of a mapping, as the code below does.
#if (defined(__unix__) || defined(__APPLE__)) && !defined(__EMSCRIPTEN__)
#include <sys/mman.h>
#define KOMADAI_HAS_MMAP 1
#elif defined(_WIN32)
#include "system/machine.h"
#endif

namespace komadai {

// All bytes zero must be a valid T.
template <class T>
class Zeroed {
 public:
  // Throws std::bad_alloc.
  explicit Zeroed(size_t count) : bytes_(count * sizeof(T)), at_(allocate(bytes_)) {}
  ~Zeroed() { release(at_, bytes_); }
  Zeroed(Zeroed&& other) noexcept : bytes_(other.bytes_), at_(std::exchange(other.at_, nullptr)) {}
  Zeroed& operator=(Zeroed&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    std::swap(at_, other.at_);
    return *this;
  }

  T& operator[](size_t i) { return at_[i]; }
  const T& operator[](size_t i) const { return at_[i]; }

 private:
#ifdef KOMADAI_HAS_MMAP
  static constexpr size_t PAGE = 1 << 16;  // the largest base page of any supported machine
  static constexpr size_t HUGE_PAGE = 1 << 21;

  static size_t whole_pages(size_t bytes) { return (bytes + PAGE - 1) / PAGE * PAGE; }
  static T* allocate(size_t bytes) {
    if (bytes == 0) return nullptr;
    bytes = whole_pages(bytes);
    const size_t spare = bytes >= HUGE_PAGE ? HUGE_PAGE : 0;
    void* const place =
        mmap(nullptr, bytes + spare, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (place == MAP_FAILED) throw std::bad_alloc();
    char* at = static_cast<char*>(place);
    if (spare) {
      const size_t before = -reinterpret_cast<uintptr_t>(at) % HUGE_PAGE;
      if (before) munmap(at, before);
      at += before;
      if (before != spare) munmap(at + bytes, spare - before);
#ifdef MADV_HUGEPAGE
      // Only a hint: without huge pages access is slower.
      madvise(at, bytes / HUGE_PAGE * HUGE_PAGE, MADV_HUGEPAGE);
#endif
    }
    return reinterpret_cast<T*>(at);
  }
  static void release(T* at, size_t bytes) {
    if (at) munmap(at, whole_pages(bytes));
  }
#elif defined(_WIN32)
  static T* allocate(size_t bytes) {
    if (bytes == 0) return nullptr;
    void* const at = zero_pages(bytes);
    if (!at) throw std::bad_alloc();
    return static_cast<T*>(at);
  }
  static void release(T* at, size_t) {
    if (at) free_pages(at);
  }
#else
  static constexpr size_t ALIGNMENT = 64;

  static T* allocate(size_t bytes) {
    if (bytes == 0) return nullptr;
    bytes = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    void* at = std::aligned_alloc(ALIGNMENT, bytes);
    if (!at) throw std::bad_alloc();
    return static_cast<T*>(std::memset(at, 0, bytes));
  }
  static void release(T* at, size_t) { std::free(at); }
#endif

  size_t bytes_;
  T* at_;
};

}  // namespace komadai
