#include "rules/sfen.h"

#include <array>
#include <initializer_list>

namespace komadai {
namespace {

constexpr std::string_view LETTERS = " PLNSBRGK";

constexpr std::array<uint8_t, 128> make_letter_table() {
  std::array<uint8_t, 128> t{};
  for (int type = PAWN; type <= KING; ++type) {
    t[size_t(LETTERS[type])] = make_piece(BLACK, PieceType(type));
    t[size_t(LETTERS[type] - 'A' + 'a')] = make_piece(WHITE, PieceType(type));
  }
  return t;
}
constexpr auto PIECE_OF_LETTER = make_letter_table();

Piece piece_of(char c) { return uint8_t(c) < 128 ? PIECE_OF_LETTER[uint8_t(c)] : NO_PIECE; }

constexpr const char* NAMES[KING + 1] = {"",       "pawn", "lance", "knight", "silver",
                                         "bishop", "rook", "gold",  "king"};
// "19 pawns": only numbers above those of a set are ever told.
std::string several(int count, PieceType t) { return std::to_string(count) + ' ' + NAMES[t] + 's'; }
constexpr const char* COLOR_NAMES[2] = {"Black", "White"};

std::string quoted(char c) {
  if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
  constexpr char hex[] = "0123456789abcdef";
  return std::string("byte 0x") + hex[uint8_t(c) >> 4] + hex[uint8_t(c) & 15];
}

std::string square_name(Square s) { return {char('1' + file_of(s)), char('a' + rank_of(s))}; }

// Walks over the text; the first problem ends the reading.
class Reader {
 public:
  Reader(std::string_view text, bool validate) : text_(text), validate_(validate) {}

  ParsedSfen read() {
    static_cast<void>(read_board() && read_turn() && read_hands() && read_move_number());
    return std::move(parsed_);
  }

 private:
  bool fail(const char* field, std::string reason, int rank = 0) {
    parsed_.problem = {field, rank, std::move(reason)};
    return false;
  }
  bool at_end() const { return i_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[i_]; }

  bool read_board() {
    if (text_.empty()) return fail("board", "the text is empty; expected board, turn, hands, move number");
    int rank = 0, file = 8;
    bool digit_before = false;
    for (;; ++i_) {
      const char c = at_end() ? ' ' : text_[i_];
      if (c >= '1' && c <= '9') {
        if (digit_before) return fail("board", "two numbers in a row", rank + 1);
        digit_before = true;
        file -= c - '0';
        if (file < -1) return too_long(rank);
        continue;
      }
      digit_before = false;
      if (c == '/' || c == ' ') {
        if (file != -1)
          return fail("board", "has " + std::to_string(8 - file) + " squares; expected 9", rank + 1);
        if (c == ' ') {
          if (rank != 8)
            return fail("board", "has " + std::to_string(rank + 1) + " ranks; expected 9", rank + 1);
          return true;
        }
        if (++rank > 8) return fail("board", "has more than 9 ranks", 10);
        file = 8;
        continue;
      }
      const bool promoted = c == '+';
      if (promoted) ++i_;
      const Piece piece = piece_of(peek());
      if (!piece)
        return fail("board",
                    at_end() ? "ends after '+'; expected a piece letter"
                             : quoted(peek()) + " is not a piece; expected one of PLNSBRGK or plnsbrgk",
                    rank + 1);
      if (promoted && !can_promote(type_of(piece)))
        return fail("board", std::string("a promoted ") + NAMES[type_of(piece)] + " does not exist",
                    rank + 1);
      if (file < 0) return too_long(rank);
      parsed_.position.put(make_square(file--, rank), Piece(piece | (promoted ? PROMOTED : 0)));
      if (type_of(piece) != KING) on_board_.add(type_of(piece));
    }
  }
  bool too_long(int rank) { return fail("board", "has more than 9 squares", rank + 1); }

  // One space, then something.
  bool next_field(const char* field) {
    if (at_end()) return fail(field, "is missing");
    ++i_;
    if (at_end() || peek() == ' ') return fail(field, "is missing");
    return true;
  }

  bool read_turn() {
    if (!next_field("turn")) return false;
    const char c = text_[i_++];
    if ((c != 'b' && c != 'w') || (!at_end() && peek() != ' ')) return fail("turn", "expected 'b' or 'w'");
    parsed_.position.set_turn(c == 'b' ? BLACK : WHITE);
    return true;
  }

  bool read_hands() {
    if (!next_field("hands")) return false;
    if (peek() == '-') {
      ++i_;
      if (!at_end() && peek() != ' ') return fail("hands", "expected nothing after '-'");
      return true;
    }
    while (!at_end() && peek() != ' ') {
      int count = 0;
      const bool counted = peek() >= '0' && peek() <= '9';
      if (peek() == '0') return fail("hands", "a count may not begin with 0");
      while (peek() >= '0' && peek() <= '9') {
        count = count * 10 + (text_[i_++] - '0');
        if (count > 999) return fail("hands", "a count is above 18, all the pawns there are");
      }
      const Piece piece = piece_of(peek());
      if (!piece)
        return fail("hands", at_end() || peek() == ' '
                                 ? "a count without a piece"
                                 : quoted(peek()) + " is not a piece; expected one of PLNSBRG or plnsbrg");
      const PieceType t = type_of(piece);
      if (t == KING) return fail("hands", "a king can't be in hand");
      if (!counted) count = 1;
      if (validate_ && count > PIECES_IN_SET[t])
        return fail("hands", several(count, t) + " in hand; a set has " + std::to_string(PIECES_IN_SET[t]));
      // What an editor's board can hold, an editor's board can be read from.
      const int others = on_board_[t] + parsed_.position.hand(~color_of(piece))[t];
      if (!validate_ && count + others > MOST_OF_A_TYPE)
        return fail("hands", "more than " + several(MOST_OF_A_TYPE, t) + " on the board and in hand");
      if (parsed_.position.hand(color_of(piece))[t])
        return fail("hands", std::string(1, peek()) + " appears twice");
      parsed_.position.set_hand(color_of(piece), t, count);
      ++i_;
    }
    return true;
  }

  bool read_move_number() {
    if (at_end()) return true;  // often left out
    if (!next_field("move number")) return false;
    int64_t number = 0;
    while (peek() >= '0' && peek() <= '9') {
      number = number * 10 + (text_[i_++] - '0');
      if (number > HIGHEST_MOVE_NUMBER)
        return fail("move number", "is above " + std::to_string(HIGHEST_MOVE_NUMBER));
    }
    if (!at_end())
      return fail("move number", quoted(peek()) + " found; expected a number and nothing after it");
    if (number == 0) number = 1;  // some programs count from 0
    parsed_.move_number = int(number);
    return true;
  }

  std::string_view text_;
  bool validate_;
  size_t i_ = 0;
  Hand on_board_;
  ParsedSfen parsed_;
};

// Calls `found` with each problem until it returns false.
template <class Found>
void each_problem(const Position& p, Found found) {
  const Hand all = p.all_pieces();
  for (int type = PAWN; type <= KING; ++type) {
    const PieceType t = PieceType(type);
    if (t == KING) {
      for (Color c : {BLACK, WHITE}) {
        const Bitboard kings = p.movers(c, KING);
        if (!kings.more_than_one()) continue;
        std::string where;
        for (Square s : Each{kings}) where += (where.empty() ? " on " : ", ") + square_name(s);
        if (!found({"board", rank_of(kings.last()) + 1,
                    std::string(COLOR_NAMES[c]) + " has " + several(kings.count(), KING) + where}))
          return;
      }
      continue;
    }
    const int n = all[t];
    if (n > PIECES_IN_SET[t] &&
        !found(
            {"board and hands", 0, several(n, t) + " in all; a set has " + std::to_string(PIECES_IN_SET[t])}))
      return;
  }
  for (Color c : {BLACK, WHITE}) {
    const Bitboard dead =
        ((p.movers(c, PAWN) | p.movers(c, LANCE)) & LAST_RANK[c]) | (p.movers(c, KNIGHT) & LAST_TWO_RANKS[c]);
    for (Square s : Each{dead})
      if (!found({"board", rank_of(s) + 1,
                  std::string(COLOR_NAMES[c]) + "'s " + NAMES[type_of(p.at(s))] + " on " + square_name(s) +
                      " could never move"}))
        return;
    for (int file = 0; file < 9; ++file) {
      const Bitboard pawns = p.movers(c, PAWN) & Bitboard(FILE_1.bits << 9 * file);
      if (pawns.more_than_one() && !found({"board", rank_of(pawns.last()) + 1,
                                           std::string(COLOR_NAMES[c]) + " has two pawns on file " +
                                               std::to_string(file + 1) + " (nifu)"}))
        return;
    }
  }
  const Color waiting = ~p.turn();
  const Square king = p.king(waiting);
  if (king != NO_SQUARE && p.attacked(p.turn(), king, p.occupied()))
    found({"turn", rank_of(king) + 1,
           std::string(COLOR_NAMES[waiting]) + "'s king on " + square_name(king) + " is in check but it is " +
               COLOR_NAMES[p.turn()] + "'s turn"});
}

}  // namespace

std::vector<SfenProblem> problems(const Position& p) {
  std::vector<SfenProblem> all;
  each_problem(p, [&](SfenProblem problem) {
    all.push_back(std::move(problem));
    return true;
  });
  return all;
}

ParsedSfen parse_sfen(std::string_view text, bool validate) {
  ParsedSfen parsed = Reader(text, validate).read();
  if (validate && !parsed.problem.field)
    each_problem(parsed.position, [&](SfenProblem problem) {
      parsed.problem = std::move(problem);
      return false;
    });
  return parsed;
}

std::string to_sfen(const Position& p, int move_number) {
  char text[256];
  char* out = text;
  for (int rank = 0; rank < 9; ++rank) {
    int empty = 0;
    for (int file = 8; file >= 0; --file) {
      const Piece piece = p.at(make_square(file, rank));
      if (!piece) {
        ++empty;
        continue;
      }
      if (empty) *out++ = char('0' + empty), empty = 0;
      if (is_promoted(type_of(piece))) *out++ = '+';
      *out++ = char(LETTERS[unpromote(type_of(piece))] | (color_of(piece) == WHITE ? 32 : 0));
    }
    if (empty) *out++ = char('0' + empty);
    *out++ = rank < 8 ? '/' : ' ';
  }
  *out++ = p.turn() == BLACK ? 'b' : 'w';
  *out++ = ' ';
  if (p.hand(BLACK).empty() && p.hand(WHITE).empty()) {
    *out++ = '-';
  } else {
    for (Color c : {BLACK, WHITE})
      for (PieceType t : {ROOK, BISHOP, GOLD, SILVER, KNIGHT, LANCE, PAWN})
        if (const int n = p.hand(c)[t]) {
          if (n > 99) *out++ = char('0' + n / 100);
          if (n > 9) *out++ = char('0' + n / 10 % 10);
          if (n > 1) *out++ = char('0' + n % 10);
          *out++ = char(LETTERS[t] | (c == WHITE ? 32 : 0));
        }
  }
  *out++ = ' ';
  return std::string(text, out) + std::to_string(move_number);
}

std::string to_usi(Move m) {
  char text[5];
  int n = 0;
  if (is_drop(m)) {
    text[n++] = LETTERS[dropped_type(m)];
    text[n++] = '*';
  } else {
    text[n++] = char('1' + file_of(from_of(m)));
    text[n++] = char('a' + rank_of(from_of(m)));
  }
  text[n++] = char('1' + file_of(to_of(m)));
  text[n++] = char('a' + rank_of(to_of(m)));
  if (is_promotion(m)) text[n++] = '+';
  return std::string(text, size_t(n));
}

Move parse_usi(std::string_view t) {
  const auto square = [&](size_t i) {
    const int file = t[i] - '1', rank = t[i + 1] - 'a';
    return file < 0 || file > 8 || rank < 0 || rank > 8 ? NO_SQUARE : make_square(file, rank);
  };
  if (t.size() != 4 && t.size() != 5) return NO_MOVE;
  const Square to = square(2);
  if (to == NO_SQUARE) return NO_MOVE;
  if (t[1] == '*') {
    const size_t type = LETTERS.find(t[0]);
    if (t.size() != 4 || type < PAWN || type > GOLD) return NO_MOVE;
    return make_drop(PieceType(type), to);
  }
  const Square from = square(0);
  if (from == NO_SQUARE || from == to || (t.size() == 5 && t[4] != '+')) return NO_MOVE;
  return Move(make_move(from, to) | (t.size() == 5 ? PROMOTION : 0));
}

}  // namespace komadai
