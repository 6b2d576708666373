"""Tournaments: all against all, or some against all others, and the rating list."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from komadai.errors import EngineUsageError, RangeError
from komadai.match.match import rules_facts, seat_facts
from komadai.match.openings import default_openings, digest, in_order
from komadai.match.rules import Rules
from komadai.match.runner import Runner
from komadai.match.statistics.ratings import GameScore, RatingList, rate
from komadai.match.task import Task

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from komadai.match.journal import Journal
    from komadai.match.openings import Opening
    from komadai.match.task import GameSide, Result
    from komadai.match.workers import Workers


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSettings:
    """The settings of a tournament.

    ``rounds``: the number of pairs of games of any two engines that meet. ``gauntlet``: this many of the
    first engines meet all others, but not each other; 0: all meet all. ``neighbours``: with the engines in
    the order of their strength, each meets only this many of the next ones; 0: all.
    """

    seats: tuple[GameSide, ...]
    rounds: int = 10
    gauntlet: int = 0
    neighbours: int = 0
    rules: Rules = field(default_factory=Rules)
    openings: tuple[Opening, ...] = ()
    """Empty: those that come with Komadai."""
    seed: int = 1
    event: str = ""
    records: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        names = Counter(seat.program.name for seat in self.seats)
        if len(self.seats) < 2:
            raise EngineUsageError("a tournament needs two engines or more")
        name, count = names.most_common(1)[0]
        if count > 1:
            raise EngineUsageError(
                f"{count} engines are called {name!r}: each needs a name of its own (NAME=COMMAND)"
            )
        if self.rounds < 1 or not 0 <= self.gauntlet < len(self.seats):
            raise RangeError("expected a round or more, and an opponent for a gauntlet")
        if self.neighbours < 0 or (self.gauntlet and self.neighbours):
            raise RangeError("expected a gauntlet, or a number of neighbours, or neither")

    @property
    def all_openings(self) -> tuple[Opening, ...]:
        return self.openings or default_openings(self.rules.variant, self.seed)

    @property
    def pairings(self) -> list[tuple[GameSide, GameSide]]:
        """The pairs of engines that meet."""
        return [
            (self.seats[i], self.seats[j])
            for i, j in combinations(range(len(self.seats)), 2)
            if (not self.gauntlet or i < self.gauntlet <= j)
            and (not self.neighbours or j - i <= self.neighbours)
        ]

    @property
    def games(self) -> int:
        return 2 * self.rounds * len(self.pairings)

    def identity(self) -> dict[str, Any]:
        """The values that identify a tournament: all but the number of rounds, which may change."""
        return {
            "kind": "tournament",
            "engines": [seat_facts(seat) for seat in self.seats],
            "gauntlet": self.gauntlet,
            **({"neighbours": self.neighbours} if self.neighbours else {}),
            "rules": rules_facts(self.rules),
            "openings": digest(self.all_openings),
            "seed": self.seed,
        }

    def tasks(self) -> Iterator[Task]:
        """All games, round by round; in a round all pairings play the same opening, twice."""
        order = in_order(self.all_openings, self.seed)
        number = pair = 0
        for _ in range(self.rounds):
            opening = next(order)
            for one, other in self.pairings:
                pair += 1
                for black, white in ((one, other), (other, one)):
                    number += 1
                    yield Task(number, pair, black, white, opening, self.rules, self.event, self.records)


class Tournament:
    """A running tournament: the games of the journal first, then the ones to play."""

    def __init__(
        self,
        settings: TournamentSettings,
        workers: Workers,
        journal: Journal | None = None,
        folder: Path | None = None,
    ) -> None:
        self.settings = settings
        self.runner: Final = Runner(workers, journal, folder)
        self.scores: list[GameScore] = []
        self.faults: dict[str, Counter[str]] = {}
        self._known: set[int] = set()
        for result in journal.results if journal is not None else ():
            self._add(result)
        self.continued: Final = len(self.scores)
        """The number of games that were in the journal."""

    def play(self, tick: Callable[[], object] = lambda: None) -> Iterator[Result]:
        """Plays the missing games and yields each."""
        missing = (task for task in self.settings.tasks() if task.number not in self._known)
        for result in self.runner.results(missing, tick):
            self._add(result)
            yield result

    def ratings(self, anchors: dict[str, float] | None = None) -> RatingList | None:
        """The rating list; None as long as some engines cannot be compared."""
        met = {name for score in self.scores for name in (score.black, score.white)}
        if len(met) < len(self.settings.seats):
            return None
        try:
            return rate(self.scores, anchors=anchors)
        except RangeError:
            return None

    def _add(self, result: Result) -> None:
        self._known.add(result.number)
        self.scores.append(GameScore(result.black, result.white, result.points, result.pair))
        if result.culprit is not None and result.fault is not None:
            self.faults.setdefault(result.culprit, Counter())[result.fault] += 1
