// The part of the engine that plays a variant: it has its own search, and one thread for each "go".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/deep_thread.h"
#include "engine/event.h"
#include "engine/program_data.h"
#include "usi/go_command.h"
#include "usi/options.h"
#include "usi/pipe.h"
#include "usi/time_manager.h"
#include "variants/search/mate.h"
#include "variants/search/search.h"

namespace komadai::engine {

class VariantSession {
 public:
  VariantSession(const std::string& variant, UsiPipe& pipe, const usi::Options& options,
                 const ProgramData& data);
  ~VariantSession();  // stops the search and waits for its end

  // Executes a command of a game, and answers by the pipe. False, and nothing is done, if it may not come
  // during a search.
  bool execute(std::string_view command, const std::vector<std::string_view>& words);
  // Whether a search runs that has not been answered.
  bool is_searching() const { return running_ && !pipe_.answered(); }
  // Gives the search the memory of USI_Hash.
  void resize();

 private:
  void new_game();
  void set_position(const std::vector<std::string_view>& words);
  void go(const std::vector<std::string_view>& words);
  void stop();
  void ponderhit();
  void join();
  std::string think(uint64_t number, const variants::Board& board, const variants::SearchLimits& limits);
  std::string find_mate();

  UsiPipe& pipe_;
  const usi::Options& options_;
  const ProgramData& data_;
  std::unique_ptr<variants::Search> search_;
  std::unique_ptr<variants::MateSearch> mate_;
  std::optional<variants::Board> board_;
  DeepThread thread_;
  std::atomic<bool> running_{false};
  Event may_answer_;
  std::optional<usi::Budget> budget_;
  bool pondering_ = false;
  uint64_t seed_ = 0;
};

}  // namespace komadai::engine
