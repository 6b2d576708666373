// The options of the engine: their table, and the values that a GUI sets. docs/engine.md describes them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace komadai::usi {

constexpr int NEVER_RESIGN = 99999;  // the value of ResignValue with which the engine plays to the mate

struct Option {
  enum Kind : uint8_t { CHECK, SPIN, COMBO, FILENAME };

  std::string_view name;
  Kind kind;
  std::string standard;              // the value before it is set, as setoption writes it
  int64_t lowest = 0, highest = 0;   // of a SPIN
  std::vector<std::string> choices;  // of a COMBO

  // The "option" line that names it to the GUI.
  std::string line() const;
  // A value as the table keeps it ("true", "64"); nothing if the option does not take it.
  std::optional<std::string> checked(std::string_view value) const;
  // What it takes, in words.
  std::string expected() const;
};

// The name and the value of a "setoption" line; nothing if it has no name. The value is taken literally: a
// file name may contain two blanks in a row.
struct Assignment {
  std::string name, value;
};
std::optional<Assignment> read_setoption(std::string_view line);

// The options and their values.
class Options {
 public:
  // The variants that can be played, the number of levels, and whether networks with a policy can be used.
  Options(const std::vector<std::string>& variants, int levels, bool policies);

  const std::vector<Option>& table() const { return table_; }
  // The option of this name, in upper or lower case; null if there is none.
  const Option* find(std::string_view name) const;
  // Sets a value. Returns what is wrong with it, "" if nothing is.
  std::string set(std::string_view name, std::string_view value);
  void reset(std::string_view name) { value_of(name) = find(name)->standard; }

  // The value of an option of the table.
  const std::string& text(std::string_view name) const { return values_[index_of(name)]; }
  int64_t number(std::string_view name) const;
  bool chosen(std::string_view name) const { return text(name) == "true"; }

 private:
  size_t index_of(std::string_view name) const { return size_t(find(name) - table_.data()); }
  std::string& value_of(std::string_view name) { return values_[index_of(name)]; }

  std::vector<Option> table_;
  std::vector<std::string> values_;
};

}  // namespace komadai::usi
