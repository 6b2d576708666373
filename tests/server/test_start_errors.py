"""Each reason for which a server cannot start has a code, and a text in English and in Japanese."""

from __future__ import annotations

import asyncio
import os
import random
import socket
import sqlite3
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from komadai.engine.config import load_config
from komadai.errors import KomadaiError
from komadai.message_texts.server import SERVER
from komadai.server import data_folder, metrics
from komadai.server.config_file import load_server_table, metrics_address
from komadai.server.db.database import Database
from komadai.server.http.keys import load_keys
from komadai.server.mail.setup import MailTable, mail_settings
from komadai.server.serve import check_workers, listen
from komadai.server.settings import Settings
from komadai.server.supervisor import Supervisor, WorkerStart
from tests.both_languages import english_and_japanese, within


def config(text: str | bytes) -> Callable[[Path], object]:
    def start(folder: Path) -> object:
        path = folder / "config.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_config(path)

    return start


def server_table(text: str) -> Callable[[Path], object]:
    def start(folder: Path) -> object:
        (folder / "config.toml").write_text(text)
        return load_server_table(folder / "config.toml")

    return start


def open_database(url: str | None, folder: Path) -> None:
    before = set(threading.enumerate())

    async def main() -> None:
        try:
            await (await Database.open(url, folder)).close()
        finally:
            # After a failure aiosqlite's thread still sends its last answer to this event loop.
            while any(
                "_connection_worker" in thread.name
                for thread in threading.enumerate()
                if thread not in before
            ):
                await asyncio.sleep(0.01)

    asyncio.run(main())


def database(url: str) -> Callable[[Path], object]:
    return lambda folder: open_database(url, folder)


def port_taken(folder: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        listen("127.0.0.1", taken.getsockname()[1])


def all_ports_taken(folder: Path) -> None:
    with (
        listen("127.0.0.1", 0) as taken,
        mock.patch("komadai.server.serve.PORTS_TRIED", 1),
        mock.patch("komadai.server.serve.FIRST_PORT", taken.getsockname()[1]),
    ):
        listen("127.0.0.1", None)


def folder_is_a_file(folder: Path) -> None:
    (folder / "file").write_text("")
    with data_folder.held(folder / "file", "http://127.0.0.1:1/"):
        pass


def folder_taken(url: str) -> Callable[[Path], object]:
    def start(folder: Path) -> None:
        with data_folder.held(folder, url), data_folder.held(folder, "http://127.0.0.1:2/"):
            pass

    return start


def database_folder_is_a_file(folder: Path) -> None:
    (folder / "file").write_text("")
    with data_folder.database_held(folder / "file" / "games.sqlite", "http://127.0.0.1:1/"):
        pass


def database_taken(url: str) -> Callable[[Path], object]:
    """Two servers name one file, the second by a link."""

    def start(folder: Path) -> None:
        file, link = folder / "games.sqlite", folder / "link.sqlite"
        link.symlink_to(file)
        with (
            data_folder.database_held(file, url),
            data_folder.database_held(link, "http://127.0.0.1:2/"),
        ):
            pass

    return start


def metrics_port_taken(folder: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        metrics.check_free(("127.0.0.1", taken.getsockname()[1] - 1), 2)


def secret_in_a_file(folder: Path) -> None:
    (folder / "file").write_text("")
    load_keys(folder / "file")


def damaged_secret(folder: Path) -> None:
    (folder / "secret.key").write_bytes(b"short")
    load_keys(folder)


def random_bytes(folder: Path) -> None:
    (folder / "komadai.sqlite").write_bytes(random.Random(1).randbytes(20_000))
    open_database(None, folder)


def damaged_pages(folder: Path) -> None:
    open_database(None, folder)
    path = folder / "komadai.sqlite"
    data = bytearray(path.read_bytes())
    data[len(data) // 2 :] = b"\xff" * (len(data) - len(data) // 2)
    path.write_bytes(data)
    open_database(None, folder)


def schema(revision: str) -> Callable[[Path], object]:
    def start(folder: Path) -> None:
        open_database(None, folder)
        with sqlite3.connect(folder / "komadai.sqlite") as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", (revision,))
        connection.close()
        open_database(None, folder)

    return start


def database_is_a_folder(folder: Path) -> None:
    (folder / "komadai.sqlite").mkdir()
    open_database(None, folder)


def read_only_database(folder: Path) -> None:
    (folder / "komadai.sqlite").write_bytes(b"")
    with mock.patch("komadai.server.db.database._prepare_sqlite", _refuse_writes):
        open_database(None, folder)


def _refuse_writes(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA query_only=ON")
    cursor.close()


def without_driver(folder: Path) -> None:
    with mock.patch("komadai.server.db.database.find_spec", return_value=None):
        open_database("postgresql://me:secret@host/games", folder)


def with_old_sqlite(folder: Path) -> None:
    with mock.patch("komadai.server.db.database.sqlite3.sqlite_version_info", (3, 34, 1)):
        open_database(None, folder)


def mail(smtp: str, sender: str | None, public_url: str | None) -> Callable[[Path], object]:
    table = MailTable(smtp, sender, public_url)
    return lambda _: mail_settings(MailTable(), {}, table)


ENGINE = "[[engine]]\nname = 'A'\ncommand = 'a'\n"


def worker_that_fails(folder: Path) -> None:
    """A worker whose data folder is a file."""
    file = folder / "file"
    file.touch()
    with listen("127.0.0.1", 0) as listener, socket.socket(socket.AF_UNIX) as desk, file.open() as lock:
        start = WorkerStart(Settings(file), "text", listener, desk, None, lock.fileno())
        asyncio.run(Supervisor(start, 2, lambda: None).run())


STARTS: dict[str, Callable[[Path], object]] = {
    "port-taken": port_taken,
    "ports-taken": all_ports_taken,
    "port-out-of-range": lambda _: listen("127.0.0.1", 70_000),
    "cannot-listen": lambda _: listen("192.0.2.1", 0),
    "data-folder-unusable": folder_is_a_file,
    "data-folder-taken": folder_taken("unknown"),
    "data-folder-taken-at": folder_taken("http://127.0.0.1:1/"),
    "database-unusable": database_folder_is_a_file,
    "database-taken": database_taken("unknown"),
    "database-taken-at": database_taken("http://127.0.0.1:1/"),
    "metrics-port-taken": metrics_port_taken,
    "workers-need-postgresql": lambda folder: check_workers(2, Settings(folder)),
    "workers-need-posix": lambda folder: check_workers(2, Settings(folder, "postgresql://localhost/x"), "nt"),
    "worker-not-started": worker_that_fails,
    "secret-not-stored": secret_in_a_file,
    "secret-damaged": damaged_secret,
    "database-no-database": random_bytes,
    "database-damaged": damaged_pages,
    "database-newer": schema("9999"),
    "database-older": schema("0031"),
    "database-url-expected": database("nonsense"),
    "database-kind": database("mysql://localhost/x"),
    "database-package": without_driver,
    "database-sqlite-old": with_old_sqlite,
    "database-in-memory": database("sqlite:///:memory:"),
    "database-folder": database("sqlite:////dev/null/x/games.sqlite"),
    "sqlite-cannot-open": database_is_a_folder,
    "sqlite-read-only": read_only_database,
    "config-unreadable": lambda folder: load_config(folder),
    "config-not-utf8": config(b"\xff\xfe\x80"),
    "config-not-toml": config("= nonsense"),
    "config-key": config("colour = 'red'"),
    "config-host-names": config("host_names = 'x'"),
    "config-server": server_table("[server]\nlog = 'xml'"),
    "config-server-key": server_table("[server]\nproxy = 'x'"),
    "config-server-proxy": server_table("[server]\ntrusted_proxies = ['*']"),
    "mail-smtp": mail("mail.example.org", "a@example.org", "https://example.org"),
    "mail-sender": mail("smtp://h", "nobody", "https://example.org"),
    "mail-public-url": mail("smtp://h", "a@example.org", "example.org"),
    "mail-incomplete": mail("smtp://h", None, None),
    "metrics-address": lambda _: metrics_address("9464"),
    "config-engine-tables": config("engine = 1"),
    "config-engine-table": config("engine = [1]"),
    "config-engine-key": config(ENGINE + "path = 'x'"),
    "config-engine-name": config("[[engine]]\ncommand = 'a'"),
    "config-engine-name-taken": config(ENGINE + ENGINE),
    "config-engine-command": config("[[engine]]\nname = 'A'"),
    "config-engine-options": config(ENGINE + "options = { x = 1.5 }"),
    "config-engine-protocol": config(ENGINE + "protocol = 'uci'"),
}


@pytest.mark.parametrize("code", STARTS)
@pytest.mark.skipif(os.name == "nt", reason="the folders of this test are those of Unix")
def test_a_start_that_fails_says_why_in_both_languages(code: str, tmp_path: Path) -> None:
    with pytest.raises(KomadaiError) as caught:
        STARTS[code](tmp_path)
    message = caught.value.message
    english_and_japanese(message)
    assert code in within(message)
    assert str(caught.value) == message
    assert "\n" not in message
    assert "secret@" not in message


@pytest.mark.parametrize(
    "url",
    [
        "postgresql//club:secret@localhost/games",
        "postgresql:/club:se/cr@et@localhost/games",
        "postgresql://club:secret@localhost:port/games",
        "club:secret@localhost",
    ],
)
def test_a_password_in_a_database_url_is_not_shown(url: str, tmp_path: Path) -> None:
    with pytest.raises(KomadaiError) as caught:
        database(url)(tmp_path)
    assert "database-url-expected" in within(caught.value.message)
    assert "localhost" in str(caught.value)
    shown = "".join(traceback.format_exception(caught.value))
    assert "secret" not in shown
    assert "se/cr" not in shown


def test_every_code_of_a_failed_start_is_produced_here() -> None:
    # A name that does not exist needs the network's answer; a locked database needs a wait of five seconds.
    assert set(SERVER) - set(STARTS) == {"host-unknown", "sqlite-locked", "database-unopened"}


@pytest.mark.parametrize("start", [random_bytes, damaged_pages])
def test_a_damaged_database_comes_with_what_to_do(start: Callable[[Path], object], tmp_path: Path) -> None:
    with pytest.raises(KomadaiError, match=r"backup, or move it away to start with an empty one") as caught:
        start(tmp_path)
    assert "バックアップ" in caught.value.message.text("ja")


def test_a_taken_csa_port_names_the_option_that_chooses_another() -> None:
    with listen("127.0.0.1", 0) as taken, pytest.raises(KomadaiError, match=r"with --csa-port$"):
        listen("127.0.0.1", taken.getsockname()[1], "--csa-port")
