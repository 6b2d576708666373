"""``komadai tsume mine``: new problems from games."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from komadai import Board, kifu, tsume
from komadai.cli.main import run
from komadai.kifu import Game
from tests.processes import started

SMALL = "4sk3/4r4/4p4/9/9/6R2/9/9/9 b G2b3g3s4n4l17p 1"


@pytest.fixture
def record(tmp_path: Path) -> str:
    path = tmp_path / "game.kif"
    path.write_text(kifu.write(Game(SMALL), "kif"), "utf-8")
    return str(path)


def test_a_line_has_length_difficulty_position_and_solution(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tsume", "mine", record]) == 0
    out, err = capsys.readouterr()
    assert out.split() == ["3", "8.3", *SMALL.split(), "G*3a", "4a4b", "3f3b+"]
    assert "1 problem in 1 game" in err


def test_lines_for_programs(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tsume", "mine", record, "--json"]) == 0
    line = json.loads(capsys.readouterr().out)
    assert line["sfen"] == SMALL
    assert line["moves"] == ["G*3a", "4a4b", "3f3b+"]
    assert line["game"] == 1
    assert line["source"].endswith("game.kif, game 1, ply 0")


def test_a_file_of_problems_is_continued(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = tmp_path / "found.jsonl"
    assert run(["tsume", "mine", record, "--games", "3", "--seed", "4", "-o", str(found)]) == 0
    first = found.read_text()
    assert run(["tsume", "mine", record, "--games", "3", "--seed", "4", "-o", str(found)]) == 0
    assert found.read_text() == first
    assert run(["tsume", "mine", record, "--games", "6", "--seed", "4", "-o", str(found)]) == 0
    lines = found.read_text().splitlines()
    assert "\n".join(lines).startswith(first.strip())
    assert len({json.loads(line)["id"] for line in lines}) == len(lines)


def test_a_file_of_another_kind_is_not_overwritten(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.txt"
    other.write_text("a letter\n")
    assert run(["tsume", "mine", record, "-o", str(other)]) == 1
    assert "line 1: expected a problem" in capsys.readouterr().err
    assert other.read_text() == "a letter\n"


def test_unreadable_files_are_reported_and_the_others_are_used(
    record: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["tsume", "mine", "missing.kif", record]) == 1
    out, err = capsys.readouterr()
    assert SMALL in out
    assert "missing.kif" in err


def test_what_was_passed_over_in_a_record_is_a_warning(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.usi"
    path.write_text("startpos moves 7g7f zzzz\n")
    assert run(["tsume", "mine", str(path)]) == 0
    errors = capsys.readouterr().err.splitlines()
    assert errors[0].startswith(f"warning: {path}: line 1, column 21: expected a move")
    assert errors[1:] == ["0 problems in 1 game"]


@pytest.mark.parametrize("arguments", [[], ["--games", "1", "--least", "5", "--most", "3"]])
def test_invalid_arguments_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["tsume", "mine", *arguments]) == 2
    assert capsys.readouterr().err.startswith("komadai: ")


def test_ctrl_c_saves_the_problems_so_far(tmp_path: Path) -> None:
    found = tmp_path / "found.jsonl"
    command = [sys.executable, "-m", "komadai", "tsume", "mine", "--games", "100000", "-o", str(found)]
    with started(command, stderr=subprocess.PIPE, env={**os.environ, "NO_COLOR": "1"}) as process:
        while process.poll() is None and not (found.exists() and found.read_text()):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err
    for line in found.read_text().splitlines():
        assert tsume.inspect(Board(json.loads(line)["sfen"])).verdict == "full"
