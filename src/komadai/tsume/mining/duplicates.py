"""Finds duplicates: problems with the same position or the same solution around the king."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from komadai._core import Move
    from komadai.tsume.composition import Composition

_GOLDS: Final = dict.fromkeys(("+P", "+L", "+N", "+S"), "G")
"""Pieces that move like a gold count as golds."""


def keys(composition: Composition, line: tuple[Move, ...]) -> set[str]:
    """The keys of a problem. Two problems that share a key are duplicates: the same position or its mirror
    image, or, for 3 and more plies, the same solution around the king."""
    found = {composition.key()}
    if len(line) > 1:
        found.add(around_king(composition, line))
    return found


def around_king(composition: Composition, line: tuple[Move, ...]) -> str:
    """A key of solutions in which the same pieces move to the same squares relative to the king. The place on
    the board, left and right, and the source squares do not matter."""
    target = composition.target()
    pieces = dict(composition.pieces)
    both: tuple[list[str], list[str]] = ([], [])
    for move in line:
        at, to = move.from_square, move.to_square
        if at is not None:
            piece = pieces.pop(at)
        else:
            assert move.drop is not None
            piece = move.drop.letter
        pieces[to] = f"+{piece}" if move.promotion else piece
        kind = _GOLDS.get(piece.upper(), piece.upper())
        kind += "*" if at is None else "+" if move.promotion else ""
        for sign, words in zip((1, -1), both, strict=True):
            words.append(f"{kind}{sign * (to // 9 - target // 9)},{to % 9 - target % 9}")
    return min(" ".join(words) for words in both)
