// The arguments of a search, made from a "go" command and the options.
#pragma once

#include "engine/program_data.h"
#include "rules/game_history.h"
#include "search/search.h"
#include "usi/go_command.h"
#include "usi/options.h"

namespace komadai::engine {

struct SearchRequest {
  SearchLimits limits;  // without the time
  GameRules rules;
  SkillLimits skill;
};

// `is_free`: the engine may choose among all moves, as in a game.
SearchRequest search_request(const ProgramData& data, const usi::Options& options, const Game& game,
                             const usi::GoCommand& go, bool is_free, uint64_t seed);
// The lower of two limits, of which 0 is none.
int64_t smallest(int64_t one, int64_t other);

// The value in centipawns of the pieces that the side to move gave as a handicap; 0 without one.
int odds(const ProgramData& data, const Game& game);

}  // namespace komadai::engine
