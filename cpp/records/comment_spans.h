// Comments on the moves of a run, as spans of its text.
//
// Python parses the comments. Here a comment is only marked if it may contain engine analysis: few do, and
// the others are not parsed.
#pragma once

#include <string_view>

#include "records/run.h"

namespace komadai::records {

// Goes from where a line of a comment begins to the line's end. True if it may tell of an engine: if it
// begins with a number, or nearly so, or has one of these characters.
template <class Char>
bool pass_remark(const Char*& p, const Char* end, std::u32string_view telling) {
  constexpr ptrdiff_t NEAR = 4;
  const Char* const first = p;
  bool tells = false;
  for (; p < end && *p != '\n'; ++p) {
    for (const char32_t c : telling) tells |= c == char32_t(*p);
    tells |= is_digit(*p) && p - first < NEAR;
  }
  return tells;
}

}  // namespace komadai::records
