#include "engine/variant_session.h"

#include <algorithm>
#include <random>

#include "engine/search_request.h"
#include "usi/info_line.h"
#include "usi/text.h"
#include "variants/attacks.h"
#include "variants/movegen.h"
#include "variants/text.h"

namespace komadai::engine {
namespace {

namespace v = variants;
using std::chrono::milliseconds;
using usi::bestmove, usi::concat, usi::info_string;

constexpr int64_t DELAY_MARGIN_MS = 20;  // of a clock, reserved for delays of the machine
constexpr milliseconds GRACE{50};        // after the search's deadline the pipe answers in its place
constexpr uint64_t MATE_NODES = 2'000'000;

// Perpetual check asks which moves gave check.
void note_check(v::Board& board) {
  if (board.rules().spec().perpetual_check != v::PerpetualCheck::NONE)
    board.note_check(v::any_royal_attacked(board, board.turn()));
}

std::string usi_of(const v::Rules& rules, v::Move m) { return m ? v::to_usi(rules, m) : ""; }

std::string line_of(const v::Rules& rules, const v::SearchInfo& info) {
  std::vector<std::string> moves;
  for (const v::Move m : info.pv) moves.push_back(v::to_usi(rules, m));
  const bool mate = v::is_mate_score(info.score);
  const int plies = info.score > 0 ? v::MATE - info.score : -v::MATE - info.score;
  return usi::info_line({info.depth, info.seldepth, info.multipv, mate, mate ? plies : info.score,
                         info.bound == v::Bound::EXACT   ? "exact"
                         : info.bound == v::Bound::LOWER ? "lower"
                                                         : "upper",
                         info.nodes, info.time_ms, info.hashfull, usi::join(moves)});
}

}  // namespace

VariantSession::VariantSession(const std::string& variant, UsiPipe& pipe, const usi::Options& options,
                               const ProgramData& data)
    : pipe_(pipe),
      options_(options),
      data_(data),
      search_(data.variant_search(variant, size_t(options.number("USI_Hash")))),
      board_(search_->rules()) {
  new_game();
}

VariantSession::~VariantSession() {
  stop();
  join();
}

bool VariantSession::execute(std::string_view command, const std::vector<std::string_view>& words) {
  if ((command == "usinewgame" || command == "go") && is_searching()) return false;
  if (command == "isready")
    pipe_.write("readyok");
  else if (command == "usinewgame")
    new_game();
  else if (command == "position")
    set_position(words);
  else if (command == "go")
    go(words);
  else if (command == "ponderhit")
    ponderhit();
  else
    stop();
  return true;
}

void VariantSession::new_game() {
  join();
  search_->clear();
  const auto seed = uint64_t(options_.number("Seed"));
  seed_ = std::mt19937_64(seed ? seed : std::random_device()())() >> 1;
}

void VariantSession::resize() {
  join();
  search_->resize(size_t(options_.number("USI_Hash")));
}

void VariantSession::set_position(const std::vector<std::string_view>& words) {
  board_.reset();
  const auto moves = std::find(words.begin(), words.end(), "moves");
  v::Board board(search_->rules());
  if (!words.empty() && words[0] == "sfen") {
    const std::string sfen = usi::join({words.begin() + 1, moves});
    if (const auto problem = board.set_sfen(sfen)) return pipe_.write(info_string(data_.text_of(*problem)));
  }
  note_check(board);
  for (auto at = moves; at != words.end() && ++at != words.end();) {
    const v::Move m = v::parse_usi(board, *at);
    if (!m) {
      const bool is_move = bool(v::read_usi(board.rules(), *at));
      return pipe_.write(info_string(concat(*at, is_move ? " is illegal" : " is no move")));
    }
    board.make(m);
    note_check(board);
  }
  board_ = std::move(board);
}

void VariantSession::go(const std::vector<std::string_view>& words) {
  join();
  const usi::GoCommand go = usi::parse_go(
      words, [this](std::string_view text) { return board_ && bool(v::parse_usi(*board_, text)); });
  if (!go.unknown.empty()) pipe_.write(info_string(concat("not understood: ", usi::join(go.unknown))));
  const std::string failure = go.mate ? "checkmate timeout" : "bestmove resign";
  if (!board_) {
    pipe_.write(info_string("there is no position to search"));
    return pipe_.write(failure);
  }
  const v::Rules& rules = board_->rules();
  const VariantLevel& own = data_.variant_level(options_.number("Level"));
  v::SearchLimits limits;
  limits.depth = int(smallest(go.depth.value_or(0), own.depth));
  limits.nodes = uint64_t(smallest(go.nodes.value_or(0), own.nodes));
  limits.multipv = int(options_.number("MultiPV"));
  for (const std::string& text : go.searchmoves) limits.moves.push_back(v::parse_usi(*board_, text));
  v::MoveList legal;
  v::generate_legal(*board_, legal);
  // Positions that repetition ends are still played on by some GUIs.
  std::string answer = failure;
  if (!legal.empty() && !go.mate)
    answer = bestmove(v::to_usi(rules, limits.moves.empty() ? legal[0] : limits.moves[0]), "");
  const uint64_t number = pipe_.begin(answer);
  may_answer_.clear();
  pondering_ = go.ponder;
  const int64_t margin = options_.number("ByoyomiMargin") + (go.movetime ? 0 : DELAY_MARGIN_MS);
  budget_ = usi::budget(go, komadai::Color(board_->turn()), margin, board_->move_number() - 1);
  const bool waits = go.ponder || (go.infinite && !go.mate);
  if (!waits) may_answer_.set();
  if (!waits && budget_) {
    limits.soft_ms = budget_->soft;
    limits.hard_ms = budget_->hard;
    pipe_.answer_in(milliseconds(budget_->hard) + GRACE);
  }
  running_ = true;
  if (go.mate) {
    mate_ = std::make_unique<v::MateSearch>(*board_);
    if (*go.mate) pipe_.answer_in(milliseconds(*go.mate));
    thread_ = DeepThread([this, number] {
      pipe_.answer(number, find_mate());
      running_ = false;
    });
  } else {
    search_->prepare();
    thread_ = DeepThread([this, number, board = *board_, limits] {
      const std::string best = think(number, board, limits);
      may_answer_.wait();
      pipe_.answer(number, best);
      running_ = false;
    });
  }
}

void VariantSession::stop() {
  may_answer_.set();
  search_->stop();
  if (mate_) mate_->stop();
}

void VariantSession::ponderhit() {
  if (!pondering_) return;
  pondering_ = false;
  if (budget_) {
    search_->set_time(budget_->soft, budget_->hard);
    pipe_.answer_in(milliseconds(budget_->hard) + GRACE);
  }
  may_answer_.set();
}

void VariantSession::join() {
  if (thread_.joinable()) thread_.join();
}

std::string VariantSession::think(uint64_t number, const v::Board& board, const v::SearchLimits& limits) {
  const v::Rules& rules = *search_->rules();
  v::SkillLimits skill = data_.variant_level(options_.number("Level")).skill;
  skill.seed = seed_;
  const v::SearchResult result = search_->go(board, limits, skill, [&](const v::SearchInfo& info) {
    if (info.multipv == 1 && !info.pv.empty())
      pipe_.set_best_answer(
          number, bestmove(usi_of(rules, info.pv[0]), info.pv.size() > 1 ? usi_of(rules, info.pv[1]) : ""));
    pipe_.write_info(number, line_of(rules, info));
  });
  return result.best ? bestmove(usi_of(rules, result.best), usi_of(rules, result.ponder)) : "bestmove resign";
}

std::string VariantSession::find_mate() {
  const v::MateResult found = mate_->solve(MATE_NODES);
  if (found.verdict == v::MateVerdict::UNKNOWN) return "checkmate timeout";
  if (found.verdict != v::MateVerdict::MATE) return "checkmate nomate";
  std::vector<std::string> moves;
  for (const v::Move m : found.line) moves.push_back(v::to_usi(*search_->rules(), m));
  return concat("checkmate ", usi::join(moves));
}

}  // namespace komadai::engine
