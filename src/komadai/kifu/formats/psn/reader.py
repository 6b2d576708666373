"""Reads PSN, Portable Shogi Notation, and numbered lists of Western moves.

Headers are in square brackets as in PGN, moves in Hodges' notation, comments in braces, variations and times
in parentheses. A variation follows the move, or the ending, that it replaces.
"""

from __future__ import annotations

import contextlib
import re
from functools import lru_cache
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar

from komadai import notation
from komadai._core import Board, Move
from komadai.errors import IllegalMoveError, KomadaiError, RecordError
from komadai.kifu.formats import variant_western
from komadai.kifu.formats.csa.endings import read_comments, read_explanation, read_statement
from komadai.kifu.formats.named_handicap import handicap_in, handicap_line
from komadai.kifu.formats.psn.names import DRAWN, HEADER_NAMES, RESULTS, TERMINATIONS, WINNERS
from komadai.kifu.formats.psn.writer import write
from komadai.kifu.reading import filler_lines
from komadai.kifu.reading.parse_context import ParseContext
from komadai.kifu.tree.game import Ending
from komadai.messages import Message
from komadai.notation import western
from komadai.notation.pattern import fitting
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai.handicap import Handicap
    from komadai.kifu.diagnostics import Report
    from komadai.kifu.reading.visitor import Visitor
    from komadai.outcome import Infraction

__all__ = ["parse", "write"]

T = TypeVar("T")

SIGN: Final = (
    r"""\s*\[\w+\s+"|\s*(?:(?:\d+[. \t]*)?(?:\.{3}|…)\s*(?:\d+[. \t]+)?|\d+(?:\.+\s*|[ \t]+))"""
    r"\+?[PLNSGBRK][1-9a-i]*[-x*']?[1-9][1-9a-i]"
)
"""The start of a line of PSN: a header, or a move after its number or after an ellipsis for Black's first
move."""

HEAD: Final = re.compile(rf"\s*+(?:\{{(?!\s*\")(?:[^}}\\]|\\.)*+\}}\s*+)?(?:{SIGN})", re.S)
"""The start of a text that is PSN, whatever its comments contain: a header or a move, perhaps after a
comment."""
COMMENT: Final = re.compile(r"\{(?:[^}\\]|\\.)*+(?:\}|\\?\Z)", re.S)
"""A comment; the last one of a text may be truncated."""
_HEADER: Final = re.compile(r'\[\s*([^\s"\[\]]+)\s+"((?:[^"\\\n]|\\.)*)"\s*\]')
KEYS: Final = {name.casefold(): key for key, name in HEADER_NAMES.items()} | {
    "black": "black", "white": "white", "joseki": "opening", "time": "time_limit",
}  # fmt: skip
TOKEN: Final = re.compile(
    r"\{(?P<comment>(?:[^}\\]|\\.)*)(?:\}|\\?\Z)"
    rf"|(?m:^)(?P<noise>{filler_lines.FillerLines('(){}*').pattern})"
    r"|(?P<number>\d+\.+(?=\s|[^\d\s])|(?m:^)[ \t]*\d+(?=[ \t]+[+A-Za-z{.…])|\.{3,}|\.+(?=\s|\Z)|…)"
    r"|(?P<result>1-0|0-1|1/2-1/2|\*(?=\s|$))"
    r"|(?P<header>\[\s*[^\s\"\[\]]+\s+\"(?:[^\"\\\n]|\\.)*\"\s*\])"
    r"|\$(?P<glyph>\d{1,3})(?=[\s()]|\Z)"
    r"|(?P<clock>\d{1,6}(?::\d\d){1,2}(?=\s|\Z)|\d{1,6}/\d{1,6}(?=\s|\Z))"
    # The time of a move, or of the ending, follows it.
    r"|(?P<word>[^\s{}()]+)"
    r"(?:\s*\([ ]*(?P<minutes>\d{1,6}):(?P<seconds>[0-5]\d(?:\.\d{1,3})?)[ ]*(?:/[ \d:.]*)?\))?"
    r"|\([ ]*\d{1,6}:[0-5]\d(?P<time>[ \d:./]*)\)"
    r"|(?P<open>\()|(?P<close>\)+)",
    re.S,
)
_IN_BRACKETS: Final = re.compile(r"\{[^}]*+(?:\}|\Z)|\([^)]*+(?:\)|\Z)")
_NUMBER: Final = re.compile(r"^\s*\d+(?=\s)|\d+\.+|\.{3,}|…|\$\d+")
"""Numbers and marks that stand before a move."""
_STATEMENT: Final = re.compile(r"%?[+-]?[A-Z][A-Z_]{4,}")
_PIECE_MOVED: Final = re.compile(r"[▲△▼▽☗☖■□]|\+?[PLNSGBRK][1-9a-i]*[-x*']?[1-9]")
_GLYPHS: Final = {"1": "!", "2": "?", "3": "!!", "4": "??", "5": "!?", "6": "?!"}
"""PGN's numeric annotation glyphs for moves; others stay as they are."""
_PROMOTION: Final = attrgetter("promotion")
_SIDE: Final = re.compile(r"(black|white|sente|gote)$", re.I)


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads the games of a text, one after the other. Raises RecordError if there is none."""
    if visitor.variant is not None:
        # A list of numbered moves that names no variant.
        yield from variant_western.parse(text, visitor, report)
        return
    reader = Reader(ParseContext(visitor, report), report, text)
    games = 0
    for match in TOKEN.finditer(text):
        if reader.has_moves and match.lastgroup == "header":
            games += 1
            yield reader.finish()
        reader.take(match)
    if reader.context.open:
        games += 1
        yield reader.finish()
    reader.report_left_out()
    if not games:
        raise RecordError(Message("record-no-game-expected", {"examples": ('[Sente "…"]', "P-7f")}))


class Reader:
    """Reads the tokens of one game after the other."""

    def __init__(self, context: ParseContext[Any], report: Report, text: str) -> None:
        self.context = context
        self.report = report
        self.has_moves: bool = False
        self._text = text
        self._line, self._line_start, self._line_end = 0, 0, -1
        self._black_passes = False
        """Whether an ellipsis stands for Black's first move."""
        self._handicap_named: Handicap | None = None
        """The last handicap that a line of prose before the moves names."""
        self._prose_end = -1
        """The end of a line of prose, whose words are left out."""
        self._prose_is_handicap = False
        """Whether that line only names the handicap, so that nothing of it is lost."""
        self._left: tuple[str, int, int, int, int] | None = None
        """Consecutive words that are left out: the code of the problem, line, column, start and end."""

    def begin(self) -> None:
        """Begins a game."""
        self.context.begin()
        self.has_moves = False
        self._board: Board | None = None
        self._result = ""
        self._says_unfinished = False
        """Whether the last result after the moves is ``*``: then a comment is no result."""
        self._comments: list[str] = []
        """Comments on the move before, or on the ending, that are not passed on yet."""
        self._before: list[str] = []
        """Comments before the first move of a variation: they belong to that move."""
        self._ending: Ending | None = None
        self._main_ending: Ending | None = None
        # For the main line and each open variation: whether it has ended, whether a move could not be played.
        self._ended = [False]
        self._unplayable = [False]
        self._empty_variation = 0
        """The ply that a variation replaces of which only the parenthesis was read; else 0."""
        self._ignored_depth = 0
        """The number of open parentheses, from one on at a place where no variation can begin."""
        self._side: Color | None = None
        """The side of the ending, if a word for it was read: ``Black Resigns``."""
        self._infraction: Infraction | None = None

    def finish(self) -> Any:
        """Ends the game; returns the visitor's result."""
        self._start()
        comment = (
            "" if self._says_unfinished or len(self._ended) > 1 else "".join(self._comments[-1:]).strip()
        )
        self._pass_on_pending()
        self.report_left_out()
        if not self._ended[0] and (self._result in RESULTS or comment.casefold() in RESULTS):
            # Some programs write the result as a comment; it also stays a comment.
            self._end_by_result(self._result if self._result in RESULTS else comment.casefold())
            self._pass_on_pending()
        outcome = self._main_ending.outcome if self._main_ending is not None else None
        if outcome is not None and self._result in WINNERS and WINNERS[self._result] is not outcome.winner:
            message = Message("result-contradicts-ending", action="ending-counts")
            self.report.add(message, line=self._line, text=self._result)
        if len(self._ended) > 1 or self._empty_variation:
            self.report.add(Message("variation-not-closed"), line=self._line)
            while self.context.depth:
                self.context.end_variation()
        self.has_moves = False
        return self.context.finish()

    def take(self, match: re.Match[str]) -> None:
        """Reads one token."""
        kind = match.lastgroup
        at = match.start()
        if at > self._line_end:
            self._find_line(at)
        column = at - self._line_start + 1
        if kind == "noise":
            if not (self.context.open and self.context.skipping):
                filler_lines.report_lines(
                    self.report, (match.end() - at) // 2, line=self._line, text=self._text[at]
                )
            return
        if kind not in ("comment", "header") and self._is_in_prose(at):
            if not self._prose_is_handicap:
                self._leave("header-or-move-missing", at, match.end())
            return
        if not self.context.open:
            unclosed = kind == "comment" and match[0][-1] != "}"
            begins = _looks_like_move if self._black_passes else _is_move
            if unclosed or (kind in ("word", "seconds") and not begins(match["word"])):
                self._black_passes = False
                self._leave("header-or-move-missing", at, match.end())
                return
            if kind == "number":
                self._number(match[0])
                return
            self.report_left_out()
            self.begin()
        if self.context.skipping:
            self.has_moves = self.has_moves or kind != "header"
            return
        match kind:
            case "number" if not self.has_moves:
                self._number(match[0])
            case "word":
                self._word(match["word"], at, match.end(), None)
            case "seconds":
                time_ms = round((int(match["minutes"]) * 60 + float(match["seconds"])) * 1000)
                self._word(match["word"], at, match.end(), time_ms)
            case "comment":
                text = match["comment"]
                self._comment(_unescaped(text) if "\\" in text else text)
            case "open":
                self._open(at)
            case "close":
                self._close(at, match.end())
            case "header":
                self._header(match[0], column)
            case "result":
                self._result = match[0]
                self._says_unfinished = match[0] == "*"
                self.has_moves = True
            case "glyph" if self.context.ply and not self._ignored_depth:
                self._comment(_GLYPHS.get(match["glyph"], match[0]))
            case "clock" | "glyph":
                code = "time-without-brackets" if kind == "clock" else "mark-without-move"
                self._leave(code, at, match.end())
            case "time":
                self._leave("time-without-move", at, match.end())

    def _number(self, text: str) -> None:
        """A number or an ellipsis before the first move."""
        self._black_passes |= text.endswith(("...", "…"))

    def _is_in_prose(self, at: int) -> bool:
        """Whether the token at this index is in a line of prose before the first move of a game."""
        if at < self._prose_end:
            return True
        if self.context.open and (self.context.skipping or self.context.ply or self._unplayable[0]):
            return False
        line = self._text[self._line_start : self._line_end]
        if self._text[self._line_start : at].strip() or not is_prose(line):
            return False
        self._prose_end = self._line_end
        self._black_passes = False
        self._prose_is_handicap = handicap_line(line) is not None
        self._handicap_named = handicap_line(line) or handicap_in(line) or self._handicap_named
        return True

    def _find_line(self, at: int) -> None:
        """Finds the number, start and end of the line at this index, which must not decrease."""
        if at == self._line_end + 1 and self._line:
            self._line += 1
            self._line_start = at
        else:
            self._line += self._text.count("\n", max(self._line_end, 0), at) + (self._line == 0)
            self._line_start = max(self._line_start, self._text.rfind("\n", self._line_start, at) + 1)
        end = self._text.find("\n", at)
        self._line_end = len(self._text) if end < 0 else end

    def _leave(self, code: str, at: int, end: int) -> None:
        """Leaves out this part of the text; parts in one line with the same problem make one warning."""
        left = self._left
        if left is not None and left[1] == self._line and left[0] == code:
            self._left = (*left[:4], end)
        else:
            self.report_left_out()
            self._left = (code, self._line, at - self._line_start + 1, at, end)

    def report_left_out(self) -> None:
        """Reports the words that were left out and are not reported yet."""
        if self._left is not None:
            code, line, column, start, end = self._left
            self._left = None
            text = self._text[start : min(end, start + 201)]
            self.report.add(Message(code, action="left-out"), line=line, column=column, text=text)

    # -- the head

    def _header(self, text: str, column: int) -> None:
        match = _HEADER.fullmatch(text)
        if match is None:
            return
        name, value = match[1], _unescaped(match[2])
        match name.casefold():
            case "result" if value.strip().casefold() in (*RESULTS, "", "*"):
                self._result = value.strip().casefold()
            case "handicap":
                self._handicap(value, column)
            case "sfen" | "fen":
                self._sfen(value, column)
            case "variant":
                self._variant(value, column)
            case folded:
                if value:
                    self.context.header(KEYS.get(folded, name), value)

    def _variant(self, value: str, column: int) -> None:
        """The header of PGN: PSN is for shogi only, and no description of it has moves of variants."""
        name = value.strip().casefold()
        if name not in ("", "shogi", "normal", "standard"):
            from komadai.variants import NAMES

            code = "record-of-variant" if name in NAMES else "record-of-unknown-variant"
            raise RecordError(Message(code, {"name": value.strip()}), self._line, column, value)

    def _handicap(self, value: str, column: int) -> None:
        if not value.strip() or value.strip() == "-":
            return
        try:
            self._board = Board.handicap(value)
        except KomadaiError:
            message = Message("handicap-unknown", action="usual-start")
            self.report.add(message, line=self._line, column=column, text=value)

    def _sfen(self, value: str, column: int) -> None:
        words = value.split()
        is_sfen = len(words) < 3 or (words[1] in ("b", "w") and words[2] != "w")
        if not is_sfen and words[2].lower() in ("s", "g", "b", "w"):
            words[1:3] = [words[2], words[1]]  # PSN's FEN names the hands before the side
        if len(words) >= 2:
            words[1] = {"s": "b", "g": "w"}.get(words[1].lower(), words[1].lower())
        sfen = " ".join(words)
        try:
            self._board = Board(sfen)
        except KomadaiError as error:
            code = "start-unreadable"
            with contextlib.suppress(KomadaiError):
                self._board = Board(sfen, validate=False)
                code = "start-against-rules"
            message = Message(code, {"problem": error.message})
            self.report.add(message, line=self._line, column=column, text=value)

    def start_from(self, board: Board) -> None:
        """The game starts from this position."""
        self._board = board

    def _start(self) -> None:
        if not self.has_moves and not self.context.skipping:
            self.has_moves = True
            if self._board is None and self._black_passes:
                self._board = self._board_for_white()
            self._black_passes = False
            self.context.start(self._board or Board())

    def _board_for_white(self) -> Board:
        """The start of a game that White begins and for which no header gives the start."""
        if self._handicap_named is not None and self._handicap_named.key != "even":
            return Board.handicap(self._handicap_named)
        self.report.add(Message("handicap-missing", action="usual-start"), line=self._line)
        board = Board()
        board.set_turn(Color.WHITE)
        return board

    # -- comments and endings, which are passed on when the next move is read

    def _pass_on_pending(self) -> None:
        """Passes on the comments and the ending at the end of the current line."""
        if self._before or self._comments:
            comments = [*self._before, *self._comments]
            self._before, self._comments = [], []
            if self._ending is None:
                self.context.read_comment("\n".join(comments))
            else:
                read_comments(self._ending, comments, self.context.board.turn)
        if self._ending is not None:
            self.context.ending(self._ending)
            self._ending = None

    def _comment(self, text: str) -> None:
        if self._empty_variation and not self._ignored_depth:
            self._before.append(text)
        else:
            self._comments.append(text)

    # -- moves

    def _open(self, at: int) -> None:
        self._start()
        self._pass_on_pending()
        ply = self.context.ply + 1 if self._ended[-1] else self.context.ply
        if self._ignored_depth:
            self._ignored_depth += 1
        elif self._empty_variation or ply < self.context.variation_start:
            self._ignored_depth = 1
            self._leave("variation-no-move-to-replace", at, at + 1)
        else:
            self._empty_variation = ply

    def _begin_variation(self) -> None:
        """Begins the variation whose parenthesis was read: it is not empty."""
        self.context.begin_variation(self._empty_variation)
        self._empty_variation = 0
        self._ended.append(False)
        self._unplayable.append(False)

    def _close(self, at: int, end: int) -> None:
        for place in range(at, end):
            if self._ignored_depth:
                self._ignored_depth -= 1
            elif self._empty_variation and not self._before:
                self._empty_variation = 0
            elif self._empty_variation or len(self._ended) > 1:
                if self._empty_variation:
                    self._begin_variation()
                self._pass_on_pending()
                self.context.end_variation()
                self._ended.pop()
                self._unplayable.pop()
            else:
                self._leave("variation-not-open", place, end)
                return

    def _word(self, text: str, at: int, end: int, time_ms: int | None) -> None:
        self._start()
        if self.context.skipping:
            return
        if self._empty_variation and not self._ignored_depth:
            self._begin_variation()
        if self._ignored_depth or self._unplayable[-1]:
            self._leave("move-cannot-follow", at, end)
            return
        if self._left is not None:
            self.report_left_out()
        column = at - self._line_start + 1
        plain = text.strip(".,") if text[-1] in ".," or text[0] in ".," else text
        core = plain.rstrip("!?")
        pattern = western.parse(core)
        # The second character of a move of CSA is a digit; no word for an ending has one there.
        if pattern is None and plain[-1:].isalpha() and not plain[1:2].isdigit():
            if _SIDE.match(plain):
                self._side = Color.BLACK if text[0] in "bBsS" else Color.WHITE
                return
            if self._end(plain, time_ms):
                return
        side, self._side = self._side, None
        if self._ended[-1] or side is not None:
            self._leave("line-already-ended" if self._ended[-1] else "ending-expected", at, end)
            return
        try:
            move = self.read_move(core, self._line, column)
        except KomadaiError as error:
            self._unplayable[-1] = True
            message = error.message.followed_by("left-out")
            self.report.add(message, line=self._line, column=column, text=text)
            return
        before, self._before = self._before, []
        self._pass_on_pending()
        if not self.context.play(move, text=text, line=self._line, column=column, time_ms=time_ms):
            self._unplayable[-1] = True
        self._infraction = self.context.infraction
        self._comments += before
        if core != plain and not self._unplayable[-1]:
            self._comments.append(plain[len(core) :])

    def read_move(self, text: str, line: int, column: int) -> Move:
        """The move. If the text fits with and without promotion, the one without. Raises KomadaiError."""
        board = self.context.board
        pattern = western.parse(text)
        # Without a piece it could be another notation.
        if pattern is not None and pattern.moved is not None:
            # Drops always have their sign in records: without it, the text is a move on the board.
            found = fitting(board, pattern._replace(plain_is_move=True), self.context.previous)
            if len(found) == 1:
                return found[0]
            if len(found) == 2 and found[0].from_square == found[1].from_square is not None:
                message = Message("move-promotion-unclear", action="without-promotion")
                self.report.add(message, line=line, column=column, text=text)
                return min(found, key=_PROMOTION)
        try:
            return notation.read(board, text, previous=self.context.previous)
        except IllegalMoveError as error:
            illegal: Move = error.move
            return illegal

    # -- endings

    def close(self, remark: str) -> None:
        """Reads the line after the moves: the ending, unless that was read already, or a comment on it."""
        outcome = read_explanation(remark)
        if outcome is None:
            self._comment(remark)
        elif not self._ended[0]:
            self._pass_on_pending()
            self._ending = self._main_ending = Ending(outcome)
            self._ended[0] = True

    def _end(self, word: str, time_ms: int | None) -> bool:
        """Reads a word as an ending; False if it is none."""
        termination = TERMINATIONS.get(word.casefold())
        if termination is None and not word.lstrip("%").isupper():
            return False
        self._pass_on_pending()
        turn = self.context.board.turn
        if termination is not None:
            loser = self._side if self._side is not None else turn
            ending = Ending(Outcome(None if termination in DRAWN else loser.opponent, termination))
        else:
            statement = read_statement(word.lstrip("%"), turn, self._infraction)
            if statement is None:
                return False
            ending = statement
        if self._ended[-1] or (self.context.ply < self.context.variation_start and self.context.depth):
            message = Message("ending-not-expected", action="left-out")
            self.report.add(message, line=self._line, text=word)
        else:
            ending.time_ms = time_ms
            self._ending = ending
            if len(self._ended) == 1:
                self._main_ending = ending
            self._ended[-1] = True
        self._side = None
        return True

    def _end_by_result(self, result: str) -> None:
        """Ends a game of which only the result is known: the loser is assumed to have resigned."""
        termination = TERMINATIONS.get(result)
        if termination is not None:
            winner = None if termination in DRAWN else self.context.board.turn.opponent
        else:
            winner = WINNERS[result]
            termination = Termination.IMPASSE_AGREED if winner is None else Termination.RESIGNATION
        outcome = Outcome(winner, termination)
        self._ending = Ending(outcome)
        self._ended[0] = True


@lru_cache(maxsize=1 << 14)
def _is_move(text: str) -> bool:
    """Whether a game can begin with this word."""
    try:
        notation.read(Board(), text.rstrip("!?.,"))
    except IllegalMoveError:
        return True
    except KomadaiError:
        return False
    return True


def is_prose(line: str) -> bool:
    """Whether a line is prose: it does not begin with the move of a piece, and most words are no moves."""
    words = _NUMBER.sub(" ", _IN_BRACKETS.sub(" ", line)).split()
    if not words or (_PIECE_MOVED.match(words[0]) and _looks_like_move(words[0])):
        return False
    return 2 * sum(_looks_like_move(word) or _looks_like_ending(word) for word in words) < len(words)


def _looks_like_ending(text: str) -> bool:
    """Whether the word is one for an ending, as of PSN or CSA, or for its side."""
    word = text.strip(".,")
    is_word = word.casefold() in (*TERMINATIONS, *RESULTS)
    return is_word or bool(_STATEMENT.fullmatch(word) or _SIDE.match(word))


def _looks_like_move(text: str) -> bool:
    """Whether the word is a move in some position."""
    return western.parse(text.rstrip("!?.,")) is not None or _is_move(text)


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text, flags=re.S)
