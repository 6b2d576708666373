#include "records/kif.h"

#include "records/japanese_reader.h"

namespace komadai::records {
namespace {

template <class Char>
class KifReader : JapaneseReader<Char> {
 public:
  KifReader(Position& position, Text<Char> text, size_t at, KifState& state, std::u32string_view hints,
            Run& run)
      : JapaneseReader<Char>(position, text, at, hints, run), state_(state) {}

  void read() {
    do {
      read_comments_before_line();
      extend();
    } while (read_line());
  }

 private:
  using Base = JapaneseReader<Char>;
  using Base::at_line_end, Base::extend, Base::go_back, Base::here, Base::p_, Base::place, Base::position_,
      Base::read_comments, Base::read_piece, Base::read_target, Base::run_, Base::skip, Base::skip_digits,
      Base::skip_line_end, Base::skip_spaces, Base::skip_summary_or_variation;

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
    skip_line_end();
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
  void read_comments_before_line() {
    const auto before = place();
    read_comments();
    if (p_ != before.p && !ends_comments()) go_back(before);
  }

  // Whether this line ends a comment: `12 ７六`, `12 投了`, まで, 変化：12手.
  bool ends_comments() {
    const auto* const first = p_;
    const bool ends = skip_summary_or_variation() || (p_ == first && begins_numbered_line());
    p_ = first;
    return ends;
  }
  bool begins_numbered_line() {
    skip_spaces();
    if (!skip_digits() || here() != ' ') return false;
    skip_spaces();
    if (is_kanji(here())) return true;
    if (!digit_of(here())) return false;
    ++p_;
    return rank_of_kanji(here());
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
    if (!read_target(state_.previous, to)) return false;
    const PieceType type = read_piece();
    if (type == NO_TYPE) return false;
    if (skip(Base::DROPPED)) {
      if (type > GOLD) return false;
      move = make_drop(type, to);
      return true;
    }
    bool promotes = skip(Base::PROMOTES);
    if (!promotes && skip(Base::NOT) && !skip(Base::PROMOTES)) return false;
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

  KifState& state_;
};

}  // namespace

template <class Char>
void read_kif(Position& position, Text<Char> text, size_t at, KifState& state, std::u32string_view hints,
              Run& run) {
  KifReader<Char>(position, text, at, state, hints, run).read();
}

template void read_kif(Position&, Text<uint8_t>, size_t, KifState&, std::u32string_view, Run&);
template void read_kif(Position&, Text<uint16_t>, size_t, KifState&, std::u32string_view, Run&);
template void read_kif(Position&, Text<uint32_t>, size_t, KifState&, std::u32string_view, Run&);

}  // namespace komadai::records
