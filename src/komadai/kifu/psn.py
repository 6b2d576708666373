"""PSN, Portable Shogi Notation, and numbered lists of Western moves.

Headers in square brackets as in PGN, moves in Hodges' notation, comments in braces, variations and times
in parentheses. A variation stands behind the move that it could replace; behind an ending, what might
have been played instead.
"""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any, Final, TypeVar

from komadai import notation
from komadai._core import Board, Move
from komadai.errors import AmbiguousMoveError, IllegalMoveError, KomadaiError, RecordError
from komadai.kifu import kif_analysis
from komadai.kifu.csa_words import read_statement, restores
from komadai.kifu.cursor import Cursor
from komadai.kifu.game import Ending
from komadai.kifu.psn_write import HEADER_NAMES, WORDS, write
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.kifu.report import Report
    from komadai.kifu.visitor import Visitor
    from komadai.outcome import Infraction

__all__ = ["parse", "write"]

T = TypeVar("T")

SIGN: Final = r"""\s*\[\w+\s+"|\s*\d+\.+\s*\+?[PLNSGBRK][1-9a-i]*[-x*']?[1-9]"""
"""How a line of PSN begins: a header or a numbered move."""

_HEADER: Final = re.compile(r'\[\s*([^\s"\[\]]+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
_KEYS: Final = {name.casefold(): key for key, name in HEADER_NAMES.items()} | {
    "black": "black", "white": "white", "joseki": "opening", "time": "time_limit",
}  # fmt: skip
TOKEN: Final = re.compile(
    r"\{(?P<comment>(?:[^}\\]|\\.)*)(?:\}|\\?\Z)"
    r"|(?P<header>\[\s*[^\s\"\[\]]+\s+\"(?:[^\"\\\n]|\\.)*\"\s*\])"
    r"|\((?P<minutes>\d{1,6}):(?P<seconds>[0-5]\d(?:\.\d{1,3})?)(?:/[\d:.]*)?\)"
    r"|(?P<open>\()|(?P<close>\))"
    r"|(?P<number>\d+\.+(?=\s|[^\d\s])|\.{3,}|…)"
    r"|(?P<result>1-0|0-1|1/2-1/2|\*(?=\s|$))"
    r"|(?P<word>[^\s{}()]+)",
    re.S,
)
_SIDE: Final = re.compile(r"(black|white|sente|gote)$", re.I)
_WINNERS: Final = {"1-0": Color.BLACK, "0-1": Color.WHITE, "1/2-1/2": None}
_TERMINATIONS: Final = {word.casefold(): termination for termination, word in WORDS.items()} | {
    "resign": Termination.RESIGNATION, "resigned": Termination.RESIGNATION,
    "checkmate": Termination.CHECKMATE, "mated": Termination.CHECKMATE, "tsumi": Termination.CHECKMATE,
    "timeout": Termination.TIME_FORFEIT, "time-up": Termination.TIME_FORFEIT,
    "repetition": Termination.SENNICHITE, "impasse": Termination.IMPASSE_AGREED,
    "interrupted": Termination.INTERRUPTED, "adjourned": Termination.INTERRUPTED,
}  # fmt: skip
_DRAWN: Final = (Termination.SENNICHITE, Termination.IMPASSE_AGREED, Termination.INTERRUPTED)


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads the games of a text, one after the other. Raises RecordError if there is none."""
    reader = Reader(Cursor(visitor, report), report)
    games = 0
    for match in TOKEN.finditer(text):
        if match["header"] is not None and reader.has_moves:
            games += 1
            yield reader.finish()
        reader.take(match, text)
    if reader.cursor.open:
        games += 1
        yield reader.finish()
    if not games:
        raise RecordError('there is no game in this text, expected [Sente "…"] or moves such as P-7f')


class Reader:
    """Reads the tokens of one game after the other."""

    def __init__(self, cursor: Cursor[Any], report: Report) -> None:
        self.cursor = cursor
        self.report = report
        self.has_moves = False
        self._line, self._counted = 1, 0
        self._line_start = 0

    def begin(self) -> None:
        """A game begins."""
        self.cursor.begin()
        self.has_moves = False
        self._board: Board | None = None
        self._result = ""
        self._comments: list[str] = []
        self._waiting: tuple[Move, str, int, int] | None = None
        self._time: int | None = None
        self._ending: Ending | None = None
        self._ended = [False]
        self._lost = [False]
        self._dead = 0
        """Variations open that could not be begun."""
        self._side: Color | None = None
        self._broken: Infraction | None = None

    def finish(self) -> Any:
        """The game is over; the visitor's result."""
        self._start()
        self._flush()
        if not self._ended[0] and self._result in _WINNERS:
            self._end_by_result(self._result)
            self._flush()
        if len(self._ended) > 1:
            self.report.add("a variation is not closed", line=self._line)
            while self.cursor.depth:
                self.cursor.end_variation()
        self.has_moves = False
        return self.cursor.finish()

    def take(self, match: re.Match[str], text: str) -> None:
        """One token."""
        at = match.start()
        # Lines are counted from where they were counted last.
        self._line += text.count("\n", self._counted, at)
        self._line_start = max(self._line_start, text.rfind("\n", self._counted, at) + 1)
        self._counted = at
        column = at - self._line_start + 1
        kind = match.lastgroup
        if not self.cursor.open:
            unclosed = kind == "comment" and not match[0].endswith("}")
            if unclosed or (kind == "word" and not self._is_move(Board(), match[0])):
                self.report.add(
                    "expected a header or a move; left out", line=self._line, column=column, text=match[0]
                )
                return
            self.begin()
        if self.cursor.skipping:
            self.has_moves = self.has_moves or kind != "header"
            return
        match kind:
            case "header":
                self._header(match[0], column)
            case "comment":
                self._comment(re.sub(r"\\(.)", r"\1", match["comment"], flags=re.S))
            case "seconds" | "minutes":
                self._take_time(int(match["minutes"]), float(match["seconds"]), match[0], column)
            case "open":
                self._open(column)
            case "close":
                self._close(column)
            case "result":
                self._result = match[0]
                self.has_moves = True
            case "word":
                self._word(match[0], column)

    # -- the head

    def _header(self, text: str, column: int) -> None:
        match = _HEADER.fullmatch(text)
        if match is None:
            return
        name, value = match[1], re.sub(r"\\(.)", r"\1", match[2])
        match name.casefold():
            case "result":
                self._result = value.strip()
            case "handicap":
                self._handicap(value, column)
            case "sfen" | "fen":
                self._sfen(value, column)
            case folded:
                if value:
                    self.cursor.header(_KEYS.get(folded, name), value)

    def _handicap(self, value: str, column: int) -> None:
        if not value.strip() or value.strip() == "-":
            return
        try:
            self._board = Board.handicap(value)
        except KomadaiError as error:
            self.report.add(f"{error}; the usual start is taken", line=self._line, column=column, text=value)

    def _sfen(self, value: str, column: int) -> None:
        words = value.split()
        if len(words) >= 3 and words[2].lower() in ("s", "g", "b", "w"):
            words[1:3] = [words[2], words[1]]  # PSN's FEN names the hands before the side
        if len(words) >= 2:
            words[1] = {"s": "b", "g": "w"}.get(words[1].lower(), words[1].lower())
        sfen = " ".join(words)
        try:
            self._board = Board(sfen)
        except KomadaiError as error:
            with contextlib.suppress(KomadaiError):
                self._board = Board(sfen, validate=False)
            self.report.add(f"the start position: {error}", line=self._line, column=column, text=value)

    def start_from(self, board: Board) -> None:
        """The game starts from this position."""
        self._board = board

    def _start(self) -> None:
        if not self.has_moves and not self.cursor.skipping:
            self.has_moves = True
            self.cursor.start(self._board or Board())
            for comment in self._comments:
                self._told(comment)
            self._comments = []

    # -- what waits for what follows it

    def _flush(self) -> None:
        if self._waiting is not None:
            move, text, line, column = self._waiting
            self._waiting = None
            self._broken = self.cursor.board.infraction(move)
            if not self.cursor.play(move, text=text, line=line, column=column, time_ms=self._time):
                self._lost[-1] = True
            self._time = None
        if self._ending is not None:
            self.cursor.ending(self._ending)
            self._ending = None

    def _comment(self, text: str) -> None:
        if not self.has_moves:
            self._comments.append(text)
        elif self._ending is not None:
            if not restores(self._ending, text, self.cursor.board.turn):
                before = self._ending.comment
                self._ending.comment = f"{before}\n{text}" if before else text
        else:
            self._flush()
            self._told(text)

    def _told(self, text: str) -> None:
        kif_analysis.tell(self.cursor, text)

    def _take_time(self, minutes: int, seconds: float, text: str, column: int) -> None:
        time_ms = round((minutes * 60 + seconds) * 1000)
        if self._ending is not None:
            self._ending.time_ms = time_ms
        elif self._waiting is not None:
            self._time = time_ms
        else:
            self.report.add(
                "expected a move before its time; left out", line=self._line, column=column, text=text
            )

    # -- moves

    def _open(self, column: int) -> None:
        self._start()
        self._flush()
        ply = self.cursor.ply + 1 if self._ended[-1] else self.cursor.ply
        if self._dead or ply < self.cursor.variation_start or not self.cursor.begin_variation(ply):
            self._dead += 1
            self.report.add(
                "no move before that this could replace; left out", line=self._line, column=column
            )
            return
        self._ended.append(False)
        self._lost.append(False)

    def _close(self, column: int) -> None:
        if self._dead:
            self._dead -= 1
        elif len(self._ended) > 1:
            self._flush()
            self.cursor.end_variation()
            self._ended.pop()
            self._lost.pop()
        else:
            self.report.add("no variation is open", line=self._line, column=column, text=")")

    def _word(self, text: str, column: int) -> None:
        self._start()
        if self.cursor.skipping:
            return
        if self._dead or self._lost[-1]:
            self.report.add("no move can follow; left out", line=self._line, column=column, text=text)
            return
        if _SIDE.match(text):
            self._side = Color.BLACK if text[0] in "bBsS" else Color.WHITE
            return
        plain = text.strip(".,")
        if self._end(plain):
            return
        side, self._side = self._side, None
        if self._ended[-1] or side is not None:
            why = "the line has ended" if self._ended[-1] else "expected how the game ended"
            self.report.add(f"{why}; left out", line=self._line, column=column, text=text)
            return
        self._flush()
        if self._lost[-1]:
            self.report.add("no move can follow; left out", line=self._line, column=column, text=text)
            return
        core = plain.rstrip("!?")
        try:
            move = self.read_move(core, column)
        except KomadaiError as error:
            self._lost[-1] = True
            self.report.add(f"{error}; left out", line=self._line, column=column, text=text)
            return
        self._waiting = (move, text, self._line, column)
        if core != plain:
            self._flush()
            self.cursor.comment(plain[len(core) :])

    def read_move(self, text: str, column: int) -> Move:
        """The move; where only a promotion is left open, the one without. Raises one of our errors."""
        board = self.cursor.board
        try:
            return notation.read(board, text, previous=self.cursor.previous)
        except IllegalMoveError as error:
            return error.move
        except AmbiguousMoveError as error:
            plain, *others = sorted(error.candidates, key=lambda move: move.promotion)
            if plain.from_square is None or any(
                (each.from_square, each.to_square) != (plain.from_square, plain.to_square) for each in others
            ):
                raise
            self.report.add(
                "expected + or =; taken without promotion", line=self._line, column=column, text=text
            )
            return plain

    @staticmethod
    def _is_move(board: Board, text: str) -> bool:
        try:
            notation.read(board, text.rstrip("!?.,"))
        except IllegalMoveError:
            return True
        except KomadaiError:
            return False
        return True

    # -- endings

    def _end(self, word: str) -> bool:
        """Whether the word says how the line ends."""
        termination = _TERMINATIONS.get(word.casefold())
        known = termination is not None or word.lstrip("%").isupper()
        if not known or (termination is None and self._looks_like_a_move(word)):
            return False
        self._flush()
        turn = self.cursor.board.turn
        if termination is not None:
            loser = self._side if self._side is not None else turn
            ending = Ending(Outcome(None if termination in _DRAWN else loser.opponent, termination))
        else:
            said = read_statement(word.lstrip("%"), turn, self._broken)
            if said is None:
                return False
            ending = said
        if self._ended[-1] or (self.cursor.ply < self.cursor.variation_start and self.cursor.depth):
            self.report.add("no ending is expected here; left out", line=self._line, text=word)
        else:
            self._ending = ending
            self._ended[-1] = True
        self._side = None
        return True

    @staticmethod
    def _looks_like_a_move(word: str) -> bool:
        return any(character.isdigit() for character in word)

    def _end_by_result(self, result: str) -> None:
        """An ending of which only the result is known: whoever lost is taken to have resigned."""
        winner = _WINNERS[result]
        outcome = (
            Outcome(None, Termination.IMPASSE_AGREED)
            if winner is None
            else Outcome(winner, Termination.RESIGNATION)
        )
        self._ending = Ending(outcome)
        self._ended[0] = True
