#include "variants/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <span>
#include <vector>

#include "variants/movegen.h"

namespace komadai::variants {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }

std::string rank_name(int rank) {  // from 0: a … z, aa, ab …
  std::string name;
  for (int n = rank + 1; n > 0; n = (n - 1) / 26) name.insert(name.begin(), char('a' + (n - 1) % 26));
  return name;
}

// Reads a square at the start of `text` and removes it from there.
Square take_square(const Rules& rules, std::string_view& text) {
  size_t i = 0;
  int file = 0, rank = 0;
  while (i < text.size() && i < 2 && is_digit(text[i])) file = file * 10 + (text[i++] - '0');
  const size_t letters = i;
  while (i < text.size() && i < letters + 2 && is_lower(text[i])) rank = rank * 26 + (text[i++] - 'a' + 1);
  if (file < 1 || file > rules.files() || rank < 1 || rank > rules.ranks()) return 0;
  text.remove_prefix(i);
  return rules.cell((file - 1) * rules.ranks() + rank - 1);
}

std::string upper(std::string_view text) {
  std::string s(text);
  for (char& c : s) c = char(std::toupper(static_cast<unsigned char>(c)));
  return s;
}

std::string lower(std::string_view text) {
  std::string s(text);
  for (char& c : s) c = char(std::tolower(static_cast<unsigned char>(c)));
  return s;
}

std::optional<int> take_number(std::string_view& text) {
  int n = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(size_t(end - text.data()));
  return n;
}

// Reads a piece (P, +r, (HM), +(hm)) at the start of `text`; EMPTY if there is none.
Piece take_piece(const Rules& rules, std::string_view& text) {
  size_t i = 0;
  std::string id;
  if (i < text.size() && text[i] == '+') id = text[i++];
  if (i >= text.size()) return EMPTY;
  std::string_view letters;
  if (text[i] == '(') {
    const size_t end = text.find(')', i);
    if (end == std::string_view::npos) return EMPTY;
    letters = text.substr(i + 1, end - i - 1);
    i = end + 1;
  } else {
    letters = text.substr(i, 1);
    ++i;
  }
  if (letters.empty() || !std::isalpha(static_cast<unsigned char>(letters[0]))) return EMPTY;
  const Color c = is_lower(letters[0]) ? WHITE : BLACK;
  if (letters != (c == WHITE ? lower(letters) : upper(letters))) return EMPTY;
  const int kind = rules.find_kind(id + upper(letters));
  if (!kind) return EMPTY;
  text.remove_prefix(i);
  return make_piece(kind, c);
}

std::string_view take_word(std::string_view& text) {
  const size_t begin = std::min(text.find_first_not_of(' '), text.size());
  text.remove_prefix(begin);
  const size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end);
  return word;
}

// Whether legs of a move of several legs end on these squares, one after the other, and nothing stands in
// between. What stands on the squares themselves does not matter here.
bool ends_on(const Board& b, const PathNode& node, Square from, Square at, std::span<const Square> squares) {
  int to = at;
  for (int n = 0; n < node.ride.max; ++n) {
    to += node.ride.delta;
    const Square cell = Square(to);
    if (b.at(cell) == WALL) return false;
    if (cell == squares[0] && (squares.size() > 1 || node.terminal)) {
      if (squares.size() == 1) return true;
      for (const PathNode& next : node.next)
        if (ends_on(b, next, from, cell, squares.subspan(1))) return true;
    }
    const bool passable = b.at(cell) == EMPTY || cell == from || (node.ride.mode & JUMP);
    if (!passable && std::find(squares.begin(), squares.end(), cell) == squares.end()) return false;
  }
  return false;
}

// Whether the piece that moves can pass the squares between the first and the last of a move as it is
// written.
bool passes(const Board& b, Move written) {
  std::vector<Square> squares{written.via()};
  if (written.second_via()) squares.push_back(written.second_via());
  squares.push_back(written.to());
  const Piece p = b.at(written.from());
  if (p <= WALL) return false;
  const std::vector<PathNode>& paths = b.rules().moves(p).paths;
  return std::any_of(paths.begin(), paths.end(), [&](const PathNode& node) {
    return ends_on(b, node, written.from(), written.from(), squares);
  });
}

constexpr int MAX_MOVE_NUMBER = 1'000'000;

std::string shortened(std::string_view text) { return std::string(text.substr(0, 20)); }

}  // namespace

std::string square_name(const Rules& rules, Square cell) {
  return std::to_string(rules.file(cell) + 1) + rank_name(rules.rank(cell));
}

Square parse_square(const Rules& rules, std::string_view text) {
  const Square s = take_square(rules, text);
  return text.empty() ? s : Square(0);
}

std::string piece_text(const Rules& rules, Piece p) {
  std::string id = rules.kind(kind_of(p)).id;
  std::string plus;
  if (id[0] == '+') {
    plus = "+";
    id.erase(0, 1);
  }
  if (color_of(p) == WHITE) id = lower(id);
  return plus + (id.size() == 1 ? id : "(" + id + ")");
}

std::string to_usi(const Rules& rules, Move m) {
  if (m.is_drop()) return rules.kind(m.kind()).id + "*" + square_name(rules, m.to());
  std::string text = square_name(rules, m.from());
  for (Square via : {m.via(), m.second_via()})
    if (via) text += square_name(rules, via);
  text += square_name(rules, m.to());
  if (m.promotes()) text += '+';
  return text;
}

Move parse_usi(Board& b, std::string_view text) {
  MoveList moves;
  generate_legal(b, moves);
  const auto find = [&](auto matches) {
    const auto found = std::find_if(moves.begin(), moves.end(), matches);
    return found == moves.end() ? Move() : *found;
  };
  if (const Move m = find([&](Move m) { return to_usi(b.rules(), m) == text; })) return m;
  // Another way of writing it: an alias of the piece, squares on the way where nothing is captured.
  const Move written = read_usi(b.rules(), text);
  if (!written) return Move();
  if (written.is_drop()) return find([&](Move m) { return m == written; });
  if (!written.via() || !passes(b, written)) return Move();
  const auto captures = [&](Move m) {
    std::vector<Square> captured;
    for (Square via : {m.via(), m.second_via()})
      if (via && via != m.from() && via != m.to() && b.at(via) != EMPTY) captured.push_back(via);
    std::sort(captured.begin(), captured.end());
    return captured;
  };
  return find([&](Move m) {
    return !m.is_drop() && m.from() == written.from() && m.to() == written.to() &&
           m.promotes() == written.promotes() && captures(m) == captures(written);
  });
}

Move read_usi(const Rules& rules, std::string_view text) {
  if (const size_t star = text.find('*'); star != std::string_view::npos) {
    const int kind = rules.find_kind(std::string(text.substr(0, star)));
    const Square to = parse_square(rules, text.substr(star + 1));
    return kind && to && rules.hand_slot(rules.kind(kind).hand) >= 0 ? Move::drop(kind, to) : Move();
  }
  std::vector<Square> squares;
  while (!text.empty() && text != "+") {
    const Square s = take_square(rules, text);
    if (!s) return Move();
    squares.push_back(s);
  }
  if (squares.size() < 2 || squares.size() > 4 || (squares.size() == 2 && squares[0] == squares[1]))
    return Move();
  return Move(squares.front(), squares.back(), text == "+", squares.size() > 2 ? squares[1] : Square(0),
              squares.size() > 3 ? squares[2] : Square(0));
}

std::optional<SfenProblem> Board::set_sfen(std::string_view sfen) {
  const std::string_view trimmed = sfen.substr(0, sfen.find_last_not_of(" \t\r\n") + 1);
  if (trimmed.find_first_of("\r\n") != std::string_view::npos)
    return SfenProblem{"position", 0, "position-lines", {}};
  const Rules& rules = *rules_;
  std::string_view rest = sfen;
  const std::string_view placement = take_word(rest), turn = take_word(rest);
  const std::string_view hands = take_word(rest), number = take_word(rest);
  Board b = *this;
  b.clear();
  std::optional<SfenProblem> problem = b.read_placement(placement);
  if (!problem && turn != "b" && turn != "w") problem = SfenProblem{"turn", 0, "sfen-turn", {}};
  if (problem) return problem;
  b.turn_ = turn == "b" ? BLACK : WHITE;
  Square counterstrike = 0;
  if (rules.spec().lion != LionRule::NONE && !hands.empty() && hands != "-") {
    counterstrike = parse_square(rules, hands);
    if (!counterstrike)
      return SfenProblem{"hands", 0, "variant-sfen-counterstrike", {{"text", shortened(hands)}}};
  } else if (problem = b.read_hands(hands); problem) {
    return problem;
  }
  std::string_view digits = number;
  const auto n = number.empty() ? 1 : take_number(digits);
  if (!n || *n < 1 || *n > MAX_MOVE_NUMBER || (!number.empty() && !digits.empty()))
    return SfenProblem{"move number", 0, "variant-sfen-number", {{"text", shortened(number)}}};
  b.root_move_number_ = *n;
  if (const std::string_view more = take_word(rest); !more.empty())
    return SfenProblem{"move number", 0, "variant-sfen-more", {{"text", shortened(more)}}};
  b.become_root();
  b.states_.back().counterstrike = counterstrike;
  b.update_key();
  *this = std::move(b);
  return std::nullopt;
}

std::optional<SfenProblem> Board::read_placement(std::string_view row) {
  const Rules& rules = *rules_;
  int rank = 0, file = rules.files();
  const auto problem = [&](const char* code, std::string_view text = {}) {
    return SfenProblem{"board",
                       rank + 1,
                       code,
                       {{"files", std::to_string(rules.files())},
                        {"ranks", std::to_string(rules.ranks())},
                        {"count", std::to_string(rules.files() - file)},
                        {"text", shortened(text)}}};
  };
  while (!row.empty()) {
    if (row[0] == '/') {
      if (file != 0) return problem("variant-sfen-squares");
      row.remove_prefix(1);
      file = rules.files();
      if (++rank >= rules.ranks()) return problem("variant-sfen-ranks");
      continue;
    }
    if (is_digit(row[0])) {
      const auto n = take_number(row);
      if (!n || *n < 1 || *n > file) return problem("variant-sfen-too-many-squares");
      file -= *n;
      continue;
    }
    const std::string_view before = row;
    const Piece p = take_piece(rules, row);
    if (p == EMPTY) return problem("variant-sfen-piece", before);
    if (file == 0) return problem("variant-sfen-too-many-squares");
    put(rules.cell(--file * rules.ranks() + rank), p);
  }
  if (file != 0) return problem("variant-sfen-squares");
  if (rank + 1 != rules.ranks()) return problem("variant-sfen-ranks");
  return std::nullopt;
}

std::optional<SfenProblem> Board::read_hands(std::string_view hands) {
  if (hands.empty() || hands == "-") return std::nullopt;
  while (!hands.empty()) {
    int count = 1;
    const std::string_view before = hands;
    const auto problem = [&](const char* code) {
      return SfenProblem{"hands", 0, code, {{"text", shortened(before)}}};
    };
    if (is_digit(hands[0])) {
      const auto n = take_number(hands);
      if (!n || *n < 1 || *n > rules_->squares()) return problem("variant-sfen-count");
      count = *n;
    }
    const Piece p = take_piece(*rules_, hands);
    const int slot = p == EMPTY ? -1 : rules_->hand_slot(kind_of(p));
    if (slot < 0) return problem("variant-sfen-hand-piece");
    if (hand(color_of(p), slot) + count > rules_->squares()) return problem("variant-sfen-count");
    change_hand(color_of(p), slot, count);
  }
  return std::nullopt;
}

std::string Board::sfen() const {
  const Rules& rules = *rules_;
  std::string text;
  for (int rank = 0; rank < rules.ranks(); ++rank) {
    if (rank) text += '/';
    int empty = 0;
    for (int file = rules.files() - 1; file >= 0; --file) {
      const Piece p = cells_[rules.cell(file * rules.ranks() + rank)];
      if (p == EMPTY) {
        ++empty;
        continue;
      }
      if (empty) text += std::to_string(empty);
      empty = 0;
      text += piece_text(rules, p);
    }
    if (empty) text += std::to_string(empty);
  }
  text += turn_ == BLACK ? " b " : " w ";
  std::string hands;
  for (Color c : {BLACK, WHITE})
    for (size_t slot = 0; slot < rules.hand_kinds().size(); ++slot) {
      const int count = hand(c, int(slot));
      if (count > 1) hands += std::to_string(count);
      if (count) hands += piece_text(rules, make_piece(rules.hand_kinds()[slot], c));
    }
  if (state().counterstrike) hands = square_name(rules, state().counterstrike);
  text += hands.empty() ? "-" : hands;
  return text + " " + std::to_string(move_number());
}

}  // namespace komadai::variants
