// The boards, moves and rules of variants as Python has them.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "bindings/arguments.h"
#include "bindings/variants.h"
#include "variants/attacks.h"
#include "variants/game_end.h"
#include "variants/infraction.h"
#include "variants/movegen.h"
#include "variants/perft.h"
#include "variants/text.h"

namespace komadai::python {

namespace v = komadai::variants;

using RulesPointer = std::shared_ptr<const v::Rules>;

struct PythonMove {
  RulesPointer rules;
  v::Move move;

  bool operator==(const PythonMove& other) const { return move == other.move && rules == other.rules; }
};

inline const PythonMove& to_variant_move(nb::handle object) {
  if (!nb::isinstance<PythonMove>(object))
    raise(VALUES.argument_type_error, "expected a move of a variant, got %.200s",
          Py_TYPE(object.ptr())->tp_name);
  return nb::cast<const PythonMove&>(object);
}

// A board of Python: positions and moves, with squares as numbers (file by file from Black's right).
class PythonBoard {
 public:
  PythonBoard(const PythonRules& rules, std::optional<std::string> sfen) : board_(rules.rules) {
    if (sfen) set_sfen(*sfen);
  }
  explicit PythonBoard(const v::Board& board) : board_(board) {}

  void set_sfen(const std::string& sfen) {
    if (const auto problem = board_.set_sfen(sfen)) refuse_sfen(*problem);
    note_check();
  }
  void set_sfen(nb::handle sfen) { set_sfen(std::string(to_text(sfen.ptr(), "sfen"))); }
  std::string sfen() const { return board_.sfen(); }
  std::string root_sfen() const {
    if (!board_.ply()) return board_.sfen();
    v::Board root = board_;
    while (root.ply()) root.undo();
    return root.sfen();
  }

  nb::object turn() const { return new_reference(VALUES.colors[board_.turn()]); }
  int ply() const { return board_.ply(); }
  int move_number() const { return board_.move_number(); }
  uint64_t key() const { return board_.key(); }
  bool in_check() const { return v::any_royal_attacked(board_, board_.turn()); }

  std::vector<PythonMove> legal_moves() {
    v::MoveList moves;
    v::generate_legal(board_, moves);
    return wrap(moves);
  }
  std::vector<PythonMove> pseudo_legal_moves() {
    v::MoveList moves;
    v::generate_pseudo_legal(board_, moves);
    return wrap(moves);
  }
  bool is_legal(nb::handle move) {
    const PythonMove& m = to_variant_move(move);
    return m.rules == board_.shared_rules() && v::is_legal(board_, m.move);
  }
  std::string infraction_key(nb::handle move) {
    const PythonMove& m = to_variant_move(move);
    return m.rules == board_.shared_rules() ? v::infraction(board_, m.move)
                                            : std::string(key_of(Infraction::WRONG_MOVEMENT));
  }
  void push(nb::handle move) {
    const PythonMove& m = to_variant_move(move);
    require_makeable(m);
    board_.make(m.move);
    note_check();
  }
  std::optional<PythonMove> parse(nb::handle usi) {
    const v::Move m = v::parse_usi(board_, std::string(to_text(usi.ptr(), "usi")));
    if (!m) return std::nullopt;
    return PythonMove{board_.shared_rules(), m};
  }
  // The move as written, legal or not.
  std::optional<PythonMove> read(nb::handle usi) const {
    const v::Move m = v::read_usi(board_.rules(), std::string(to_text(usi.ptr(), "usi")));
    if (!m) return std::nullopt;
    return PythonMove{board_.shared_rules(), m};
  }
  std::optional<PythonMove> pop() {
    if (!board_.ply()) return std::nullopt;
    const v::Move m = board_.state().last_move;
    board_.undo();
    return PythonMove{board_.shared_rules(), m};
  }
  std::optional<PythonMove> peek() const {
    if (!board_.ply()) return std::nullopt;
    return PythonMove{board_.shared_rules(), board_.state().last_move};
  }
  std::vector<PythonMove> history() const {
    std::vector<PythonMove> moves;
    for (int i = board_.ply() - 1; i >= 0; --i)
      moves.push_back({board_.shared_rules(), board_.state_before(i).last_move});
    return moves;
  }

  // The kind (its index in the description) and the colour of the piece on a square.
  std::optional<std::pair<int, int>> piece_at(nb::handle square) const {
    const v::Piece p = board_.at(cell(square));
    if (p == v::EMPTY) return std::nullopt;
    return std::pair(v::kind_of(p) - 1, int(v::color_of(p)));
  }
  std::vector<std::tuple<int, int, int>> pieces() const {
    std::vector<std::tuple<int, int, int>> all;
    const v::Rules& rules = board_.rules();
    for (int s = 0; s < rules.squares(); ++s)
      if (const v::Piece p = board_.at(rules.cell(s)); p != v::EMPTY)
        all.emplace_back(s, v::kind_of(p) - 1, int(v::color_of(p)));
    return all;
  }
  std::vector<std::pair<int, int>> hand(nb::handle color) const {
    const v::Color c = v::Color(to_color(color.ptr()));
    std::vector<std::pair<int, int>> all;
    for (size_t slot = 0; slot < board_.rules().hand_kinds().size(); ++slot)
      if (const int count = board_.hand(c, int(slot)))
        all.emplace_back(board_.rules().hand_kinds()[slot] - 1, count);
    return all;
  }
  bool is_attacked(nb::handle square, nb::handle by) const {
    return v::is_attacked(board_, cell(square), v::Color(to_color(by.ptr())));
  }
  std::vector<int> attackers(nb::handle square, nb::handle by) const {
    std::vector<int> squares;
    for (v::Square s : v::attackers(board_, cell(square), v::Color(to_color(by.ptr()))))
      squares.push_back(board_.rules().number(s));
    return squares;
  }
  std::vector<int> royals(nb::handle color) const {
    std::vector<int> squares;
    for (v::Square s : board_.royals(v::Color(to_color(color.ptr()))))
      squares.push_back(board_.rules().number(s));
    return squares;
  }
  std::optional<int> counterstrike_square() const {
    const v::Square s = board_.state().counterstrike;
    return s ? std::optional(board_.rules().number(s)) : std::nullopt;
  }

  std::optional<std::pair<std::string, std::optional<int>>> result() {
    const v::Result r = v::result(board_);
    if (r.end == v::End::NONE) return std::nullopt;
    return std::pair(std::string(v::key_of(r.end)), r.winner ? std::optional(int(*r.winner)) : std::nullopt);
  }
  const v::Board& native() const { return board_; }
  int repetition_count() const { return v::repetition_count(board_); }

  // Counts until Ctrl-C.
  uint64_t perft(nb::handle depth) {
    const int plies = int(to_number(depth.ptr(), "depth", 0, v::MAX_PERFT_PLIES));
    v::Board b = board_;
    auto checked = std::chrono::steady_clock::now();
    const auto pause = [&] {
      const auto now = std::chrono::steady_clock::now();
      if (now - checked < std::chrono::milliseconds(50)) return;
      checked = now;
      const nb::gil_scoped_acquire locked;
      if (PyErr_CheckSignals()) throw nb::python_error();
    };
    const nb::gil_scoped_release unlocked;
    return v::perft(b, plies, pause);
  }

 private:
  void require_makeable(const PythonMove& m) const {
    if (m.rules == board_.shared_rules() && board_.can_make(m.move)) return;
    raise_with(VALUES.illegal_move_error,
               nb::make_tuple(nb::cast(m), nb::borrow(VALUES.infractions[int(Infraction::WRONG_MOVEMENT)])));
  }
  v::Square cell(nb::handle square) const {
    if (!PyIndex_Check(square.ptr()))
      raise(VALUES.argument_type_error, "expected a square, got %.200s", Py_TYPE(square.ptr())->tp_name);
    const nb::object index = nb::steal(PyNumber_Index(square.ptr()));
    if (!index.is_valid()) throw nb::python_error();
    int overflow = 0;
    const long number = PyLong_AsLongAndOverflow(index.ptr(), &overflow);
    if (overflow || number < 0 || number >= board_.rules().squares())
      raise(VALUES.invalid_square_error, "expected a square from 0 to %d, got %R",
            board_.rules().squares() - 1, square.ptr());
    return board_.rules().cell(int(number));
  }
  std::vector<PythonMove> wrap(const v::MoveList& moves) const {
    std::vector<PythonMove> all;
    all.reserve(moves.size());
    for (v::Move m : moves) all.push_back({board_.shared_rules(), m});
    return all;
  }
  // Perpetual check asks which moves gave check.
  void note_check() {
    if (board_.rules().spec().perpetual_check != v::PerpetualCheck::NONE) board_.note_check(in_check());
  }

  v::Board board_;
};

}  // namespace komadai::python
