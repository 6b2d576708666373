#include "browser/values.h"

#include <algorithm>
#include <cmath>

namespace komadai::browser {
namespace {

constexpr double MAX_POINTS = 1000;  // far above the points of all pieces

double checked_number(const char* name, const val& value, double lowest, double highest) {
  const double number = value.isNumber() ? value.as<double>() : std::nan("");
  if (number >= lowest && number <= highest && number == std::floor(number)) return number;
  val::global("RangeError")
      .new_(std::string(name) + ": expected a whole number from " + std::to_string(int64_t(lowest)) + " to " +
            std::to_string(int64_t(highest)))
      .throw_();
}

}  // namespace

val moves_of(const std::vector<Move>& moves) { return list_of(moves, to_usi); }

val Options::get(const char* key) const { return is_given(values_) ? values_[key] : val::undefined(); }

double Options::number(const char* key, double lowest, double highest, double otherwise) const {
  const val value = get(key);
  return is_given(value) ? checked_number(key, value, lowest, highest) : otherwise;
}

bool Options::flag(const char* key, bool otherwise) const {
  const val value = get(key);
  return is_given(value) ? value.as<bool>() : otherwise;
}

std::vector<std::string> Options::texts(const char* key) const {
  const val value = get(key);
  return is_given(value) ? emscripten::vecFromJSArray<std::string>(value) : std::vector<std::string>();
}

ImpasseRule Options::impasse() const {
  const val value = get("impasse");
  return is_given(value) ? impasse_rule(value.as<std::string>()) : ImpasseRule::NONE;
}

Compensation Options::compensation() const { return compensation_of(get("compensation")); }

ImpasseRule impasse_rule(const std::string& key) {
  const auto found = std::find(IMPASSE_RULE_KEYS.begin(), IMPASSE_RULE_KEYS.end(), key);
  if (found == IMPASSE_RULE_KEYS.end()) fail("impasse-rule-expected", std::pair("text", key));
  return ImpasseRule(found - IMPASSE_RULE_KEYS.begin());
}

Compensation compensation_of(const val& pair) {
  Compensation points = {0, 0};
  if (is_given(pair))
    for (int c = 0; c < 2; ++c)
      points[size_t(c)] = int(checked_number("compensation", pair[c], 0, MAX_POINTS));
  return points;
}

}  // namespace komadai::browser
