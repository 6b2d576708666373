#include "bindings/usi_pipe.h"

#include <nanobind/stl/string_view.h>

#include <algorithm>

#include "usi/pipe.h"

namespace komadai::python {

namespace nb = nanobind;

namespace {

constexpr double MAX_SECONDS = 1e9;

std::chrono::microseconds to_time(double seconds) {
  // NaN counts as 0.
  const double bounded = seconds > 0 ? std::min(seconds, MAX_SECONDS) : 0.0;
  return std::chrono::microseconds(int64_t(bounded * 1e6));
}

// Pairs of a line (None if it is too long) and the seconds since its arrival, oldest first.
nb::list take(UsiPipe& pipe) {
  const std::vector<UsiPipe::Line> lines = pipe.take();
  const auto now = UsiPipe::Clock::now();
  nb::list list;
  for (const UsiPipe::Line& line : lines) {
    const double age = std::chrono::duration<double>(now - line.came).count();
    if (line.too_long)
      list.append(nb::make_tuple(nb::none(), age));
    else
      list.append(nb::make_tuple(nb::bytes(line.text.data(), line.text.size()), age));
  }
  return list;
}

}  // namespace

void bind_usi_pipe(nb::module_& module) {
  using namespace nb::literals;
  const nb::call_guard<nb::gil_scoped_release> unlocked;
  nb::class_<UsiPipe>(module, "UsiPipe")
      .def(nb::init<int, int>(), "input"_a, "output"_a)
      .def_prop_ro("doorbell", &UsiPipe::doorbell)
      .def("take", &take)
      .def("write", &UsiPipe::write, "line"_a, unlocked)
      .def(
          "begin", [](UsiPipe& pipe, std::string_view line) { return pipe.begin(std::string(line)); },
          "so_far"_a, unlocked)
      .def(
          "know",
          [](UsiPipe& pipe, uint64_t turn, std::string_view line) { pipe.know(turn, std::string(line)); },
          "turn"_a, "so_far"_a, unlocked)
      .def(
          "answer_in", [](UsiPipe& pipe, double seconds) { pipe.answer_in(to_time(seconds)); }, "seconds"_a,
          unlocked)
      .def("tell", &UsiPipe::tell, "turn"_a, "line"_a, unlocked)
      .def("answer", &UsiPipe::answer, "turn"_a, "line"_a, unlocked)
      .def("think", &UsiPipe::think, unlocked)
      .def_prop_ro("answered", &UsiPipe::answered)
      .def(
          "look", [](UsiPipe& pipe, double seconds) { pipe.look(to_time(seconds)); }, "seconds"_a, unlocked)
      .def_prop_ro("lateness", [](const UsiPipe& pipe) { return double(pipe.lateness().count()) / 1e6; })
      .def_prop_ro("long_lateness",
                   [](const UsiPipe& pipe) { return double(pipe.long_lateness().count()) / 1e6; })
      .def_prop_ro("prompt", &UsiPipe::prompt);
}

}  // namespace komadai::python
