#include "usi/go_command.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "usi/text.h"

namespace komadai::usi {
namespace {

constexpr double MAX_NUMBER = 2147483647;
constexpr std::string_view OTHER_WORDS[] = {"ponder", "infinite", "mate", "searchmoves"};

std::optional<int64_t> GoCommand::* number_named(std::string_view word) {
  for (const auto& [name, member] : GO_NUMBERS)
    if (word == name) return member;
  return nullptr;
}

bool is_keyword(std::string_view word) {
  return number_named(word) ||
         std::find(std::begin(OTHER_WORDS), std::end(OTHER_WORDS), word) != std::end(OTHER_WORDS);
}

// A number within the valid range.
std::optional<int64_t> read_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(text.size() > 1 && text[1] != '-' ? 1 : 0);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || text.empty() || std::isnan(value)) return std::nullopt;
  if (error == std::errc::result_out_of_range)  // too large, or so small that it is 0
    value = text[0] == '-' || text.find("e-") != text.npos || text.find("E-") != text.npos ? 0 : MAX_NUMBER;
  else if (error != std::errc())
    return std::nullopt;
  return int64_t(std::clamp(value, 0.0, MAX_NUMBER));
}

}  // namespace

GoCommand parse_go(const std::vector<std::string_view>& words,
                   const std::function<bool(std::string_view)>& is_move) {
  GoCommand go;
  for (size_t i = 0; i < words.size();) {
    const std::string_view word = words[i++];
    std::string_view following = i < words.size() ? words[i] : std::string_view();
    const auto member = word == "mate" ? &GoCommand::mate : number_named(word);
    if (word == "ponder") {
      go.ponder = true;
    } else if (word == "infinite") {
      go.infinite = true;
    } else if (word == "searchmoves") {
      for (; i < words.size() && !is_keyword(words[i]); ++i) {
        if (is_move(words[i]))
          go.searchmoves.emplace_back(words[i]);
        else
          go.unknown.push_back(concat("searchmoves ", words[i]));
      }
    } else if (word == "mate" && (following.empty() || following == "infinite")) {
      ++i;
      go.mate = 0;
    } else if (member) {
      const bool is_amount = word == "nodes" || word == "depth";
      if (is_keyword(following))
        following = {};  // the number is missing
      else
        ++i;
      std::optional<int64_t> number = read_number(following);
      if (!number || (is_amount && *number < 1)) {
        number = is_amount || word == "mate" ? 1 : 0;
        go.unknown.push_back(concat(word, following.empty() ? "" : " ", following));
      }
      go.*member = number;
    } else {
      go.unknown.emplace_back(word);
    }
  }
  return go;
}

}  // namespace komadai::usi
