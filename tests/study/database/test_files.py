"""Databases that cannot be opened: each case has its own message."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from random import Random

import pytest

from komadai import ArgumentTypeError, Board, DatabaseError, RangeError
from komadai.study import Database
from tests.study.database.samples import named, random_games, write_csa


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A database of five games, closed."""
    path = tmp_path / "db"
    with Database(path, create=True) as db:
        db.import_files(write_csa(tmp_path / "games.csa", named(random_games(5))))
    return path


def test_a_folder_that_does_not_exist_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="cannot be read: No such file or directory"):
        Database(tmp_path / "none")


@pytest.mark.parametrize("create", [False, True])
def test_a_file_is_no_database(tmp_path: Path, create: bool) -> None:
    path = tmp_path / "file"
    path.write_text("text")
    with pytest.raises(DatabaseError, match="not a game database"):
        Database(path, create=create)


def test_a_folder_with_other_files_does_not_become_a_database(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("text")
    with pytest.raises(DatabaseError, match="contains other files"):
        Database(tmp_path, create=True)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("content", [b"", b"text", b"SQLite format 3\0" + b"\0" * 5000, os.urandom(9000)])
def test_another_file_in_place_of_the_tables_is_an_error(folder: Path, content: bytes) -> None:
    (folder / "games.sqlite").write_bytes(content)
    with pytest.raises(DatabaseError, match=r"not a game database|damaged"):
        Database(folder)


def test_tables_of_another_program_are_no_database(folder: Path) -> None:
    (folder / "games.sqlite").unlink()
    with sqlite3.connect(folder / "games.sqlite") as connection:
        connection.execute("CREATE TABLE game (id)")
    connection.close()
    with pytest.raises(DatabaseError, match="not a game database"):
        Database(folder)


def test_a_database_of_a_newer_version_is_refused(folder: Path) -> None:
    connection = sqlite3.connect(folder / "games.sqlite")
    connection.execute("PRAGMA user_version = 99")
    connection.close()
    with pytest.raises(DatabaseError, match=r"newer version of Komadai .*format 99, expected 1"):
        Database(folder)


def test_truncated_tables_are_an_error(folder: Path) -> None:
    path = folder / "games.sqlite"
    whole = path.read_bytes()
    for size in range(1, len(whole), 4096 + 13):
        path.write_bytes(whole[:size])
        with pytest.raises(DatabaseError):
            read_all(folder)


def read_all(folder: Path) -> None:
    with Database(folder) as db:
        db.explore("startpos")
        for game in db.query():
            db.game(game.id)
        list(db.query(player="x"))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda path: path.write_bytes(path.read_bytes()[:-8]), "bytes, expected"),
        (lambda path: path.write_bytes(b""), "bytes, expected"),
        (lambda path: path.write_bytes(b"x" * path.stat().st_size), "no index of positions"),
        (lambda path: path.unlink(), "is missing"),
    ],
)
def test_a_damaged_index_is_an_error(folder: Path, change: object, problem: str) -> None:
    (index,) = folder.glob("*.idx")
    change(index)  # type: ignore[operator]
    with Database(folder) as db:
        assert len(db) == 5
        with pytest.raises(DatabaseError, match=f"damaged: .*{problem}"):
            db.explore("startpos")
        with pytest.raises(DatabaseError, match=problem):
            list(db.query(position="startpos"))


def test_random_records_in_an_index_crash_nothing(folder: Path) -> None:
    (index,) = folder.glob("*.idx")
    content = index.read_bytes()
    records = (len(content) - 32) // 16
    rng = Random(1)
    key = Board().key.to_bytes(8, "little")
    for damaged in (
        b"\xff" * 16 * records,
        *(rng.randbytes(16 * records) for _ in range(5)),
        # Records of the start position that are not sorted.
        *(b"".join([key + rng.randbytes(8) for _ in range(records)]) for _ in range(5)),
    ):
        index.write_bytes(content[:32] + damaged)
        with Database(folder) as db:
            db.explore("startpos")
            db.explore("startpos", player="*")
            list(db.query(position="startpos"))


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_read_only_database_can_be_read_but_not_changed(folder: Path, tmp_path: Path) -> None:
    folder.chmod(0o555)
    try:
        with Database(folder) as db:
            assert db.explore("startpos").games
            with pytest.raises(DatabaseError, match="cannot be written"):
                db.import_files(tmp_path / "games.csa")
    finally:
        folder.chmod(0o755)


def test_the_number_of_plies_cannot_be_changed(folder: Path) -> None:
    with pytest.raises(DatabaseError, match="up to ply 80; it cannot be changed to 40"):
        Database(folder, create=True, plies=40)
    with Database(folder, create=True) as db:
        assert db.plies == 80


def test_wrong_arguments_are_errors(folder: Path) -> None:
    with pytest.raises(RangeError):
        Database(folder, plies=-1)
    with pytest.raises(ArgumentTypeError):
        Database(5)  # type: ignore[arg-type]
    with Database(folder) as db:
        with pytest.raises(ArgumentTypeError):
            db.explore(5)  # type: ignore[arg-type]
        with pytest.raises(DatabaseError, match="there is no game 99"):
            db.game(99)


def test_a_closed_database_says_so(folder: Path) -> None:
    db = Database(folder)
    db.close()
    db.close()
    with pytest.raises(DatabaseError, match="was closed"):
        db.explore("startpos")
