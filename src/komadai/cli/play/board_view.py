"""The board in a terminal: wooden squares, full-width pieces, hands, clocks.

A terminal whose encoding has no kanji gets letters and ASCII signs.
"""

from __future__ import annotations

from rich.console import Console
from rich.style import Style
from rich.text import Text

from komadai import Board
from komadai.cli.play.texts import text_for
from komadai.cli.shared.console import MUTED, can_print
from komadai.cli.shared.language import Language
from komadai.clock import Clock
from komadai.pieces import HAND_TYPES, Color, Piece
from komadai.squares import square_at

WOOD = ("#ecd09a", "#e6c88e")
"""The two alternating shades of the squares, which make lines easy to follow."""
FROM, TO = "#dcb46c", "#f3b562"
"""The squares of the last move."""
CHECKED = "#f0a08a"
INK = {Color.BLACK: "#2b2118", Color.WHITE: "#1c4a7e"}
PROMOTED = {Color.BLACK: "#a3211a", Color.WHITE: "#8a1f7a"}

_FILES = "１２３４５６７８９"
_RANKS = {Language.EN: "abcdefghi", Language.JA: "一二三四五六七八九"}
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

    ``flip``: White at the bottom. ``letters``: pieces as K R B … for people who do not read kanji.
    """
    letters = letters or not can_print("玉")
    above, below = (Color.BLACK, Color.WHITE) if flip else (Color.WHITE, Color.BLACK)
    console.print()
    console.print(_side(board, above, names[above], clocks[above], language))
    for line in _squares(board, flip, language, letters):
        console.print(line)
    console.print(_side(board, below, names[below], clocks[below], language))
    console.print()


def clock_text(clock: Clock | None, color: Color, at: int) -> str:
    """The text of a side's clock: ``9:58``, in byoyomi ``30 s ×3``; empty without a clock."""
    if clock is None:
        return ""
    face = clock.face(color, at)
    seconds = -(-face.remaining_ms // 1000)
    if face.phase == "byoyomi":
        return f"{seconds} s" + (f" ×{face.periods}" if face.periods > 1 else "")
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def _side(board: Board, color: Color, name: str, clock: str, language: Language) -> Text:
    hand = board.hand(color)
    times = "×" if can_print("×") else "x"
    held = "  ".join(
        (f"{kind.kanji}{kind.letter}" if can_print("玉") else kind.letter)
        + (f"{times}{hand[kind]}" if hand[kind] > 1 else "")
        for kind in reversed(HAND_TYPES)
        if hand[kind]
    )
    line = Text(f"{_MARGIN}{color.mark if can_print(color.mark) else color.english[0]} ")
    line.append(name, Style(bold=board.turn == color))
    if clock:
        line.append(f"  {clock}")
    line.append(f"  {text_for('hand', language)}: ", MUTED)
    line.append(held or text_for("empty_hand", language), Style(bold=True) if held else MUTED)
    return line


def _squares(board: Board, flip: bool, language: Language, letters: bool) -> list[Text]:
    files = range(1, 10) if flip else range(9, 0, -1)
    ranks = range(9, 0, -1) if flip else range(1, 10)
    last = board.peek()
    marked = {last.from_square: FROM, last.to_square: TO} if last is not None else {}
    if board.is_check() and (king := board.king(board.turn)) is not None:
        marked[king] = CHECKED
    wide = can_print(_FILES)
    header = "".join(f" {_FILES[file - 1]} " if wide else f"  {file} " for file in files)
    lines = [Text(_MARGIN + header, MUTED)]
    for rank in ranks:
        line = Text(_MARGIN)
        for file in files:
            square = square_at(file, rank)
            background = marked.get(square) or WOOD[(file + rank) % 2]
            line.append_text(_cell(board.piece_at(square), background, letters))
        line.append(f" {_RANKS[language][rank - 1]}", MUTED)
        lines.append(line)
    return lines


def _cell(piece: Piece | None, background: str, letters: bool) -> Text:
    if piece is None:
        return Text(" ・ " if can_print("・") else "  . ", Style(color="#b08f55", bgcolor=background))
    inks = PROMOTED if piece.type.is_promoted else INK
    # A terminal cannot rotate a character: White's pieces have another colour and a small v.
    mark = "v" if piece.color == Color.WHITE else " "
    face = f"{piece.type.symbol:>2}" if letters else piece.kanji
    return Text(f"{mark}{face} ", Style(color=inks[piece.color], bgcolor=background, bold=True))
