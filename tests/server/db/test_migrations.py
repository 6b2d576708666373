"""The migration to seats keeps every game that an earlier version stored."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from sqlalchemy.ext.asyncio import AsyncConnection

import komadai.server.db as db
from komadai.play.events import decode_event
from komadai.play.game import replay
from komadai.server.db.database import Database, _engine
from komadai.server.games.storage.store import GameStore
from komadai.server.games.storage.tables import SeatRow

LOGS = sorted((Path(__file__).parents[2] / "data" / "game_logs").glob("*/*.jsonl"))
GUEST = "0" * 32


def upgrade(connection: sa.Connection, revision: str) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(db.__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def on_an_empty_database(
    database_url: str | None, folder: Path, check: Callable[[sa.Connection], None]
) -> None:
    async def run() -> None:
        engine = _engine(database_url, folder)
        try:
            async with engine.connect() as connection:
                await connection.run_sync(check)
        finally:
            await engine.dispose()

    asyncio.run(run())


async def store_before_seats(connection: AsyncConnection) -> None:
    """Makes a database of revision 0004 with the games of all old logs, as the server then stored them."""
    await connection.run_sync(upgrade, "0004")
    await connection.execute(sa.text("INSERT INTO guests VALUES (:guest, 1)"), {"guest": GUEST})
    for number, log in enumerate(LOGS):
        lines = log.read_text(encoding="utf-8").splitlines()
        game = replay(decode_event(line) for line in lines)
        engine_player = game.settings.engine
        outcome = game.outcome
        values = {
            "id": f"game{number}",
            "guest_id": GUEST,
            "created_ms": number,
            "rematch_of": "game0" if number == 1 else None,
            "person": "black" if game.human is None else game.human.key,
            "engine": "" if engine_player is None else engine_player.name,
            "level": None if engine_player is None else engine_player.level,
            "handicap": game.settings.handicap,
            "events": game.count,
            "plies": len(game.moves),
            "sfen": game.board.sfen(),
            "status": "playing" if outcome is None else "finished",
            "winner": None if outcome is None or outcome.winner is None else outcome.winner.key,
            "termination": None if outcome is None else outcome.termination.value,
            "infraction": None,
            "clock_runs": False,
            "search": "",
            "variant": game.settings.variant,
        }
        names, marks = ", ".join(values), ", ".join(f":{name}" for name in values)
        await connection.execute(sa.text(f"INSERT INTO games ({names}) VALUES ({marks})"), values)
        events = [
            {"game": f"game{number}", "number": at, "at": json.loads(line)["at"], "body": line}
            for at, line in enumerate(lines, 1)
        ]
        await connection.execute(sa.text("INSERT INTO events VALUES (:game, :number, :at, :body)"), events)


class Stored:
    """A database that an earlier version has written."""

    def __init__(self, folder: Path, url: str | None) -> None:
        self.folder = folder
        self.url = url

    def query(self, *statements: str) -> list[Any]:
        """Executes the statements without migrations; returns the rows of the last one."""
        return asyncio.run(self._query(statements))

    async def _query(self, statements: Sequence[str]) -> list[Any]:
        async with self._begin() as connection:
            for statement in statements:
                result = await connection.execute(sa.text(statement))
            return [tuple(row) for row in result.all()] if result.returns_rows else []

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[AsyncConnection]:
        engine = _engine(self.url, self.folder)
        try:
            async with engine.begin() as connection:
                yield connection
        finally:
            await engine.dispose()

    async def fill(self) -> None:
        """Stores the games of all old logs."""
        async with self._begin() as connection:
            await store_before_seats(connection)

    async def open(self) -> Database:
        """Opens the database, which migrates it."""
        return await Database.open(self.url, self.folder)


@pytest.fixture
def stored(tmp_path: Path, database_url: str | None) -> Stored:
    made = Stored(tmp_path, database_url)
    asyncio.run(made.fill())
    return made


def test_every_game_is_kept_with_its_events_and_has_two_seats(stored: Stored) -> None:
    async def main() -> None:
        database = await stored.open()
        store = GameStore(database)
        try:
            assert len(await store.games_of(GUEST, [], None, 1000)) == len(LOGS)
            for number, log in enumerate(LOGS):
                events = [decode_event(line) for line in log.read_text(encoding="utf-8").splitlines()]
                assert await store.events(f"game{number}") == events
                game, row = replay(events), await store.game(f"game{number}")
                assert row is not None
                assert row.events == game.count
                assert game.colors is not None
                for seat, player, color in zip(row.seats, game.settings.players, game.colors, strict=True):
                    assert (seat.kind, seat.color) == (type(player).__struct_config__.tag, color.key)
                    assert seat.name == getattr(player, "name", "")
                    assert seat.level == getattr(player, "level", None)
                    assert seat.guest_id == (GUEST if seat.kind == "person" else None)
            assert await store.rematch_of("game0") == "game1"
        finally:
            await database.close()

    asyncio.run(main())


def test_stored_event_bodies_are_not_changed_by_the_migration(stored: Stored) -> None:
    async def main() -> None:
        await (await stored.open()).close()

    query = "SELECT game_id, number, at_ms, body FROM events ORDER BY game_id, number"
    before = stored.query(query)
    asyncio.run(main())
    assert stored.query(query) == before
    assert len(before) > len(LOGS)
    if stored.url is None:
        assert stored.query("PRAGMA foreign_key_check") == []


def test_a_game_whose_log_is_damaged_is_listed_with_its_seats(stored: Stored) -> None:
    stored.query("UPDATE events SET body = 'x' WHERE game_id = 'game0' AND number = 1")

    async def main() -> None:
        database = await stored.open()
        row = await GameStore(database).game("game0")
        await database.close()
        assert row is not None
        assert isinstance(row.seats[0], SeatRow)
        assert {seat.kind for seat in row.seats} == {"person", "engine"}

    asyncio.run(main())
