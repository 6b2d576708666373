"""The castles and openings of the games of a database, as ``komadai.study.names`` recognises them."""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from komadai.errors import DatabaseError
from komadai.messages import Message

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

    from komadai.kifu.tree.game import Game

SETTING: Final = "named"
"""The setting with the number of the last game whose names are stored."""
_BATCH: Final = 1000
"""Games that are committed together."""
SIDES: Final = {"black": 0, "white": 1}


def recognizer(path: Path) -> Callable[[Game], list[Any]]:
    """The function that names what happens in a game, without proverbs, which no query asks for.

    Raises DatabaseError if this version has none.
    """
    found = getattr(import_module("komadai.study"), "names", None)
    if found is None:
        raise DatabaseError(Message("database-no-names", {"path": str(path)}))
    return partial(found, proverbs=False)


def store_names(
    connection: sqlite3.Connection,
    games: Callable[[int], Game],
    names: Callable[[Game], list[Any]],
    first: int,
    last: int,
    on_progress: Callable[[int], object] | None = None,
) -> None:
    """Stores the names of the games from ``first`` to ``last``, in batches.

    ``on_progress`` is called with the number of games done after each batch.
    """
    for start in range(first, last + 1, _BATCH):
        end = min(start + _BATCH, last + 1)
        rows = [
            (each.id, number, SIDES[each.side], each.ply, each.kind)
            for number in range(start, end)
            for each in names(games(number))
        ]
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.executemany("INSERT OR IGNORE INTO name VALUES (?, ?, ?, ?, ?)", rows)
            connection.execute("INSERT OR REPLACE INTO setting VALUES (?, ?)", (SETTING, end - 1))
            connection.execute("COMMIT")
        except BaseException:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
        if on_progress is not None:
            on_progress(end - first)
