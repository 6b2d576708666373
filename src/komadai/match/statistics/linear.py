"""Linear algebra for rating lists; matrices are lists of rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_TINY = 1e-12


def inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a symmetric positive definite matrix, by Gauss–Jordan elimination.

    If a pivot is (almost) 0, its row and column of the result are 0.
    """
    size = len(matrix)
    rows = [[*map(float, row), *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    scale = max((abs(row[i]) for i, row in enumerate(rows)), default=0.0)
    for column in range(size):
        pivot = rows[column][column]
        if abs(pivot) <= _TINY * scale:
            for row in rows:
                row[column] = row[size + column] = 0.0
            rows[column] = [0.0] * (2 * size)
            continue
        rows[column] = [value / pivot for value in rows[column]]
        for i, row in enumerate(rows):
            if i != column and row[column]:
                factor = row[column]
                rows[i] = [value - factor * own for value, own in zip(row, rows[column], strict=True)]
    return [row[size:] for row in rows]


def product(left: Sequence[Sequence[float]], right: Sequence[Sequence[float]]) -> list[list[float]]:
    """The product of two matrices."""
    columns = list(zip(*right, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in left]
