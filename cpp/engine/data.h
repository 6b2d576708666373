// What the program has from the sources in Python: levels, handicaps, texts, variants, the book, transitions.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/json.h"
#include "rules/position_text.h"
#include "search/search.h"
#include "variants/search/search.h"

namespace komadai::engine {

// The bytes of files that are in the program.
std::string_view book_file();
std::string_view transitions_file();

std::string version();
std::vector<std::string> variant_names();

struct Level {
  int depth, nodes;  // 0: no limit
  SkillLimits skill;
  bool resigns;
};
// The level of this number, from 1.
const Level& level(int64_t number);
constexpr int LEVELS = 15;

struct VariantLevel {
  int depth, nodes;
  variants::SkillLimits skill;
};
VariantLevel variant_level(int64_t number);

// Whether a game that began with this position is a handicap game.
bool is_handicap(const Position& start);

// The English text of an error's code.
std::string error_text(const std::string& code);
// What is wrong with a position, as komadai.engine.protocol.position says it.
std::string text_of(const ParsedPosition& parsed);
std::string text_of(const variants::SfenProblem& problem);

// The rules of a variant and its search, with the weights that it has learned.
std::shared_ptr<const variants::Rules> rules_of(const std::string& variant);
std::unique_ptr<variants::Search> variant_search(const std::string& variant, size_t megabytes);

}  // namespace komadai::engine
