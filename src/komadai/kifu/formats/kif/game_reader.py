"""Reads the games of a KIF or KI2 record line by line.

There is one reader for both formats: only the moves are written differently, and some records mix them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, cast

from komadai._core import Move, Run, read_ki2, read_kif
from komadai.kifu.comments.engine_comments import HINT_CHARACTERS
from komadai.kifu.formats.kif import ending_comparison, endings, variant_moves
from komadai.kifu.formats.kif import moves as kif_moves
from komadai.kifu.formats.kif.clock_times import find_times, seconds, without_repetition
from komadai.kifu.formats.kif.early_variations import EarlyVariations
from komadai.kifu.formats.kif.header_reader import Head
from komadai.kifu.formats.kif.line_patterns import (
    FILE_NUMBERS,
    MARKED,
    MARKS,
    MEANINGLESS,
    NUMBERED,
    NUMBERS,
    RULER,
    SIGNATURE,
    VARIATION,
)
from komadai.kifu.formats.kif.moves import NumberedMove
from komadai.kifu.formats.result_words import outcome_of
from komadai.kifu.reading import filler_lines
from komadai.kifu.reading.parse_context import ParseContext
from komadai.kifu.reading.variation_stack import VariationStack
from komadai.kifu.tree.ending_words import ending_word
from komadai.kifu.tree.game import Ending
from komadai.messages import Message
from komadai.notation import newspaper
from komadai.notation.pattern import fitting
from komadai.pieces import Color

if TYPE_CHECKING:
    from komadai._core import VariantMove
    from komadai.kifu.diagnostics import Report
    from komadai.kifu.formats.kif.moves import Meaning
    from komadai.kifu.reading.visitor import Visitor


class GameReader:
    """Reads the lines of one game after the other."""

    def __init__(self, visitor: Visitor[Any], report: Report) -> None:
        self.report = report
        self.context: ParseContext[Any] = ParseContext(visitor, report)
        self.is_open: bool = False
        """Whether a game has begun."""
        self.in_moves: bool = False
        """Whether the line above the moves was read, or a move."""
        self.is_started: bool = False
        """Whether the start position is known."""
        self.after_blank = False
        """Whether a blank line stands before the current one."""
        # The current line, and the index in it after which the text of a warning is searched.
        self._source = ""
        self._place = 0

    def _begin(self) -> None:
        """Begins a game."""
        self.is_open = True
        self.context.begin()
        self.head: Head = Head(self.context, self.report)
        self.in_moves = self.is_started = False
        # Comments and bookmarks that were read but not passed on yet.
        self.comments: list[str] = []
        self.bookmarks: list[str] = []
        # The total times of both sides after each ply, in milliseconds.
        self.used_ms: VariationStack[tuple[int, int]] = VariationStack()
        self.ending: Ending | None = None
        # Whether a line まで…手で… has been read for this ending.
        self.has_summary: bool = False
        # The difference between move numbers and plies, once known: a record may begin in mid-game.
        self.number_offset: int | None = None
        # Whether a move of this line could not be played: the moves after it cannot be played, either.
        self.is_unplayable: bool = False
        # Whether this variation has no place in the tree.
        self.is_misplaced: bool = False
        # Whether the line before such a variation had no ending.
        self.was_unfinished: bool = False
        self.line_number: int = 0
        # The steps of a move of a variant, and its number, its last line and the number of that.
        self._steps: list[str] = []
        self._step_line = 0, "", 0
        # Whether a header or the line above the moves was read.
        self.has_head: bool = False
        self.early: EarlyVariations = EarlyVariations()

    def finish(self) -> Any:
        """Ends the game; returns the visitor's result."""
        self._read_steps()
        self._read_early_variations()
        self._end_line()
        self.is_open = self.in_moves = False
        return self.context.finish()

    def read_run(self, text: str, at: int, *, numbered: bool) -> Run | None:
        """Reads moves in the form that programs write, KIF's if ``numbered``, else KI2's, with the native
        reader.

        None if there are none here, or if moves are not allowed here; the line is then read as any other.
        """
        context = self.context
        if not (self.in_moves and self.is_started) or self.is_misplaced or self.is_unplayable:
            return None
        if context.skipping or context.variant_board is not None or self.ending is not None:
            return None
        if self.early.is_collecting or (numbered and self.number_offset is None):
            return None
        if not numbered and not MARKED.match(text, at):
            return None
        self._pass_on_comments()
        used = black, white = self._used_so_far()
        number = context.ply + 1 + (self.number_offset or 0)
        if number < 0 or black < 0 or white < 0:
            return None
        if numbered:
            run = read_kif(text, at, context.board, number, context.previous, *used, HINT_CHARACTERS)
        else:
            run = read_ki2(text, at, context.board, context.previous, *used, HINT_CHARACTERS)
        if not len(run):
            return None
        context.run(run)
        self.used_ms.extend(run.clocks)
        return run

    # -- lines

    def leave_out_filler(self, count: int, line_number: int, text: str) -> None:
        """Leaves out ``count`` lines of one character; the first has this number."""
        if not self.is_open:
            self._begin()
        if not (self.in_moves and self.context.skipping):
            filler_lines.report_lines(self.report, count, line=line_number, text=text)

    def read_line(self, line: str, line_number: int) -> None:
        """Reads a line that is not blank."""
        if not self.is_open:
            self._begin()
        if self._steps and not variant_moves.continues(self._steps, line):
            self._read_steps()
        self.line_number = line_number
        self._source, self._place = line, 0
        if self.in_moves and self.context.skipping:
            return
        first = line[0]
        if first.isspace() and (bare := line.lstrip())[0] in "*&#":
            line, first = bare, bare[0]
        if self.early.take(line, line_number, has_head=self.has_head, after_blank=self.after_blank):
            return
        if self.is_misplaced and self._continues_line(line):
            self.is_misplaced = False
        if self.is_misplaced and not VARIATION.fullmatch(line):
            self._warn(Message("variation-part-without-place", action="left-out"), line_number, line)
        elif first == "*":
            self.comments.append(line[1:])
        elif first == "&":
            self.bookmarks.append(line[1:].strip())
        elif first == "#":
            # Below the head such lines are remarks of programs.
            if not self.in_moves:
                self.head.take(line, line_number)
        elif len(line) == 1:
            # A quick test, because a megabyte may have half a million of such lines.
            self._warn(self._not_understood(), line_number, line)
        elif MEANINGLESS.fullmatch(line):
            self._warn(self._not_understood(), line_number, line)
        elif (variation := VARIATION.fullmatch(line)) and self._is_before_moves:
            self._variation_before_moves(int(variation[1]), line, line_number)
        elif variation:
            self._variation(int(variation[1]), line, line_number)
        elif not self.in_moves and FILE_NUMBERS.fullmatch(line) and self.head.take(line, line_number):
            self.has_head = True
        elif len(NUMBERS.findall(line)) > 1:
            # Numbers are replaced by blanks, so that columns do not change.
            unnumbered = NUMBERS.sub(lambda match: " " * len(match[0]), line)
            self._marked_moves(unnumbered, line_number, MARKED.match(unnumbered))
        elif step := variant_moves.STEP.fullmatch(line):
            self._step(int(step[1]), step[2], step[3], line, line_number)
        elif numbered := NUMBERED.fullmatch(line):
            text, star, comment = numbered[2].partition(" *")
            self._numbered_move(int(numbered[1]), text, line, line_number)
            if star:
                self.comments.append(comment)
        elif marked := MARKED.match(line):
            self._marked_moves(line, line_number, marked)
        elif line.lstrip().startswith("まで"):
            self._summary(line, line_number)
        elif RULER.fullmatch(line):
            self.in_moves = self.has_head = True
            if not self.head.leaves_turn_open and not self.head.leaves_variant_open:
                self._start()
        elif SIGNATURE.match(line):
            pass
        elif self.in_moves:
            self._line_below_head(line, line_number)
        elif self.head.take(line, line_number):
            self.has_head = True
        else:
            self._warn(self._not_understood(), line_number, line)

    @property
    def _is_before_moves(self) -> bool:
        """Whether the game has no move and no ending yet: there is nothing that a variation could replace."""
        return not self.is_started or (self.context.ply == self.context.depth == 0 and self.ending is None)

    def _variation_before_moves(self, ply: int, line: str, line_number: int) -> None:
        """A line 変化 before any move: the game follows, or a variation of the game that comes later."""
        if self.early.is_reading or (ply <= 1 and self.has_head):
            self._warn(Message("variation-before-moves", action="left-out"), line_number, line)
        else:
            self.early.begin(line, line_number, ply, has_head=self.has_head)

    def _read_early_variations(self) -> None:
        """Reads the variations that stand before the game's moves. Without such moves, they are the game."""
        has_moves = not self._is_before_moves
        lines = self.early.collected()
        for at, (line, line_number) in enumerate(lines):
            if has_moves and VARIATION.fullmatch(line):
                is_empty = at + 1 == len(lines) or VARIATION.fullmatch(lines[at + 1][0]) is not None
                action = "left-out" if is_empty else "kept-as-variation"
                self._source, self._place = line, 0
                self._warn(Message("variation-before-moves", action=action), line_number, line)
                if is_empty:
                    continue
            self.read_line(line, line_number)

    def _continues_line(self, line: str) -> bool:
        """Whether a line below a variation without a place is the next move of the line before it."""
        numbered = NUMBERED.fullmatch(line) if self.was_unfinished else None
        return numbered is not None and int(numbered[1]) == self.context.ply + 1 + (self.number_offset or 0)

    def _not_understood(self) -> Message:
        return Message("move-or-comment-expected" if self.in_moves else "header-or-move-expected")

    def _warn(self, message: Message, line_number: int, text: str) -> None:
        """Reports a problem with this part of the current line."""
        if text == self._source:
            text = text.strip()
        column = self._source.find(text, self._place) + 1
        self.report.add(message, line=line_number, column=column, text=text)

    def _line_below_head(self, line: str, line_number: int) -> None:
        if self.head.take_late(line):
            return
        result = newspaper.parse(line)
        if result is not None:
            self._pass_on_comments()
            if self.ending is None and not self.context.depth:
                self.ending = Ending(result.outcome)
                return
        self._warn(self._not_understood(), line_number, line)

    def _start(self) -> None:
        self.in_moves = True
        if not self.is_started:
            self.is_started = True
            self.head.start()

    def _find_side_to_move(self, text: str) -> None:
        """If the head does not give the side to move: sets White if only White can play this first move."""
        if self.is_started:
            return
        self.head.find_variant(text, self.line_number)
        if not self.head.leaves_turn_open:
            return
        pattern = kif_moves.pattern_of(text)
        board = self.head.diagram()
        if pattern is None or board is None:
            return
        pattern = pattern._replace(color=None)
        if not fitting(board, pattern, None):
            board.set_turn(Color.WHITE)
            if fitting(board, pattern, None):
                self.head.white_begins()

    def _pass_on_comments(self) -> None:
        """Passes on the comments and bookmarks of the last move, or of the ending."""
        self._start()
        if not self.comments and not self.bookmarks:
            return
        text = "\n".join(self.comments)
        self.comments = []
        for name in self.bookmarks:
            self.context.bookmark(name)
        self.bookmarks = []
        if self.ending is None:
            self.context.read_comment(text)
            return
        if self.ending.comment:
            self.ending.comment += f"\n{text}"
        else:
            turn = self.context.board.turn
            turns = [*Color] if self.is_unplayable else [turn]
            endings.read_comment(self.ending, text, turns, has_word=not self.has_summary)

    # -- moves

    def _numbered_move(self, number: int, rest: str, line: str, line_number: int) -> None:
        """A move, or an ending, in KIF's form: with its number and its times."""
        rest = rest.rstrip().rstrip("+").rstrip()
        times = find_times(rest)
        text = rest[: times.start()].rstrip() if times else rest
        after = rest[times.end() :].strip() if times else ""
        self._find_side_to_move(text)
        self._pass_on_comments()
        if times:
            after = without_repetition(after, times)
        if after:
            self._warn(Message("text-after-time"), line_number, after)
        if self.is_unplayable:
            self._after_unplayable(text, number, line_number)
            return
        if self._goes_back(number, text):
            self._warn(Message("move-number-goes-back", action="read-as-variation"), line_number, line)
            self._variation(number, line, line_number)
        if self.ending is not None:
            if outcome_of(text, self.context.board.turn) or text in endings.OTHER_WORDS:
                self._warn(Message("ending-twice", action="kept-as-comment"), line_number, text)
                self.comments.append(text)
                return
            self._resume(line, line_number)
        self._check_number(number, line, line_number)
        time_ms, total_ms = self._milliseconds(times, line_number) if times else (None, None)
        move = self._move_meant(self._meaning(text), text, line_number)
        if move is None:
            if not self.is_unplayable:
                self._end(text, line_number, time_ms, total_ms)
            return
        column = self._source.find(text) + 1
        color = self.context.board.turn
        if not self.context.play(
            move, text=text, line=line_number, column=column, time_ms=time_ms, total_ms=total_ms
        ):
            self._end_as_unplayable(text)
            return
        used = list(self._used_so_far())
        used[color] = total_ms if total_ms is not None else used[color] + (time_ms or 0)
        self.used_ms.append((used[0], used[1]))

    def _step(self, number: int, step: str, rest: str, line: str, line_number: int) -> None:
        """A step of a move of a variant. The move is read when all its steps are there."""
        self._find_side_to_move(f"{step}{rest}")
        if variant_moves.STEPS.index(step) != len(self._steps):
            self._read_steps()
            self._warn(self._not_understood(), line_number, line)
            return
        self._steps.append(rest)
        self._step_line = number, line, line_number

    def _read_steps(self) -> None:
        """Reads the move whose steps have been collected."""
        if not self._steps:
            return
        number, line, line_number = self._step_line
        self._source, self._place = line, 0
        self.line_number = line_number
        last = self._steps.pop()
        self._numbered_move(number, last, line, line_number)
        self._steps = []

    def _meaning(self, text: str) -> Meaning:
        """The move that a text of KIF means here."""
        board = self.context.variant_board
        if board is None:
            return kif_moves.numbered(text, self.context.board, self.context.previous)
        previous = cast("VariantMove | None", self.context.previous)
        return variant_moves.read([*self._steps, text], board, previous)

    def _meaning_of_words(self, text: str) -> Meaning:
        """The move that a text of KI2 means here."""
        if self.context.variant_board is not None:
            return self._meaning(text)
        return kif_moves.by_words(text, self.context.board, self.context.previous)

    def _goes_back(self, number: int, text: str) -> bool:
        """Whether a move belongs to an earlier position: its number goes back by two or more, or by one and
        the move is illegal here (a number that is one too low is a frequent slip)."""
        if self.context.variant_board is not None:
            if self.number_offset is None or not variant_moves.is_move(text):
                return False
            return 1 <= number - self.number_offset < self.context.ply
        written = NumberedMove.parse(text)
        if self.number_offset is None or written is None:
            return False
        ply = number - self.number_offset
        if not 1 <= ply <= self.context.ply:
            return False
        if ply < self.context.ply:
            return True
        to, origin = written.to, written.origin
        if to is None or origin is None:
            return False
        return origin != to and not self.context.board.is_legal(Move.normal(origin, to, written.promotes))

    def _marked_moves(self, line: str, line_number: int, match: re.Match[str] | None) -> None:
        """A line of moves in KI2's form: each with the mark of its side, without number and origin."""
        if not self.is_started and match is not None:
            if MARKS.get(match[1]) is Color.WHITE:
                self.head.white_begins()
            elif match[1] is None:
                self._find_side_to_move(match[2] or "")
        self._pass_on_comments()
        place = 0
        while match is not None and not self.context.skipping:
            place = match.end()
            self._marked_move(match, line_number, match.end() - len(match[0].lstrip()) + 1)
            match = MARKED.match(line, place)
        if self.context.skipping:
            return
        rest = line[place:].lstrip()
        if rest.startswith("まで"):
            self._summary(rest, line_number)
        elif rest:
            message = Message("move-expected", {"examples": ("▲７六歩", "△同　銀右")})
            self.report.add(message, line=line_number, column=len(line) - len(rest) + 1, text=rest)

    def _marked_move(self, match: re.Match[str], line_number: int, column: int) -> None:
        self._place = column - 1
        mark, text, word = match.groups()
        if self.is_unplayable:
            number = self.context.ply + 1 + (self.number_offset or 0)
            self._after_unplayable(text or word, number, line_number)
            return
        turn = self.context.board.turn
        if word:
            self._end(word, line_number, None, None)
            return
        if self.ending is not None:
            self._resume(text, line_number)
        if mark and MARKS[mark] is not turn:
            message = Message("side-to-move", {"turn": turn.key})
            self.report.add(message, line=line_number, column=column, text=match[0].strip())
        meaning = self._meaning_of_words(text)
        move = self._move_meant(meaning, text, line_number)
        if move is None:
            if not self.is_unplayable:
                self._end(text, line_number, None, None)
        elif not self.context.play(move, text=text, line=line_number, column=column):
            self._end_as_unplayable(text)
        else:
            self.used_ms.append(self._used_so_far())

    def _used_so_far(self) -> tuple[int, int]:
        """The total times of Black and White at the end of the line, in milliseconds."""
        return self.used_ms[self.used_ms.ply] if self.used_ms.ply else (0, 0)

    def _after_unplayable(self, text: str, number: int, line_number: int) -> None:
        """A line after a move that could not be played: it may give the ending."""
        turn = self.context.board.turn
        if (number - (self.number_offset or 0) - self.context.ply) % 2 == 0:
            turn = turn.opponent
        outcome = outcome_of(text, turn)
        if outcome is not None and self.ending is not None and self.ending.outcome is None:
            self.ending.outcome = outcome
        else:
            self._warn(Message("move-after-unplayable", action="left-out"), line_number, text)

    def _end_as_unplayable(self, text: str) -> None:
        """Ends the line with a move that could not be played, stored as the ending's word."""
        self.is_unplayable = True
        self.ending = Ending(word=text)
        self.has_summary = False

    def _check_number(self, number: int, line: str, line_number: int) -> None:
        ply = self.context.ply + 1
        if self.number_offset is None:
            self.number_offset = number - ply
            if number not in (ply, self.context.board.move_number):
                self._warn(Message("move-number", {"number": ply}, "counted-from-here"), line_number, line)
        elif number - self.number_offset != ply and not self.context.skipping:
            params = {"number": ply + self.number_offset}
            self._warn(Message("move-number", params, "read-as-this-number"), line_number, line)

    def _milliseconds(self, times: re.Match[str], line_number: int) -> tuple[int | None, int | None]:
        """The time spent, and the total time if it differs from the sum of the side's times."""
        spent = seconds(times[1])
        if spent is None:
            self._warn(Message("time-format", {"examples": "0:12/00:03:45"}), line_number, times[0])
            return None, None
        time_ms = min(round(spent * 1000), 10**12)
        total = seconds(times[2]) if times[2] and times[2].strip() else None
        if total is None:
            return time_ms, None
        total_ms = min(round(total * 1000), 10**12)
        is_sum = self._used_so_far()[self.context.board.turn] + time_ms == total_ms
        return time_ms, None if is_sum else total_ms

    def _move_meant(self, meaning: Meaning, text: str, line_number: int) -> Move | None:
        """The move; None if the text is no move, or none of this position, which ends the line."""
        if meaning.problem is not None:
            self._warn(meaning.problem, line_number, text)
            if meaning.move is None:
                self._end_as_unplayable(text)
        # A board of a variant gets its own moves, and is given to `_meaning` as such.
        return cast("Move | None", meaning.move)

    # -- endings

    def _end(self, word: str, line_number: int, time_ms: int | None, total_ms: int | None) -> None:
        board = self.context.board
        outcome = ending_comparison.with_winner(outcome_of(word, board.turn), word, board)
        if outcome is None and not endings.is_other_word(word):
            self._warn(Message("ending-or-move-expected", action="kept-as-ending"), line_number, word)
        self.ending = Ending(outcome, "" if outcome else word, time_ms, total_ms)
        self.has_summary = False

    def _summary(self, line: str, line_number: int) -> None:
        """A line まで…手で…, compared with the ending above it."""
        self._pass_on_comments()
        board = self.context.board
        summary = endings.read_summary(line, board.turn)
        if summary is None:
            return
        ply, ending = summary
        expected = self.context.ply + (self.number_offset or 0)
        if ply is not None and ply != expected and not self.is_unplayable:
            self._warn(Message("line-length", {"count": expected}), line_number, line)
        result = endings.summary_text(line)
        ending.outcome = ending_comparison.with_winner(ending.outcome, result, board)
        if self.ending is None:
            self.ending = ending
            if ending.outcome is None and not endings.is_other_word(ending.word):
                self._warn(Message("ending-not-understood", action="kept-as-ending"), line_number, line)
        elif self.is_unplayable and self.ending.outcome is None:
            self.ending.outcome = ending.outcome
        elif self.ending.outcome != ending.outcome:
            if ending_comparison.names_other_winner(self.ending, ending, board.turn):
                self._warn(Message("ending-other-winner", action="this-line-counts"), line_number, line)
                self.ending.outcome = ending.outcome
            elif not ending_comparison.agrees(self.ending, ending, board.turn, result):
                self._warn(Message("ending-contradicted", action="ending-above-counts"), line_number, line)
        self.has_summary = True

    def _resume(self, text: str, line_number: int) -> None:
        """A move after an ending: the line goes on, and the ending becomes a comment."""
        assert self.ending is not None
        word = ending_word(self.ending, self.context.board.turn)
        message = Message("move-after-ending", {"word": word}, "ending-kept-as-comment")
        self._warn(message, line_number, text)
        self.context.comment("\n".join(filter(None, [word, self.ending.comment])))
        self.ending = None

    # -- lines of the tree

    def _end_line(self) -> None:
        self._pass_on_comments()
        ending = self.ending
        if ending is not None and self.context.depth and self.context.ply < self.context.variation_start:
            # The variation has no move of its own, and the line it branches from goes on here.
            word = ending_word(ending, self.context.board.turn)
            self._warn(Message("variation-only-ends", action="kept-as-comment"), self.line_number, word)
            self.context.comment("\n".join(filter(None, [word, ending.comment])))
        elif ending is not None:
            self.context.ending(ending)
        self.ending = None
        self.has_summary = self.is_unplayable = self.is_misplaced = False

    def _variation(self, number: int, line: str, line_number: int) -> None:
        """A variation begins with the move of this number."""
        ended = self.ending is not None
        self.was_unfinished = not ended and not self.is_unplayable
        self._end_line()
        if self.context.skipping:
            return
        ply = number - (self.number_offset or 0)
        # It branches from the innermost line that has the move, or that ended where the move would be.
        while self.context.depth and (
            self.context.variation_start >= ply or self.context.ply + (1 if ended else 0) < ply
        ):
            self.context.end_variation()
            self.used_ms.end()
            ended = True
        at_end = ply == self.context.ply + 1
        if ply < 1 or not self.context.begin_variation(ply):
            self._warn(Message("variation-without-place"), line_number, line)
            self.is_misplaced = True
            return
        if at_end and not ended:
            self._warn(Message("variation-replaces-nothing", action="read-as-main-line"), line_number, line)
        self.used_ms.begin(ply)
