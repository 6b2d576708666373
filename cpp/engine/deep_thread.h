// A thread with a stack for the deepest search, which takes about a megabyte: some systems give a thread half
// of that.
#pragma once

#include <pthread.h>

#include <functional>
#include <memory>
#include <system_error>
#include <utility>

namespace komadai::engine {

class DeepThread {
 public:
  DeepThread() = default;
  // Throws std::system_error.
  explicit DeepThread(std::function<void()> work) {
    auto given = std::make_unique<std::function<void()>>(std::move(work));
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    const int error = pthread_create(&thread_, &attributes, &run, given.get());
    pthread_attr_destroy(&attributes);
    if (error) throw std::system_error(error, std::generic_category(), "thread");
    given.release();
    joinable_ = true;
  }
  DeepThread(DeepThread&& other) noexcept { *this = std::move(other); }
  // To a thread that is not joinable.
  DeepThread& operator=(DeepThread&& other) noexcept {
    thread_ = other.thread_;
    joinable_ = std::exchange(other.joinable_, false);
    return *this;
  }

  bool joinable() const { return joinable_; }
  void join() {
    pthread_join(thread_, nullptr);
    joinable_ = false;
  }

 private:
  static constexpr size_t STACK_BYTES = size_t(16) << 20;

  static void* run(void* work) {
    const std::unique_ptr<std::function<void()>> given(static_cast<std::function<void()>*>(work));
    (*given)();
    return nullptr;
  }

  pthread_t thread_{};
  bool joinable_ = false;
};

}  // namespace komadai::engine
