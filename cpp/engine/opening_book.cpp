#include "engine/opening_book.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "rules/legality.h"
#include "rules/sfen.h"
#include "usi/text.h"

namespace komadai::engine {
namespace {

constexpr std::string_view HEADER = "#YANEURAOU-DB2016 1.00", BOM = "\xef\xbb\xbf", MARK = "sfen ";
constexpr std::string_view NO_BOOK = "no_book";  // YaneuraOu's name for none, which GUIs send
constexpr double VARIETY = 50;                   // with which moves are played as often as their counts say
constexpr double MIN_WEIGHT = 1e-9;

std::string_view line_at(std::string_view text, size_t at) {
  const std::string_view line = text.substr(at, std::min(text.find('\n', at), text.size()) - at);
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

size_t next_line(std::string_view text, size_t at) {
  return std::min(text.find('\n', at), text.size() - 1) + 1;
}

// The start of the first position's line from this index on, or the end.
size_t next_position(std::string_view text, size_t at) {
  if (text.substr(at).starts_with(MARK) && (at == 0 || text[at - 1] == '\n')) return at;
  const size_t found = text.find("\nsfen ", at);
  return found == text.npos ? text.size() : found + 1;
}

// The position of its line, without the move number.
std::string_view place_at(std::string_view text, size_t at) {
  const auto words = usi::split(line_at(text, at).substr(MARK.size()));
  if (words.size() < 3)
    throw BookError(usi::concat("byte ", at, ": expected a position (sfen board turn hands number)"));
  return {words[0].data(), size_t(words[2].data() + words[2].size() - words[0].data())};
}

// A number of a move's line, without a value if it is not known.
std::optional<int64_t> value_of(std::string_view word, size_t at) {
  if (word.empty() || word == "none" || word == "None" || word == "NONE" || word == "null")
    return std::nullopt;
  int64_t value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size())
    throw BookError(usi::concat("byte ", at, ": expected score, depth and count as whole numbers, or none"));
  return value;
}

// The same position with the board rotated and the colours exchanged, and a move on the rotated board.
Position turned(const Position& p) {
  Position all;
  for (Square s = 0; s < SQUARES; ++s)
    if (const Piece piece = p.at(s)) all.place(80 - s, make_piece(~color_of(piece), type_of(piece)));
  for (const Color c : {BLACK, WHITE})
    for (int t = PAWN; t < KING; ++t) all.set_hand(~c, PieceType(t), p.hand(c)[PieceType(t)]);
  all.set_turn(~p.turn());
  return all;
}
Move turned(Move m) {
  if (is_drop(m)) return make_drop(dropped_type(m), 80 - to_of(m));
  return Move(make_move(80 - from_of(m), 80 - to_of(m)) | (m & PROMOTION));
}

std::string place_of(const Position& p) {
  const std::string sfen = to_sfen(p, 1);
  return sfen.substr(0, sfen.rfind(' '));
}

// One of the entries: variety 0 takes the best score, among equals the highest count; 50 goes by the counts
// and the loss against the best score; more makes the chances more equal.
Move chosen(std::vector<Book::Entry> entries, double variety, int64_t margin, std::mt19937_64& random) {
  const auto keep = [&](auto&& is_kept) {
    std::erase_if(entries, [&](const Book::Entry& e) { return !is_kept(e); });
  };
  // Moves with a count of 0 beside others with a count are not played, nor moves without a score beside
  // others with one, because they may be bad.
  if (std::any_of(entries.begin(), entries.end(), [](const auto& e) { return e.count.value_or(0); }))
    keep([](const auto& e) { return e.count != 0; });
  std::optional<int64_t> best;
  for (const Book::Entry& e : entries)
    if (e.score) best = std::max(best.value_or(*e.score), *e.score);
  if (best) keep([&](const auto& e) { return e.score && *e.score >= *best - margin; });
  if (entries.empty()) return NO_MOVE;
  if (variety == 0)
    return std::max_element(entries.begin(), entries.end(),
                            [](const auto& a, const auto& b) {
                              return std::pair(a.score.value_or(0), a.count.value_or(0)) <
                                     std::pair(b.score.value_or(0), b.count.value_or(0));
                            })
        ->move;
  const auto count_of = [](const Book::Entry& e) { return double(e.count.value_or(0) ? *e.count : 1); };
  double max_count = 1;
  for (const Book::Entry& e : entries) max_count = std::max(max_count, count_of(e));
  const double temperature = variety / VARIETY;
  std::vector<double> weights;
  for (const Book::Entry& e : entries) {
    const double loss = double(e.score.value_or(0) - best.value_or(0));
    weights.push_back(
        std::max(MIN_WEIGHT, std::pow(count_of(e) / max_count, 1 / temperature) *
                                 (margin ? std::exp(loss / (double(margin) * temperature)) : 1)));
  }
  return entries[std::discrete_distribution<size_t>(weights.begin(), weights.end())(random)].move;
}

}  // namespace

YaneuraOuBook::YaneuraOuBook(std::string file) : file_(std::move(file)), text_(file_) {
  if (text_.starts_with(BOM)) text_.remove_prefix(BOM.size());
  int number = 0;
  for (size_t at = 0; at < text_.size() && !line_at(text_, at).starts_with(MARK); at = next_line(text_, at)) {
    ++number;
    const std::string_view line = line_at(text_, at);
    const bool is_other_version = line.starts_with("#YANEURAOU") && line != HEADER;
    if (line.empty() || (!is_other_version && (line[0] == '#' || line.starts_with("//")))) continue;
    const std::string expected = is_other_version ? std::string(HEADER)
                                 : number == 1    ? usi::concat(HEADER, " or a position (sfen …)")
                                                  : "a position (sfen …)";
    throw BookError(
        usi::concat("line ", number, ": expected ", expected, ": ", usi::quoted(line.substr(0, 100))));
  }
  std::string_view before;
  for (size_t at = next_position(text_, 0); at < text_.size(); at = next_position(text_, at + 1)) {
    const std::string_view place = place_at(text_, at);
    if (place < before)
      throw BookError("the positions are in no order; sort them first: komadai book merge BOOK -o SORTED.db");
    before = place;
  }
}

std::vector<Book::Entry> YaneuraOuBook::find(std::string_view place) const {
  size_t low = 0, high = text_.size();  // the first position that is not before `place` begins in [low, high]
  while (low < high) {
    const size_t middle = low + (high - low) / 2, at = next_position(text_, middle);
    if (at < high && place_at(text_, at) < place)
      low = at + 1;
    else
      high = middle;
  }
  std::vector<Entry> entries;
  size_t at = next_position(text_, low);
  if (at >= text_.size() || place_at(text_, at) != place) return entries;
  for (at = next_line(text_, at); at < text_.size() && !line_at(text_, at).starts_with(MARK);
       at = next_line(text_, at)) {
    const auto words = usi::split(line_at(text_, at));
    const auto word = [&](size_t i) {
      const bool is_there = i < words.size() && !words[i].starts_with('#') && !words[i].starts_with("//");
      return is_there ? words[i] : std::string_view();
    };
    const Move move = parse_usi(word(0));
    if (move != NO_MOVE) {
      value_of(word(3), at);
      entries.push_back({move, value_of(word(2), at), value_of(word(4), at)});
    }
  }
  return entries;
}

OpeningBook::OpeningBook(const usi::Options& options, std::shared_ptr<const Book> own, const OpenBook& open)
    : moves_(options.number("BookMoves")),
      variety_(options.chosen("OpeningVariety") ? options.number("BookVariety") : 0),
      margin_(options.number("BookMargin")),
      flipped_(options.chosen("FlippedBook")) {
  const std::string& path = options.text("BookFile");
  if (!options.chosen("OwnBook") || path == NO_BOOK) return;
  if (!path.empty())
    book_ = open(path);
  else if (options.chosen("OpeningVariety"))
    book_ = std::move(own);
}

Move OpeningBook::choose(const Game& game, std::mt19937_64& random) {
  error.clear();
  if (!book_ || game.move_number() > moves_) return NO_MOVE;
  try {
    std::vector<Book::Entry> entries = book_->find(place_of(game.position));
    if (entries.empty() && flipped_) {
      entries = book_->find(place_of(turned(game.position)));
      for (Book::Entry& entry : entries) entry.move = turned(entry.move);
    }
    std::erase_if(entries, [&](const Book::Entry& e) { return !is_legal(game.position, e.move); });
    return chosen(std::move(entries), double(variety_), margin_, random);
  } catch (const std::runtime_error& problem) {
    error = usi::concat("the book: ", problem.what());
    return NO_MOVE;
  }
}

}  // namespace komadai::engine
