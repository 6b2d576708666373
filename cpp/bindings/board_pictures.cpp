// A Board as text or SVG (drawn by komadai.diagram) and as NumPy arrays. Both modules are imported when first
// needed.
#include "bindings/board_methods.h"
#include "rules/sfen.h"

namespace komadai::python {
namespace {

// A writable NumPy array of bytes. Without NumPy the error is a MissingPackageError.
nb::object byte_array(const uint8_t* bytes, size_t size) {
  const nb::object storage =
      nb::steal(PyByteArray_FromStringAndSize(reinterpret_cast<const char*>(bytes), Py_ssize_t(size)));
  if (!storage.is_valid()) throw nb::python_error();
  const nb::object numpy = nb::module_::import_("komadai.extras").attr("package")("numpy", "train");
  return numpy.attr("frombuffer")(storage, "uint8");
}

}  // namespace

nb::object board_format(PyObject* self, PyObject* spec) {
  const std::string_view style = to_text(spec, "format");
  if (style == "sfen") {
    const Game& game = board_of(self);
    return nb::str(to_sfen(game.position, game.move_number()).c_str());
  }
  const nb::object render = nb::module_::import_("komadai.diagram.text").attr("render");
  return render(nb::handle(self), style.empty() ? nb::str("ascii") : nb::str(nb::handle(spec)));
}

nb::object board_svg(PyObject* self, PyObject* options) {
  const nb::object render = nb::module_::import_("komadai.diagram.svg").attr("render");
  const nb::tuple arguments = nb::make_tuple(nb::handle(self));
  nb::object picture = nb::steal(PyObject_Call(render.ptr(), arguments.ptr(), options));
  if (!picture.is_valid()) throw nb::python_error();
  return picture;
}

nb::object board_piece_array(const Game& game) {
  uint8_t codes[SQUARES];
  for (Square s = 0; s < SQUARES; ++s) codes[s] = game.position.at(s);
  return byte_array(codes, sizeof codes);
}

nb::object board_hand_array(const Game& game) {
  uint8_t counts[2][GOLD];
  for (const Color c : {BLACK, WHITE}) {
    int i = 0;
    for (const PieceType t : {PAWN, LANCE, KNIGHT, SILVER, GOLD, BISHOP, ROOK})
      counts[c][i++] = uint8_t(game.position.hand(c)[t]);
  }
  return byte_array(counts[0], sizeof counts).attr("reshape")(2, int(GOLD));
}

}  // namespace komadai::python
