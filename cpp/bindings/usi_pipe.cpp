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

// (line or None if it is too long, seconds since it arrived), oldest first.
nb::list read_lines(UsiPipe& pipe) {
  const std::vector<UsiPipe::Line> lines = pipe.read_lines();
  const auto now = UsiPipe::Clock::now();
  nb::list list;
  for (const UsiPipe::Line& line : lines) {
    const double age = std::chrono::duration<double>(now - line.arrived).count();
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
      .def_prop_ro("wakeup_fd", &UsiPipe::wakeup_fd)
      .def("read_lines", &read_lines)
      .def("write", &UsiPipe::write, "line"_a, unlocked)
      .def(
          "begin", [](UsiPipe& pipe, std::string_view line) { return pipe.begin(std::string(line)); },
          "best_answer"_a, unlocked)
      .def(
          "set_best_answer",
          [](UsiPipe& pipe, uint64_t turn, std::string_view line) {
            pipe.set_best_answer(turn, std::string(line));
          },
          "turn"_a, "best_answer"_a, unlocked)
      .def(
          "answer_in", [](UsiPipe& pipe, double seconds) { pipe.answer_in(to_time(seconds)); }, "seconds"_a,
          unlocked)
      .def("write_info", &UsiPipe::write_info, "turn"_a, "line"_a, unlocked)
      .def("answer", &UsiPipe::answer, "turn"_a, "line"_a, unlocked)
      .def("set_search_thread", &UsiPipe::set_search_thread, unlocked)
      .def_prop_ro("answered", &UsiPipe::answered)
      .def(
          "watch_for", [](UsiPipe& pipe, double seconds) { pipe.watch_for(to_time(seconds)); }, "seconds"_a,
          unlocked)
      .def_prop_ro("lateness", [](const UsiPipe& pipe) { return double(pipe.lateness().count()) / 1e6; })
      .def_prop_ro("long_lateness",
                   [](const UsiPipe& pipe) { return double(pipe.long_lateness().count()) / 1e6; })
      .def_prop_ro("has_priority", &UsiPipe::has_priority);
}

}  // namespace komadai::python
