"""``komadai stats``: statistics of many games."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest

from komadai import BLACK, WHITE, Board, Move, Outcome, Termination, kifu
from komadai.cli.main import run
from komadai.cli.records import parallel_stats, parquet, stats_plot
from komadai.kifu import Game
from komadai.kifu.statistics import collect
from tests.processes import started, until

RESIGNED = Termination.RESIGNATION


def game(moves: str, winner: Any = None, start: str = "even", **headers: str) -> Game:
    played = Game(Board.handicap(start).sfen(), headers)
    for usi in moves.split():
        played.end.add(Move.from_usi(usi), time_ms=2000)
    played.outcome = Outcome(winner, RESIGNED) if winner is not None else None
    return played


GAMES = (
    game("7g7f 3c3d 8h2b+ 3a2b", BLACK, black="大山", white="升田"),
    game("7g7f 3c3d", BLACK),
    game("7g7f 8c8d 2g2f", WHITE),
    game("2g2f 8c8d", WHITE),
    game("5a4b 7g7f", WHITE, "two-piece"),
    game(""),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six games: two of them in one file, two in an archive."""
    games = tmp_path / "games"
    games.mkdir()
    (games / "a.csa").write_text("/\n".join(kifu.write(each, "csa") for each in GAMES[:2]))
    (games / "b.kif").write_text(kifu.write(GAMES[2], "kif"))
    (games / "c.kif").write_text(kifu.write(GAMES[3], "kif"))
    with zipfile.ZipFile(games / "d.zip", "w") as archive:
        archive.writestr("e.kif", kifu.write(GAMES[4], "kif"))
        archive.writestr("f.kif", kifu.write(GAMES[5], "kif"))
    return games


@pytest.fixture(autouse=True)
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """No colours, a wide terminal, English."""
    for name, value in (("NO_COLOR", "1"), ("COLUMNS", "120"), ("LC_ALL", "C.UTF-8")):
        monkeypatch.setenv(name, value)


def stats(*arguments: str | Path) -> int:
    return run(["stats", *map(str, arguments)])


def row(table: str, name: str) -> list[str]:
    """The cells of the row with this name."""
    found = next(line for line in table.splitlines() if line.strip().startswith(name))
    return re.split(r"\s{2,}", found.strip())


def test_the_table_has_results_openings_and_lengths(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert stats(folder) == 0
    output = capsys.readouterr().out
    assert output.startswith("6 games in 5 files\n")
    assert row(output, "Even games") == ["Even games", "5", "2", "2", "0", "1", "50.0 % (15–85)"]
    assert row(output, "Two-piece") == ["Two-piece", "1", "0", "1", "0", "0", "0.0 % ( 0–79)"]
    assert row(output, "All")[1:6] == ["6", "2", "3", "0", "1"]
    assert row(output, "P-7f") == ["P-7f", "3", "60.0 %", "2", "1", "0", "66.7 % (21–94)"]
    assert row(output, "P-3d") == ["P-3d", "2", "66.7 %", "2", "0", "0", "100.0 % (34–100)"]
    assert row(output, "P-2f")[:3] == ["P-2f", "1", "20.0 %"]
    assert row(output, "resignation")[:3] == ["resignation", "5", "83.3 %"]
    assert row(output, "not said")[1] == "1"
    assert row(output, "Moves in a game") == ["Moves in a game", "2.2", "2", "2–3", "0–4", "0", "4"]
    assert f"Longest: 4 moves, 大山 – 升田 ({folder}/a.csa)" in output
    assert "13 moves: 15.4 % captures, 0.0 % drops, 7.7 % promotions, 0.0 % checks" in output
    assert "2.0 s a move" in output


def test_in_japanese(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert stats(folder, "--lang", "ja") == 0
    output = capsys.readouterr().out
    assert output.startswith("5ファイル、6局\n")
    assert row(output, "二枚落ち")[1:3] == ["1", "0"]
    assert row(output, "▲7六歩")[1:3] == ["3", "60.0 %"]
    assert row(output, "△3四歩")[1:3] == ["2", "66.7 %"]
    assert row(output, "投了")[1] == "5"
    assert "最長：4手、大山 – 升田" in output


def test_the_table_of_openings_has_the_given_depth(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert stats(folder, "--moves", "3") == 0
    assert row(capsys.readouterr().out, "Bx2b+")[:3] == ["Bx2b+", "1", "50.0 %"]
    assert stats(folder, "--moves", "0") == 0
    assert "First moves" not in capsys.readouterr().out


def test_json_has_the_counts_of_the_library(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert stats(folder, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["files"], found["interrupted"], found["errors"]) == (5, False, [])
    assert found["results"] == {
        "games": 6, "black": 2, "white": 3, "draws": 0, "unfinished": 1, "black_rate": 0.4,
        "interval": pytest.approx([0.1176, 0.7693], abs=1e-4),
    }  # fmt: skip
    expected = json.loads(json.dumps(collect(folder).to_dict()))
    for each in (found, expected):
        for key in ("longest", "shortest"):
            each.pop(key)  # the library knows the folder, the command the file
        each["legal_moves"].pop("most_in")
        each["times"].pop("longest_in")
    assert {key: found[key] for key in expected} == expected


def test_standard_input_is_read(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = io.TextIOWrapper(io.BufferedReader(io.BytesIO(b"startpos moves 7g7f 3c3d\n" * 2)))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert stats("-") == 0
    output = capsys.readouterr().out
    assert output.startswith("2 games in 1 file")
    assert "1 game with the same moves as another one" in output


def test_unreadable_files_are_reported_and_the_others_are_counted(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "junk.kif").write_bytes(bytes(range(256)))
    (tmp_path / "empty").mkdir()
    assert stats(tmp_path / "junk.kif", tmp_path / "empty", tmp_path / "none.kif", folder) == 1
    output = capsys.readouterr()
    assert output.out.startswith("6 games in 7 files\n")
    assert [line.split(": ")[1] for line in output.err.splitlines()] == [
        str(tmp_path / name) for name in ("junk.kif", "empty", "none.kif")
    ]
    assert stats(tmp_path / "none.kif", "--json") == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["games"], found["plies"], found["errors"][0]["message"]) == (
        0,
        None,
        "cannot be read: No such file or directory",
    )


def test_without_games_no_table_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert stats(tmp_path) == 1
    assert capsys.readouterr().out == "0 games in 0 files\n"


class TestParquet:
    def test_a_row_for_each_game(self, folder: Path, tmp_path: Path) -> None:
        assert stats(folder, "--parquet", tmp_path / "games.parquet") == 0
        table = pyarrow.parquet.read_table(tmp_path / "games.parquet").to_pylist()
        assert [each["moves"] for each in table] == [" ".join(map(str, each.moves())) for each in GAMES]
        assert [each["winner"] for each in table] == ["black", "black", "white", "white", "white", None]
        assert [each["handicap"] for each in table] == ["even"] * 4 + ["two-piece", "even"]
        first, second = table[:2]
        assert (first["file"], first["game"], second["game"]) == (str(folder / "a.csa"), 1, 2)
        assert (first["black"], first["white"], second["black"]) == ("大山", "升田", None)
        assert (first["termination"], first["plies"]) == ("resignation", 4)
        assert (first["first_move"], first["second_move"]) == ("7g7f", "3c3d")
        assert (first["captures"], first["drops"], first["promotions"], first["checks"]) == (2, 0, 1, 0)
        board = Board()
        for move, legal in zip(GAMES[0].moves(), first["legal_moves"], strict=True):
            assert legal == len(board.legal_moves)
            board.push(move)
        assert first["mean_legal_moves"] == sum(first["legal_moves"]) / 4
        assert (first["times_ms"], first["black_ms"], first["white_ms"]) == ([2000] * 4, 4000, 4000)
        assert len({each["key"] for each in table}) == 6
        nothing = table[-1]
        assert nothing["sfen"] == Board().sfen()
        assert nothing["plies"] == 0
        for name in ("first_move", "mean_legal_moves", "termination", "times_ms", "black_ms", "illegal_ply"):
            assert nothing[name] is None, name

    def test_it_is_written_in_row_groups(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(parquet, "_GROUP", 4)
        assert stats(folder, "--parquet", tmp_path / "a.parquet") == 0
        file = pyarrow.parquet.ParquetFile(tmp_path / "a.parquet")
        assert [file.metadata.row_group(each).num_rows for each in range(file.num_row_groups)] == [4, 2]

    def test_a_file_name_may_be_invalid_utf_8(self, tmp_path: Path) -> None:
        odd = os.fsdecode(os.fsencode(str(tmp_path)) + b"/\xff.kif")
        Path(odd).write_text(kifu.write(GAMES[0], "kif"))
        assert stats(odd, "--parquet", tmp_path / "a.parquet") == 0
        (found,) = pyarrow.parquet.read_table(tmp_path / "a.parquet").to_pylist()
        assert found["file"] == f"{tmp_path}/?.kif"


class TestPlot:
    @pytest.mark.parametrize(
        ("suffix", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG"), ("PDF", b"%PDF-1.")]
    )
    def test_its_format_is_that_of_the_name(
        self, folder: Path, tmp_path: Path, suffix: str, start: bytes
    ) -> None:
        picture = tmp_path / f"games.{suffix}"
        assert stats(folder, "--plot", picture) == 0
        assert picture.read_bytes().startswith(start)
        once = picture.read_bytes()
        assert stats(folder, "--plot", picture) == 0
        assert picture.read_bytes() == once, "the same games give the same file"

    def test_without_games_it_is_empty(self, tmp_path: Path) -> None:
        assert stats(tmp_path, "--plot", tmp_path / "a.svg", "--lang", "ja") == 1
        assert (tmp_path / "a.svg").exists()

    def test_without_a_japanese_font_it_is_in_english(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(stats_plot, "_JAPANESE", ())
        assert stats(folder, "--plot", tmp_path / "ja.svg", "--lang", "ja") == 0
        assert stats(folder, "--plot", tmp_path / "en.svg", "--lang", "en") == 0
        assert (tmp_path / "ja.svg").read_bytes() == (tmp_path / "en.svg").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["games", "--plot", "a.jpg"], "expected a name that ends in .svg, .png, .pdf"),
        (["games", "--parquet", "games"], "is not a file"),
        (["games", "--parquet", "games/b.kif"], "one of the input files"),
        (["games", "--parquet", "a.svg", "--plot", "a.svg"], "name the same file"),
        (["games", "--moves", "21"], "--moves"),
        (["games", "--jobs", "-1"], "--jobs"),
        (["-", "-"], "only once"),
        ([""], "expected the name of a file"),
        ([], "IN"),
    ],
)
def test_usage(
    folder: Path,
    arguments: list[str],
    sentence: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder.parent)
    before = (folder / "b.kif").read_bytes()
    assert stats(*arguments) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert sentence in output.err
    assert output.err.count("\n") == 1
    assert (folder / "b.kif").read_bytes() == before


@pytest.mark.parametrize(("option", "package"), [("--parquet", "pyarrow"), ("--plot", "matplotlib")])
def test_without_the_extra_the_error_names_it(
    folder: Path,
    tmp_path: Path,
    option: str,
    package: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in [package, *sys.modules]:  # also if nothing has imported it yet
        if name.partition(".")[0] == package:
            monkeypatch.setitem(sys.modules, name, None)
    assert stats(folder, option, tmp_path / "a.svg") == 1
    assert capsys.readouterr() == (
        "",
        f"komadai: this needs the package {package}: pip install 'komadai[research]'\n",
    )
    assert not (tmp_path / "a.svg").exists()


class TestProcesses:
    def test_several_processes_count_the_same_as_one(
        self,
        folder: Path,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(parallel_stats, "_BATCH", 100)
        (folder / "junk.kif").write_bytes(b"\0\1\2")
        found = []
        for jobs in ("1", "2"):
            table = tmp_path / f"{jobs}.parquet"
            assert stats(folder, folder, "--jobs", jobs, "--json", "--parquet", table) == 1
            found.append((capsys.readouterr().out, pyarrow.parquet.read_table(table).to_pylist()))
        assert found[0] == found[1]
        assert json.loads(found[0][0])["games"] == 12

    @pytest.mark.parametrize("large", [1 << 19, 1 << 24])
    def test_a_large_file_keeps_its_place_in_the_order(
        self,
        folder: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
        large: int,
    ) -> None:
        (folder / "b.usi").write_text("startpos moves 7g7f 3c3d\n" * 30_000)
        monkeypatch.setattr(parallel_stats, "_LARGE", large)
        output = []
        for jobs in ("1", "2"):
            assert stats(folder, "--jobs", jobs, "--json") == 0
            output.append(capsys.readouterr().out)
        assert output[0] == output[1]
        assert json.loads(output[0])["games"] == 30_006


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_shows_what_was_counted_so_far(tmp_path: Path, jobs: str) -> None:
    for name in range(40):
        (tmp_path / f"{name}.usi").write_text("startpos moves 7g7f 3c3d\n" * 20_000)
    with started(
        [sys.executable, "-m", "komadai", "stats", ".", "--json", "--jobs", jobs, "--parquet", "a.parquet"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        until(
            lambda: any(part.stat().st_size > 1000 for part in tmp_path.glob(".a.parquet.*.part")),
            "the first rows of the table",
        )
        running.send_signal(signal.SIGINT)
        out, output = running.communicate(timeout=60)
    assert (running.returncode, output) == (130, b"")
    found = json.loads(out)
    assert found["interrupted"]
    assert 0 < found["games"] < 800_000
    assert found["games"] == found["results"]["unfinished"] == found["plies"]["count"]
    assert not list(tmp_path.glob("*.parquet*"))
