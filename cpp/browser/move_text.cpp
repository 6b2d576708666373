#include "browser/move_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "piece_names.inc"
#include "rules/legality.h"
#include "rules/movegen.h"

namespace komadai::browser {
namespace {

constexpr const char* UP = "上";
constexpr const char* SIDEWAYS = "寄";
constexpr const char* BACK = "引";
constexpr const char* RIGHT = "右";
constexpr const char* LEFT = "左";
constexpr const char* STRAIGHT = "直";
// A speech synthesiser would pronounce the characters differently.
constexpr std::pair<const char*, const char*> READINGS[] = {{UP, "あがる"},   {SIDEWAYS, "よる"},
                                                            {BACK, "ひく"},   {RIGHT, "みぎ"},
                                                            {LEFT, "ひだり"}, {STRAIGHT, "すぐ"}};
constexpr const char* KANJI_RANKS[] = {"一", "二", "三", "四", "五", "六", "七", "八", "九"};
constexpr const char* WIDE_FILES[] = {"１", "２", "３", "４", "５", "６", "７", "８", "９"};

char file_digit(Square s) { return char('1' + file_of(s)); }
char rank_letter(Square s) { return char('a' + rank_of(s)); }
std::string usi_square(Square s) { return {file_digit(s), rank_letter(s)}; }
std::string digits(Square s) { return {file_digit(s), char('1' + rank_of(s))}; }
std::string spelled(Square s) { return {file_digit(s), ' ', rank_letter(s)}; }

// The ranks that a move goes forward, as the player sees it.
int ahead(Color c, Square from, Square to) { return rank_from_far(c, from) - rank_from_far(c, to); }
const char* motion(Color c, Square from, Square to) {
  const int ranks = ahead(c, from, to);
  return ranks > 0 ? UP : ranks < 0 ? BACK : SIDEWAYS;
}
// The files from `reference` to `s`, to the player's left.
int to_the_left(Color c, Square s, Square reference) {
  const int files = file_of(s) - file_of(reference);
  return c == BLACK ? files : -files;
}
// A side has at most two of these. 右 and 左 suffice to distinguish them.
bool is_long_promoted(PieceType t) { return t == HORSE || t == DRAGON; }

// The side of the target (for a horse or dragon: of the other one) on which the piece is; nullptr: neither.
const char* side(Color c, PieceType t, Square from, Square to, const std::vector<Square>& others) {
  if (is_long_promoted(t) && !others.empty()) {
    const auto all = [&](auto is) {
      return std::all_of(others.begin(), others.end(),
                         [&](Square other) { return is(to_the_left(c, from, other)); });
    };
    return all([](int files) { return files > 0; })   ? LEFT
           : all([](int files) { return files < 0; }) ? RIGHT
                                                      : nullptr;
  }
  const int files = to_the_left(c, from, to);
  return files > 0 ? LEFT : files < 0 ? RIGHT : nullptr;
}

std::vector<Square> rivals_of(const Position& position, Color color, PieceType type, Square from, Square to) {
  std::vector<Square> found;
  if (color != position.turn()) return found;
  for (Move m : MoveBuffer(position))
    if (!is_drop(m) && to_of(m) == to && from_of(m) != from && type_of(position.at(from_of(m))) == type &&
        std::find(found.begin(), found.end(), from_of(m)) == found.end())
      found.push_back(from_of(m));
  return found;
}

}  // namespace

const char* symbol_of(PieceType type) { return SYMBOLS[type]; }

MoveText::MoveText(const Position& position, Move move, Move previous)
    : move_(move),
      previous_(previous),
      drop_(is_drop(move)),
      legal_(is_legal(position, move)),
      from_(drop_ ? NO_SQUARE : from_of(move)),
      to_(to_of(move)),
      color_(drop_ ? position.turn() : color_of(position.at(from_))),
      type_(drop_ ? dropped_type(move) : type_of(position.at(from_))),
      captured_(type_of(position.at(to_))),
      rivals_(rivals_of(position, color_, type_, from_, to_)) {}

bool MoveText::may_promote() const {
  return !drop_ && can_promote(type_) && (rank_from_far(color_, from_) < 3 || rank_from_far(color_, to_) < 3);
}

// What tells the piece from its rivals: its motion, else its side, else both.
std::vector<const char*> MoveText::words() const {
  if (drop_ || rivals_.empty()) return {};
  const char* const own = motion(color_, from_, to_);
  const auto moves_alike = [&](Square other) { return motion(color_, other, to_) == own; };
  if (std::none_of(rivals_.begin(), rivals_.end(), moves_alike)) return {own};
  if (!is_long_promoted(type_) && file_of(from_) == file_of(to_) && ahead(color_, from_, to_) == 1)
    return {STRAIGHT};
  const char* const own_side = side(color_, type_, from_, to_, rivals_);
  if (!own_side) return {nullptr};  // only with more horses or dragons than a set has
  const bool shared = std::any_of(rivals_.begin(), rivals_.end(), [&](Square rival) {
    std::vector<Square> others{from_};
    std::copy_if(rivals_.begin(), rivals_.end(), std::back_inserter(others),
                 [&](Square other) { return other != rival; });
    return side(color_, type_, rival, to_, others) == own_side;
  });
  if (shared) return {own_side, own};
  return {own_side};
}

std::string MoveText::japanese() const {
  std::string text = color_ == BLACK ? "▲" : "△";
  text += same() ? std::string("同") : file_digit(to_) + std::string(KANJI_RANKS[rank_of(to_)]);
  text += JAPANESE_NAMES[type_];
  for (const char* word : words()) text += word ? std::string(word) : "(" + digits(from_) + ")";
  if (is_promotion(move_)) return text + "成";
  if (drop_) return rivals_.empty() ? text : text + "打";
  return may_promote() ? text + "不成" : text;
}

template <class Name>
std::string MoveText::western(Name name) const {
  if (drop_) return SYMBOLS[type_] + ("*" + name(to_));
  // An illegal move can be read back only with its origin.
  const bool ambiguous = !legal_ || !rivals_.empty();
  return SYMBOLS[type_] + ((ambiguous ? name(from_) : "") + (captured_ ? "x" : "-") + name(to_) +
                           (is_promotion(move_) ? "+"
                            : may_promote()     ? "="
                                                : ""));
}
std::string MoveText::western() const { return western(usi_square); }
std::string MoveText::hosking() const { return western(digits); }

std::string MoveText::english() const {
  const std::string name = ENGLISH_NAMES[type_], target = spelled(to_);
  if (drop_) return name + " dropped on " + target;
  return name + (rivals_.empty() ? "" : " from " + spelled(from_)) +
         (captured_ ? std::string(" takes ") + ENGLISH_NAMES[captured_] + " on " : " to ") + target +
         (is_promotion(move_) ? ", promotes"
          : may_promote()     ? ", does not promote"
                              : "");
}

std::string MoveText::spoken_japanese(bool handicap) const {
  std::string text = SIDES[handicap][color_];
  text += " ";
  text += same() ? "同" : std::string(WIDE_FILES[file_of(to_)]) + KANJI_RANKS[rank_of(to_)];
  text += std::string(" ") + JAPANESE_NAMES[type_];
  for (const char* word : words()) {
    const auto reading =
        std::find_if(std::begin(READINGS), std::end(READINGS), [&](auto each) { return each.first == word; });
    text += reading == std::end(READINGS) ? " (" + digits(from_) + ")" : std::string(" ") + reading->second;
  }
  if (is_promotion(move_)) return text + " なり";
  if (drop_) return rivals_.empty() ? text : text + " うつ";
  return may_promote() ? text + " ならず" : text;
}

}  // namespace komadai::browser
