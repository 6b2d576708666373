#include "browser/position.h"

#include <emscripten/bind.h>

#include "browser/move_text.h"
#include "rules/legality.h"
#include "rules/movegen.h"
#include "rules/outcome.h"
#include "rules/perft.h"
#include "rules/position_text.h"
#include "usi/resignation.h"

namespace komadai::browser {
namespace {

constexpr int MAX_PERFT_DEPTH = 32;

Color color_of_number(int number) {
  if (number != BLACK && number != WHITE) fail("color-expected", std::pair("value", number));
  return Color(number);
}

std::string square_name(Square s) { return {char('1' + file_of(s)), char('a' + rank_of(s))}; }

val params_of(const SfenProblem& problem) {
  val params = val::object();
  for (const SfenParam& param : problem.params)
    std::visit([&](const auto& value) { params.set(param.first, value); }, param.second);
  return params;
}

}  // namespace

Move move_of(const std::string& usi) {
  const Move m = parse_usi(usi);
  if (m == NO_MOVE) fail("move-usi-expected", std::pair("text", usi));
  return m;
}

void fail(const SfenProblem& problem, Infraction infraction) {
  fail(problem.code, std::pair("field", std::string(problem.field)), std::pair("rank", problem.rank),
       std::pair("params", params_of(problem)), std::pair("infraction", std::string(key_of(infraction))));
}

BrowserPosition::BrowserPosition(std::string text, bool validate) {
  ParsedPosition parsed = parse_position(text, validate);
  if (parsed.problem.field) fail(parsed.problem, parsed.infraction);
  game_ = std::move(parsed.game);
}

std::string BrowserPosition::sfen() const { return to_sfen(game_.position, game_.move_number()); }

val BrowserPosition::history() const {
  return list_of(game_.history, [](const Game::Record& record) { return to_usi(record.move); });
}

val BrowserPosition::legal_moves() const { return list_of(MoveBuffer(game_.position), to_usi); }

std::string BrowserPosition::infraction(std::string usi) const {
  return key_of(komadai::infraction(game_.position, move_of(usi)));
}

val BrowserPosition::line(val moves, bool handicap) const {
  return written(game_.history.empty() ? NO_MOVE : game_.history.back().move, moves, handicap);
}

val BrowserPosition::line_after(std::string previous, val moves, bool handicap) const {
  return written(move_of(previous), moves, handicap);
}

val BrowserPosition::written(Move previous, val moves, bool handicap) const {
  Game game = game_;
  val written = val::array();
  int count = 0;
  for (const std::string& usi : emscripten::vecFromJSArray<std::string>(moves)) {
    const Move m = move_of(usi);
    if (!is_legal(game.position, m)) break;
    const MoveText text(game.position, m, previous);
    const PieceType taken = type_of(game.position.at(to_of(m)));
    const int number = game.move_number();
    val each = val::object();
    each.set("ply", number);
    each.set("usi", usi);
    each.set("color", std::string(game.position.turn() == BLACK ? "black" : "white"));
    game.play(m);
    previous = m;
    each.set("sfen", to_sfen(game.position, game.move_number()));
    each.set("check", game.position.in_check());
    each.set("ms", 0);
    each.set("captured", taken ? val(std::string(symbol_of(taken))) : val::null());
    each.set("text", texts_of({{"japanese", text.japanese()},
                               {"western", text.western()},
                               {"hosking", text.hosking()},
                               {"usi", usi}}));
    each.set("spoken", texts_of({{"en", text.english()}, {"ja", text.spoken_japanese(handicap)}}));
    written.set(count++, each);
  }
  return written;
}

val BrowserPosition::passed() const {
  if (game_.position.in_check()) return val::null();
  Game game = game_;
  game.pass();
  return val(to_sfen(game.position, game.move_number()));
}

val BrowserPosition::problems() const {
  return list_of(komadai::problems(game_.position), [](const SfenProblem& problem) {
    val written = texts_of({{"code", problem.code}, {"field", problem.field}});
    written.set("rank", problem.rank);
    written.set("params", params_of(problem));
    return written;
  });
}

val BrowserPosition::checked() const {
  val squares = val::array();
  const Square king = game_.position.king(game_.position.turn());
  if (is_check()) squares.set(0, square_name(king));
  return squares;
}

void BrowserPosition::play(std::string usi) {
  const Move m = move_of(usi);
  const Infraction found = komadai::infraction(game_.position, m);
  if (found != Infraction::NONE)
    fail("illegal-move", std::pair("move", usi), std::pair("infraction", std::string(key_of(found))));
  game_.play(m);
}

bool BrowserPosition::take_back() {
  if (game_.history.empty()) return false;
  game_.take_back();
  return true;
}

bool BrowserPosition::gives_check(std::string usi) const {
  const Move m = move_of(usi);
  return is_legal(game_.position, m) && game_.position.gives_check(m);
}

int BrowserPosition::handicap_odds() const { return usi::handicap_odds(game_.root()); }

val BrowserPosition::outcome() const {
  const Outcome outcome = outcome_of(game_);
  if (outcome.termination == Termination::NONE) return val::null();
  val found = val::object();
  found.set("termination", std::string(key_of(outcome.termination)));
  found.set("winner", color_or_null(outcome.winner));
  return found;
}

val BrowserPosition::impasse_conditions(std::string rule, int color, val compensation) const {
  const auto number = [](int n) { return n < 0 ? val::null() : val(n); };
  return list_of(check_conditions(game_.position, impasse_rule(rule), color_of_number(color),
                                  compensation_of(compensation), true),
                 [&](const ConditionState& state) {
                   val written = val::object();
                   written.set("condition", std::string(IMPASSE_CONDITION_KEYS[size_t(state.condition)]));
                   written.set("met", state.met);
                   written.set("value", number(state.value));
                   written.set("needed", number(state.needed));
                   return written;
                 });
}

val BrowserPosition::declaration_winner(std::string rule, int color, val compensation) const {
  return color_or_null(komadai::declaration_winner(game_.position, impasse_rule(rule), color_of_number(color),
                                                   compensation_of(compensation)));
}

val BrowserPosition::agreement_winner(std::string rule, val compensation) const {
  return color_or_null(
      komadai::agreement_winner(game_.position, impasse_rule(rule), compensation_of(compensation)));
}

bool BrowserPosition::is_try(std::string rule) const {
  return !game_.history.empty() && wins_by_try(game_.position, impasse_rule(rule), game_.history.back().move);
}

double BrowserPosition::perft(int depth) const {
  if (depth < 0 || depth > MAX_PERFT_DEPTH) fail("depth-expected", std::pair("value", depth));
  Perft count(game_.position, depth);
  count.run();
  return double(count.leaves());
}

EMSCRIPTEN_BINDINGS(position) {
  emscripten::class_<BrowserPosition>("Position")
      .constructor<std::string>()
      .constructor<std::string, bool>()
      .function("sfen", &BrowserPosition::sfen)
      .function("turn", &BrowserPosition::turn)
      .function("ply", &BrowserPosition::ply)
      .function("history", &BrowserPosition::history)
      .function("legalMoves", &BrowserPosition::legal_moves)
      .function("line", &BrowserPosition::line)
      .function("lineAfter", &BrowserPosition::line_after)
      .function("passed", &BrowserPosition::passed)
      .function("problems", &BrowserPosition::problems)
      .function("infraction", &BrowserPosition::infraction)
      .function("play", &BrowserPosition::play)
      .function("takeBack", &BrowserPosition::take_back)
      .function("checked", &BrowserPosition::checked)
      .function("isCheck", &BrowserPosition::is_check)
      .function("givesCheck", &BrowserPosition::gives_check)
      .function("handicapOdds", &BrowserPosition::handicap_odds)
      .function("repetitionCount", &BrowserPosition::repetition_count)
      .function("outcome", &BrowserPosition::outcome)
      .function("impasseConditions", &BrowserPosition::impasse_conditions)
      .function("declarationWinner", &BrowserPosition::declaration_winner)
      .function("agreementWinner", &BrowserPosition::agreement_winner)
      .function("isTry", &BrowserPosition::is_try)
      .function("perft", &BrowserPosition::perft);
}

}  // namespace komadai::browser
