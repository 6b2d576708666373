"""A game as a tree: moves with times, comments and variations, headers, a start, a result.

The first child of a node is the main line, the others are variations. A line ends with an
:class:`Ending` on its last node, so that variations can end too. What follows a node with an ending
are variations, all of it: what might have been played instead of resigning.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from komadai._core import STARTPOS, Board, Move
from komadai.handicap import Handicap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from komadai.kifu.report import Deviation
    from komadai.outcome import Outcome

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
"""The headers every format has its own word for. Any other key is kept and written as it is."""


@dataclass(slots=True)
class Ending:
    """How a line ends, and what the record says about it."""

    outcome: Outcome | None = None
    """None if the record says none: a sealed move, the end of a solution."""
    word: str = ""
    """The word the record ends with, where the outcome does not say as much: 封じ手, 不詰, ``%MATTA``."""
    time_ms: int | None = None
    """Milliseconds the side to move spent before the end (thinking before resigning)."""
    total_ms: int | None = None
    """What the clock then showed as used by that side, where it is not the sum of its times."""
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Analysis:
    """What an engine thought of a position: an evaluation, a line, how it came to it.

    Scores are Black's: positive where Black is better. None and empty are "not said".
    """

    centipawns: int | None = None
    mate: int | None = None
    """Plies to mate; positive where Black mates."""
    line: tuple[Move, ...] = ()
    """The moves that the engine expects from the position after the node's move."""
    depth: int | None = None
    nodes: int | None = None
    engine: str = ""
    time_ms: int | None = None
    """Milliseconds the engine thought."""
    text: str = field(default="", compare=False, repr=False)
    """The lines of the comment it was read from, where a program writes it as a comment; may be empty.
    They say the same, and perhaps more (ShogiGUI's 候補2), and are written back."""


class Node:
    """A move of a game and what is known about it. The root has no move."""

    __slots__ = (
        "analyses",
        "bookmark",
        "children",
        "comment",
        "ending",
        "move",
        "parent",
        "time_ms",
        "total_ms",
    )

    move: Move | None
    """None at the root."""
    parent: Node | None
    children: list[Node]
    """The continuations, the main one first."""
    comment: str
    """Any number of lines; empty if there is none."""
    time_ms: int | None
    """Milliseconds spent on the move; None if not known."""
    total_ms: int | None
    """What the clock then showed as used by that side, in milliseconds, where the record says so and
    it is not the sum of the side's times; else None."""
    bookmark: str
    """The name of a bookmark at this move; empty if there is none."""
    analyses: list[Analysis]
    """What engines thought after this move, in the order of the record."""
    ending: Ending | None
    """How the line ends after this move; None if it goes on, or nobody says."""

    def __init__(self, move: Move | None = None, parent: Node | None = None) -> None:
        self.move = move
        self.parent = parent
        self.children = []
        self.comment = ""
        self.time_ms = None
        self.total_ms = None
        self.bookmark = ""
        self.analyses = []
        self.ending = None

    def add(self, move: Move, *, time_ms: int | None = None, comment: str = "") -> Node:
        """Appends a continuation (a variation, if there is one already) and returns its node."""
        child = Node(move, self)
        child.time_ms = time_ms
        child.comment = comment
        self.children.append(child)
        return child

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended after this move; None if it went on, or nobody says."""
        return self.ending.outcome if self.ending else None

    @outcome.setter
    def outcome(self, outcome: Outcome | None) -> None:
        if outcome is None:
            self.ending = None
        elif self.ending is None:
            self.ending = Ending(outcome)
        else:
            self.ending.outcome = outcome

    @property
    def outcome_ms(self) -> int | None:
        """Milliseconds the side to move then spent before the end (thinking before resigning)."""
        return self.ending.time_ms if self.ending else None

    @outcome_ms.setter
    def outcome_ms(self, time_ms: int | None) -> None:
        if self.ending is None:
            self.ending = Ending()
        self.ending.time_ms = time_ms

    @property
    def ply(self) -> int:
        """Moves from the root: 0 there, 1 after the first move."""
        return sum(1 for _ in self.path())

    def path(self) -> Iterator[Node]:
        """The nodes from this one up to, and without, the root."""
        node = self
        while node.parent is not None:
            yield node
            node = node.parent

    def moves(self) -> list[Move]:
        """The moves from the root to here."""
        return [node.move for node in self.path() if node.move is not None][::-1]

    def main_line(self) -> Iterator[Node]:
        """The nodes of the main continuation, without this one; it stops where a line ends."""
        node = self
        while node.children and node.ending is None:
            node = node.children[0]
            yield node

    @property
    def variations(self) -> list[Node]:
        """The first nodes of the variations that begin after this node."""
        return self.children if self.ending is not None else self.children[1:]

    def __repr__(self) -> str:
        return f"<Node {self.move or 'root'} at ply {self.ply}>"


class Game:
    """A game: headers, a start position, a tree of moves."""

    def __init__(self, sfen: str = STARTPOS, headers: Mapping[str, str] | None = None) -> None:
        """``sfen`` is the start; see :data:`HEADERS` for the headers. Raises SfenError."""
        # One spelling of a position, and an error at once if it is none.
        self.sfen = Board(sfen).sfen()
        self.headers: dict[str, str] = dict(headers or {})
        self.root = Node()
        self.warnings: list[Deviation] = []
        """Where the record this was read from deviates from its format; empty if it was not read."""

    @classmethod
    def from_board(cls, board: Board, headers: Mapping[str, str] | None = None) -> Game:
        """The game that led to this position, with the outcome the board itself knows of."""
        game = cls(board.root_sfen(), headers)
        game.extend(board.history)
        game.outcome = board.outcome()
        return game

    @property
    def handicap(self) -> Handicap | None:
        """The handicap the game starts from (the even game included), or None for another position."""
        return Handicap.from_sfen(self.sfen)

    @property
    def is_handicap(self) -> bool:
        """Whether the players are 下手 and 上手 rather than 先手 and 後手."""
        handicap = self.handicap
        return handicap is not None and handicap.key != "even"

    @property
    def end(self) -> Node:
        """The last node of the main line; the root of a game without moves."""
        return [self.root, *self.root.main_line()][-1]

    @property
    def outcome(self) -> Outcome | None:
        """How the main line ended, or None."""
        return self.end.outcome

    @outcome.setter
    def outcome(self, outcome: Outcome | None) -> None:
        self.end.outcome = outcome

    def main_line(self) -> Iterator[Node]:
        """The nodes of the main line, the root left out."""
        return self.root.main_line()

    def moves(self) -> list[Move]:
        """The moves of the main line."""
        return self.end.moves()

    def extend(self, moves: Iterable[Move]) -> Node:
        """Appends moves to the end of the main line, which has then not ended; returns the last node."""
        node = self.end
        moves = list(moves)
        if moves:
            node.ending = None
        for move in moves:
            node = node.add(move)
        return node

    def board(self, node: Node | None = None) -> Board:
        """A board at this node (None: at the start), with the moves that led there as history.

        Moves that break the rules are played as they were; one that cannot even be played (there is
        no such piece) raises IllegalMoveError.
        """
        # Checked when the game was made; what a record starts from may break the rules all the same.
        board = Board(self.sfen, validate=False)
        for move in node.moves() if node else ():
            board.push_unchecked(move)
        return board

    def __repr__(self) -> str:
        return f"<Game of {self.end.ply} moves>"
