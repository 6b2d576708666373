"""What an engine says while it thinks and when it has thought."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from komadai import Move
from komadai.errors import EngineProtocolError, InvalidMoveError

_MOST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Score:
    """An evaluation from the side to move's own view: centipawns, or a mate.

    ``mate`` is the number of plies to the mate, negative when it is one's own; ``mate_for``
    is +1 or -1 when a mate is claimed, with or without its length.
    """

    cp: int | None = None
    mate: int | None = None
    mate_for: Literal[-1, 0, 1] = 0
    bound: Literal["exact", "lower", "upper"] = "exact"


@dataclass(frozen=True, slots=True)
class Info:
    """One ``info`` line, or the sum of those so far. What the engine did not say is None."""

    depth: int | None = None
    seldepth: int | None = None
    score: Score | None = None
    multipv: int = 1
    time_ms: int | None = None
    nodes: int | None = None
    nps: int | None = None
    hashfull: int | None = None
    pv: tuple[Move, ...] = ()
    string: str | None = None

    @staticmethod
    def parse(line: str) -> Info:
        """Reads an ``info`` line; what cannot be understood in it is passed over."""
        words = line.split()
        numbers: dict[str, int] = {}
        score: Score | None = None
        pv: tuple[Move, ...] = ()
        string: str | None = None
        index = 1
        while index < len(words):
            word = words[index]
            index += 1
            if word == "string":
                string = " ".join(words[index:])
                break
            if word == "pv":
                pv = moves_of(words[index:])
                index += len(pv)
            elif word == "score":
                score, index = _score(words, index)
            elif word in _NUMBER_NAMES and index < len(words):
                number = _whole(words[index])
                if number is not None:
                    numbers[_NUMBER_NAMES[word]] = number
                    index += 1
        return Info(
            numbers.get("depth"),
            numbers.get("seldepth"),
            score,
            numbers.get("multipv", 1),
            numbers.get("time_ms"),
            numbers.get("nodes"),
            numbers.get("nps"),
            numbers.get("hashfull"),
            pv,
            string,
        )

    def updated(self, newer: Info) -> Info:
        """This with everything the newer line says in its place."""
        told = {name: value for name in self.__slots__ if (value := getattr(newer, name)) not in (None, ())}
        return replace(self, **told)


@dataclass(frozen=True, slots=True)
class PlayResult:
    """How a search ended: a move, or resignation, or the declaration of a win.

    ``ponder`` is the answer the engine expects. ``info`` is the sum of what it said of its
    first line.
    """

    move: Move | None
    ponder: Move | None = None
    kind: Literal["move", "resign", "win"] = "move"
    info: Info = Info()

    @property
    def resigned(self) -> bool:
        return self.kind == "resign"

    @property
    def declared(self) -> bool:
        """The engine declares a win by impasse (``bestmove win``)."""
        return self.kind == "win"

    @staticmethod
    def parse(line: str, info: Info = Info()) -> PlayResult:
        """Reads a ``bestmove`` line. Raises EngineProtocolError if it names no move."""
        words = line.split()
        word = words[1] if len(words) > 1 else ""
        match word:
            case "resign" | "(none)" | "0000":  # the last two: what chess engines say where there is no move
                return PlayResult(None, None, "resign", info)
            case "win":
                return PlayResult(None, None, "win", info)
        try:
            move = Move.from_usi(word)
        except InvalidMoveError:
            raise EngineProtocolError(
                f"expected 'bestmove <move>', 'resign' or 'win', got {line[:200]!r}"
            ) from None
        ponder = moves_of(words[3:4]) if words[2:3] == ["ponder"] else ()
        return PlayResult(move, ponder[0] if ponder else None, "move", info)


@dataclass(frozen=True, slots=True)
class MateResult:
    """How a search for a mate ended: ``mate`` with its moves, ``nomate`` (proved), ``timeout`` (not known),
    ``notimplemented`` (the engine looks for no mates). ``info`` is the sum of what the engine said."""

    kind: Literal["mate", "nomate", "timeout", "notimplemented"]
    moves: tuple[Move, ...] = ()
    info: Info = Info()

    @staticmethod
    def parse(line: str, info: Info = Info()) -> MateResult:
        """Reads a ``checkmate`` line. Raises EngineProtocolError if it says nothing that USI knows."""
        words = line.split()
        match words[1:2]:
            case [("nomate" | "timeout" | "notimplemented") as kind]:
                return MateResult(kind, (), info)
        moves = moves_of(words[1:])
        if words[:1] != ["checkmate"] or not moves or len(moves) != len(words) - 1:
            raise EngineProtocolError(
                f"expected 'checkmate <moves>', 'nomate', 'timeout' or 'notimplemented', got {line[:200]!r}"
            )
        return MateResult("mate", moves, info)


def moves_of(words: Iterable[str]) -> tuple[Move, ...]:
    """The moves at the beginning of the words, up to the first that is none."""
    moves: list[Move] = []
    for word in words:
        try:
            moves.append(Move.from_usi(word))
        except InvalidMoveError:
            break
    return tuple(moves)


_NUMBER_NAMES = {
    "depth": "depth",
    "seldepth": "seldepth",
    "multipv": "multipv",
    "time": "time_ms",
    "nodes": "nodes",
    "nps": "nps",
    "hashfull": "hashfull",
}


def _whole(text: str) -> int | None:
    if len(text) > 20:  # a longer one is no count of anything
        return None
    try:
        number = int(text)
    except ValueError:
        return None
    return number if -_MOST <= number <= _MOST else None


def _score(words: Sequence[str], index: int) -> tuple[Score | None, int]:
    kind = words[index] if index < len(words) else ""
    value = words[index + 1] if index + 1 < len(words) else ""
    number = _whole(value)
    score: Score | None = None
    if kind == "cp" and number is not None:
        score = Score(cp=number)
    elif kind == "mate" and value in ("+", "-"):
        score = Score(mate_for=1 if value == "+" else -1)
    elif kind == "mate" and number is not None:
        # "mate -0" is a mate that already stands on the board, against the side to move.
        score = Score(mate=number, mate_for=-1 if number < 0 or value in ("0", "-0") else 1)
    if score is None:
        return None, index
    index += 2
    if index < len(words) and words[index] in ("lowerbound", "upperbound"):
        score = replace(score, bound="lower" if words[index] == "lowerbound" else "upper")
        index += 1
    return score, index
