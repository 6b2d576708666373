"""New scores for training positions, by Komadai's search and by a USI engine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from komadai import BLACK, Board
from komadai._core import Move
from komadai.errors import EngineError, RangeError
from komadai.packed import EvaluatedPosition, read_psv
from komadai.training.rescore import MIN_BLOCK_POSITIONS, RescoreProgress, RescoreSettings, rescore
from komadai.training.tuning.ledger import LedgerError
from tests.training.inline_workers import inline

SETTINGS = RescoreSettings(nodes=4_000)
COUNT = 2 * MIN_BLOCK_POSITIONS + 10


@pytest.fixture
def psv(tmp_path: Path) -> Path:
    path = tmp_path / "a.psv"
    board = Board()
    data = b""
    for number in range(COUNT):
        move = board.legal_moves[number % 7]
        data += EvaluatedPosition(board, 100, move, BLACK).to_psv()
        board.push(move)
        if board.is_game_over():
            board = Board()
    path.write_bytes(data)
    return path


def test_scores_and_moves_are_new_and_the_rest_stays(psv: Path, tmp_path: Path) -> None:
    target = tmp_path / "b.psv"
    assert rescore(psv, target, SETTINGS, inline(2)) == COUNT
    before, after = list(read_psv(psv.read_bytes())), list(read_psv(target.read_bytes()))
    assert any(each.score != 100 for each in after)
    for old, new in zip(before, after, strict=True):
        assert (new.board.sfen(), new.winner) == (old.board.sfen(), old.winner)
        assert new.move is not None
        assert new.board.is_legal(new.move)


def test_a_mate_has_the_score_of_a_mate(tmp_path: Path) -> None:
    board = Board("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    path = tmp_path / "a.psv"
    path.write_bytes(EvaluatedPosition(board, 5, Move.from_usi("5c5b+"), BLACK).to_psv())
    rescore(path, tmp_path / "b.psv", RescoreSettings(nodes=2_000), inline())
    (found,) = read_psv((tmp_path / "b.psv").read_bytes())
    assert found.score == 31_999
    assert str(found.move) == "G*5b"


def test_a_blend_keeps_a_share_of_the_old_score(psv: Path, tmp_path: Path) -> None:
    whole, half = tmp_path / "whole.psv", tmp_path / "half.psv"
    rescore(psv, whole, SETTINGS, inline())
    rescore(psv, half, RescoreSettings(nodes=4_000, blend=0.25), inline())
    for new, mixed in zip(read_psv(whole.read_bytes()), read_psv(half.read_bytes()), strict=True):
        assert mixed.score == round(0.25 * new.score + 75)


def test_an_interrupted_rescoring_gives_the_same_file(psv: Path, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.psv", tmp_path / "parts.psv"
    rescore(psv, whole, SETTINGS, inline())

    class Interrupted(Exception):
        pass

    def interrupt(progress: RescoreProgress) -> None:
        if progress.positions:
            raise Interrupted

    with pytest.raises(Interrupted):
        rescore(psv, parts, SETTINGS, inline(3), on_progress=interrupt)
    assert not parts.exists()
    seen: list[int] = []
    rescore(psv, parts, SETTINGS, inline(2), on_progress=lambda progress: seen.append(progress.positions))
    assert seen[0] > 0
    assert seen[-1] == COUNT
    assert parts.read_bytes() == whole.read_bytes()


def test_other_settings_need_another_output(psv: Path, tmp_path: Path) -> None:
    target = tmp_path / "b.psv"
    rescore(psv, target, SETTINGS, inline())
    with pytest.raises(LedgerError, match="nodes was 4000 and is 4001 now"):
        rescore(psv, target, RescoreSettings(nodes=4_001), inline())
    for bad in ({"nodes": 0}, {"blend": 2.0}, {"engine": ("x",), "evaluation": "y"}):
        arguments: dict[str, Any] = bad
        with pytest.raises(RangeError):
            RescoreSettings(**arguments)


def test_a_usi_engine_scores_positions(psv: Path, tmp_path: Path) -> None:
    few = tmp_path / "few.psv"
    few.write_bytes(psv.read_bytes()[: 5 * 40])
    target = tmp_path / "b.psv"
    settings = RescoreSettings(nodes=50, engine=(sys.executable, "-m", "komadai", "usi"))
    players: list[Any] = []

    def make(player: Any) -> Any:
        workers = inline()(player)
        players.append(workers)
        return workers

    try:
        assert rescore(few, target, settings, make) == 5
    finally:
        players[0]._player.close()
    assert len(list(read_psv(target.read_bytes()))) == 5


def test_a_damaged_record_is_named(psv: Path, tmp_path: Path) -> None:
    data = bytearray(psv.read_bytes())
    data[70 * 40 : 70 * 40 + 32] = b"\xff" * 32
    psv.write_bytes(data)
    with pytest.raises(EngineError, match=f"{psv}: record 70: "):
        rescore(psv, tmp_path / "b.psv", SETTINGS, inline())
