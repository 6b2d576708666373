"""The problems that are part of the package, each with its only solution."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from komadai._core import Board, Move
from komadai.errors import RangeError
from komadai.tsume.composition import Composition
from komadai.tsume.difficulty import Difficulty

if TYPE_CHECKING:
    from collections.abc import Iterable

FILE: Final = "problems.tsv.gz"
"""The file in this package; :func:`line` defines its format."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A mate problem: only its solution mates, all pieces are needed, and none is left in hand."""

    sfen: str
    """The attacker is Black and has no king; White has all other pieces in hand."""
    moves: tuple[Move, ...]
    """The solution: the attacker's only moves, the defender's longest defence."""
    difficulty: Difficulty
    source: str = ""
    """The game and ply where the problem was found; empty for packaged problems."""

    @property
    def plies(self) -> int:
        """The length of the solution."""
        return len(self.moves)

    @property
    def id(self) -> str:
        """A stable name: the length and ten hexadecimal digits of a hash of the position. A mirror image has
        the same name."""
        return f"{self.plies}-{blake2b(self.composition().key().encode(), digest_size=5).hexdigest()}"

    @property
    def board(self) -> Board:
        """The position as a new board."""
        return Board(self.sfen)

    def composition(self) -> Composition:
        """The pieces without the defender's hand."""
        return Composition.of(self.board)


def problems(plies: int | Iterable[int] | None = None) -> list[Problem]:
    """The problems of a length, or of several (None: all): the shortest first, then the easiest.

    >>> len(problems()) > 2000
    True
    >>> {problem.plies for problem in problems(plies=[3, 5])}
    {3, 5}

    Raises RangeError for a length that no mate can have.
    """
    wanted = None if plies is None else {plies} if isinstance(plies, int) else set(plies)
    for length in wanted or ():
        if length < 1 or length % 2 == 0:
            raise RangeError(f"plies: expected an odd number from 1 on, got {length}")
    return [problem for problem in _all() if wanted is None or problem.plies in wanted]


@cache
def _all() -> tuple[Problem, ...]:
    import gzip

    text = gzip.decompress((files("komadai.tsume") / FILE).read_bytes()).decode("ascii")
    return tuple(parsed(each) for each in text.splitlines())


def line(problem: Problem) -> str:
    """A problem as a line of the file: board and attacker's hand, moves, nodes, checks, tempting ones,
    score, separated by tabs."""
    board, _, hands, _ = problem.sfen.split()
    attackers_hand = "".join(letter for letter in _counted(hands) if letter[-1].isupper())
    counts = problem.difficulty
    return "\t".join(
        (
            board,
            attackers_hand,
            " ".join(move.usi() for move in problem.moves),
            str(counts.nodes),
            str(counts.checks),
            str(counts.tempting),
            str(counts.score),
        )
    )


def parsed(text: str) -> Problem:
    """The inverse of :func:`line`."""
    board, hand, moves, nodes, checks, tempting, score = text.split("\t")
    shown = Composition.of(Board(f"{board} b {hand or '-'} 1", validate=False))
    return Problem(
        shown.sfen(),
        tuple(map(Move.from_usi, moves.split())),
        Difficulty(int(nodes), int(checks), int(tempting), float(score)),
    )


def _counted(hands: str) -> list[str]:
    """The pieces in hand of an SFEN, each with its count before it."""
    found, count = [], ""
    for letter in hands:
        if letter.isdigit():
            count += letter
        elif letter != "-":
            found.append(count + letter)
            count = ""
    return found
