// What the readers of KIF and KI2 share: squares and pieces in Japanese, and comments.
#pragma once

#include "records/comment_spans.h"

namespace komadai::records {

// The number of a digit of either width; 0 for anything else.
constexpr unsigned digit_of(uint32_t c) {
  constexpr uint32_t WIDE_ZERO = 0xff10;
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
class JapaneseReader {
 protected:
  static constexpr uint32_t WIDE_SPACE = 0x3000;
  static constexpr uint32_t SAME = U'同', PROMOTES = U'成', DROPPED = U'打', NOT = U'不';

  JapaneseReader(Position& position, Text<Char> text, size_t at, std::u32string_view hints, Run& run)
      : position_(position),
        run_(run),
        begin_(text.data),
        p_(text.data + at),
        end_(text.data + text.size),
        hints_(hints) {
    run_.end = at;
  }

  uint32_t here() const { return p_ < end_ ? uint32_t(*p_) : 0; }
  bool skip(uint32_t c) {
    if (here() != c) return false;
    ++p_;
    return true;
  }
  void skip_spaces() {
    while (here() == ' ') ++p_;
  }
  void skip_wide_spaces() {
    while (here() == ' ' || here() == WIDE_SPACE) ++p_;
  }
  bool skip_digits() {
    const Char* const first = p_;
    while (is_digit(here()) && p_ - first < 6) ++p_;
    return p_ > first;
  }
  bool at_line_end() const { return p_ == end_ || *p_ == '\n'; }
  void skip_line_end() {
    if (p_ == end_) return;
    ++p_;
    ++run_.lines;
  }

  // ７六, or 同 after this move.
  bool read_target(Move previous, Square& to) {
    if (skip(SAME)) {
      if (previous == NO_MOVE) return false;
      to = to_of(previous);
      skip_wide_spaces();
      return true;
    }
    const unsigned file = digit_of(here());
    if (!file) return false;
    ++p_;
    const unsigned rank = rank_of_kanji(here());
    if (!rank) return false;
    ++p_;
    to = make_square(int(file) - 1, int(rank) - 1);
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

  // Reads the lines of a comment.
  void read_comments() {
    while (p_ < end_ && *p_ == '*') {
      const size_t begin = size_t(++p_ - begin_);
      const bool may_hold_analysis = skip_comment_line(p_, end_, hints_);
      run_.comments.push_back({run_.moves.size(), begin, size_t(p_ - begin_), may_hold_analysis});
      skip_line_end();
    }
  }

  // Whether this line is まで… or 変化：12手. Advances into it.
  bool skip_summary_or_variation() {
    if (skip(U'ま')) return here() == U'で';
    return skip(U'変') && skip(U'化') && (skip(U'：') || skip(':')) && skip_digits() && here() == U'手';
  }

  // A place to return to if what follows is not regular.
  struct Place {
    const Char* p;
    size_t comments, lines;
  };
  Place place() const { return {p_, run_.comments.size(), run_.lines}; }
  void go_back(const Place& place) {
    p_ = place.p;
    run_.comments.resize(place.comments);
    run_.lines = place.lines;
  }
  // The run extends to here.
  void extend() { run_.end = size_t(p_ - begin_); }

  Position& position_;
  Run& run_;
  const Char* const begin_;
  const Char* p_;
  const Char* const end_;

 private:
  const std::u32string_view hints_;
};

}  // namespace komadai::records
