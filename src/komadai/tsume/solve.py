"""Is there a mate, in how many plies, by which moves?

The search is df-pn (A. Nagai, 2002) in the core, ``cpp/mate``; what is a mate and how long it is,
docs/tsume-rules.md says.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from komadai._core import MateSolver
from komadai.errors import RangeError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from komadai._core import Board, Move

MEMORY_MB: Final = 256
"""What a solver takes if nobody says otherwise, in MiB."""
READ_AHEAD: Final = 256
"""Problems."""

Result = Literal["mate", "no-mate", "unknown"]


class Solution(NamedTuple):
    """What is known of a problem."""

    result: Result
    """``"no-mate"`` is proved, as ``"mate"`` is; ``"unknown"`` says that something ran out."""
    plies: int | None
    """The length of the mate by the rules of tsume; None if there is none."""
    exact: bool
    """Whether it is proved that no mate is shorter."""
    moves: tuple[Move, ...]
    """The main line: the attacker's shortest way against the longest defence. Empty where a mate is proved
    but so little memory was allowed that its line was lost and not found again."""
    nodes: int
    """Positions that were searched; of those in the last five plies of a search eight count as one."""
    seconds: float
    reason: Literal["", "time", "nodes", "memory", "stopped", "comparison"] = ""
    """Of ``"unknown"``: what ran out. Of a mate: what ran out before it was proved to be the shortest.
    ``"comparison"``: it hangs on which of two defences lasts longer, and that could not be told."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a search stands."""

    nodes: int
    seconds: float
    pn: int
    """The proof number: about how many positions must still be shown to be mate."""
    dn: int
    """The disproof number: about how many must still be shown to be none."""
    plies: int | None
    """The length of the best mate so far, None as long as there is none."""
    hashfull: int
    """How much of the memory is in use, per thousand."""
    moves: tuple[Move, ...]
    """The line that is being looked at."""


class Solver:
    """A solver with its memory, for one problem after the other. Not for two threads at once, but
    :meth:`stop` may come from any."""

    def __init__(self, memory_mb: int = MEMORY_MB) -> None:
        """``memory_mb`` MiB, at least 1. Raises RangeError, MemoryError."""
        self._native = MateSolver(memory_mb)

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
        progress: Callable[[Progress], object] | None = None,
    ) -> Solution:
        """Solves for the side to move; see :func:`solve`. What was learnt before is used."""
        told = None
        if progress is not None:
            tell = progress

            def told(state: dict[str, object]) -> None:
                tell(Progress(**{**state, "moves": tuple(state["moves"])}))  # type: ignore[arg-type]

        _check(exact, any_mate)
        self._native.arm()
        result, length, proved, line, visited, spent, reason = self._native.solve(
            board,
            exact=exact,
            plies=plies or 0,
            nodes=nodes or 0,
            seconds=seconds or 0.0,
            shorten=not any_mate,
            threads=threads,
            on_progress=told,
        )
        mate = result == "mate"
        return Solution(
            result, length if mate else None, proved, tuple(line), visited, spent, "" if proved else reason
        )

    def stop(self) -> None:
        """Ends the search under way soon; it returns what it has."""
        self._native.stop()


def solve(
    board: Board,
    *,
    exact: bool = False,
    plies: int | None = None,
    memory_mb: int = MEMORY_MB,
    seconds: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    any_mate: bool = False,
    progress: Callable[[Progress], object] | None = None,
) -> Solution:
    """Whether the side to move mates by checks alone, and how.

    ``exact`` proves that no mate is shorter, however long that takes; ``plies`` looks for mates of at
    most so many plies (and ``"no-mate"`` then means: none within them). ``any_mate`` is content with the
    first mate that is found: its length is then an upper bound, unless ``exact`` says otherwise, and its line
    is not compared with others. ``seconds`` and ``nodes`` are
    the most to spend (None: no limit), ``memory_mb`` the memory in MiB. ``threads`` (1 to 256) search
    together in it; a problem that is solved at once takes one. ``progress`` is called about
    ten times a second; what it raises ends the search. Raises TsumeError for a position that can
    be no problem, RangeError for numbers that make no sense.
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
        progress=progress,
    )


def solve_many(
    problems: Iterable[Board | str],
    *,
    exact: bool = False,
    plies: int | None = None,
    memory_mb: int = MEMORY_MB,
    seconds: float | None = None,
    nodes: int | None = None,
    any_mate: bool = False,
) -> Iterator[Solution]:
    """Solves many problems (boards, or SFENs) with one memory, in order, one at a time.

    The limits are for each problem. Up to 256 problems are read ahead. Lines of more than three plies are
    not compared with others that are as long: :func:`solve` may tell another one. An SFEN may
    break rules that problems break (two pawns on a file). Raises SfenError for a text that is none, after the
    solutions of those before it, else as :func:`solve`.
    """
    _check(exact, any_mate)
    native = MateSolver(memory_mb)
    limits = exact, plies or 0, nodes or 0, seconds or 0.0, not any_mate
    source = iter(problems)
    waiting: list[Board | str] = []
    while waiting or (waiting := list(islice(source, READ_AHEAD))):
        found = native.solve_many(waiting, Solution, *limits)
        del waiting[: len(found)]
        yield from found


def _check(exact: bool, any_mate: bool) -> None:
    if exact and any_mate:
        raise RangeError("any_mate: a mate that is proved to be the shortest is not just any")
