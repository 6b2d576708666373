"""Game records (kifu): a game as a tree, and the formats it is kept in.

>>> import komadai
>>> game = Game()
>>> _ = game.extend(map(komadai.Move.from_usi, ["7g7f", "3c3d"]))
>>> write(game, "usi")
'startpos moves 7g7f 3c3d\\n'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.kifu import csa, kif, usi
from komadai.kifu.game import HEADERS, Game, Node

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["FORMATS", "HEADERS", "Game", "Node", "write"]

FORMATS: Final[dict[str, Callable[[Game], str]]] = {"kif": kif.write, "csa": csa.write, "usi": usi.write}
"""The formats a game can be written in."""


def write(game: Game, format: str) -> str:
    """The game as the text of a file in one of :data:`FORMATS`, lines ended by ``\\n``.

    The encoding is the caller's: KIF is read everywhere in UTF-8 and in Shift_JIS (``cp932``), CSA
    and USI in UTF-8. Raises ValueError for an unknown format, NotationError if a move leaves an
    empty square.
    """
    try:
        writer = FORMATS[format]
    except KeyError:
        raise ValueError(f"expected a format of {', '.join(FORMATS)}, got {format!r}") from None
    return writer(game)
