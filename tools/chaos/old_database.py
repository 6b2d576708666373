"""A database as an earlier version wrote it, large enough that its migration takes a while."""

from __future__ import annotations

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import create_engine

import komadai.server.db as db

REVISION: Final = "0004"
"""The last revision before games had seats."""
GAMES: Final = 3000
_CREATED: Final = (
    '{"type":"created","at":1,"side":"black","engine":"komadai","level":3,"handicap":"even",'
    '"start_sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","clock":null,'
    '"impasse":"27-point","illegal":"refuse","take_back":true}'
)
_GAME: Final = {
    "guest_id": "0" * 32,
    "person": "black",
    "engine": "komadai",
    "level": 3,
    "handicap": "even",
    "events": 2,
    "plies": 0,
    "sfen": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
    "status": "playing",
    "clock_runs": False,
    "search": "",
    "variant": "shogi",
}


def make(path: Path) -> None:
    """Writes the database."""
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(db.__file__).parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, REVISION)
    engine.dispose()
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("INSERT INTO guests VALUES (?, 1)", (_GAME["guest_id"],))
        games = [{"id": f"g{number:011}", "created_ms": number, **_GAME} for number in range(GAMES)]
        names, marks = ", ".join(games[0]), ", ".join(f":{name}" for name in games[0])
        raw.executemany(f"INSERT INTO games ({names}) VALUES ({marks})", games)
        for number, body in enumerate((_CREATED, '{"type":"resumed","at":2}'), 1):
            rows = [(game["id"], number, number, body) for game in games]
            raw.executemany("INSERT INTO events VALUES (?, ?, ?, ?)", rows)
        raw.commit()


def wrong_with(path: Path) -> list[str]:
    """What is wrong with the database after its migration; empty if every game is there."""
    with closing(sqlite3.connect(path)) as raw:
        wrong = [
            f"{what}: {found}, expected {expected}"
            for what, query, expected in (
                ("integrity", "PRAGMA integrity_check", "ok"),
                ("games", "SELECT count(*) FROM games", GAMES),
                ("events", "SELECT count(*) FROM events", 2 * GAMES),
                ("seats", "SELECT count(*) FROM game_seats", 2 * GAMES),
            )
            if (found := raw.execute(query).fetchone()[0]) != expected
        ]
        if raw.execute("PRAGMA foreign_key_check").fetchone() is not None:
            wrong.append("a row refers to another that does not exist")
    return wrong


def digest_of_events(path: Path) -> str:
    """A digest of all stored events, which no migration may change."""
    with closing(sqlite3.connect(path)) as raw:
        rows = raw.execute("SELECT game_id, number, at_ms, body FROM events ORDER BY game_id, number")
        return hashlib.sha256(repr(rows.fetchall()).encode()).hexdigest()
