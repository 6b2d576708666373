"""A database that is locked, read-only, full or damaged, and a clock that jumps, while games are played."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.errors import KomadaiError
from tests.server.conftest import UNLIMITED, Guest, Server, Socket, start_server

DAY_MS = 86_400_000


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a file system of 1 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    options = ["-t", "tmpfs", "-o", "size=1m", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(["mount", *options], check=False).returncode != 0:
        pytest.skip("a file system can be mounted only by root")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def play(page: Socket, usi: str) -> None:
    """Plays a move, and waits for the engine's reply."""
    answer = page.ask("move", usi=usi)
    assert answer["type"] == "done", answer
    page.until(lambda game: game["position"]["turn"] == "black")


def refused_then_saved(
    client: TestClient[Any],
    page: Socket,
    code: str,
    begin: Callable[[], object],
    end: Callable[[], object],
) -> None:
    """A move is refused with this code during the fault, and changes nothing; after it the game goes on.

    Newcomers can watch meanwhile, and monitoring learns of the fault.
    """
    play(page, "7g7f")
    begin()
    assert page.ask("move", usi="2g2f")["code"] == code
    assert len(page.game["moves"]) == 2
    health = client.get("/healthz")
    assert (health.status_code, health.json()["writes"]) == (200, "failing")
    with Guest(client).open(page.game_id) as watching:
        assert len(watching.game["moves"]) == 2
    assert Guest(client).get("/api/explorer/databases").status_code == 200
    end()
    play(page, "2g2f")
    assert page.usi[::2] == ["7g7f", "2g2f"]


def test_a_move_is_refused_while_another_program_locks_the_database(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("komadai.server.db.database.BUSY_TIMEOUT_MS", 100)
    with server(limits=UNLIMITED) as client:
        guest = Guest(client)
        game_id = guest.begin()
        path = tmp_path / "komadai.sqlite"
        with closing(sqlite3.connect(path, isolation_level=None)) as other, guest.open(game_id) as page:
            begin, end = (lambda: other.execute("BEGIN IMMEDIATE")), (lambda: other.execute("ROLLBACK"))
            refused_then_saved(client, page, "not_saved", begin, end)


def test_a_move_is_refused_while_the_disk_is_full(small_disk: Path) -> None:
    filler = small_disk / "filler"

    def fill() -> None:
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(b"x" * 512):
                pass

    with start_server(small_disk, limits=UNLIMITED) as client:
        guest = Guest(client)
        with guest.open(guest.begin()) as page:
            refused_then_saved(client, page, "disk_full", fill, filler.unlink)


def test_a_server_does_not_start_on_a_read_only_disk_and_starts_when_it_is_writable_again(
    small_disk: Path,
) -> None:
    def remount(mode: str) -> None:
        subprocess.run(["mount", "-o", f"remount,bind,{mode}", str(small_disk)], check=True)

    with start_server(small_disk, limits=UNLIMITED) as client:
        guest = Guest(client)
        game_id = guest.begin()
    remount("ro")
    try:
        with pytest.raises(KomadaiError, match="Read-only file system") as caught:
            start_server(small_disk)
        assert "\n" not in str(caught.value)
    finally:
        remount("rw")
    with start_server(small_disk, limits=UNLIMITED) as client:
        guest.client = client
        assert [game["id"] for game in guest.get("/api/games").json()["games"]] == [game_id]


def test_a_database_that_is_damaged_while_the_server_runs_refuses_moves_and_is_reported(
    server: Server, tmp_path: Path
) -> None:
    with server(limits=UNLIMITED) as client:
        guest = Guest(client)
        with guest.open(guest.begin()) as page:
            play(page, "7g7f")
            for suffix in ("", "-wal"):
                path = tmp_path / f"komadai.sqlite{suffix}"
                path.write_bytes(b"\xff" * path.stat().st_size)
            answers = [page.ask("move", usi=usi) for usi in ("2g2f", "2g2f")]
            assert {answer.get("code") for answer in answers} <= {"not_saved", "stale", None}
        assert client.get("/api/options").status_code == 200  # the server still answers


class TestClock:
    """The wall clock is read once; a jump moves no deadline."""

    def remaining(self, client: TestClient[Any], guest: Guest, game_id: str) -> int:
        guest.client = client
        game = guest.get(f"/api/games/{game_id}").json()
        assert game["status"] == "playing"
        left: int = game["clocks"]["black"]["remaining_ms"]
        return left

    @pytest.mark.parametrize("jump_ms", [DAY_MS, -DAY_MS])
    def test_a_jump_while_a_game_is_played_charges_no_time(
        self, server: Server, monkeypatch: pytest.MonkeyPatch, jump_ms: int
    ) -> None:
        wall_ns = time.time_ns
        with server(limits=UNLIMITED) as client:
            guest = Guest(client)
            game_id = guest.begin(clock={"main_ms": 600_000})
            with guest.open(game_id) as page:
                play(page, "7g7f")
                monkeypatch.setattr(time, "time_ns", lambda: wall_ns() + jump_ms * 1_000_000)
                play(page, "2g2f")
                assert 0 < self.remaining(client, guest, game_id) <= 600_000

    @pytest.mark.parametrize("jump_ms", [DAY_MS, -DAY_MS])
    def test_a_jump_between_two_runs_charges_no_time_and_games_stay_in_order(
        self, server: Server, monkeypatch: pytest.MonkeyPatch, jump_ms: int
    ) -> None:
        wall_ns = time.time_ns
        with server(limits=UNLIMITED) as client:
            guest = Guest(client)
            game_id = guest.begin(clock={"main_ms": 600_000})
            with guest.open(game_id) as page:
                play(page, "7g7f")
        monkeypatch.setattr(time, "time_ns", lambda: wall_ns() + jump_ms * 1_000_000)
        with server(limits=UNLIMITED) as client:
            before = self.remaining(client, guest, game_id)
            assert 0 < before <= 600_000
            with guest.open(game_id) as page:
                play(page, "2g2f")
        monkeypatch.setattr(time, "time_ns", wall_ns)
        with server(limits=UNLIMITED) as client:
            assert 0 < self.remaining(client, guest, game_id) <= before
