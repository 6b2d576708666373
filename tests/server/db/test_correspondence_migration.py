"""The migration to correspondence games knows whose turn it is in stored games, and which are adjourned."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from komadai.server.games.storage.vacations import vacations
from tests.server.db.test_migrations import on_an_empty_database, upgrade

SEALED = '{"type":"sealed","at":1,"color":"black","usi":"7g7f","ms":1}'
OPENED = '{"type":"opened","at":2,"usi":"7g7f"}'
BLACK, WHITE = (f"4k4/9/9/9/9/9/9/9/4K4 {turn} - 3" for turn in "bw")


def test_stored_games_keep_their_turn_and_what_is_adjourned(tmp_path: Path, database_url: str | None) -> None:
    def store(connection: sa.Connection, game_id: str, status: str, sfen: str, *bodies: str) -> None:
        connection.execute(
            sa.text(
                "INSERT INTO games"
                " (id, created_ms, handicap, events, plies, sfen, status, clock_runs, search)"
                " VALUES (:id, 1, 'even', :count, 2, :sfen, :status, :off, '')"
            ),
            {"id": game_id, "count": len(bodies), "sfen": sfen, "status": status, "off": False},
        )
        for number, body in enumerate(bodies, 1):
            connection.execute(
                sa.text("INSERT INTO events VALUES (:id, :number, 1, :body)"),
                {"id": game_id, "number": number, "body": body},
            )

    def check(connection: sa.Connection) -> None:
        upgrade(connection, "0014")
        store(connection, "waits", "playing", WHITE, SEALED)
        store(connection, "goes on", "playing", BLACK, SEALED, OPENED)
        store(connection, "again", "playing", BLACK, SEALED, OPENED, SEALED)
        store(connection, "over", "finished", WHITE, SEALED)
        upgrade(connection, "0015")
        rows = connection.execute(sa.text("SELECT id, turn, days, deadline_ms, adjourned FROM games"))
        assert {name: tuple(row) for name, *row in rows} == {
            "waits": ("white", 0, None, True),
            "goes on": ("black", 0, None, False),
            "again": ("black", 0, None, True),
            "over": ("white", 0, None, False),
        }
        assert connection.execute(sa.select(sa.func.count()).select_from(vacations)).scalar_one() == 0
        upgrade(connection, "head")

    on_an_empty_database(database_url, tmp_path, check)
