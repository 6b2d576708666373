"""A game as a tree: moves with times, comments and variations, headers, a start, a result.

The first child of a node is the main line, the others are variations. A line ends with an
:class:`~komadai.outcome.Outcome` on its last node, so that variations can end too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai._core import STARTPOS, Board, Move
from komadai.handicap import Handicap

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

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


class Node:
    """A move of a game and what is known about it. The root has no move."""

    __slots__ = ("children", "comment", "move", "outcome", "outcome_ms", "parent", "time_ms")

    move: Move | None
    """None at the root."""
    parent: Node | None
    children: list[Node]
    """The continuations, the main one first."""
    comment: str
    """Any number of lines; empty if there is none."""
    time_ms: int | None
    """Milliseconds spent on the move; None if not known."""
    outcome: Outcome | None
    """How the game ended after this move; None if it went on, or nobody says."""
    outcome_ms: int | None
    """Milliseconds the side to move then spent before the end (thinking before resigning)."""

    def __init__(self, move: Move | None = None, parent: Node | None = None) -> None:
        self.move = move
        self.parent = parent
        self.children = []
        self.comment = ""
        self.time_ms = None
        self.outcome = None
        self.outcome_ms = None

    def add(self, move: Move, *, time_ms: int | None = None, comment: str = "") -> Node:
        """Appends a continuation (a variation, if there is one already) and returns its node."""
        child = Node(move, self)
        child.time_ms = time_ms
        child.comment = comment
        self.children.append(child)
        return child

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
        """The nodes of the main continuation, without this one."""
        node = self
        while node.children:
            node = node.children[0]
            yield node

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
        node = self.root
        while node.children:
            node = node.children[0]
        return node

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
        """Appends moves to the end of the main line; returns the last node."""
        node = self.end
        for move in moves:
            node = node.add(move)
        return node

    def board(self, node: Node | None = None) -> Board:
        """A board at this node (None: at the start), with the moves that led there as history.

        Moves that break the rules are played as they were; one that cannot even be played (there is
        no such piece) raises ValueError.
        """
        board = Board(self.sfen)
        for move in node.moves() if node else ():
            board.push_unchecked(move)
        return board

    def __repr__(self) -> str:
        return f"<Game of {self.end.ply} moves>"
