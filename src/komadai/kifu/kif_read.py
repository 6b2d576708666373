"""Reading KIF and KI2 as they occur: of any program, any age, typed by hand.

One reader: the two differ in how moves are written only, and people mix them.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, Any, Final

from komadai._core import Move, Run, read_kif
from komadai.errors import KomadaiError, RecordError
from komadai.kifu import endings, kif_analysis, kif_headers
from komadai.kifu.cursor import Cursor
from komadai.kifu.game import Ending
from komadai.kifu.kif_headers import Head, begins_game
from komadai.kifu.kif_regular import read_regular
from komadai.kifu.lines import Lines
from komadai.notation import japanese, newspaper
from komadai.notation.pattern import resolve
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color, PieceType
from komadai.squares import square_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from komadai.kifu.report import Report
    from komadai.kifu.visitor import Visitor
    from komadai.notation.pattern import Pattern

SIGN: Final = (
    rf"{kif_headers.SIGN}|手数-|#KIF|"
    r"[ 　\t]*(?:[１-９1-9][一二三四五六七八九1-9１-９]|同)[ 　]?.{1,3}[(（][1-9１-９]{2}[)）]|"
    r"[ 　\t]*[0-9０-９]{1,4}(?:手目)?[ 　\t.．:：]+[▲△]?(?:[１-９1-9][一二三四五六七八九]|同|投了|中断)"
)
"""Lines that show that a text is KIF."""

_names: Final = "|".join(sorted(japanese.PIECE_NAMES, key=len, reverse=True))
_NUMBERED: Final = re.compile(r"\s*([0-9０-９]{1,6})(?:手目)?[\s:：.．]\s*(?![0-9０-９]\s)(\S.*)")
_MOVE: Final = re.compile(
    rf"[▲△▼▽☗☖]?\s*(?:([1-9１-９])([一二三四五六七八九1-9１-９])|(同))\s*({_names})\s*"
    r"(不成|成らず|ならず|生|成り|成|打つ|打|)\s*(?:[(（]([0-9０-９])([0-9０-９])[)）])?"
)
_time: Final = "[0-9０-９:： .]"
_CLOCK: Final = re.compile(rf"[(（]\s*({_time}{{1,20}}?)\s*(?:[/／]\s*({_time}{{0,20}}?)\s*)?[)）]", re.A)
_VARIATION: Final = re.compile(r"\s*変化\s*[：:]\s*([0-9０-９]{1,6})\s*手.*")
_MARKED: Final = re.compile(
    rf"[\s　]*(?:([▲△▼▽☗☖⛊⛉])\s*)?(?:((?:[1-9１-９][一二三四五六七八九1-9１-９])?\s*同?\s*(?:{_names})"
    r"[右左直上寄引行入登下]*(?:不成|成らず|ならず|生|成り|成|打つ|打|)(?:[(（][1-9１-９]{2}[)）])?)"
    r"(?=[\s▲△▼▽☗☖⛊⛉]|$)"
    r"|(投了|中断|千日手|持将棋|詰み?|切れ負け|時間切れ|反則勝ち|反則負け|入玉勝ち|不詰|封じ手)(?=\s|$))"
)
_NUMBERS: Final = re.compile(r"(?:^|(?<=\s))[0-9０-９]{1,4}[.．]\s*(?=[▲△▼▽☗☖⛊⛉])")
"""Numbers before moves as KI2 has them: 1.▲７六歩 2.△３四歩."""
_MARKS: Final = {**dict.fromkeys("▲▼☗⛊", Color.BLACK), **dict.fromkeys("△▽☖⛉", Color.WHITE)}
_RUN: Final = re.compile(r" *[0-9]{1,6} +(?:[1-9１-９][一二三四五六七八九1-9１-９]|同)")
"""How a line begins that is surely a numbered move."""
_RULER: Final = re.compile(r"\s*手数\s*[-－ー─]+.*")
_PIECE: Final = re.compile("[歩香桂銀金角飛玉王と杏圭全馬竜龍]")
_RANKS: Final = {kanji: rank for rank, kanji in enumerate("一二三四五六七八九", 1)}


def parse(text: str, visitor: Visitor[Any], report: Report) -> Iterator[Any]:
    """Reads the games of a KIF or KI2 text; see :class:`komadai.kifu.formats.Parse`."""
    return parse_pieces([(text, True)], visitor, report)


def parse_pieces(
    pieces: Iterable[tuple[str, bool]], visitor: Visitor[Any], report: Report, *, line_by_line: bool = False
) -> Iterator[Any]:
    """Reads the games of a text that comes in pieces of whole lines, each with whether it is the last one.

    ``line_by_line`` keeps from reading many lines at once, which changes nothing but the speed.
    """
    reader = _Reader(visitor, report)
    number = games = 0
    for text, is_last in pieces:
        at = 0
        while at < len(text):
            if not reader.open and not line_by_line and not report.has_news:
                game = read_regular(text, at, is_last)
                if game is not None:
                    games += 1
                    number += game.lines
                    at = game.end
                    yield visitor.main_line(game.line)
                    continue
            is_over = False
            while at < len(text) and not is_over:
                if not line_by_line and _RUN.match(text, at):
                    run = reader.run(text, at)
                    if run is not None:
                        number += run.lines
                        at = run.end
                        continue
                end = text.find("\n", at)
                line = text[at:] if end < 0 else text[at:end]
                if reader.in_moves and begins_game(line):
                    is_over = True
                    games += 1
                    yield reader.finish()
                    continue
                at = len(text) if end < 0 else end + 1
                number += 1
                if line and not line.isspace():
                    reader.take(line, number)
    if reader.open:
        games += 1
        yield reader.finish()
    if not games:
        raise RecordError("expected a KIF record, got nothing but blank lines")


def seconds(text: str) -> float | None:
    """``0:12``, ``00:00:12`` or ``1:02.5`` in seconds; None if it is no time."""
    value = 0.0
    try:
        for part in text.replace(" ", "").replace("：", ":").split(":"):
            value = value * 60 + float(part)
    except ValueError:
        return None
    return value


class _Reader:
    def __init__(self, visitor: Visitor[Any], report: Report) -> None:
        self.report = report
        self.cursor: Cursor[Any] = Cursor(visitor, report)
        self.open = self.in_moves = False
        # The line that is being read, and where in it.
        self._source = ""
        self._place = 0

    def _begin(self) -> None:
        """A game begins."""
        self.open = True
        self.cursor.begin()
        self.head = Head(self.cursor, self.report)
        self.in_moves = False
        # Comments, and what the head cannot hold, wait for the moves.
        self.comments: list[str] = []
        self.bookmarks: list[str] = []
        # The clock of either side after each ply, in milliseconds.
        self.used: Lines[tuple[int, int]] = Lines()
        self.ending: Ending | None = None
        # Whether a line まで…手で… has been read for this ending.
        self.summed_up = False
        # What the numbers of the moves are ahead of the plies: a record may begin in mid-game.
        self.ahead: int | None = None
        # Whether a move of this line could not be played: what follows it cannot be, either.
        self.lost = False
        # Whether this is a variation of nothing: no place in the tree for what it holds.
        self.void = False
        self.number = 0

    def finish(self) -> Any:
        """The game is over."""
        self._end_line()
        self.open = self.in_moves = False
        return self.cursor.finish()

    def run(self, text: str, at: int) -> Run | None:
        """Reads moves as long as they are as programs write them. None if there are none, or this is not
        the place for them; then the line is to be read as any other."""
        cursor = self.cursor
        if not self.in_moves or cursor.skipping or self.void or self.lost or self.ahead is None:
            return None
        if self.ending is not None:
            return None
        self._flush()
        black, white = self.used[cursor.ply] if cursor.ply else (0, 0)
        number = cursor.ply + 1 + self.ahead
        if number < 0 or black < 0 or white < 0:
            return None
        run = read_kif(text, at, cursor.board, number, cursor.previous, black, white)
        if not len(run):
            return None
        cursor.run(run)
        self.used.extend(run.clocks)
        return run

    # -- one line of text

    def take(self, line: str, number: int) -> None:
        """Reads a line that is not blank."""
        if not self.open:
            self._begin()
        self.number = number
        self._source, self._place = line, 0
        if self.in_moves and self.cursor.skipping:
            return
        first = line[0]
        if first.isspace() and (bare := line.lstrip())[0] in "*&#":
            line, first = bare, bare[0]
        if self.void and not _VARIATION.fullmatch(line):
            self._tell("part of a variation that has no place; left out", number, line)
        elif first == "*":
            self.comments.append(line[1:])
        elif first == "&":
            self.bookmarks.append(line[1:].strip())
        elif len(line) == 1 and first != "#":
            # Nothing is as short; but a megabyte has half a million of such lines.
            message = "neither a move nor a comment" if self.in_moves else "neither a header nor a move"
            self._tell(message, number, line)
        elif variation := _VARIATION.fullmatch(line):
            self._variation(int(variation[1]), line, number)
        elif len(_NUMBERS.findall(line)) > 1:
            # Blanks in the place of the numbers, so that columns stay what they are.
            unnumbered = _NUMBERS.sub(lambda match: " " * len(match[0]), line)
            self._marked(unnumbered, number, _MARKED.match(unnumbered))
        elif numbered := _NUMBERED.fullmatch(line):
            what, star, remark = numbered[2].partition(" *")
            self._numbered(int(numbered[1]), what, line, number)
            if star:
                self.comments.append(remark)
        elif marked := _MARKED.match(line):
            self._marked(line, number, marked)
        elif line.lstrip().startswith("まで"):
            self._summary(line, number)
        elif _RULER.fullmatch(line):
            self._start()
        elif self.in_moves:
            # What programs write about themselves may stand anywhere.
            if not line.startswith("#"):
                self._told_below(line, number)
        elif not self.head.take(line, number):
            self._tell("neither a header nor a move", number, line)

    def _tell(self, message: str, line: int, text: str) -> None:
        """Reports what is odd about this part of the line that is being read."""
        if text == self._source:
            text = text.strip()
        column = self._source.find(text, self._place) + 1
        self.report.add(message, line=line, column=column, text=text)

    def _told_below(self, line: str, number: int) -> None:
        if self.head.take_late(line):
            return
        result = newspaper.parse(line)
        if result is not None:
            self._flush()
            if self.ending is None and not self.cursor.depth:
                self.ending = Ending(result.outcome)
                return
        self._tell("neither a move nor a comment", number, line)

    def _start(self) -> None:
        if not self.in_moves:
            self.in_moves = True
            self.head.start()

    def _flush(self) -> None:
        """What was told about the move before, or about the ending."""
        self._start()
        if not self.comments and not self.bookmarks:
            return
        text = "\n".join(self.comments)
        self.comments = []
        for name in self.bookmarks:
            self.cursor.bookmark(name)
        self.bookmarks = []
        if self.ending is None:
            kif_analysis.tell(self.cursor, text)
            return
        first, _, rest = text.partition("\n")
        outcome = endings.read_explanation(first)
        if outcome is not None and not self.ending.comment:
            self.ending.outcome, text = outcome, rest
        self.ending.comment = "\n".join(filter(None, [self.ending.comment, text]))

    # -- moves

    def _numbered(self, number: int, rest: str, text: str, line: int) -> None:
        self._flush()
        rest = rest.rstrip().rstrip("+").rstrip()
        clock = _CLOCK.search(rest)
        # (77) is an origin: a time has a colon.
        while clock and ":" not in clock[0] and "：" not in clock[0]:
            clock = _CLOCK.search(rest, clock.end())
        what = rest[: clock.start()].rstrip() if clock else rest
        behind = rest[clock.end() :].strip() if clock else ""
        if behind:
            self._tell("expected nothing behind the time", line, behind)
        if self.lost:
            self._after_lost(what, number, line)
            return
        if self._goes_back(number, what):
            message = "the number goes back; read as a variation of this move"
            self._tell(message, line, text)
            self._variation(number, text, line)
        if self.ending is not None:
            if endings.outcome_of(what, self.cursor.board.turn) or what in endings.OTHER_WORDS:
                self._tell("another ending; kept as a comment", line, what)
                self.comments.append(what)
                return
            self._resume(text, line)
        self._count(number, text, line)
        time_ms, total_ms = self._times(clock, line) if clock else (None, None)
        move = self._move(what, line, text)
        if move is None:
            if not self.lost:
                self._end(what, line, time_ms, total_ms)
            return
        column = self._source.find(what) + 1
        color = self.cursor.board.turn
        if not self.cursor.play(
            move, text=what, line=line, column=column, time_ms=time_ms, total_ms=total_ms
        ):
            self._lose(what)
            return
        used = list(self.used[self.used.ply] if self.used.ply else (0, 0))
        used[color] = total_ms if total_ms is not None else used[color] + (time_ms or 0)
        self.used.append((used[0], used[1]))

    def _goes_back(self, number: int, what: str) -> bool:
        """Whether a move is one of an earlier position: its number goes back by two or more, or by one and
        the move is none of this position (one too few is a slip that occurs)."""
        match = _MOVE.fullmatch(what)
        if self.ahead is None or not 1 <= number - self.ahead <= self.cursor.ply or match is None:
            return False
        if number - self.ahead < self.cursor.ply:
            return True
        file, rank, _, _, end, from_file, from_rank = match.groups()
        if not file or not from_file or "0" in (from_file, from_rank):
            return False
        origin, to = (
            square_at(int(from_file), int(from_rank)),
            square_at(int(file), _RANKS.get(rank) or int(rank)),
        )
        return origin != to and not self.cursor.board.is_legal(Move.normal(origin, to, end in ("成", "成り")))

    def _marked(self, line: str, number: int, match: re.Match[str] | None) -> None:
        """A line of moves as KI2 has them: each with its mark, without number and origin."""
        self._flush()
        place = 0
        while match is not None:
            place = match.end()
            self._one_marked(match, number, match.end() - len(match[0].lstrip()) + 1)
            match = _MARKED.match(line, place)
        rest = line[place:].lstrip()
        if rest:
            message = "expected a move such as ▲７六歩 or △同　銀右"
            self.report.add(message, line=number, column=len(line) - len(rest) + 1, text=rest)

    def _one_marked(self, match: re.Match[str], line: int, column: int) -> None:
        self._place = column - 1
        mark, what, word = match.groups()
        if self.lost:
            self._after_lost(what or word, self.cursor.ply + 1 + (self.ahead or 0), line)
            return
        turn = self.cursor.board.turn
        if word:
            self._end(word, line, None, None)
            return
        if self.ending is not None:
            self._resume(what, line)
        if mark and _MARKS[mark] is not turn:
            self.report.add(f"{turn.japanese} is to move", line=line, column=column, text=match[0].strip())
        move = self._told_apart(what, line)
        if move is None:
            if not self.lost:
                self._end(what, line, None, None)
        elif not self.cursor.play(move, text=what, line=line, column=column):
            self._lose(what)
        else:
            self.used.append(self.used[self.used.ply] if self.used.ply else (0, 0))

    def _after_lost(self, what: str, number: int, line: int) -> None:
        """A line after a move that could not be played: it may say how the game ended."""
        turn = self.cursor.board.turn
        if (number - (self.ahead or 0) - self.cursor.ply) % 2 == 0:
            turn = turn.opponent
        outcome = endings.outcome_of(what, turn)
        if outcome is not None and self.ending is not None and self.ending.outcome is None:
            self.ending.outcome = outcome
        else:
            self._tell("a move after one that could not be played; left out", line, what)

    def _lose(self, what: str) -> None:
        """The line ends with what could not be played: it is kept as a word."""
        self.lost = True
        self.ending = Ending(word=what)
        self.summed_up = False

    def _count(self, number: int, text: str, line: int) -> None:
        ply = self.cursor.ply + 1
        if self.ahead is None:
            self.ahead = number - ply
            if number not in (ply, self.cursor.board.move_number):
                self._tell(f"expected move {ply}; the rest is counted from here", line, text)
        elif number - self.ahead != ply and not self.cursor.skipping:
            self._tell(f"expected move {ply + self.ahead}; read as that", line, text)

    def _times(self, clock: re.Match[str], line: int) -> tuple[int | None, int | None]:
        spent = seconds(clock[1])
        if spent is None:
            self._tell("expected a time such as 0:12/00:03:45", line, clock[0])
            return None, None
        time_ms = min(round(spent * 1000), 10**12)
        total = seconds(clock[2]) if clock[2] and clock[2].strip() else None
        if total is None:
            return time_ms, None
        used = self.used[self.used.ply] if self.used.ply else (0, 0)
        total_ms = min(round(total * 1000), 10**12)
        return time_ms, None if used[self.cursor.board.turn] + time_ms == total_ms else total_ms

    def _move(self, what: str, line: int, text: str) -> Move | None:
        """The move that is meant; None if it is none, or cannot be found."""
        match = _MOVE.fullmatch(what)
        if match is None:
            return self._by_name(what, line) if _PIECE.search(what) else None
        file, rank, same, name, end, from_file, from_rank = match.groups()
        if same:
            previous = self.cursor.previous
            if previous is None:
                self._tell("同 without a move before; left out", line, text)
                self._lose(what)
                return None
            to = previous.to_square
        else:
            to = square_at(int(file), _RANKS.get(rank) or int(rank))
        kind = japanese.PIECE_NAMES[name]
        start = int(f"{int(from_file)}{int(from_rank)}") if from_file else 0
        if (end.startswith("打") or from_file == from_rank == "0") and kind <= PieceType.GOLD:
            return Move.dropping(kind, to)
        if not from_file or start % 10 == 0 or start < 11 or square_at(start // 10, start % 10) == to:
            return self._by_name(what, line)
        origin = square_at(start // 10, start % 10)
        return self._checked(Move.normal(origin, to, end in ("成", "成り")), kind, what, line)

    def _checked(self, move: Move, kind: PieceType, what: str, line: int) -> Move:
        """The move; where the record names another piece than stands there, the square counts."""
        if move.from_square is None:
            return move
        piece = self.cursor.board.piece_at(move.from_square)
        if piece is not None and piece.type is not kind:
            message = f"the piece on this square is a {piece.type.english}; it was moved"
            self._tell(message, line, what)
        return move

    def _by_name(self, what: str, line: int) -> Move | None:
        """A numbered move without its origin, as people write it."""
        move = self._told_apart(what, line)
        if move is not None and what[-1] not in ")）":
            self._tell("expected the square the piece comes from", line, what)
        return move

    def _told_apart(self, what: str, line: int) -> Move | None:
        """A move that is told apart by words: 同　銀右上."""
        plain = "".join(unicodedata.normalize("NFKC", what[:40]).split())
        pattern = japanese.parse(plain)
        if pattern is None:
            return None
        # The mark is compared by the caller, who knows that it is often wrong.
        pattern = pattern._replace(color=None)
        board = self.cursor.board
        try:
            return resolve(board, [pattern], what[:40], self.cursor.previous)
        except KomadaiError as error:
            move = self._against_the_rules(pattern)
            if move is None:
                self._tell(f"no such move here ({error}); left out", line, what)
                self._lose(what)
            return move

    def _against_the_rules(self, pattern: Pattern) -> Move | None:
        """The illegal move that this must be; None if several could be meant, or none."""
        board, previous = self.cursor.board, self.cursor.previous
        to = pattern.to if pattern.to is not None else previous.to_square if previous else None
        if to is None or pattern.moved is None:
            return None
        pieces = board.pieces(board.turn, pattern.moved)
        starts = (
            [pattern.start] if pattern.start is not None else list(pieces & board.attackers(board.turn, to))
        )
        if pattern.drop or (not starts and pattern.drop is None):
            return Move.dropping(pattern.moved, to) if pattern.moved <= PieceType.GOLD else None
        if len(starts) != 1 or starts[0] == to:
            return None
        return Move.normal(starts[0], to, bool(pattern.promotion))

    # -- endings

    def _end(self, word: str, line: int, time_ms: int | None, total_ms: int | None) -> None:
        outcome = endings.outcome_of(word, self.cursor.board.turn)
        if outcome is not None and outcome.termination is Termination.PERPETUAL_CHECK:
            # The last move gave the check, or was the answer to it.
            turn = self.cursor.board.turn
            winner = turn if self.cursor.board.is_check() else turn.opponent
            outcome = Outcome(winner, outcome.termination)
        if outcome is None and not endings.is_other_word(word):
            self._tell("neither a move nor a known ending; kept as a word", line, word)
        self.ending = Ending(outcome, "" if outcome else word, time_ms, total_ms)
        self.summed_up = False

    def _summary(self, line: str, number: int) -> None:
        self._flush()
        turn = self.cursor.board.turn
        told = endings.read_summary(line, turn)
        if told is None:
            return
        ply, ending = told
        expected = self.cursor.ply + (self.ahead or 0)
        if ply is not None and ply != expected and not self.lost:
            self._tell(f"the line has {expected} moves", number, line)
        if self.ending is None or self.summed_up:
            self.ending = ending
            if ending.outcome is None and not endings.is_other_word(ending.word):
                self._tell("an ending that is not understood; kept as a word", number, line)
        elif self.lost and self.ending.outcome is None:
            self.ending.outcome = ending.outcome
        elif self.ending.outcome != ending.outcome and not self._agree(self.ending, ending, turn):
            self._tell("the ending above says something else, and counts", number, line)
        self.summed_up = True

    def _agree(self, ending: Ending, told: Ending, turn: Color) -> bool:
        """Whether the summing up is but another way to say the ending; who won is taken from it."""
        if ending.outcome is None or told.outcome is None:
            return ending.outcome is told.outcome and told.word in (ending.word, "")
        if ending.outcome == endings.outcome_of(endings.ending_word(ending, turn), turn):
            return ending.outcome.winner is told.outcome.winner or self._winner_from(ending, told)
        return True

    def _winner_from(self, ending: Ending, told: Ending) -> bool:
        """投了 says that somebody resigned; the line below says who won."""
        assert ending.outcome is not None
        assert told.outcome is not None
        termination = ending.outcome.termination
        if ending.outcome.winner is None and termination is Termination.CONNECTION_LOST:
            ending.outcome = Outcome(told.outcome.winner, termination)
            return True
        if termination is told.outcome.termination:
            ending.outcome = told.outcome
            return True
        return False

    def _resume(self, text: str, line: int) -> None:
        """A move where the line had ended: it has not, but went on."""
        assert self.ending is not None
        word = endings.ending_word(self.ending, self.cursor.board.turn)
        self._tell(f"a move after {word}; the ending became a comment", line, text)
        self.cursor.comment("\n".join(filter(None, [word, self.ending.comment])))
        self.ending = None

    # -- lines

    def _end_line(self) -> None:
        self._flush()
        ending = self.ending
        if ending is not None and self.cursor.depth and self.cursor.ply < self.cursor.variation_start:
            # The game went on here: an ending would cut it short.
            word = endings.ending_word(ending, self.cursor.board.turn)
            self._tell("a variation that only ends; kept as a comment", self.number, word)
            self.cursor.comment("\n".join(filter(None, [word, ending.comment])))
        elif ending is not None:
            self.cursor.ending(ending)
        self.ending = None
        self.summed_up = self.lost = self.void = False

    def _variation(self, number: int, text: str, line: int) -> None:
        ended = self.ending is not None
        self._end_line()
        if self.cursor.skipping:
            return
        ply = number - (self.ahead or 0)
        # A variation is of the line just read that has the move, or that ended where the move would be.
        while self.cursor.depth and (
            self.cursor.variation_start >= ply or self.cursor.ply + (1 if ended else 0) < ply
        ):
            self.cursor.end_variation()
            self.used.end()
            ended = True
        at_end = ply == self.cursor.ply + 1
        if ply < 1 or not self.cursor.begin_variation(ply):
            self._tell("a variation of a move that the game does not have", line, text)
            self.void = True
            return
        if at_end and not ended:
            self._tell("a variation of no move; read as the game going on", line, text)
        self.used.begin(ply)
