// Variants as JavaScript has them: rules from a description, positions, the search and the mate search.
#include <emscripten/bind.h>

#include "browser/values.h"
#include "variants/attacks.h"
#include "variants/board.h"
#include "variants/description.h"
#include "variants/game_end.h"
#include "variants/infraction.h"
#include "variants/movegen.h"
#include "variants/perft.h"
#include "variants/search/mate.h"
#include "variants/search/search.h"
#include "variants/text.h"

namespace komadai::browser {
namespace {

namespace v = komadai::variants;

constexpr double MAX_HASH_MB = 1024;

// An object of a description, as read_description reads it.
class Reader {
 public:
  explicit Reader(val values) : values_(std::move(values)) {}

  int number(const char* key) const { return values_[key].as<int>(); }
  bool flag(const char* key) const { return values_[key].as<bool>(); }
  std::string text(const char* key) const { return values_[key].as<std::string>(); }
  std::vector<Reader> list(const char* key) const {
    std::vector<Reader> all;
    for (val& each : emscripten::vecFromJSArray<val>(values_[key])) all.emplace_back(std::move(each));
    return all;
  }
  std::vector<std::vector<std::array<int, 4>>> paths(const char* key) const {
    std::vector<std::vector<std::array<int, 4>>> all;
    for (const val& path : emscripten::vecFromJSArray<val>(values_[key])) {
      std::vector<std::array<int, 4>>& legs = all.emplace_back();
      for (const val& leg : emscripten::vecFromJSArray<val>(path))
        legs.push_back({leg[0].as<int>(), leg[1].as<int>(), leg[2].as<int>(), leg[3].as<int>()});
    }
    return all;
  }

 private:
  val values_;
};

struct BrowserRules {
  std::shared_ptr<const v::Rules> rules;

  explicit BrowserRules(val description) {
    try {
      rules = std::make_shared<const v::Rules>(v::read_description(Reader(description)));
    } catch (const std::invalid_argument& problem) {
      fail("variant-expected", std::pair("reason", std::string(problem.what())));
    }
  }
};

class BrowserVariantPosition {
 public:
  // With an empty SFEN the setup of the variant.
  BrowserVariantPosition(const BrowserRules& rules, std::string sfen) : board_(rules.rules) {
    if (sfen.empty()) return;
    if (const auto problem = board_.set_sfen(sfen)) {
      val params = val::object();
      for (const auto& [name, value] : problem->params) params.set(name, value);
      fail(problem->code.c_str(), std::pair("field", problem->field), std::pair("rank", problem->rank),
           std::pair("params", params));
    }
    note_check();
  }

  std::string sfen() const { return board_.sfen(); }
  int turn() const { return board_.turn(); }
  int ply() const { return board_.ply(); }
  bool is_check() const { return v::any_royal_attacked(board_, board_.turn()); }
  int repetition_count() const { return v::repetition_count(board_); }
  // The squares of the attacked royals of the side to move.
  val checked() const {
    std::vector<v::Square> attacked;
    for (v::Square at : board_.royals(board_.turn()))
      if (v::is_attacked(board_, at, ~board_.turn())) attacked.push_back(at);
    return list_of(attacked, [this](v::Square at) { return v::square_name(board_.rules(), at); });
  }

  val legal_moves() {
    v::MoveList moves;
    v::generate_legal(board_, moves);
    return list_of(moves, [this](v::Move m) { return v::to_usi(board_.rules(), m); });
  }
  // The rule that a move breaks: a value of komadai.Infraction, or "" for a legal move.
  std::string infraction(std::string usi) {
    if (v::parse_usi(board_, usi)) return "";
    const v::Move m = v::read_usi(board_.rules(), usi);
    if (!m) fail("move-usi-expected", std::pair("text", usi));
    return v::infraction(board_, m);
  }
  // Plays a legal move, and returns it as USI writes it.
  std::string play(std::string usi) {
    const v::Move m = v::parse_usi(board_, usi);
    if (!m)
      fail(v::read_usi(board_.rules(), usi) ? "illegal-move" : "move-usi-expected", std::pair("text", usi));
    board_.make(m);
    note_check();
    return v::to_usi(board_.rules(), m);
  }
  bool take_back() {
    if (!board_.ply()) return false;
    board_.undo();
    return true;
  }
  // {end, winner}, or null.
  val outcome() {
    const v::Result result = v::result(board_);
    if (result.end == v::End::NONE) return val::null();
    val written = val::object();
    written.set("end", std::string(v::key_of(result.end)));
    written.set("winner", result.winner ? val(int(*result.winner)) : val::null());
    return written;
  }
  double perft(int depth) {
    if (depth < 0 || depth > v::MAX_PERFT_PLIES) fail("depth-expected", std::pair("value", depth));
    return double(v::perft(board_, depth, [] {}));
  }

  const v::Board& board() const { return board_; }

 private:
  // Perpetual check asks which moves gave check.
  void note_check() {
    if (board_.rules().spec().perpetual_check != v::PerpetualCheck::NONE) board_.note_check(is_check());
  }

  v::Board board_;
};

val value_of(const v::Rules& rules, const std::vector<v::Move>& moves) {
  return list_of(moves, [&](v::Move m) { return v::to_usi(rules, m); });
}
val value_of(const v::Rules& rules, v::Move m) { return m ? val(v::to_usi(rules, m)) : val::null(); }

val value_of(const v::Rules& rules, const v::SearchInfo& info) {
  const bool mate = v::is_mate_score(info.score);
  val written = val::object();
  written.set("depth", info.depth);
  written.set("seldepth", info.seldepth);
  written.set("multipv", info.multipv);
  written.set("cp", mate ? val::null() : val(info.score));
  written.set("mate",
              mate ? val(info.score > 0 ? v::MATE - info.score : -v::MATE - info.score) : val::null());
  written.set("won", mate && info.score > 0);
  written.set("bound", std::string(info.bound == v::Bound::EXACT   ? "exact"
                                   : info.bound == v::Bound::LOWER ? "lower"
                                                                   : "upper"));
  written.set("nodes", double(info.nodes));
  written.set("timeMs", double(info.time_ms));
  written.set("hashfull", info.hashfull);
  written.set("pv", value_of(rules, info.pv));
  return written;
}

class BrowserVariantSearch {
 public:
  BrowserVariantSearch(const BrowserRules& rules, int megabytes) : search_(rules.rules, checked(megabytes)) {}

  // The learned weights of the variant; false if they are not those of its pieces.
  bool add_weights(val weights) {
    return search_.add_weights(emscripten::convertJSArrayToNumberVector<int>(weights));
  }
  // The values of the kinds in centipawns, by their ids.
  val values() const {
    val all = val::object();
    for (int k = 1; k < search_.rules()->kinds(); ++k)
      all.set(search_.rules()->kind(k).id, search_.evaluation().value(k));
    return all;
  }
  void clear() { search_.clear(); }
  // From a callback of `go`.
  void stop() { search_.stop(); }

  // The options are those of komadai._core.VariantSearch.go.
  val go(const BrowserVariantPosition& position, val given, val on_info) {
    const v::Rules& rules = *search_.rules();
    if (&position.board().rules() != &rules) fail("variant-differs");
    const Options options(given);
    v::SearchLimits limits;
    limits.depth = int(options.number("depth", 0, MAX_INT, 0));
    limits.nodes = uint64_t(options.number("nodes", 0, MAX_NUMBER, 0));
    limits.soft_ms = int64_t(options.number("softMs", 0, MAX_NUMBER, 0));
    limits.hard_ms = int64_t(options.number("hardMs", 0, MAX_NUMBER, 0));
    limits.multipv = int(options.number("multipv", 1, MAX_INT, 1));
    v::SkillLimits skill;
    skill.overlook = int(options.number("overlook", 0, 1000, 0));
    skill.noise = int(options.number("noise", 0, v::MAX_EVAL, 0));
    skill.max_capture_plies = int(options.number("exchanges", -1, MAX_INT, -1));
    skill.seed = uint64_t(options.number("seed", 0, MAX_NUMBER, 0));

    search_.prepare();
    const auto report = [&](const v::SearchInfo& info) { on_info(value_of(rules, info)); };
    const v::SearchResult result =
        search_.go(position.board(), limits, skill,
                   is_given(on_info) ? std::function<void(const v::SearchInfo&)>(report) : nullptr);
    val written = val::object();
    written.set("best", value_of(rules, result.best));
    written.set("ponder", value_of(rules, result.ponder));
    written.set("info", value_of(rules, result.info));
    return written;
  }

 private:
  static size_t checked(int megabytes) {
    if (megabytes < 1 || megabytes > MAX_HASH_MB) fail("hash-expected", std::pair("value", megabytes));
    return size_t(megabytes);
  }

  v::Search search_;
};

// {mate: true, false or null (not known), moves, nodes}.
val find_variant_mate(const BrowserVariantPosition& position, double nodes) {
  const v::MateResult result = v::MateSearch(position.board()).solve(uint64_t(nodes));
  val written = val::object();
  written.set("mate", result.verdict == v::MateVerdict::UNKNOWN
                          ? val::null()
                          : val(result.verdict == v::MateVerdict::MATE));
  written.set("moves", value_of(position.board().rules(), result.line));
  written.set("nodes", double(result.nodes));
  return written;
}

}  // namespace

EMSCRIPTEN_BINDINGS(variants) {
  emscripten::class_<BrowserRules>("VariantRules").constructor<val>();
  emscripten::class_<BrowserVariantPosition>("VariantPosition")
      .constructor<const BrowserRules&, std::string>()
      .function("sfen", &BrowserVariantPosition::sfen)
      .function("turn", &BrowserVariantPosition::turn)
      .function("ply", &BrowserVariantPosition::ply)
      .function("legalMoves", &BrowserVariantPosition::legal_moves)
      .function("infraction", &BrowserVariantPosition::infraction)
      .function("play", &BrowserVariantPosition::play)
      .function("takeBack", &BrowserVariantPosition::take_back)
      .function("isCheck", &BrowserVariantPosition::is_check)
      .function("checked", &BrowserVariantPosition::checked)
      .function("repetitionCount", &BrowserVariantPosition::repetition_count)
      .function("outcome", &BrowserVariantPosition::outcome)
      .function("perft", &BrowserVariantPosition::perft);
  emscripten::class_<BrowserVariantSearch>("VariantSearch")
      .constructor<const BrowserRules&, int>()
      .function("addWeights", &BrowserVariantSearch::add_weights)
      .function("values", &BrowserVariantSearch::values)
      .function("clear", &BrowserVariantSearch::clear)
      .function("stop", &BrowserVariantSearch::stop)
      .function("go", &BrowserVariantSearch::go);
  emscripten::function("findVariantMate", &find_variant_mate);
}

}  // namespace komadai::browser
