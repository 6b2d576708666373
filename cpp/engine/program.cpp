#include "engine/program.h"

#include <algorithm>
#include <exception>

#include "engine/file_text.h"
#include "engine/transitions_file.h"
#include "eval/load.h"
#include "rules/legality.h"
#include "rules/movegen.h"
#include "rules/sfen.h"
#include "system/machine.h"
#include "usi/info_line.h"
#include "usi/text.h"

namespace komadai::engine {
namespace {

using std::chrono::microseconds;
using std::chrono::milliseconds;
using usi::bestmove, usi::concat, usi::info_string;

constexpr microseconds WATCH_TIME{3'000'000};  // for which delays are measured when a clock may run soon
constexpr microseconds SEARCH_GRACE{1'000};    // after the search's deadline the pipe answers in its place
constexpr int64_t SHORT_MS = 500;  // a move that may be over before the machine wakes the search thread
constexpr microseconds STOP_TIME{4'000};       // after "stop" the pipe answers in place of the search
constexpr microseconds STOP_MATE_TIME{7'000};  // a mate may have been found, but not yet its whole line
constexpr milliseconds END_TIME{10'000};
constexpr milliseconds ANSWER_TIME{50};
constexpr milliseconds SAME_MOVE_TIME{100};  // between a GUI's first command for a move and its "go"
constexpr int64_t MATE_MARGIN_MS = 50;
constexpr double PROGRESS_SECONDS = 0.1;
constexpr size_t MIN_MEGABYTES = 1;
constexpr int64_t KEPT_MEGABYTES = 16;  // that the search keeps while the mate solver has its memory
constexpr int64_t RESIZE_FACTOR = 20;   // ms of a move per MB that may be allocated in it
constexpr size_t LONGEST_SHOWN = 50;    // letters of an unknown name

// The commands that a session of a variant executes.
constexpr std::string_view VARIANT_COMMANDS[] = {"isready", "usinewgame", "position", "go",
                                                 "stop",    "ponderhit",  "gameover"};
constexpr std::string_view BOOK_OPTIONS[] = {"OwnBook",    "BookFile",    "BookMoves",     "BookVariety",
                                             "BookMargin", "FlippedBook", "OpeningVariety"};
constexpr std::string_view POLICY_OPTIONS[] = {"SearchMode", "DNN_Model", "DNN_Batch_Size", "Threads",
                                               "USI_Hash"};

template <size_t N>
bool is_one_of(const std::string_view (&words)[N], std::string_view word) {
  return std::find(words, words + N, word) != words + N;
}

const Game& starting_game() {
  static const Game start{parse_sfen(STARTPOS_SFEN).position, 1, {}};
  return start;
}

std::string usi_or_none(Move m) { return m == NO_MOVE ? "" : to_usi(m); }

std::string_view name_of(Bound bound) {
  return bound == EXACT ? "exact" : bound == LOWER ? "lower" : "upper";
}

bool is_mate(const SearchInfo& info) { return std::abs(info.score) >= MATE_WITHIN; }
int plies_to_mate(const SearchInfo& info) { return info.score > 0 ? MATE - info.score : -MATE - info.score; }

std::string line_of(const SearchInfo& info) {
  std::vector<std::string> moves;
  for (const Move m : info.pv) moves.push_back(to_usi(m));
  const bool mate = is_mate(info);
  return usi::info_line({info.depth, info.seldepth, info.multipv, mate,
                         mate ? plies_to_mate(info) : info.score, name_of(info.bound), info.nodes,
                         info.time_ms, info.hashfull, usi::join(moves)});
}

int64_t ms_since(UsiPipe::Clock::time_point start) {
  return std::chrono::round<milliseconds>(UsiPipe::Clock::now() - start).count();
}

microseconds after(int64_t ms) { return milliseconds(ms) + SEARCH_GRACE; }

}  // namespace

std::string Turn::fallback_answer() const {
  const MoveBuffer<> moves(game.position);
  if (go.mate || moves.size() == 0) return failure_answer();
  for (const std::string& text : go.searchmoves)
    if (is_legal(game.position, parse_usi(text))) return bestmove(text, "");
  return bestmove(to_usi(moves.moves[0]), "");
}

Program::Program(UsiPipe& pipe, Parts parts)
    : pipe_(pipe),
      parts_(std::move(parts)),
      options_(parts_.data->variant_names(), parts_.data->levels(), bool(parts_.open_policy_search)),
      book_(std::make_unique<OpeningBook>(options_, parts_.own_book, parts_.open_book)),
      game_(starting_game()) {
  new_game();
  search_thread_ = DeepThread([this] { run_searches(); });
}

Program::~Program() {
  variant_.reset();
  stop();
  {
    const std::lock_guard lock(work_lock_);
    ending_ = true;
  }
  work_arrived_.notify_one();
  search_thread_.join();
}

// ---- commands

void Program::serve() {
  for (bool is_open = true; is_open;) {
    is_open = pipe_.wait_for_lines();
    if (!execute_lines()) return;
  }
}

bool Program::execute_lines() {
  for (const UsiPipe::Line& line : pipe_.read_lines()) {
    if (line.too_long)
      write_string("a line of more than a megabyte is not read");
    else if (!execute(line.text, line.arrived))
      return false;
  }
  return true;
}

bool Program::execute(const std::string& line, Clock::time_point arrived) {
  const auto words = usi::split(line);
  if (words.empty()) return true;
  const std::string_view command = words[0];
  const std::vector<std::string_view> rest(words.begin() + 1, words.end());
  if (variant_ && is_one_of(VARIANT_COMMANDS, command)) {
    if (!variant_->execute(command, rest))
      write_string(concat(command, ": a search is running, send stop first"));
  } else if (command == "usi") {
    introduce();
  } else if (command == "isready") {
    get_ready();
  } else if (command == "setoption") {
    if (is_idle(command)) set_option(line);
  } else if (command == "usinewgame") {
    if (is_idle(command)) new_game();
  } else if (command == "position") {
    begin_move(arrived);
    set_position(usi::join({rest.begin(), rest.end()}));
  } else if (command == "go") {
    begin_move(arrived);
    if (is_idle(command, false)) go(rest);
  } else if (command == "stop") {
    if (turn_ && turn_->pondering) begin_move(arrived);  // the opponent did not play the expected move
    stop();
  } else if (command == "ponderhit") {
    ponderhit(arrived);
  } else if (command == "gameover") {
    stop();
    resignation_.reset();
  } else if (command == "quit") {
    return false;
  } else {
    write_string(concat("unknown command: ", usi::first_letters(command, LONGEST_SHOWN)));
  }
  return true;
}

void Program::introduce() {
  pipe_.write(concat("id name Komadai ", parts_.data->version()));
  pipe_.write("id author The Komadai authors");
  for (const usi::Option& option : options_.table()) pipe_.write(option.line());
  pipe_.write("usiok");
}

void Program::get_ready() {
  pipe_.watch_for(WATCH_TIME);
  // No clock runs: a search that was answered may end. A search that still runs is ready.
  if (idle_.is_set() || (pipe_.answered() && idle_.wait_for(END_TIME))) {
    prepare();
    if (options_.text("SearchMode") == "PolicyValue" && !policy_search_)
      write_string("SearchMode PolicyValue needs the option DNN_Model; PrincipalVariation is used");
  }
  pipe_.write("readyok");
}

Search& Program::prepare() {
  restore_memory();
  if (!search_) {
    search_ = std::make_unique<Search>(MIN_MEGABYTES);
    resize(*search_);
    apply_to_search("Threads");
    try {
      apply_to_search("EvalFile");
    } catch (const EvaluationFileError& error) {  // the option was set before the search existed
      options_.reset("EvalFile");
      write_string(concat("EvalFile: ", error.what(), "; the built-in evaluation is used"));
    }
    apply_to_search("SearchMode");
    // The first search initializes what later ones use.
    search_->prepare();
    SearchLimits limits;
    limits.depth = 1;
    search_->go(starting_game(), limits, {}, {}, nullptr);
    tables_used_ = true;
  }
  clear_tables();
  return *search_;
}

// Large tables take seconds, so this is done at "isready", when no clock runs.
void Program::clear_tables() {
  if (tables_used_ && search_) search_->clear();
  tables_used_ = false;
}

void Program::resize(Search& search) {
  try {
    search.resize(size_t(options_.number("USI_Hash")));
  } catch (const std::bad_alloc&) {
    options_.reset("USI_Hash");
    write_string(concat("not enough memory, USI_Hash is ", options_.text("USI_Hash")));
    search.resize(size_t(options_.number("USI_Hash")));
  }
}

// Gives the mate solver's memory back to the search: a gigabyte takes a second or two.
void Program::restore_memory() {
  solver_.reset();
  if (solver_has_memory_ && search_) resize(*search_);
  solver_has_memory_ = false;
}

mate::Solver& Program::prepare_mate() {
  if (search_ && !solver_has_memory_) {
    // The search keeps as little as it needs to answer the next request at once.
    search_->resize(size_t(std::min(KEPT_MEGABYTES, options_.number("USI_Hash"))));
    solver_has_memory_ = true;
  }
  if (solver_) return *solver_;
  try {
    solver_ = std::make_unique<mate::Solver>(size_t(options_.number("USI_Hash")));
  } catch (const std::bad_alloc&) {
    write_string(concat("not enough memory, the mate solver has ", KEPT_MEGABYTES, " MB"));
    solver_ = std::make_unique<mate::Solver>(size_t(KEPT_MEGABYTES));
  }
  return *solver_;
}

void Program::set_option(std::string_view line) {
  const auto read = usi::read_setoption(line);
  if (!read) return write_string("expected: setoption name <name> [value <value>]");
  const usi::Option* const option = options_.find(read->name);
  if (!option) return write_string(concat("unknown option: ", usi::first_letters(read->name, LONGEST_SHOWN)));
  if (variant_ && variant_->is_searching())
    return write_string("setoption: a search is running, send stop first");
  const std::string before = options_.text(option->name);
  if (const std::string problem = options_.set(option->name, read->value); !problem.empty())
    return write_string(problem);
  std::string problem;
  try {
    return apply_option(*option);
  } catch (const std::bad_alloc&) {
    problem = concat("not enough memory, ", option->name, " stays ", before);
  } catch (const EvaluationFileError& error) {
    problem = concat("EvalFile: ", error.what(), "; the evaluation stays");
  } catch (const std::runtime_error& error) {
    problem = error.what();
  }
  options_.set(option->name, before);
  write_string(problem);
}

void Program::apply_option(const usi::Option& option) {
  const std::string_view name = option.name;
  if (name == "USI_Variant" || name == "UCI_Variant") return set_variant(options_.text(name));
  if (name == "USI_Hash") {
    if (variant_) variant_->resize();
    solver_.reset();
  }
  if (name == "SearchMode" || name == "TransitionFile") {
    const std::string& path = options_.text("TransitionFile");
    try {
      const TransitionCounts counts = parse_transitions(path.empty() ? parts_.transitions : file_text(path));
      transitions_.reset();
      if (options_.text("SearchMode") == "RealizationProbability") transitions_ = counts;
    } catch (const TransitionsFileError& error) {
      throw TransitionsFileError(concat(path, ": ", error.what()));
    }
  }
  if (parts_.open_policy_search && is_one_of(POLICY_OPTIONS, name))
    policy_search_ = parts_.open_policy_search(options_);
  apply_to_search(name);
  if (is_one_of(BOOK_OPTIONS, name))
    book_ = std::make_unique<OpeningBook>(options_, parts_.own_book, parts_.open_book);
  if (name == "Seed" || name == "Level") new_game();
}

void Program::apply_to_search(std::string_view option) {
  if (!search_) return;
  if (option == "USI_Hash") {
    search_->resize(size_t(options_.number(option)));
    solver_has_memory_ = false;
  } else if (option == "Threads") {
    search_->set_threads(int(options_.number(option)));
  } else if (option == "EvalFile" || option == "FV_SCALE") {
    search_->set_evaluation(open_evaluation(options_.text("EvalFile"), {int(options_.number("FV_SCALE"))}));
  } else if (option == "SearchMode" || option == "TransitionFile") {
    search_->set_transitions(transitions_ ? &*transitions_ : nullptr);
    search_->set_full_width(options_.text("SearchMode") == "FullWidth");
  }
}

// Hands the commands of a game over to a session of this variant, or takes them back for shogi.
void Program::set_variant(const std::string& name) {
  const std::string chosen = name;
  for (const char* option : {"USI_Variant", "UCI_Variant"}) options_.set(option, chosen);
  variant_.reset();
  if (chosen != "shogi") variant_ = std::make_unique<VariantSession>(chosen, pipe_, options_, *parts_.data);
}

void Program::new_game() {
  const auto seed = uint64_t(options_.number("Seed"));
  random_.seed(seed ? seed : std::random_device()());
  seed_ = random_() >> 1;
  resignation_.reset();
  clear_tables();
}

void Program::set_position(const std::string& text) {
  game_.reset();
  const std::string_view start = std::string_view(text).substr(0, text.find(' '));
  if (start != "startpos" && start != "sfen")
    return write_string("expected: position startpos|sfen <sfen> [moves …]");
  ParsedPosition parsed = parse_position(text);
  if (parsed.problem.field) return write_string(parts_.data->text_of(parsed));
  game_ = std::move(parsed.game);
}

void Program::begin_move(Clock::time_point arrived) {
  if (arrived - move_began_ > SAME_MOVE_TIME) move_began_ = arrived;
}

// ---- searching

void Program::go(const std::vector<std::string_view>& words) {
  usi::GoCommand command =
      usi::parse_go(words, [](std::string_view text) { return parse_usi(text) != NO_MOVE; });
  if (!command.unknown.empty()) write_string(concat("not understood: ", usi::join(command.unknown)));
  if (!game_) {
    write_string("there is no position to search");
    return answer_failure(std::shared_ptr<Turn>(new Turn{starting_game(), command}));
  }
  std::vector<std::string> illegal;
  for (const std::string& text : command.searchmoves)
    if (!is_legal(game_->position, parse_usi(text))) illegal.push_back(text);
  if (!illegal.empty())
    write_string(concat("searchmoves: illegal here: ", usi::join(illegal), "; ",
                        illegal.size() < command.searchmoves.size() ? "left out" : "all moves are searched"));
  const std::shared_ptr<Turn> turn(new Turn{*game_, command});
  turn->number = pipe_.begin(turn->fallback_answer());
  turn_ = turn;
  if (command.mate) return go_mate(turn);
  turn->budget = usi::budget(command, game_->position.turn(), margin_ms(command), game_->move_number() - 1);
  std::optional<usi::Budget> now;
  if (!command.ponder && !command.infinite) {
    turn->may_answer.set();
    if (turn->budget) {
      now = turn->budget->less(ms_since(move_began_));
      pipe_.answer_in(after(now->hard));
    }
  }
  // From here on the pipe answers at the deadline. If the last search does not end in time, this one is
  // answered without a search: the next command must not wait for it.
  const bool ended = idle_.wait_for(now ? std::min(milliseconds(now->hard + 1), END_TIME) : END_TIME);
  if (now && !ended) {
    move_began_ = {};
    return;
  }
  Search& search = search_ ? *search_ : prepare();
  if (solver_has_memory_ && !command.ponder &&
      (!now || now->hard > RESIZE_FACTOR * options_.number("USI_Hash")))
    restore_memory();
  const SearchRequest request =
      search_request(*parts_.data, options_, turn->game, command, turn->is_free(), seed_);
  search.prepare();
  if (policy_search_) policy_search_->prepare();
  if (now) {
    if (now->hard <= SHORT_MS) set_first_answer(search, *turn, request);
    now = turn->budget->less(ms_since(move_began_));
  }
  move_began_ = {};
  begin(turn, [this, &search, request, now](Turn& t) { return think(t, search, request, now); });
}

// Sets the answer of a quick search, in case the machine does not run the search thread in time.
void Program::set_first_answer(Search& search, Turn& turn, SearchRequest request) {
  request.limits.depth = 1;
  request.limits.nodes = 200;
  request.limits.multipv = 1;
  const Move best = search.go(turn.game, request.limits, request.rules, request.skill, nullptr).best;
  if (best != NO_MOVE) pipe_.set_best_answer(turn.number, bestmove(to_usi(best), ""));
  search.prepare();
}

int64_t Program::margin_ms(const usi::GoCommand& command) const {
  const int64_t margin = options_.number("ByoyomiMargin");
  if (command.movetime) return margin;  // no flag falls: delays of the machine do not matter
  return margin + usi::delay_reserve_ms(pipe_.lateness(), pipe_.long_lateness(), pipe_.has_priority(),
                                        !share_.is_enough());
}

void Program::go_mate(std::shared_ptr<Turn> turn) {
  turn->may_answer.set();
  const int64_t limit = *turn->go.mate;
  if (limit) pipe_.answer_in(milliseconds(limit));
  idle_.wait_for(END_TIME);
  const int64_t own = limit - std::min(MATE_MARGIN_MS, limit / 10);
  begin(std::move(turn), [this, own](Turn& t) { return think_of_mate(t, own); });
}

std::string Program::think_of_mate(Turn& turn, int64_t limit_ms) {
  mate::Solver& solver = prepare_mate();
  const auto write = [&](const std::string& line) { pipe_.write_info(turn.number, line); };
  const mate::NotAProblem refused = mate::not_a_problem(turn.game.position, true);
  if (turn.stopped) return turn.failure_answer();
  if (refused != mate::NotAProblem::NONE) {
    write(info_string(parts_.data->error_text(mate::code_of(refused))));
    return "checkmate nomate";
  }
  const auto start = Clock::now();
  const auto spent = [&] { return std::chrono::duration<double>(Clock::now() - start).count(); };
  const double seconds = double(limit_ms) / 1000;
  double next = PROGRESS_SECONDS;
  std::string reason;
  mate::SolveLimits limits;
  limits.threads = int(std::min<int64_t>(options_.number("Threads"), mate::MAX_THREADS));
  limits.should_continue = [&] {
    const double now = spent();
    if (turn.stopped) return reason = "stopped", false;
    if (seconds > 0 && now >= seconds) return reason = "time", false;
    if (now < next) return true;
    next = now + PROGRESS_SECONDS;
    for (const std::string& line : usi::mate_progress_lines(solver.progress(), now)) write(line);
    return true;
  };
  const mate::Solution solution = solver.solve(turn.game.position, limits);
  if (reason.empty()) reason = solution.bound_based ? "comparison" : "memory";
  std::vector<std::string> lines = usi::mate_answer_lines(solution, spent(), reason);
  const std::string answer = lines.back();
  lines.pop_back();
  for (const std::string& line : lines) write(line);
  return answer;
}

// Answers a "go" without a position; an endless search is answered only when it is stopped.
void Program::answer_failure(std::shared_ptr<Turn> turn) {
  if (!turn->go.ponder && !turn->go.infinite) return pipe_.write(turn->failure_answer());
  turn->number = pipe_.begin(turn->failure_answer());
  turn_ = turn;
  idle_.wait_for(END_TIME);
  begin(turn, [](Turn& t) { return t.failure_answer(); });
}

void Program::begin(std::shared_ptr<Turn> turn, Think think) {
  idle_.clear();
  {
    const std::lock_guard lock(work_lock_);
    work_ = [this, turn, think = std::move(think)] {
      pipe_.set_search_thread();
      std::string answer;
      try {
        // The thread may start after its time is over.
        answer = pipe_.answered() ? turn->fallback_answer() : think(*turn);
      } catch (const std::exception& error) {
        // The GUI waits for an answer in any case.
        answer = turn->failure_answer();
        pipe_.write_info(turn->number, info_string(concat("internal error: ", error.what())));
      }
      pipe_.set_best_answer(turn->number, answer);
      turn->may_answer.wait();
      pipe_.answer(turn->number, answer);
    };
  }
  work_arrived_.notify_one();
}

void Program::run_searches() {
  std::unique_lock lock(work_lock_);
  while (true) {
    work_arrived_.wait(lock, [this] { return work_ || ending_; });
    if (!work_) return;
    const std::function<void()> work = std::exchange(work_, nullptr);
    lock.unlock();
    work();
    idle_.set();
    lock.lock();
  }
}

// The answer of the book or the search. There is no time while pondering.
std::string Program::think(Turn& turn, Search& search, const SearchRequest& request,
                           std::optional<usi::Budget> time) {
  if (!has_legal_move(turn.game.position)) return turn.failure_answer();
  const Move from_book = turn.is_free() ? book_->choose(turn.game, random_) : NO_MOVE;
  if (from_book != NO_MOVE) {
    pipe_.write_info(turn.number, info_string(concat(to_usi(from_book), " is from the book")));
    return bestmove(to_usi(from_book), "");
  }
  if (!book_->error.empty()) pipe_.write_info(turn.number, info_string(book_->error));
  tables_used_ = true;
  SearchLimits limits = request.limits;
  if (time) limits.soft_ms = time->soft, limits.hard_ms = time->hard;
  const auto report = [&](const SearchInfo& info) {
    if (info.multipv == 1 && info.bound != UPPER && !info.pv.empty())
      pipe_.set_best_answer(turn.number,
                            bestmove(to_usi(info.pv[0]), info.pv.size() > 1 ? to_usi(info.pv[1]) : ""));
    pipe_.write_info(turn.number, line_of(info));
  };
  SearchResult result;
  if (policy_search_) {
    result = policy_search_->go(turn.game, limits, request.rules, report, [&](std::string_view remark) {
      pipe_.write_info(turn.number, info_string(remark));
    });
  } else {
    const auto began = Clock::now();
    const double before = thread_seconds();
    result = search.go(turn.game, limits, request.rules, request.skill, report);
    share_.add(std::chrono::duration<double>(Clock::now() - began).count(), thread_seconds() - before);
  }
  if (result.declares_win) return "bestmove win";
  if (result.best == NO_MOVE) return "bestmove resign";
  if (turn.budget) {
    const SearchInfo& info = result.info;
    std::optional<int> mated_in;
    if (is_mate(info) && info.score <= 0) mated_in = -plies_to_mate(info);
    const bool is_lost = resignation_.should_resign(info.depth, info.score, mated_in,
                                                    int(options_.number("ResignValue")), odds(*parts_.data, turn.game));
    if (is_lost && parts_.data->level(options_.number("Level")).resigns) return "bestmove resign";
  }
  return bestmove(to_usi(result.best), usi_or_none(result.ponder));
}

void Program::stop() {
  if (turn_ && !pipe_.answered()) {
    turn_->stopped = true;  // set first: the solver may not have begun yet
    pipe_.answer_in(turn_->go.mate ? STOP_MATE_TIME : STOP_TIME);
    turn_->may_answer.set();
  }
  if (search_) search_->stop();
  if (policy_search_) policy_search_->stop();
}

void Program::ponderhit(Clock::time_point arrived) {
  if (!turn_ || !turn_->pondering || pipe_.answered()) return;
  turn_->pondering = false;
  if (search_ && turn_->budget) {
    const auto pondered = std::chrono::round<milliseconds>(arrived - turn_->start).count();
    const usi::Budget time = turn_->budget->after_ponder(pondered).less(ms_since(arrived));
    if (policy_search_)
      policy_search_->set_time(time.soft, time.hard);
    else
      search_->set_time(time.soft, time.hard);
    pipe_.answer_in(after(time.hard));
  }
  turn_->may_answer.set();
}

// Whether no search runs; otherwise the GUI gets a message. A search that was stopped or answered ends soon.
// With `at_once` this waits for its end.
bool Program::is_idle(std::string_view command, bool at_once) {
  if (!turn_ || idle_.is_set()) return true;
  if (turn_->stopped || pipe_.answered()) return !at_once || idle_.wait_for(END_TIME);
  // The answer of a search with a clock may be sent at this moment.
  if (idle_.wait_for(turn_->may_answer.is_set() ? ANSWER_TIME : milliseconds(0))) return true;
  write_string(concat(command, ": a search is running, send stop first"));
  return false;
}

void Program::write_string(std::string_view text) { pipe_.write(info_string(text)); }

}  // namespace komadai::engine
