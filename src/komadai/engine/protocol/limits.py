"""The limits of a search: the arguments of USI's ``go`` command."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import isfinite
from typing import TypedDict, cast

from komadai import Color, Move
from komadai._core import parse_go
from komadai.errors import ArgumentTypeError, EngineUsageError, check_type

_TIMES = ("btime", "wtime", "byoyomi", "binc", "winc", "movetime")
_AMOUNTS = ("nodes", "depth")
_NUMBERS = (*_TIMES, *_AMOUNTS)


class Bounds(TypedDict, total=False):
    """The limits that searches also take as keywords: ``engine.play(board, depth=3, seconds=1)``."""

    seconds: float | None
    nodes: int | None
    depth: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits of one search. Times are milliseconds, as in USI.

    ``btime`` and ``wtime`` are the remaining main time of each side, ``byoyomi`` the time for every move
    after that, ``binc`` and ``winc`` the increment of every move, which ``btime`` and ``wtime`` do not
    include (see :func:`before_increment`). ``movetime`` is exact. ``nodes`` and ``depth``, at least 1, limit
    the search without a clock. ``mate`` asks for a mate problem's solution within that time (0: no limit).
    Without any limit the search runs until it is stopped.
    Raises EngineUsageError (a ValueError) for a number below its minimum, ArgumentTypeError unless all are
    whole numbers.
    """

    btime: int | None = None
    wtime: int | None = None
    byoyomi: int | None = None
    binc: int | None = None
    winc: int | None = None
    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None
    mate: int | None = None
    infinite: bool = False
    searchmoves: tuple[Move, ...] = ()

    def __post_init__(self) -> None:
        for name in (*_NUMBERS, "mate"):
            value = getattr(self, name)
            if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
                raise ArgumentTypeError(f"{name}: expected a whole number or None, got {value!r}")
            least = 1 if name in _AMOUNTS else 0
            if value is not None and value < least:
                raise EngineUsageError(f"{name}: expected a number not below {least}, got {value}")
        check_type("searchmoves", self.searchmoves, Iterable, "Moves")
        if not all(isinstance(move, Move) for move in self.searchmoves):
            raise ArgumentTypeError(f"searchmoves: expected Moves, got {self.searchmoves!r}")

    @staticmethod
    def for_seconds(seconds: float) -> Limits:
        """``seconds`` for this move, as byoyomi, which every USI engine understands.

        Raises EngineUsageError (a ValueError) unless the number is above 0 and finite, ArgumentTypeError.
        """
        if not isinstance(seconds, int | float) or isinstance(seconds, bool):
            raise ArgumentTypeError(f"seconds: expected a number, got {seconds!r}")
        if not (seconds > 0 and isfinite(seconds)):
            raise EngineUsageError(f"seconds: expected a number above 0, got {seconds}")
        return Limits(btime=0, wtime=0, byoyomi=max(1, round(seconds * 1000)))

    @staticmethod
    def parse(words: Sequence[str]) -> tuple[Limits, bool, list[str]]:
        """The limits in the words after ``go``, whether ``ponder`` is among them, and the unknown words.

        A number that cannot be read counts as the smallest one, and so does a depth or number of nodes below
        1: a GUI that sent a limit waits for an answer.
        Raises ArgumentTypeError unless ``words`` is a list or another sequence of texts.
        """
        if (
            isinstance(words, str)
            or not isinstance(words, Sequence)
            or not all(isinstance(word, str) for word in words)
        ):
            raise ArgumentTypeError(f"words: expected a sequence of texts such as a list, got {words!r}")
        read = parse_go(words)
        ponder, unknown = read.pop("ponder"), read.pop("unknown")
        moves = tuple(map(Move.from_usi, read.pop("searchmoves")))
        return Limits(**read, searchmoves=moves), ponder, unknown

    def go(self, *, ponder: bool = False) -> str:
        """The ``go`` command with these limits."""
        words = ["go"]
        if ponder:
            words.append("ponder")
        if self.mate is not None:
            words += ["mate", str(self.mate) if self.mate else "infinite"]
        for name in _NUMBERS:
            value = getattr(self, name)
            if value is not None:
                words += [name, str(value)]
        if self.is_endless:
            words.append("infinite")
        if self.searchmoves:
            words += ["searchmoves", *(move.usi() for move in self.searchmoves)]
        return " ".join(words)

    @property
    def is_endless(self) -> bool:
        """Whether nothing but ``stop`` ends the search."""
        return self.infinite or all(getattr(self, name) is None for name in (*_NUMBERS, "mate"))

    def longest_ms(self, color: Color) -> int | None:
        """The longest time the rules give this side for one move, or None without a clock."""
        if self.infinite:
            return None
        if self.movetime is not None:
            return self.movetime
        if self.mate:
            return self.mate
        main = self.btime if color == Color.BLACK else self.wtime
        gain = self.binc if color == Color.BLACK else self.winc
        if main is None and self.byoyomi is None:
            return None
        return (main or 0) + (self.byoyomi or 0) + (gain or 0)

    def after(self, color: Color, spent_ms: int) -> Limits:
        """The limits after a move of this side that took ``spent_ms``."""
        main, gain = (self.btime, self.binc) if color == Color.BLACK else (self.wtime, self.winc)
        if main is None:
            return self
        left = max(0, main - spent_ms) + (gain or 0)
        return replace(self, btime=left) if color == Color.BLACK else replace(self, wtime=left)

    def fit(self, sent: Limits, color: Color) -> bool:
        """Whether an engine that ponders with the limits ``sent`` may go on with them after a ponderhit.

        ``ponderhit`` sends no clock, so the mover must have the time that was sent; a loss by rounding is
        allowed.
        """
        if (sent.btime is None, sent.wtime is None) != (self.btime is None, self.wtime is None):
            return False
        if replace(sent, btime=None, wtime=None) != replace(self, btime=None, wtime=None):
            return False
        was, left = (sent.btime, self.btime) if color == Color.BLACK else (sent.wtime, self.wtime)
        return (was or 0) - (left or 0) <= min(1000, (was or 0) // 10)


def limits_of(limits: Limits | None, bounds: Bounds) -> Limits | None:
    """The limits of a search that were given as ``limits`` or as keywords; None if there are none.

    Raises EngineUsageError if both are given, ArgumentTypeError for an unknown keyword and wrong types.
    """
    check_type("limits", limits, (Limits, type(None)), "Limits or None")
    unknown = [name for name in bounds if name not in Bounds.__annotations__]
    if unknown:
        raise ArgumentTypeError(
            f"{unknown[0]}: expected seconds, nodes or depth; give other limits as Limits({unknown[0]}=…)"
            if unknown[0] in Limits.__dataclass_fields__
            else f"{unknown[0]}: unknown argument; a search is limited by seconds, nodes, depth or Limits(…)"
        )
    given = cast(Bounds, {name: value for name, value in bounds.items() if value is not None})
    if not given:
        return limits
    if limits is not None:
        raise EngineUsageError(f"expected either limits or {' and '.join(given)}")
    seconds = given.get("seconds")
    clock = Limits() if seconds is None else Limits.for_seconds(seconds)
    return replace(clock, nodes=given.get("nodes"), depth=given.get("depth"))


def some_limits(limits: Limits | None, bounds: Bounds) -> Limits:
    """As :func:`limits_of`. Raises EngineUsageError if no limit is given."""
    found = limits_of(limits, bounds)
    if found is None:
        raise EngineUsageError("expected seconds, nodes, depth or Limits(…)")
    return found


def before_increment(main_ms: int, increment_ms: int) -> tuple[int, int]:
    """Splits a clock that already includes the increment of the next move into main time and increment.

    USI sends them apart. Before the first move a clock may include less than the increment.
    """
    increment_ms = min(increment_ms, main_ms)
    return main_ms - increment_ms, increment_ms
