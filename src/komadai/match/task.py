"""The messages between a match and its workers: a game to play, and its result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from komadai.outcome import Outcome
from komadai.pieces import BLACK

if TYPE_CHECKING:
    from komadai.match.engine_spec import EngineSpec
    from komadai.match.openings import Opening
    from komadai.match.rules import Rules
    from komadai.match.time_limits import TimeLimits


@dataclass(frozen=True, slots=True)
class GameSide:
    """One side of a game: an engine and its limits for a move."""

    program: EngineSpec
    pace: TimeLimits


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played. Games are numbered from 1; the two games of a ``pair`` have the same opening."""

    number: int
    pair: int
    black: GameSide
    white: GameSide
    opening: Opening
    rules: Rules
    event: str = ""
    records: tuple[str, ...] = ()
    """The formats in which to write the record."""


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game, as it is stored in the journal."""

    number: int
    pair: int
    black: str
    """The name of the engine that had Black."""
    white: str
    outcome: Outcome
    opening: str
    """As the argument of USI's ``position`` command."""
    moves: str
    """The moves after the opening, in USI."""
    times_ms: tuple[int, ...]
    scores: tuple[int | str | None, ...]
    """The score of each move from its side's view: centipawns, ``"mate 5"``, ``"mate -4"``, or None."""
    depths: tuple[int | None, ...]
    nodes: tuple[int | None, ...]
    adjudication: str | None = None
    fault: str | None = None
    """The failure of the loser: crash, time, illegal or stall."""
    fault_text: str = ""
    seconds: float = 0.0
    excused: tuple[int, int] = (0, 0)
    """The numbers of Black's and White's moves that were late only because the machine delayed the engine."""

    @property
    def points(self) -> float:
        """Black's points: 1, ½ or 0."""
        winner = self.outcome.winner
        return 0.5 if winner is None else float(winner == BLACK)

    @property
    def winner(self) -> str | None:
        """The name of the winner, None for a draw."""
        winner = self.outcome.winner
        return None if winner is None else self.black if winner == BLACK else self.white

    @property
    def culprit(self) -> str | None:
        """The name of the engine at fault, if any."""
        if self.fault is None:
            return None
        return self.white if self.outcome.winner == BLACK else self.black

    @property
    def plies(self) -> int:
        """All moves, the opening's included."""
        return len(self.opening.partition(" moves ")[2].split()) + len(self.times_ms)

    def as_dict(self) -> dict[str, Any]:
        """As values for JSON; :meth:`from_dict` reads them."""
        facts: dict[str, Any] = {
            "game": self.number,
            "pair": self.pair,
            "black": self.black,
            "white": self.white,
            "winner": None if self.outcome.winner is None else self.outcome.winner.key,
            "termination": self.outcome.termination.value,
            "infraction": None if self.outcome.infraction is None else self.outcome.infraction.value,
            "adjudication": self.adjudication,
            "fault": self.fault,
            "fault_text": self.fault_text,
            "plies": self.plies,
            "seconds": round(self.seconds, 3),
            "opening": self.opening,
            "moves": self.moves,
            "times_ms": list(self.times_ms),
            "scores": list(self.scores),
            "depths": list(self.depths),
            "nodes": list(self.nodes),
            "excused": list(self.excused),
        }
        if self.outcome.failed:
            facts["failed"] = list(self.outcome.failed)
        return facts

    @classmethod
    def from_dict(cls, facts: dict[str, Any]) -> Result:
        """The inverse of :meth:`as_dict`. Raises KeyError, ValueError or TypeError for anything else."""
        outcome = Outcome.from_dict(
            {
                "winner": facts["winner"],
                "termination": facts["termination"],
                "infraction": facts["infraction"],
                "failed": facts.get("failed", []),
            }
        )
        return cls(
            int(facts["game"]),
            int(facts["pair"]),
            str(facts["black"]),
            str(facts["white"]),
            outcome,
            str(facts["opening"]),
            str(facts["moves"]),
            tuple(facts["times_ms"]),
            tuple(facts["scores"]),
            tuple(facts["depths"]),
            tuple(facts["nodes"]),
            facts["adjudication"],
            facts["fault"],
            str(facts["fault_text"]),
            float(facts["seconds"]),
            (int(facts["excused"][0]), int(facts["excused"][1])) if "excused" in facts else (0, 0),
        )


@dataclass(frozen=True, slots=True)
class Report:
    """A worker's answer: the result, the records, the transcript of an engine that failed."""

    result: Result
    records: tuple[tuple[str, str], ...] = ()
    """The format and text of each record."""
    transcript: str = ""


Seat = GameSide
"""The former name of :class:`GameSide`."""
