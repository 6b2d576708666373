// The engine's opening book: Komadai's own or a file.
#pragma once

#include <functional>
#include <memory>
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

// The moves of positions in an opening book.
class Book {
 public:
  struct Entry {
    Move move;
    std::optional<int64_t> score, count;
  };

  virtual ~Book() = default;
  // Those of a position, an SFEN without the move number; empty if it has none. Throws std::runtime_error.
  virtual std::vector<Entry> find(std::string_view place) const = 0;
};

// A book sorted by position: a line for each, "sfen …", followed by a line for each move: move, reply, score,
// depth, count.
class YaneuraOuBook : public Book {
 public:
  // The text of the file. Throws BookError.
  explicit YaneuraOuBook(std::string file);

  std::vector<Entry> find(std::string_view place) const override;

 private:
  const std::string file_;
  std::string_view text_;
};

// Opens a file. Throws std::runtime_error if it cannot be read.
using OpenBook = std::function<std::shared_ptr<const Book>(const std::string& path)>;

// The book that the options select. Komadai's own is used only with OpeningVariety.
class OpeningBook {
 public:
  // Throws what `open` throws.
  OpeningBook(const usi::Options& options, std::shared_ptr<const Book> own, const OpenBook& open);

  // A legal move of the book, or NO_MOVE. A damaged book gives none; `error` says why, "" without an error.
  Move choose(const Game& game, std::mt19937_64& random);
  std::string error;

 private:
  std::shared_ptr<const Book> book_;
  int64_t moves_, variety_, margin_;
  bool flipped_;
};

}  // namespace komadai::engine
