// A large array of zeros, on huge pages where there are any: a page is only taken when it is first written
// to, and looking up a random entry then costs no walk through the page tables.
#pragma once

#include <cstdlib>
#include <new>
#include <utility>

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#endif

namespace komadai {

// T must be fine as all zeros.
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

  // The first so many are not needed any more: their memory may go, and they may be zeros from now on.
  void give_back(size_t count) {
#if defined(MADV_DONTNEED)
    constexpr size_t PAGE = 1 << 16;  // no machine has larger small ones
    madvise(at_, count * sizeof(T) / PAGE * PAGE, MADV_DONTNEED);
#else
    (void)count;
#endif
  }

  T& operator[](size_t i) { return at_[i]; }
  const T& operator[](size_t i) const { return at_[i]; }

 private:
#if defined(__unix__) || defined(__APPLE__)
  static T* allocate(size_t bytes) {
    if (bytes == 0) return nullptr;
    void* at = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) throw std::bad_alloc();
#ifdef MADV_HUGEPAGE
    madvise(at, bytes, MADV_HUGEPAGE);  // a wish: without it everything works, a little slower
#endif
    return static_cast<T*>(at);
  }
  static void release(T* at, size_t bytes) {
    if (at) munmap(at, bytes);
  }
#else
  static T* allocate(size_t bytes) {
    void* at = std::calloc(bytes, 1);
    if (!at) throw std::bad_alloc();
    return static_cast<T*>(at);
  }
  static void release(T* at, size_t) { std::free(at); }
#endif

  size_t bytes_;
  T* at_;
};

}  // namespace komadai
