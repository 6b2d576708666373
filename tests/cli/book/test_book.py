"""``komadai book``, run as a command."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from komadai import Board, Move
from komadai.book import BookEntry, BookMove, MemoryBook, save
from komadai.book import open as open_book
from komadai.book.entry import position_key
from komadai.cli.main import run
from tests.book.samples import entries
from tests.processes import started

GAMES = "startpos moves 7g7f 3c3d 2g2f\nstartpos moves 7g7f 8c8d\nstartpos moves 7g7f 3c3d 6g6f\n"


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.usi"
    path.write_text(GAMES)
    return path


def test_build_show_and_merge(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = str(tmp_path / "mine.db")
    assert run(["book", "build", str(games), "-o", book, "--min-games", "1", "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert (output["games"], output["counted"], output["positions"], output["moves"]) == (3, 3, 3, 5)
    assert run(["book", "show", book, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert [(each["move"], each["reply"], each["count"]) for each in output["moves"]] == [("7g7f", "3c3d", 3)]
    assert run(["book", "show", book, "--json", "startpos", "moves", "7g7f"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert [(each["move"], each["count"]) for each in output["moves"]] == [("3c3d", 2), ("8c8d", 1)]
    both = str(tmp_path / "both.bin")
    assert run(["book", "merge", book, book, "-o", both, "--json"]) == 0
    assert "place of positions" in json.loads(capsys.readouterr().out)["lost"]
    assert run(["book", "show", both, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["moves"][0]["count"] == 6
    assert run(["book", "show", both, "--stats", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "format": "apery", "positions": 3, "moves": 5, "sorted": True
    }  # fmt: skip


def test_positions_of_a_bin_that_cannot_be_reached_are_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Apery's format stores only the keys of positions."""
    away = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
    moves = tuple(BookMove(Move.from_usi(usi), count=1) for usi in ("G*5b", "G*4b"))
    start = BookEntry(position_key(Board()), (BookMove(Move.from_usi("7g7f"), count=3),))
    save([start, BookEntry(position_key(Board(away)), moves)], tmp_path / "a.bin")
    command = ["book", "merge", str(tmp_path / "a.bin"), "-o", str(tmp_path / "b.db")]
    assert run(command) == 0
    assert "a.bin: 2 moves left out" in capsys.readouterr().err
    assert run([*command, "--json"]) == 0
    output = json.loads(capsys.readouterr().out)
    assert (output["positions"], output["unplaced"]) == (1, {str(tmp_path / "a.bin"): 2})
    assert run(["book", "merge", str(tmp_path / "b.db"), "-o", str(tmp_path / "c.bin"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unplaced"] == {}


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ("P-3d", "P-2f", "played", "66.7 %")), ("ja", ("△3四歩", "▲2六歩", "回数", "66.7 %"))],
)
def test_the_table_is_in_the_chosen_language(
    language: str, words: tuple[str, ...], games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = str(tmp_path / "mine.db")
    assert run(["book", "build", str(games), "-o", book, "--min-games", "1"]) == 0
    assert run(["book", "show", book, "--lang", language, "startpos moves 7g7f"]) == 0
    out = capsys.readouterr().out
    assert all(each in out for each in words)


def test_a_position_that_is_not_in_the_book(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = str(tmp_path / "mine.db")
    assert run(["book", "build", str(games), "-o", book]) == 0
    turned = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
    assert run(["book", "show", book, "--lang", "en", turned]) == 1
    assert "does not have this position" in capsys.readouterr().out
    assert run(["book", "show", book, "--flipped", "--json", turned]) == 0
    output = json.loads(capsys.readouterr().out)
    assert output["flipped"]
    assert output["moves"][0]["move"] == "3c3d"


def test_the_error_for_an_invalid_line_names_the_book(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.db", tmp_path / "bad.db"
    save(entries(3), good)
    bad.write_bytes(good.read_bytes() + b"junk\n")
    assert run(["book", "merge", str(good), str(bad), str(good), "-o", str(tmp_path / "new.db")]) == 1
    output = capsys.readouterr().err
    assert f"komadai: {bad}: line " in output
    assert output.count(".db") == 1


def test_komadai_s_own_book_is_shown_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["book", "show", "own", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["moves"]) >= 2


def test_books_are_converted_by_the_ending_of_the_name(tmp_path: Path) -> None:
    made = entries(50)
    first, second, third = (tmp_path / name for name in ("a.db", "b.ybb", "c.sbk"))
    save(made, first)
    assert run(["book", "merge", str(first), "-o", str(second)]) == 0
    assert run(["book", "merge", str(second), "-o", str(third)]) == 0
    with open_book(third) as book:
        assert {each.place for each in book} == {each.place for each in made}


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["show", "{folder}/none.db"], "none.db: cannot be read: No such file or directory"),
        (["show", "{folder}/games.usi"], "games.usi: expected a book"),
        (["show", "own", "nonsense"], "expected 'startpos' or an SFEN"),
        (["show", "own", "startpos", "moves", "7g7e"], "7g7e is illegal"),
        (["merge", "own.txt", "-o", "{folder}/x.txt"], "expected a name that ends in .db, .ybb, .bin, .sbk"),
        (["build", "{folder}/games.usi", "-o", "{folder}/games.usi/x.db"], "cannot be written"),
        (["extend", "{folder}/x.bin"], "expected a .db"),
        (["extend", "{folder}/x.db", "--option", "MultiPV"], "expected NAME=VALUE"),
        (["extend", "{folder}/games.usi"], "expected a name that ends in .db"),
    ],
)
def test_an_error_is_one_line(
    arguments: list[str], sentence: str, games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["book", *(each.format(folder=tmp_path) for each in arguments)]) in (1, 2)
    output = capsys.readouterr().err
    assert sentence in output
    assert output.count("\n") == 1


def test_an_unreadable_record_is_reported_and_the_book_is_made(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.zip").write_bytes(b"PK\3\4 and no more of a zip")
    book = tmp_path / "mine.db"
    assert run(["book", "build", str(tmp_path), "-o", str(book), "--json"]) == 1
    output = json.loads(capsys.readouterr().out)
    assert output["games"] == 3
    assert len(output["errors"]) == 1
    assert book.exists()


@pytest.mark.parametrize(
    "arguments",
    [
        ["{folder}/none.usi"],
        ["{folder}/games.usi", "--player", "ZZZZ"],
        ["{folder}/games.usi", "--min-games", "9"],
    ],
)
def test_a_build_without_any_move_leaves_the_old_book(
    arguments: list[str], games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "mine.db"
    save(entries(3), book)
    before = book.read_bytes()
    command = [each.format(folder=tmp_path) for each in arguments]
    assert run(["book", "build", *command, "-o", str(book)]) == 1
    assert "no move is left for the book" in capsys.readouterr().err
    assert book.read_bytes() == before


@pytest.mark.parametrize("suffix", [".db", ".ybb", ".bin", ".sbk"])
def test_a_book_is_no_game_record(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / f"mine{suffix}"
    save(entries(3), book)
    before = book.read_bytes()
    assert run(["book", "build", str(book), "-o", str(book)]) == 2
    assert "komadai book merge merges books" in capsys.readouterr().err
    assert book.read_bytes() == before


def test_records_are_not_overwritten_by_their_book(
    games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = games.rename(tmp_path / "games.db")
    assert run(["book", "build", str(records), "-o", str(records)]) == 2
    assert "is one of the input files" in capsys.readouterr().err
    assert records.read_text() == GAMES


def engine(mark: Path) -> str:
    return f"{sys.executable} {Path(__file__).with_name('book_engine.py')} {mark}"


def test_extend_makes_a_book_and_continues_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "mine.db"
    for count, size in ((4, 4), (3, 7)):
        command = ["book", "extend", str(path), "-n", str(count), "--engine", engine(tmp_path / "asked")]
        assert run(command) == 0
        with open_book(path) as book:
            made = MemoryBook(book)
        assert len(made) == size
        assert all(each.score is not None for entry in made for each in entry.moves)
    assert "3 positions analysed, 3 new; 7 in the book" in capsys.readouterr().err


def test_our_own_engine_extends_a_book(tmp_path: Path) -> None:
    path = tmp_path / "mine.db"
    assert run(["book", "extend", str(path), "-n", "2", "--nodes", "300", "--margin", "5000"]) == 0
    with open_book(path) as book:
        assert [len(each.moves) for each in book] == [4, 4]


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_saves_what_was_found(tmp_path: Path, how: signal.Signals) -> None:
    path, mark = tmp_path / "mine.db", tmp_path / "asked"
    command = [sys.executable, "-m", "komadai", "book", "extend", str(path), "-n", "100000"]
    command += ["--engine", engine(mark), "--plies", "10000"]
    with started(command, stderr=subprocess.PIPE) as process:
        while not mark.exists() and process.poll() is None:
            time.sleep(0.05)
        os.kill(process.pid, how)
        _, output = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"(interrupted)" in output
    with open_book(path) as book:
        assert len(list(book)) >= 10
