#include "usi/options.h"

#include <algorithm>
#include <charconv>

#include "system/machine.h"
#include "usi/text.h"

namespace komadai::usi {
namespace {

constexpr std::string_view EMPTY = "<empty>";
constexpr std::string_view KIND_NAMES[] = {"check", "spin", "combo", "filename"};
constexpr int64_t MAX_MEGABYTES = int64_t(1) << 24;

// The maximum of USI_Hash: seven eighths of the machine's memory.
int64_t max_megabytes() {
  const int64_t memory = machine_memory_mb();
  return std::clamp<int64_t>((memory ? memory : 2048) * 7 / 8, 256, MAX_MEGABYTES);
}

// The rules of an impasse (komadai.impasse.ImpasseRule). "27-point-plain" and "24-point-plain" give no credit
// for a handicap; "27-plain" is a rule of its own.
std::vector<std::string> impasse_rules() {
  return {"27-point",  "27-point-plain", "24-point", "24-point-plain", "agreed", "27-plain",
          "protected", "all-in",         "try",      "try-one-king",   "none"};
}
std::vector<std::string> search_modes(bool policies) {
  std::vector<std::string> modes = {"PrincipalVariation", "RealizationProbability", "FullWidth"};
  if (policies) modes.push_back("PolicyValue");
  return modes;
}

bool is_control(char c) { return (c >= 0 && c < ' ') || c == 0x7f; }

std::optional<int64_t> whole_number(std::string_view text) {
  const auto words = split(text);
  if (words.size() != 1) return std::nullopt;
  std::string_view digits = words[0];
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int64_t number = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string Option::line() const {
  std::string text = concat("option name ", name, " type ", KIND_NAMES[kind], " default ",
                            standard.empty() ? EMPTY : standard);
  if (kind == SPIN) text += concat(" min ", lowest, " max ", highest);
  for (const std::string& choice : choices) text += concat(" var ", choice);
  return text;
}

std::optional<std::string> Option::checked(std::string_view value) const {
  const std::string lowered = lower(value);
  switch (kind) {
    case CHECK:
      if (lowered == "true" || lowered == "false") return lowered;
      break;
    case SPIN:
      if (const auto number = whole_number(value); number && lowest <= *number && *number <= highest)
        return std::to_string(*number);
      break;
    case COMBO:
      for (const std::string& choice : choices)
        if (lower(choice) == lowered) return choice;
      break;
    case FILENAME:
      if (std::none_of(value.begin(), value.end(), is_control))
        return std::string(value == EMPTY ? "" : value);
      break;
  }
  return std::nullopt;
}

std::string Option::expected() const {
  switch (kind) {
    case CHECK: return "true or false";
    case SPIN: return concat("a whole number from ", lowest, " to ", highest);
    case COMBO: break;
    case FILENAME: return "one line of text";
  }
  std::string all;
  for (const std::string& choice : choices) all.append(all.empty() ? "one of " : ", ").append(choice);
  return all;
}

std::optional<Assignment> read_setoption(std::string_view line) {
  const auto words = split(line);
  if (words.size() < 3 || words[1] != "name") return std::nullopt;
  const std::string_view rest(words[2].data(), size_t(line.data() + line.size() - words[2].data()));
  Assignment read;
  for (const std::string_view word : split(rest)) {
    if (word == "value" && word.data() != rest.data()) {
      const std::string_view value = rest.substr(size_t(word.data() + word.size() - rest.data()));
      const auto parts = split(value);
      if (!parts.empty()) read.value = {parts.front().data(), parts.back().data() + parts.back().size()};
      break;
    }
    read.name.append(read.name.empty() ? "" : " ").append(word);
  }
  return read;
}

Options::Options(const std::vector<std::string>& variants, int levels, bool policies) {
  const std::string highest_level = std::to_string(levels);
  table_ = {
      {"USI_Hash", Option::SPIN, "64", 1, max_megabytes(), {}},
      {"Threads", Option::SPIN, "1", 1, 512, {}},
      {"MultiPV", Option::SPIN, "1", 1, 600, {}},
      {"USI_Ponder", Option::CHECK, "false", 0, 0, {}},
      {"EvalFile", Option::FILENAME, "", 0, 0, {}},
      {"FV_SCALE", Option::SPIN, "16", 1, 128, {}},
      {"SearchMode", Option::COMBO, "PrincipalVariation", 0, 0, search_modes(policies)},
      {"TransitionFile", Option::FILENAME, "", 0, 0, {}},
      {"DNN_Model", Option::FILENAME, "", 0, 0, {}},
      {"DNN_Batch_Size", Option::SPIN, "16", 1, 1024, {}},
      {"OwnBook", Option::CHECK, "true", 0, 0, {}},
      {"BookFile", Option::FILENAME, "", 0, 0, {}},
      {"BookMoves", Option::SPIN, "40", 0, 10000, {}},
      {"BookVariety", Option::SPIN, "50", 0, 100, {}},
      {"BookMargin", Option::SPIN, "40", 0, 99999, {}},
      {"FlippedBook", Option::CHECK, "true", 0, 0, {}},
      {"OpeningVariety", Option::CHECK, "true", 0, 0, {}},
      {"USI_Variant", Option::COMBO, "shogi", 0, 0, variants},
      {"UCI_Variant", Option::COMBO, "shogi", 0, 0, variants},
      {"Level", Option::SPIN, highest_level, 1, levels, {}},
      {"ImpasseRule", Option::COMBO, "27-point", 0, 0, impasse_rules()},
      {"MaxMovesToDraw", Option::SPIN, "0", 0, 100000, {}},
      {"ResignValue", Option::SPIN, "3500", 100, NEVER_RESIGN, {}},
      {"ByoyomiMargin", Option::SPIN, "10", 0, 60000, {}},
      {"Seed", Option::SPIN, "0", 0, INT32_MAX, {}},
  };
  if (!policies) std::erase_if(table_, [](const Option& option) { return option.name.starts_with("DNN_"); });
  for (const Option& option : table_) values_.push_back(option.standard);
}

const Option* Options::find(std::string_view name) const {
  const std::string lowered = lower(name);
  const auto found = std::find_if(table_.begin(), table_.end(),
                                  [&](const Option& option) { return lower(option.name) == lowered; });
  return found == table_.end() ? nullptr : &*found;
}

std::string Options::set(std::string_view name, std::string_view value) {
  const Option& option = *find(name);
  const auto checked = option.checked(value);
  if (!checked)
    return concat("option ", option.name, ": expected ", option.expected(), ", got ", quoted(value));
  value_of(name) = *checked;
  return "";
}

int64_t Options::number(std::string_view name) const {
  const std::string& digits = text(name);
  int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace komadai::usi
