// What the environments of shogi and of the variants share: arrays of NumPy, and games behind the GIL.
#pragma once

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>

#include "bindings/arguments.h"
#include "bindings/env.h"
#include "bindings/values.h"

namespace komadai::python {

using Bytes = nb::ndarray<uint8_t, nb::c_contig, nb::device::cpu>;
using Counts = nb::ndarray<int32_t, nb::c_contig, nb::device::cpu>;
using Floats = nb::ndarray<float, nb::c_contig, nb::device::cpu>;
using Actions = nb::ndarray<int64_t, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

// Raises ValueError if the array of this name has another size.
template <class Array>
auto* pointer(const nb::dict& arrays, const char* name, size_t numbers) {
  const Array array = nb::cast<Array>(arrays[name]);
  if (array.size() != numbers)
    raise(VALUES.range_error, "%s: expected %zu numbers, got %zu", name, numbers, array.size());
  return array.data();
}

// Many games of one kind, and the arrays of a VectorEnv into which they write.
template <class Games>
class EnvGames {
 public:
  template <class... Arguments>
  EnvGames(nb::dict arrays, Arguments&&... arguments)
      : arrays_(arrays), games_(std::forward<Arguments>(arguments)...) {}

  void reset(std::optional<uint64_t> seed) {
    const Use use(*this);
    const nb::gil_scoped_release release;
    games_.reset(seed);
  }

  // Returns the first game in which the action is illegal, without having played any; None if there is none.
  std::optional<size_t> step(const Actions& actions) {
    require_size(actions);
    const Use use(*this);
    const nb::gil_scoped_release release;
    const size_t illegal = games_.find_illegal(actions.data());
    if (illegal < games_.size()) return illegal;
    games_.step();
    return std::nullopt;
  }

  void sample(const Actions& actions) {
    require_size(actions);
    const Use use(*this);
    games_.sample(actions.data());
  }

 protected:
  // Raises RuntimeError if another thread of Python is using the games, which are not locked otherwise.
  class Use {
   public:
    explicit Use(EnvGames& games) : games_(games) {
      if (games.in_use_) raise(PyExc_RuntimeError, "VectorEnv: another thread is using this environment");
      games.in_use_ = true;
    }
    ~Use() { games_.in_use_ = false; }
    Use(const Use&) = delete;

   private:
    EnvGames& games_;
  };

  void require_index(size_t index) const {
    if (index >= games_.size())
      raise(VALUES.range_error, "index: expected a number below %zu, got %zu", games_.size(), index);
  }

 private:
  void require_size(const Actions& actions) const {
    if (actions.size() != games_.size())
      raise(VALUES.range_error, "actions: expected %zu numbers, got %zu", games_.size(), actions.size());
  }

  nb::dict arrays_;  // stay alive as long as the games

 protected:
  Games games_;

 private:
  bool in_use_ = false;  // read and written with the GIL
};

}  // namespace komadai::python
