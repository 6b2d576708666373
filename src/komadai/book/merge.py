"""Merging books: the rules for a position, and for a move, that both books have.

The rules: counts, wins, losses and games are added up. Score, depth and reply come together from the one
that was searched deeper (no depth: 0); from the first book if they are equally deep, or as ``prefer`` says. A
mark and a comment are the first book's if it has one, else the second's; different comments of a position are
joined as lines. The first book's moves come first, in its order. The lower move number is taken.
"""

from __future__ import annotations

from dataclasses import replace
from heapq import merge as merged_by
from typing import TYPE_CHECKING, Literal, TypeAlias

from komadai.book.entry import BookEntry, BookMove, summed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Prefer: TypeAlias = Literal["deeper", "first", "last"]
"""The score that is used if two books have the same move."""


def combined(first: BookEntry, second: BookEntry, prefer: Prefer = "deeper") -> BookEntry:
    """Merges two entries of the same position."""
    moves = {each.move: each for each in first.moves}
    for each in second.moves:
        known = moves.get(each.move)
        moves[each.move] = each if known is None else _one_move(known, each, prefer)
    return BookEntry(
        first.place,
        tuple(moves.values()),
        min(first.number, second.number),
        _one_comment(first.comment, second.comment),
        summed(first.games, second.games),
        summed(first.black_wins, second.black_wins),
        summed(first.white_wins, second.white_wins),
        first.evaluations + tuple(each for each in second.evaluations if each not in first.evaluations),
    )


def merged(books: Iterable[Iterable[BookEntry]], prefer: Prefer = "deeper") -> Iterator[BookEntry]:
    """The merged entries of several books, sorted by position. Each book must be sorted by position.

    Only one entry of each book is held in memory.
    """
    waiting: BookEntry | None = None
    for entry in merged_by(*books, key=lambda each: each.place):
        if waiting is None or entry.place != waiting.place:
            if waiting is not None:
                yield waiting
            waiting = entry
        else:
            waiting = combined(waiting, entry, prefer)
    if waiting is not None:
        yield waiting


def _one_move(first: BookMove, second: BookMove, prefer: Prefer) -> BookMove:
    searched = first
    if second.score is not None and (
        first.score is None
        or prefer == "last"
        or (prefer == "deeper" and (second.depth or 0) > (first.depth or 0))
    ):
        searched = second
    return replace(
        searched,
        reply=searched.reply or first.reply or second.reply,
        count=summed(first.count, second.count),
        wins=summed(first.wins, second.wins),
        losses=summed(first.losses, second.losses),
        mark=first.mark or second.mark,
        comment=first.comment or second.comment,
    )


def _one_comment(first: str, second: str) -> str:
    if not first or not second or first == second:
        return first or second
    return f"{first}\n{second}"
