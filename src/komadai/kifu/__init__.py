"""Game records (kifu): a game as a tree, and the formats it is stored in.

>>> import komadai
>>> game = Game()
>>> _ = game.extend(map(komadai.Move.from_usi, ["7g7f", "3c3d"]))
>>> write(game, "usi")
'startpos moves 7g7f 3c3d\\n'
"""

from __future__ import annotations

from komadai._core import Run
from komadai.errors import EditError, LossError, UnknownStyleError, check_type
from komadai.kifu.diagnostics import Deviation, Report
from komadai.kifu.formats.registry import FORMATS, Format
from komadai.kifu.formats.usen.link import link_query
from komadai.kifu.losses import losses
from komadai.kifu.read import detect, parse, read, read_all
from komadai.kifu.reading.visitor import SKIP, Counter, GameBuilder, Headers, MainLines, Visitor
from komadai.kifu.save import save
from komadai.kifu.scan import scan
from komadai.kifu.tree.editor import Editor
from komadai.kifu.tree.game import HEADERS, Analysis, Ending, Game, Node
from komadai.kifu.tree.main_line import MainLine

__all__ = [
    "FORMATS",
    "HEADERS",
    "SKIP",
    "Analysis",
    "Counter",
    "Deviation",
    "EditError",
    "Editor",
    "Ending",
    "Format",
    "Game",
    "GameBuilder",
    "Headers",
    "LossError",
    "MainLine",
    "MainLines",
    "Node",
    "Report",
    "Run",
    "Visitor",
    "detect",
    "link_query",
    "losses",
    "parse",
    "read",
    "read_all",
    "save",
    "scan",
    "write",
]


def write(game: Game, format: str) -> str:
    """The game as the text of a file in one of :data:`FORMATS`, lines ended by ``\\n``.

    The caller chooses the encoding of the file: programs read KIF in UTF-8 and in Shift_JIS (``cp932``),
    CSA and USI in UTF-8. Raises UnknownStyleError for a format that is unknown or cannot be written,
    NotationError if a move leaves an empty square, ArgumentTypeError for an argument of another type.
    """
    check_type("game", game, Game, "a Game")
    check_type("format", format, str, "a str")
    known = FORMATS.get(format)
    if known is None or known.write is None:
        names = ", ".join(key for key, each in FORMATS.items() if each.write)
        raise UnknownStyleError(f"expected a format of {names}, got {format!r}")
    return known.write(game)
