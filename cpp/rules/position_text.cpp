#include "rules/position_text.h"

#include <algorithm>

namespace komadai {
namespace {

using Words = std::vector<std::string_view>;

constexpr std::string_view BLANKS = " \t\r\n\v\f";
constexpr size_t FIELDS = 4;  // of an SFEN: board, turn, hands, move number
constexpr size_t RANKS = 9;
constexpr size_t MAX_SHOWN = 40;  // characters of a word in an error

std::string_view trimmed(std::string_view text) {
  const size_t first = text.find_first_not_of(BLANKS);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(BLANKS) - first + 1);
}

Words split(std::string_view text) {
  Words words;
  for (size_t at = text.find_first_not_of(BLANKS); at != std::string_view::npos;) {
    const size_t end = std::min(text.find_first_of(BLANKS, at), text.size());
    words.push_back(text.substr(at, end - at));
    at = text.find_first_not_of(BLANKS, end);
  }
  return words;
}

std::string join(const Words& words, size_t first, size_t last) {
  std::string text;
  for (size_t i = first; i < last; ++i) {
    if (i > first) text += ' ';
    text += words[i];
  }
  return text;
}

// A word of the text in an error.
std::string shown(std::string_view word) {
  std::string text;
  for (const char c : word.substr(0, MAX_SHOWN)) text += c >= ' ' && c <= '~' ? c : '?';
  return text + (word.size() > MAX_SHOWN ? "..." : "");
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char lower = char(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

// Replaces each %XX by its character.
std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size();
    const int high = escape ? hex_digit(text[i + 1]) : -1, low = escape ? hex_digit(text[i + 2]) : -1;
    if (high >= 0 && low >= 0) {
      decoded += char(high * 16 + low);
      i += 2;
    } else {
      decoded += text[i];
    }
  }
  return decoded;
}

bool is_link(std::string_view text) { return text.starts_with("https://") || text.starts_with("http://"); }

// The position in a link: the query's `sfen`, else the last nine parts of the path.
std::string position_of_link(std::string_view link) {
  const size_t path_end = std::min(link.find_first_of("?#"), link.size());
  const std::string_view query = link.substr(path_end);
  for (const std::string_view key : {"?sfen=", "&sfen="}) {
    if (const size_t at = query.find(key); at != std::string_view::npos) {
      std::string_view value = query.substr(at + key.size());
      value = value.substr(0, value.find_first_of("&#"));
      std::string text(value);
      // Browsers write a blank of a query as '+' or as %20, never as both.
      if (text.find_first_of("_ ") == std::string::npos && text.find("%20") == std::string::npos)
        std::replace(text.begin(), text.end(), '+', ' ');
      return percent_decoded(text);
    }
  }
  std::string path = percent_decoded(link.substr(0, path_end));
  size_t first = path.size();
  for (size_t rank = 0; rank < RANKS && first; ++rank) {
    const size_t slash = path.rfind('/', first - 1);
    if (slash == std::string::npos) break;
    first = slash;
  }
  return path.substr(std::min(first + 1, path.size()));
}

bool is_board(std::string_view word) {
  return std::count(word.begin(), word.end(), '/') == std::ptrdiff_t(RANKS) - 1;
}

// The code of a problem that does not depend on the words of the text, or nullptr.
const char* wrong_form(std::string_view text) {
  if (text.find_first_of("\r\n") != std::string_view::npos) return "position-lines";
  if (text.size() > 1 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
    return "position-quotes";
  return nullptr;
}

// The code of the problem if this word stands where only `moves` is allowed.
const char* unexpected(std::string_view word) {
  return parse_usi(word) != NO_MOVE ? "position-moves-missing" : "position-extra-after";
}

class Reader {
 public:
  Reader(Words words, bool validate) : words_(std::move(words)), validate_(validate) {}

  ParsedPosition read() {
    if (at_ < words_.size() && words_[at_] == "position") ++at_;
    static_cast<void>(read_start() && read_moves());
    return std::move(parsed_);
  }

 private:
  bool fail(const char* field, const char* code, std::vector<SfenParam> params = {}) {
    parsed_.problem = {field, 0, code, std::move(params)};
    return false;
  }
  bool at_end() const { return at_ == words_.size(); }

  bool read_start() {
    if (at_end()) return fail("position", "position-start");
    if (words_[at_] == "startpos") {
      ++at_;
      parsed_.game.position = parse_sfen(STARTPOS_SFEN).position;
      return true;
    }
    const bool named = words_[at_] == "sfen";
    at_ += named;
    if (at_end()) return fail("position", "position-after-sfen");
    if (words_[at_] == "moves") return fail("position", "position-before-moves");
    if (at_ + 1 < words_.size() && !is_board(words_[at_]) && is_board(words_[at_ + 1]))
      return fail("position", "position-extra-before", {{"word", shown(words_[at_])}});
    if (!named && words_[at_].find('/') == std::string_view::npos)
      return fail("position", "position-start-got", {{"word", shown(words_[at_])}});
    size_t end = at_;
    while (end < words_.size() && end < at_ + FIELDS && words_[end] != "moves") ++end;
    ParsedSfen sfen = parse_sfen(join(words_, at_, end), validate_);
    parsed_.problem = std::move(sfen.problem);
    parsed_.game.position = sfen.position;
    parsed_.game.root_number = sfen.move_number;
    at_ = end;
    return !parsed_.problem.field;
  }

  bool read_moves() {
    if (at_end()) return true;
    if (words_[at_] != "moves")
      return fail("position", unexpected(words_[at_]), {{"word", shown(words_[at_])}});
    const size_t first = ++at_;
    for (; !at_end(); ++at_) {
      const int number = int(at_ - first + 1);
      const Move move = parse_usi(words_[at_]);
      if (move == NO_MOVE)
        return fail("moves", "position-no-move", {{"number", number}, {"word", shown(words_[at_])}});
      parsed_.infraction = infraction(parsed_.game.position, move);
      if (parsed_.infraction != Infraction::NONE)
        return fail("moves", "position-illegal-move", {{"number", number}, {"word", to_usi(move)}});
      parsed_.game.play(move);
    }
    return true;
  }

  Words words_;
  bool validate_;
  size_t at_ = 0;
  ParsedPosition parsed_;
};

// Reads a text that is not a plain SFEN.
ParsedPosition parse_other(std::string_view line, bool validate) {
  if (const char* wrong = wrong_form(line)) return {{}, {"position", 0, wrong, {}}};
  std::string plain = is_link(line) ? position_of_link(line) : std::string(line);
  if (is_link(line) && !is_board(plain)) return {{}, {"position", 0, "position-link", {}}};
  std::replace(plain.begin(), plain.end(), '_', ' ');
  return Reader(split(plain), validate).read();
}

}  // namespace

ParsedPosition parse_position(std::string_view text, bool validate) {
  ParsedPosition parsed;
  parsed.problem = read_sfen(text, validate, parsed.game.position, parsed.game.root_number);
  // Most texts are plain SFENs.
  if (parsed.problem.field)
    if (const std::string_view line = trimmed(text); !line.empty()) parsed = parse_other(line, validate);
  return parsed;
}

}  // namespace komadai
