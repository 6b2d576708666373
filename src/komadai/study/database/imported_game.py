"""A game of a record as it is stored in a database."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from komadai._core import STARTPOS
from komadai.errors import RecordError
from komadai.kifu.reading.visitor import Visitor
from komadai.study.database.dates import read_date

if TYPE_CHECKING:
    from komadai._core import Board, Move, Run
    from komadai.kifu.diagnostics import Deviation
    from komadai.kifu.reading.visitor import Skip
    from komadai.kifu.tree.game import Ending, Game
    from komadai.kifu.tree.main_line import MainLine
    from komadai.outcome import Infraction, Outcome

BLACK_WINS, WHITE_WINS, DRAW, NO_RESULT = range(4)

_BROKEN: Final = frozenset(
    {
        "move-illegal",
        "move-unreadable",
        "move-ambiguous",
        "move-other-piece",
        "move-no-such",
        "move-no-such-because",
        "move-not-usi",
        "move-expected",
        "move-after-unplayable",
        "move-missing",
        "illegal-move-unplayable",
    }
)
"""The codes of warnings after which the moves of a record are not certain."""


RATING_HEADERS: Final = (
    ("black_rate", "BlackElo", "SenteElo", "先手レーティング", "先手レート"),
    ("white_rate", "WhiteElo", "GoteElo", "後手レーティング", "後手レート"),
)
"""The headers with Black's and White's rating: of CSA files of the floodgate, as in chess, in Japanese."""
_RATING: Final = re.compile(r"(?:^|:)\s*(\d{1,4})(?:\.\d+)?\s*$", re.ASCII)
"""A rating, or a name, a colon and a rating."""


@dataclass(slots=True)
class ImportedGame:
    """The main line and the headers of a game, without comments and variations."""

    headers: dict[str, str]
    sfen: str | None
    """The start position; None for the even game."""
    moves: bytes
    """``int(move)`` of each legal move in two bytes, the lower one first."""
    outcome: Outcome | None
    problem: Deviation | None = None
    """A warning for which the game must not be imported."""

    @property
    def plies(self) -> int:
        """The number of moves."""
        return len(self.moves) // 2

    @property
    def result(self) -> int:
        """The number that is stored as ``game.result``."""
        if self.outcome is None:
            return NO_RESULT
        if self.outcome.winner is None:
            return DRAW if self.outcome.is_draw else NO_RESULT
        return int(self.outcome.winner)

    @property
    def ratings(self) -> tuple[int | None, int | None]:
        """Black's and White's rating; None if no header gives it."""
        black, white = (
            next((self.headers[name] for name in names if name in self.headers), "")
            for names in RATING_HEADERS
        )
        return _rating(black), _rating(white)

    @property
    def date(self) -> str | None:
        """The day on which the game began, as in the table ``game``."""
        started = self.headers.get("started") or self.headers.get("ended")
        return read_date(started) if started else None

    def fingerprint(self, copy: int = 0) -> int:
        """A signed 64-bit hash of start, moves, result, players, time, event and place.

        ``copy`` tells games apart that have none of these headers.
        """
        headers = self.headers
        text = "\0".join(
            (
                self.sfen or "",
                str(self.result),
                headers.get("black", ""),
                headers.get("white", ""),
                headers.get("started", ""),
                headers.get("event", ""),
                headers.get("site", ""),
                str(copy),
            )
        )
        digest = blake2b(text.encode("utf-8", "surrogatepass") + b"\0" + self.moves, digest_size=8).digest()
        return int.from_bytes(digest, "little", signed=True)

    @property
    def is_anonymous(self) -> bool:
        """Whether no header tells the game apart from another one with the same moves."""
        return self.headers.keys().isdisjoint(("black", "white", "started", "event", "site"))


class ImportReader(Visitor[ImportedGame]):
    """Reads games for a database."""

    def begin_game(self) -> Skip | None:
        self._headers: dict[str, str] = {}
        self._sfen: str | None = None
        self._moves: list[Move] = []
        self._fouls = 0
        """The number of illegal moves of the main line."""
        self._other_fouls = 0
        """The number of illegal moves in variations."""
        self._first_foul = 0
        """The number of the first illegal move of the main line; 0 without one."""
        self._outcome: Outcome | None = None
        self._problem: Deviation | None = None
        self._depth = 0
        self._ended = False
        self._over = False
        return None

    def header(self, name: str, value: str) -> None:
        self._headers[name] = value

    def end_headers(self, board: Board) -> Skip | None:
        sfen = board.sfen()
        self._sfen = None if sfen == STARTPOS else sfen
        return None

    def move(self, move: Move, *, time_ms: int | None = None, total_ms: int | None = None) -> None:
        if self._is_main_line():
            self._moves.append(move)

    def moves(self, run: Run) -> None:
        if self._is_main_line():
            self._moves += run.moves

    def illegal_move(
        self,
        move: Move,
        infraction: Infraction,
        *,
        time_ms: int | None = None,
        total_ms: int | None = None,
    ) -> None:
        before = len(self._moves)
        self.move(move)
        if len(self._moves) == before:
            self._other_fouls += 1
        else:
            self._fouls += 1
            self._first_foul = self._first_foul or len(self._moves)

    def _is_main_line(self) -> bool:
        """Whether the next move belongs to the main line. All moves after an ending are variations."""
        if self._depth:
            return False
        self._over = self._over or self._ended
        return not self._over

    def ending(self, ending: Ending) -> None:
        if not self._depth and not self._over:
            self._ended = True
            self._outcome = ending.outcome

    def begin_variation(self, ply: int) -> None:
        self._depth += 1

    def end_variation(self) -> None:
        self._depth -= 1

    def warnings(self, deviations: list[Deviation]) -> None:
        severe = [each for each in deviations if each.code in _BROKEN]
        # A foul ends a game: it may be the last move.
        is_over = self._fouls == 0 or self._first_foul == len(self._moves)
        if severe and not (is_over and len(severe) == self._fouls + self._other_fouls):
            self._problem = severe[0]

    def main_line(self, line: MainLine) -> ImportedGame:
        sfen = line.sfen
        return ImportedGame(
            line.headers, None if sfen == STARTPOS else sfen, line.run.packed_moves, line.outcome
        )

    def end_game(self) -> ImportedGame:
        moves = self._moves[: self._first_foul - 1] if self._first_foul else self._moves
        packed = b"".join([int(move).to_bytes(2, "little") for move in moves])
        return ImportedGame(self._headers, self._sfen, packed, self._outcome, problem=self._problem)


def _rating(text: str) -> int | None:
    found = _RATING.search(text)
    return None if found is None else int(found[1])


def imported(game: Game) -> ImportedGame:
    """The main line of a game tree, up to the first illegal move."""
    board = game.board(game.root)
    moves = []
    for move in game.moves():
        if not board.is_legal(move):
            break
        board.push_unchecked(move)
        moves.append(int(move).to_bytes(2, "little"))
    sfen = None if game.sfen == STARTPOS else game.sfen
    return ImportedGame(dict(game.headers), sfen, b"".join(moves), game.outcome)


def error_of(game: ImportedGame) -> RecordError:
    """Why a game with a problem is not imported."""
    problem = game.problem
    assert problem is not None
    return RecordError(problem.message.followed_by(""), problem.line, problem.column, problem.text)
