"""Importing: what is added, what is left out, what stays after an interruption."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from komadai import DatabaseError, Move, RecordError, kifu
from komadai.kifu import Game
from komadai.study import Database, ImportCount
from komadai.study.database import importer
from komadai.study.database.position_index import write_run
from tests.study.database.counts import assert_counts_agree
from tests.study.database.reference import Played
from tests.study.database.samples import named, random_games, write_csa


def imported(db: Database, path: Path) -> tuple[ImportCount, list[tuple[str, int, str]]]:
    errors: list[tuple[str, int, str]] = []
    count = db.import_files(
        path, on_error=lambda name, game, error: errors.append((Path(name).name, game, str(error)))
    )
    return count, errors


def test_the_same_file_twice_adds_nothing(tmp_path: Path) -> None:
    games = random_games(50)
    path = write_csa(tmp_path / "games.csa", named(games))
    with Database(tmp_path / "db", create=True) as db:
        assert db.import_files(path) == ImportCount(added=50)
        assert db.import_files(path, path) == ImportCount(duplicates=100)
        assert_counts_agree(db, games)


def test_the_same_game_in_another_format_adds_nothing(tmp_path: Path) -> None:
    games = named(random_games(20))
    (tmp_path / "games.kif").write_text("\n".join(kifu.write(game, "kif") for game in games), "utf-8")
    with Database(tmp_path / "db", create=True) as db:
        db.import_files(write_csa(tmp_path / "games.csa", games))
        assert db.import_files(tmp_path / "games.kif") == ImportCount(duplicates=20)


def test_equal_lines_of_usi_are_games_but_the_file_again_adds_none(tmp_path: Path) -> None:
    path = tmp_path / "games.usi"
    path.write_text("startpos moves 7g7f 3c3d\nstartpos moves 2g2f\nstartpos moves 7g7f 3c3d\n")
    with Database(tmp_path / "db", create=True) as db:
        assert db.import_files(path) == ImportCount(added=3)
        assert db.import_files(path) == ImportCount(duplicates=3)
        assert db.explore("startpos").games == 3


def test_folders_and_archives_are_read(tmp_path: Path) -> None:
    import gzip

    folder = tmp_path / "games" / "below"
    folder.mkdir(parents=True)
    games = named(random_games(4))
    write_csa(folder / "a.csa", games[:2])
    text = write_csa(tmp_path / "b.csa", games[2:]).read_bytes()
    (folder / "b.csa.gz").write_bytes(gzip.compress(text))
    with Database(tmp_path / "db", create=True) as db:
        assert db.import_files(tmp_path / "games").added == 4


def test_a_broken_game_is_named_and_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "games.usi"
    path.write_text(
        "startpos moves 7g7f 3c3d\n"
        "startpos moves 7g7f 7g7f 3c3d\n"
        "startpos moves 2g2f 9z9z\n"
        "startpos moves 2g2f 8c8d\n"
    )
    with Database(tmp_path / "db", create=True) as db:
        count, errors = imported(db, path)
        assert count.added == 2
        assert [error[:2] for error in errors] == [("games.usi", 2), ("games.usi", 3)]
        assert "illegal move" in errors[0][2]
        assert db.explore("startpos").games == 2


def test_a_file_that_cannot_be_read_is_named_and_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "a.csa").write_bytes(b"\0\1\2" * 1000)
    write_csa(folder / "b.csa", named(random_games(2)))
    with Database(tmp_path / "db", create=True) as db:
        count, errors = imported(db, folder)
        assert count.added == 2
        assert [error[:2] for error in errors] == [("a.csa", 0)]
        assert imported(db, tmp_path / "none.csa")[1][0][:2] == ("none.csa", 0)
        with pytest.raises(RecordError):
            db.import_files(folder)


def test_a_foul_that_ends_a_game_is_not_a_broken_game(tmp_path: Path) -> None:
    path = tmp_path / "foul.csa"
    path.write_text("V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822KA\n-8222HI\n%ILLEGAL_MOVE\n")
    with Database(tmp_path / "db", create=True) as db:
        count, errors = imported(db, path)
        assert (count.added, errors) == (1, [])
        (game,) = db.query()
        assert game.result in ("black", "white", None)


def test_variations_and_comments_are_not_imported(tmp_path: Path) -> None:
    game: Game = named([Played(["7g7f", "3c3d"], "black")])[0]
    game.root.add(Move.from_usi("2g2f")).comment = "a variation"
    (tmp_path / "game.kif").write_text(kifu.write(game, "kif"), "utf-8")
    with Database(tmp_path / "db", create=True) as db:
        db.import_files(tmp_path / "game.kif")
        assert [each.move.usi() for each in db.explore("startpos").moves] == ["7g7f"]


def test_many_small_batches_give_the_same_counts_in_few_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importer, "BATCH", 2)
    games = random_games(60)
    with Database(tmp_path / "db", create=True) as db:
        db.import_files(write_csa(tmp_path / "games.csa", named(games)))
        assert len([*(tmp_path / "db").glob("positions-*.idx")]) <= 3
        assert_counts_agree(db, games)


def test_games_can_be_added_later(tmp_path: Path) -> None:
    games = random_games(40)
    records = named(games)
    for start in range(0, 40, 10):
        with Database(tmp_path / "db", create=True) as db:
            db.import_files(write_csa(tmp_path / f"{start}.csa", records[start : start + 10]))
    with Database(tmp_path / "db") as db:
        assert len(db) == 40
        assert_counts_agree(db, games)


def stops_after(calls: int, error: BaseException) -> Callable[..., None]:

    def write(*arguments: object) -> None:
        nonlocal calls
        calls -= 1
        if calls < 0:
            raise error
        write_run(*arguments)  # type: ignore[arg-type]

    return write


def test_an_interrupted_import_leaves_whole_batches_and_continues(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = random_games(40)
    path = write_csa(tmp_path / "games.csa", named(games))
    with monkeypatch.context() as patch, Database(tmp_path / "db", create=True) as db:
        patch.setattr(importer, "BATCH", 7)
        patch.setattr(importer, "write_run", stops_after(3, KeyboardInterrupt()))
        with pytest.raises(KeyboardInterrupt):
            db.import_files(path)
    with Database(tmp_path / "db") as db:
        assert len(db) == 21
        assert_counts_agree(db, games[:21])
        assert db.import_files(path) == ImportCount(added=19, duplicates=21)
        assert_counts_agree(db, games)


def test_a_full_disk_is_a_clear_error_and_leaves_a_valid_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = random_games(40)
    path = write_csa(tmp_path / "games.csa", named(games))
    with monkeypatch.context() as patch, Database(tmp_path / "db", create=True) as db:
        patch.setattr(importer, "BATCH", 10)
        patch.setattr(importer, "write_run", stops_after(2, OSError(28, "No space left on device")))
        with pytest.raises(DatabaseError, match="cannot be written: No space left"):
            db.import_files(path)
    with Database(tmp_path / "db") as db:
        assert_counts_agree(db, games[:20])


def test_files_of_an_interrupted_import_are_removed(tmp_path: Path) -> None:
    path = write_csa(tmp_path / "games.csa", named(random_games(3)))
    with Database(tmp_path / "db", create=True) as db:
        db.import_files(path)
        left = tmp_path / "db" / "positions-000099.idx"
        left.write_bytes(b"left over")
        db.import_files(path)
        assert not left.exists()
        assert len([*(tmp_path / "db").glob("positions-*.idx")]) == 1


def test_two_imports_at_once_are_refused(tmp_path: Path) -> None:
    with (
        Database(tmp_path / "db", create=True) as first,
        Database(tmp_path / "db") as second,
        first.importing(),
        pytest.raises(DatabaseError, match="another process is writing"),
        second.importing(),
    ):
        pass


def test_a_reader_sees_what_another_connection_has_committed(tmp_path: Path) -> None:
    path = write_csa(tmp_path / "games.csa", named(random_games(5)))
    with Database(tmp_path / "db", create=True) as writer, Database(tmp_path / "db") as reader:
        assert reader.explore("startpos").games == 0
        writer.import_files(path)
        assert len(reader) == 5
        assert reader.explore("startpos") == writer.explore("startpos")
