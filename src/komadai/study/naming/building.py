"""``building(game, castle, side)``: the steps in which a castle is built, and when each was done."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from komadai.errors import RangeError, check_type
from komadai.kifu import Game
from komadai.kifu.tree.game import GameTree
from komadai.study.naming.names import SIDES, Side
from komadai.study.naming.position import StopReading, TrackedPosition
from komadai.study.naming.rules import Step, all_rules


@dataclass(frozen=True, slots=True)
class BuildingStep:
    """A step of building a castle."""

    en: str
    ja: str
    ply: int | None
    """The first ply after which it was done; None if it was not done."""


def castles_with_steps() -> tuple[str, ...]:
    """The ids of the castles whose steps are known."""
    return tuple(rule.id for rule in all_rules().rules if rule.steps)


def building(game: GameTree[Any], castle: str, side: Side) -> tuple[BuildingStep, ...]:
    """The steps in which this side builds the castle, in a usual order; in the game they may come in another.

    A game of a variant has no steps done. Raises ArgumentTypeError for anything but a game, RangeError for a
    castle whose steps are not known and for another side.
    """
    check_type("game", game, GameTree, "a Game")
    if side not in SIDES:
        raise RangeError(f"side: expected black or white, got {side!r}")
    steps = next((rule.steps for rule in all_rules().rules if rule.steps and rule.id == castle), None)
    if steps is None:
        raise RangeError(f"castle: expected {' or '.join(castles_with_steps())}, got {castle!r}")
    done = _done(game, steps, SIDES.index(side)) if isinstance(game, Game) else {}
    return tuple(BuildingStep(step.en, step.ja, done.get(number)) for number, step in enumerate(steps))


def _done(game: Game, steps: tuple[Step, ...], side: int) -> dict[int, int]:
    """By the number of a step, the ply after which it was first done."""
    position = TrackedPosition(game)
    done: dict[int, int] = {}
    for node in game.main_line():
        if node.move is None or len(done) == len(steps):
            break
        try:
            position.play(int(node.move))
        except StopReading:
            break
        pieces = position.pieces[side]
        for number, step in enumerate(steps):
            if number not in done and any(pieces & mask == mask for mask in step.pieces):
                done[number] = position.ply
    return done
