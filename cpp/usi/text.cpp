#include "usi/text.h"

#include <algorithm>
#include <cstdint>

namespace komadai::usi {
namespace {

constexpr std::string_view BLANKS = " \t\r\n\v\f";

struct Range {
  uint32_t first, last;
};

// Characters of Unicode that are blanks, or that separate lines or paragraphs.
constexpr Range BLANK_RANGES[] = {{0x09, 0x0d},     {0x1c, 0x20},     {0x85, 0x85},     {0xa0, 0xa0},
                                  {0x1680, 0x1680}, {0x2000, 0x200a}, {0x2028, 0x2029}, {0x202f, 0x202f},
                                  {0x205f, 0x205f}, {0x3000, 0x3000}};
// Characters without a shape of their own: controls, formats (Unicode's Cf), surrogates, private ones.
constexpr Range SHAPELESS[] = {{0x00, 0x1f},       {0x7f, 0x9f},       {0xad, 0xad},       {0x600, 0x605},
                               {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},
                               {0x8e2, 0x8e2},     {0x180e, 0x180e},   {0x200b, 0x200f},   {0x202a, 0x202e},
                               {0x2060, 0x206f},   {0xd800, 0xf8ff},   {0xfeff, 0xfeff},   {0xfff0, 0xfffb},
                               {0xfffe, 0xffff},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f},
                               {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff}};

template <size_t N>
bool is_in(const Range (&ranges)[N], uint32_t letter) {
  return std::any_of(ranges, ranges + N, [&](Range r) { return r.first <= letter && letter <= r.last; });
}

// The bytes of the letter at the start of a text; 0: they are not UTF-8. Sets `letter`.
size_t read_letter(std::string_view text, uint32_t& letter) {
  const auto first = uint8_t(text[0]);
  const size_t size = first < 0x80   ? 1
                      : first < 0xc2 ? 0
                      : first < 0xe0 ? 2
                      : first < 0xf0 ? 3
                      : first < 0xf5 ? 4
                                     : 0;
  if (size == 0 || size > text.size()) return 0;
  letter = size == 1 ? first : first & (0x7f >> size);
  for (size_t i = 1; i < size; ++i) {
    if ((text[i] & 0xc0) != 0x80) return 0;
    letter = letter << 6 | (text[i] & 0x3f);
  }
  constexpr uint32_t SMALLEST[] = {0, 0, 0x80, 0x800, 0x10000};
  return letter < SMALLEST[size] || letter > 0x10ffff ? 0 : size;
}

}  // namespace

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> words;
  for (size_t at = line.find_first_not_of(BLANKS); at != std::string_view::npos;) {
    const size_t end = std::min(line.find_first_of(BLANKS, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(BLANKS, end);
  }
  return words;
}

std::string join(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text.append(text.empty() ? "" : " ").append(word);
  return text;
}

std::string_view first_letters(std::string_view text, size_t count) {
  size_t at = 0;
  for (uint32_t letter = 0; count > 0 && at < text.size(); --count)
    at += std::max<size_t>(read_letter(text.substr(at), letter), 1);
  return text.substr(0, at);
}

std::string lower(std::string_view text) {
  std::string lowered(text);
  for (char& c : lowered)
    if (c >= 'A' && c <= 'Z') c = char(c | 0x20);
  return lowered;
}

std::string quoted(std::string_view text) {
  const bool has_single = text.find('\'') != text.npos, has_double = text.find('"') != text.npos;
  const char mark = has_single && !has_double ? '"' : '\'';
  constexpr char HEX[] = "0123456789abcdef";
  std::string written(1, mark);
  for (const char c : text) {
    const auto byte = uint8_t(c);
    if (c == mark || c == '\\')
      written += {'\\', c};
    else if (c == '\t' || c == '\n' || c == '\r')
      written += {'\\', c == '\t' ? 't' : c == '\n' ? 'n' : 'r'};
    else if (byte < ' ' || byte == 0x7f)
      written += {'\\', 'x', HEX[byte >> 4], HEX[byte & 15]};
    else
      written += c;
  }
  return written + mark;
}

std::string printable(std::string_view text, size_t longest) {
  std::string shown;
  bool after_blank = false;
  for (size_t letters = 0; !text.empty();) {
    uint32_t letter = 0;
    const size_t size = read_letter(text, letter);
    if (size && is_in(BLANK_RANGES, letter)) {
      after_blank = !shown.empty();
      text.remove_prefix(size);
      continue;
    }
    letters += after_blank + 1;
    if (letters > longest) return concat(shown, after_blank && letters - 1 == longest ? " " : "", " …");
    if (after_blank) shown += ' ';
    after_blank = false;
    if (size && !is_in(SHAPELESS, letter))
      shown += text.substr(0, size);
    else
      shown += '?';
    text.remove_prefix(std::max<size_t>(size, 1));
  }
  return shown;
}

}  // namespace komadai::usi
