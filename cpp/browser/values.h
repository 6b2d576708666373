// Values of JavaScript: objects and lists for results, named options of calls, errors.
#pragma once

#include <emscripten/val.h>

#include <initializer_list>
#include <string>
#include <utility>

#include "rules/game_history.h"
#include "rules/impasse.h"

namespace komadai::browser {

using emscripten::val;

// Throws a JavaScript Error whose `code` names the problem; `details` become properties of it.
template <class... Details>
[[noreturn]] void fail(const char* code, std::pair<const char*, Details>... details) {
  val error = val::global("Error").new_(std::string(code));
  error.set("code", std::string(code));
  (error.set(details.first, details.second), ...);
  error.throw_();
}

template <class Items, class Write>
val list_of(const Items& items, Write write) {
  val list = val::array();
  int i = 0;
  for (const auto& item : items) list.set(i++, write(item));
  return list;
}

inline val texts_of(std::initializer_list<std::pair<const char*, std::string>> texts) {
  val written = val::object();
  for (const auto& [name, text] : texts) written.set(name, text);
  return written;
}

val moves_of(const std::vector<Move>& moves);
inline val move_or_null(Move m) { return m == NO_MOVE ? val::null() : val(to_usi(m)); }
inline val color_or_null(std::optional<Color> c) { return c ? val(int(*c)) : val::null(); }

// The options of a call: an object, or undefined for none.
class Options {
 public:
  explicit Options(val values) : values_(std::move(values)) {}

  // Throws a JavaScript RangeError unless the number is a whole one from `lowest` to `highest`.
  double number(const char* key, double lowest, double highest, double otherwise) const;
  bool flag(const char* key, bool otherwise) const;
  std::vector<std::string> texts(const char* key) const;
  ImpasseRule impasse() const;
  Compensation compensation() const;

 private:
  val get(const char* key) const;

  val values_;
};

constexpr double MAX_NUMBER = 9007199254740991;  // Number.MAX_SAFE_INTEGER
constexpr double MAX_INT = 2147483647;

// A callback or nothing.
inline bool is_given(const val& callback) { return !callback.isUndefined() && !callback.isNull(); }

ImpasseRule impasse_rule(const std::string& key);
// Black's and White's points.
Compensation compensation_of(const val& pair);

}  // namespace komadai::browser
