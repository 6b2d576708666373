"""The wire types of the figures that moderators see; see docs/wire.md."""

from __future__ import annotations

from typing import Literal

import msgspec

from komadai.messages.text import Text
from komadai.play.events import ColorName
from komadai.server.games.wire import Player


class FiguresView(msgspec.Struct, frozen=True, kw_only=True):
    """How a player played, in one game or several."""

    games: int
    moves: int
    """Those that count: not those of the opening book, nor where one move was legal."""
    agreement: float | None
    """The share of them that are the engine's first choice, 0 to 1; null without a move that counts."""
    loss: float | None
    """The mean lost win rate for a move, 0 to 1."""
    mean_ms: int | None
    """The mean time for a move."""
    deviation_ms: int | None
    """The standard deviation of the times; null for less than two moves."""
    variation: float | None
    """The deviation as a multiple of the mean."""


class PlayerFigures(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a player in the game, and in other rated games at the same variant and speed."""

    color: ColorName
    player: Player
    rating: int | None
    """Before the game; null if it was not rated."""
    game: FiguresView
    others: FiguresView
    """The figures of the games that are done so far."""
    others_planned: int
    """How many other games are looked at; 0: there are none."""


class FiguresJobView(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a job that reviews a game, and others of its players, for a moderator."""

    id: str
    game: str
    state: Literal["waiting", "working", "done"]
    stopped: bool
    ms: int
    error: Text | None
    done: int
    """How many positions are evaluated, of about `total`."""
    total: int
    engine: str
    """Empty before the game is done."""
    nodes: int
    """For each position."""
    complete: bool
    """Whether the whole game has been looked at."""
    players: list[PlayerFigures]
    """Black and White; empty before the game is done."""


class FiguresMessage(msgspec.Struct, frozen=True, tag_field="type", tag="figures"):
    """The state of a job for a moderator, sent to the pages that subscribed to it."""

    job: FiguresJobView
