// Comments on the moves of a run, as spans of its text.
//
// Python parses the comments. Here a comment is only marked if it may contain engine analysis: few do, and
// the others are not parsed.
#pragma once

#include <string_view>

#include "records/run.h"

namespace komadai::records {

// Advances from the start of a comment's line to its end. Returns true if the line may hold an engine's
// analysis: if it begins with a number (perhaps after a sign), or has one of the hint characters.
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
