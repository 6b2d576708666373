"""A match of two engines: its games, their order, and when it is decided."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from komadai.errors import EngineUsageError
from komadai.match.openings import default_openings, digest, in_order
from komadai.match.rules import Rules
from komadai.match.runner import Runner
from komadai.match.tally import Tally
from komadai.match.task import GameSide, Task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from komadai.match.journal import Journal
    from komadai.match.openings import Opening
    from komadai.match.statistics import Sprt, SprtState
    from komadai.match.task import Result
    from komadai.match.workers import Workers


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a match. ``sprt`` may end it early; ``games`` is the maximum, rounded up to pairs."""

    first: GameSide
    second: GameSide
    games: int = 100
    rules: Rules = field(default_factory=Rules)
    openings: tuple[Opening, ...] = ()
    """Empty: those that come with Komadai; for a variant random first moves."""
    seed: int = 1
    sprt: Sprt | None = None
    event: str = ""
    records: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.first.program.name == self.second.program.name:
            raise EngineUsageError(
                f"both engines are called {self.first.program.name!r}: give one another name"
            )
        if self.games < 1:
            raise EngineUsageError(f"games: expected 1 or more, got {self.games}")

    @property
    def all_openings(self) -> tuple[Opening, ...]:
        return self.openings or default_openings(self.rules.variant, self.seed)

    def identity(self) -> dict[str, Any]:
        """The values that identify a match: all but the number of games, which may change."""
        return {
            "kind": "match",
            "engines": [seat_facts(self.first), seat_facts(self.second)],
            "rules": rules_facts(self.rules),
            "openings": digest(self.all_openings),
            "seed": self.seed,
        }

    def tasks(self) -> Iterator[Task]:
        """All games: pairs with the same opening, the first engine once Black, once White."""
        order = in_order(self.all_openings, self.seed)
        for number in range(1, self.games + self.games % 2 + 1):
            if number % 2:
                opening = next(order)
            sides = (self.first, self.second) if number % 2 else (self.second, self.first)
            yield Task(number, (number + 1) // 2, *sides, opening, self.rules, self.event, self.records)


def seat_facts(seat: GameSide) -> dict[str, Any]:
    """An engine as stored in a journal."""
    return {
        "name": seat.program.name,
        "command": list(seat.program.command),
        "options": [list(each) for each in seat.program.options],
        "pace": str(seat.pace),
        "file": seat.program.fingerprint(),
        # Only where it is not USI: journals of earlier versions do not have it.
        **({} if seat.program.protocol == "usi" else {"protocol": seat.program.protocol}),
    }


def rules_facts(rules: Rules) -> dict[str, Any]:
    """The rules as values for JSON."""
    values = {name: getattr(rules, name) for name in rules.__slots__}
    if rules.variant == "shogi":
        del values["variant"]  # journals of earlier versions do not have it
    return values


class Match:
    """A running match: the games of the journal first, then the ones to play."""

    def __init__(
        self, settings: Settings, workers: Workers, journal: Journal | None = None, folder: Path | None = None
    ) -> None:
        self.settings = settings
        self.tally: Final = Tally(settings.first.program.name, settings.second.program.name)
        self.runner: Final = Runner(workers, journal, folder)
        self.continued: int = 0
        """The number of games that were in the journal."""
        self._known: set[int] = set()
        for result in journal.results if journal is not None else ():
            self._known.add(result.number)
            self.tally.add(result)
            self.continued += 1

    @property
    def sprt(self) -> SprtState | None:
        """The state of the sequential test; None without one."""
        return self.settings.sprt.state(self.tally.pairs) if self.settings.sprt else None

    def play(self, tick: Callable[[], object] = lambda: None) -> Iterator[Result]:
        """Plays the missing games and yields each; ends when all are played or the test has decided."""
        if self._decided():
            self.runner.close()
            return
        missing = (task for task in self.settings.tasks() if task.number not in self._known)
        for result in self.runner.results(missing, tick):
            self._known.add(result.number)
            self.tally.add(result)
            yield result
            if self._decided():
                break

    def _decided(self) -> bool:
        state = self.sprt
        return state is not None and state.decision is not None
