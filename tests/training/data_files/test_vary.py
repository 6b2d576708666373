"""Positions near those of games, with the value of an evaluation without a search."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai import BLACK, WHITE, Board, RangeError
from komadai._core import Evaluation, Move
from komadai.packed import EvaluatedPosition
from komadai.training.data_files.formats import PSV, TrainingFileError, read_positions
from komadai.training.data_files.vary import VarySettings, vary
from tests.training.positions import boards, material_file


def neighbours(board: Board) -> set[str]:
    """The positions one move after this one, as board, turn and hands."""
    found = set()
    for move in board.legal_moves:
        board.push(move)
        found.add(board.sfen().rsplit(" ", 1)[0])
        board.pop()
    return found


def made(path: Path, copies: int, max_moves: int = 4) -> list[EvaluatedPosition]:
    target = path.with_suffix(".out.psv")
    count = vary([path], target, VarySettings(copies=copies, max_moves=max_moves))
    found = list(read_positions(target, "psv"))
    assert len(found) == count
    return found


def test_without_moves_each_position_is_scored_by_the_built_in_evaluation(tmp_path: Path) -> None:
    path = material_file(tmp_path / "a.psv", 60)
    quiet = [each for each in read_positions(path) if not each.board.is_check()]
    found = made(path, copies=1, max_moves=0)
    assert [each.board.sfen() for each in found] == [each.board.sfen() for each in quiet]
    assert [each.winner for each in found] == [each.winner for each in quiet]
    evaluation = Evaluation()
    assert [each.score for each in found] == [evaluation.value(each.board) for each in quiet]


def test_each_position_is_a_legal_move_away_and_the_winner_stays(tmp_path: Path) -> None:
    for number, board in enumerate(boards(20, seed=3)):
        path = tmp_path / f"{number}.psv"
        path.write_bytes(EvaluatedPosition(Board(board.sfen()), 0, None, BLACK).to_psv())
        reachable = neighbours(board) | {board.sfen().rsplit(" ", 1)[0]}
        found = made(path, copies=30, max_moves=1)
        assert {each.board.sfen().rsplit(" ", 1)[0] for each in found} <= reachable
        assert all(each.winner == BLACK and not each.board.is_check() for each in found)
        assert {each.board.turn for each in found} <= {BLACK, WHITE}


def test_half_of_the_moves_are_captures(tmp_path: Path) -> None:
    path = tmp_path / "a.psv"
    board = Board("4k4/9/9/9/4p4/4P4/9/9/4K4 b - 1")  # one capture among several moves
    path.write_bytes(EvaluatedPosition(board, 0, None, None).to_psv())
    found = made(path, copies=900, max_moves=1)
    moved = [each.board for each in found if each.board.turn == WHITE]
    captures = [each for each in moved if "p" not in each.sfen().split()[0]]
    assert 400 < len(moved) < 500
    # A capture one time in two, and among all six moves otherwise.
    assert 0.5 < len(captures) / len(moved) < 0.68


def test_the_result_depends_on_the_seed_alone(tmp_path: Path) -> None:
    path = material_file(tmp_path / "a.psv", 300)
    files = [tmp_path / name for name in ("1", "2", "3")]
    for target, threads, seed in zip(files, (1, 3, 1), (1, 1, 2), strict=True):
        vary([path, path], target, VarySettings(copies=2, seed=seed), threads=threads)
    assert files[0].read_bytes() == files[1].read_bytes() != files[2].read_bytes()
    once = tmp_path / "once"
    vary([path], once, VarySettings(copies=2))
    data = files[0].read_bytes()
    assert data.startswith(once.read_bytes())
    assert data[len(once.read_bytes()) :] != once.read_bytes()  # the same record again has other moves


def test_a_position_without_moves_makes_nothing_new(tmp_path: Path) -> None:
    board = Board("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    assert not board.legal_moves
    path = tmp_path / "a.psv"
    path.write_bytes(EvaluatedPosition(board, 0, None, BLACK).to_psv())
    assert vary([path], tmp_path / "out", VarySettings(copies=50, max_moves=3)) == 0


def test_bad_input_is_reported(tmp_path: Path) -> None:
    path = material_file(tmp_path / "a.psv", 40)
    data = bytearray(path.read_bytes())
    data[5 * PSV.size + 38] = 7
    bad = tmp_path / "bad.psv"
    bad.write_bytes(data)
    with pytest.raises(TrainingFileError, match=r"bad\.psv: record 5: game_result"):
        vary([path, bad], tmp_path / "out", VarySettings())
    assert not (tmp_path / "out").exists()
    bad.write_bytes(data[:50])
    with pytest.raises(TrainingFileError):
        vary([bad], tmp_path / "out", VarySettings())
    with pytest.raises(RangeError, match="copies: expected a number from 1 to 1000, got 0"):
        VarySettings(copies=0)
    with pytest.raises(RangeError, match="max_moves"):
        VarySettings(max_moves=-1)


def test_the_move_of_the_record_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.psv"
    path.write_bytes(EvaluatedPosition(Board(), 30, Move.from_usi("7g7f"), BLACK).to_psv())
    assert all(each.move is None for each in made(path, copies=5))
