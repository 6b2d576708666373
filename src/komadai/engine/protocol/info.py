"""The lines an engine sends during a search and at its end, as values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from komadai import Color, Move
from komadai.engine.protocol.move_reader import USI_MOVES, MoveReader
from komadai.errors import EngineProtocolError, InvalidMoveError, check_type
from komadai.score import Score

if TYPE_CHECKING:
    from komadai.kifu import Analysis

__all__ = ["Info", "MateResult", "PlayResult", "Score", "moves_of"]

_MAX_NUMBER = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Info:
    """One ``info`` line, or several merged. A field that the engine did not send is None.

    ``score`` is for the side to move. In the infos of a search its ``turn`` is that side, so that
    ``info.score.black()`` works; an info from :meth:`parse` does not know it. ``multipv`` counts from 1, the
    best line. Times are milliseconds; ``hashfull`` is per mille.
    """

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
    def parse(line: str, reader: MoveReader = USI_MOVES) -> Info:
        """Reads an ``info`` line. Unknown and malformed fields are skipped. Raises ArgumentTypeError.

        ``reader`` reads the moves; the default reads those of standard shogi.
        """
        check_type("line", line, str, "a str")
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
                pv = reader.line(words[index:])
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
        """This info with its fields replaced by those that a newer one has."""
        fields = {name: value for name in self.__slots__ if (value := getattr(newer, name)) not in (None, ())}
        return replace(self, **fields)

    def with_turn(self, turn: Color) -> Info:
        """This info with a score that knows whose point of view it has: the side to move's."""
        return self if self.score is None else replace(self, score=replace(self.score, turn=turn))

    def to_analysis(self, played: Move | None = None, *, engine: str = "") -> Analysis | None:
        """This info as an analysis of a record's node (:attr:`komadai.kifu.Node.analyses`).

        Without ``played`` the engine searched the node's own position. With it the engine searched the
        position before the node and ``played`` is the node's move, which is removed from the line; a line
        that begins otherwise is left out. ``engine`` is the name to store. None if there is no score.
        Raises RangeError if the score's ``turn`` is not known: a record's scores are Black's.
        """
        if self.score is None:
            return None
        from komadai.kifu import Analysis

        line = self.pv
        if played is not None:
            line = line[1:] if line[:1] == (played,) else ()
        return Analysis.from_score(
            self.score, line=line, depth=self.depth, nodes=self.nodes, engine=engine, time_ms=self.time_ms
        )


@dataclass(frozen=True, slots=True)
class PlayResult:
    """How a search ended: a move, or resignation, or the declaration of a win.

    ``ponder`` is the reply the engine expects. ``info`` merges the infos of its first line.
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
        """Whether the engine declares a win by impasse (``bestmove win``)."""
        return self.kind == "win"

    @staticmethod
    def parse(line: str, info: Info = Info(), reader: MoveReader = USI_MOVES) -> PlayResult:
        """Reads a ``bestmove`` line. Raises EngineProtocolError if it names no move, ArgumentTypeError.

        ``reader`` reads the moves; the default reads those of standard shogi.
        """
        check_type("line", line, str, "a str")
        words = line.split()
        word = words[1] if len(words) > 1 else ""
        match word:
            case "resign" | "(none)" | "0000":  # chess engines send the last two if there is no legal move
                return PlayResult(None, None, "resign", info)
            case "win":
                return PlayResult(None, None, "win", info)
        try:
            move = reader.move(word)
        except InvalidMoveError:
            raise EngineProtocolError(
                f"expected 'bestmove <move>', 'resign' or 'win', got {line[:200]!r}"
            ) from None
        ponder = reader.line([word, *words[3:4]])[1:] if words[2:3] == ["ponder"] else ()
        return PlayResult(move, ponder[0] if ponder else None, "move", info)


@dataclass(frozen=True, slots=True)
class MateResult:
    """How a search for a mate ended: ``mate`` with its moves, ``nomate`` (proved), ``timeout`` (not known),
    ``notimplemented`` (the engine has no mate search). ``info`` merges all infos of the search."""

    kind: Literal["mate", "nomate", "timeout", "notimplemented"]
    moves: tuple[Move, ...] = ()
    info: Info = Info()

    @staticmethod
    def parse(line: str, info: Info = Info(), reader: MoveReader = USI_MOVES) -> MateResult:
        """Reads a ``checkmate`` line. Raises EngineProtocolError for any other line, ArgumentTypeError."""
        check_type("line", line, str, "a str")
        words = line.split()
        match words[1:2]:
            case [("nomate" | "timeout" | "notimplemented") as kind]:
                return MateResult(kind, (), info)
        moves = reader.line(words[1:])
        if words[:1] != ["checkmate"] or not moves or len(moves) != len(words) - 1:
            raise EngineProtocolError(
                f"expected 'checkmate <moves>', 'nomate', 'timeout' or 'notimplemented', got {line[:200]!r}"
            )
        return MateResult("mate", moves, info)


def moves_of(words: Iterable[str]) -> tuple[Move, ...]:
    """The moves of standard shogi at the beginning of the words, up to the first word that is not a move."""
    return USI_MOVES.line(list(words))


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
    if len(text) > 20:  # beyond 64 bits, and int() is slow for very long texts
        return None
    try:
        number = int(text)
    except ValueError:
        return None
    return number if -_MAX_NUMBER <= number <= _MAX_NUMBER else None


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
        # "mate -0": the side to move is already mated.
        score = Score(mate=number, mate_for=-1 if number < 0 or value in ("0", "-0") else 1)
    if score is None:
        return None, index
    index += 2
    if index < len(words) and words[index] in ("lowerbound", "upperbound"):
        score = replace(score, bound="lower" if words[index] == "lowerbound" else "upper")
        index += 1
    return score, index
