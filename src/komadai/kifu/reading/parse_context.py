"""The state of a reader within a game, which the readers of all formats share.

A reader calls the context; the context stores the position and the variations, checks the moves and calls
the visitor. Whatever the record holds, the calls of the visitor make a well-formed game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Generic, TypeVar, cast

from komadai._core import STARTPOS, Board, Move, Run
from komadai.errors import IllegalMoveError
from komadai.kifu.comments import engine_comments
from komadai.kifu.reading.variation_stack import VariationStack
from komadai.kifu.reading.visitor import SKIP
from komadai.kifu.tree.game import HEADERS
from komadai.messages import Message
from komadai.outcome import Infraction

if TYPE_CHECKING:
    from komadai.kifu.diagnostics import Report
    from komadai.kifu.reading.visitor import Visitor
    from komadai.kifu.tree.game import Analysis, Ending
    from komadai.variants import Board as VariantBoard
    from komadai.variants import Variant

T = TypeVar("T")

NO_GAME: Final = object()
"""The result of a game that the text does not state: there is none."""

_STRIDE: Final = 16
"""A position is stored every 16 plies, so that going back to any ply takes the same time."""

_PLAYED: Final = {each: Message("move-illegal", {"infraction": each.value}, "kept") for each in Infraction}
_NOT_PLAYED: Final = {
    each: Message("move-illegal", {"infraction": each.value}, "not-played") for each in Infraction
}
_UNPLAYABLE: Final = frozenset(
    {
        Infraction.NO_SUCH_PIECE,
        Infraction.OUT_OF_TURN,
        Infraction.OWN_PIECE_CAPTURED,
        Infraction.KING_CAPTURED,
        Infraction.NOT_IN_HAND,
        Infraction.OCCUPIED_DROP,
    }
)
"""Moves that break these rules cannot be played on any board. Of other illegal moves the board plays some."""


class ParseContext(Generic[T]):
    """The state of one reader while it reads the games of a text.

    For each game: :meth:`begin`, headers, :meth:`start`, moves with comments, endings and variations,
    :meth:`finish`. While :attr:`skipping` is true (the visitor has returned SKIP), the calls in between have
    no effect; a reader may continue with the next game at once.
    """

    def __init__(self, visitor: Visitor[T], report: Report) -> None:
        self.visitor = visitor
        self.report = report
        self.skipping: bool = False
        self.open: bool = False
        """Whether a game has begun and is not yet finished."""
        self.infraction: Infraction | None = None
        """The rule that the last move broke, whether it was played or not."""
        self.is_stated: bool = False
        """Whether the text states anything about the game: a header that Komadai knows, the start, a move, an
        ending. Prose in which a reader found none of these is no game."""
        self._board: Board | None = Board()
        self._variant: Variant | None = None
        self._ply = 0

    # -- a game

    def begin(self) -> None:
        """Begins a game."""
        self.open = True
        self.skipping = self.visitor.begin_game() is SKIP
        self._board = Board()
        self._variant = None
        self.is_stated = False
        self._ply = 0
        self._lines: VariationStack[Move] = VariationStack()
        self._positions: VariationStack[str] = VariationStack()
        self._root = STARTPOS

    def header(self, name: str, value: str) -> None:
        """Passes on a header."""
        self.is_stated |= name in HEADERS and bool(value)
        if not self.skipping:
            self.visitor.header(name, value)

    def start(self, board: Board, *, is_stated: bool = False) -> None:
        """Ends the headers; the game starts from this position. The context changes the board later.

        ``is_stated`` is whether the text names this position; the usual start may also be assumed.
        """
        self._variant = getattr(board, "variant", None)
        if self.skipping:
            return
        self._board = board
        self._root = board.sfen()
        self.is_stated |= is_stated or self._root != STARTPOS
        self.skipping = self.visitor.end_headers(board) is SKIP

    def finish(self) -> T:
        """Ends the game and returns the visitor's result; :data:`NO_GAME` if something was left out and
        nothing else is stated. The warnings are then about the text."""
        self.open = False
        if self.report.has_news and not self.is_stated and not self.skipping:
            self.visitor.end_game()
            return cast("T", NO_GAME)
        deviations = self.report.since_last_game()
        if deviations:
            self.visitor.warnings(deviations)
        return self.visitor.end_game()

    # -- the line

    @property
    def variant_board(self) -> VariantBoard | None:
        """The position at the end of the current line of a variant's game; None in a game of shogi."""
        return None if self._variant is None else cast("VariantBoard", self.board)

    @property
    def board(self) -> Board:
        """The position at the end of the current line. Its history is not the game's.

        In a variant's game it is a board of :mod:`komadai.variants`, which has the same methods as far as
        :class:`komadai.protocols.BoardLike` has them.
        """
        if self._board is None:
            self._board = self._end_of_line()
        return self._board

    @property
    def ply(self) -> int:
        """The number of moves from the start."""
        return self._ply

    @property
    def previous(self) -> Move | None:
        """The move before, None at the start."""
        return self._lines.tip

    @property
    def depth(self) -> int:
        """The number of open variations, each within the one before."""
        return self._lines.depth

    @property
    def variation_start(self) -> int:
        """The first ply of the innermost variation; 1 in the main line."""
        return self._lines.start

    def play(
        self,
        move: Move,
        *,
        text: str,
        line: int,
        column: int = 1,
        time_ms: int | None = None,
        total_ms: int | None = None,
    ) -> bool:
        """Plays a move. ``text``, ``line`` and ``column`` are its text and place in the record.

        An illegal move is played, too, with a warning. A move that cannot be played at all (no such
        piece) leaves the position unchanged, with a warning; then False is returned.
        """
        if self.skipping:
            return True
        self.is_stated = True
        board = self._board or self.board
        # Tested before it is played: raising an error for each of a megabyte of bad moves would be slow.
        self.infraction = infraction = board.infraction(move)
        if infraction is not None:
            playable = infraction not in _UNPLAYABLE
            if playable:
                try:
                    board.push_unchecked(move)
                except IllegalMoveError:
                    playable = False
            message = (_PLAYED if playable else _NOT_PLAYED)[infraction]
            self.report.add(message, line=line, column=column, text=text)
            if not playable:
                return False
        else:
            board.push_unchecked(move)
        self._lines.append(move)
        self._ply += 1
        if self._ply % _STRIDE == 0:
            self._positions.append(board.sfen())
        if infraction is None:
            self.visitor.move(move, time_ms=time_ms, total_ms=total_ms)
        else:
            self.visitor.illegal_move(move, infraction, time_ms=time_ms, total_ms=total_ms)
        return True

    def run(self, run: Run) -> None:
        """Passes on moves that the native reader has read and played on :attr:`board`."""
        self.is_stated = True
        before = self._ply
        self._lines.extend(run.moves)
        self._ply += len(run)
        # Positions within the run are computed if a variation goes back there.
        self._positions.extend([""] * (self._ply // _STRIDE - before // _STRIDE))
        self.visitor.moves(run)

    def begin_variation(self, ply: int) -> bool:
        """Begins a variation that replaces this ply of the current line. False if it has no such ply."""
        if self.skipping:
            return True
        try:
            self._lines.begin(ply)
        except IndexError:
            return False
        self._positions.begin((ply - 1) // _STRIDE + 1)
        if self._ply != ply - 1:
            self._ply = ply - 1
            self._board = None
        self.visitor.begin_variation(ply)
        return True

    def end_variation(self) -> None:
        """Ends the innermost variation."""
        if self.skipping:
            return
        empty = self._ply < self._lines.start
        self._lines.end()
        self._positions.end()
        if not empty or self._ply != self._lines.ply:
            self._ply = self._lines.ply
            self._board = None
        self.visitor.end_variation()

    def _end_of_line(self) -> Board:
        """The position at the end of the current line, computed when it is needed."""
        stored = self._ply // _STRIDE
        while stored and not self._positions[stored]:
            stored -= 1
        sfen = self._positions[stored] if stored else self._root
        board = self._new_board(sfen)
        since = stored * _STRIDE
        for ply, move in enumerate(self._lines.last(self._ply - since), since + 1):
            board.push_unchecked(move)
            if ply % _STRIDE == 0:
                self._positions[ply // _STRIDE] = board.sfen()
        return board

    def _new_board(self, sfen: str) -> Board:
        if self._variant is None:
            return Board(sfen, validate=False)
        from komadai.variants import Board as VariantBoard

        return cast("Board", VariantBoard(self._variant, sfen))

    # -- annotations of the last move

    def comment(self, text: str) -> None:
        """Passes on a comment."""
        if not self.skipping:
            self.visitor.comment(text)

    def read_comment(self, text: str, *, floodgate: bool = False) -> None:
        """Passes on the analyses of engines in a comment, and the rest of it as a comment.

        ``floodgate`` is as for :func:`komadai.kifu.comments.engine_comments.read_comment`.
        """
        if self.skipping:
            return
        if engine_comments.has_hint(text):
            analyses, text = engine_comments.read_comment(
                self.board, self.previous, text, floodgate=floodgate
            )
            for analysis in analyses:
                self.visitor.analysis(analysis)
        if text:
            self.visitor.comment(text)

    def bookmark(self, name: str) -> None:
        """Passes on a bookmark."""
        if not self.skipping:
            self.visitor.bookmark(name)

    def analysis(self, analysis: Analysis) -> None:
        """Passes on the analysis of an engine."""
        if not self.skipping:
            self.visitor.analysis(analysis)

    def ending(self, ending: Ending) -> None:
        """Passes on the ending of the current line."""
        self.is_stated = True
        if not self.skipping:
            self.visitor.ending(ending)
