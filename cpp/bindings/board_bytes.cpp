// A Board as bytes: the 32-byte formats of training data (packed sfen, HCP) and the state for pickle.
#include <cstring>

#include "bindings/board_methods.h"
#include "rules/huffman_coded_position.h"
#include "rules/legality.h"
#include "rules/packed_sfen.h"
#include "rules/sfen.h"

namespace komadai::python {
namespace {

// The state of a Board for pickle: any arrangement of pieces and the whole history. Little endian.
struct Saved {
  uint8_t board[SQUARES];
  uint8_t hands[2][GOLD];  // pawn to gold, in the order of PieceType
  uint8_t turn;
  uint8_t move_number[4];
};
static_assert(sizeof(Saved) == 100);  // two bytes for each move follow; 0 is a pass

std::string_view to_bytes(PyObject* object) {
  if (!PyBytes_Check(object))
    raise(VALUES.argument_type_error, "expected bytes, got %.200s", Py_TYPE(object)->tp_name);
  return {PyBytes_AS_STRING(object), size_t(PyBytes_GET_SIZE(object))};
}

bool is_piece(uint8_t code) { return code < 32 && type_of(code) != NO_TYPE && type_of(code) < PIECE_TYPES; }

// Returns nothing if the bytes do not come from board_reduce.
std::optional<Game> read_saved(std::string_view bytes) {
  Saved saved;
  if (bytes.size() < sizeof saved || (bytes.size() - sizeof saved) % 2) return {};
  std::memcpy(&saved, bytes.data(), sizeof saved);

  Game game;
  int total[KING + 1] = {};
  for (Square s = 0; s < SQUARES; ++s) {
    if (!saved.board[s]) continue;
    if (!is_piece(saved.board[s])) return {};
    ++total[unpromote(type_of(saved.board[s]))];
    game.position.put(s, saved.board[s]);
  }
  for (const Color c : {BLACK, WHITE})
    for (int t = PAWN; t <= GOLD; ++t) {
      const int count = saved.hands[c][t - 1];
      if ((total[t] += count) > 127) return {};
      game.position.set_hand(c, PieceType(t), count);
    }
  if (saved.turn > WHITE) return {};
  game.position.set_turn(Color(saved.turn));
  for (int i = 3; i >= 0; --i) game.root_number = int(unsigned(game.root_number) << 8 | saved.move_number[i]);
  if (game.root_number < 0 || game.root_number > HIGHEST_MOVE_NUMBER) return {};

  for (size_t i = sizeof saved; i < bytes.size(); i += 2) {
    const Move m = Move(uint8_t(bytes[i]) | uint8_t(bytes[i + 1]) << 8);
    if (m == NO_MOVE)
      game.pass();
    else if (is_possible(game.position, m))
      game.play(m);
    else
      return {};
  }
  return game;
}

// Packed positions must be valid, so that every program can use what we write.
void require_valid(const Position& position) {
  const auto found = problems(position);
  if (!found.empty()) raise(VALUES.packed_position_error, "%s", found.front().reason.c_str());
}

nb::object packed_by(std::optional<PackedPosition> (*pack)(const Position&), const Game& game) {
  require_valid(game.position);
  const auto packed = pack(game.position);
  if (!packed)
    raise_with(VALUES.packed_position_error, nb::make_tuple("a packed position has a king of each side"));
  return nb::bytes(packed->data(), packed->size());
}

nb::object unpacked_by(Unpacked (*unpack)(const PackedPosition&), PyObject* object) {
  PackedPosition packed;
  const std::string_view bytes = to_bytes(object);
  if (bytes.size() != packed.size())
    raise(VALUES.packed_position_error, "a packed position has %zu bytes, not %zu", packed.size(),
          bytes.size());
  std::memcpy(packed.data(), bytes.data(), packed.size());
  Unpacked unpacked = unpack(packed);
  if (unpacked.problem) raise(VALUES.packed_position_error, "%s", unpacked.problem);
  require_valid(unpacked.position);
  return make_board(Game{unpacked.position, 1, {}});
}

}  // namespace

nb::object board_pack(const Game& game) { return packed_by(pack, game); }
nb::object board_unpack(PyObject* object) { return unpacked_by(unpack, object); }
nb::object board_pack_hcp(const Game& game) { return packed_by(pack_hcp, game); }
nb::object board_unpack_hcp(PyObject* object) { return unpacked_by(unpack_hcp, object); }

nb::object board_reduce(const Game& game) {
  Saved saved;
  const Position root = game.root();
  for (Square s = 0; s < SQUARES; ++s) saved.board[s] = root.at(s);
  for (const Color c : {BLACK, WHITE})
    for (int t = PAWN; t <= GOLD; ++t) saved.hands[c][t - 1] = uint8_t(root.hand(c)[PieceType(t)]);
  saved.turn = root.turn();
  for (int i = 0; i < 4; ++i) saved.move_number[i] = uint8_t(unsigned(game.root_number) >> 8 * i);
  std::string bytes(reinterpret_cast<const char*>(&saved), sizeof saved);
  for (const Game::Record& record : game.history) {
    bytes += char(record.move & 255);
    bytes += char(record.move >> 8);
  }
  const nb::object restore = nb::handle(reinterpret_cast<PyObject*>(&BoardType)).attr("_restore");
  return nb::make_tuple(restore, nb::make_tuple(nb::bytes(bytes.data(), bytes.size())));
}

nb::object board_restore(PyObject* object) {
  std::optional<Game> game = read_saved(to_bytes(object));
  if (!game) raise(VALUES.packed_position_error, "these bytes are no saved Board");
  return make_board(std::move(*game));
}

}  // namespace komadai::python
