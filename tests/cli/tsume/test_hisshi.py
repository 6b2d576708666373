"""Brinkmates and helpmates on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.cli.tsume.tsume_command import tsume
from tests.processes import started

PAWN = "7k1/9/9/7P1/9/9/9/9/9 b GN 1"
HARD = "7kl/9/9/6GP1/9/9/9/9/9 b SN 1"


def test_a_brinkmate_is_shown_with_the_mate_after_each_defence() -> None:
    out, output = tsume("hisshi", PAWN, "--plies", "1")
    assert "Brinkmate in 1  (" in out
    assert "☗P-2c+" in out
    assert " more  ☗G*" in out
    assert "The defender holds every piece that is not shown." in output


def test_in_japanese() -> None:
    out, output = tsume("hisshi", PAWN, "--lang", "ja")
    assert "1手必至" in out
    assert "▲2三歩成" in out
    assert "玉方の持駒は残り全部とします。" in output


def test_json_is_a_line_for_each_problem(tmp_path: Path) -> None:
    file = tmp_path / "problems.sfen"
    file.write_text(f"{PAWN}\n8k/9/8P/9/9/9/9/9/9 b G 1\nnothing\n", encoding="utf-8")
    out, output = tsume("hisshi", str(file), "--json", status=1)
    first, second, third = [json.loads(line) for line in out.splitlines()]
    assert (first["sfen"], first["result"], first["plies"], first["moves"]) == (
        PAWN,
        "brinkmate",
        1,
        ["2d2c+"],
    )
    assert first["complete"]
    assert {"move", "then", "moves"} == set(first["defences"][0])
    assert (second["result"], second["line"]) == ("mate", ["G*1b"])
    assert third["result"] == "unknown"
    assert "line 3" in output


def test_no_brinkmate_is_an_answer_and_an_unknown_result_has_its_reason() -> None:
    assert "No brinkmate" in tsume("hisshi", "4k4/9/9/9/9/9/9/9/9 b P 1")[0]
    assert "Unknown: the time ran out" in tsume("hisshi", HARD, "-n", "7", "--time", "0.3", status=1)[0]


def test_an_invalid_position_is_refused() -> None:
    _, output = tsume("hisshi", "9/9/9/9/9/9/9/9/4K4 b G 1", status=1)
    assert "no king" in output


def test_ctrl_c_shows_the_result_so_far() -> None:
    with started(
        [sys.executable, "-m", "komadai", "tsume", "hisshi", HARD, "-n", "9", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"NO_COLOR": "1"},
    ) as running:
        assert running.stderr
        running.stderr.readline()  # the note about the defender's hand; then the search begins
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=60)
    assert running.returncode == 130
    assert (json.loads(out)["result"], json.loads(out)["reason"]) == ("unknown", "stopped")


def test_a_helpmate_is_shown_with_its_one_solution() -> None:
    out, _ = tsume("helpmate", "7k1/9/9/9/9/9/9/9/9 b 2G 1", "--plies", "3")
    assert "Helpmate in 3, one solution" in out
    assert "☗G*3b ☖K-1a ☗G*2b" in out


def test_cooks_of_a_helpmate_are_counted() -> None:
    out, _ = tsume("helpmate", "7k1/9/9/9/9/9/9/9/9 b RB 1", "--most", "2", "--lang", "ja")
    assert "協力詰5手、解2,762通り" in out
    assert len(out.splitlines()) == 3
    out, _ = tsume("helpmate", "7k1/9/9/9/9/9/9/9/9 b RB 1", "--json", "--most", "2")
    found = json.loads(out)
    assert (found["result"], found["plies"], found["count"], len(found["solutions"])) == ("mate", 5, 2762, 2)


def test_no_helpmate_within_the_plies() -> None:
    assert "No helpmate" in tsume("helpmate", "4k4/9/9/9/9/9/9/9/9 b P 1", "-n", "3")[0]


def test_the_error_for_a_board_with_missing_ranks_says_so() -> None:
    _, output = tsume("solve", "8k/9", status=1)
    assert "has 2 ranks; expected 9" in output
