"""Finds the operations of a log that count, and those that each author can undo and redo.

An operation counts unless an undo of it counts. Each question is answered in the same time however long the
log is, because it is asked for every reader after every operation.
"""

from __future__ import annotations

from bisect import insort
from collections import defaultdict

from komadai.study.shared_tree.operations import Entry, Undo


class UndoHistory:
    """The operations of a log in their order, as far as undoing is concerned."""

    def __init__(self) -> None:
        self._entries: dict[int, Entry] = {}
        self._undone: set[int] = set()
        """The operations that do not count."""
        self._undoes: dict[int, int] = defaultdict(int)
        """How many undoes of an operation count."""
        self._undoable: dict[str, list[int]] = defaultdict(list)
        """The operations of each author that count, without undoes, in order."""
        self._redoable: dict[str, list[int]] = defaultdict(list)
        """The undoes of each author that count, since the author's last change, in order."""
        self._last_change: dict[str, int] = {}

    def add(self, entry: Entry) -> None:
        """Adds the next operation of the log."""
        self._entries[entry.number] = entry
        if not isinstance(entry.operation, Undo):
            self._last_change[entry.author] = entry.number
            self._redoable[entry.author].clear()
        self._set(entry, counts=True)

    def counts(self, number: int) -> bool:
        """Whether the operation counts, or the node with this id that the record begins with."""
        return number not in self._undone

    def undoable(self, author: str) -> int | None:
        """The author's last operation that counts, which is not an undo."""
        return _last(self._undoable, author)

    def redoable(self, author: str) -> int | None:
        """The author's last undo that counts, unless a change followed it."""
        return _last(self._redoable, author)

    def _set(self, entry: Entry, *, counts: bool) -> None:
        """Stores whether the operation counts, and what follows for the one that it undoes."""
        number, author, operation = entry.number, entry.author, entry.operation
        (self._undone.discard if counts else self._undone.add)(number)
        if not isinstance(operation, Undo):
            _put(self._undoable[author], number, counts)
            return
        undone = self._entries[operation.operation]
        if not isinstance(undone.operation, Undo) and number > self._last_change.get(author, -1):
            _put(self._redoable[author], number, counts)
        self._undoes[undone.number] += 1 if counts else -1
        if self._undoes[undone.number] == (1 if counts else 0):
            self._set(undone, counts=not counts)


def _last(numbers: dict[str, list[int]], author: str) -> int | None:
    own = numbers.get(author)
    return own[-1] if own else None


def _put(numbers: list[int], number: int, there: bool) -> None:
    """Adds a number to those in order, or removes it. It is one of the last in almost every case."""
    if there:
        insort(numbers, number)
    elif numbers[-1] == number:
        numbers.pop()
    else:
        numbers.remove(number)
