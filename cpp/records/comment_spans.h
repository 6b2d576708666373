// Comments on the moves of a run, as spans of its text.
//
// Python parses the comments. Here a comment is only marked if it may contain engine analysis: few do, and
// the others are not parsed.
#pragma once

#include <string_view>

#include "records/run.h"

namespace komadai::records {

// Advances from the start of a comment's line to its end. Returns true if the line may hold an engine's
// analysis: if it begins with a number (perhaps after a sign), or has one of the characters `hints`.
template <class Char>
bool skip_comment_line(const Char*& p, const Char* end, std::u32string_view hints) {
  constexpr ptrdiff_t NEAR = 4;
  const Char* const first = p;
  bool may_hold_analysis = false;
  for (; p < end && *p != '\n'; ++p) {
    for (const char32_t c : hints) may_hold_analysis |= c == char32_t(*p);
    may_hold_analysis |= is_digit(*p) && p - first < NEAR;
  }
  return may_hold_analysis;
}

}  // namespace komadai::records
