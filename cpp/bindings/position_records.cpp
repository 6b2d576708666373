#include "bindings/position_records.h"

#include <algorithm>
#include <cstring>

#include "bindings/arguments.h"
#include "bindings/move.h"
#include "rules/legality.h"
#include "study/position_pattern.h"
#include "study/position_records.h"

namespace komadai::python {
namespace {

using study::PositionRecord;
using Run = std::span<const PositionRecord>;

// Bytes of a Python object, which stay valid as long as this.
class Buffer {
 public:
  explicit Buffer(nb::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_SIMPLE)) throw nb::python_error();
  }
  ~Buffer() {
    if (buffer_.obj) PyBuffer_Release(&buffer_);
  }
  Buffer(Buffer&& other) noexcept : buffer_(other.buffer_) { other.buffer_.obj = nullptr; }
  Buffer& operator=(Buffer&&) = delete;

  std::span<const uint8_t> bytes() const {
    return {static_cast<const uint8_t*>(buffer_.buf), size_t(buffer_.len)};
  }
  // The whole records in it. The address must be a multiple of 8, as that of bytes objects and of files
  // mapped to memory is.
  Run records() const {
    if (uintptr_t(buffer_.buf) % alignof(PositionRecord))
      raise(PyExc_ValueError, "records: expected an address that is a multiple of %zu",
            alignof(PositionRecord));
    return {static_cast<const PositionRecord*>(buffer_.buf), size_t(buffer_.len) / sizeof(PositionRecord)};
  }

 private:
  Py_buffer buffer_;
};

// A bytes object of this size whose content is not set yet.
nb::object new_bytes(size_t size) {
  PyObject* const made = PyBytes_FromStringAndSize(nullptr, Py_ssize_t(size));
  if (!made) throw nb::python_error();
  return nb::steal(made);
}

std::vector<Move> moves_of(nb::handle moves) {
  const Buffer buffer(moves);
  const auto bytes = buffer.bytes();
  std::vector<Move> list(bytes.size() / 2);
  for (size_t i = 0; i < list.size(); ++i) {
    list[i] = Move(bytes[2 * i] | bytes[2 * i + 1] << 8);
    if (!is_well_formed(list[i])) list[i] = NO_MOVE;
  }
  return list;
}

Position start_of(nb::handle sfen) {
  static const Position START = parse_sfen(STARTPOS_SFEN).position;
  return sfen.is_none() ? START : game_from_text(sfen.ptr(), false).position;
}

class PythonPositionRecords {
 public:
  explicit PythonPositionRecords(int max_ply) : max_ply_(max_ply) {
    if (max_ply < 0 || max_ply > study::MAX_INDEXED_PLY)
      raise(VALUES.range_error, "max_ply: expected a number from 0 to %d, got %d", study::MAX_INDEXED_PLY,
            max_ply);
  }

  bool add(uint32_t game, nb::handle sfen, nb::handle moves, unsigned result) {
    if (game > study::MAX_GAME)
      raise(VALUES.range_error, "game: expected a number up to %u, got %u", study::MAX_GAME, game);
    if (result >= study::RESULTS)
      raise(VALUES.range_error, "result: expected a number from 0 to 3, got %u", result);
    return study::append_game(records_, start_of(sfen), moves_of(moves), max_ply_, study::Result(result),
                              game);
  }

  size_t size() const { return records_.size(); }

  nb::object take_sorted() {
    std::vector<PositionRecord> records = std::move(records_);
    records_.clear();
    const size_t size = records.size() * sizeof(PositionRecord);
    nb::object bytes = new_bytes(size);
    {
      const nb::gil_scoped_release release;
      std::sort(records.begin(), records.end());
      if (size) std::memcpy(PyBytes_AS_STRING(bytes.ptr()), records.data(), size);
    }
    return bytes;
  }

 private:
  int max_ply_;
  std::vector<PositionRecord> records_;
};

class PythonRunMerger {
 public:
  explicit PythonRunMerger(nb::sequence runs) : merger_(spans(runs, buffers_)) {}
  PythonRunMerger(const PythonRunMerger&) = delete;

  // Returns the next records, at most `count`; none at the end.
  nb::object read(size_t count) {
    nb::object bytes = new_bytes(count * sizeof(PositionRecord));
    size_t read = 0;
    {
      PositionRecord* const out = reinterpret_cast<PositionRecord*>(PyBytes_AS_STRING(bytes.ptr()));
      const nb::gil_scoped_release release;
      read = merger_.read({out, count});
    }
    if (read == count) return bytes;
    PyObject* resized = bytes.release().ptr();
    if (_PyBytes_Resize(&resized, Py_ssize_t(read * sizeof(PositionRecord)))) throw nb::python_error();
    return nb::steal(resized);
  }

 private:
  static std::vector<Run> spans(nb::sequence runs, std::vector<Buffer>& buffers) {
    std::vector<Run> list;
    for (nb::handle run : runs) list.push_back(buffers.emplace_back(run).records());
    return list;
  }

  std::vector<Buffer> buffers_;
  study::RunMerger merger_;
};

std::vector<Buffer> buffers_of(nb::sequence runs) {
  std::vector<Buffer> buffers;
  for (nb::handle run : runs) buffers.emplace_back(run);
  return buffers;
}

nb::tuple count_moves(nb::sequence runs, uint64_t key, nb::handle allowed) {
  const std::vector<Buffer> buffers = buffers_of(runs);
  std::optional<Buffer> bits;
  if (!allowed.is_none()) bits.emplace(allowed);
  study::PositionCounts counts;
  for (const Buffer& buffer : buffers)
    study::count_moves(study::find_records(buffer.records(), key),
                       bits ? std::optional(bits->bytes()) : std::nullopt, counts);
  nb::list moves;
  for (const study::MoveCounts& each : counts.moves) {
    if (!is_well_formed(each.move)) continue;
    moves.append(nb::make_tuple(
        nb::steal(move_object(each.move)), each.games, each.results[int(study::Result::BLACK_WINS)],
        each.results[int(study::Result::WHITE_WINS)], each.results[int(study::Result::DRAW)]));
  }
  return nb::make_tuple(counts.games, moves);
}

nb::object find_games(nb::sequence runs, uint64_t key, size_t limit) {
  const std::vector<Buffer> buffers = buffers_of(runs);
  std::vector<uint64_t> games;
  {
    std::vector<Run> spans;
    for (const Buffer& buffer : buffers) spans.push_back(buffer.records());
    const nb::gil_scoped_release release;
    for (const Run& run : spans) study::find_games(study::find_records(run, key), limit, games);
    std::sort(games.begin(), games.end());
    if (games.size() > limit) games.resize(limit);
  }
  nb::object bytes = new_bytes(games.size() * sizeof(uint64_t));
  if (!games.empty())
    std::memcpy(PyBytes_AS_STRING(bytes.ptr()), games.data(), games.size() * sizeof(uint64_t));
  return bytes;
}

// Whether the game is in this position after this number of moves.
bool has_position(nb::handle sfen, nb::handle moves, size_t ply, nb::handle board) {
  Position position = start_of(sfen);
  const std::vector<Move> list = moves_of(moves);
  if (ply > list.size()) return false;
  for (size_t i = 0; i < ply; ++i) {
    if (!is_possible(position, list[i])) return false;
    Undo undo;
    position.do_move(list[i], undo);
  }
  return position == to_board(board.ptr()).position;
}

// Patterns, one of which must match.
class PythonPositionPatterns {
 public:
  PythonPositionPatterns(int first_ply, int last_ply) : first_ply_(first_ply), last_ply_(last_ply) {
    if (first_ply < 0 || last_ply < 0)
      raise(VALUES.range_error, "plies: expected numbers of 0 or more, got %d and %d", first_ply, last_ply);
  }

  // Adds a pattern: pairs of a square and the bits of the pieces allowed on it; for each side the number of
  // pieces in hand by type; the side to move or None.
  void add(nb::sequence cells, nb::sequence hands, nb::handle turn) {
    study::PositionPattern pattern;
    for (nb::handle cell : cells) {
      const Square square = to_square(nb::object(cell[0]).ptr());
      pattern.cells.push_back({square, nb::cast<uint32_t>(cell[1])});
    }
    for (const Color c : {BLACK, WHITE})
      for (int t = PAWN; t < KING; ++t)
        pattern.hands[c].set(PieceType(t), nb::cast<int>(hands[int(c)][t]) & 127);
    if (!turn.is_none()) pattern.turn = to_color(turn.ptr());
    patterns_.push_back(std::move(pattern));
  }

  int find(nb::handle sfen, nb::handle moves) const {
    return study::find_pattern(patterns_, start_of(sfen), moves_of(moves), first_ply_, last_ply_);
  }

  bool matches(nb::handle board) const {
    const Position& position = to_board(board.ptr()).position;
    return std::any_of(patterns_.begin(), patterns_.end(),
                       [&](const study::PositionPattern& each) { return each.matches(position); });
  }

 private:
  int first_ply_, last_ply_;
  std::vector<study::PositionPattern> patterns_;
};

}  // namespace

void bind_position_records(nb::module_& module) {
  using namespace nb::literals;
  nb::class_<PythonPositionRecords>(module, "PositionRecords")
      .def(nb::init<int>(), "max_ply"_a)
      .def("add", &PythonPositionRecords::add, "game"_a, "sfen"_a.none(), "moves"_a, "result"_a)
      .def("__len__", &PythonPositionRecords::size)
      .def("take_sorted", &PythonPositionRecords::take_sorted);
  nb::class_<PythonRunMerger>(module, "RunMerger")
      .def(nb::init<nb::sequence>(), "runs"_a)
      .def("read", &PythonRunMerger::read, "count"_a);
  nb::class_<PythonPositionPatterns>(module, "PositionPatterns")
      .def(nb::init<int, int>(), "first_ply"_a, "last_ply"_a)
      .def("add", &PythonPositionPatterns::add, "cells"_a, "hands"_a, "turn"_a.none())
      .def("find", &PythonPositionPatterns::find, "sfen"_a.none(), "moves"_a)
      .def("matches", &PythonPositionPatterns::matches, "board"_a);
  module.def("count_moves", &count_moves, "runs"_a, "key"_a, "allowed"_a.none());
  module.def("has_position", &has_position, "sfen"_a.none(), "moves"_a, "ply"_a, "board"_a);
  module.def("find_games", &find_games, "runs"_a, "key"_a, "limit"_a);
}

}  // namespace komadai::python
