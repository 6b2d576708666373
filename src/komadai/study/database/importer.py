"""Adds games to a database: rows of the table, and records of their positions.

Games are committed in batches, each with the file of its positions, so an interrupted import leaves a valid
database. While one batch is sorted and written, the rows are inserted; runs are merged in the same background
thread while the next batch is read.
"""

from __future__ import annotations

from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from komadai._core import PositionRecords
from komadai.errors import DatabaseError
from komadai.messages import Message
from komadai.study.database.imported_game import ImportedGame
from komadai.study.database.players import folded
from komadai.study.database.position_index import Run, choose_merge, file_name, merge_runs, write_run
from komadai.study.database.tables import database_errors

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable
    from pathlib import Path

BATCH: Final = 20_000
"""The number of games that are committed together."""
_MAX_RECORDS: Final = 4_000_000
"""A batch of long games, indexed to the end, is committed earlier: this number of positions is 64 MB."""
_LOOKED_UP: Final = 500
"""Fingerprints in one query."""
_INSERT: Final = (
    "INSERT INTO game (id, fingerprint, black, white, date, event, site, result, termination, plies, sfen,"
    " moves, black_rating, white_rating) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


@dataclass(slots=True)
class ImportCount:
    """The games of an import."""

    added: int = 0
    duplicates: int = 0
    """Games that the database already had."""


class Importer:
    """Adds games to a database that this process has locked. Close it in any case."""

    def __init__(self, connection: sqlite3.Connection, folder: Path, plies: int) -> None:
        self.count: Final = ImportCount()
        self._connection = connection
        self._folder = folder
        self._plies = plies
        self._batch: dict[int, ImportedGame] = {}
        """New games by their fingerprint."""
        self._positions = 0
        self._players: dict[str, int] = {}
        self._pool = ThreadPoolExecutor(1, "komadai-index")
        self._merge: tuple[Future[None], list[Run], Run] | None = None
        """A merge that is running: the runs, and the run they become."""
        with database_errors(folder):
            self._runs = [Run(*row) for row in connection.execute("SELECT id, records FROM run ORDER BY id")]
            (self._last_game,) = connection.execute("SELECT coalesce(max(id), 0) FROM game").fetchone()
        self._last_run = max((run.id for run in self._runs), default=0)

    def add(self, game: ImportedGame, copy: int = 0) -> None:
        """Adds a game with the next batch. See :meth:`ImportedGame.fingerprint` for ``copy``."""
        fingerprint = game.fingerprint(copy)
        if fingerprint in self._batch:
            self.count.duplicates += 1
            return
        self._batch[fingerprint] = game
        self._positions += min(game.plies, self._plies) + 1
        if len(self._batch) >= BATCH or self._positions >= _MAX_RECORDS:
            self.commit()

    def commit(self) -> None:
        """Stores the games added so far. Raises DatabaseError; then none of them is stored."""
        self._complete_merge(wait=False)
        batch, self._batch, self._positions = self._batch, {}, 0
        with database_errors(self._folder):
            for known in self._known(list(batch)):
                del batch[known]
                self.count.duplicates += 1
            if batch:
                self._store(batch)
        self._begin_merge(choose_merge(self._runs))

    def finish(self) -> None:
        """Stores all games, and merges the index into few files."""
        self.commit()
        while self._merge is not None:
            self._complete_merge(wait=True)
            self._begin_merge(choose_merge(self._runs))
        self._begin_merge(choose_merge(self._runs, all_small=True))
        self._complete_merge(wait=True)

    def close(self) -> None:
        """Ends the background thread. Games that are not committed are lost."""
        self._pool.shutdown(cancel_futures=True)
        if self._merge is not None:
            (self._folder / file_name(self._merge[2].id)).unlink(missing_ok=True)

    def _known(self, fingerprints: list[int]) -> Iterable[int]:
        found: list[int] = []
        for at in range(0, len(fingerprints), _LOOKED_UP):
            part = fingerprints[at : at + _LOOKED_UP]
            places = ",".join("?" * len(part))
            query = f"SELECT fingerprint FROM game WHERE fingerprint IN ({places})"
            found += [each for (each,) in self._connection.execute(query, part)]
        return found

    def _store(self, batch: dict[int, ImportedGame]) -> None:
        first = self._last_game + 1
        records = PositionRecords(self._plies)
        for number, game in enumerate(batch.values(), first):
            if not records.add(number, game.sfen, game.moves, game.result):
                raise DatabaseError(Message("database-moves", {"id": number}))
        run = Run(self._last_run + 1, len(records))
        path = self._folder / file_name(run.id)
        written = self._pool.submit(lambda: write_run(path, run.records, [records.take_sorted()]))
        connection = self._connection
        connection.execute("BEGIN IMMEDIATE")
        try:
            connection.executemany(
                _INSERT,
                [
                    self._row(number, fingerprint, game)
                    for number, (fingerprint, game) in enumerate(batch.items(), first)
                ],
            )
            connection.execute("INSERT INTO run (id, records) VALUES (?, ?)", run)
            written.result()
            connection.execute("COMMIT")
        except BaseException:
            self._players.clear()
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            written.exception()
            path.unlink(missing_ok=True)
            raise
        self._last_game += len(batch)
        self._last_run = run.id
        self._runs.append(run)
        self.count.added += len(batch)

    def _row(self, number: int, fingerprint: int, game: ImportedGame) -> tuple[object, ...]:
        headers, outcome = game.headers, game.outcome
        return (
            number,
            fingerprint,
            self._player(headers.get("black")),
            self._player(headers.get("white")),
            game.date,
            headers.get("event"),
            headers.get("site"),
            game.result,
            None if outcome is None else outcome.termination.value,
            game.plies,
            game.sfen,
            game.moves,
            *game.ratings,
        )

    def _player(self, name: str | None) -> int | None:
        if not name:
            return None
        known = self._players.get(name)
        if known is not None:
            return known
        row = self._connection.execute("SELECT id FROM player WHERE name = ?", (name,)).fetchone()
        if row is None:
            row = self._connection.execute(
                "INSERT INTO player (name, folded) VALUES (?, ?) RETURNING id", (name, folded(name))
            ).fetchone()
        number: int = row[0]
        self._players[name] = number
        return number

    def _begin_merge(self, runs: list[Run]) -> None:
        if self._merge is not None or not runs:
            return
        self._last_run += 1
        merged = Run(self._last_run, sum(run.records for run in runs))
        future = self._pool.submit(merge_runs, self._folder, runs, merged)
        self._merge = future, runs, merged

    def _complete_merge(self, *, wait: bool) -> None:
        """Lists the merged run in place of the others, if the merge is complete."""
        if self._merge is None or not (wait or self._merge[0].done()):
            return
        future, runs, merged = self._merge
        with database_errors(self._folder):
            future.result()
            self._merge = None
            connection = self._connection
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.executemany("DELETE FROM run WHERE id = ?", [(run.id,) for run in runs])
                connection.execute("INSERT INTO run (id, records) VALUES (?, ?)", merged)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        self._runs = [run for run in self._runs if run not in runs] + [merged]
        for run in runs:
            remove_file(self._folder / file_name(run.id))


def remove_file(path: Path) -> None:
    """Removes a file that the database does not use any more.

    Windows does not remove a file that a reader has opened: it is removed when a later import begins.
    """
    with suppress(OSError):
        path.unlink(missing_ok=True)
