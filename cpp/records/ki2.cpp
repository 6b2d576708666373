#include "records/ki2.h"

#include <algorithm>

#include "records/japanese_reader.h"

namespace komadai::records {
namespace {

// The words that tell apart pieces that can move to the same square, as bits.
enum Words : unsigned { RIGHT = 1, LEFT = 2, STRAIGHT = 4, FORWARD = 8, SIDEWAYS = 16, BACK = 32 };

constexpr unsigned word_of(uint32_t c) {
  switch (c) {
    case U'右': return RIGHT;
    case U'左': return LEFT;
    case U'直': return STRAIGHT;
    case U'上':
    case U'行':
    case U'入':
    case U'登': return FORWARD;
    case U'寄': return SIDEWAYS;
    case U'引':
    case U'下': return BACK;
    default: return 0;
  }
}

// What stands before a move: the mark of its side.
enum class Mark { NONE, OF_BLACK, OF_WHITE };

constexpr Mark mark_of(uint32_t c) {
  switch (c) {
    case U'▲':
    case U'▼':
    case U'☗':
    case U'⛊': return Mark::OF_BLACK;
    case U'△':
    case U'▽':
    case U'☖':
    case U'⛉': return Mark::OF_WHITE;
    default: return Mark::NONE;
  }
}

// What stands after a move.
enum class End { NOTHING, PROMOTES, DOES_NOT_PROMOTE, DROPPED };

// The legal moves that a text may mean: one piece type, one target.
class Meanings {
 public:
  Meanings(const Position& position, PieceType type, Square to, unsigned words, End end)
      : position_(position), turn_(position.turn()), type_(type), to_(to) {
    if (end != End::DROPPED) find_moves(end);
    if (words) keep_described(words);
    // Without 打 a move is meant if a piece on the board can make it.
    const bool may_be_drop = end == End::DROPPED || (end == End::NOTHING && !words && !count_);
    if (may_be_drop && !words && type <= GOLD) add(make_drop(type, to));
  }

  // The move if there is exactly one, else NO_MOVE.
  Move only() const { return count_ == 1 ? moves_[0] : NO_MOVE; }

 private:
  void add(Move move) {
    if (is_legal(position_, move)) moves_[count_++] = move;
  }

  void find_moves(End end) {
    for (const Square from : Each{position_.pieces(turn_, type_) & position_.attackers(turn_, to_)}) {
      if (end != End::PROMOTES) add(make_move(from, to_));
      if (end != End::DOES_NOT_PROMOTE) add(Move(make_move(from, to_) | PROMOTION));
    }
  }

  // Keeps the moves that all the words describe.
  void keep_described(unsigned words) {
    unsigned described[MAX];
    for (int i = 0; i < count_; ++i) described[i] = words_for(from_of(moves_[i]));
    int kept = 0;
    for (int i = 0; i < count_; ++i)
      if ((words & ~described[i]) == 0) moves_[kept++] = moves_[i];
    count_ = kept;
  }

  // All words that describe a move from here, by the guideline of the Japan Shogi Association.
  unsigned words_for(Square from) const {
    const int ahead = rank_from_far(turn_, from) - rank_from_far(turn_, to_);
    const bool is_long = type_ == HORSE || type_ == DRAGON;
    unsigned words = ahead > 0 ? FORWARD : ahead < 0 ? BACK : SIDEWAYS;
    if (ahead == 1 && !is_long && file_of(from) == file_of(to_)) words |= STRAIGHT;
    // A dragon or horse is on the left or right of the other one, any other piece of the target.
    int least = 9, most = -9;
    for (int i = 0; is_long && i < count_; ++i) {
      const Square other = from_of(moves_[i]);
      if (other == from) continue;
      least = std::min(least, to_the_left(from, other));
      most = std::max(most, to_the_left(from, other));
    }
    if (most < least) least = most = to_the_left(from, to_);
    if (least > 0) words |= LEFT;
    if (most < 0) words |= RIGHT;
    return words;
  }

  int to_the_left(Square from, Square reference) const {
    const int files = file_of(from) - file_of(reference);
    return turn_ == BLACK ? files : -files;
  }

  const Position& position_;
  const Color turn_;
  const PieceType type_;
  const Square to_;
  static constexpr int MAX = 2 * SQUARES;  // in any arrangement
  Move moves_[MAX];
  int count_ = 0;
};

template <class Char>
class Ki2Reader : JapaneseReader<Char> {
 public:
  Ki2Reader(Position& position, Text<Char> text, size_t at, Move previous, std::u32string_view hints,
            Run& run)
      : JapaneseReader<Char>(position, text, at, hints, run), previous_(previous) {}

  void read() {
    for (;;) {
      const auto before = place();
      read_comments();
      if (read_row()) {
        extend();
        continue;
      }
      const auto* const line = p_;
      const bool ends = p_ != before.p && skip_summary_or_variation();
      p_ = line;
      if (!ends) go_back(before);
      return extend();
    }
  }

 private:
  using Base = JapaneseReader<Char>;
  using Base::at_line_end, Base::extend, Base::go_back, Base::here, Base::p_, Base::place, Base::position_,
      Base::read_comments, Base::read_piece, Base::read_target, Base::run_, Base::skip, Base::skip_line_end,
      Base::skip_summary_or_variation, Base::skip_wide_spaces;

  // Plays the moves of a row and advances; returns false, without effect, if the row is not regular.
  bool read_row() {
    const auto* const first = p_;
    const size_t count = run_.moves.size();
    const Move previous = previous_;
    skip_wide_spaces();
    bool is_regular = !at_line_end();
    while (is_regular && !at_line_end()) {
      is_regular = read_move();
      skip_wide_spaces();
    }
    if (is_regular) {
      skip_line_end();
      return true;
    }
    run_.shorten(position_, count);
    previous_ = previous;
    p_ = first;
    return false;
  }

  bool read_move() {
    const Mark turn = position_.turn() == BLACK ? Mark::OF_BLACK : Mark::OF_WHITE;
    if (mark_of(here()) != turn) return false;
    ++p_;
    Square to;
    if (!read_target(previous_, to)) return false;
    const PieceType type = read_piece();
    if (type == NO_TYPE) return false;
    unsigned words = 0;
    for (; const unsigned word = word_of(here()); ++p_) words |= word;
    End end;
    if (!read_end(end)) return false;
    if (!at_line_end() && here() != ' ' && here() != Base::WIDE_SPACE && mark_of(here()) == Mark::NONE)
      return false;
    const Move move = Meanings(position_, type, to, words, end).only();
    if (move == NO_MOVE) return false;
    run_.play_legal(position_, move);
    previous_ = move;
    return true;
  }

  bool read_end(End& end) {
    end = End::NOTHING;
    if (skip(Base::DROPPED)) end = End::DROPPED;
    if (skip(Base::PROMOTES)) end = End::PROMOTES;
    if (!skip(Base::NOT)) return true;
    end = End::DOES_NOT_PROMOTE;
    return skip(Base::PROMOTES);
  }

  Move previous_;
};

}  // namespace

template <class Char>
void read_ki2(Position& position, Text<Char> text, size_t at, Move previous, std::u32string_view hints,
              Run& run) {
  Ki2Reader<Char>(position, text, at, previous, hints, run).read();
}

template void read_ki2(Position&, Text<uint8_t>, size_t, Move, std::u32string_view, Run&);
template void read_ki2(Position&, Text<uint16_t>, size_t, Move, std::u32string_view, Run&);
template void read_ki2(Position&, Text<uint32_t>, size_t, Move, std::u32string_view, Run&);

}  // namespace komadai::records
