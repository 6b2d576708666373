#include "records/csa.h"

namespace komadai::records {
namespace {

// Two letters make an index of ten bits into a table.
constexpr unsigned index_of(unsigned first, unsigned second) { return (first & 31) << 5 | (second & 31); }

struct Names {
  PieceType types[1024] = {};

  constexpr Names() {
    constexpr char LETTERS[] = "FUKYKEGIKAHIKIOUTONYNKNGUMRY";  // in the order of PieceType
    for (unsigned type = PAWN; type < PIECE_TYPES; ++type) {
      const char* const name = LETTERS + 2 * (type - PAWN);
      types[index_of(unsigned(name[0]), unsigned(name[1]))] = PieceType(type);
    }
  }
};
constexpr Names NAMES;

template <class Char>
PieceType piece_named(const Char* p) {
  if (p[0] < 'A' || p[0] > 'Z' || p[1] < 'A' || p[1] > 'Z') return NO_TYPE;
  return NAMES.types[index_of(unsigned(p[0]), unsigned(p[1]))];
}

template <class Char>
class Reader {
 public:
  Reader(Position& position, Text<Char> text, size_t at, std::u32string_view hints, bool is_last, Run& run)
      : position_(position),
        run_(run),
        hints_(hints),
        is_last_(is_last),
        begin_(text.data),
        p_(text.data + at),
        end_(text.data + text.size) {}

  void read() {
    Place last_complete = here();
    bool continues = true;
    do {
      const Place after_move = here();
      continues = read_comments();
      if (!statement_is_complete()) break;
      if (!continues) return_to(after_move);
      last_complete = here();
    } while (continues && read_lines());
    return_to(last_complete);
    run_.end = size_t(p_ - begin_);
  }

 private:
  struct Place {
    const Char* p;
    size_t moves, comments, lines;
  };
  Place here() const { return {p_, run_.moves.size(), run_.comments.size(), run_.lines}; }
  void return_to(const Place& place) {
    p_ = place.p;
    run_.shorten(position_, place.moves);
    run_.comments.resize(place.comments);
    run_.lines = place.lines;
  }

  // A move and its time, or several in one line, up to the end of a line.
  bool read_lines() {
    while (read_move()) {
      bool line_ends = false;
      if (!separated(line_ends)) return false;
      if (p_ < end_ && *p_ == 'T' && !(read_time() && separated(line_ends))) return false;
      if (line_ends) return true;
    }
    return false;
  }

  bool separated(bool& line_ends) {
    if (p_ == end_ || (*p_ != '\n' && *p_ != ',')) return false;
    line_ends = *p_++ == '\n';
    run_.lines += line_ends;
    return true;
  }

  bool read_move() {
    if (end_ - p_ < 7 || p_[0] != (position_.turn() == BLACK ? '+' : '-')) return false;
    const unsigned from_file = unsigned(p_[1] - '0'), from_rank = unsigned(p_[2] - '0');
    const unsigned to_file = unsigned(p_[3] - '1'), to_rank = unsigned(p_[4] - '1');
    const PieceType type = piece_named(p_ + 5);
    if (from_file > 9 || from_rank > 9 || to_file > 8 || to_rank > 8 || type == NO_TYPE) return false;
    const Square to = make_square(int(to_file), int(to_rank));
    Move move;
    if (from_file == 0 && from_rank == 0) {
      if (type > GOLD) return false;
      move = make_drop(type, to);
    } else if (from_file == 0 || from_rank == 0) {
      return false;
    } else {
      const Square from = make_square(int(from_file) - 1, int(from_rank) - 1);
      const PieceType before = type_of(position_.at(from));
      move = make_move(from, to);
      if (before != type) {
        if (!can_promote(before) || promote(before) != type) return false;
        move |= PROMOTION;
      }
    }
    if (!run_.play(position_, move)) return false;
    p_ += 7;
    return true;
  }

  // T and up to nine digits of seconds; then a point and decimals, of which three are used.
  bool read_time() {
    const Char* const first = ++p_;
    int64_t seconds = 0, thousandths = 0;
    for (; p_ < end_ && is_digit(*p_) && p_ - first < 9; ++p_) seconds = seconds * 10 + (*p_ - '0');
    if (p_ == first) return false;
    if (p_ < end_ && *p_ == '.') {
      int64_t place = 100;
      const Char* const point = p_++;
      for (; p_ < end_ && is_digit(*p_) && p_ - point <= 9; ++p_, place /= 10)
        thousandths += place * (*p_ - '0');
    }
    run_.times.back() = seconds * 1000 + thousandths;
    return true;
  }

  // Reads comments: '* for programs, ' for people, which keeps its mark. Returns false if one of them is not
  // only a comment.
  bool read_comments() {
    bool plain = true;
    while (p_ < end_ && *p_ == '\'') {
      const Char second = p_ + 1 < end_ ? p_[1] : Char('\n');
      plain &= second != '$';
      if (second == '*') p_ += 2;
      const size_t begin = size_t(p_ - begin_);
      const bool may_hold_analysis = skip_comment_line(p_, end_, hints_);
      run_.comments.push_back({run_.moves.size(), begin, size_t(p_ - begin_), may_hold_analysis});
      if (p_ == end_) break;
      ++p_;
      ++run_.lines;
    }
    return plain;
  }

  // Whether nothing more can belong to the last move, such as a time after comments.
  bool statement_is_complete() const {
    const Char* const p = p_;
    if (p == end_) return is_last_;
    if (*p == '%') return true;
    if (*p == '/') return p + 1 == end_ || p[1] == '\n';
    // Another move, legal or not.
    if (end_ - p < 8 || (p[0] != '+' && p[0] != '-') || (p[7] != '\n' && p[7] != ',')) return false;
    for (int i = 1; i < 5; ++i)
      if (!is_digit(p[i]) || (i > 2 && p[i] == '0')) return false;
    return p[5] >= 'A' && p[5] <= 'Z' && p[6] >= 'A' && p[6] <= 'Z';
  }

  Position& position_;
  Run& run_;
  const std::u32string_view hints_;
  const bool is_last_;
  const Char* const begin_;
  const Char* p_;
  const Char* const end_;
};

}  // namespace

template <class Char>
void read_csa(Position& position, Text<Char> text, size_t at, std::u32string_view hints, bool is_last,
              Run& run) {
  Reader<Char>(position, text, at, hints, is_last, run).read();
}

template void read_csa(Position&, Text<uint8_t>, size_t, std::u32string_view, bool, Run&);
template void read_csa(Position&, Text<uint16_t>, size_t, std::u32string_view, bool, Run&);
template void read_csa(Position&, Text<uint32_t>, size_t, std::u32string_view, bool, Run&);

}  // namespace komadai::records
