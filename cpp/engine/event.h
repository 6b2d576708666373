// A flag that threads wait for.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace komadai::engine {

class Event {
 public:
  explicit Event(bool is_set = false) : is_set_(is_set) {}

  void set() {
    {
      const std::lock_guard lock(mutex_);
      is_set_ = true;
    }
    changed_.notify_all();
  }
  void clear() {
    const std::lock_guard lock(mutex_);
    is_set_ = false;
  }
  bool is_set() const {
    const std::lock_guard lock(mutex_);
    return is_set_;
  }
  void wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return is_set_; });
  }
  // Whether it is set within this time.
  bool wait_for(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, time, [this] { return is_set_; });
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool is_set_;
};

}  // namespace komadai::engine
