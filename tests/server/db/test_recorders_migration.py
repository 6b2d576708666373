"""The migration to recorders keeps every game and every game of an event."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from tests.server.db.test_migrations import on_an_empty_database, upgrade

OLD = (
    "INSERT INTO guests (id, created_ms) VALUES ('g', 1)",
    "INSERT INTO games (id, created_ms, handicap, events, plies, sfen, status, clock_runs, search)"
    " VALUES ('game', 1, 'even', 3, 0, 'startpos', 'playing', false, '')",
    "INSERT INTO tournaments (id, created_ms, owner_id, settings, acts, status, players, rounds,"
    """ total_rounds) VALUES ('cup', 0, 'g', '{"name": "Cup"}', 1, 'open', 0, 0, 5)""",
    "INSERT INTO tournament_games (game_id, tournament_id, round, board) VALUES ('game', 'cup', 1, 1)",
)


def test_games_of_before_have_no_recorder(tmp_path: Path, database_url: str | None) -> None:
    def check(connection: sa.Connection) -> None:
        upgrade(connection, "0025")
        for statement in OLD:
            connection.execute(sa.text(statement))
        upgrade(connection, "head")
        assert connection.execute(sa.text("SELECT id, recorder_id FROM games")).all() == [("game", None)]
        kept = connection.execute(sa.text("SELECT game_id, exchanged FROM tournament_games")).all()
        assert [(game, bool(exchanged)) for game, exchanged in kept] == [("game", False)]

    on_an_empty_database(database_url, tmp_path, check)
