"""A game with its log, as a server would keep it."""

from __future__ import annotations

from typing import Any, Final

import pytest

from komadai import Board, Move
from komadai.play import events as ev
from komadai.play.errors import CommandError
from komadai.play.events import Event, decode_event, encode_event
from komadai.play.game import GameMachine, replay

T0: Final = 1_000_000
"""When the games begin."""
TWO: Final = (ev.Person(), ev.Person())


def created(side: Any = "black", level: int | None = 1, **changes: Any) -> ev.Created:
    players, colors = ev.person_against_engine(side, "komadai", level)
    values: dict[str, Any] = {
        "players": players,
        "colors": colors,
        "at": T0,
        "handicap": "even",
        "start_sfen": Board().sfen(),
        "clock": None,
        "impasse": "27-point",
        "illegal": "refuse",
        "take_back": True,
    }
    return ev.Created(**(values | changes))


class Table:
    """A game with its log. After each command the log, as it is stored, gives the same game."""

    def __init__(self, *begins: Event, **changes: Any) -> None:
        """``begins`` follow the game's creation, whose settings are ``changes``."""
        self.log: list[Event] = [created(**changes), *begins]
        self.game = replay(self.log)
        if self.game.colors is not None:
            self.happen(self.game.resume(T0))

    def happen(self, events: list[Event]) -> list[Event]:
        for event in events:
            self.game.apply(event)
        self.log += events
        again = replay([decode_event(encode_event(event)) for event in self.log])
        assert state_of(again) == state_of(self.game)
        return events

    def move(self, usi: str, at: int) -> list[Event]:
        return self.happen(self.game.move(self.game.turn, Move.from_usi(usi), at))

    def play(self, moves: str, at: int | None = None, step: int = 1000) -> GameMachine:
        """Plays the moves, one each step after this time, by default after the last event."""
        at = self.game.at if at is None else at
        for usi in moves.split():
            at += step
            self.move(usi, at)
        return self.game


def state_of(game: GameMachine) -> tuple[Any, ...]:
    return (
        game.board.sfen(),
        game.board.history,
        game.count,
        game.at,
        game.colors,
        game.throws,
        game.moves,
        game.clock,
        game.paused,
        game.outcome,
        game.interruption,
        game.plies_after,
        game.plans,
        game.rests,
    )


def refused(code: str) -> Any:
    return pytest.raises(CommandError, match=f"^{code}:")
