"""``komadai train convert``, ``shuffle``, ``deduplicate`` and ``inspect``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from komadai import BLACK, Board
from komadai._core import Move
from komadai.cli.main import run
from komadai.packed import EvaluatedPosition


@pytest.fixture
def psv(tmp_path: Path) -> Path:
    path = tmp_path / "a.psv"
    board = Board()
    data = b""
    for usi in ("7g7f", "3c3d", "2g2f"):
        data += EvaluatedPosition(board, 30, Move.from_usi(usi), BLACK).to_psv()
        board.push_usi(usi)
    path.write_bytes(data * 2)
    return path


def test_files_are_converted_shuffled_and_inspected(
    psv: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    hcpe, mixed, unique = tmp_path / "a.hcpe", tmp_path / "b.psv", tmp_path / "c.psv"
    assert run(["train", "convert", str(psv), "-o", str(hcpe)]) == 0
    assert hcpe.stat().st_size == 6 * 38
    assert run(["train", "shuffle", str(psv), str(psv), "-o", str(mixed), "--seed", "4"]) == 0
    assert mixed.stat().st_size == 12 * 40
    assert run(["train", "deduplicate", str(mixed), "-o", str(unique)]) == 0
    assert "3 positions, 9 dropped" in capsys.readouterr().out
    assert run(["train", "inspect", str(unique), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["records"], facts["duplicates"], facts["wins"], facts["losses"]) == (3, 0, 2, 1)


def test_positions_near_those_of_a_file_are_made(
    psv: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    near = tmp_path / "near.psv"
    assert run(["train", "vary", str(psv), "-o", str(near), "--copies", "3", "--moves", "0"]) == 0
    assert near.stat().st_size == 18 * 40
    assert "18 positions" in capsys.readouterr().out


def test_a_damaged_file_ends_with_status_1(psv: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = bytearray(psv.read_bytes())
    data[78] = 9
    psv.write_bytes(data)
    assert run(["train", "inspect", str(psv)]) == 1
    captured = capsys.readouterr()
    assert "record 1: game_result: expected -1, 0 or 1, got 9" in captured.out
    assert "1 damaged record" in captured.err


@pytest.mark.parametrize("command", [["vary"], ["rescore", "--nodes", "10", "--processes", "1"], ["convert"]])
def test_a_damaged_record_is_named_with_its_file(
    command: list[str], psv: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged = tmp_path / "damaged.psv"
    data = bytearray(psv.read_bytes())
    data[4 * 40 + 38] = 9
    damaged.write_bytes(data)
    files = [str(psv), str(damaged)] if command == ["vary"] else [str(damaged)]
    name, *options = command
    assert run(["train", name, *files, *options, "-o", str(tmp_path / "x.psv")]) == 1
    errors = capsys.readouterr().err
    assert errors.startswith(f"komadai: {damaged}: record 4: game_result: expected ")
    assert errors.count("\n") == 1


def test_a_record_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = tmp_path / "game.kif"
    record.write_bytes(bytes(range(256)))
    assert run(["train", "convert", str(record), "-o", str(tmp_path / "x.psv")]) == 1
    assert capsys.readouterr().err == (f"komadai: {record}: no game record: expected text, got binary data\n")


@pytest.mark.parametrize("name", ["vary", "rescore", "convert", "shuffle", "deduplicate", "inspect"])
@pytest.mark.parametrize("length", [0, 50])
def test_a_file_that_is_empty_or_cut_off_is_failed_work(
    name: str, length: int, psv: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    short = tmp_path / "short.psv"
    short.write_bytes(psv.read_bytes()[:length])
    output = [] if name == "inspect" else ["-o", str(tmp_path / "x.psv")]
    assert run(["train", name, str(short), *output]) == 1
    assert capsys.readouterr().err.startswith(f"komadai: {short}: expected records of 40 bytes, got ")


def test_bad_input_is_one_line(psv: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cut_off = tmp_path / "cut.psv"
    cut_off.write_bytes(psv.read_bytes()[:50])
    for words in (
        ["convert", str(cut_off), "-o", str(tmp_path / "x.hcpe")],
        ["convert", str(psv), "-o", str(tmp_path / "x.txt")],
        ["shuffle", str(tmp_path / "none.psv"), "-o", str(tmp_path / "x.psv")],
        ["shuffle", str(psv), "-o", str(tmp_path / "x.hcpe")],
        ["generate", "--data", str(tmp_path / "d")],
        ["generate", "--data", str(tmp_path / "d"), "--games", "1", "--eval", str(tmp_path / "none")],
    ):
        assert run(["train", *words]) in (1, 2)
        errors = capsys.readouterr().err
        assert errors.startswith("komadai: ")
        assert errors.count("\n") == 1
