"""Feature sets: which inputs of a network a position turns on.

An input is a piece on a square or a piece in hand, as one side sees the board (White turns it by 180
degrees). There are 1548 inputs of pieces, numbered as in YaneuraOu, and 162 of the two kings.
``cpp/eval/network/features.h`` numbers them.

>>> FeatureSet(mirrored=True).inputs, HALFKP.inputs
(1710, 125388)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from komadai.errors import RangeError

SQUARES: Final = 81
PIECE_INPUTS: Final = 1548
KING_INPUTS: Final = 2 * SQUARES


@dataclass(frozen=True)
class FeatureSet:
    """The inputs of a network. The default is K+P: pieces and kings.

    ``has_kings``: the kings have inputs. ``mirrored``: the board is mirrored for a side whose king is on
    files 6 to 9, so that the own king is always on files 1 to 5. ``bucket_of``: the bucket of the own king's
    square, as its side sees it and after mirroring, for each of the 81 squares (1a, 1b … 9i); every one of
    the ``buckets`` has all inputs. Raises RangeError.
    """

    has_kings: bool = True
    mirrored: bool = False
    buckets: int = 1
    bucket_of: bytes = bytes(SQUARES)

    def __post_init__(self) -> None:
        if not 1 <= self.buckets <= SQUARES:
            raise RangeError(f"buckets: expected a number from 1 to {SQUARES}, got {self.buckets}")
        if len(self.bucket_of) != SQUARES or max(self.bucket_of) >= self.buckets:
            raise RangeError(f"bucket_of: expected {SQUARES} numbers below {self.buckets}")

    @property
    def bucket_inputs(self) -> int:
        """The number of inputs of one bucket."""
        return PIECE_INPUTS + (KING_INPUTS if self.has_kings else 0)

    @property
    def inputs(self) -> int:
        """The number of inputs of all buckets. Input i of bucket b is number ``b * bucket_inputs + i``."""
        return self.buckets * self.bucket_inputs

    def to_dict(self) -> dict[str, Any]:
        """The set as values for :mod:`json`."""
        return {
            "has_kings": self.has_kings,
            "mirrored": self.mirrored,
            "buckets": self.buckets,
            "bucket_of": list(self.bucket_of),
        }

    @staticmethod
    def from_dict(values: dict[str, Any]) -> FeatureSet:
        """The set that :meth:`to_dict` wrote."""
        return FeatureSet(
            values["has_kings"], values["mirrored"], values["buckets"], bytes(values["bucket_of"])
        )

    def __str__(self) -> str:
        name = "HalfKP" if self == HALFKP else "K+P" if self.has_kings else "P"
        if self.buckets > 1 and self != HALFKP:
            name += f" in {self.buckets} king buckets"
        return name + (" (mirrored)" if self.mirrored else "")


HALFKP: Final = FeatureSet(has_kings=False, buckets=SQUARES, bucket_of=bytes(range(SQUARES)))
"""HalfKP of YaneuraOu: the pieces without the kings, for each square of the own king."""


def king_buckets(count: int, *, mirrored: bool) -> FeatureSet:
    """K+P in buckets of the own king's square.

    ``count`` is 1 (no buckets), 3 (its rank: 9, 8, further up), 9 if mirrored or 15 if not (3 by the rank,
    for each of files 1–2, 3–4 and 5 or its mirror images), 45 if mirrored or 81 if not (every square).
    Raises RangeError for other numbers.
    """
    files = 5 if mirrored else 9
    if count == 1:
        by_square = [0] * SQUARES
    elif count == 3:
        by_square = [_rank_group(square % 9) for square in range(SQUARES)]
    elif count == (9 if mirrored else 15):
        # Files 1 to 9 are 0 0 1 1 2 3 3 4 4; with mirroring the last four do not occur.
        groups = (0, 0, 1, 1, 2, 3, 3, 4, 4)
        by_square = [
            3 * (groups[square // 9] if square // 9 < files else 0) + _rank_group(square % 9)
            for square in range(SQUARES)
        ]
    elif count == 9 * files:
        by_square = [square if square < count else 0 for square in range(SQUARES)]
    else:
        allowed = (1, 3, 9, 45) if mirrored else (1, 3, 15, 81)
        raise RangeError(f"king buckets: expected one of {', '.join(map(str, allowed))}, got {count}")
    return FeatureSet(True, mirrored, count, bytes(by_square))


def _rank_group(rank: int) -> int:
    """0 for the own rank 9, 1 for rank 8, 2 for the others; ``rank`` is 0 to 8."""
    return min(8 - rank, 2)
