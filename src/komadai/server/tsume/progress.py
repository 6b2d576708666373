"""How an attempt at a problem changes what is known of the guest: pure values, no clock, no database."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from komadai.ratings import glicko
from komadai.ratings.glicko import Rating, Score

BEGINNER: Final = Rating(900, 300, 0.06)
"""Someone who has not solved anything here yet."""
RUN_MS: Final = 180_000
RUN_MISSES: Final = 3
"""A timed run ends with the third mistake."""
_RUN_START: Final = 650.0
_RUN_STEP: Final = 45.0
"""A run begins with easy problems; each one solved makes the next so much harder."""
_DAY_MS: Final = 86_400_000
SUREST: Final = 45.0
"""Nobody's rating is taken for surer than this: people learn."""

Kind = Literal["rated", "hinted", "run"]


class SolverProgress(msgspec.Struct, frozen=True, kw_only=True):
    """How far a guest is; the columns of the table ``tsume_solvers``."""

    guest_id: str
    rating: float = BEGINNER.rating
    deviation: float = BEGINNER.deviation
    volatility: float = BEGINNER.volatility
    at_ms: int = 0
    """When the rating last changed; 0: never."""
    tried: int = 0
    solved: int = 0
    streak: int = 0
    best_streak: int = 0
    problem: str | None = None
    """What lies on the table and is not settled yet."""
    begun_ms: int = 0
    hinted: bool = False
    run_ends_ms: int | None = None
    run_solved: int = 0
    run_missed: int = 0
    best_run: int = 0

    @property
    def strength(self) -> Rating:
        return Rating(self.rating, self.deviation, self.volatility)

    def run_is_on(self, now_ms: int) -> bool:
        """Whether a timed run is under way."""
        return self.run_ends_ms is not None and now_ms < self.run_ends_ms and self.run_missed < RUN_MISSES


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """One attempt that has been settled; the columns of ``tsume_attempts``."""

    guest_id: str
    number: int
    problem: str
    plies: int
    at_ms: int
    spent_ms: int
    kind: Kind
    solved: bool
    rating: float


def begun(solver: SolverProgress, problem: str, now_ms: int) -> SolverProgress:
    """The problem is put before the guest."""
    return msgspec.structs.replace(solver, problem=problem, begun_ms=now_ms, hinted=False)


def run_left(solver: SolverProgress) -> SolverProgress:
    """The guest goes back to problems without a clock."""
    return msgspec.structs.replace(solver, problem=None, run_ends_ms=None, run_solved=0, run_missed=0)


def hinted(solver: SolverProgress) -> SolverProgress:
    """The guest has had a hint at the problem on the table."""
    return msgspec.structs.replace(solver, hinted=True)


def run_begun(solver: SolverProgress, now_ms: int) -> SolverProgress:
    """A timed run begins."""
    return msgspec.structs.replace(
        solver, problem=None, run_ends_ms=now_ms + RUN_MS, run_solved=0, run_missed=0
    )


def run_level(solver: SolverProgress) -> float:
    """How hard the next problem of the run is."""
    return _RUN_START + _RUN_STEP * solver.run_solved


def settled(
    solver: SolverProgress, plies: int, worth: Rating, solved: bool, now_ms: int
) -> tuple[SolverProgress, Attempt, Rating | None]:
    """The guest's attempt at the problem on the table is over: the guest then, the attempt, and what the
    problem is worth then (None: as before)."""
    assert solver.problem is not None
    in_run = solver.run_is_on(now_ms)
    kind: Kind = "run" if solver.run_ends_ms is not None else "hinted" if solver.hinted else "rated"
    after = msgspec.structs.replace(
        solver,
        problem=None,
        tried=solver.tried + 1,
        solved=solver.solved + solved,
        run_solved=solver.run_solved + (in_run and solved),
        run_missed=solver.run_missed + (in_run and not solved),
    )
    problem = None
    if kind == "run":
        after = msgspec.structs.replace(after, best_run=max(after.best_run, after.run_solved))
    elif kind == "rated":
        days = (now_ms - solver.at_ms) / _DAY_MS if solver.at_ms else 0.0
        own = glicko.rated(solver.strength, [Score(worth, float(solved))], max(days, 1.0))
        problem = glicko.rated(worth, [Score(solver.strength, float(not solved))])
        streak = solver.streak + 1 if solved else 0
        after = msgspec.structs.replace(
            after,
            rating=own.rating,
            deviation=max(own.deviation, SUREST),
            volatility=own.volatility,
            at_ms=now_ms,
            streak=streak,
            best_streak=max(solver.best_streak, streak),
        )
    attempt = Attempt(
        guest_id=solver.guest_id,
        number=after.tried,
        problem=solver.problem,
        plies=plies,
        at_ms=now_ms,
        spent_ms=max(0, now_ms - solver.begun_ms),
        kind=kind,
        solved=solved,
        rating=after.rating,
    )
    return after, attempt, problem
