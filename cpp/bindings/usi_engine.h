// Binds what the USI engine is made of: its options, the words of "go", the time for a move.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <string_view>

namespace komadai::python {

// A text as bytes, and back. The bytes of a file name, as os.fsdecode makes them, are kept; other surrogates
// become invalid UTF-8.
std::string bytes_of(const nanobind::str& text);
nanobind::object text_of(std::string_view bytes);

void bind_usi_engine(nanobind::module_& module);

}  // namespace komadai::python
