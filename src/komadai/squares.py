"""Squares as numbers 0-80, their names, and sets of them.

Squares are numbered file by file from Black's right: 0 is 1a (１一), 1 is 1b,
8 is 1i, 9 is 2a, 80 is 9i. Every argument that is a square may be the number or the name (``"7g"``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Set

from komadai.errors import InvalidSquareError
from komadai.immutable import Frozen, set_once
from komadai.pieces import Color

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, TypeGuard

SQUARES: Final = range(81)

SQUARE_NAMES: Final = tuple(f"{file}{rank}" for file in "123456789" for rank in "abcdefghi")
"""``1a`` to ``9i``, as USI writes them."""

_KANJI_RANKS: Final = "一二三四五六七八九"
_WIDE_FILES: Final = "１２３４５６７８９"
_BY_NAME: Final = {name: number for number, name in enumerate(SQUARE_NAMES)}


def square(name: int | str) -> int:
    """The number of the square with this USI name; a number is returned unchanged.

    Raises InvalidSquareError for everything else.

    >>> square("7g")
    60
    """
    return _number_of(name)


def square_at(file: int, rank: int) -> int:
    """The square on this file (1-9, from Black's right) and rank (1-9, from the top).

    Raises InvalidSquareError.
    """
    if not (isinstance(file, int) and isinstance(rank, int) and 1 <= file <= 9 and 1 <= rank <= 9):
        raise InvalidSquareError(f"expected a file and a rank from 1 to 9, got {file!r} and {rank!r}")
    return file * 9 + rank - 10


def square_name(square: int | str) -> str:
    """The USI name of a square: ``7g``. Raises as square does."""
    return SQUARE_NAMES[_number_of(square)]


def square_japanese(square: int | str) -> str:
    """The square as Japanese books write it: ７七. Raises as square does."""
    file, rank = divmod(_number_of(square), 9)
    return _WIDE_FILES[file] + _KANJI_RANKS[rank]


def file_of(square: int | str) -> int:
    """The file 1-9, counted from Black's right. Raises as square does."""
    return _number_of(square) // 9 + 1


def rank_of(square: int | str) -> int:
    """The rank 1-9, counted from the top (White's side); rank 1 is a. Raises as square does."""
    return _number_of(square) % 9 + 1


def mirror(square: int | str) -> int:
    """The same square seen from the other side of the board: 7g becomes 3c. Raises as square does."""
    return 80 - _number_of(square)


def relative_rank(color: Color, square: int | str) -> int:
    """The rank 1-9 seen by this side: 1 is the farthest one, 1-3 the promotion zone."""
    return 10 - rank_of(square) if color else rank_of(square)


def _number_of(name: int | str) -> int:
    if isinstance(name, str):
        number = _BY_NAME.get(name)
        if number is not None:
            return number
    elif isinstance(name, int) and 0 <= name <= 80:
        return int(name)
    raise InvalidSquareError(f"expected a square from 0 to 80 or from '1a' to '9i', got {name!r}")


_FULL: Final = (1 << 81) - 1


class SquareSet(Frozen, Set[int]):
    """An immutable set of squares, in ascending order. In a notebook it is a picture.

    >>> print(SquareSet(["5e"]) | SquareSet.rank(9))
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . ● . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    ● ● ● ● ● ● ● ● ●
    """

    __slots__ = ("mask",)

    mask: int
    """The set as an integer: bit n stands for square n."""

    def __init__(self, squares: Iterable[int | str] = ()) -> None:
        """The set of these squares. Raises as :func:`square` does."""
        mask = 0
        for each in squares:
            mask |= 1 << _number_of(each)
        set_once(self, "mask", mask)

    @staticmethod
    def from_mask(mask: int) -> SquareSet:
        """The set of the squares whose bits are set. Raises InvalidSquareError."""
        if not (isinstance(mask, int) and 0 <= mask <= _FULL):
            raise InvalidSquareError(f"expected a mask of 81 bits, got {mask!r}")
        return _from_mask(mask)

    @staticmethod
    def file(file: int) -> SquareSet:
        """The nine squares of a file 1-9."""
        return _from_mask(0b111111111 << square_at(file, 1))

    @staticmethod
    def rank(rank: int) -> SquareSet:
        """The nine squares of a rank 1-9."""
        return SquareSet(square_at(file, rank) for file in range(1, 10))

    @classmethod
    def _from_iterable(cls, it: Iterable[int]) -> SquareSet:  # type: ignore[override]
        return cls(it)

    def __contains__(self, square: object) -> bool:
        number = _BY_NAME.get(square) if isinstance(square, str) else square
        return isinstance(number, int) and 0 <= number <= 80 and bool(self.mask >> number & 1)

    def __iter__(self) -> Iterator[int]:
        rest = self.mask
        while rest:
            lowest = rest & -rest
            yield lowest.bit_length() - 1
            rest ^= lowest

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __bool__(self) -> bool:
        return self.mask != 0

    def __and__(self, other: Set[object]) -> SquareSet:
        return _from_mask(self.mask & _mask_of(other)) if _is_set(other) else NotImplemented

    def __or__(self, other: Set[int]) -> SquareSet:  # type: ignore[override]
        return _from_mask(self.mask | _mask_of(other)) if _is_set(other) else NotImplemented

    def __xor__(self, other: Set[int]) -> SquareSet:  # type: ignore[override]
        return _from_mask(self.mask ^ _mask_of(other)) if _is_set(other) else NotImplemented

    def __sub__(self, other: Set[object]) -> SquareSet:
        return _from_mask(self.mask & ~_mask_of(other)) if _is_set(other) else NotImplemented

    def __invert__(self) -> SquareSet:
        return _from_mask(self.mask ^ _FULL)

    __rand__ = __and__
    __ror__ = __or__
    __rxor__ = __xor__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, SquareSet):
            return self.mask == other.mask
        return Set.__eq__(self, other)

    def __hash__(self) -> int:
        return self._hash()  # that of an equal frozenset

    def mirrored(self) -> SquareSet:
        """The set seen from the other side of the board."""
        return SquareSet(80 - number for number in self)

    def names(self) -> list[str]:
        """The USI names of the squares."""
        return [SQUARE_NAMES[number] for number in self]

    def __reduce__(self) -> tuple[object, ...]:
        return SquareSet.from_mask, (self.mask,)

    def __repr__(self) -> str:
        return f"SquareSet({{{', '.join(self.names())}}})"

    def __str__(self) -> str:
        """The board as nine lines, 9a at the upper left as in a diagram."""
        return "\n".join(
            " ".join("●" if file * 9 + rank in self else "." for file in reversed(range(9)))
            for rank in range(9)
        )

    def _repr_svg_(self) -> str:
        """A board with a ring on each square of the set, for notebooks."""
        from komadai._core import Board

        return Board.empty().svg(coordinates="western", hands=False, marks=self, size=320)


def _from_mask(mask: int) -> SquareSet:
    made = SquareSet.__new__(SquareSet)
    set_once(made, "mask", mask)
    return made


def _is_set(other: object) -> TypeGuard[Set[object]]:
    return isinstance(other, Set)


def _mask_of(other: Set[object]) -> int:
    """The squares of any set as a mask. Elements that are no squares are ignored: no SquareSet holds them."""
    if isinstance(other, SquareSet):
        return other.mask
    mask = 0
    for number in other:
        if isinstance(number, int) and 0 <= number <= 80:
            mask |= 1 << number
    return mask


PROMOTION_ZONES: Final = (
    SquareSet.rank(1) | SquareSet.rank(2) | SquareSet.rank(3),
    SquareSet.rank(7) | SquareSet.rank(8) | SquareSet.rank(9),
)
"""The three farthest ranks of Black and of White: index it with a Color."""
