"""A game as a tree: moves with times, comments and variations, headers, a start, a result.

The first child of a node continues its line, the others are variations. A line ends with an
:class:`Ending` on its last node, so variations can have endings, too. All children of a node with an
ending are variations: moves that could have been played instead of resigning.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

from komadai._core import STARTPOS, Board, Move, Node, VariantMove
from komadai.errors import ArgumentTypeError, IllegalMoveError, check_type
from komadai.handicap import Handicap
from komadai.outcome import Outcome
from komadai.pieces import BLACK, WHITE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from komadai.kifu.diagnostics import Deviation
    from komadai.kifu.tree.main_line import MainLine
    from komadai.pieces import Color
    from komadai.score import Score

__all__ = ["HEADERS", "Analysis", "Ending", "Game", "GameTree", "Node"]

M = TypeVar("M", bound="Move | VariantMove")
_MOVES: Final = (Move, VariantMove)

HEADERS: Final = (
    "black",
    "white",
    "event",
    "site",
    "started",
    "ended",
    "opening",
    "time_limit",
)
"""The headers for which formats have their own names. Any other key is stored and written unchanged."""


class Ending:
    """How a line ends: the outcome, the word of the record, time and comment.

    An outcome or a comment of another type raises ArgumentTypeError.
    """

    __slots__ = ("_comment", "_outcome", "time_ms", "total_ms", "word")

    word: str
    """The word of the record, if the outcome does not express it: 封じ手, 不詰, ``%MATTA``."""
    time_ms: int | None
    """Milliseconds the side to move spent before the end (thinking before resigning)."""
    total_ms: int | None
    """The total milliseconds of that side on the clock, if it differs from the sum of its times."""

    def __init__(
        self,
        outcome: Outcome | None = None,
        word: str = "",
        time_ms: int | None = None,
        total_ms: int | None = None,
        comment: str = "",
    ) -> None:
        self.outcome = outcome
        self.word = word
        self.time_ms = time_ms
        self.total_ms = total_ms
        self.comment = comment

    @property
    def outcome(self) -> Outcome | None:
        """None if the line ends without one: a sealed move, the end of a solution."""
        return self._outcome

    @outcome.setter
    def outcome(self, outcome: Outcome | None) -> None:
        check_type("outcome", outcome, (Outcome, type(None)), "an Outcome or None")
        self._outcome = outcome

    @property
    def comment(self) -> str:
        """The comment on the ending, any number of lines separated by ``\\n``."""
        return self._comment

    @comment.setter
    def comment(self, text: str) -> None:
        check_type("comment", text, str, "a str")
        self._comment = text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text

    def __eq__(self, other: object) -> bool:
        return self._parts() == other._parts() if isinstance(other, Ending) else NotImplemented

    def __repr__(self) -> str:
        names = ("outcome", "word", "time_ms", "total_ms", "comment")
        parts = ", ".join(f"{name}={part!r}" for name, part in zip(names, self._parts(), strict=True))
        return f"Ending({parts})"

    def _parts(self) -> tuple[Outcome | None, str, int | None, int | None, str]:
        return self.outcome, self.word, self.time_ms, self.total_ms, self.comment


@dataclass(frozen=True, slots=True)
class Analysis:
    """An engine's analysis of a position: score, line, and how they were computed.

    Scores are from Black's point of view. None and empty values are unknown. Raises ArgumentTypeError for a
    ``line`` that is no tuple of Moves and an ``engine`` that is no text.
    """

    centipawns: int | None = None
    mate: int | None = None
    """Plies to mate; positive if Black mates."""
    mating: Color | None = None
    """The side that mates, if the number of plies is unknown."""
    line: tuple[Move, ...] = ()
    """The moves that the engine expects from the position after the node's move."""
    depth: int | None = None
    nodes: int | None = None
    engine: str = ""
    time_ms: int | None = None
    """Milliseconds the engine thought."""
    text: str = field(default="", compare=False, repr=False)
    """The lines of the comment from which the analysis was read; may be empty. They are written back, because
    they may hold more than the other fields (ShogiGUI's 候補2)."""

    def __post_init__(self) -> None:
        check_type("engine", self.engine, str, "a str")
        check_type("line", self.line, tuple, "a tuple of Moves")
        for move in self.line:
            if not isinstance(move, _MOVES):
                raise ArgumentTypeError(f"line: expected Moves, got a {type(move).__name__}")

    @staticmethod
    def from_score(
        score: Score,
        *,
        line: Iterable[Move] = (),
        depth: int | None = None,
        nodes: int | None = None,
        engine: str = "",
        time_ms: int | None = None,
    ) -> Analysis:
        """The analysis with this score, whose ``turn`` must be known.

        Raises RangeError, ArgumentTypeError.
        """
        from komadai.score import Score

        check_type("score", score, Score, "a Score")
        check_type("line", line, Iterable, "Moves")
        black = score.black()
        mating = None
        if black.mate_for and not black.mate:
            mating = BLACK if black.mate_for > 0 else WHITE
        return Analysis(black.cp, black.mate or None, mating, tuple(line), depth, nodes, engine, time_ms)

    @property
    def score(self) -> Score | None:
        """The score from Black's point of view; a mate takes precedence over centipawns. None if unknown."""
        from komadai.score import Score

        if self.mate:
            return Score(mate=self.mate, turn=BLACK)
        if self.mating is not None:
            return Score(mate_for=1 if self.mating == BLACK else -1, turn=BLACK)
        return None if self.centipawns is None else Score(self.centipawns, turn=BLACK)


class GameTree(Generic[M]):
    """The base of games of shogi and of variants: headers and a tree of moves."""

    sfen: str
    """The start position."""
    headers: dict[str, str]
    """See :data:`HEADERS`."""
    root: Node[M]
    """The node before the first move."""
    warnings: list[Deviation]
    """The warnings of the reader; empty if the game was not read from a record."""

    def __init__(self, sfen: str, headers: Mapping[str, str] | None = None) -> None:
        self.sfen = sfen
        self.headers = dict(headers or {})
        self.root = Node()
        self.warnings = []

    @property
    def handicap(self) -> Handicap | None:
        """The handicap the game starts from (the even game included), or None for another position."""
        return None

    @property
    def is_handicap(self) -> bool:
        """Whether the players are 下手 and 上手 rather than 先手 and 後手."""
        handicap = self.handicap
        return handicap is not None and handicap.key != "even"

    @property
    def end(self) -> Node[M]:
        """The last node of the main line; the root of a game without moves."""
        return [self.root, *self.root.main_line()][-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the main line ended, or None."""
        return self.end.outcome

    @outcome.setter
    def outcome(self, outcome: Outcome | None) -> None:
        self.end.outcome = outcome

    def main_line(self) -> Iterator[Node[M]]:
        """The nodes of the main line without the root."""
        return self.root.main_line()

    def moves(self) -> list[M]:
        """The moves of the main line."""
        return self.end.moves()

    def extend(self, moves: Iterable[M]) -> Node[M]:
        """Appends moves to the main line, removes its ending, and returns the last node."""
        node = self.end
        moves = list(moves)
        if moves:
            node.ending = None
        for move in moves:
            node = node.add(move)
        return node

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.end.ply} moves>"


def check_texts(game: GameTree[Any]) -> None:
    """Raises ArgumentTypeError for headers that are no texts: ``headers`` is a dict that anybody may fill."""
    check_type("headers", game.headers, dict, "a dict")
    for name, value in game.headers.items():
        check_type("headers", name, str, "names of type str")
        check_type(f"headers[{name!r}]", value, str, "a str")


class Game(GameTree["Move"]):
    """A game: headers, a start position, a tree of moves."""

    _line: MainLine | None = None
    """The line of a game whose nodes are made when they are first needed."""
    _tree: Callable[[MainLine], Node]
    """Makes the nodes of `_line`; see :meth:`of_main_line`."""

    def __init__(self, sfen: str = STARTPOS, headers: Mapping[str, str] | None = None) -> None:
        """``sfen`` is the start; see :data:`HEADERS` for the headers. Raises SfenError."""
        # Normalizes the text, and raises for an invalid position at once.
        super().__init__(sfen if sfen == STARTPOS else Board(sfen).sfen(), headers)

    @classmethod
    def from_board(cls, board: Board, headers: Mapping[str, str] | None = None) -> Game:
        """The game that led to this position, with the outcome by the rules of the board.

        Raises ArgumentTypeError for anything but a Board.
        """
        if not isinstance(board, Board):
            raise ArgumentTypeError(f"board: expected a Board, got a {type(board).__name__}")
        game = cls(board.root_sfen(), headers)
        game.extend(board.history)
        game.outcome = board.outcome()
        return game

    @classmethod
    def of_main_line(cls, line: MainLine, tree: Callable[[MainLine], Node]) -> Game:
        """The game of this line. ``tree`` makes its nodes and returns their root when they are first needed:
        a reader of many games that asks for headers, moves and outcomes only saves their time and memory."""
        game = cls.__new__(cls)
        game.sfen, game.headers, game.warnings = line.sfen, dict(line.headers), list(line.warnings)
        game._line, game._tree = line, tree
        return game

    if not TYPE_CHECKING:  # other missing attributes are errors

        def __getattr__(self, name: str) -> Any:
            line = self._line_without_nodes if name == "root" else None
            if line is not None:
                # If two threads do this at once, both get the same nodes.
                self.__dict__.setdefault("root", self._tree(line))
                self._line = None
            if name in self.__dict__:
                return self.__dict__[name]
            message = f"{type(self).__name__!r} object has no attribute {name!r}"
            raise AttributeError(message, name=name, obj=self)

    @property
    def _line_without_nodes(self) -> MainLine | None:
        """The main line of a game whose nodes were not needed yet."""
        return None if "root" in self.__dict__ else self._line

    def __getstate__(self) -> dict[str, Any]:
        return {"root": self.root, **self.__dict__, "_line": None}

    @property
    def handicap(self) -> Handicap | None:
        """The handicap the game starts from (the even game included), or None for another position."""
        return Handicap.from_sfen(self.sfen)

    @property
    def outcome(self) -> Outcome | None:
        """How the main line ended, or None."""
        line = self._line_without_nodes
        return self.end.outcome if line is None else line.outcome

    @outcome.setter
    def outcome(self, outcome: Outcome | None) -> None:
        self.end.outcome = outcome

    def moves(self) -> list[Move]:
        """The moves of the main line."""
        line = self._line_without_nodes
        return self.end.moves() if line is None else line.moves

    def board(self, node: Node | None = None) -> Board:
        """A board at this node (None: at the start), with the moves before it as history.

        Moves against the rules are played, too; one that cannot be played at all (there is no such piece)
        raises IllegalMoveError. Raises ArgumentTypeError for anything but a Node.
        """
        if node is not None and not isinstance(node, Node):
            raise ArgumentTypeError(f"node: expected a Node or None, got a {type(node).__name__}")
        # Not validated: a record may start from a position against the rules.
        board = Board(self.sfen, validate=False)
        for move in node.moves() if node else ():
            board.push_unchecked(move)
        return board

    def _repr_svg_(self) -> str:
        """The last position of the main line as a picture, for notebooks."""
        board, last = self.board(), None
        for move in self.moves():
            try:
                board.push_unchecked(move)
            except IllegalMoveError:
                break
            last = move
        return board.svg(last_move=last)
