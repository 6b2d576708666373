"""When two problems are the same, as far as a solver would care."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from komadai._core import Move
    from komadai.tsume.composition import Composition


def keys(composition: Composition, line: tuple[Move, ...]) -> set[str]:
    """Two problems that share one of these are alike: the same position or its mirror image, or, from 3
    plies on, the same solution around the king."""
    found = {composition.key()}
    if len(line) > 1:
        found.add(around_king(composition, line))
    return found


def around_king(composition: Composition, line: tuple[Move, ...]) -> str:
    """The same for solutions that differ only in where on the board, or on which side of it, they happen."""
    target = composition.target()
    pieces = dict(composition.pieces)
    both: tuple[list[str], list[str]] = ([], [])
    for move in line:
        at = move.from_square
        piece = move.drop.letter if move.drop is not None else pieces.pop(at if at is not None else -1)
        pieces[move.to_square] = piece
        for sign, words in zip((1, -1), both, strict=True):
            way = [
                f"{sign * (square // 9 - target // 9)},{square % 9 - target % 9}"
                for square in (at, move.to_square)
                if square is not None
            ]
            words.append(f"{piece}{'+' if move.promotion else ''} {' '.join(way)}")
    return min("; ".join(words) for words in both)
