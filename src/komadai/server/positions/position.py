"""The type of all positions that a page sends."""

from __future__ import annotations

from typing import ClassVar, Final

from komadai import variants
from komadai._core import STARTPOS, Board
from komadai.errors import SfenError
from komadai.play.boards import SHOGI, GameBoard, variant_of
from komadai.server.wire_text import WireText


class Position(WireText):
    """A position in any form that `komadai.Board` reads: an SFEN, USI's position command, a link.

    It is read as a position of standard shogi when it is decoded. In a message that names a variant the text
    is an SFEN of the variant, which `on` reads.
    """

    __slots__ = ("_board",)
    max_length: ClassVar[int] = 8_000  # the longest positions are those of taikyoku
    format: ClassVar[str] = "shogi-position"

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self._board: Final = _read(text)

    def board(self) -> Board:
        """A board of standard shogi with the position, which may be illegal, and the moves of the text as its
        history. Raises SfenError.
        """
        return Board(self.text, validate=False) if self._board is None else self._board.copy()

    def on(self, variant: str | variants.Variant) -> GameBoard:
        """A board of this variant, which may be given by its key, with the position.

        Raises VariantError, SfenError.
        """
        if variant == SHOGI:
            return self.board()
        return variants.Board(variant_of(variant) if isinstance(variant, str) else variant, self.text)


def _read(text: str) -> Board | None:
    try:
        return Board(text, validate=False)
    except SfenError:
        return None


def start() -> Position:
    """The start of an even game, where a message leaves the position out."""
    return _START


_START: Final = Position(STARTPOS)
