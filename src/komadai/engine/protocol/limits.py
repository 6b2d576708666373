"""How long and how far an engine may think: what USI's ``go`` command says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import isfinite, isnan

from komadai import Color, Move
from komadai.errors import EngineUsageError, InvalidMoveError

_MOST = 2**31 - 1
_TIMES = ("btime", "wtime", "byoyomi", "binc", "winc", "movetime")
_NUMBERS = (*_TIMES, "nodes", "depth")
_WORDS = (*_NUMBERS, "ponder", "infinite", "mate", "searchmoves")


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The bounds of one search. Times are milliseconds, as USI has them.

    ``btime`` and ``wtime`` are what each side has left, ``byoyomi`` what it has for every
    move after that, ``binc`` and ``winc`` what it is given for every move on top: as the author of
    the protocol has it, btime does not hold it yet (see :func:`before_increment`). ``movetime`` is
    exact, ``nodes`` and ``depth`` know no clock. ``mate`` asks for a tsume solution within so many
    milliseconds (0: without limit). Nothing given means: think until told to stop.
    Raises EngineUsageError (a ValueError) for a negative number, TypeError for what is no whole number.
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
                raise TypeError(f"{name}: expected a whole number or None, got {value!r}")
            if value is not None and value < 0:
                raise EngineUsageError(f"{name}: expected a number not below 0, got {value}")
        if not all(isinstance(move, Move) for move in self.searchmoves):
            raise TypeError(f"searchmoves: expected Moves, got {self.searchmoves!r}")

    @staticmethod
    def for_seconds(seconds: float) -> Limits:
        """So many seconds for this move, said as byoyomi, which every USI engine understands.

        Raises EngineUsageError (a ValueError) unless they are more than 0 and finite.
        """
        if not isinstance(seconds, int | float) or isinstance(seconds, bool):
            raise TypeError(f"seconds: expected a number, got {seconds!r}")
        if not (seconds > 0 and isfinite(seconds)):
            raise EngineUsageError(f"seconds: expected a number of more than 0, got {seconds}")
        return Limits(btime=0, wtime=0, byoyomi=max(1, round(seconds * 1000)))

    @staticmethod
    def parse(words: Sequence[str]) -> tuple[Limits, bool, list[str]]:
        """The limits behind ``go``, whether it said ``ponder``, and what was not understood.

        A number that can't be read counts as the least there is: who named a limit waits for an answer.
        """
        found: dict[str, int] = {}
        ponder = infinite = False
        mate: int | None = None
        moves: list[Move] = []
        strange: list[str] = []
        index = 0
        while index < len(words):
            word = words[index]
            following = words[index + 1] if index + 1 < len(words) else ""
            index += 1
            if word == "ponder":
                ponder = True
            elif word == "infinite":
                infinite = True
            elif word == "searchmoves":
                while index < len(words) and words[index] not in _WORDS:
                    try:
                        moves.append(Move.from_usi(words[index]))
                    except InvalidMoveError:
                        strange.append(f"searchmoves {words[index]}")
                    index += 1
            elif word == "mate" and following in ("", "infinite"):
                index += 1
                mate = 0
            elif word in ("mate", *_NUMBERS):
                if following in _WORDS:
                    following = ""  # the number was left out
                else:
                    index += 1
                try:
                    number = _bounded(following)
                except ValueError:
                    number = 0 if word in _TIMES else 1
                    strange.append(f"{word} {following}".strip())
                if word == "mate":
                    mate = number
                else:
                    found[word] = number
            else:
                strange.append(word)
        limits = Limits(**found, mate=mate, infinite=infinite, searchmoves=tuple(moves))
        return limits, ponder, strange

    def go(self, *, ponder: bool = False) -> str:
        """The ``go`` command that says this."""
        words = ["go"]
        if ponder:
            words.append("ponder")
        if self.mate is not None:
            words += ["mate", str(self.mate) if self.mate else "infinite"]
        for name in _NUMBERS:
            value = getattr(self, name)
            if value is not None:
                words += [name, str(value)]
        if self.infinite or all(getattr(self, name) is None for name in (*_NUMBERS, "mate")):
            words.append("infinite")
        if self.searchmoves:
            words += ["searchmoves", *(move.usi() for move in self.searchmoves)]
        return " ".join(words)

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
        """The clock after a move of this side that took so long."""
        main, gain = (self.btime, self.binc) if color == Color.BLACK else (self.wtime, self.winc)
        if main is None:
            return self
        left = max(0, main - spent_ms) + (gain or 0)
        return replace(self, btime=left) if color == Color.BLACK else replace(self, wtime=left)

    def fit(self, told: Limits, color: Color) -> bool:
        """Whether an engine that was told others while it pondered may go on by them.

        USI's ponderhit tells no clock: the mover's must be what was told, or more, but for what rounding
        takes.
        """
        if (told.btime is None, told.wtime is None) != (self.btime is None, self.wtime is None):
            return False
        if replace(told, btime=None, wtime=None) != replace(self, btime=None, wtime=None):
            return False
        was, left = (told.btime, self.btime) if color == Color.BLACK else (told.wtime, self.wtime)
        return (was or 0) - (left or 0) <= min(1000, (was or 0) // 10)


def before_increment(main_ms: int, increment_ms: int) -> tuple[int, int]:
    """What ``go`` says of a clock that has been given the increment of the move to come: both apart.

    Their sum is what the clock shows. A first move may have been given less, or nothing.
    """
    increment_ms = min(increment_ms, main_ms)
    return main_ms - increment_ms, increment_ms


def _bounded(text: str) -> int:
    """The whole number, brought to where it means something: some send a clock below zero, or ``100.0``."""
    value = float(text)
    if isnan(value):
        raise ValueError(text)
    return int(min(max(value, 0), _MOST))
