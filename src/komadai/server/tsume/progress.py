"""A guest's progress with mate problems, as pure values: ratings, streaks, timed runs."""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from komadai.ratings import glicko
from komadai.ratings.glicko import Rating, Score

BEGINNER: Final = Rating(900, 300, 0.06)
"""The rating of a guest without attempts."""
FIRST_PLIES: Final = 1
FIRST_LEVEL: Final = 600.0
"""The length and the level of the problems that a guest gets who has not solved any and chose no length."""
RUN_MS: Final = 180_000
RUN_MISSES: Final = 3
"""A timed run ends with this mistake."""
RUN_START: Final = 650.0
RUN_STEP: Final = 45.0
"""The level of the first problem of a run, and its increase for each problem solved."""
_DAY_MS: Final = 86_400_000
MIN_DEVIATION: Final = 45.0
"""The minimum deviation of a guest's rating, because guests improve."""

Kind = Literal["rated", "hinted", "head", "repeat", "run"]
"""``head``: the whole line was entered before a piece moved; ``repeat``: a problem that was missed before.
Only ``rated`` changes ratings."""


class SolverProgress(msgspec.Struct, frozen=True, kw_only=True):
    """The progress of a guest; the columns of the table ``tsume_solvers``."""

    guest_id: str
    rating: float = BEGINNER.rating
    deviation: float = BEGINNER.deviation
    volatility: float = BEGINNER.volatility
    at_ms: int = 0
    """The time of the last change of the rating; 0: never."""
    tried: int = 0
    solved: int = 0
    streak: int = 0
    best_streak: int = 0
    problem: str | None = None
    """The current problem, which is not settled yet."""
    begun_ms: int = 0
    hinted: bool = False
    run_ends_ms: int | None = None
    run_solved: int = 0
    run_missed: int = 0
    best_run: int = 0

    @property
    def glicko(self) -> Rating:
        """The rating with its deviation and volatility."""
        return Rating(self.rating, self.deviation, self.volatility)

    def run_is_on(self, now_ms: int) -> bool:
        """Whether a timed run is in progress."""
        return self.run_ends_ms is not None and now_ms < self.run_ends_ms and self.run_missed < RUN_MISSES


class Attempt(msgspec.Struct, frozen=True, kw_only=True):
    """A settled attempt; the columns of the table ``tsume_attempts``."""

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
    """The progress after a problem was given."""
    return msgspec.structs.replace(solver, problem=problem, begun_ms=now_ms, hinted=False)


def run_left(solver: SolverProgress) -> SolverProgress:
    """The progress after the end of a timed run."""
    return msgspec.structs.replace(solver, problem=None, run_ends_ms=None, run_solved=0, run_missed=0)


def hinted(solver: SolverProgress) -> SolverProgress:
    """The progress after a hint at the current problem."""
    return msgspec.structs.replace(solver, hinted=True)


def run_begun(solver: SolverProgress, now_ms: int) -> SolverProgress:
    """The progress at the start of a timed run."""
    return msgspec.structs.replace(
        solver, problem=None, run_ends_ms=now_ms + RUN_MS, run_solved=0, run_missed=0
    )


def run_level(solver: SolverProgress) -> float:
    """The level of the next problem of the run."""
    return RUN_START + RUN_STEP * solver.run_solved


def merged(own: SolverProgress | None, guests: SolverProgress, account: str) -> SolverProgress:
    """The progress of an account after a guest's has gone into it.

    The rating, the streak and the current problem are the account's own if it has rated attempts, else the
    guest's. Counts are added.
    """
    if own is None:
        return msgspec.structs.replace(guests, guest_id=account)
    return msgspec.structs.replace(
        own if own.at_ms else guests,
        guest_id=account,
        tried=own.tried + guests.tried,
        solved=own.solved + guests.solved,
        best_streak=max(own.best_streak, guests.best_streak),
        best_run=max(own.best_run, guests.best_run),
    )


def settled(
    solver: SolverProgress,
    plies: int,
    problem_rating: Rating,
    solved: bool,
    now_ms: int,
    *,
    in_head: bool = False,
    repeated: bool = False,
) -> tuple[SolverProgress, Attempt, Rating | None]:
    """Settles the attempt at the current problem.

    Returns the new progress, the attempt, and the problem's new rating (None: unchanged).
    """
    assert solver.problem is not None
    in_run = solver.run_is_on(now_ms)
    kind: Kind = "hinted" if solver.hinted else "rated"
    if solver.run_ends_ms is not None:
        kind = "run"
    elif in_head:
        kind = "head"
    elif repeated and kind == "rated":
        kind = "repeat"
    after = msgspec.structs.replace(
        solver,
        problem=None,
        tried=solver.tried + 1,
        solved=solver.solved + solved,
        run_solved=solver.run_solved + (in_run and solved),
        run_missed=solver.run_missed + (in_run and not solved),
    )
    new_rating = None
    if kind == "run":
        after = msgspec.structs.replace(after, best_run=max(after.best_run, after.run_solved))
    elif kind == "rated":
        days = (now_ms - solver.at_ms) / _DAY_MS if solver.at_ms else 0.0
        own = glicko.rated(solver.glicko, [Score(problem_rating, float(solved))], max(days, 1.0))
        new_rating = glicko.rated(problem_rating, [Score(solver.glicko, float(not solved))])
        streak = solver.streak + 1 if solved else 0
        after = msgspec.structs.replace(
            after,
            rating=own.rating,
            deviation=max(own.deviation, MIN_DEVIATION),
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
    return after, attempt, new_rating
