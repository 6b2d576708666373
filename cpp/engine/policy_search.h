// The search of SearchMode PolicyValue, which a program has that can use networks with a policy.
#pragma once

#include <functional>
#include <string_view>

#include "search/search.h"

namespace komadai::engine {

// One call of `go` at a time; other threads may call the rest.
class PolicySearch {
 public:
  virtual ~PolicySearch() = default;

  // As those of Search.
  virtual void prepare() = 0;
  virtual void stop() = 0;
  virtual void set_time(int64_t soft_ms, int64_t hard_ms) = 0;
  // `remark` gets a text about the search.
  virtual SearchResult go(const Game& game, const SearchLimits& limits, const GameRules& rules,
                          const std::function<void(const SearchInfo&)>& report,
                          const std::function<void(std::string_view)>& remark) = 0;
};

}  // namespace komadai::engine
