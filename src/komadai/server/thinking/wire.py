"""The wire types of the page "How the program thinks"; see docs/wire.md."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from komadai.engine.thinking import SearchMode
from komadai.messages.text import Text
from komadai.server.positions.position import Position
from komadai.server.positions.wire import MoveText, MoveView

MAX_SECONDS = 30
MAX_DEPTH = 40

# -- from the page


class ThinkingRequest(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The body of POST /api/thinking/jobs."""

    sfen: Position
    modes: Annotated[list[SearchMode], msgspec.Meta(min_length=1, max_length=3)]
    """The searches, one after the other."""
    seconds: Annotated[int, msgspec.Meta(ge=1, le=MAX_SECONDS)] = 5
    """The time limit of each."""
    depth: Annotated[int, msgspec.Meta(ge=1, le=MAX_DEPTH)] | None = None
    """The last iteration of each, in plies."""


# -- to the page


class IterationView(msgspec.Struct, frozen=True, kw_only=True):
    """An iteration of a search."""

    depth: int
    selective_depth: int
    cp: int | None
    """For the side to move; null for a mate."""
    mate: int | None
    """Plies; negative if the side to move is mated."""
    ms: int
    """From the start of the search."""
    nodes: int
    """The nodes of this iteration alone, as the two below."""
    counts: dict[str, int]
    """By the names of `komadai.engine.thinking.SearchStatistics`."""
    nodes_at_ply: list[int]
    branching: float
    """The effective branching factor."""
    solved: bool
    """Whether it is a mate of the mate solver instead of an iteration."""
    line: list[MoveText]
    """The principal variation."""


class TreeMoveView(msgspec.Struct, frozen=True, kw_only=True):
    """A move of the first plies of a search's tree."""

    usi: str
    text: MoveText
    cp: int | None
    """For the side that makes the move."""
    mate: int | None
    bound: Literal["exact", "lower", "upper"] | None
    """Null: the move was skipped."""
    depth: int
    nodes: int
    reason: str
    """Why the move was skipped, or the position after it decided without its moves; empty: neither."""
    cut_off: bool
    """Whether a reply exceeded beta."""
    not_searched: int
    """How many replies were neither searched nor skipped one by one."""
    replies: list[TreeMoveView]


class SearchReport(msgspec.Struct, frozen=True, kw_only=True):
    """A search in one mode."""

    mode: SearchMode
    state: Literal["waiting", "working", "done"]
    iterations: list[IterationView]
    nodes: int
    best: MoveText | None
    """Null before the end, and where there is no move."""
    declares_win: bool
    line: list[MoveView]
    """The last principal variation, with its positions."""
    tree: list[TreeMoveView]
    """Empty before the end of the search."""


class ThinkingJob(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a job that searches a position."""

    id: str
    sfen: str
    state: Literal["waiting", "working", "done"]
    ms: int
    error: Text | None
    legal_moves: int
    full_tree: list[int]
    """The lines of 1, 2, … plies."""
    searches: list[SearchReport]


class ThinkingMessage(msgspec.Struct, frozen=True, tag_field="type", tag="thinking"):
    """The state of a job that searches a position, sent to the pages that subscribed to it."""

    job: ThinkingJob


class FirstMove(msgspec.Struct, frozen=True):
    """The results after a first move: only games that somebody won count."""

    usi: str
    games: int
    black_wins: int


class GamesMeasured(msgspec.Struct, frozen=True, kw_only=True):
    """The measurements of one collection of games."""

    key: str
    games: int
    positions: int
    branching: float
    """The mean number of legal moves of the positions in which a move was played."""
    plies: float
    """The mean number of moves of a game."""
    longest: int
    decided: int
    """Games that somebody won."""
    draws: int
    """Games that ended without a winner. Of the rest the result is not known."""
    first_moves: list[FirstMove]
    by_ply: list[float]
    """The mean number of legal moves in plies 0 to 9, 10 to 19 …; without groups of few positions."""


class MeasuredView(msgspec.Struct, frozen=True):
    """The branching and the length of games, as tools/game_tree.py measured them."""

    collections: list[GamesMeasured]
