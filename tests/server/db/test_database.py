"""The database: an event number is written once; migrations; checks at start; a full disk."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.exc import IntegrityError

from komadai.play import events as ev
from komadai.server import app  # noqa: F401 - it imports the tables of all rooms
from komadai.server.cluster import tables  # noqa: F401 - those of several processes
from komadai.server.db.database import DATABASE_ERRORS, Database, metadata, reason_of, save_error
from komadai.server.errors import StartError
from komadai.server.games.storage.commits import Overtaken
from komadai.server.games.storage.store import GameStore
from tests.play.table import created
from tests.server.db.databases import GUEST, Test, row, with_database


@pytest.fixture
def run(tmp_path: Path, database_url: str | None) -> Callable[[Test], None]:
    """Runs a function with an open database, of each kind."""
    return lambda test: with_database(tmp_path, test, database_url)


def test_stored_games_and_events_are_read_back(run: Callable[[Test], None]) -> None:
    first, second = created(), ev.Resumed(at=5)

    async def write(database: Database) -> None:
        await GameStore(database).begin(row(), [first])
        await GameStore(database).append(row(events=2, clock_runs=True, plies=0), [second])

    async def read(database: Database) -> None:
        assert await GameStore(database).events("game") == [first, second]
        assert await GameStore(database).game("game") == row(events=2, clock_runs=True)
        assert await GameStore(database).game("none") is None
        assert await GameStore(database).running() == ["game"]

    run(write)
    run(read)


def test_an_event_number_is_written_once(run: Callable[[Test], None]) -> None:
    async def test(database: Database) -> None:
        await GameStore(database).begin(row(), [created()])
        await GameStore(database).append(row(events=2), [ev.Resumed(at=5)])
        with pytest.raises(Overtaken):
            await GameStore(database).append(row(events=2, status="finished"), [ev.Paused(at=6)])
        assert await GameStore(database).events("game") == [created(), ev.Resumed(at=5)]
        kept = await GameStore(database).game("game")
        assert kept is not None
        assert kept.status == "playing"

    run(test)


def test_the_list_has_only_the_guests_own_games(run: Callable[[Test], None]) -> None:
    async def test(database: Database) -> None:
        await GameStore(database).begin(row("mine"), [created()])
        await GameStore(database).begin(row("yours", guest="1" * 32), [created()])
        assert [found.id for found in await GameStore(database).games_of(GUEST, [], None, 10)] == ["mine"]

    run(test)


def test_a_game_has_one_rematch(run: Callable[[Test], None]) -> None:
    async def test(database: Database) -> None:
        await GameStore(database).begin(row("first"), [created()])
        await GameStore(database).begin(row("second", rematch_of="first"), [created()])
        with pytest.raises(IntegrityError):
            await GameStore(database).begin(row("third", rematch_of="first"), [created()])
        assert await GameStore(database).rematch_of("first") == "second"
        assert await GameStore(database).rematch_of("second") is None

    run(test)


def test_the_last_heartbeat_is_stored(run: Callable[[Test], None]) -> None:
    async def test(database: Database) -> None:
        assert await database.last_heartbeat() == 0
        await database.save_heartbeat(5)
        await database.save_heartbeat(9)
        assert await database.last_heartbeat() == 9

    run(test)


def test_a_commit_returns_after_the_data_is_on_disk(tmp_path: Path) -> None:
    async def test(database: Database) -> None:
        async with database.engine.connect() as connection:
            values = [
                (await connection.exec_driver_sql(f"PRAGMA {name}")).scalar_one()
                for name in ("journal_mode", "synchronous", "foreign_keys")
            ]
        assert values == ["wal", 2, 1]

    with_database(tmp_path, test)


def test_the_migrations_create_the_tables_of_the_code(run: Callable[[Test], None]) -> None:
    async def test(database: Database) -> None:
        async with database.engine.connect() as connection:
            differences = await connection.run_sync(
                lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
            )
        assert differences == []

    run(test)


class TestWriters:
    """SQLite has one writer at a time; the server's own commits wait for each other in order."""

    def test_many_commits_at_once_all_succeed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("komadai.server.db.database.BUSY_TIMEOUT_MS", 1)

        async def test(database: Database) -> None:
            store = GameStore(database)
            await asyncio.gather(*(store.begin(row(f"game{number}"), [created()]) for number in range(50)))
            assert len(await store.games_of(GUEST, [], None, 100)) == 50

        with_database(tmp_path, test)

    def test_a_commit_whose_turn_does_not_come_fails_and_the_next_ones_do_not(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("komadai.server.db.database.WRITER_TIMEOUT_S", 0.02)

        async def test(database: Database) -> None:
            async with database.engine.begin():
                with pytest.raises(DATABASE_ERRORS) as caught:
                    await database.save_heartbeat(1)
            assert save_error(caught.value).code == "not_saved"
            assert "waiting for the database" in reason_of(caught.value)
            monkeypatch.setattr("komadai.server.db.database.WRITER_TIMEOUT_S", 20.0)
            await database.save_heartbeat(2)
            assert await database.last_heartbeat() == 2

        with_database(tmp_path, test)


async def nothing(_: Database) -> None:
    pass


def test_a_database_of_a_newer_version_is_an_error_that_names_it(tmp_path: Path) -> None:
    with_database(tmp_path, nothing)
    with sqlite3.connect(tmp_path / "komadai.sqlite") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(StartError, match=r"written by a newer version .* 9999") as caught:
        with_database(tmp_path, nothing)
    assert "update Komadai" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_database_from_before_the_oldest_migration_names_the_version_to_pass_through(
    tmp_path: Path, database_url: str | None
) -> None:
    async def age(database: Database) -> None:
        async with database.engine.begin() as connection:
            await connection.execute(sa.text("UPDATE alembic_version SET version_num = '0031'"))

    with_database(tmp_path, age, database_url)
    with pytest.raises(StartError, match=r"its schema is 0031, the oldest known is 0032") as caught:
        with_database(tmp_path, nothing, database_url)
    assert "start the version of commit 5d507427 with it once" in str(caught.value)


def test_a_damaged_database_is_detected_when_it_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "komadai.sqlite"

    async def fill(database: Database) -> None:
        for number in range(100):
            await GameStore(database).begin(row(f"game{number}"), [created()])

    with_database(tmp_path, fill)
    data = bytearray(path.read_bytes())
    half = len(data) // 2
    data[half : half + 8192] = b"\xff" * 8192
    path.write_bytes(data)
    with pytest.raises(StartError, match="is damaged") as caught:
        with_database(tmp_path, nothing)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == bytes(data)


class TestFullDisk:
    @staticmethod
    def fill(database: Database) -> Callable[[], Awaitable[None]]:
        """Returns a function that inserts rows until SQLite refuses; a size limit stands for a full disk."""

        async def insert() -> None:
            for number in range(1000):
                await GameStore(database).begin(row(f"game{number}"), [created()])

        return insert

    def test_the_error_is_recognised_and_has_no_personal_data(self, tmp_path: Path) -> None:
        async def test(database: Database) -> None:
            async with database.engine.connect() as connection:
                pages = (await connection.execute(sa.text("PRAGMA page_count"))).scalar_one()
            sa.event.listen(
                database.engine.sync_engine,
                "checkout",
                lambda connection, *_: connection.execute(f"PRAGMA max_page_count = {pages + 10}").close(),
            )
            with pytest.raises(DATABASE_ERRORS) as caught:
                await self.fill(database)()
            error = save_error(caught.value)
            assert (error.code, error.status) == ("disk_full", 507)
            assert reason_of(caught.value) == "database or disk is full"
            assert GUEST not in str(caught.value)

        with_database(tmp_path, test)

    def test_other_failures_are_not_reported_as_a_full_disk(self) -> None:
        assert save_error(OSError(errno.EIO, "I/O error")).code == "not_saved"
        assert save_error(OSError(errno.ENOSPC, "No space left on device")).code == "disk_full"


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("mysql://localhost/x", "expected sqlite or postgresql"),
        ("nonsense", "expected a URL"),
        ("sqlite://", "expected a file"),
        ("sqlite:///:memory:", "expected a file"),
        ("sqlite:////proc/nope/games.sqlite", "cannot"),
    ],
)
def test_a_database_that_cannot_be_opened_is_an_error_of_one_line(
    tmp_path: Path, url: str, reason: str
) -> None:
    with pytest.raises(StartError, match=reason) as caught:
        asyncio.run(Database.open(url, tmp_path))
    assert "\n" not in str(caught.value)


def test_postgresql_without_its_driver_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("komadai.server.db.database.find_spec", lambda _: None)
    with pytest.raises(StartError, match=r"pip install .komadai\[postgresql\]"):
        asyncio.run(Database.open("postgresql://me:secret@host/games", tmp_path))


def test_a_file_that_is_not_a_database_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "komadai.sqlite").write_text("this is not a database" * 100)
    with pytest.raises(StartError, match="file is not a database"):
        asyncio.run(Database.open(None, tmp_path))
