// The USI engine: it executes the commands that arrive in a pipe. komadai-usi is a program with nothing else
// (run.cpp), `komadai usi` gives it what only Python has (komadai.engine.usi.server).
//
// The main thread executes commands, a second one searches, and the pipe keeps the clock: it records when a
// line arrived and the best move so far, and sends that move if the search is late. Only "quit" and the end
// of the input end the program; an unknown command is answered by an "info string".
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include "engine/deep_thread.h"
#include "engine/event.h"
#include "engine/opening_book.h"
#include "engine/policy_search.h"
#include "engine/program_data.h"
#include "engine/search_request.h"
#include "engine/variant_session.h"
#include "mate/solver.h"
#include "search/search.h"
#include "search/transition.h"
#include "usi/options.h"
#include "usi/pipe.h"
#include "usi/resignation.h"
#include "usi/time_manager.h"

namespace komadai::engine {

// A "go" command: the running search, or the last one.
struct Turn {
  using Clock = UsiPipe::Clock;

  Game game;
  usi::GoCommand go;
  std::optional<usi::Budget> budget{};  // none without a clock; while pondering, the time it will have
  uint64_t number = 0;                  // of the search in the pipe
  bool pondering = go.ponder;
  std::atomic<bool> stopped{false};
  Clock::time_point start = Clock::now();
  Event may_answer{};  // not set during an endless search and while pondering

  // Whether the engine may choose among all moves, as in a game.
  bool is_free() const { return budget && go.searchmoves.empty(); }
  // The answer if there is no move or no mate.
  std::string failure_answer() const { return go.mate ? "checkmate timeout" : "bestmove resign"; }
  // The answer before the search has a result: any legal move.
  std::string fallback_answer() const;
};

// What a program is given.
struct Parts {
  std::shared_ptr<const ProgramData> data;
  std::shared_ptr<const Book> own_book;
  OpenBook open_book;
  std::string transitions;  // the file of transition probabilities that comes with the engine
  // Opens the search that the options choose instead of the usual one; nullptr: they choose none. Throws
  // std::runtime_error. Empty in a program without networks with a policy.
  std::function<std::unique_ptr<PolicySearch>(const usi::Options&)> open_policy_search{};
};

class Program {
 public:
  using Clock = UsiPipe::Clock;

  Program(UsiPipe& pipe, Parts parts);
  ~Program();  // stops the search and waits for its end

  // Executes the commands of the pipe until "quit" or its end.
  void serve();
  // Executes the lines that arrived in the pipe, or one line; false after "quit".
  bool execute_lines();
  bool execute(const std::string& line, Clock::time_point arrived);

 private:
  using Think = std::function<std::string(Turn&)>;

  void introduce();
  void get_ready();
  void set_option(std::string_view line);
  void apply_option(const usi::Option& option);
  void apply_to_search(std::string_view option);
  void set_variant(const std::string& name);
  void new_game();
  void set_position(const std::string& text);

  Search& prepare();
  void clear_tables();
  void resize(Search& search);
  void restore_memory();
  mate::Solver& prepare_mate();

  void begin_move(Clock::time_point arrived);
  void go(const std::vector<std::string_view>& words);
  void go_mate(std::shared_ptr<Turn> turn);
  void answer_failure(std::shared_ptr<Turn> turn);
  void set_first_answer(Search& search, Turn& turn, SearchRequest request);
  int64_t margin_ms(const usi::GoCommand& go) const;
  void stop();
  void ponderhit(Clock::time_point arrived);
  bool is_idle(std::string_view command, bool at_once = true);

  void begin(std::shared_ptr<Turn> turn, Think think);
  void run_searches();
  std::string think(Turn& turn, Search& search, const SearchRequest& request,
                    std::optional<usi::Budget> time);
  std::string think_of_mate(Turn& turn, int64_t limit_ms);

  void write_string(std::string_view text);

  UsiPipe& pipe_;
  const Parts parts_;
  usi::Options options_;
  std::unique_ptr<OpeningBook> book_;
  std::optional<TransitionCounts> transitions_;  // of SearchMode RealizationProbability
  std::unique_ptr<PolicySearch> policy_search_;
  // Only one of the two has the memory of USI_Hash at a time.
  std::unique_ptr<Search> search_;
  std::unique_ptr<mate::Solver> solver_;
  std::atomic<bool> solver_has_memory_{false};  // the search's memory
  std::atomic<bool> tables_used_{false};        // the search's tables have entries
  std::unique_ptr<VariantSession> variant_;     // of a variant other than shogi
  std::optional<Game> game_;
  std::shared_ptr<Turn> turn_;      // the last one
  Clock::time_point move_began_{};  // when the GUI sent its first command for the next move
  usi::ProcessorShare share_;
  std::mt19937_64 random_;
  uint64_t seed_ = 0;
  usi::ResignationTracker resignation_;

  // The work of the search thread. One thread for all searches: starting one for every move would cost
  // milliseconds on a busy machine.
  std::mutex work_lock_;
  std::condition_variable work_arrived_;
  std::function<void()> work_;
  bool ending_ = false;
  Event idle_{true};  // while no search runs
  DeepThread search_thread_;
};

}  // namespace komadai::engine
