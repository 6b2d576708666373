// The engine's opening book: Komadai's own or a file, in YaneuraOu's text format.
#pragma once

#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game_history.h"
#include "usi/options.h"

namespace komadai::engine {

struct BookError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A book sorted by position: a line for each, "sfen …", followed by a line for each move: move, reply, score,
// depth, count.
class Book {
 public:
  struct Entry {
    Move move;
    std::optional<int64_t> score, count;
  };

  // The text must outlive the book. Throws BookError.
  explicit Book(std::string_view text);

  // The moves of a position, an SFEN without the move number; empty if it has none. Throws BookError.
  std::vector<Entry> find(std::string_view place) const;

 private:
  std::string_view text_;
};

// The book that the options select. Komadai's own is used only with OpeningVariety.
class OpeningBook {
 public:
  // Throws FileError or BookError if the file of BookFile cannot be read.
  explicit OpeningBook(const usi::Options& options);

  // A legal move of the book, or NO_MOVE. A damaged book gives none; `error` says why, "" without an error.
  Move choose(const Game& game, std::mt19937_64& random);
  std::string error;

 private:
  std::string text_;
  std::optional<Book> book_;
  int64_t moves_, variety_, margin_;
  bool flipped_;
};

}  // namespace komadai::engine
