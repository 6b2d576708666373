"""A match of two variants at a fixed number of nodes, which a sequential test may end early.

The result is that of the pairs 0, 1, 2 … up to the maximum, or up to the first with which the test is
decided, in the order of their numbers. So it does not depend on the number of processes or on interruptions.
"""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from komadai.errors import RangeError
from komadai.match.statistics import Pentanomial, Sprt, estimate
from komadai.training.dispatch import Dispatcher
from komadai.training.tuning.ledger import Ledger
from komadai.training.tuning.pair import PairPlayer, PairTask, PlayedPair, opening_of
from komadai.training.tuning.variant import Variant

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from komadai.match.workers import GamePlayer, Workers

LEDGER_FILE = "pairs.jsonl"


@dataclass(frozen=True, kw_only=True)
class MatchSettings:
    """``games`` is the maximum, rounded up to pairs. ``least``: games that are played even if the test is
    decided before. Raises RangeError."""

    first: Variant = field(default_factory=Variant)
    second: Variant = field(default_factory=Variant)
    nodes: int = 5_000
    games: int = 1_000
    seed: int = 1
    sprt: Sprt | None = None
    least: int = 0

    def __post_init__(self) -> None:
        for name in ("nodes", "games"):
            if getattr(self, name) < 1:
                raise RangeError(f"{name}: expected 1 or more, got {getattr(self, name)}")

    @property
    def pairs(self) -> int:
        """The maximum number of pairs."""
        return (self.games + 1) // 2

    def identity(self) -> dict[str, Any]:
        """The settings that the games depend on, as values for JSON. The number of games and the test may
        change."""
        return {
            "komadai_match": 1,
            "first": self.first.identity(),
            "second": self.second.identity(),
            "nodes": self.nodes,
            "seed": self.seed,
        }


@dataclass
class MatchState:
    """The pairs that count, and whether the match is over. ``counts`` as in Pentanomial."""

    settings: MatchSettings
    counts: list[int] = field(default_factory=lambda: [0] * 5)
    decision: str | None = None
    """"H0" or "H1" if the test is decided."""

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def is_over(self) -> bool:
        if self.pairs >= self.settings.pairs:
            return True
        return self.decision is not None and 2 * self.pairs >= self.settings.least

    @property
    def pentanomial(self) -> Pentanomial:
        return Pentanomial((self.counts[0], self.counts[1], self.counts[2], self.counts[3], self.counts[4]))

    def add(self, points: float) -> None:
        """Counts the next pair: the points of the first variant in it."""
        self.counts[round(2 * points)] += 1
        if self.settings.sprt is not None and self.decision is None:
            self.decision = self.settings.sprt.state(self.pentanomial).decision

    def report(self) -> dict[str, Any]:
        """The result, as values for JSON. Elo is that of the first variant, with its 95 % interval."""
        pairs = self.pentanomial
        found = estimate(pairs)
        facts: dict[str, Any] = {
            "games": 2 * pairs.pairs,
            "points": sum(half * count for half, count in enumerate(self.counts)) / 2,
            "pairs": list(self.counts),
            "elo": None,
        }
        if found is not None and pairs.mean not in (0.0, 1.0):
            facts |= {
                "elo": round(found.elo, 1),
                "elo_low": round(found.low, 1),
                "elo_high": round(found.high, 1),
            }
        if self.settings.sprt is not None:
            state = self.settings.sprt.state(pairs)
            facts["sprt"] = {
                "elo0": self.settings.sprt.elo0,
                "elo1": self.settings.sprt.elo1,
                "llr": round(state.llr, 3),
                "decision": self.decision,
            }
        return facts


class RunningMatch:
    """A match whose pairs are played by the caller. ``path``: its file of results, which is made or gone on
    with.

    Raises LedgerError, EvaluationFileError, OSError.
    """

    def __init__(self, path: Path, settings: MatchSettings) -> None:
        self.settings = settings
        self.state: Final = MatchState(settings)
        self._ledger = Ledger(path, settings.identity())
        self._points = {int(entry["pair"]): sum(entry["points"]) for entry in self._ledger.entries}
        self._advance()
        self._upcoming = self.state.pairs

    def next_pair(self) -> tuple[int, PairTask] | None:
        """The number and the task of the next pair that is missing, None if all are given."""
        settings = self.settings
        while self._upcoming in self._points:
            self._upcoming += 1
        if self._upcoming >= settings.pairs or self.state.is_over:
            return None
        number = self._upcoming
        self._upcoming += 1
        opening = opening_of(settings.seed, number)
        return number, PairTask(settings.first, settings.second, opening, settings.nodes)

    def add(self, number: int, played: PlayedPair) -> None:
        """Stores the result of a pair. Raises OSError."""
        self._ledger.add({"pair": number, "points": list(played.points), "moves": list(played.moves)})
        self._points[number] = sum(played.points)
        self._advance()

    def close(self) -> None:
        """Closes the file."""
        self._ledger.close()

    def _advance(self) -> None:
        """Counts the pairs that follow without a gap."""
        while not self.state.is_over and self.state.pairs in self._points:
            self.state.add(self._points[self.state.pairs])


def play_match(
    folder: Path,
    settings: MatchSettings,
    make_workers: Callable[[Callable[[], GamePlayer]], Workers],
    *,
    nice: int = 0,
    on_progress: Callable[[MatchState], object] = lambda state: None,
) -> dict[str, Any]:
    """Plays the pairs that are missing in the folder's ``pairs.jsonl``, and returns the report.

    Raises LedgerError, EvaluationFileError, EngineError, OSError.
    """
    with closing(RunningMatch(folder / LEDGER_FILE, settings)) as match:
        state = match.state
        on_progress(state)
        if not state.is_over:
            workers = make_workers(partial(PairPlayer, nice))
            Dispatcher(workers).run(
                match.next_pair, match.add, lambda: state.is_over, lambda: on_progress(state)
            )
        return state.report()
