"""The data of one game that are counted: its main line, without comments and variations."""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING

from komadai._core import STARTPOS, Board
from komadai.handicap import Handicap
from komadai.kifu.reading.visitor import Visitor

if TYPE_CHECKING:
    from komadai._core import Move, Run
    from komadai.kifu.diagnostics import Deviation
    from komadai.kifu.reading.visitor import Skip
    from komadai.kifu.tree.game import Ending
    from komadai.kifu.tree.main_line import MainLine
    from komadai.outcome import Infraction, Outcome


@dataclass(slots=True)
class MoveCounts:
    """Counts of the moves of a main line by kind, up to the first illegal move."""

    legal: list[int] = field(default_factory=list)
    """The number of legal moves before each move that was played."""
    captures: int = 0
    drops: int = 0
    promotions: int = 0
    checks: int = 0


@dataclass(slots=True)
class Facts:
    """The main line of a game, as :class:`FactsReader` reads it."""

    headers: dict[str, str] = field(default_factory=dict)
    sfen: str = STARTPOS
    moves: list[Move] = field(default_factory=list)
    times_ms: list[int | None] = field(default_factory=list)
    """Milliseconds spent on each move; None if unknown."""
    outcome: Outcome | None = None
    """None if the record does not give the outcome."""
    end_ms: int | None = None
    """Milliseconds the side to move spent after the last move, before the end (before resigning)."""
    illegal_moves: list[int] = field(default_factory=list)
    """The plies (from 1) of moves that break the rules."""
    warnings: list[Deviation] = field(default_factory=list)

    @property
    def handicap(self) -> Handicap | None:
        """The handicap the game starts from (the even game included), or None for another position."""
        return Handicap.from_sfen(self.sfen)

    @property
    def key(self) -> int:
        """A 64-bit hash of the start position and the moves."""
        moves = b"".join([int(move).to_bytes(2, "little") for move in self.moves])
        return int.from_bytes(blake2b(self.sfen.encode() + b" " + moves, digest_size=8).digest(), "little")

    def spent_ms(self) -> tuple[int | None, int | None]:
        """The total milliseconds of Black and White, including the time before the end; None if unknown."""
        if self.end_ms is None and not any(each is not None for each in self.times_ms):
            return None, None
        spent = [*self.times_ms, self.end_ms]
        first, second = (sum(each or 0 for each in spent[side::2]) for side in (0, 1))
        return (first, second) if self.sfen.split()[1] == "b" else (second, first)

    def count_moves(self) -> MoveCounts:
        """Plays the game once and counts its moves. Moves from the first illegal one on are left out."""
        counts = MoveCounts()
        legal = counts.legal
        board = Board(self.sfen, validate=False)
        moves = self.moves[: self.illegal_moves[0] - 1] if self.illegal_moves else self.moves
        for move in moves:
            legal.append(len(board.legal_moves))
            if move.from_square is None:
                counts.drops += 1
            else:
                if move.promotion:
                    counts.promotions += 1
                if board.piece_at(move.to_square) is not None:
                    counts.captures += 1
            board.push_unchecked(move)
            if board.is_check():
                counts.checks += 1
        return counts


class FactsReader(Visitor[Facts]):
    """Reads the :class:`Facts` of a game; no tree is built."""

    def begin_game(self) -> Skip | None:
        self._facts = Facts()
        self._depth = 0
        self._ended = False
        self._over = False
        return None

    def header(self, name: str, value: str) -> None:
        self._facts.headers[name] = value

    def end_headers(self, board: Board) -> Skip | None:
        self._facts.sfen = board.sfen()
        return None

    def move(self, move: Move, *, time_ms: int | None = None, total_ms: int | None = None) -> None:
        if self._is_main_line():
            self._facts.moves.append(move)
            self._facts.times_ms.append(time_ms)

    def moves(self, run: Run) -> None:
        if self._is_main_line():
            self._facts.moves += run.moves
            self._facts.times_ms += run.times_ms

    def _is_main_line(self) -> bool:
        """Whether the next move belongs to the main line."""
        if self._depth:
            return False
        # All moves after an ending are variations, even if the record does not mark them as such.
        self._over = self._over or self._ended
        return not self._over

    def illegal_move(
        self,
        move: Move,
        infraction: Infraction,
        *,
        time_ms: int | None = None,
        total_ms: int | None = None,
    ) -> None:
        before = len(self._facts.moves)
        self.move(move, time_ms=time_ms)
        if len(self._facts.moves) > before:
            self._facts.illegal_moves.append(before + 1)

    def ending(self, ending: Ending) -> None:
        if not self._depth and not self._over:
            self._ended = True
            self._facts.outcome = ending.outcome
            self._facts.end_ms = ending.time_ms

    def begin_variation(self, ply: int) -> None:
        self._depth += 1

    def end_variation(self) -> None:
        self._depth -= 1

    def warnings(self, deviations: list[Deviation]) -> None:
        self._facts.warnings = deviations

    def main_line(self, line: MainLine) -> Facts:
        ending = line.ending
        return Facts(
            headers=line.headers,
            sfen=line.sfen,
            moves=line.moves,
            times_ms=line.times_ms,
            outcome=line.outcome,
            end_ms=ending.time_ms if ending else None,
        )

    def end_game(self) -> Facts:
        return self._facts
