"""Moves in any notation (:mod:`komadai.notation`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

MOVES: Final = {
    # What komadai.notation reports
    "move-too-long": ("a move has at most {limit} characters", "指し手は{limit}文字までです"),
    "move-unreadable": (
        "expected a move such as 7g7f, P-7f, P-76, 76fu, +7776FU or 7六歩",
        "指し手（7六歩、7g7fなど）が必要です",
    ),
    "move-ambiguous": ("could be {moves}", "指し手が決まりません（{moves}）"),
    "move-illegal": ("illegal move ({infraction})", "反則手（{infraction}）"),
    "move-without-previous": (
        "there is no move before, so 同 (or x alone) names no square",
        "直前の手がないので「同」の場所が決まりません",
    ),
    "move-other-side": (
        "the text says {side}, but {turn} is to move",
        "{side}の手と書かれていますが、{turn}の手番です",
    ),
    "move-no-drop": ("no {piece} can be dropped on {squares}", "{squares}に打てる{piece}はありません"),
    "move-none": (
        "expected a legal move, but no {piece} can go{start} to {squares}{words}{promotion}",
        "{start}{squares}{words}へ{promotion}動ける{piece}はありません",
    ),
    "move-no-legal": ("expected a legal move of this position", "この局面で指せる手が必要です"),
    "move-from-square": (" from {squares}", "{squares}から"),
    "move-from-file": (" from file {file}", "{file}筋から"),
    "move-from-rank": (" from rank {letter}", "{letter}の段から"),
    "move-and-promote": (" and promote", "成って"),
    "move-from-empty-square": (
        "there is no piece on the square this move leaves",
        "移動元のマスに駒がありません",
    ),
    "move-nothing": ("nothing to read", "何も書かれていません"),
    "result-line": (
        "expected a result such as ○藤井聡太　●羽生善治",
        "対局結果（「○藤井聡太　●羽生善治」など）が必要です",
    ),
}
