"""One move as text, and back: Japanese, Western (Hodges', Hosking's, Kitao and Kawasaki's), USI, CSA,
and moves typed by hand. :mod:`komadai.notation.newspaper` reads and writes results as newspapers print them.

>>> import komadai
>>> board = komadai.Board()
>>> move = read(board, "76fu")
>>> write(board, move), write(board, move, "western"), write(board, move, "csa")
('▲7六歩', 'P-7f', '+7776FU')
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from komadai import _core
from komadai.errors import ArgumentTypeError, NotationError, UnknownStyleError
from komadai.messages import Message
from komadai.notation import csa, japanese, romaji, usi, western
from komadai.notation.pattern import resolve
from komadai.notation.spoken import spoken

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Final

    from komadai._core import Board, Move
    from komadai.notation.pattern import Pattern

__all__ = ["STYLES", "read", "spoken", "write"]

STYLES: Final[dict[str, Callable[[Board, Move, Move | None], str]]] = {
    "japanese": japanese.write,
    "western": western.write,
    "hosking": western.write_hosking,
    "kitao-kawasaki": western.write_kitao_kawasaki,
    "usi": usi.write,
    "csa": csa.write,
}
"""The styles a move can be written in."""

_LONGEST: Final = 40
"""The maximum length of a move in any notation, in characters; longer texts are refused at once."""


def write(board: Board, move: Move, style: str = "japanese", *, previous: Move | None = None) -> str:
    """A move that can be played on this board, as text in one of :data:`STYLES`.

    ``previous`` is the move before it, for 同; None takes the board's own last move. An illegal move
    can be written too, as records must. Raises NotationError if the square it leaves is empty,
    UnknownStyleError for an unknown style, ArgumentTypeError for arguments of the wrong type or order.
    """
    _expect(board=board, move=move, style=style, previous=previous)
    try:
        writer = STYLES[style]
    except KeyError:
        raise UnknownStyleError(f"expected a style of {', '.join(STYLES)}, got {style!r}") from None
    return writer(board, move, previous)


def read(board: Board, text: str, *, previous: Move | None = None) -> Move:
    """The legal move that a text in any notation means on this board.

    Case, full-width characters and spaces do not matter. ``previous`` is as for :func:`write`.

    Raises AmbiguousMoveError if the text could mean several moves (its ``candidates``),
    IllegalMoveError if it names one move completely and that is illegal, and NotationError if it
    is no move or none fits; ArgumentTypeError for arguments of the wrong type or order.
    """
    if type(text) is not str or type(board) is not _core.Board or type(previous) is not _core.Move:
        _expect(board=board, text=text, previous=previous)
    if len(text) > _LONGEST:
        raise NotationError(Message("move-too-long", {"limit": _LONGEST}), text[:_LONGEST] + "…")
    patterns = _patterns(text)
    if not patterns:
        raise NotationError(Message("move-unreadable"), text)
    return resolve(board, patterns, text, previous or board.peek())


@lru_cache(maxsize=1 << 12)  # games share opening moves
def _patterns(text: str) -> tuple[Pattern, ...]:
    """Every meaning that the text can have, independent of the board."""
    plain = "".join(text.split()) if text.isascii() else _plain(text)
    # A USI text is complete, so no other notation is tried.
    complete = usi.parse(plain)
    if complete is not None:
        return (complete,)
    parsed = [reader(plain) for reader in (csa.parse, japanese.parse, western.parse)]
    return (*(pattern for pattern in parsed if pattern is not None), *romaji.parse(plain))


def _plain(text: str) -> str:
    """The text in NFKC form, without spaces and with one kind of dash."""
    plain = "".join(unicodedata.normalize("NFKC", text).split())
    for dash in "−–—‐‑ー":
        plain = plain.replace(dash, "-")
    return plain.replace("×", "x").replace("’", "'")


_TYPES: Final[dict[str, tuple[type | tuple[type, ...], str]]] = {
    "board": (_core.Board, "a Board"),
    "move": (_core.Move, "a Move"),
    "text": (str, "a str"),
    "style": (str, "a str"),
    "previous": ((_core.Move, type(None)), "a Move or None"),
}


def _expect(**arguments: object) -> None:
    for name, value in arguments.items():
        wanted, words = _TYPES[name]
        if not isinstance(value, wanted):
            raise ArgumentTypeError(f"{name}: expected {words}, got {value!r}")
