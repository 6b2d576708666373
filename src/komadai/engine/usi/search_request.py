"""The arguments of the native search, made from a ``go`` command and the options."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from komadai import WHITE, Board, Handicap, Move
from komadai._core import handicap_odds
from komadai.engine.levels import LEVELS, Level
from komadai.engine.usi.declaring import declaration
from komadai.engine.usi.go_command import GoCommand
from komadai.engine.usi.options import Settings

VARIED_PLIES = 12
VARIED_NOISE = 8


class SearchRequest(TypedDict):
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
    """The level of the option Level."""
    return LEVELS[settings.number("Level") - 1]


def search_request(settings: Settings, command: GoCommand, seed: int) -> SearchRequest:
    """All arguments except the time."""
    board, limits = command.board, command.limits
    skill = level_of(settings).skill()
    noise = skill["noise"]
    if command.is_free and settings.chosen("OpeningVariety") and board.move_number <= VARIED_PLIES:
        noise = max(noise, VARIED_NOISE)
    return {
        "depth": _smallest(limits.depth, skill["depth"]),
        "nodes": _smallest(limits.nodes, skill["nodes"]),
        "multipv": settings.number("MultiPV"),
        "moves": [move for move in limits.searchmoves if board.is_legal(move)],
        "max_moves": settings.number("MaxMovesToDraw"),
        **declaration(settings.text("ImpasseRule"), board),
        "exchanges": skill["exchanges"],
        "overlook": skill["overlook"],
        "noise": noise,
        "seed": seed,
    }


def quick_request(request: SearchRequest) -> SearchRequest:
    """The same request with limits for an answer within a millisecond."""
    return {**request, "depth": 1, "nodes": 200, "multipv": 1}


def odds(board: Board) -> int:
    """The value in centipawns of the pieces that the side to move gave as a handicap; 0 without one."""
    start = board.root_sfen()
    return handicap_odds(board) if board.turn == WHITE and Handicap.from_sfen(start) is not None else 0


def _smallest(requested: int | None, own: int | None) -> int:
    return min((number for number in (requested, own) if number), default=0)
