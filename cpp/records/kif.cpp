#include "records/kif.h"

namespace komadai::records {
namespace {

constexpr uint32_t WIDE_SPACE = 0x3000, WIDE_ZERO = 0xff10;
constexpr uint32_t SAME = U'同', PROMOTES = U'成', DROPPED = U'打', NOT = U'不';

// The number of a digit of either width; 0 for anything else.
constexpr unsigned digit_of(uint32_t c) {
  if (c > '0' && c <= '9') return c - '0';
  return c > WIDE_ZERO && c <= WIDE_ZERO + 9 ? c - WIDE_ZERO : 0;
}

constexpr unsigned rank_of_kanji(uint32_t c) {
  switch (c) {
    case U'一': return 1;
    case U'二': return 2;
    case U'三': return 3;
    case U'四': return 4;
    case U'五': return 5;
    case U'六': return 6;
    case U'七': return 7;
    case U'八': return 8;
    case U'九': return 9;
    default: return digit_of(c);
  }
}

constexpr bool is_kanji(uint32_t c) { return c >= 0x4e00 && c <= 0x9fff; }

constexpr PieceType piece_of(uint32_t c) {
  switch (c) {
    case U'歩': return PAWN;
    case U'香': return LANCE;
    case U'桂': return KNIGHT;
    case U'銀': return SILVER;
    case U'金': return GOLD;
    case U'角': return BISHOP;
    case U'飛': return ROOK;
    case U'玉':
    case U'王': return KING;
    case U'と': return PRO_PAWN;
    case U'杏': return PRO_LANCE;
    case U'圭': return PRO_KNIGHT;
    case U'全': return PRO_SILVER;
    case U'馬': return HORSE;
    case U'龍':
    case U'竜': return DRAGON;
    default: return NO_TYPE;
  }
}

template <class Char>
class Reader {
 public:
  Reader(Position& position, Text<Char> text, size_t at, KifState& state, std::u32string_view hints, Run& run)
      : position_(position),
        state_(state),
        run_(run),
        hints_(hints),
        begin_(text.data),
        p_(text.data + at),
        end_(text.data + text.size) {}

  void read() {
    run_.end = size_t(p_ - begin_);
    do {
      read_comments();
      run_.end = size_t(p_ - begin_);
    } while (read_line());
  }

 private:
  uint32_t here() const { return p_ < end_ ? uint32_t(*p_) : 0; }
  bool skip(uint32_t c) {
    if (here() != c) return false;
    ++p_;
    return true;
  }
  void skip_spaces() {
    while (here() == ' ') ++p_;
  }
  bool at_line_end() const { return p_ == end_ || *p_ == '\n'; }

  // Plays the move of a line and advances; returns false, without effect, if the line is not regular.
  bool read_line() {
    Move move;
    int64_t time = NO_TIME, total = NO_TIME;
    const Color turn = position_.turn();
    if (!read_number() || !read_move(move)) return false;
    skip_spaces();
    if (here() == '(' && !read_clock(time, total)) return false;
    skip_spaces();
    if (skip('+')) skip_spaces();
    if (!at_line_end() || !run_.play(position_, move, time)) return false;
    if (p_ < end_) {
      ++p_;
      ++run_.lines;
    }
    keep_total(turn, time, total);
    state_.previous = move;
    ++state_.number;
    return true;
  }

  // A clock is stored only if it is not the sum of the times.
  void keep_total(Color turn, int64_t time, int64_t total) {
    int64_t& used = state_.used[turn];
    used += time == NO_TIME ? 0 : time;
    const bool other = total != NO_TIME && total != used;
    if (other) used = total;
    if (other && run_.totals.empty()) run_.totals.assign(run_.moves.size() - 1, NO_TIME);
    if (other || !run_.totals.empty()) run_.totals.push_back(other ? total : NO_TIME);
  }

  // Reads the lines of a comment if the next line ends it; otherwise reads nothing.
  void read_comments() {
    const Char* const first = p_;
    const size_t comments = run_.comments.size(), lines = run_.lines;
    while (p_ < end_ && *p_ == '*') {
      const size_t begin = size_t(++p_ - begin_);
      const bool may_hold_analysis = skip_comment_line(p_, end_, hints_);
      run_.comments.push_back({run_.moves.size(), begin, size_t(p_ - begin_), may_hold_analysis});
      if (p_ == end_) break;
      ++p_;
      ++run_.lines;
    }
    if (p_ == first || ends_comments()) return;
    p_ = first;
    run_.comments.resize(comments);
    run_.lines = lines;
  }

  // Whether this line ends a comment: `12 ７六`, `12 投了`, まで, 変化：12手.
  bool ends_comments() {
    const Char* const first = p_;
    const bool ends = begins_other_line();
    p_ = first;
    return ends;
  }
  bool begins_other_line() {
    if (skip(U'ま')) return here() == U'で';
    if (skip(U'変')) return skip(U'化') && (skip(U'：') || skip(':')) && skip_digits() && here() == U'手';
    skip_spaces();
    if (!skip_digits() || here() != ' ') return false;
    skip_spaces();
    const uint32_t first = here();
    if (is_kanji(first)) return true;
    return digit_of(first) && ++p_ < end_ && rank_of_kanji(here());
  }
  bool skip_digits() {
    const Char* const first = p_;
    while (is_digit(here()) && p_ - first < 6) ++p_;
    return p_ > first;
  }

  bool read_number() {
    skip_spaces();
    uint32_t number = 0;
    const Char* const first = p_;
    for (; is_digit(here()) && p_ - first < 6; ++p_) number = number * 10 + (here() - '0');
    if (p_ == first || number != state_.number || !skip(' ')) return false;
    skip_spaces();
    return true;
  }

  bool read_move(Move& move) {
    Square to;
    if (skip(SAME)) {
      if (state_.previous == NO_MOVE) return false;
      to = to_of(state_.previous);
      while (here() == ' ' || here() == WIDE_SPACE) ++p_;
    } else {
      const unsigned file = digit_of(here());
      if (!file) return false;
      ++p_;
      const unsigned rank = rank_of_kanji(here());
      if (!rank) return false;
      ++p_;
      to = make_square(int(file) - 1, int(rank) - 1);
    }
    const PieceType type = read_piece();
    if (type == NO_TYPE) return false;
    if (skip(DROPPED)) {
      if (type > GOLD) return false;
      move = make_drop(type, to);
      return true;
    }
    bool promotes = skip(PROMOTES);
    if (!promotes && skip(NOT) && !skip(PROMOTES)) return false;
    if (!skip('(')) return false;
    const uint32_t file = here();
    if (file < '1' || file > '9') return false;
    ++p_;
    const uint32_t rank = here();
    if (rank < '1' || rank > '9') return false;
    ++p_;
    const Square from = make_square(int(file - '1'), int(rank - '1'));
    if (!skip(')') || from == to || type_of(position_.at(from)) != type) return false;
    move = Move(make_move(from, to) | (promotes ? PROMOTION : 0));
    return true;
  }

  PieceType read_piece() {
    const bool promoted = skip(PROMOTES);
    const PieceType type = piece_of(here());
    if (type == NO_TYPE) return NO_TYPE;
    ++p_;
    if (!promoted) return type;
    // 成香, 成桂, 成銀: the other promoted pieces have one character.
    return type == LANCE || type == KNIGHT || type == SILVER ? promote(type) : NO_TYPE;
  }

  // ( 0:16/00:00:16), the second part may be missing.
  bool read_clock(int64_t& time, int64_t& total) {
    ++p_;
    skip_spaces();
    int colons = 0;
    if (!read_time(time, colons) || !colons) return false;
    skip_spaces();
    if (skip('/')) {
      skip_spaces();
      if (here() != ')' && !read_time(total, colons)) return false;
      skip_spaces();
    }
    return skip(')');
  }

  // Up to three numbers of up to four digits with colons between them, in milliseconds.
  bool read_time(int64_t& time, int& colons) {
    int64_t value = 0;
    for (colons = 0;; ++colons) {
      const Char* const first = p_;
      int64_t part = 0;
      for (; is_digit(here()) && p_ - first < 4; ++p_) part = part * 10 + (here() - '0');
      if (p_ == first) return false;
      value = value * 60 + part;
      if (colons == 2 || here() != ':') break;
      ++p_;
    }
    time = value * 1000;
    return true;
  }

  Position& position_;
  KifState& state_;
  Run& run_;
  const std::u32string_view hints_;
  const Char* const begin_;
  const Char* p_;
  const Char* const end_;
};

}  // namespace

template <class Char>
void read_kif(Position& position, Text<Char> text, size_t at, KifState& state, std::u32string_view hints,
              Run& run) {
  Reader<Char>(position, text, at, state, hints, run).read();
}

template void read_kif(Position&, Text<uint8_t>, size_t, KifState&, std::u32string_view, Run&);
template void read_kif(Position&, Text<uint16_t>, size_t, KifState&, std::u32string_view, Run&);
template void read_kif(Position&, Text<uint32_t>, size_t, KifState&, std::u32string_view, Run&);

}  // namespace komadai::records
