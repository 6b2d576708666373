"""The board of a variant in a terminal: wooden squares, one-kanji faces, hands, times.

A terminal whose encoding has no kanji gets the pieces as SFEN writes them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text

from komadai.cli.play.board_view import CHECKED, FROM, INK, PROMOTED, TO, WOOD
from komadai.cli.play.texts import text_for
from komadai.cli.shared.console import MUTED, can_print
from komadai.cli.shared.language import Language
from komadai.pieces import Color
from komadai.variants.notation.japanese import square_text

if TYPE_CHECKING:
    from rich.console import Console

    from komadai.variants import Board, Piece, PieceKind

_MARGIN = "   "


def draw(
    console: Console,
    board: Board,
    names: tuple[str, str],
    clocks: tuple[str, str],
    flip: bool,
    language: Language,
    letters: bool = False,
) -> None:
    """Prints the position. ``names`` and ``clocks`` are Black's and White's.

    ``flip``: White at the bottom. ``letters``: pieces by the ids that SFEN has.
    """
    letters = letters or not can_print("玉駒")
    above, below = (Color.BLACK, Color.WHITE) if flip else (Color.WHITE, Color.BLACK)
    console.print()
    console.print(_side(board, above, names[above], clocks[above], language, letters))
    for line in _squares(board, flip, language, letters):
        console.print(line, soft_wrap=True)
    console.print(_side(board, below, names[below], clocks[below], language, letters))
    console.print()


def face(kind: PieceKind, letters: bool) -> str:
    """A piece in one full-width character, or by its id."""
    return kind.id if letters or not kind.face else kind.face[0]


def _side(board: Board, color: Color, name: str, clock: str, language: Language, letters: bool) -> Text:
    line = Text(f"{_MARGIN}{color.mark if can_print(color.mark) else color.english[0]} ")
    line.append(name, Style(bold=board.turn == color))
    if clock:
        line.append(f"  {clock}")
    if board.variant.rules.drops:
        times = "×" if can_print("×") else "x"
        pieces = board.variant.pieces
        held = "  ".join(
            f"{face(pieces[id], letters)}{'' if letters else id}" + (f"{times}{count}" if count > 1 else "")
            for id, count in board.hand(color).items()
        )
        line.append(f"  {text_for('hand', language)}: ", MUTED)
        line.append(held or text_for("empty_hand", language), Style(bold=True) if held else MUTED)
    return line


def _squares(board: Board, flip: bool, language: Language, letters: bool) -> list[Text]:
    variant = board.variant
    files = list(range(1, variant.files + 1) if flip else range(variant.files, 0, -1))
    ranks = list(range(variant.ranks, 0, -1) if flip else range(1, variant.ranks + 1))
    marked = _marked(board)
    pieces = board.piece_map()
    width = max([2, *(len(face(each.kind, letters)) for each in pieces.values())]) if letters else 2
    lines = [Text(_MARGIN + "".join(f"{file:>{width + 1}} " for file in files), MUTED)]
    for rank in ranks:
        line = Text(_MARGIN)
        for file in files:
            square = (file - 1) * variant.ranks + rank - 1
            background = marked.get(square) or WOOD[(file + rank) % 2]
            line.append_text(_cell(pieces.get(square), background, letters, width))
        name = board.square_name(rank - 1)
        label = square_text(name)[1:] if language is Language.JA else name[1:]
        line.append(f" {label}", MUTED)
        lines.append(line)
    return lines


def _marked(board: Board) -> dict[int, str]:
    """The colours of the squares of the last move and of attacked royals."""
    marked: dict[int, str] = {}
    last = board.peek()
    if last is not None:
        if last.from_square is not None:
            marked[last.from_square] = FROM
        marked.update(dict.fromkeys((*last.via, last.to_square), TO))
    for royal in board.royals(board.turn):
        if board.is_attacked(royal, board.turn.opponent):
            marked[royal] = CHECKED
    return marked


def _cell(piece: Piece | None, background: str, letters: bool, width: int) -> Text:
    if piece is None:
        empty = "・" if can_print("・") and not letters else f"{'.':>{width}}"
        return Text(f" {empty} ", Style(color="#b08f55", bgcolor=background))
    inks = PROMOTED if piece.kind.promoted else INK
    # A terminal cannot rotate a character: White's pieces have another colour and a small v.
    mark = "v" if piece.color == Color.WHITE else " "
    text = face(piece.kind, letters)
    text = text if len(text) == 1 and not text.isascii() else f"{text:>{width}}"
    return Text(f"{mark}{text} ", Style(color=inks[piece.color], bgcolor=background, bold=True))
