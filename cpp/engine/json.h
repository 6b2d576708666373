// Reads the JSON that tools/engine_data.py writes: without blanks, and escapes only of quotation marks and
// backslashes. Nothing is checked.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace komadai::engine {

// A value within a text, which must outlive it.
class Json {
 public:
  explicit Json(std::string_view text = "null") : text_(text) {}

  // Of an object or null. A key that it does not have is null.
  Json operator[](std::string_view key) const;
  std::vector<std::pair<std::string, Json>> members() const;
  std::vector<Json> items() const;  // of a list

  bool is_null() const { return text_ == "null"; }
  std::string_view json() const { return text_; }
  int whole() const;
  std::string string() const;

  // What komadai::variants::read_description asks.
  int number(const char* key) const { return (*this)[key].whole(); }
  bool flag(const char* key) const { return (*this)[key].text_ == "true"; }
  std::string text(const char* key) const { return (*this)[key].string(); }
  std::vector<Json> list(const char* key) const { return (*this)[key].items(); }
  std::vector<std::vector<std::array<int, 4>>> paths(const char* key) const;

 private:
  std::string_view text_;
};

}  // namespace komadai::engine
