"""The tables of a game database, in SQLite: games, players, and the list of index files."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from komadai.errors import DatabaseError
from komadai.messages import Message, os_error_message

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE: Final = "games.sqlite"
FORMAT: Final = 1
"""The version of the tables, SQLite's ``user_version``."""
_APPLICATION: Final = 0x6B6D6462
"""SQLite's ``application_id``: "kmdb"."""
_WAIT_SECONDS: Final = 30
"""How long a reader waits while another process commits."""

_TABLES: Final = """
CREATE TABLE player (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  folded TEXT NOT NULL         -- for comparison: width and case do not matter
);
CREATE INDEX player_folded ON player (folded);
CREATE TABLE game (
  id INTEGER PRIMARY KEY,
  fingerprint INTEGER NOT NULL UNIQUE,  -- equal games are stored once
  black INTEGER REFERENCES player (id),
  white INTEGER REFERENCES player (id),
  date TEXT,                   -- 2024-05-31, 2024-05 or 2024
  event TEXT,
  site TEXT,
  result INTEGER NOT NULL,     -- 0 Black won, 1 White won, 2 draw, 3 none
  termination TEXT,            -- a key of komadai.Termination
  plies INTEGER NOT NULL,
  sfen TEXT,                   -- the start; NULL: the even game
  moves BLOB NOT NULL,         -- int(move) in two bytes, the lower one first
  black_rating INTEGER,
  white_rating INTEGER
);
CREATE INDEX game_black ON game (black);
CREATE INDEX game_white ON game (white);
CREATE INDEX game_date ON game (date);
CREATE TABLE run (
  id INTEGER PRIMARY KEY,      -- of the file positions-ID.idx
  records INTEGER NOT NULL
);
CREATE TABLE name (            -- castles, openings and so on, by komadai.study.names
  name TEXT NOT NULL,
  game INTEGER NOT NULL,
  side INTEGER NOT NULL,       -- 0 Black, 1 White
  ply INTEGER NOT NULL,
  kind TEXT NOT NULL,
  PRIMARY KEY (name, game, side, ply)
) WITHOUT ROWID;
CREATE TABLE setting (
  name TEXT PRIMARY KEY,       -- plies: positions are indexed up to this ply; named: games up to this id have
  value INTEGER NOT NULL       -- their names in the table name
) WITHOUT ROWID;
"""


def connect(folder: Path, new_settings: dict[str, int] | None = None) -> sqlite3.Connection:
    """Opens the tables of a database; with ``new_settings`` makes them if the folder is new or empty.

    Raises DatabaseError.
    """
    create = new_settings is not None
    path = folder / FILE
    if not path.is_file():
        if not create:
            code = "database-is-none" if folder.exists() else "database-missing"
            raise DatabaseError(Message(code, {"path": str(folder)}))
        _make_folder(folder)
    with database_errors(folder):
        connection = sqlite3.connect(
            path.absolute().as_uri() + ("?mode=rwc" if create else "?mode=rw"),
            uri=True,
            timeout=_WAIT_SECONDS,
            isolation_level=None,  # transactions begin where the code says so
            check_same_thread=False,
        )
        try:
            _check(connection, folder, new_settings)
        except BaseException:
            connection.close()
            raise
    return connection


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        is_empty = next(folder.iterdir(), None) is None
    except FileExistsError:
        raise DatabaseError(Message("database-is-none", {"path": str(folder)})) from None
    except OSError as error:
        raise not_written(folder, error) from error
    if not is_empty:
        raise DatabaseError(Message("database-folder-in-use", {"path": str(folder)}))


def _check(connection: sqlite3.Connection, folder: Path, new_settings: dict[str, int] | None) -> None:
    # Within a transaction, so that no other process is changing the file.
    connection.execute("BEGIN")
    tables, application, found, pages, page_size = (
        connection.execute(query).fetchone()[0]
        for query in (
            "SELECT count(*) FROM sqlite_master",
            "PRAGMA application_id",
            "PRAGMA user_version",
            "PRAGMA page_count",
            "PRAGMA page_size",
        )
    )
    size = (folder / FILE).stat().st_size
    connection.execute("COMMIT")
    if not tables and not application and new_settings is not None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(f"PRAGMA application_id = {_APPLICATION}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        for statement in _TABLES.split(";\n"):
            connection.execute(statement)
        connection.executemany("INSERT INTO setting VALUES (?, ?)", new_settings.items())
        connection.execute("COMMIT")
    elif application != _APPLICATION:
        raise DatabaseError(Message("database-is-none", {"path": str(folder)}))
    elif found > FORMAT:
        params = {"path": str(folder), "found": found, "known": FORMAT}
        raise DatabaseError(Message("game-database-newer", params))
    elif size < pages * page_size:
        problem = {"name": FILE, "found": size, "expected": pages * page_size}
        params = {"path": str(folder), "problem": Message("database-file-too-short", problem)}
        raise DatabaseError(Message("game-database-damaged", params))


@contextmanager
def database_errors(folder: Path) -> Iterator[None]:
    """Turns errors of SQLite and of files into DatabaseError."""
    try:
        yield
    except sqlite3.Error as error:
        raise _of_sqlite(folder, error) from error
    except OSError as error:
        raise not_written(folder, error) from error


def not_written(folder: Path, error: OSError) -> DatabaseError:
    """The error for a file that cannot be written."""
    return DatabaseError(
        Message("database-not-written", {"path": str(folder), "problem": os_error_message(error)})
    )


_CAUSES: Final = {
    sqlite3.SQLITE_FULL: ("database-not-written", errno.ENOSPC),
    sqlite3.SQLITE_READONLY: ("database-not-written", errno.EACCES),
    sqlite3.SQLITE_PERM: ("database-not-read", errno.EACCES),
    sqlite3.SQLITE_IOERR: ("database-not-read", errno.EIO),
    sqlite3.SQLITE_CANTOPEN: ("database-not-read", errno.EACCES),
}
"""For the primary result code of SQLite: the message, and the reason as the number of a system's error."""


def _of_sqlite(folder: Path, error: sqlite3.Error) -> DatabaseError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    params: dict[str, object] = {"path": str(folder)}
    if code == sqlite3.SQLITE_NOTADB:
        return DatabaseError(Message("database-is-none", params))
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return DatabaseError(Message("database-taken", params))
    if code in _CAUSES:
        name, number = _CAUSES[code]
        params["problem"] = os_error_message(OSError(number, ""))
        return DatabaseError(Message(name, params))
    params["problem"] = Message("other", {"text": str(error)})
    return DatabaseError(Message("game-database-damaged", params))
