// What the program has from the sources in Python: levels, handicaps, texts, variants.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/json.h"
#include "rules/position_text.h"
#include "search/search.h"
#include "variants/search/search.h"

namespace komadai::engine {

struct Level {
  int depth, nodes;  // 0: no limit
  SkillLimits skill;
  bool resigns;
};

struct VariantLevel {
  int depth, nodes;
  variants::SkillLimits skill;
};

class ProgramData {
 public:
  // `json` is an object as komadai.engine.usi.program_data makes it. `variant` returns another one, of the
  // variant of this name.
  ProgramData(std::string json, std::function<std::string(const std::string& name)> variant);
  ProgramData(const ProgramData&) = delete;
  ProgramData& operator=(const ProgramData&) = delete;

  const std::string& version() const { return version_; }
  const std::vector<std::string>& variant_names() const { return variant_names_; }
  int levels() const { return int(levels_.size()); }
  // The levels are numbered from 1.
  const Level& level(int64_t number) const { return levels_[size_t(number - 1)]; }
  const VariantLevel& variant_level(int64_t number) const { return variant_levels_[size_t(number - 1)]; }
  // OpeningVariety: how many moves of a game are varied, and by how many centipawns.
  int varied_plies() const { return varied_plies_; }
  int varied_noise() const { return varied_noise_; }
  // Whether a game that began with this position is a handicap game.
  bool is_handicap(const Position& start) const;

  // The English text of an error's code.
  std::string error_text(const std::string& code) const { return worded(code, {}); }
  // What is wrong with a position, as komadai.engine.protocol.position says it.
  std::string text_of(const ParsedPosition& parsed) const;
  std::string text_of(const variants::SfenProblem& problem) const;

  // The search of a variant, with the weights that it has learned.
  std::unique_ptr<variants::Search> variant_search(const std::string& variant, size_t megabytes) const;

 private:
  using Params = std::vector<std::pair<std::string, std::string>>;
  std::string worded(const std::string& code, const Params& params) const;

  const std::string json_;
  const std::function<std::string(const std::string&)> variant_;
  Json texts_, words_;  // parts of json_
  std::string version_;
  std::vector<std::string> variant_names_;
  std::vector<Level> levels_;
  std::vector<VariantLevel> variant_levels_;
  int varied_plies_, varied_noise_;
  std::set<std::string> handicaps_;
};

}  // namespace komadai::engine
