"""What is kept: one place in a log for one event, whoever writes; migrations; clear failures."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import IntegrityError

from komadai.play import events as ev
from komadai.play.game import replay
from komadai.server.db.database import Database, GameRow, metadata
from komadai.server.games import views as games_views
from komadai.server.start_error import StartError
from tests.play.test_game import created

GUEST = "0" * 32


def with_database(tmp_path: Path, test: Callable[[Database], Awaitable[None]]) -> None:
    async def main() -> None:
        database = await Database.open(None, tmp_path)
        try:
            await test(database)
        finally:
            await database.close()

    asyncio.run(main())


def row(game_id: str = "game", **changes: object) -> GameRow:
    made = games_views.row_of(replay([created()]), game_id, GUEST, 1_000, None)
    return msgspec.structs.replace(made, **changes)


def test_what_was_written_is_read_back(tmp_path: Path) -> None:
    first, second = created(), ev.Resumed(at=5)

    async def write(database: Database) -> None:
        await database.begin(row(), [first])
        await database.append(row(events=2, clock_runs=True, plies=0), [second])

    async def read(database: Database) -> None:
        assert await database.events("game") == [first, second]
        assert await database.game("game") == row(events=2, clock_runs=True)
        assert await database.game("none") is None
        assert await database.running() == ["game"]

    with_database(tmp_path, write)
    with_database(tmp_path, read)


def test_the_same_place_in_a_log_is_written_once(tmp_path: Path) -> None:
    async def test(database: Database) -> None:
        await database.begin(row(), [created()])
        await database.append(row(events=2), [ev.Resumed(at=5)])
        with pytest.raises(IntegrityError):
            await database.append(row(events=2, status="finished"), [ev.Paused(at=6)])
        assert await database.events("game") == [created(), ev.Resumed(at=5)]
        kept = await database.game("game")
        assert kept is not None
        assert kept.status == "playing"

    with_database(tmp_path, test)


def test_two_guests_games_do_not_meet(tmp_path: Path) -> None:
    async def test(database: Database) -> None:
        await database.begin(row("mine"), [created()])
        await database.begin(row("yours", guest_id="1" * 32), [created()])
        assert [found.id for found in await database.games_of(GUEST, [], None, 10)] == ["mine"]

    with_database(tmp_path, test)


def test_a_game_has_one_rematch(tmp_path: Path) -> None:
    async def test(database: Database) -> None:
        await database.begin(row("first"), [created()])
        await database.begin(row("second", rematch_of="first"), [created()])
        with pytest.raises(IntegrityError):
            await database.begin(row("third", rematch_of="first"), [created()])
        assert await database.rematch_of("first") == "second"
        assert await database.rematch_of("second") is None

    with_database(tmp_path, test)


def test_the_pulse_is_the_last_one(tmp_path: Path) -> None:
    async def test(database: Database) -> None:
        assert await database.alive() == 0
        await database.beat(5)
        await database.beat(9)
        assert await database.alive() == 9

    with_database(tmp_path, test)


def test_every_commit_is_on_the_disk_before_it_returns(tmp_path: Path) -> None:
    async def test(database: Database) -> None:
        async with database._engine.connect() as connection:
            values = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        assert values == ["wal", 2, 1]

    with_database(tmp_path, test)


def test_the_migrations_make_the_tables_the_code_means(tmp_path: Path) -> None:
    async def test(database: Database) -> None:
        async with database._engine.connect() as connection:
            differences = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
        assert differences == []

    with_database(tmp_path, test)


def test_a_database_of_a_newer_komadai_is_told_of(tmp_path: Path) -> None:
    async def nothing(_: Database) -> None:
        pass

    with_database(tmp_path, nothing)
    with sqlite3.connect(tmp_path / "komadai.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StartError, match="9999"):
        with_database(tmp_path, nothing)


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("mysql://localhost/x", "expected sqlite or postgresql"),
        ("nonsense", "expected a URL"),
        ("sqlite://", "name a file"),
        ("sqlite:///:memory:", "name a file"),
        ("sqlite:////proc/nope/games.sqlite", "cannot"),
    ],
)
def test_what_cannot_be_opened_is_told_in_one_line(tmp_path: Path, url: str, told: str) -> None:
    with pytest.raises(StartError, match=told) as caught:
        asyncio.run(Database.open(url, tmp_path))
    assert "\n" not in str(caught.value)


def test_postgresql_without_its_driver_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("komadai.server.db.database.find_spec", lambda _: None)
    with pytest.raises(StartError, match=r"pip install .komadai\[postgresql\]"):
        asyncio.run(Database.open("postgresql://me:secret@host/games", tmp_path))


def test_a_file_that_is_no_database_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "komadai.sqlite").write_text("this is not a database" * 100)
    with pytest.raises(StartError, match="not a database"):
        asyncio.run(Database.open(None, tmp_path))
