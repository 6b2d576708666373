"""What the native search is asked: a ``go`` and the options, as ``Search.go`` takes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from komadai import Move
from komadai.engine.levels import LEVELS, Level
from komadai.engine.usi.declaring import declaration
from komadai.engine.usi.go_command import Turn
from komadai.engine.usi.options import Settings

_VARIED_PLIES = 12
_VARIED_NOISE = 8


class Question(TypedDict):
    """See ``Search.go``."""

    depth: int
    nodes: int
    multipv: int
    moves: Sequence[Move]
    max_moves: int
    impasse: str
    compensation: tuple[int, int]
    exchanges: int
    overlook: int
    noise: int
    seed: int


def level_of(settings: Settings) -> Level:
    """The level it plays at."""
    return LEVELS[settings.number("Level") - 1]


def question(settings: Settings, turn: Turn, seed: int) -> Question:
    """Everything but the time."""
    board, limits = turn.board, turn.limits
    sight = level_of(settings).sight()
    noise = sight["noise"]
    if turn.is_free and settings.chosen("OpeningVariety") and board.move_number <= _VARIED_PLIES:
        noise = max(noise, _VARIED_NOISE)
    return {
        "depth": _least(limits.depth, sight["depth"]),
        "nodes": _least(limits.nodes, sight["nodes"]),
        "multipv": settings.number("MultiPV"),
        "moves": [move for move in limits.searchmoves if board.is_legal(move)],
        "max_moves": settings.number("MaxMovesToDraw"),
        **declaration(settings.text("ImpasseRule"), board),
        "exchanges": sight["exchanges"],
        "overlook": sight["overlook"],
        "noise": noise,
        "seed": seed,
    }


def glance(asked: Question) -> Question:
    """The same, for a first idea within a millisecond."""
    return {**asked, "depth": 1, "nodes": 200, "multipv": 1}


def _least(asked: int | None, own: int | None) -> int:
    return min((number for number in (asked, own) if number), default=0)
