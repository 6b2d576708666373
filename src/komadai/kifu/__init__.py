"""Game records (kifu): a game as a tree, and the formats it is stored in.

>>> import komadai
>>> game = Game()
>>> _ = game.extend(map(komadai.Move.from_usi, ["7g7f", "3c3d"]))
>>> write(game, "usi")
'startpos moves 7g7f 3c3d\\n'
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from komadai._core import Run
from komadai.errors import EditError, LossError
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
from komadai.kifu.write import write

if TYPE_CHECKING:
    from komadai.kifu.tree.variant_game import VariantGame

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
    "VariantGame",
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


def __getattr__(name: str) -> Any:
    # Imported when first needed, because most programs read no records of variants.
    if name == "VariantGame":
        from komadai.kifu.tree.variant_game import VariantGame

        return VariantGame
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
