"""Backups: online, verified, restored only where nothing is lost; for SQLite and PostgreSQL."""

from __future__ import annotations

import hashlib
import sqlite3
import stat
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from komadai.play.game import replay
from komadai.server import data_folder
from komadai.server.db import checksum, postgresql_backup, sqlite_backup
from komadai.server.db.backup import back_up, inspect, restore
from komadai.server.db.database import Database
from komadai.server.errors import BackupError, StartError
from komadai.server.games.storage.store import GameStore
from tests.both_languages import english_and_japanese
from tests.server.conftest import UNLIMITED, Guest, Server
from tests.server.db.databases import with_database
from tests.server.db.filled import filled, games_in
from tests.server.postgresql import Cluster

MOVES = ["7g7f", "2g2f", "2f2e", "2e2d", "9g9f", "1g1f"]
Empty = Callable[[], str | None]


@pytest.fixture
def empty(request: pytest.FixtureRequest, database_url: str | None) -> Empty:
    """Makes another empty database of the same kind."""
    if database_url is None:
        return lambda: None
    cluster: Cluster = request.getfixturevalue("postgresql")
    return cluster.create


def test_a_restored_backup_has_what_the_database_had(
    tmp_path: Path, database_url: str | None, empty: Empty
) -> None:
    filled(tmp_path, database_url)
    report = back_up(tmp_path / "backup", database_url, tmp_path)
    assert (report.contents.guests, report.contents.games, report.contents.events) == (1, 3, 3)
    assert report == inspect(tmp_path / "backup")
    other, url = tmp_path / "other", empty()
    assert restore(tmp_path / "backup", url, other) == report
    assert games_in(other, url) == ["game0", "game1", "game2"]


def test_only_the_owner_can_read_the_database_a_backup_and_what_is_restored(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    filled(tmp_path)
    back_up(tmp_path / "backup", None, tmp_path)
    restore(tmp_path / "backup", None, tmp_path / "other")
    names = ("komadai.sqlite", "backup", "backup.sha256", "other/komadai.sqlite")
    for path in (tmp_path / name for name in names):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_backup_of_a_server_that_is_playing_has_every_move_that_was_acknowledged_before(
    server: Server, tmp_path: Path, database_url: str | None, empty: Empty
) -> None:
    reports: list[tuple[int, Path]] = []
    acknowledged = 0
    playing = threading.Event()

    def make_backups() -> None:
        playing.wait()
        while playing.is_set():
            before, path = acknowledged, tmp_path / f"backup{len(reports)}"
            back_up(path, database_url, tmp_path)
            reports.append((before, path))

    with server(database=database_url, limits=UNLIMITED) as client, ThreadPoolExecutor(1) as thread:
        guest = Guest(client)
        backups = thread.submit(make_backups)
        game_id = guest.begin()
        with guest.open(game_id) as page:
            playing.set()
            for usi in MOVES:
                assert page.ask("move", usi=usi)["type"] == "done"
                acknowledged += 1
                page.until(lambda game: game["position"]["turn"] == "black")
            playing.clear()
            backups.result()
        path = tmp_path / "last"
        back_up(path, database_url, tmp_path)
        reports.append((acknowledged, path))
    url = empty()
    for number, (before, path) in enumerate(reports):
        folder = tmp_path / f"restored{number}"
        restore(path, url, folder, force=True)
        assert acknowledged_in(folder, url, game_id)[:before] == MOVES[:before]


def acknowledged_in(folder: Path, url: str | None, game_id: str) -> list[str]:
    """Black's moves in the database."""
    found: list[str] = []

    async def read(database: Database) -> None:
        game = replay(await GameStore(database).events(game_id))
        found.extend(str(played.move) for played in game.moves[0::2])

    with_database(folder, read, url)
    return found


class TestRestore:
    def test_a_running_server_is_not_replaced(
        self, server: Server, tmp_path: Path, database_url: str | None
    ) -> None:
        filled(tmp_path / "source")
        with server(database=database_url, limits=UNLIMITED) as client:
            Guest(client).begin()
            path = tmp_path / "backup"
            back_up(path, database_url, tmp_path)
            # Without the lock of the data folder, too: the server may use another one.
            target = database_url or f"sqlite:///{tmp_path}/komadai.sqlite"
            with pytest.raises(BackupError, match="stop it before you restore"):
                restore(path, target, tmp_path / "other", force=True)
            assert client.get("/healthz").status_code == 200

    def test_the_lock_of_the_data_folder_is_respected(self, tmp_path: Path) -> None:
        filled(tmp_path)
        back_up(tmp_path / "backup", None, tmp_path)
        other = tmp_path / "other"
        with (
            data_folder.held(other, "http://127.0.0.1:1/"),
            pytest.raises(BackupError, match="stop it before you restore"),
        ):
            restore(tmp_path / "backup", None, other)
        assert not (other / "komadai.sqlite").exists()

    def test_the_lock_of_the_database_is_respected_whatever_the_data_folder(self, tmp_path: Path) -> None:
        filled(tmp_path)
        back_up(tmp_path / "backup", None, tmp_path)
        file = tmp_path / "other.sqlite"
        with (
            data_folder.database_held(file, "http://127.0.0.1:1/"),
            pytest.raises(BackupError, match=rf"a server uses {file}; stop it before you restore"),
        ):
            restore(tmp_path / "backup", f"sqlite:///{file}", tmp_path / "other")
        assert not file.exists()

    def test_a_full_target_is_replaced_only_by_force(
        self, tmp_path: Path, database_url: str | None, empty: Empty
    ) -> None:
        filled(tmp_path, database_url, games=2)
        back_up(tmp_path / "backup", database_url, tmp_path)
        other, url = tmp_path / "other", empty()
        filled(other, url, games=5)
        with pytest.raises(BackupError, match="--force"):
            restore(tmp_path / "backup", url, other)
        assert len(games_in(other, url)) == 5
        restore(tmp_path / "backup", url, other, force=True)
        assert len(games_in(other, url)) == 2

    def test_a_migrated_but_empty_target_needs_no_force(
        self, tmp_path: Path, database_url: str | None, empty: Empty
    ) -> None:
        filled(tmp_path, database_url)
        back_up(tmp_path / "backup", database_url, tmp_path)
        other, url = tmp_path / "other", empty()
        assert games_in(other, url) == []
        restore(tmp_path / "backup", url, other)
        assert len(games_in(other, url)) == 3

    def test_a_damaged_database_is_replaced_by_force(self, tmp_path: Path) -> None:
        filled(tmp_path)
        back_up(tmp_path / "backup", None, tmp_path)
        (tmp_path / "komadai.sqlite").write_bytes(b"damaged" * 1000)
        with pytest.raises(BackupError, match="--force"):
            restore(tmp_path / "backup", None, tmp_path)
        restore(tmp_path / "backup", None, tmp_path, force=True)
        assert len(games_in(tmp_path)) == 3

    def test_the_old_write_ahead_log_is_not_applied_to_the_restored_database(self, tmp_path: Path) -> None:
        filled(tmp_path, games=1)
        back_up(tmp_path / "backup", None, tmp_path)
        # A copy of the files while the database is open has a log, as after a crash.
        filled(tmp_path / "busy", games=4)
        with closing(sqlite3.connect(tmp_path / "busy" / "komadai.sqlite")) as connection:
            connection.execute("UPDATE games SET plies = 7")
            connection.commit()
            other = tmp_path / "other"
            other.mkdir()
            for suffix in ("", "-wal"):
                (other / f"komadai.sqlite{suffix}").write_bytes(
                    (tmp_path / "busy" / f"komadai.sqlite{suffix}").read_bytes()
                )
        restore(tmp_path / "backup", None, other, force=True)
        assert not (other / "komadai.sqlite-wal").exists()
        assert games_in(other) == ["game0"]

    def test_a_backup_of_another_kind_is_refused(self, tmp_path: Path, postgresql: Cluster) -> None:
        filled(tmp_path)
        back_up(tmp_path / "backup", None, tmp_path)
        with pytest.raises(BackupError, match="backup of SQLite, but the database is PostgreSQL"):
            restore(tmp_path / "backup", postgresql.create(), tmp_path)

    @pytest.mark.parametrize(
        ("revision", "said"),
        [("9999", "newer version of Komadai"), ("0031", "restore it with the version of commit 5d507427")],
    )
    def test_a_backup_that_no_migration_fits_is_refused(
        self, tmp_path: Path, revision: str, said: str
    ) -> None:
        filled(tmp_path)
        back_up(tmp_path / "backup", None, tmp_path)
        with closing(sqlite3.connect(tmp_path / "backup")) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
            connection.commit()
        checksum.file_of(tmp_path / "backup").unlink()
        with pytest.raises(BackupError, match=said):
            restore(tmp_path / "backup", None, tmp_path / "other")

    def test_a_failed_restore_leaves_postgresql_as_it_was(self, tmp_path: Path, postgresql: Cluster) -> None:
        source, target = postgresql.create(), postgresql.create()
        filled(tmp_path, source)
        back_up(tmp_path / "backup", source, tmp_path)
        filled(tmp_path, target, games=5)
        # A view in the way of a table makes a statement in the middle fail.
        name = target.rpartition("/")[2]
        postgresql.sql(name, "CREATE VIEW zz AS SELECT 1; CREATE TYPE games_type AS ENUM ()")
        postgresql.sql(
            name, "ALTER TABLE tsume_problems RENAME TO old; CREATE VIEW tsume_problems AS SELECT 1"
        )
        with pytest.raises(BackupError, match="already exists"):
            restore(tmp_path / "backup", target, tmp_path, force=True)
        assert postgresql.sql(name, "SELECT count(*) FROM games") == "5"


class TestChecksum:
    def test_it_is_beside_the_backup_as_sha256sum_writes_it(
        self, tmp_path: Path, database_url: str | None
    ) -> None:
        filled(tmp_path, database_url)
        report = back_up(tmp_path / "backup", database_url, tmp_path)
        digest = hashlib.sha256((tmp_path / "backup").read_bytes()).hexdigest()
        assert report.sha256 == digest
        assert (tmp_path / "backup.sha256").read_text() == f"{digest}  backup\n"

    def test_a_text_that_was_overwritten_is_noticed_though_the_database_is_sound(
        self, tmp_path: Path, database_url: str | None, empty: Empty
    ) -> None:
        filled(tmp_path, database_url, games=50)
        path = tmp_path / "backup"
        back_up(path, database_url, tmp_path)
        data = path.read_bytes()
        if database_url is None:
            assert b'"take_back":true' in data
            path.write_bytes(data.replace(b'"take_back":true', b'"take_back":null'))
            assert sqlite_backup.contents(path), "SQLite finds nothing"
        else:
            path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
        with pytest.raises(BackupError, match=r"SHA-256 is not that of .*backup\.sha256") as caught:
            restore(path, empty(), tmp_path / "other")
        english_and_japanese(caught.value.message)
        assert not (tmp_path / "other").exists()

    def test_a_backup_without_it_is_restored_and_the_report_says_so(self, tmp_path: Path) -> None:
        filled(tmp_path)
        back_up(tmp_path / "backup", None, tmp_path)
        (tmp_path / "backup").rename(tmp_path / "moved")
        assert restore(tmp_path / "moved", None, tmp_path / "other").sha256 is None
        assert len(games_in(tmp_path / "other")) == 3

    def test_another_file_of_its_name_is_neither_replaced_nor_believed(self, tmp_path: Path) -> None:
        filled(tmp_path)
        back_up(tmp_path / "backup", None, tmp_path)
        (tmp_path / "backup.sha256").write_text("years of work")
        with pytest.raises(BackupError, match="expected a SHA-256 of 64 digits") as caught:
            back_up(tmp_path / "backup", None, tmp_path)
        english_and_japanese(caught.value.message)
        with pytest.raises(BackupError, match="expected a SHA-256 of 64 digits"):
            inspect(tmp_path / "backup")
        assert (tmp_path / "backup.sha256").read_text() == "years of work"

    def test_after_a_second_backup_it_is_that_of_the_second(self, tmp_path: Path) -> None:
        filled(tmp_path, games=1)
        first = back_up(tmp_path / "backup", None, tmp_path)
        filled(tmp_path / "more", games=2)
        second = back_up(tmp_path / "backup", None, tmp_path / "more")
        assert first.sha256 != second.sha256
        assert inspect(tmp_path / "backup") == second


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite can write two pages of a new file; then the disk is full."""
    opened = sqlite_backup._opened

    @contextmanager
    def limited(path: Path, **options: Any) -> Iterator[sqlite3.Connection]:
        with opened(path, **options) as connection:
            if path.name.endswith(".part"):
                connection.execute("PRAGMA max_page_count = 2")
            yield connection

    monkeypatch.setattr(sqlite_backup, "_opened", limited)


class TestFullDisk:
    def test_a_backup_names_its_own_file(self, tmp_path: Path, full_disk: None) -> None:
        filled(tmp_path)
        with pytest.raises(BackupError) as caught:
            back_up(tmp_path / "backup", None, tmp_path)
        message = caught.value.message
        assert message == f"{tmp_path / 'backup'}: cannot be written: No space left on device"
        english_and_japanese(message)
        assert not list(tmp_path.glob("*backup*"))

    def test_a_restore_names_the_database(self, tmp_path: Path, request: pytest.FixtureRequest) -> None:
        filled(tmp_path)
        back_up(tmp_path / "backup", None, tmp_path)
        request.getfixturevalue("full_disk")
        other = tmp_path / "other" / "komadai.sqlite"
        with pytest.raises(BackupError) as caught:
            restore(tmp_path / "backup", None, other.parent)
        message = caught.value.message
        assert message == f"cannot restore the database {other}: No space left on device"
        english_and_japanese(message)
        assert not other.exists()


class TestErrors:
    def test_a_damaged_database_is_named_when_it_is_backed_up(self, tmp_path: Path) -> None:
        filled(tmp_path, games=50)
        path = tmp_path / "komadai.sqlite"
        data = bytearray(path.read_bytes())
        half = len(data) // 2
        data[half : half + 8192] = b"\xff" * 8192
        path.write_bytes(data)
        with pytest.raises(BackupError) as caught:
            back_up(tmp_path / "backup", None, tmp_path)
        assert caught.value.message.startswith(f"the database {path} is damaged, and no backup was written: ")
        assert ".part" not in caught.value.message
        english_and_japanese(caught.value.message)

    def test_the_database_of_another_program_is_named_when_it_is_backed_up(self, tmp_path: Path) -> None:
        path = tmp_path / "other.sqlite"
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("CREATE TABLE x (y)")
        with pytest.raises(BackupError) as caught:
            back_up(tmp_path / "backup", f"sqlite:///{path}", tmp_path)
        assert caught.value.message == f"{path} is not the database of a Komadai server"
        english_and_japanese(caught.value.message)

    def test_a_damaged_backup_is_recognised(self, tmp_path: Path, database_url: str | None) -> None:
        filled(tmp_path, database_url, games=50)
        path = tmp_path / "backup"
        back_up(path, database_url, tmp_path)
        data = bytearray(path.read_bytes())
        if database_url is None:
            half = len(data) // 2
            data[half : half + 8192] = b"\xff" * 8192
        else:
            del data[len(data) * 3 // 4 :]
        path.write_bytes(data)
        checksum.file_of(path).unlink()
        with pytest.raises(BackupError, match="is damaged") as caught:
            restore(path, None, tmp_path / "other")
        assert "\n" not in str(caught.value)
        assert not (tmp_path / "other").exists()

    def test_another_file_is_no_backup(self, tmp_path: Path) -> None:
        (tmp_path / "text").write_text("not a backup")
        with closing(sqlite3.connect(tmp_path / "other.sqlite")) as connection:
            connection.execute("CREATE TABLE x (y)")
        for name in ("text", "other.sqlite"):
            with pytest.raises(BackupError, match="not a backup of a Komadai server"):
                restore(tmp_path / name, None, tmp_path)
        with pytest.raises(BackupError, match="No such file"):
            restore(tmp_path / "none", None, tmp_path)

    def test_a_file_that_is_no_backup_is_not_replaced(self, tmp_path: Path) -> None:
        filled(tmp_path)
        thesis = tmp_path / "thesis"
        thesis.write_text("years of work")
        with pytest.raises(BackupError, match="exists and is not a backup"):
            back_up(thesis, None, tmp_path)
        with pytest.raises(BackupError, match="is the database itself"):
            back_up(tmp_path / "komadai.sqlite", None, tmp_path)
        assert thesis.read_text() == "years of work"

    def test_an_earlier_backup_is_replaced_and_nothing_is_left_beside_it(self, tmp_path: Path) -> None:
        filled(tmp_path / "data")
        for _ in range(2):
            back_up(tmp_path / "backup", None, tmp_path / "data")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "backup.sha256", "data"]

    def test_without_a_database_there_is_nothing_to_back_up(self, tmp_path: Path) -> None:
        with pytest.raises(BackupError, match="there is no database"):
            back_up(tmp_path / "backup", None, tmp_path / "none")
        with pytest.raises(StartError, match="expected sqlite or postgresql"):
            back_up(tmp_path / "backup", "mysql://localhost/x", tmp_path)
        with pytest.raises(BackupError, match="cannot be written"):
            back_up(tmp_path / "no" / "folder", f"sqlite:///{_database(tmp_path)}", tmp_path)
        assert not (tmp_path / "backup").exists()

    def test_a_postgresql_that_is_away_or_without_its_programs_says_so(
        self, tmp_path: Path, postgresql: Cluster, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with pytest.raises(BackupError, match="no_such") as caught:
            back_up(tmp_path / "backup", postgresql.url("no_such"), tmp_path)
        assert "\n" not in str(caught.value)
        monkeypatch.setattr(postgresql_backup, "_DEBIAN", tmp_path)
        monkeypatch.setenv("PATH", str(tmp_path))
        with pytest.raises(BackupError, match="program pg_dump is missing"):
            back_up(tmp_path / "backup", postgresql.url("postgres"), tmp_path)
        assert not (tmp_path / "backup").exists()


def _database(folder: Path) -> Path:
    filled(folder)
    return folder / "komadai.sqlite"
