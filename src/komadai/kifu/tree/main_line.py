"""The main line of a game without the tree: reading it is several times faster."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from komadai._core import STARTPOS, Board, Node, Run
from komadai.kifu.comments import engine_comments

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from komadai._core import Move
    from komadai.kifu.diagnostics import Deviation
    from komadai.kifu.tree.game import Ending
    from komadai.outcome import Outcome

    Head: TypeAlias = "dict[str, str] | tuple[str, Callable[[str], dict[str, str]]]"


@final
class MainLine:
    """The main line of a game: headers, start position, moves with times, ending.

    ``len(line)`` is the number of moves. Each access returns a new list; headers are read from the record at
    the first access.
    """

    __slots__ = ("_head", "ending", "run", "sfen", "warnings")

    sfen: str
    """The start position."""
    run: Run
    """The moves as one native object; ``run.append_to(node)`` creates their nodes."""
    ending: Ending | None
    """The ending; None if the record has none."""
    warnings: Sequence[Deviation]
    """The warnings of the reader."""

    def __init__(
        self,
        run: Run,
        head: Head,
        ending: Ending | None,
        sfen: str = STARTPOS,
        warnings: Sequence[Deviation] = (),
    ) -> None:
        """``head`` are the headers, or their text and the function that parses it at the first access."""
        self.run = run
        self._head = head
        self.ending = ending
        self.sfen = sfen
        self.warnings = warnings

    def __len__(self) -> int:
        return len(self.run)

    @property
    def headers(self) -> dict[str, str]:
        """See :data:`komadai.kifu.HEADERS`."""
        if isinstance(self._head, tuple):
            text, read = self._head
            self._head = read(text)
        return self._head

    @property
    def moves(self) -> list[Move]:
        """The moves."""
        return self.run.moves

    @property
    def times_ms(self) -> list[int | None]:
        """For each move the milliseconds spent on it, or None."""
        return self.run.times_ms

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None."""
        return self.ending.outcome if self.ending else None

    def board(self) -> Board:
        """A board at the start."""
        return Board(self.sfen, validate=False)

    def tree(self) -> Node:
        """The root of a new tree: the moves with times, comments, analyses and the ending."""
        root: Node = Node()
        nodes = append_run(root, self.run)
        (nodes[-1] if nodes else root).ending = self.ending
        return root

    def __repr__(self) -> str:
        return f"<MainLine of {len(self)} moves>"


def append_run(node: Node, run: Run) -> list[Node]:
    """Appends the moves of a run with their comments and analyses; returns the new nodes."""
    nodes = run.append_to(node)
    if comments := run.comments_with_hints:
        for count, analyses, text in engine_comments.read_run(run, comments):
            commented = nodes[count - 1] if count else node
            if analyses:
                commented.analyses = analyses
            commented.comment = text
    return nodes
