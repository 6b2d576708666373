"""Tunes parameters of the search and groups of evaluation weights by games.

The method is simultaneous perturbation stochastic approximation (SPSA).

Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation" (IEEE
Transactions on Automatic Control 37, 1992). A step shifts all parameters at once, each up or down at random,
plays a pair of games of the shifted against the oppositely shifted, and moves all parameters a little towards
the winner. The steps of a batch begin from the same values and are played at the same time; so the result
does not depend on the number of processes. The results of the pairs are on disk, and the values follow from
them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

from komadai._core import Search
from komadai.errors import RangeError
from komadai.training.dispatch import Dispatcher
from komadai.training.tuning.ledger import Ledger
from komadai.training.tuning.pair import PairPlayer, PairTask, PlayedPair, opening_of
from komadai.training.tuning.variant import Variant
from komadai.training.tuning.weight_groups import GROUPS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from komadai.match.workers import GamePlayer, Workers

LEDGER_FILE: Final = "steps.jsonl"
_ALPHA, _GAMMA = 0.602, 0.101
"""The exponents by which rate and shift fall with the number of the step, as Spall recommends."""
_STABILITY: Final = 500
"""The steps after which the rate begins to fall."""
_WEIGHTS: Final = "weights."
"""Before the name of a group of weights."""


@dataclass(frozen=True)
class Tunable:
    """A number that can be tuned. ``shift``: the first shift; None: a share of the default."""

    default: int
    low: int
    high: int
    shift: int | None = None


def _tunables() -> dict[str, Tunable]:
    found = {name: Tunable(*values) for name, values in Search.parameters().items()}
    for name, group in GROUPS.items():
        found[_WEIGHTS + name] = Tunable(group.default, group.low, group.high, group.shift)
    return found


TUNABLES: Final = _tunables()
"""Parameters of the search by name, and groups of weights by ``weights.`` and their name."""
_KINDS: Final = {
    "search": tuple(Search.parameters()),
    "weights": tuple(_WEIGHTS + name for name in GROUPS),
}


def _variant(evaluation: str, values: dict[str, int]) -> Variant:
    weights = {
        name.removeprefix(_WEIGHTS): value for name, value in values.items() if name.startswith(_WEIGHTS)
    }
    parameters = {name: value for name, value in values.items() if not name.startswith(_WEIGHTS)}
    return Variant(evaluation, parameters, weights)


@dataclass(frozen=True, kw_only=True)
class SpsaSettings:
    """``parameters``: the names of those that are tuned, as in :data:`TUNABLES`; ``search`` and ``weights``
    stand for all of a kind, and empty is ``search``. ``start``: values that are not the default. ``shift``:
    the first shift of a parameter of the search as a share of its default (at least 1). ``rate``: the first
    move for each point won, as a share of the shift. ``batch``: steps that begin from the same values.

    Raises RangeError.
    """

    parameters: tuple[str, ...] = ()
    start: dict[str, int] = field(default_factory=dict)
    evaluation: str = ""
    nodes: int = 5_000
    games: int = 20_000
    seed: int = 1
    shift: float = 0.2
    rate: float = 0.02
    batch: int = 8

    def __post_init__(self) -> None:
        _variant(self.evaluation, self.start)
        for name in self.parameters:
            if name not in _KINDS and name not in TUNABLES:
                raise RangeError(f"parameter {name!r}: expected one of {', '.join((*_KINDS, *TUNABLES))}")
        for name in ("nodes", "games", "batch"):
            if getattr(self, name) < 1:
                raise RangeError(f"{name}: expected 1 or more, got {getattr(self, name)}")
        for name in ("shift", "rate"):
            if not 0 < getattr(self, name) <= 1:
                raise RangeError(f"{name}: expected a number above 0, up to 1, got {getattr(self, name)}")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters that are tuned."""
        named = [_KINDS.get(name, (name,)) for name in self.parameters or ("search",)]
        return tuple(dict.fromkeys(name for names in named for name in names))

    @property
    def steps(self) -> int:
        """Steps in all, a whole number of batches."""
        return -(-self.games // (2 * self.batch)) * self.batch

    def identity(self) -> dict[str, Any]:
        """The settings that the games depend on, as values for JSON. The number of games may change."""
        return {
            "komadai_spsa": 1,
            "parameters": list(self.names),
            "start": _variant(self.evaluation, self.start).identity(),
            "nodes": self.nodes,
            "seed": self.seed,
            "shift": self.shift,
            "rate": self.rate,
            "batch": self.batch,
        }


class SpsaState:
    """The values after a number of steps."""

    def __init__(self, settings: SpsaSettings) -> None:
        self.settings = settings
        self.step: int = 0
        """Steps that count."""
        self.points: float = 0.0
        """The points of the side that was shifted up where the sign is 1; about one a step."""
        defaults = {name: tunable.default for name, tunable in TUNABLES.items()}
        self.values: Final = {name: float((defaults | settings.start)[name]) for name in settings.names}
        self._batch_values = dict(self.values)

    @property
    def is_over(self) -> bool:
        return self.step >= self.settings.steps

    def signs(self, step: int) -> dict[str, int]:
        """The direction in which each parameter is shifted in this step."""
        rng = Random(f"{self.settings.seed} {step}")
        return {name: rng.choice((-1, 1)) for name in self.settings.names}

    def variants(self, step: int) -> tuple[Variant, Variant]:
        """The two players of a step of the current batch."""
        signs = self.signs(step)

        def shifted(sign: int) -> Variant:
            values = dict(self.settings.start)
            for name, value in self._batch_values.items():
                tunable = TUNABLES[name]
                moved = round(value + sign * signs[name] * self._shift(name, step))
                values[name] = min(max(moved, tunable.low), tunable.high)
            return _variant(self.settings.evaluation, values)

        return shifted(1), shifted(-1)

    def add(self, points: float) -> None:
        """Moves the values by the next step's result: the points of its first player, 0 to 2."""
        signs = self.signs(self.step)
        self.points += points
        for name in self.values:
            tunable = TUNABLES[name]
            rate = (
                self.settings.rate * self._shift(name, 0) / ((self.step + _STABILITY) / _STABILITY) ** _ALPHA
            )
            moved = self.values[name] + rate * (points - 1) * signs[name]
            self.values[name] = min(max(moved, tunable.low), tunable.high)
        self.step += 1
        if self.step % self.settings.batch == 0:
            self._batch_values = dict(self.values)

    def variant(self) -> Variant:
        """The variant with the present values."""
        values = {name: round(value) for name, value in self.values.items()}
        return _variant(self.settings.evaluation, self.settings.start | values)

    def report(self) -> dict[str, Any]:
        """The values, as values for JSON."""
        variant = self.variant()
        return {
            "games": 2 * self.step,
            "values": {name: round(value, 2) for name, value in self.values.items()},
            "parameters": variant.parameters,
            "weights": variant.weights,
        }

    def _shift(self, name: str, step: int) -> float:
        tunable = TUNABLES[name]
        first = abs(tunable.default) * self.settings.shift if tunable.shift is None else tunable.shift
        return max(1.0, first) / float((step + 1) ** _GAMMA)


def tune(
    folder: Path,
    settings: SpsaSettings,
    make_workers: Callable[[Callable[[], GamePlayer]], Workers],
    *,
    nice: int = 0,
    on_progress: Callable[[SpsaState], object] = lambda state: None,
) -> dict[str, Any]:
    """Plays the steps that are missing in the folder's ``steps.jsonl``, and returns the report.

    Raises LedgerError, EvaluationFileError, EngineError, OSError.
    """
    with Ledger(folder / LEDGER_FILE, settings.identity()) as ledger:
        points = {int(entry["step"]): float(entry["points"]) for entry in ledger.entries}
        state = SpsaState(settings)

        def advance() -> None:
            while not state.is_over and state.step in points:
                state.add(points[state.step])

        advance()
        on_progress(state)
        if state.is_over:
            return state.report()
        upcoming = state.step

        def next_step() -> tuple[int, PairTask] | None:
            nonlocal upcoming
            upcoming = max(upcoming, state.step)
            end = (state.step // settings.batch + 1) * settings.batch
            while upcoming in points:
                upcoming += 1
            if upcoming >= min(end, settings.steps):
                return None  # the next batch begins from values that are not known yet
            number = upcoming
            upcoming += 1
            return number, PairTask(
                *state.variants(number), opening_of(settings.seed, number), settings.nodes
            )

        def add(number: int, played: PlayedPair) -> None:
            ledger.add({"step": number, "points": sum(played.points), "moves": list(played.moves)})
            points[number] = sum(played.points)
            advance()

        workers = make_workers(partial(PairPlayer, nice))
        Dispatcher(workers).run(next_step, add, lambda: state.is_over, lambda: on_progress(state))
        return state.report()
