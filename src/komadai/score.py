"""The score of a position: centipawns or a mate, seen by one side, and the win rate it stands for.

>>> from komadai import BLACK, WHITE
>>> from komadai.score import Score
>>> score = Score(cp=120, turn=WHITE)  # White is to move and 120 centipawns ahead
>>> score.black().cp, score.pov(WHITE).cp
(-120, 120)
>>> Score(mate=-4) < Score(cp=-900) < Score(cp=0) < Score(mate=9) < Score(mate=3)
True
>>> round(Score(cp=600).win_rate(), 2)
0.73

Engines score a position for the side to move, records for Black. A :class:`Score` that knows its ``turn``
converts between the two.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, isfinite
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, SupportsIndex

from komadai.errors import ArgumentTypeError, EvaluationFileError, RangeError, check_type
from komadai.pieces import BLACK, WHITE, Color

if TYPE_CHECKING:
    import os

__all__ = [
    "DEFAULT_WIN_RATE",
    "KOMADAI_WIN_RATE",
    "MATE",
    "MATE_NEAR",
    "Score",
    "WinDrawLoss",
    "WinRateModel",
]

MATE: Final = 32000
"""The score of a mate that stands on the board, as one number; a mate in n plies is ``MATE - n``."""
MATE_NEAR: Final = 30000
"""Numbers of this size or more are mates; :meth:`Score.number` gives no evaluation one of these."""
MATE_PLIES_UNKNOWN: Final = 1000
"""The length of a mate in :meth:`Score.number` if the engine did not report it, and of longer ones."""

Bound = Literal["exact", "lower", "upper"]


class WinDrawLoss(NamedTuple):
    """The probabilities of a win, a draw and a loss: 0 to 1 each, together 1."""

    win: float
    draw: float
    loss: float

    @property
    def expectation(self) -> float:
        """The expected points, 0 to 1: a draw is half a point."""
        return self.win + self.draw / 2


@dataclass(frozen=True, slots=True)
class WinRateModel:
    """How likely a win is at a score: logistic in the centipawns.

    ``win = 1 / (1 + exp(-(cp - draw_margin) / scale))``, the loss is the same with ``-cp``, and what is left
    is a draw. The numbers depend on the evaluation that made the score, so they are stored with it
    (:meth:`of_evaluation`). ``scale`` and ``draw_margin`` are centipawns. Raises RangeError.
    """

    scale: float
    draw_margin: float = 0.0

    def __post_init__(self) -> None:
        for name, value in (("scale", self.scale), ("draw_margin", self.draw_margin)):
            if isinstance(value, bool) or not isinstance(value, int | float):
                raise ArgumentTypeError(f"{name}: expected a number, got {value!r}")
        if not (self.scale > 0 and isfinite(self.scale)):
            raise RangeError(f"scale: expected a number above 0, got {self.scale}")
        if not 0 <= self.draw_margin < float("inf"):
            raise RangeError(f"draw_margin: expected a number not below 0, got {self.draw_margin}")

    def of(self, score: Score) -> WinDrawLoss:
        """The probabilities from the score's point of view. A mate is certain."""
        if score.mate_for:
            return WinDrawLoss(1.0, 0.0, 0.0) if score.mate_for > 0 else WinDrawLoss(0.0, 0.0, 1.0)
        cp = score.cp or 0
        win = _logistic((cp - self.draw_margin) / self.scale)
        loss = _logistic((-cp - self.draw_margin) / self.scale)
        return WinDrawLoss(win, max(0.0, 1.0 - win - loss), loss)

    @staticmethod
    def of_evaluation(path: str | os.PathLike[str] | None) -> WinRateModel:
        """The model stored with an evaluation file (``EvalFile``): in a file of its name and ``.json``, or in
        the description of a network.

        None is the built-in evaluation. An evaluation without a model has the :data:`DEFAULT_WIN_RATE`.
        Raises EvaluationFileError for a file that cannot be read, ArgumentTypeError.
        """
        if path is None:
            return KOMADAI_WIN_RATE
        import json
        import os

        check_type("path", path, (str, os.PathLike), "a path or None")

        from komadai.network_description import read_description

        source = metadata_path(path)
        try:
            try:
                with open(source, encoding="utf-8") as file:
                    stored = json.load(file)["win_rate"]
            except FileNotFoundError:
                source = os.fspath(path)
                stored = read_description(path).get("win_rate")
                if stored is None:
                    return DEFAULT_WIN_RATE
            return WinRateModel(stored["scale"], stored.get("draw_margin", 0.0))
        except FileNotFoundError:
            return DEFAULT_WIN_RATE
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise EvaluationFileError(
                f'{source}: expected {{"win_rate": {{"scale": …}}}} ({error})'
            ) from error

    def metadata(self) -> dict[str, Any]:
        """The values stored beside an evaluation file, for :mod:`json`."""
        return {"win_rate": {"scale": self.scale, "draw_margin": self.draw_margin}}


def metadata_path(path: str | os.PathLike[str]) -> str:
    """The file beside an evaluation file that holds its win-rate model."""
    import os

    return f"{os.fspath(path)}.json"


@dataclass(frozen=True, slots=True)
class Score:
    """An evaluation from one side's point of view: centipawns, or a mate.

    ``mate`` is the number of plies to the mate, negative if the mate is against this side. ``mate_for`` is +1
    or -1 for a mate, of known length or not, and 0 without one; it follows from ``mate`` (a ``mate`` of 0 is
    one that stands on the board, against this side, unless ``mate_for`` is 1). ``bound`` says whether the
    true score may be higher (``lower``) or lower (``upper``). ``turn`` is the side whose point of view it is,
    None if it is not known.

    Scores are ordered from the worst to the best for their side: being mated, sooner before later, then
    centipawns, then mating, later before sooner. Bounds are compared by their numbers.
    Raises RangeError unless exactly one of centipawns and a mate is given, and for a contradiction.
    """

    cp: int | None = None
    mate: int | None = None
    mate_for: Literal[-1, 0, 1] = 0
    bound: Bound = "exact"
    turn: Color | None = None

    def __post_init__(self) -> None:
        if self.mate is not None and not self.mate_for:
            object.__setattr__(self, "mate_for", 1 if self.mate > 0 else -1)
        if (self.cp is None) == (not self.mate_for):
            raise RangeError(f"score: expected either centipawns or a mate, got {self!r}")
        if self.mate is not None and self.mate * self.mate_for < 0:
            raise RangeError(f"score: mate and mate_for name different sides: {self!r}")

    @staticmethod
    def from_number(number: int, turn: Color | None = None) -> Score:
        """The score that :meth:`number` wrote as ``number``. Raises ArgumentTypeError."""
        check_type("number", number, (int, SupportsIndex), "a whole number")
        if abs(number) < MATE_NEAR:
            return Score(number, turn=turn)
        plies = max(MATE - abs(number), 0)
        return Score(mate=plies if number > 0 else -plies, mate_for=1 if number > 0 else -1, turn=turn)

    @property
    def is_mate(self) -> bool:
        """Whether it is a mate, for either side."""
        return self.mate_for != 0

    def pov(self, color: Color) -> Score:
        """The same score from this side's point of view. Raises RangeError if ``turn`` is not known."""
        if self.turn is None:
            raise RangeError("score: whose point of view it has is not known (turn is None)")
        return self if self.turn == color else -self

    def black(self) -> Score:
        """The score from Black's point of view, as in records. Raises RangeError as :meth:`pov` does."""
        return self.pov(BLACK)

    def white(self) -> Score:
        """The score from White's point of view. Raises RangeError as :meth:`pov` does."""
        return self.pov(WHITE)

    def number(self) -> int:
        """The score as one number: centipawns, ``MATE - n`` for a mate in n plies, ``n - MATE`` against.

        Evaluations are limited to the numbers below :data:`MATE_NEAR`, so that no evaluation is above a mate.
        """
        if not self.mate_for:
            return max(1 - MATE_NEAR, min(self.cp or 0, MATE_NEAR - 1))
        plies = MATE_PLIES_UNKNOWN if self.mate is None else min(abs(self.mate), MATE_PLIES_UNKNOWN)
        return self.mate_for * (MATE - plies)

    def wdl(self, model: WinRateModel | None = None) -> WinDrawLoss:
        """The probabilities of a win, a draw and a loss for this side (None: :data:`DEFAULT_WIN_RATE`)."""
        return (DEFAULT_WIN_RATE if model is None else model).of(self)

    def win_rate(self, model: WinRateModel | None = None) -> float:
        """The expected points for this side, 0 to 1; a draw is half a point."""
        return self.wdl(model).expectation

    def usi(self) -> str:
        """As USI's ``info score`` writes it: ``cp 35``, ``mate 5``, ``mate -``, ``cp 35 lowerbound``."""
        if not self.mate_for:
            text = f"cp {self.cp}"
        elif self.mate:
            text = f"mate {self.mate}"
        else:
            sign = "+" if self.mate_for > 0 else "-"
            text = f"mate {sign}" + ("" if self.mate is None else "0")
        return text + {"exact": "", "lower": " lowerbound", "upper": " upperbound"}[self.bound]

    def __str__(self) -> str:
        mark = {"exact": "", "lower": "≥", "upper": "≤"}[self.bound]
        if not self.mate_for:
            return f"{mark}{self.cp:+}"
        plies = "" if self.mate is None else abs(self.mate)
        return f"{mark}mate {'+' if self.mate_for > 0 else '-'}{plies}"

    def __neg__(self) -> Score:
        """The same score from the other side's point of view."""
        return Score(
            None if self.cp is None else -self.cp,
            None if self.mate is None else -self.mate,
            _OPPOSITE[self.mate_for],
            _OTHER_BOUND[self.bound],
            None if self.turn is None else self.turn.opponent,
        )

    def __lt__(self, other: Score) -> bool:
        return self._key() < self._comparable(other)._key()

    def __le__(self, other: Score) -> bool:
        return self._key() <= self._comparable(other)._key()

    def __gt__(self, other: Score) -> bool:
        return self._key() > self._comparable(other)._key()

    def __ge__(self, other: Score) -> bool:
        return self._key() >= self._comparable(other)._key()

    def _comparable(self, other: object) -> Score:
        if not isinstance(other, Score):
            raise ArgumentTypeError(f"a Score is compared with Scores, got {other!r}")
        if None not in (self.turn, other.turn) and self.turn != other.turn:
            raise RangeError("scores of different points of view: compare score.black() with score.black()")
        return other

    def _key(self) -> tuple[int, float]:
        if not self.mate_for:
            return 0, self.cp or 0
        plies = float("inf") if self.mate is None else abs(self.mate)
        return self.mate_for, -self.mate_for * plies


_OPPOSITE: Final[dict[int, Literal[-1, 0, 1]]] = {-1: 1, 0: 0, 1: -1}
_OTHER_BOUND: Final[dict[Bound, Bound]] = {"exact": "exact", "lower": "upper", "upper": "lower"}

DEFAULT_WIN_RATE: Final = WinRateModel(600.0)
"""For engines whose model is not known, and for the win-rate graph of records."""
KOMADAI_WIN_RATE: Final = WinRateModel(520.0)
"""For search scores of the built-in evaluation; fitted to the results of 2,000 games
(docs/measurements/accuracy.md)."""


def _logistic(x: float) -> float:
    return 1 / (1 + exp(-x)) if x > -700 else 0.0
