"""The command line: its output and its exit status."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.cli.commands import komadai
from tests.processes import started, until

ROOT = Path(__file__).parents[2]
MATED = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"


def test_help_names_every_command() -> None:
    done = komadai("--help")
    assert done.returncode == 0
    for command in (
        "serve",
        "play",
        "board",
        "convert",
        "show",
        "match",
        "perft",
        "usi",
        "version",
    ):
        assert f" {command} " in done.stdout


@pytest.mark.parametrize(
    "command", ["serve", "play", "board", "convert", "show", "match", "perft", "usi", "version"]
)
def test_every_command_has_help(command: str) -> None:
    assert "Usage: komadai" in komadai(command, "--help").stdout


def test_version_is_that_of_the_package() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    assert json.loads(komadai("version", "--json").stdout)["komadai"] == declared
    assert komadai("--version").stdout.startswith(f"Komadai {declared} ")


class TestPerft:
    def test_json_is_leaves_and_seconds(self) -> None:
        report = json.loads(komadai("perft", "4", "--json").stdout)
        assert report.keys() == {"leaves", "seconds"}
        assert report["leaves"] == 719_731
        assert report["seconds"] >= 0

    def test_divide_counts_each_first_move(self) -> None:
        report = json.loads(komadai("perft", "3", "--json", "--divide").stdout)
        assert len(report["divide"]) == 30
        assert sum(report["divide"].values()) == report["leaves"] == 25_470

    def test_depth_0_is_the_position_itself(self) -> None:
        for options in ([], ["--divide"]):
            assert json.loads(komadai("perft", "0", "--json", *options).stdout)["leaves"] == 1

    def test_threads_do_not_change_the_count(self) -> None:
        assert "719,731 leaves" in komadai("perft", "4", "--threads", "2").stdout

    def test_a_mated_side_has_no_leaves(self) -> None:
        assert json.loads(komadai("perft", "2", MATED, "--json").stdout)["leaves"] == 0

    def test_an_sfen_needs_no_quotes(self) -> None:
        quoted = komadai("perft", "1", "4k4/9/4P4/9/9/9/9/9/4K4 b G 1", "--json", "--divide").stdout
        words = komadai("perft", "1", "4k4/9/4P4/9/9/9/9/9/4K4", "b", "G", "1", "--json", "--divide").stdout
        assert json.loads(words)["divide"] == json.loads(quoted)["divide"]


class TestBoard:
    def test_text_in_three_styles(self) -> None:
        assert "後手の持駒" in komadai("board", "--style", "japanese").stdout
        assert "White in hand" in komadai("board", "startpos", "--style", "ascii").stdout
        without_quotes = komadai("board", *MATED.split(), "--style", "ascii").stdout
        assert without_quotes == komadai("board", MATED, "--style", "ascii").stdout != ""
        assert "┌───┬" in komadai("board", "--style", "unicode").stdout

    def test_svg_goes_to_a_file_or_to_standard_output(self, tmp_path: Path) -> None:
        picture = tmp_path / "start.svg"
        assert komadai("board", "startpos", "--svg", str(picture)).returncode == 0
        assert ElementTree.parse(picture).getroot().tag.endswith("svg")
        assert komadai("board", "--svg", "-").stdout == picture.read_text("utf-8")

    def test_a_file_that_cannot_be_written(self, tmp_path: Path) -> None:
        (tmp_path / "no").touch()
        done = komadai("board", "--svg", str(tmp_path / "no" / "where.svg"))
        assert done.returncode == 1
        assert "cannot be written" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (["nonsense"], "nonsense"),
        (["perft"], "DEPTH"),
        (["perft", "many"], "DEPTH"),
        (["perft", "3", "4k4/9"], "expected 9"),
        (["board", "4k4/9/9/9/9/9/9/9 b - 1"], "board"),
        (["board", "--style", "cubist"], "cubist"),
        (["play", "--level", "16"], "--level"),
        (["play", "--engine", ""], "got nothing"),
        (["play", "--handicap", "queen"], "queen"),
        (["play", "--clock", "soon"], "soon"),
        (["play", "--sfen", MATED], "over"),
        (["play", "--sfen", "startpos", "--handicap", "rook"], "not both"),
        (["perft", "-1"], "DEPTH: expected a whole number from 0 to 20"),
        (["perft", "--lang", "ja", "-12"], "DEPTH：0〜20の整数を指定してください"),
        (["serve", "--port", "70000"], "--port"),
        (["serve", "--colour", "red"], "--colour"),
        (["--colour", "red"], "--colour"),
    ],
)
def test_bad_input_is_one_line_of_error_with_status_2(arguments: list[str], what: str) -> None:
    done = komadai(*arguments)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("komadai: ")
    assert what in done.stderr


@pytest.mark.parametrize(("name", "status"), [("game.txt", 2), ("no/folder/game.kif", 1)])
def test_a_record_that_cannot_be_written_is_an_error_before_the_game(
    name: str, status: int, tmp_path: Path
) -> None:
    (tmp_path / "no").touch()
    done = komadai("play", "--level", "1", "--record", str(tmp_path / name))
    assert done.returncode == status
    assert done.stdout == ""
    assert "no/folder" in done.stderr or "game.txt" in done.stderr


def test_an_engine_that_cannot_start_is_one_line_of_error() -> None:
    done = komadai("play", "--engine", "/no/such/engine")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "/no/such/engine" in done.stderr


WITHOUT_THE_APP_EXTRA = (
    "import importlib.util, sys; find = importlib.util.find_spec\n"
    "importlib.util.find_spec = lambda name, *more: None if name == 'typer' else find(name, *more)\n"
    "from komadai.__main__ import main; status = main()\n"
    "assert not {'typer', 'rich', 'litestar', 'numpy'} & sys.modules.keys(); sys.exit(status)"
)


def test_without_the_app_extra_the_error_names_it() -> None:
    done = komadai("play", code=WITHOUT_THE_APP_EXTRA)
    assert done.returncode == 1
    assert "pip install 'komadai[app]'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_version_and_perft_run_without_the_app_extra() -> None:
    bare, full = komadai("--version", code=WITHOUT_THE_APP_EXTRA), komadai("--version")
    assert (bare.returncode, bare.stdout) == (0, full.stdout)
    for arguments in (["perft", "3", "--json"], ["perft", "2", MATED, "--json", "--divide"]):
        done = komadai(*arguments, code=WITHOUT_THE_APP_EXTRA)
        report, wanted = json.loads(done.stdout), json.loads(komadai(*arguments).stdout)
        assert {**report, "seconds": 0} == {**wanted, "seconds": 0}
    assert "719,731 leaves" in komadai("perft", "4", "--threads", "2", code=WITHOUT_THE_APP_EXTRA).stdout
    for wrong in (["perft"], ["perft", "x"], ["perft", "-1"], ["perft", "3", "4k4"]):
        done = komadai(*wrong, code=WITHOUT_THE_APP_EXTRA)
        assert (done.returncode, done.stdout) == (2, ""), wrong
        assert "Traceback" not in done.stderr


def test_usi_answers_without_the_app_extra() -> None:
    only_the_library = (
        "import sys; sys.argv = ['komadai', 'usi']\n"
        "from komadai.__main__ import main; status = main()\n"
        "assert not {'typer', 'rich', 'litestar', 'numpy'} & sys.modules.keys(); sys.exit(status)"
    )
    done = komadai(text="usi\nquit\n", code=only_the_library)
    assert done.returncode == 0, done.stderr
    assert "usiok" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "sign"),
    [
        (["perft", "9", "--threads", "2"], ""),
        (["usi"], "usiok"),
        (["play", "--level", "1"], "Your move: "),
    ],
)
def test_ctrl_c_ends_it_without_a_traceback(arguments: list[str], sign: str) -> None:
    with started(
        [sys.executable, "-m", "komadai", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        if arguments == ["usi"]:
            assert process.stdin is not None
            process.stdin.write("usi\n")
            process.stdin.flush()
        assert process.stdout is not None
        if arguments[0] == "perft":
            until(lambda: len(os.listdir(f"/proc/{process.pid}/task")) > 1, "the threads that count")
        else:
            seen = ""
            while sign not in seen:
                more = process.stdout.read(1)
                assert more, f"ended after {seen!r}"
                seen += more
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does it: to the engine as well
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors


def test_a_closed_output_pipe_is_not_an_error() -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f"{sys.executable} -m komadai perft 3 --divide | head -n 1"],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stderr == ""
