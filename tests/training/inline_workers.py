"""Workers that do their tasks in this process, one at a time, and end them in a random order."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

from komadai.match.workers import Lost


class InlineWorkers:
    """``die``: numbers of tasks at which a worker dies, as often as a number occurs."""

    def __init__(self, slots: int, player: Any, die: tuple[int, ...] = ()) -> None:
        self.slots = slots
        self._player = player()
        self._given: list[tuple[int, Any]] = []
        self._die = list(die)
        self._random = Random(1)

    def give(self, slot: int, task: Any) -> None:
        self._given.append((slot, task))

    def answers(self, seconds: float) -> list[tuple[int, Any]]:
        slot, task = self._given.pop(self._random.randrange(len(self._given)))
        if task in self._die:
            self._die.remove(task)
            return [(slot, Lost("killed"))]
        return [(slot, self._player.play(task))]

    def close(self) -> None:
        self._given.clear()


def inline(slots: int = 1, die: tuple[int, ...] = ()) -> Any:
    """Makes such workers for a player."""
    return partial(InlineWorkers, slots, die=die)
