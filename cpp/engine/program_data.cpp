#include "engine/program_data.h"

#include <algorithm>

#include "rules/sfen.h"
#include "usi/text.h"
#include "variants/description.h"

namespace komadai::engine {
namespace {

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

ProgramData::ProgramData(std::string json, std::function<std::string(const std::string&)> variant)
    : json_(std::move(json)), variant_(std::move(variant)) {
  const Json data(json_), variety = data["opening_variety"];
  texts_ = data["texts"];
  words_ = data["words"];
  version_ = data.text("version");
  for (const Json& name : data.list("variant_names")) variant_names_.push_back(name.string());
  for (const Json& each : data.list("levels"))
    levels_.push_back({each.number("depth"),
                       each.number("nodes"),
                       {each.number("overlook"), each.number("noise"), each.number("exchanges"), 0},
                       each.flag("resigns")});
  for (const Json& each : data.list("variant_levels"))
    variant_levels_.push_back({each.number("depth"),
                               each.number("nodes"),
                               {each.number("overlook"), each.number("noise"), each.number("exchanges"), 0}});
  varied_plies_ = variety.number("plies");
  varied_noise_ = variety.number("noise");
  for (const Json& start : data.list("handicaps")) handicaps_.insert(start.string());
}

bool ProgramData::is_handicap(const Position& start) const {
  const std::string sfen = to_sfen(start, 1);
  return handicaps_.count(sfen.substr(0, sfen.rfind(' '))) > 0;
}

// A text with its parameters: "{word}" is a value, "{count:move|moves}" a number with its noun.
std::string ProgramData::worded(const std::string& code, const Params& params) const {
  const std::string text = texts_.text(code.c_str());
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
    if (const Json word = words_[name][value]; !word.is_null()) value = word.string();
    written += value;
    if (colon < close) {
      const size_t bar = text.find('|', colon);
      written += ' ';
      written += value == "1" ? text.substr(colon + 1, bar - colon - 1) : text.substr(bar + 1, close - bar - 1);
    }
    at = close + 1;
  }
  return written;
}

std::string ProgramData::text_of(const ParsedPosition& parsed) const {
  Params params;
  for (const auto& [name, value] : parsed.problem.params) {
    const int* number = std::get_if<int>(&value);
    params.emplace_back(name, number ? std::to_string(*number) : std::get<std::string>(value));
  }
  if (parsed.infraction != Infraction::NONE) params.emplace_back("infraction", key_of(parsed.infraction));
  const std::string reason = worded(parsed.problem.code, params), field = parsed.problem.field;
  return field == "position" || field == "moves" ? reason : with_place(field, parsed.problem.rank, reason);
}

std::string ProgramData::text_of(const variants::SfenProblem& problem) const {
  return with_place(problem.field, problem.rank, worded(problem.code, problem.params));
}

std::unique_ptr<variants::Search> ProgramData::variant_search(const std::string& variant,
                                                              size_t megabytes) const {
  const std::string json = variant_(variant);
  const Json data(json);
  auto rules = std::make_shared<const variants::Rules>(variants::read_description(data["description"]));
  auto search = std::make_unique<variants::Search>(std::move(rules), megabytes);
  const std::vector<int> weights = weights_of(data.text("weights"));
  if (!weights.empty()) search->add_weights(weights);
  return search;
}

}  // namespace komadai::engine
