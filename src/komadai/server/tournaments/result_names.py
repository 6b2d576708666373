"""The results of games in words."""

from __future__ import annotations

from typing import Final

from komadai.messages.text import Text
from komadai.tournaments import Result

RESULTS: Final[dict[Result | None, Text]] = {
    "black": Text("Black won", "先手勝ち"),
    "white": Text("White won", "後手勝ち"),
    "draw": Text("draw", "引き分け"),
    "black-walkover": Text("Black won without play", "先手不戦勝"),
    "white-walkover": Text("White won without play", "後手不戦勝"),
    "neither": Text("both lost without play", "両者不戦敗"),
    None: Text("no result", "結果なし"),
}
