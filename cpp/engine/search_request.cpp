#include "engine/search_request.h"

#include <algorithm>

#include "rules/legality.h"
#include "usi/resignation.h"

namespace komadai::engine {
namespace {

constexpr std::string_view PLAIN = "-plain";  // without the credit for the giver of a handicap

GameRules game_rules(const ProgramData& data, const usi::Options& options, const Game& game) {
  std::string_view rule = options.text("ImpasseRule");
  GameRules rules;
  if (rule == "27-point-plain" || rule == "24-point-plain")
    rule.remove_suffix(PLAIN.size());
  else if (const Position start = game.root(); data.is_handicap(start))
    rules.compensation[WHITE] = usi::handicap_points(start);
  const auto found = std::find(IMPASSE_RULE_KEYS.begin(), IMPASSE_RULE_KEYS.end(), rule);
  rules.impasse = ImpasseRule(found - IMPASSE_RULE_KEYS.begin());
  rules.max_moves = int(options.number("MaxMovesToDraw"));
  return rules;
}

}  // namespace

int64_t smallest(int64_t one, int64_t other) { return one && other ? std::min(one, other) : one + other; }

SearchRequest search_request(const ProgramData& data, const usi::Options& options, const Game& game,
                             const usi::GoCommand& go, bool is_free, uint64_t seed) {
  const Level& own = data.level(options.number("Level"));
  SearchRequest request{{}, game_rules(data, options, game), own.skill};
  request.limits.depth = int(smallest(go.depth.value_or(0), own.depth));
  request.limits.nodes = uint64_t(smallest(go.nodes.value_or(0), own.nodes));
  request.limits.multipv = int(options.number("MultiPV"));
  for (const std::string& text : go.searchmoves)
    if (const Move m = parse_usi(text); is_legal(game.position, m)) request.limits.moves.push_back(m);
  if (is_free && options.chosen("OpeningVariety") && game.move_number() <= data.varied_plies())
    request.skill.eval_noise = std::max(request.skill.eval_noise, data.varied_noise());
  request.skill.seed = seed;
  return request;
}

int odds(const ProgramData& data, const Game& game) {
  const Position start = game.root();
  return game.position.turn() == WHITE && data.is_handicap(start) ? usi::handicap_odds(start) : 0;
}

}  // namespace komadai::engine
