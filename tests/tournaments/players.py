"""Events for the tests: players in order of strength, results by strength or by chance."""

from __future__ import annotations

import random
from typing import Any

from komadai import tournaments
from komadai.tournaments import EventError, Result, Tournament


def event(players: int, system: str = "swiss", rounds: int = 5, **settings: Any) -> Any:
    """An event with so many players: P1 is the strongest."""
    created = tournaments.Settings(name="Cup", system=system, rounds=rounds, **settings)
    made = tournaments.replay([tournaments.Created(at=0, settings=created)])
    for number in range(1, players + 1):
        made.apply(made.enter(f"P{number}", at=0, rating=2000 - 10 * number))
    return made


def play(
    made: Tournament, results: dict[int, Result] | None = None, *, chance: random.Random | None = None
) -> None:
    """Pairs the next round and enters its results: by board, by chance, else the lower number wins."""
    made.apply(made.pair(at=0))
    for game in made.rounds[-1].boards:
        if not game.is_open:
            continue
        stronger: Result = "black" if game.players[0] < game.players[1] else "white"
        result = (results or {}).get(game.board, stronger)
        if chance is not None:
            kinds: list[Result] = ["black", "white", "black", "white"]
            result = chance.choice(kinds if made.settings.system == "knockout" else [*kinds, "draw"])
        made.apply(made.enter_result(game.round, game.board, result, at=0))


def refusal(error: EventError) -> str:
    """The code of a refusal."""
    return error.message.code
