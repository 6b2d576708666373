"""``komadai analyse``: every position of a game with score, best move and line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from komadai import Board, kifu
from komadai.cli.main import run
from tests.processes import started, until

GAME = "startpos moves 7g7f 3c3d 8h2b+ 3a2b"
LOSING = "sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G 1"
MATED = "4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1"


def lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(each) for each in capsys.readouterr().out.splitlines()]


def test_each_position_has_a_line_of_json_with_legal_lines_of_moves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["analyse", GAME, "--nodes", "500", "--multipv", "2", "--json"]) == 0
    found = lines(capsys)
    assert [each["ply"] for each in found] == [0, 1, 2, 3, 4]
    assert [each["move"] for each in found] == [None, "7g7f", "3c3d", "8h2b+", "3a2b"]
    for each in found:
        board = Board(str(each["sfen"]))
        assert isinstance(each["lines"], list)
        assert len(each["lines"]) == 2
        for line in each["lines"]:
            after = board.copy()
            for move in line["pv"]:
                after.push_usi(move)


def test_scores_are_those_of_black(capsys: pytest.CaptureFixture[str]) -> None:
    # White has lost a rook. The score is Black's with either side to move.
    start = "lnsgkgsnl/7b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {} - 1"
    for turn in "bw":
        assert run(["analyse", start.format(turn), "--nodes", "500", "--json"]) == 0
        (found,) = lines(capsys)
        assert isinstance(found["lines"], list)
        assert found["lines"][0]["cp"] > 300


def test_a_mate_counts_from_the_position(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", LOSING, "--nodes", "2000", "--json"]) == 0
    (found,) = lines(capsys)
    assert isinstance(found["lines"], list)
    assert found["lines"][0]["mate"] == 1
    assert run(["analyse", MATED, "--json"]) == 0
    (found,) = lines(capsys)
    assert found["lines"] == []


def test_a_losing_move_has_a_loss(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", "startpos moves 7g7f 3c3d 8h5e", "--depth", "4", "--json"]) == 0
    last = lines(capsys)[-1]
    assert isinstance(last["loss"], int)
    assert last["loss"] > 300  # the bishop is lost


@pytest.mark.parametrize("suffix", [".kif", ".csa"])
def test_the_record_written_has_the_analysis_of_every_position(suffix: str, tmp_path: Path) -> None:
    out = tmp_path / f"analysed{suffix}"
    assert run(["analyse", GAME, "--nodes", "500", "-o", str(out)]) == 0
    game = kifu.read(out)
    assert game.warnings == []
    nodes = [game.root, *game.main_line()]
    assert [len(node.analyses) for node in nodes] == [1] * 5
    assert all(node.analyses[0].line for node in nodes)
    assert [node.move.usi() for node in nodes[1:] if node.move] == GAME.split()[2:]


def test_a_game_is_analysed_up_to_its_illegal_move(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, analysed = tmp_path / "game.kif", tmp_path / "analysed.kif"
    path.write_text("手合割：平手\n   1 ７六歩(77)\n   2 ９九歩(33)\n", "utf-8")
    assert run(["analyse", str(path), "--nodes", "50", "-o", str(analysed)]) == 0
    captured = capsys.readouterr()
    assert [line.split()[0] for line in captured.out.splitlines()[1:]] == ["1"]
    expected = f"{path}: move 2 is illegal (the piece does not move so); it is not analysed"
    assert expected in captured.err.splitlines()
    game = kifu.read(analysed)
    assert game.root.analyses
    assert [bool(node.analyses) for node in game.main_line()] == [True, False]


def test_in_japanese_moves_and_headings_are_japanese(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["analyse", GAME, "--nodes", "300", "--lang", "ja"]) == 0
    printed = capsys.readouterr()
    assert "評価値" in printed.out
    assert "▲7六歩" in printed.out
    assert "5局面を解析しました" in printed.err


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "USI cannot hold 3 comments, 5 engine analyses"),
        ("ja", "コメント（3件）、エンジンの解析（5件）"),
    ],
)
def test_what_the_format_cannot_hold_is_named_in_the_readers_language(
    language: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = kifu.read(GAME)
    for node in list(game.main_line())[:3]:
        node.comment = "a good move"
    source = tmp_path / "game.kif"
    source.write_text(kifu.write(game, "kif"), encoding="utf-8")
    words = ["analyse", str(source), "--nodes", "300", "-o", str(tmp_path / "out.usi"), "--lang", language]
    assert run(words) == 0
    assert expected in capsys.readouterr().err


def test_the_source_is_not_overwritten_and_a_missing_engine_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "game.usi"
    source.write_text(GAME + "\n")
    assert run(["analyse", str(source), "-o", str(source)]) == 2
    assert source.read_text() == GAME + "\n"
    assert run(["analyse", GAME, "--engine", "/no/such/engine"]) == 1
    assert "/no/such/engine" in capsys.readouterr().err
    assert run(["analyse", GAME, "--option", "Threads"]) == 2


def test_ctrl_c_saves_the_analysis_so_far(tmp_path: Path) -> None:
    out = tmp_path / "analysed.kif"
    board, rng = Board(), Random(1)
    for _ in range(80):
        board.push(rng.choice(list(board.legal_moves)))
    words = ["analyse", *board.usi_position().split(), "--nodes", "2000", "--json", "-o", str(out)]
    with started(
        [sys.executable, "-m", "komadai", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    ) as process:
        assert process.stdout is not None
        first = [process.stdout.readline() for _ in range(3)]
        os.killpg(process.pid, signal.SIGINT)  # as a terminal sends it: to the engine, too
        rest, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
    count = len(first) + len(rest.splitlines())
    until(out.exists, "the record")
    game = kifu.read(out)
    analysed = [node for node in (game.root, *game.main_line()) if node.analyses]
    # Nothing that was printed is missing; the interruption may come between an analysis and its line.
    assert len(analysed) in (count, count + 1)
