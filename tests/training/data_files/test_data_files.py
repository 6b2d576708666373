"""Files of training positions: conversion, shuffle, duplicates, statistics, data sets."""

from __future__ import annotations

import json
import pickle
import struct
from collections import Counter
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from komadai import BLACK, WHITE, Board, Outcome, Termination, kifu
from komadai._core import Move
from komadai.env import GameState, planes
from komadai.errors import MissingPackageError, RangeError, UnknownStyleError
from komadai.packed import EvaluatedPosition
from komadai.training.data_files import summary_plot
from komadai.training.data_files.convert import convert
from komadai.training.data_files.deduplicate import count_duplicates, without_duplicates
from komadai.training.data_files.formats import HCPE, PSV, TrainingFileError, read_positions
from komadai.training.data_files.position_hash import position_hashes
from komadai.training.data_files.shuffle import shuffle
from komadai.training.data_files.summary import summarize
from komadai.training.datasets import PositionDataset, policy_value_examples, torch_dataset

COUNT = 400


def random_positions(count: int, seed: int) -> list[EvaluatedPosition]:
    rng = Random(seed)
    found: list[EvaluatedPosition] = []
    board = Board()
    while len(found) < count:
        if board.is_game_over() or board.ply > 80:
            board = Board()
        move = rng.choice(board.legal_moves)
        winner = rng.choice((BLACK, WHITE, None))
        found.append(EvaluatedPosition(board.copy(), rng.randint(-4000, 4000), move, winner))
        board.push(move)
    return found


POSITIONS = random_positions(COUNT, 1)


@pytest.fixture
def psv(tmp_path: Path) -> Path:
    path = tmp_path / "positions.psv"
    path.write_bytes(b"".join(each.to_psv() for each in POSITIONS))
    return path


def records(path: Path, size: int = PSV.size) -> list[bytes]:
    data = path.read_bytes()
    return [data[at : at + size] for at in range(0, len(data), size)]


def test_psv_becomes_hcpe_and_psv_again(psv: Path, tmp_path: Path) -> None:
    hcpe, back = tmp_path / "a.hcpe", tmp_path / "b.psv"
    assert convert(psv, hcpe) == convert(hcpe, back) == COUNT
    assert hcpe.read_bytes() == b"".join(each.to_hcpe() for each in POSITIONS)
    without_ply = [record[:36] + record[38:] for record in records(psv)]
    assert [record[:36] + record[38:] for record in records(back)] == without_ply


def test_hcpe3_is_read_as_a_game(tmp_path: Path) -> None:
    board = Board()
    moves = ["7g7f", "3c3d", "8h2b+"]
    path = tmp_path / "game.hcpe3"
    data = struct.pack("<32sHBB", board.pack_hcp(), 3, 1 | 4, 0)
    boards = []
    for ply, usi in enumerate(moves):
        boards.append(board.sfen())
        board.push_usi(usi)
        candidates = 0 if ply == 1 else 2
        data += struct.pack("<HhH", Move.from_usi(usi).csa16, 10 * ply, candidates)
        data += struct.pack("<HH", 1, 2) * candidates
    path.write_bytes(data)
    found = list(read_positions(path))
    assert [(str(each.move), each.score, each.winner) for each in found] == [
        ("7g7f", 0, BLACK), ("8h2b+", 20, BLACK),
    ]  # fmt: skip
    path.write_bytes(data[:-1])
    with pytest.raises(TrainingFileError, match="game 0 is cut off"):
        list(read_positions(path))
    path.write_bytes(data * 2)
    assert convert(path, tmp_path / "a.psv") == 4


def test_a_damaged_record_is_named(psv: Path, tmp_path: Path) -> None:
    data = bytearray(psv.read_bytes())
    data[7 * 40 : 7 * 40 + 32] = b"\xff" * 32
    psv.write_bytes(data)
    target = tmp_path / "a.hcpe"
    with pytest.raises(TrainingFileError, match=r"positions.psv: record 7: "):
        convert(psv, target)
    assert not target.exists()
    summary = summarize(psv)
    assert [number for number, _ in summary.bad] == [7]
    assert summary.bad_count == 1


@pytest.mark.parametrize("content", [b"", b"x" * 41])
def test_an_empty_or_cut_off_file_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.psv"
    path.write_bytes(content)
    for use in (
        lambda: convert(path, tmp_path / "b.hcpe"),
        lambda: shuffle([path], tmp_path / "b.psv", 1),
        lambda: summarize(path),
        lambda: PositionDataset(path),
    ):
        with pytest.raises(TrainingFileError, match="expected records of 40 bytes, got"):
            use()


def test_an_unknown_format_is_refused(psv: Path, tmp_path: Path) -> None:
    with pytest.raises(UnknownStyleError, match="psv, bin, hcpe"):
        convert(psv, tmp_path / "a.txt")


@pytest.mark.parametrize("memory", [1 << 30, 3 * 40 * 50])
def test_a_shuffle_keeps_all_records(psv: Path, tmp_path: Path, memory: int) -> None:
    target = tmp_path / "b.psv"
    assert shuffle([psv, psv], target, 1, memory=memory) == 2 * COUNT
    assert Counter(records(target)) == Counter(records(psv) * 2)
    first = target.read_bytes()
    assert first != psv.read_bytes() * 2
    shuffle([psv, psv], target, 1, memory=memory)
    assert target.read_bytes() == first
    shuffle([psv, psv], target, 2, memory=memory)
    assert target.read_bytes() != first
    assert sorted(each.name for each in tmp_path.iterdir()) == ["b.psv", "positions.psv"]


def test_all_orders_of_a_shuffle_are_equally_likely(tmp_path: Path) -> None:
    """Three records have six orders; with two temporary files, too, each comes up about as often."""
    path, target = tmp_path / "a.psv", tmp_path / "b.psv"
    path.write_bytes(b"".join(bytes([n]) * 40 for n in range(3)))
    orders = Counter[bytes]()
    for seed in range(240):
        shuffle([path], target, seed, memory=200)
        orders[target.read_bytes()[::40]] += 1
    assert len(orders) == 6
    assert sum((count - 40) ** 2 / 40 for count in orders.values()) < 25  # chi square, p < 0.0002


@pytest.mark.parametrize("memory", [1 << 30, 64 * 16])
def test_the_first_record_of_a_position_stays(tmp_path: Path, memory: int) -> None:
    path, target = tmp_path / "a.psv", tmp_path / "b.psv"
    rng = Random(2)
    repeated = [rng.choice(POSITIONS[:150])._replace(score=number) for number in range(COUNT)]
    path.write_bytes(b"".join(each.to_psv() for each in repeated))
    first: dict[bytes, bytes] = {}
    for each in repeated:
        first.setdefault(each.board.pack(), each.to_psv())
    assert without_duplicates(path, target, memory=memory) == len(first)
    assert target.read_bytes() == b"".join(first.values())
    assert count_duplicates(path, PSV, memory) == COUNT - len(first)
    assert sorted(each.name for each in tmp_path.iterdir()) == ["a.psv", "b.psv"]


def test_with_labels_only_equal_labels_are_duplicates(tmp_path: Path) -> None:
    path, target = tmp_path / "a.hcpe", tmp_path / "b.hcpe"
    one = POSITIONS[0]
    written = [one, one._replace(score=one.score + 1), one]
    path.write_bytes(b"".join(each.to_hcpe() for each in written))
    assert without_duplicates(path, target, HCPE, by_label=True) == 2
    assert without_duplicates(path, target, HCPE) == 1


def test_positions_that_differ_have_different_hashes() -> None:
    found = np.frombuffer(b"".join(each.to_psv() for each in POSITIONS), np.uint8).reshape(-1, 40)
    hashes = position_hashes(found)
    assert len(np.unique(hashes)) == len({each.board.pack() for each in POSITIONS})
    counts = np.unpackbits(hashes.view(np.uint8).reshape(-1, 8), axis=1).mean(axis=0)
    assert (np.abs(counts - 0.5) < 0.15).all()


def test_a_summary_counts_results_scores_and_pieces(psv: Path, tmp_path: Path) -> None:
    summary = summarize(psv)
    assert summary.records == summary.checked == COUNT
    assert summary.wins == sum(each.winner is each.board.turn for each in POSITIONS)
    assert summary.draws == sum(each.winner is None for each in POSITIONS)
    assert summary.wins + summary.draws + summary.losses == COUNT
    assert sum(summary.scores) == sum(summary.plies) == sum(summary.in_hand) == COUNT
    assert summary.scores[0] == sum(each.score < -3000 for each in POSITIONS)
    assert summary.scores[31] == sum(0 <= each.score < 100 for each in POSITIONS)
    assert summary.score_mean == pytest.approx(np.mean([each.score for each in POSITIONS]))
    assert summary.duplicates == COUNT - len({each.board.pack() for each in POSITIONS})
    assert summary.bad_count == 0
    assert sum(summary.points) == summary.wins + summary.draws / 2
    json.dumps(summary.as_dict())
    hcpe = tmp_path / "a.hcpe"
    convert(psv, hcpe)
    other = summarize(hcpe, HCPE)
    assert (other.wins, other.draws, other.losses) == (summary.wins, summary.draws, summary.losses)
    assert other.scores == summary.scores
    assert summarize(psv, sample=40).checked == 40


def test_the_scale_of_the_win_rate_is_found_again_in_results_drawn_by_it(tmp_path: Path) -> None:
    dice = Random(5)
    data = b""
    for _ in range(20_000):
        score = dice.randint(-2500, 2500)
        wins = dice.random() < 1 / (1 + np.exp(-score / 800))
        board = dice.choice(POSITIONS).board
        data += EvaluatedPosition(board, score, None, board.turn if wins else board.turn.opponent).to_psv()
    (tmp_path / "a.psv").write_bytes(data)
    assert summarize(tmp_path / "a.psv", sample=1).win_rate_scale == pytest.approx(800, rel=0.05)


def test_an_illegal_move_is_a_damaged_record(tmp_path: Path) -> None:
    path = tmp_path / "a.psv"
    good, other = POSITIONS[0], POSITIONS[1]
    path.write_bytes(good.to_psv() + good._replace(move=other.move).to_psv())
    ((number, reason),) = summarize(path).bad
    assert number == 1
    assert "illegal" in reason


def test_a_summary_is_drawn(psv: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    target = tmp_path / "a.png"
    summary_plot.plot(summarize(psv), target)
    assert target.read_bytes().startswith(b"\x89PNG")


def test_a_data_set_has_length_slices_and_positions(psv: Path) -> None:
    dataset = PositionDataset(psv)
    assert len(dataset) == COUNT
    assert dataset[3]["score"] == POSITIONS[3].score
    assert list(dataset[10:13]["score"]) == [each.score for each in POSITIONS[10:13]]
    assert dataset.position(5).board.sfen() == POSITIONS[5].board.sfen()
    with pytest.raises(IndexError):
        dataset[COUNT]


def test_batches_have_every_record_once_in_an_order_of_the_seed(psv: Path) -> None:
    dataset = PositionDataset(psv)
    in_order = b"".join(batch.tobytes() for batch in dataset.batches(64))
    assert in_order == psv.read_bytes()
    shuffled = [batch.tobytes() for batch in dataset.batches(64, seed=1)]
    assert b"".join(shuffled) != in_order
    assert sorted(b"".join(shuffled)[i : i + 40] for i in range(0, COUNT * 40, 40)) == sorted(records(psv))
    assert [batch.tobytes() for batch in dataset.batches(64, seed=1, start=3)] == shuffled[3:]
    assert [batch.tobytes() for batch in dataset.batches(64, seed=2)] != shuffled
    assert len(list(dataset.batches(64, drop_last=True))) == COUNT // 64
    with pytest.raises(RangeError):
        next(dataset.batches(0))


def test_torch_reads_batches_or_its_absence_is_reported(psv: Path) -> None:
    dataset = PositionDataset(psv)
    if find_spec("torch") is None:
        with pytest.raises(MissingPackageError, match=r"torch: pip install .komadai\[torch\]"):
            torch_dataset(dataset, 64)
        return
    batches = torch_dataset(dataset, 64, seed=1)
    scores = [batch["score"].tolist() for batch in batches]
    assert sum(map(len, scores)) == COUNT
    again = pickle.loads(pickle.dumps(batches))
    assert [batch["score"].tolist() for batch in again] == scores
    again.set_epoch(1)
    other = [batch["score"].tolist() for batch in again]
    assert other != scores
    assert sorted(chain(*other)) == sorted(chain(*scores))


@pytest.mark.parametrize("suffix", ["psv", "hcpe"])
@pytest.mark.parametrize("layout", ["pgx", "dlshogi"])
def test_a_policy_value_network_gets_planes_actions_and_values(psv: Path, suffix: str, layout: Any) -> None:
    path = psv.with_suffix(f".{suffix}")
    if suffix != "psv":
        convert(psv, path)
    dataset = PositionDataset(path)
    examples = policy_value_examples(dataset[40:60], layout)
    for index, position in enumerate(POSITIONS[40:60]):
        expected = planes(position.board, layout)
        pairs = (
            zip(examples.planes, expected, strict=True)
            if layout == "dlshogi"
            else [(examples.planes, expected)]
        )
        assert all((found[index] == cells).all() for found, cells in pairs)
        state = GameState(position.board.sfen())
        assert position.move is not None
        assert examples.actions[index] == state.string_to_action(position.move.usi())
        value = 0.5 if position.winner is None else float(position.winner == position.board.turn)
        assert examples.values[index] == value
    with pytest.raises(RangeError, match="layout"):
        policy_value_examples(dataset[:1], "other")  # type: ignore[arg-type]


def test_a_data_set_of_hcpe_survives_pickling(psv: Path) -> None:
    path = psv.with_suffix(".data")
    convert(psv, path, target_format="hcpe")
    dataset = PositionDataset(path, "hcpe")
    again = pickle.loads(pickle.dumps(dataset))
    assert len(again) == COUNT
    assert again.position(7).board.sfen().split()[:3] == POSITIONS[7].board.sfen().split()[:3]


def test_game_records_give_the_positions_of_their_main_lines(tmp_path: Path) -> None:
    game = kifu.Game()
    first = game.root.add(Move.from_usi("7g7f"))
    first.analyses = [kifu.Analysis(centipawns=50)]
    second = first.add(Move.from_usi("3c3d"))
    second.analyses = [kifu.Analysis(mate=5)]
    second.add(Move.from_usi("2g2f"))
    game.outcome = Outcome(BLACK, Termination.RESIGNATION)
    unfinished = kifu.Game()
    unfinished.root.add(Move.from_usi("2g2f"))
    path = tmp_path / "games.csa"
    path.write_text(kifu.write(game, "csa") + "/\n" + kifu.write(unfinished, "csa"), "utf-8")
    found = list(read_positions(path))
    assert [each.move and each.move.usi() for each in found] == ["7g7f", "3c3d", "2g2f"]
    assert [each.winner for each in found] == [BLACK] * 3
    assert found[0].score == 50
    assert found[1].score == -31995
    assert found[2].score == 0
    assert convert(path, tmp_path / "games.psv") == 3
