"""The block ``BEGIN Game_Summary`` … ``END Game_Summary``: what both players are to agree to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from komadai import kifu
from komadai._core import STARTPOS, Board, Move
from komadai.csa.errors import CsaProtocolError
from komadai.csa.times import RemainingTimes, Times
from komadai.errors import KomadaiError
from komadai.kifu.formats.csa import position as csa_position
from komadai.notation import csa
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_LINES: Final = 4_000
"""A longer block is refused: a game of 2,000 given moves has fewer."""
_UNITS: Final = {"1sec": 1_000, "sec": 1_000, "1min": 60_000, "min": 60_000, "1msec": 1, "msec": 1}


@dataclass(frozen=True, slots=True)
class GivenMove:
    """A move that was played before the game, with the time that is charged for it."""

    move: Move
    spent: int = 0
    """T of the move, in units of the times."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSummary:
    """The description of a game before it begins."""

    game_id: str
    names: tuple[str, str]
    """Black's name and White's."""
    times: tuple[Times, Times]
    """Black's times and White's."""
    sfen: str = STARTPOS
    """The position before the given moves."""
    given: tuple[GivenMove, ...] = ()
    max_moves: int | None = None
    """The game is drawn after this number of moves; None: no limit."""
    your_turn: Color | None = None
    """The side of the player who gets the summary; None in a summary for watchers."""
    declaration: str = "Jishogi 1.1"
    reconnect_token: str = field(default="", repr=False)
    """With it the player can take up the game again after a lost connection (a dialect)."""
    extra: tuple[tuple[str, str], ...] = ()
    """Lines about the times that watchers get: remaining times, the last move."""

    def board(self) -> Board:
        """The position in which the game begins, with the given moves as its history."""
        board = Board(self.sfen)
        for given in self.given:
            board.push(given.move)
        return board

    def remaining(self) -> RemainingTimes:
        """The times of both sides when the game begins: those of the given moves are deducted."""
        remaining = RemainingTimes(*self.times)
        color = Board(self.sfen).turn
        for given in self.given:
            remaining = remaining.after(color, given.spent)
            color = color.opponent
        return remaining

    # -- writing

    def lines(self) -> list[str]:
        """The block, as a server sends it."""
        board = Board(self.sfen)
        first = self.board().turn
        lines = [
            "BEGIN Game_Summary",
            "Protocol_Version:1.2",
            "Protocol_Mode:Server",
            "Format:Shogi 1.0",
            f"Declaration:{self.declaration}",
            f"Game_ID:{self.game_id}",
            f"Name+:{self.names[0]}",
            f"Name-:{self.names[1]}",
        ]
        if self.your_turn is not None:
            lines.append(f"Your_Turn:{csa.SIGNS[self.your_turn]}")
        lines += ["Rematch_On_Draw:NO", f"To_Move:{csa.SIGNS[first]}"]
        lines.append(f"Max_Moves:{self.max_moves or 0}")
        if self.times[0] == self.times[1]:
            lines += self._time_lines("", self.times[0])
        else:
            lines += self._time_lines("+", self.times[0]) + self._time_lines("-", self.times[1])
        lines += ["BEGIN Position", *csa_position.write(board)]
        for given in self.given:
            lines.append(f"{csa.write(board, given.move)},T{given.spent}")
            board.push(given.move)
        lines.append("END Position")
        if self.reconnect_token:
            lines.append(f"Reconnect_Token:{self.reconnect_token}")
        lines.append("END Game_Summary")
        return lines

    def _time_lines(self, sign: str, times: Times) -> list[str]:
        unit = next(name for name, unit_ms in _UNITS.items() if unit_ms == times.unit_ms)
        return [
            f"BEGIN Time{sign}",
            f"Time_Unit:{unit}",
            f"Total_Time:{times.total}",
            f"Byoyomi:{times.byoyomi}",
            f"Increment:{times.increment}",
            f"Least_Time_Per_Move:{times.least}",
            *(["Time_Roundup:YES"] if times.roundup else []),
            *(f"{name}:{value}" for name, value in self.extra),
            f"END Time{sign}",
        ]

    # -- reading

    @staticmethod
    def parse(lines: list[str]) -> GameSummary:
        """Reads the lines between the first and the last line of a block. Unknown lines are skipped.

        Raises CsaProtocolError if a value is missing or cannot be read.
        """
        values: dict[str, str] = {}
        clocks: dict[str, dict[str, str]] = {}
        position: list[str] = []
        section = ""
        for line in lines:
            if line.startswith("BEGIN "):
                section = line.removeprefix("BEGIN ")
            elif line.startswith("END "):
                section = ""
            elif section == "Position":
                position.append(line)
            else:
                name, colon, value = line.partition(":")
                if colon and section.startswith("Time"):
                    clocks.setdefault(section.removeprefix("Time"), {})[name] = value.strip()
                elif colon:
                    values[name] = value.strip()
        sfen, given = _read_position(position)
        shared = clocks.get("", {})
        times = tuple(_read_times(shared | clocks.get(sign, {})) for sign in csa.SIGNS)
        turn = values.get("Your_Turn", "")
        if turn and turn not in csa.SIGNS:
            raise CsaProtocolError(f"Your_Turn: expected + or -, got {turn!r}")
        return GameSummary(
            game_id=values.get("Game_ID", ""),
            names=(values.get("Name+", ""), values.get("Name-", "")),
            times=(times[0], times[1]),
            sfen=sfen,
            given=given,
            max_moves=_number(values, "Max_Moves") or None,
            your_turn=Color(csa.SIGNS.index(turn)) if turn else None,
            declaration=values.get("Declaration", ""),
            reconnect_token=values.get("Reconnect_Token", ""),
        )


class SummaryReader:
    """Collects the lines of a block."""

    def __init__(self) -> None:
        self._lines: list[str] | None = None

    @property
    def is_open(self) -> bool:
        """Whether a block has begun and not ended."""
        return self._lines is not None

    def begin(self) -> None:
        """The line ``BEGIN Game_Summary`` was read."""
        self._lines = []

    def read(self, line: str) -> GameSummary | None:
        """Reads a line of the block; returns the summary at its end. Raises CsaProtocolError."""
        assert self._lines is not None
        if line == "END Game_Summary":
            lines, self._lines = self._lines, None
            return GameSummary.parse(lines)
        if len(self._lines) >= MAX_LINES:
            raise CsaProtocolError(f"expected a Game_Summary of at most {MAX_LINES} lines")
        self._lines.append(line)
        return None


def read_moves(board: Board, text: str) -> tuple[GivenMove, ...]:
    """The moves of a text such as ``+7776FU,T1-3334FU``, played from this position.

    A move without a time is charged with nothing. Raises CsaProtocolError.
    """
    words = text.replace("+", "\n+").replace("-", "\n-").split()
    lines = [*csa_position.write(board), *(word.rstrip(",") for word in words)]
    return _read_position(lines, strict=True)[1]


def _read_position(lines: list[str], *, strict: bool = False) -> tuple[str, tuple[GivenMove, ...]]:
    """The position, and the moves from it. Other lines than these are skipped unless ``strict``."""
    if not lines:
        return STARTPOS, ()
    try:
        game = kifu.read("\n".join(["V2.2", *lines]) + "\n", "csa", strict=strict)
        board = game.board()
        given = []
        for node in game.main_line():
            if node.move is None:
                continue
            board.push(node.move)
            given.append(GivenMove(node.move, (node.time_ms or 0) // 1_000))
    except KomadaiError as error:
        raise CsaProtocolError(f"Position: {error}") from error
    return game.sfen, tuple(given)


def _read_times(values: Mapping[str, str]) -> Times:
    unit = values.get("Time_Unit", "1sec")
    if unit not in _UNITS:
        raise CsaProtocolError(f"Time_Unit: expected 1sec, 1min or 1msec, got {unit!r}")
    return Times(
        _number(values, "Total_Time"),
        _number(values, "Byoyomi"),
        _number(values, "Increment"),
        _number(values, "Least_Time_Per_Move"),
        _UNITS[unit],
        values.get("Time_Roundup", "NO").upper() == "YES",
    )


def _number(values: Mapping[str, str], name: str) -> int:
    text = values.get(name, "0") or "0"
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise CsaProtocolError(f"{name}: expected a whole number, got {text!r}")
    return int(text)
