#include "engine/json.h"

#include <charconv>

namespace komadai::engine {
namespace {

// The index behind the value that begins at `at`.
size_t end_of_value(std::string_view text, size_t at) {
  for (int depth = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      for (++at; text[at] != '"'; ++at)
        if (text[at] == '\\') ++at;
      if (depth == 0) return at + 1;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if (c == '}' || c == ']' || c == ',') {
      if (depth == 0) return at;
      if (c != ',' && --depth == 0) return at + 1;
    }
  }
  return at;
}

std::string unquoted(std::string_view text) {
  std::string plain;
  for (size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\') ++i;
    plain += text[i];
  }
  return plain;
}

}  // namespace

std::vector<Json> Json::items() const {
  std::vector<Json> all;
  for (size_t at = 1; at + 1 < text_.size();) {
    const size_t end = end_of_value(text_, at);
    all.emplace_back(text_.substr(at, end - at));
    at = end + 1;
  }
  return all;
}

std::vector<std::pair<std::string, Json>> Json::members() const {
  std::vector<std::pair<std::string, Json>> all;
  for (size_t at = 1; !is_null() && at + 1 < text_.size();) {
    const size_t colon = end_of_value(text_, at), end = end_of_value(text_, colon + 1);
    all.emplace_back(unquoted(text_.substr(at, colon - at)), text_.substr(colon + 1, end - colon - 1));
    at = end + 1;
  }
  return all;
}

Json Json::operator[](std::string_view key) const {
  for (auto& [name, value] : members())
    if (name == key) return value;
  return Json();
}

int Json::whole() const {
  int number = 0;
  std::from_chars(text_.data(), text_.data() + text_.size(), number);
  return number;
}

std::string Json::string() const { return unquoted(text_); }

std::vector<std::vector<std::array<int, 4>>> Json::paths(const char* key) const {
  std::vector<std::vector<std::array<int, 4>>> all;
  for (const Json& path : list(key)) {
    std::vector<std::array<int, 4>>& legs = all.emplace_back();
    for (const Json& leg : path.items()) {
      const std::vector<Json> numbers = leg.items();
      legs.push_back({numbers[0].whole(), numbers[1].whole(), numbers[2].whole(), numbers[3].whole()});
    }
  }
  return all;
}

}  // namespace komadai::engine
