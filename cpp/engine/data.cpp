#include "engine/data.h"

#include <algorithm>
#include <set>

#include "rules/sfen.h"
#include "usi/text.h"
#include "variants/description.h"

// In embedded.cpp.
extern "C" const char komadai_data[], komadai_data_end[], komadai_book[], komadai_book_end[],
    komadai_transitions[], komadai_transitions_end[];

namespace komadai::engine {
namespace {

using Params = std::vector<std::pair<std::string, std::string>>;

// The parts of the data by their names.
Json data(std::string_view part) {
  static const auto parts = Json({komadai_data, size_t(komadai_data_end - komadai_data)}).members();
  return std::find_if(parts.begin(), parts.end(), [&](const auto& each) { return each.first == part; })
      ->second;
}

// A text with its parameters: "{word}" is a value, "{count:move|moves}" a number with its noun.
std::string worded(const std::string& code, const Params& params) {
  const std::string text = data("texts").text(code.c_str());
  const Json words = data("words");
  std::string written;
  for (size_t at = 0; at < text.size();) {
    const size_t open = std::min(text.find('{', at), text.size());
    written += text.substr(at, open - at);
    if (open == text.size()) break;
    const size_t close = text.find('}', open), colon = std::min(text.find(':', open), close);
    const std::string name = text.substr(open + 1, colon - open - 1);
    const auto given =
        std::find_if(params.begin(), params.end(), [&](const auto& p) { return p.first == name; });
    std::string value = given == params.end() ? "" : given->second;
    if (const Json word = words[name][value]; !word.is_null()) value = word.string();
    written += value;
    if (colon < close) {
      const size_t bar = text.find('|', colon);
      written += " " + (value == "1" ? text.substr(colon + 1, bar - colon - 1)
                                     : text.substr(bar + 1, close - bar - 1));
    }
    at = close + 1;
  }
  return written;
}

std::string with_place(const std::string& field, int rank, const std::string& reason) {
  return rank ? usi::concat(field, ", rank ", rank, ": ", reason) : usi::concat(field, ": ", reason);
}

// The numbers of a file of weights: "x*n" stands for n times x.
std::vector<int> weights_of(const std::string& text) {
  std::vector<int> numbers;
  for (const std::string_view word : usi::split(text)) {
    const size_t star = word.find('*');
    const int times = star == word.npos ? 1 : Json(word.substr(star + 1)).whole();
    numbers.insert(numbers.end(), size_t(times), Json(word.substr(0, star)).whole());
  }
  return numbers;
}

}  // namespace

std::string_view book_file() { return {komadai_book, size_t(komadai_book_end - komadai_book)}; }
std::string_view transitions_file() {
  return {komadai_transitions, size_t(komadai_transitions_end - komadai_transitions)};
}

std::string version() { return data("version").string(); }

std::vector<std::string> variant_names() {
  std::vector<std::string> names;
  for (const auto& [name, _] : data("variants").members()) names.push_back(name);
  return names;
}

const Level& level(int64_t number) {
  static const std::vector<Level> levels = [] {
    std::vector<Level> all;
    for (const Json& each : data("levels").items())
      all.push_back({each.number("depth"),
                     each.number("nodes"),
                     {each.number("overlook"), each.number("noise"), each.number("exchanges"), 0},
                     each.flag("resigns")});
    return all;
  }();
  return levels[size_t(number - 1)];
}

VariantLevel variant_level(int64_t number) {
  const Json each = data("variant_levels").items()[size_t(number - 1)];
  return {each.number("depth"),
          each.number("nodes"),
          {each.number("overlook"), each.number("noise"), each.number("exchanges"), 0}};
}

bool is_handicap(const Position& start) {
  static const std::set<std::string> starts = [] {
    std::set<std::string> all;
    for (const Json& each : data("handicaps").items()) all.insert(each.string());
    return all;
  }();
  const std::string sfen = to_sfen(start, 1);
  return starts.count(sfen.substr(0, sfen.rfind(' '))) > 0;
}

std::string error_text(const std::string& code) { return worded(code, {}); }

std::string text_of(const ParsedPosition& parsed) {
  Params params;
  for (const auto& [name, value] : parsed.problem.params) {
    const int* number = std::get_if<int>(&value);
    params.emplace_back(name, number ? std::to_string(*number) : std::get<std::string>(value));
  }
  if (parsed.infraction != Infraction::NONE) params.emplace_back("infraction", key_of(parsed.infraction));
  const std::string reason = worded(parsed.problem.code, params), field = parsed.problem.field;
  return field == "position" || field == "moves" ? reason : with_place(field, parsed.problem.rank, reason);
}

std::string text_of(const variants::SfenProblem& problem) {
  return with_place(problem.field, problem.rank, worded(problem.code, problem.params));
}

std::shared_ptr<const variants::Rules> rules_of(const std::string& variant) {
  return std::make_shared<const variants::Rules>(
      variants::read_description(data("variants")[variant]["description"]));
}

std::unique_ptr<variants::Search> variant_search(const std::string& variant, size_t megabytes) {
  auto search = std::make_unique<variants::Search>(rules_of(variant), megabytes);
  const std::vector<int> weights = weights_of(data("variants")[variant].text("weights"));
  if (!weights.empty()) search->add_weights(weights);
  return search;
}

}  // namespace komadai::engine
