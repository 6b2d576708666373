"""The mate solver: whether there is a mate, its length and its main line.

The search is df-pn (A. Nagai, 2002) in ``cpp/mate``. docs/tsume-rules.md defines mate and its length.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, SupportsFloat, SupportsIndex

from komadai._core import MateSolver
from komadai.errors import ArgumentTypeError, RangeError, check_type
from komadai.tsume.memory import default_memory_mb

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai._core import Board, Move

MEMORY_MB: Final = 256
"""The memory limit of a brinkmate solver in MiB, unless another is given."""
READ_AHEAD: Final = 256
"""How many problems :func:`solve_many` reads ahead."""

Result = Literal["mate", "no-mate", "unknown"]

_RANGES: Final = {
    "plies": (0, 2**31 - 1),
    "memory_mb": (1, 2**31 - 1),
    "nodes": (0, 2**63 - 1),
    "threads": (1, 256),
}
"""The smallest and largest values of arguments."""


class Solution(NamedTuple):
    """The answer to a mate problem."""

    result: Result
    """``"mate"`` and ``"no-mate"`` are proved; ``"unknown"``: a limit was reached."""
    plies: int | None
    """The length of the mate by the rules of tsume; None if there is none."""
    exact: bool
    """Whether it is proved that no mate is shorter."""
    moves: tuple[Move, ...]
    """The main line: the attacker's shortest attack against the longest defence. Empty if the mate is proved
    but the memory was too small to keep its line."""
    nodes: int
    """Searched positions; in the last five plies of a search eight positions count as one."""
    seconds: float
    reason: Literal["", "time", "nodes", "memory", "stopped", "comparison"] = ""
    """``"unknown"``: which limit was reached. A mate: which limit was reached before it was proved to be the
    shortest. ``"comparison"``: the result depends on which of two defences is longer, and that could not
    be determined."""
    memory_mb: int = 0
    """The solver's memory limit in MiB."""
    restoring: Literal["same", "differs", "undetermined"] = "same"
    """Whether the length differs if restoring interpositions (復元型無駄合) are judged the other way;
    docs/tsume-rules.md defines them. Where they count (the default), this is searched only if the main line
    contains one, and within limits; ``"undetermined"``: a limit was reached."""
    other_plies: int | None = None
    """The length by the other rule if ``restoring`` is ``"differs"``."""


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a search."""

    nodes: int
    seconds: float
    pn: int
    """The proof number: an estimate of the positions that must still be proved to be mate."""
    dn: int
    """The disproof number: an estimate of the positions that must still be proved to be no mate."""
    plies: int | None
    """The length of the shortest mate found so far, None if none was found."""
    hashfull: int
    """The used part of the memory, per thousand."""
    moves: tuple[Move, ...]
    """The line that is searched now."""


class Solver:
    """A solver with its proof table, for one problem after the other. Only one thread may use it at a time,
    but :meth:`stop` may be called from any."""

    def __init__(self, memory_mb: int | None = None) -> None:
        """``memory_mb`` is the memory limit in MiB, at least 1; None: a quarter of what is free.
        Raises RangeError, ArgumentTypeError, MemoryError."""
        check_limits(memory_mb=memory_mb)
        self.memory_mb: Final = default_memory_mb() if memory_mb is None else memory_mb
        """The memory limit in MiB."""
        self._native = MateSolver(self.memory_mb)

    def solve(
        self,
        board: Board,
        *,
        exact: bool = False,
        plies: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
        threads: int = 1,
        any_mate: bool = False,
        restoring_is_futile: bool = False,
        progress: Callable[[Progress], object] | None = None,
    ) -> Solution:
        """Solves for the side to move; see :func:`solve`. Uses the table of earlier searches."""
        check_limits(progress, seconds, plies=plies, nodes=nodes, threads=threads)
        on_progress = None
        if progress is not None:
            report = progress

            def on_progress(state: dict[str, Any]) -> None:
                report(Progress(**{each.name: state[each.name] for each in fields(Progress)}))

        _check(exact, any_mate, restoring_is_futile)
        self._native.arm()
        found = self._native.solve(
            board,
            exact=exact,
            plies=plies or 0,
            nodes=nodes or 0,
            seconds=seconds or 0.0,
            shorten=not any_mate,
            threads=threads,
            restoring_is_futile=restoring_is_futile,
            on_progress=on_progress,
        )
        return Solution(
            found.result,
            found.plies if found.result == "mate" else None,
            found.exact,
            found.moves,
            found.nodes,
            found.seconds,
            "" if found.exact else found.reason,
            self.memory_mb,
            found.restoring,
            found.other_plies or None,
        )

    def stop(self) -> None:
        """Ends the running search soon; it returns what it has found."""
        self._native.stop()


def solve(
    board: Board,
    *,
    exact: bool = False,
    plies: int | None = None,
    memory_mb: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    any_mate: bool = False,
    restoring_is_futile: bool = False,
    progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Whether the side to move mates by checks alone, and how.

    Args:
        board: The problem, the attacker to move.
        exact: Prove that no mate is shorter, however long that takes.
        plies: Search mates of at most this many plies; ``"no-mate"`` then means: none within them.
        memory_mb: Memory limit in MiB. None: a quarter of what is free, see
            :func:`komadai.tsume.memory.default_memory_mb`.
        seconds: Time limit; None: no limit.
        nodes: Node limit; None: no limit.
        threads: How many threads search together in one table, 1 to 256. A problem that is solved at once
            takes one.
        any_mate: Return the first mate that is found. Its length is an upper bound, and its line is not
            compared with others.
        restoring_is_futile: Restoring interpositions (復元型無駄合) are not defences. The length and the line
            are those of this rule; ``other_plies`` is the ordinary length where it differs.
        progress: Called about ten times a second; an exception from it ends the search.

    Raises:
        TsumeError: The position cannot be a mate problem.
        RangeError: A number is out of range, or options exclude each other.
        ArgumentTypeError: An argument has another type.
        MemoryError: The memory cannot be reserved.
    """
    solver = Solver(memory_mb)
    return solver.solve(
        board,
        exact=exact,
        plies=plies,
        seconds=seconds,
        nodes=nodes,
        threads=threads,
        any_mate=any_mate,
        restoring_is_futile=restoring_is_futile,
        progress=progress,
    )


def solve_many(
    problems: Iterable[Board | str],
    *,
    exact: bool = False,
    plies: int | None = None,
    memory_mb: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    any_mate: bool = False,
    restoring_is_futile: bool = False,
) -> Iterator[Solution]:
    """Solves many problems (boards, or SFENs) with one memory, in order, one at a time.

    The limits are for each problem. Up to 256 problems are read ahead. Lines of more than three plies are
    not compared with others of the same length, so :func:`solve` may return another one. An SFEN may break
    rules that problems break (two pawns on a file). Raises SfenError for an invalid text, after the
    solutions of the problems before it; otherwise as :func:`solve`.
    """
    check_type("problems", problems, Iterable, "several Boards or SFENs")
    check_limits(None, seconds, plies=plies, memory_mb=memory_mb, nodes=nodes)
    _check(exact, any_mate, restoring_is_futile)
    native = MateSolver(default_memory_mb() if memory_mb is None else memory_mb)
    limits = exact, plies or 0, nodes or 0, seconds or 0.0, not any_mate, restoring_is_futile
    source = iter(problems)
    waiting: list[Board | str] = []
    while waiting or (waiting := list(islice(source, READ_AHEAD))):
        found = native.solve_many(waiting, Solution, *limits)
        del waiting[: len(found)]
        yield from found


def check_limits(progress: object = None, seconds: object = None, **whole_numbers: object) -> None:
    """Raises ArgumentTypeError and RangeError for arguments that are neither None nor valid."""
    if progress is not None and not callable(progress):
        raise ArgumentTypeError(f"progress: expected a callable or None, got {progress!r}")
    if seconds is not None:
        check_type("seconds", seconds, (int, float, SupportsFloat), "a number or None")
    for name, value in whole_numbers.items():
        if value is not None:
            check_type(name, value, (int, SupportsIndex), "a whole number or None")
            lowest, highest = _RANGES[name]
            if not lowest <= index(value) <= highest:  # type: ignore[arg-type]
                raise RangeError(f"{name}: expected {lowest} to {highest}, got {value}")


def _check(exact: bool, any_mate: bool, restoring_is_futile: bool) -> None:
    if any_mate and restoring_is_futile:
        raise RangeError("any_mate: its length is not that of a rule; leave out restoring_is_futile")
    if exact and any_mate:
        raise RangeError("any_mate: a mate that is proved to be the shortest is not just any")
