"""Reads and writes games as lines of USI's position command: ``startpos moves 7g7f …``, ``sfen … moves …``.

A line is a game. It holds the moves of the main line. The reader also understands words of programs after the
moves (``resign``), and comments after ``#``. A line that is only an SFEN is a game without moves.

The line of a variant's game begins with ``variant NAME``, then ``OPTION=VALUE`` for each option that is not
the default: ``variant chu rules=jcsa startpos moves …``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

from komadai._core import STARTPOS, Board, Move, read_usi
from komadai.errors import InvalidMoveError, RecordError, SfenError
from komadai.kifu.formats.named_variant import OPTION, named_variant, written
from komadai.kifu.reading import filler_lines
from komadai.kifu.reading.parse_context import ParseContext
from komadai.kifu.tree.game import Ending, Game
from komadai.kifu.tree.main_line import MainLine
from komadai.messages import Message
from komadai.outcome import Outcome, Termination

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from komadai.kifu.diagnostics import Report
    from komadai.kifu.reading.visitor import Visitor
    from komadai.kifu.tree.variant_game import VariantGame
    from komadai.pieces import Color
    from komadai.variants import Variant

T = TypeVar("T")

_FIRST_MOVE: Final = r"(?:[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i])(?![^\s,])"
_SHOGI: Final = (
    rf"startpos(?:[\s,]+(?:moves\b|{_FIRST_MOVE})|\s*$)|"
    r"(?:sfen\s+)?[1-9a-zA-Z+]{1,30}(?:/[1-9a-zA-Z+]{1,30}){8}(?:\s+[bw](?:\s|$)|\s*$)"
)
_VARIANT: Final = (
    r"variant\s+[a-z]\S{0,40}(?:\s+\w+=\S+)*\s+(?:position\s+)?(?:startpos\b|sfen\s|[^\s/]+/\S+\s+[bw]\b)"
)
SIGN: Final = rf"(?:position\s+)?(?:{_SHOGI})|{_VARIANT}|(?:moves\s+)?{_FIRST_MOVE}"
"""Matches lines by which a text is detected as USI. The words alone (moves, position, variant) also begin
lines of prose."""

HEAD: Final = re.compile(r"(?:position )?startpos moves ")
_WORD: Final = re.compile(r"[^\s,]+")
_SFEN_BOARD: Final = re.compile(r"[1-9a-zA-Z+]+(?:/[1-9a-zA-Z+]+){8}")
_MOVE: Final = re.compile(r"[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i]")
_FILLER: Final = filler_lines.FillerLines("#;")
_EMPTY: Final = re.compile(r"(?:[#;]\n){32,}")
"""A run of empty comments, which is read at once."""
_COMMENT: Final = re.compile(r"(?:^|\s)(?:#|//|;)\s?(.*)")

_ENDINGS: Final[dict[str, Callable[[Color], Outcome]]] = {
    "resign": lambda turn: Outcome(turn.opponent, Termination.RESIGNATION),
    "win": lambda turn: Outcome(turn, Termination.IMPASSE_DECLARATION),
    "timeout": lambda turn: Outcome(turn.opponent, Termination.TIME_FORFEIT),
    "mate": lambda turn: Outcome(turn.opponent, Termination.CHECKMATE),
    "rep_draw": lambda turn: Outcome(None, Termination.SENNICHITE),
    "draw": lambda turn: Outcome(None, Termination.IMPASSE_AGREED),
    "interrupt": lambda turn: Outcome(None, Termination.INTERRUPTED),
    "break": lambda turn: Outcome(None, Termination.INTERRUPTED),
}
"""The outcome of each word in place of a last move, for the side to move."""


def write(game: Game | VariantGame) -> str:
    """``startpos moves 7g7f …`` or ``sfen … moves …``, with a newline."""
    words = []
    if isinstance(game, Game):
        is_usual = game.sfen == STARTPOS
    else:
        is_usual = game.starts_from_setup
        words = ["variant", written(game.variant)]
    words.append("startpos" if is_usual else f"sfen {game.sfen}")
    if moves := [move.usi() for move in game.moves()]:
        words += ["moves", *moves]
    return " ".join(words) + "\n"


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads the games of a text, one in a line. Raises RecordError if there is none."""
    return parse_pieces([(text, True)], visitor, report)


def parse_pieces(
    pieces: Iterable[tuple[str, bool]], visitor: Visitor[T], report: Report, *, line_by_line: bool = False
) -> Iterator[T]:
    """Reads the games of a text that comes in pieces of whole lines, each with whether it is the last one.

    ``line_by_line`` turns off the fast readers, which must not change the result.
    """
    reader = _Reader(visitor, report, line_by_line)
    number = games = 0
    for text, is_last in pieces:
        at = 0
        # A text that ends with a line end has an empty last line.
        while at < len(text) or (is_last and at == len(text)):
            if (end_of_blank := filler_lines.blank(text, at)) > at:
                number += text.count("\n", at, end_of_blank)
                at = end_of_blank
                continue
            number += 1
            end = None if line_by_line or reader.before or report.has_news else HEAD.match(text, at)
            if end is not None:
                run = read_usi(text, end.end(), None)
                if run.end == len(text) or text[run.end] == "\n":
                    games += 1
                    at = run.end + 1
                    yield visitor.main_line(MainLine(run, {}, None))
                    continue
            if count := _FILLER.lines(text, at):
                filler_lines.report_lines(report, count, line=number, text=text[at])
                number += count - 1
                at += 2 * count
                continue
            if text.startswith(("#", ";"), at) and (empty := _EMPTY.match(text, at)):
                lines = (empty.end() - at) // 2
                reader.before += [""] * lines
                number += lines - 1
                at = empty.end()
                continue
            line_end = text.find("\n", at)
            line = text[at:] if line_end < 0 else text[at:line_end]
            at = (len(text) if line_end < 0 else line_end) + 1
            if reader.line(line, number):
                games += 1
                yield reader.context.finish()
    for comment in filter(None, reader.before):
        report.add(Message("comment-without-game", action="left-out"), line=number, text=comment)
    if not games:
        raise RecordError(Message("record-no-game-expected", {"examples": ("startpos moves 7g7f", "sfen …")}))


class _Reader(Generic[T]):
    def __init__(self, visitor: Visitor[T], report: Report, line_by_line: bool) -> None:
        self.context: ParseContext[T] = ParseContext(visitor, report)
        self.before: list[str] = []
        """Comments before the next game."""
        self._report = report
        self._line_by_line = line_by_line

    def line(self, line: str, number: int) -> bool:
        """Reads a line; False if it is no game."""
        comment = _COMMENT.search(line) if "#" in line or "/" in line or ";" in line else None
        words = list(_WORD.finditer(line, 0, comment.start() if comment else len(line)))
        if not words:
            self.before += [comment[1]] if comment else []
            return False
        context = self.context
        variant, words = self._variant(words, number)
        start = _start(words, line, number, self._report, variant)
        if start is None:
            return False
        board, moves = start
        context.begin()
        context.start(board, is_stated=True)
        for text in self.before:
            context.comment(text)
        self.before = []
        if not context.skipping:
            if moves and variant is None and not self._line_by_line:
                run = read_usi(line, moves[0].start(), context.board)
                if len(run):
                    context.run(run)
                    moves = moves[len(run) :]
            _moves(moves, context, number, self._report)
            if comment:
                context.comment(comment[1])
        return True

    def _variant(self, words: list[re.Match[str]], number: int) -> tuple[Variant | None, list[re.Match[str]]]:
        """The variant that a line names, None for shogi, and the words after it."""
        visitor = self.context.visitor
        if words[0][0] != "variant" or len(words) < 3:
            return visitor.variant, words
        name, at = words[1], 2
        while at < len(words) and OPTION.fullmatch(words[at][0]):
            at += 1
        options = [word[0] for word in words[2:at]]
        return named_variant(name[0], options, visitor, number, name.start() + 1), words[at:]


def _start(
    words: list[re.Match[str]], line: str, number: int, report: Report, variant: Variant | None
) -> tuple[Board, list[re.Match[str]]] | None:
    """The start position and the words of the moves; None if the line is no game."""
    if not words:
        return None
    at = 1 if words[0][0] == "position" and len(words) > 1 else 0
    first = words[at][0]
    board: Board | None = None
    rest = words[at + 1 :]
    if first == "startpos" and (not rest or rest[0][0] == "moves" or _are_moves(rest, variant)):
        board, at = _board(None, number, report, variant), at + 1
    elif first == "sfen" or _SFEN_BOARD.fullmatch(first) or (variant is not None and "/" in first):
        at += first == "sfen"
        end = at
        while end < len(words) and end < at + 4 and words[end][0] != "moves":
            end += 1
        sfen = " ".join(word[0] for word in words[at:end])
        board, at = _board(sfen, number, report, variant), end
    elif _are_moves(words[at:], variant):
        message = Message("start-or-sfen-expected", action="usual-start")
        report.add(message, line=number, column=1, text=line)
        board = _board(None, number, report, variant)
    else:
        message = Message("start-or-sfen-expected", action="left-out")
        report.add(message, line=number, column=1, text=line)
    if board is None:
        return None
    if at < len(words) and words[at][0] == "moves":
        at += 1
    elif at < len(words) and first in ("startpos", "sfen"):
        found = words[at]
        report.add(Message("moves-expected"), line=number, column=found.start() + 1, text=found[0])
    return board, words[at:]


def _are_moves(words: list[re.Match[str]], variant: Variant | None) -> bool:
    """Whether these words, perhaps after ``moves``, are a list of moves. Prose may begin with ``moves``, too,
    or with a move: then more than half of its words are none."""
    texts = [word[0] for word in words]
    if texts[0] == "moves":
        if len(texts) == 1 or variant is not None:
            return True
        del texts[0]
    known = [_MOVE.fullmatch(text) is not None or text in _ENDINGS for text in texts]
    return known[0] and 2 * sum(known) >= len(known)


def _board(sfen: str | None, number: int, report: Report, variant: Variant | None) -> Board | None:
    """A board of shogi or, with the same methods, of the variant; None if the text cannot be read."""
    if variant is not None:
        from komadai.variants import Board as VariantBoard

        try:
            return cast("Board", VariantBoard(variant, sfen))
        except SfenError as error:
            message = Message("start-unreadable", {"problem": error.message}, "line-left-out")
            report.add(message, line=number, text=sfen or "")
            return None
    if sfen is None:
        return Board()
    try:
        return Board(sfen)
    except SfenError as error:
        try:
            board = Board(sfen, validate=False)
        except SfenError:
            message = Message("start-unreadable", {"problem": error.message}, "line-left-out")
            report.add(message, line=number, text=sfen)
            return None
        report.add(Message("start-against-rules", {"problem": error.message}), line=number, text=sfen)
        return board


def _move(context: ParseContext[T], text: str) -> Move:
    """The move of a text, on a variant's board one of its own moves. Raises InvalidMoveError."""
    board = context.variant_board
    if board is None:
        return Move.from_usi(text)
    move = board.parse_move(text) or board.read_move(text)
    if move is None:
        raise InvalidMoveError.with_code("move-usi-expected", text=text)
    return cast("Move", move)


def _moves(words: list[re.Match[str]], context: ParseContext[T], number: int, report: Report) -> None:
    for index, word in enumerate(words):
        text, column = word[0], word.start() + 1
        try:
            played = context.play(_move(context, text), text=text, line=number, column=column)
        except InvalidMoveError:
            ending = _ENDINGS.get(text)
            if ending is not None:
                context.ending(Ending(ending(context.board.turn)))
            else:
                message = Message("move-not-usi", action="left-out")
                report.add(message, line=number, column=column, text=text)
            played = False
        if not played:
            rest = words[index + 1 :]
            if rest:
                left_out = word.string[rest[0].start() : rest[-1].end()]
                report.add(
                    Message("move-cannot-follow", action="left-out"),
                    line=number,
                    column=rest[0].start() + 1,
                    text=left_out,
                )
            return
