"""Games of variants in Western notation, numbered as in the variants' literature:

    Ichiro vs Jiro, 2026
    Variant: chu rules=jcsa

    1. P-6h P-7e
    2. Ln-6g Lnx!7e

    White wins: Black’s resignation

Below the title are the name of the variant, with ``OPTION=VALUE`` for each option that is not the default,
and ``Start:`` with an SFEN if the game does not start from the setup. In a game that White begins, ``...``
stands in place of Black's first move. The reader takes comments in braces, too.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

from komadai.errors import IllegalMoveError, NotationError, RecordError, SfenError
from komadai.kifu.formats.csa.endings import read_explanation
from komadai.kifu.formats.named_variant import named_variant, written
from komadai.kifu.formats.western_head import GAP, moves_and_ending, title
from komadai.kifu.reading.parse_context import ParseContext
from komadai.kifu.tree.game import Ending
from komadai.messages import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from komadai._core import Board, Move
    from komadai.kifu.diagnostics import Report
    from komadai.kifu.reading.visitor import Visitor
    from komadai.kifu.tree.variant_game import VariantGame
    from komadai.variants import Variant

T = TypeVar("T")

VARIANT: Final = "Variant:"
NAMED: Final = re.compile(r"^Variant: (?!shogi\s)[a-z]", re.M)
"""Matches the line that names a variant other than shogi."""
_START: Final = "Start:"
_GAPS: Final = (GAP, "…")
_TITLE: Final = re.compile(r"(.{1,200}?) vs (.{1,200}?)(?:, (\d{4}\S{0,40}))?")
_NUMBER: Final = re.compile(r"\d{1,6}\.(?:\.\.)?")
_BLACK_PASSES: Final = re.compile(r"\d{1,6}[.\s]*(?:\.{3}|…)")
"""Matches the start of the moves where an ellipsis stands for Black's first one."""
_TOKEN: Final = re.compile(r"\{[^}]*\}?|[^\s{]+")
_KEYS: Final = ("black", "white", "started")


def write(game: VariantGame) -> str:
    """The main line. The text has the players, the date, the start, the moves and the ending only.

    Raises NotationError if a move leaves an empty square.
    """
    from komadai.variants.notation import western

    start = [] if game.starts_from_setup else [f"{_START} {game.sfen}"]
    texts, ending = moves_and_ending(game, western.write)
    rows = (f"{at // 2 + 1}. {' '.join(texts[at : at + 2])}" for at in range(0, len(texts), 2))
    head = [title(game), f"{VARIANT} {written(game.variant)}", *start, ""]
    return "\n".join([*head, *rows, *ending, ""])


def parse(text: str, visitor: Visitor[T], report: Report) -> Iterator[T]:
    """Reads the games of a text. Raises RecordError if there is none."""
    reader = _Reader(visitor, report, one_sign=_one_sign(text))
    games = 0
    for number, line in enumerate(text.split("\n"), 1):
        if reader.begins_game(line):
            games += 1
            yield reader.finish()
        reader.line(line, number)
    if reader.is_open:
        games += 1
        yield reader.finish()
    if not games:
        raise RecordError(Message("record-no-game-expected", {"examples": ("1. P-6h P-7e",)}))


def _one_sign(text: str) -> bool | None:
    """Whether the squares of chu are written as lishogi writes them: by those that can only be meant so."""
    from komadai.variants.notation.western import ONLY_ONE_SIGN, ONLY_RANK_LETTERS

    lines = [line for line in text.split("\n") if _NUMBER.match(line.strip())]
    ours, theirs = (
        any(pattern.search(line) for line in lines) for pattern in (ONLY_RANK_LETTERS, ONLY_ONE_SIGN)
    )
    return None if ours == theirs else theirs


class _Reader(Generic[T]):
    """Reads the lines of a text."""

    def __init__(self, visitor: Visitor[T], report: Report, *, one_sign: bool | None) -> None:
        self._one_sign = one_sign
        self.context: ParseContext[T] = ParseContext(visitor, report)
        self._report = report
        self._clear()

    def _clear(self) -> None:
        self._variant: Variant | None = self.context.visitor.variant
        self._sfen: tuple[str, int] | None = None
        self._has_head = False
        self._in_moves = False
        self._is_over = False
        self._ending: Ending | None = None

    @property
    def is_open(self) -> bool:
        """Whether a game has begun."""
        return self._has_head or self._in_moves

    def begins_game(self, line: str) -> bool:
        """Whether the line belongs to the next game."""
        return self._in_moves and (line.startswith(VARIANT) or _TITLE.fullmatch(line.strip()) is not None)

    def line(self, line: str, number: int) -> None:
        """Reads a line."""
        words = line.strip()
        if not words:
            return
        if _NUMBER.match(words) or (self._in_moves and words.startswith("{")):
            self._moves(line, number)
        elif not self._in_moves:
            self._head(words, number, line)
        elif (outcome := read_explanation(words)) is not None:
            self._ending = Ending(outcome)
        else:
            message = Message("move-or-comment-expected", action="left-out")
            self._report.add(message, line=number, text=words)

    def _head(self, words: str, number: int, line: str) -> None:
        """Reads a line before the moves. Other lines than those that are written may be prose."""
        title = _TITLE.fullmatch(words)
        if words.startswith(VARIANT):
            self._begin()
            name, *options = words.removeprefix(VARIANT).split() or [""]
            place = number, line.find(name, line.find(VARIANT) + len(VARIANT)) + 1
            self._variant = named_variant(name, options, self.context.visitor, *place)
        elif words.startswith(_START):
            self._sfen = words.removeprefix(_START).strip(), number
        elif title is not None and not self._has_head:
            self._begin()
            for key, value in zip(_KEYS, title.groups(), strict=True):
                if value and value != "?":
                    self.context.header(key, value.strip())

    def _begin(self) -> None:
        if not self._has_head:
            self.context.begin()
            self._has_head = True

    def _moves(self, line: str, number: int) -> None:
        self._begin()
        if not self._in_moves:
            self._in_moves = True
            self.context.start(self._start(number, white_begins=bool(_BLACK_PASSES.match(line.strip()))))
        if self.context.skipping:
            return
        for token in _TOKEN.finditer(line):
            text, column = token[0], token.start() + 1
            if text[0] == "{":
                self.context.comment(text.strip("{}").strip())
            elif not self._is_over and not _NUMBER.fullmatch(text) and text not in _GAPS:
                self._is_over = not self._move(_NUMBER.sub("", text, count=1), line, number, column)

    def _move(self, text: str, line: str, number: int, column: int) -> bool:
        """Plays a move; False if it cannot be played, and so no later one."""
        from komadai.variants.notation import western

        board = self.context.variant_board
        assert board is not None
        try:
            move = western.read(board, text, one_sign=self._one_sign)
        except IllegalMoveError as error:
            move = error.move
        except NotationError as error:
            self._report.add(
                error.message.followed_by("left-out"), line=number, column=column, text=line[column - 1 :]
            )
            return False
        return self.context.play(cast("Move", move), text=text, line=number, column=column)

    def _start(self, number: int, *, white_begins: bool = False) -> Board:
        """The start position. The context takes a board of a variant in place of one of shogi."""
        from komadai.variants import Board as VariantBoard

        if self._variant is None:
            raise RecordError(Message("record-names-no-variant"), number)
        sfen, at = self._sfen or (None, 0)
        if sfen is None and white_begins:
            sfen = VariantBoard(self._variant).sfen().replace(" b ", " w ", 1)
        try:
            return cast("Board", VariantBoard(self._variant, sfen))
        except SfenError as error:
            message = Message("start-unreadable", {"problem": error.message}, "usual-start")
            self._report.add(message, line=at, text=sfen or "")
            return cast("Board", VariantBoard(self._variant))

    def finish(self) -> T:
        """Ends the game and returns the visitor's result."""
        if not self._in_moves:
            self.context.start(self._start(0))
        if self._ending is not None and not self.context.skipping:
            self.context.ending(self._ending)
        self._clear()
        return self.context.finish()
