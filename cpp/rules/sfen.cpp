#include "rules/sfen.h"

#include <array>
#include <charconv>
#include <initializer_list>

namespace komadai {
namespace {

constexpr std::string_view LETTERS = " PLNSBRGK";

// The squares in the order of the text: 9a, 8a, ..., 1i.
constexpr std::array<Square, SQUARES> make_squares_in_order() {
  std::array<Square, SQUARES> t{};
  for (int i = 0; i < SQUARES; ++i) t[i] = make_square(8 - i % 9, i / 9);
  return t;
}
constexpr auto SQUARES_IN_ORDER = make_squares_in_order();

// The meaning of a character in the board field.
struct alignas(8) Sign {
  enum Kind : uint8_t {
    UNKNOWN,
    NUMBER,
    LETTER,        // a piece that can promote
    UNPROMOTABLE,  // a piece that cannot
    PLUS,
    SLASH,
    END
  };
  Kind kind = UNKNOWN;
  Piece piece = NO_PIECE;
  uint8_t squares = 0;
  uint8_t followers = 0;  // a bit for each kind that may follow
  uint8_t promotion = 0;  // added to the piece after it
  bool ends_rank = false;

  constexpr bool allows(const Sign& next) const { return followers >> next.kind & 1; }
};

constexpr std::array<Sign, 256> make_signs() {
  constexpr uint8_t anything = 0x7e, no_number = 0x7c, letter = 1 << Sign::LETTER;
  std::array<Sign, 256> t{};
  for (uint8_t n = 1; n <= 9; ++n) t[uint8_t('0' + n)] = {Sign::NUMBER, NO_PIECE, n, no_number, 0, false};
  for (int type = PAWN; type <= KING; ++type) {
    const PieceType pt = PieceType(type);
    const Sign::Kind kind = can_promote(pt) ? Sign::LETTER : Sign::UNPROMOTABLE;
    t[uint8_t(LETTERS[type])] = {kind, make_piece(BLACK, pt), 1, anything, 0, false};
    t[uint8_t(LETTERS[type] - 'A' + 'a')] = {kind, make_piece(WHITE, pt), 1, anything, 0, false};
  }
  t['+'] = {Sign::PLUS, NO_PIECE, 0, letter, PROMOTED, false};
  t['/'] = {Sign::SLASH, NO_PIECE, 0, anything, 0, true};
  t[' '] = {Sign::END, NO_PIECE, 0, 0, 0, true};
  return t;
}
constexpr auto SIGNS = make_signs();

Piece piece_of(char c) { return SIGNS[uint8_t(c)].piece; }

constexpr const char* NAMES[KING + 1] = {"",       "pawn", "lance", "knight", "silver",
                                         "bishop", "rook", "gold",  "king"};
constexpr const char* COLOR_NAMES[2] = {"black", "white"};

std::string square_name(Square s) { return {char('1' + file_of(s)), char('a' + rank_of(s))}; }

// Reads the text field by field and stops at the first problem.
class Reader {
 public:
  Reader(std::string_view text, bool validate, Position& position, int& move_number, SfenProblem& problem)
      : text_(text), validate_(validate), position_(position), move_number_(move_number), problem_(problem) {}

  void read() { static_cast<void>(read_board() && read_turn() && read_hands() && read_move_number()); }

 private:
  bool fail(const char* field, const char* code, std::vector<SfenParam> params = {}, int rank = 0) {
    problem_ = {field, rank, code, std::move(params)};
    return false;
  }
  // The same for the character at which reading stopped. A byte that is not printable ASCII is shown in
  // hexadecimal.
  bool fail_here(const char* field, const char* code, const char* byte_code, std::vector<SfenParam> params,
                 int rank = 0) {
    const char c = peek();
    const bool printable = c >= ' ' && c <= '~';
    constexpr char hex[] = "0123456789abcdef";
    if (printable)
      params.emplace_back("character", std::string(1, c));
    else
      params.emplace_back("byte", std::string{'0', 'x', hex[uint8_t(c) >> 4], hex[uint8_t(c) & 15]});
    return fail(field, printable ? code : byte_code, std::move(params), rank);
  }
  bool at_end() const { return i_ == text_.size(); }
  char peek() const { return at_end() ? '\0' : text_[i_]; }

  // The loop has few branches that depend on the character, because they would be mispredicted.
  bool read_board() {
    if (text_.empty()) return fail("board", "sfen-empty");
    Piece pieces[SQUARES + 1];  // in the order of the text
    uint8_t squares[SQUARES + 1];
    int n = 0, at = 0, rank_end = 9;
    const Sign* before = &SIGNS['/'];
    for (;; ++i_) {
      const Sign& sign = SIGNS[at_end() ? uint8_t(' ') : uint8_t(text_[i_])];
      if (!before->allows(sign) || (sign.ends_rank && at != rank_end))
        return fail_on_board(*before, at, rank_end);
      pieces[n] = Piece(sign.piece | before->promotion);
      squares[n] = uint8_t(at);
      n += sign.piece != NO_PIECE;
      at += sign.squares;
      if (sign.kind == Sign::END) break;
      rank_end += 9 * sign.ends_rank;
      if (at > rank_end || rank_end > SQUARES) return fail_on_board(sign, at, rank_end);
      before = &sign;
    }
    if (rank_end != SQUARES) return fail("board", "sfen-ranks", {{"count", rank_end / 9}}, rank_end / 9);
    for (int i = 0; i < n; ++i) position_.place(SQUARES_IN_ORDER[squares[i]], pieces[i]);
    return true;
  }
  // `before` is the character before the one at which reading stopped, or that one itself if a rank became
  // too long.
  bool fail_on_board(const Sign& before, int at, int rank_end) {
    const int rank = rank_end / 9;
    const Sign& sign = SIGNS[at_end() ? uint8_t(' ') : uint8_t(text_[i_])];
    if (rank_end > SQUARES) return fail("board", "sfen-too-many-ranks", {}, rank);
    if (at > rank_end) return fail("board", "sfen-too-many-squares", {}, rank);
    if (before.kind == Sign::PLUS && sign.kind == Sign::UNPROMOTABLE)
      return fail("board", "sfen-no-promotion", {{"piece", NAMES[type_of(sign.piece)]}}, rank);
    if (before.kind == Sign::NUMBER && sign.kind == Sign::NUMBER)
      return fail("board", "sfen-two-numbers", {}, rank);
    if (before.kind == Sign::PLUS && at_end()) return fail("board", "sfen-ends-after-plus", {}, rank);
    if (before.kind == Sign::PLUS || sign.kind == Sign::UNKNOWN)
      return fail_here("board", "sfen-not-a-piece", "sfen-byte-not-a-piece",
                       {{"upper", "PLNSBRGK"}, {"lower", "plnsbrgk"}}, rank);
    return fail("board", "sfen-squares", {{"count", at - rank_end + 9}}, rank);
  }

  // Skips one space, after which a field must begin.
  bool next_field(const char* field) {
    if (at_end()) return fail(field, "sfen-missing");
    ++i_;
    if (at_end() || peek() == ' ') return fail(field, "sfen-missing");
    return true;
  }

  bool read_turn() {
    if (!next_field("turn")) return false;
    const char c = text_[i_++];
    if ((c != 'b' && c != 'w') || (!at_end() && peek() != ' ')) return fail("turn", "sfen-turn");
    position_.set_turn(c == 'b' ? BLACK : WHITE);
    return true;
  }

  bool read_hands() {
    if (!next_field("hands")) return false;
    if (peek() == '-') {
      ++i_;
      if (!at_end() && peek() != ' ') return fail("hands", "sfen-after-no-hands");
      return true;
    }
    while (!at_end() && peek() != ' ') {
      int count = 0;
      const bool counted = peek() >= '0' && peek() <= '9';
      if (peek() == '0') return fail("hands", "sfen-count-zero");
      while (peek() >= '0' && peek() <= '9') {
        count = count * 10 + (text_[i_++] - '0');
        if (count > 999) return fail("hands", "sfen-count-too-large");
      }
      const Piece piece = piece_of(peek());
      if (!piece)
        return at_end() || peek() == ' ' ? fail("hands", "sfen-count-alone")
                                         : fail_here("hands", "sfen-not-a-piece", "sfen-byte-not-a-piece",
                                                     {{"upper", "PLNSBRG"}, {"lower", "plnsbrg"}});
      const PieceType t = type_of(piece);
      if (t == KING) return fail("hands", "sfen-king-in-hand");
      if (!counted) count = 1;
      if (validate_ && count > PIECES_IN_SET[t])
        return fail("hands", "sfen-hand-above-set",
                    {{"count", count}, {"piece", NAMES[t]}, {"limit", PIECES_IN_SET[t]}});
      if (position_.hand(color_of(piece))[t])
        return fail("hands", "sfen-twice", {{"character", std::string(1, peek())}});
      // Without validation, accepts as many pieces as an editor's board can hold.
      const bool near_limit = count + position_.hand(~color_of(piece))[t] > MAX_OF_A_TYPE - SQUARES;
      if (!validate_ && near_limit && count + position_.all_pieces()[t] > MAX_OF_A_TYPE)
        return fail("hands", "sfen-above-limit", {{"limit", MAX_OF_A_TYPE}, {"piece", NAMES[t]}});
      position_.set_hand(color_of(piece), t, count);
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
        return fail("move number", "sfen-move-number-too-large", {{"limit", HIGHEST_MOVE_NUMBER}});
    }
    if (!at_end()) return fail_here("move number", "sfen-move-number", "sfen-byte-in-move-number", {});
    if (number == 0) number = 1;  // some programs count from 0
    move_number_ = int(number);
    return true;
  }

  std::string_view text_;
  bool validate_;
  size_t i_ = 0;
  Position& position_;
  int& move_number_;
  SfenProblem& problem_;
};

// Calls `visit` with each problem until `visit` returns false.
template <class Visit>
void each_problem(const Position& p, Visit visit) {
  const Hand all = p.all_pieces();
  for (int type = PAWN; type <= KING; ++type) {
    const PieceType t = PieceType(type);
    if (t == KING) {
      for (Color c : {BLACK, WHITE}) {
        const Bitboard kings = p.movers(c, KING);
        if (!kings.more_than_one()) continue;
        std::string where;
        for (Square s : Each{kings}) where += (where.empty() ? "" : ", ") + square_name(s);
        if (!visit({"board",
                    rank_of(kings.last()) + 1,
                    "sfen-kings",
                    {{"side", COLOR_NAMES[c]}, {"count", kings.count()}, {"squares", where}}}))
          return;
      }
      continue;
    }
    const int n = all[t];
    if (n > PIECES_IN_SET[t] && !visit({"board and hands",
                                        0,
                                        "sfen-above-set",
                                        {{"count", n}, {"piece", NAMES[t]}, {"limit", PIECES_IN_SET[t]}}}))
      return;
  }
  for (Color c : {BLACK, WHITE}) {
    const Bitboard dead =
        ((p.movers(c, PAWN) | p.movers(c, LANCE)) & LAST_RANK[c]) | (p.movers(c, KNIGHT) & LAST_TWO_RANKS[c]);
    for (Square s : Each{dead})
      if (!visit(
              {"board",
               rank_of(s) + 1,
               "sfen-immobile",
               {{"side", COLOR_NAMES[c]}, {"piece", NAMES[type_of(p.at(s))]}, {"squares", square_name(s)}}}))
        return;
    for (int file = 0; file < 9; ++file) {
      const Bitboard pawns = p.movers(c, PAWN) & (FILE_1 << 9 * file);
      if (pawns.more_than_one() && !visit({"board",
                                           rank_of(pawns.last()) + 1,
                                           "sfen-two-pawns",
                                           {{"side", COLOR_NAMES[c]}, {"file", file + 1}}}))
        return;
    }
  }
  const Color waiting = ~p.turn();
  const Square king = p.king(waiting);
  if (king != NO_SQUARE && p.attacked(p.turn(), king, p.occupied()))
    visit(
        {"turn",
         rank_of(king) + 1,
         "sfen-in-check",
         {{"side", COLOR_NAMES[waiting]}, {"squares", square_name(king)}, {"turn", COLOR_NAMES[p.turn()]}}});
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

SfenProblem read_sfen(std::string_view text, bool validate, Position& position, int& move_number) {
  SfenProblem problem{nullptr, 0, nullptr, {}};
  Reader(text, validate, position, move_number, problem).read();
  if (validate && !problem.field)
    each_problem(position, [&](SfenProblem found) {
      problem = std::move(found);
      return false;
    });
  return problem;
}

ParsedSfen parse_sfen(std::string_view text, bool validate) {
  ParsedSfen parsed;
  parsed.problem = read_sfen(text, validate, parsed.position, parsed.move_number);
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
  return std::string(text, std::to_chars(out, text + sizeof text, move_number).ptr);
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
