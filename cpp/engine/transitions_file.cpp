#include "engine/transitions_file.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <vector>

#include "usi/text.h"

namespace komadai::engine {
namespace {

using usi::concat, usi::quoted;

constexpr std::string_view VERSION = "komadai-transitions\t1", HEADER = "category\tlegal\tplayed";
constexpr uint64_t MAX_COUNT = uint64_t(1) << 53;  // that any reader of the file can represent

std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> all;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    all.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

[[noreturn]] void refuse(size_t line, std::string_view expected, std::string_view got) {
  throw TransitionsFileError(
      concat("line ", line, ": expected ", expected, ", got ", quoted(got.substr(0, 80))));
}

uint64_t count(std::string_view cell, size_t line) {
  uint64_t number = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), number);
  if (error != std::errc() || end != cell.data() + cell.size() || number > MAX_COUNT)
    refuse(line, "a count of 0 to 2^53", cell);
  return number;
}

}  // namespace

TransitionCounts parse_transitions(std::string_view text) {
  std::vector<std::string_view> lines = parts(text, '\n');
  if (lines.back().empty()) lines.pop_back();
  lines.resize(std::max<size_t>(lines.size(), 4));
  if (lines[0] != VERSION) refuse(1, quoted(VERSION), lines[0]);
  const auto total = [&](size_t i, std::string_view name) {
    if (!lines[i].starts_with(concat(name, "\t"))) refuse(i + 1, concat(name, " and a count"), lines[i]);
    return count(lines[i].substr(name.size() + 1), i + 1);
  };
  total(1, "games");
  TransitionCounts counts{};
  counts.positions = total(2, "positions");
  if (lines[3] != HEADER) refuse(4, quoted(HEADER), lines[3]);
  std::set<std::string_view> read;
  for (size_t i = 4; i < lines.size(); ++i) {
    const auto cells = parts(lines[i], '\t');
    const auto found = std::find(CATEGORY_NAMES.begin(), CATEGORY_NAMES.end(), cells[0]);
    if (found == CATEGORY_NAMES.end()) refuse(i + 1, "a category", cells[0]);
    if (!read.insert(*found).second) refuse(i + 1, "a category that is not in the file yet", cells[0]);
    if (cells.size() != 3)
      throw TransitionsFileError(
          concat("line ", i + 1, ": expected two counts behind ", cells[0], ", got ", cells.size() - 1));
    const uint64_t legal = count(cells[1], i + 1), played = count(cells[2], i + 1);
    if (played > legal || legal > counts.positions)
      throw TransitionsFileError(concat(cells[0], ": expected 0 ≤ played ≤ legal ≤ ", counts.positions,
                                        ", got ", played, " and ", legal));
    counts.of[size_t(found - CATEGORY_NAMES.begin())] = {legal, played};
  }
  for (const std::string_view name : CATEGORY_NAMES)
    if (!read.count(name)) throw TransitionsFileError(concat("the category ", name, " is missing"));
  return counts;
}

}  // namespace komadai::engine
