// Words and texts of USI's lines. Texts are UTF-8; a file name may contain any other bytes.
#pragma once

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace komadai::usi {

// The texts and whole numbers one after the other.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string text;
  const auto append = [&](const auto& part) {
    if constexpr (std::is_integral_v<std::decay_t<decltype(part)>>)
      text += std::to_string(part);
    else
      text += std::string_view(part);
  };
  (append(parts), ...);
  return text;
}
// The words between the blanks of a line.
std::vector<std::string_view> split(std::string_view line);
std::string join(const std::vector<std::string>& words);
// The beginning of a text, up to a number of letters.
std::string_view first_letters(std::string_view text, size_t count);
std::string lower(std::string_view text);  // of ASCII letters
// A value in an error message: in quotation marks, with escapes for control characters.
std::string quoted(std::string_view text);
// One line of printable letters: blanks of any kind become one blank, other unprintable letters and invalid
// bytes "?". At most `longest` letters.
std::string printable(std::string_view text, size_t longest);

}  // namespace komadai::usi
