"""``komadai tsume solve``: answers as text and JSON, input of every kind, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from komadai import Board, kifu
from tests.cli.tsume.tsume_command import MATE_IN_3, MICROCOSMOS, NO_MATE, SHOWN_ONLY, tsume
from tests.processes import started


def test_one_problem_is_shown_with_its_board_and_its_line() -> None:
    out, _ = tsume("solve", MATE_IN_3)
    assert "| .  .  .  .  .  . +B  .  . | d" in out
    assert "Mate in 3  (" in out
    assert "☗R*1b ☖Lx1b ☗+B-2d" in out


def test_in_japanese() -> None:
    out, _ = tsume("solve", "--lang", "ja", MATE_IN_3)
    assert "3手詰" in out
    assert "▲1二飛 △同香 ▲2四馬" in out


def test_an_sfen_needs_no_quotes() -> None:
    out, _ = tsume("solve", *MATE_IN_3.split())
    assert "Mate in 3" in out


def test_both_lengths_are_shown_where_restoring_interpositions_make_a_difference() -> None:
    sfen = "7k1/5+Bp2/7Ss/5n3/9/9/9/9/9 b 2p 1"
    out, _ = tsume("solve", sfen)
    assert "Mate in 25" in out
    assert "mate in 17 if restoring interpositions are futile" in out
    out, _ = tsume("solve", "--restoring-futile", "--lang", "ja", sfen)
    assert "17手詰" in out
    assert "復元型無駄合を有効とみれば25手詰" in out
    out, _ = tsume("solve", "--json", sfen)
    assert (json.loads(out)["restoring"], json.loads(out)["other_plies"]) == ("differs", 17)


def test_pieces_left_in_hand_are_shown() -> None:
    out, _ = tsume("solve", "4k4/9/4P4/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1")
    assert "left in hand: S" in out


@pytest.mark.parametrize("sfen", [MATE_IN_3, SHOWN_ONLY])
def test_a_json_line_has_these_keys_and_the_sfen_as_given(sfen: str) -> None:
    out, _ = tsume("solve", "--json", "--exact", sfen)
    output = json.loads(out)
    assert list(output) == [
        *("sfen", "result", "plies", "exact", "moves"),
        *("nodes", "seconds", "memory", "restoring", "other_plies"),
    ]
    assert output["memory"] >= 16
    assert (output["restoring"], output["other_plies"]) == ("same", None)
    assert output["sfen"] == sfen
    assert (output["result"], output["plies"], output["exact"]) == ("mate", 3, True)
    assert output["moves"] == ["R*1b", "1a1b", "3d2d"]


def test_any_and_shortest_exclude_each_other() -> None:
    output = json.loads(tsume("solve", "--json", "--any", MATE_IN_3)[0])
    assert output["result"] == "mate"
    _, complaint = tsume("solve", "--any", "--exact", MATE_IN_3, status=2)
    assert "--any" in complaint


def test_a_position_without_a_mate_is_answered() -> None:
    output = json.loads(tsume("solve", "--json", NO_MATE)[0])
    assert (output["result"], output["plies"], output["moves"]) == ("no-mate", None, [])


def test_the_defender_gets_the_remaining_pieces_unless_the_sfen_gives_it_some() -> None:
    _, output = tsume("solve", SHOWN_ONLY)
    assert "The defender holds every piece that is not shown." in output
    _, output = tsume("solve", SHOWN_ONLY.replace(" R ", " Rp "))
    assert "every piece" not in output
    _, output = tsume("solve", SHOWN_ONLY.replace("9/9 b", "9/4K4 b"))
    assert "every piece" not in output


def test_lists_json_lines_records_and_standard_input_are_read(tmp_path: Path) -> None:
    (tmp_path / "list.sfen").write_text(f"# three plies\n{MATE_IN_3}\nsfen {NO_MATE} moves 5a4a\n")
    (tmp_path / "set.jsonl").write_text(json.dumps({"sfen": MATE_IN_3, "id": "third"}) + "\n")
    (tmp_path / "a.kif").write_text(kifu.write(kifu.Game(MATE_IN_3), "kif"))
    files = [str(tmp_path / name) for name in ("list.sfen", "set.jsonl", "a.kif")]
    out, output = tsume("solve", *files, "-", "--threads", "2", typed=SHOWN_ONLY + "\n")
    assert [line.split("  ")[1] for line in out.splitlines()] == ["Mate in 3", "No mate", *["Mate in 3"] * 3]
    assert "set.jsonl:1 third" in out
    assert "5 problems: 4 mate, 1 no mate, 0 unknown, 0 unreadable" in output


def test_unreadable_lines_are_reported_and_the_others_are_solved(tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(f"{MATE_IN_3}\n4k4/9 b\n{NO_MATE}\n")
    out, output = tsume("solve", "--json", str(file), "missing.kif", status=1)
    assert [json.loads(line)["result"] for line in out.splitlines()] == [
        "mate",
        "unknown",
        "no-mate",
        "unknown",
    ]
    assert "list.txt: line 2: board" in output
    assert "missing.kif: cannot be read" in output


def test_a_position_that_is_not_a_mate_problem_is_an_error() -> None:
    _, output = tsume("solve", "9/9/9/9/9/9/9/9/4K4 b G 1", status=1)
    assert "the side to be mated has no king" in output


def test_a_time_limit_may_leave_the_result_unknown() -> None:
    out, _ = tsume("solve", MICROCOSMOS, "--time", "0.05", "--memory", "16M", status=1)
    assert "Unknown: the time ran out" in out


@pytest.mark.parametrize("size", ["0", "-1", "much", "99999999999G"])
def test_an_invalid_size_of_memory_is_refused(size: str) -> None:
    _, output = tsume("solve", MATE_IN_3, "--memory", size, status=2)
    assert "expected a size such as 512M or 4G" in output or "has no option" in output


def test_ctrl_c_shows_the_results_so_far(tmp_path: Path) -> None:
    file = tmp_path / "two.sfen"
    file.write_text(f"{MATE_IN_3}\n{MICROCOSMOS}\n")
    with started(
        [sys.executable, "-m", "komadai", "tsume", "solve", "--memory", "16M", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    ) as process:
        assert process.stdout is not None
        assert "Mate in 3" in process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        out, output = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Unknown: stopped" in out
    assert "2 problems: 1 mate, 0 no mate, 1 unknown" in output


@pytest.mark.parametrize("ended_by", ["time", "stopped"])
def test_json_has_the_results_so_far_after_an_interruption(ended_by: str, tmp_path: Path) -> None:
    file = tmp_path / "two.sfen"
    file.write_text(f"{MATE_IN_3}\n{MICROCOSMOS}\n")
    limit = ["--time", "0.6"] if ended_by == "time" else []
    with started(
        [sys.executable, "-m", "komadai", "tsume", "solve", "--json", "--memory", "16M", str(file), *limit],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=os.environ | {"LC_ALL": "C.UTF-8"},
    ) as process:
        assert process.stdout is not None
        assert "reason" not in json.loads(process.stdout.readline())
        time.sleep(0.6)
        if ended_by == "stopped":
            process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    output = json.loads(out)
    assert (output["result"], output["plies"], output["exact"], output["reason"]) == (
        "unknown",
        None,
        False,
        ended_by,
    )
    board = Board(MICROCOSMOS)
    for move in output["moves"]:
        board.push_usi(move)
    assert output["moves"]


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_prose_is_no_problem(lang: str) -> None:
    out, error = tsume("solve", "--lang", lang, "-", typed="moves are more difficult than others\n", status=1)
    assert out == ""
    assert {"en": "no game in this text", "ja": "棋譜がありません"}[lang] in error


def test_the_problem_in_a_document_is_found_and_the_rest_is_reported(tmp_path: Path) -> None:
    document = tmp_path / "tsume.txt"
    document.write_text(
        "Roughly said, problems with more\nmoves are more difficult than problems with fewer moves.\n"
        "position is seen to be hopeless\n"
        "Black: +B3d, P2e In hand: R\nWhite: K1c, B2b, G1e, L1a\nHere is the solution:\nR*1b Lx1b +B2d\n"
    )
    out, error = tsume("solve", "--json", str(document))
    assert [json.loads(line)["plies"] for line in out.splitlines()] == [3]
    assert f"warning: {document}: line 2, column 1:" in error
    assert f"warning: {document}: line 6, column 1:" in error


def test_the_only_problem_of_a_long_document_is_a_mate_in_3(shared_data: Path) -> None:
    document = sorted((shared_data.parent / "sources").glob("*.txt"))[2]
    out, error = tsume("solve", "--json", str(document))
    assert [json.loads(line)["plies"] for line in out.splitlines()] == [3]
    assert "more warnings (komadai convert --check --json lists all)" in error
