"""The main line of a game without the tree: reading it is several times faster."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from komadai._core import STARTPOS, Board, Run

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

    def __repr__(self) -> str:
        return f"<MainLine of {len(self)} moves>"
