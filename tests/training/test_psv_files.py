"""Batches of training positions: the inputs of both sides, scores and results, from PSV records."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from komadai import BLACK, WHITE, Board, PackedPositionError, PieceType, RangeError
from komadai._core import BatchLoader, Evaluation, Move, built_in_weights
from komadai.errors import EvaluationFileError
from komadai.packed import EvaluatedPosition
from komadai.training.data_files.formats import TrainingFileError
from komadai.training.features import HALFKP, FeatureSet, king_buckets
from komadai.training.psv_files import Batch, BatchReader, PsvFiles, Selection
from tests.training.positions import boards, material_file

ALL = Selection(skip_checks=False, max_score=1 << 15)
SETS = [FeatureSet(), FeatureSet(mirrored=True), HALFKP, king_buckets(9, mirrored=True)]

# The first input of each type in YaneuraOu's BonaPiece: for the own pieces; the opponent's follow.
HAND_BASES = {"PAWN": 1, "LANCE": 39, "KNIGHT": 49, "SILVER": 59, "GOLD": 69, "BISHOP": 79, "ROOK": 85}
HAND_SIZES = {"PAWN": 19, "LANCE": 5, "KNIGHT": 5, "SILVER": 5, "GOLD": 5, "BISHOP": 3, "ROOK": 3}
BOARD_ORDER = ["PAWN", "LANCE", "KNIGHT", "SILVER", "GOLD", "BISHOP", "HORSE", "ROOK", "DRAGON"]


def reference_inputs(features: FeatureSet, board: Board, side: object) -> list[int]:
    """The inputs that are on for a side, in the words of their definition."""

    def seen(square: int) -> int:
        return square if side == BLACK else 80 - square

    def mirrored(square: int) -> int:
        return (8 - square // 9) * 9 + square % 9

    pieces = [(square, board.piece_at(square)) for square in range(81)]
    king = next(seen(s) for s, p in pieces if p and p.type.name == "KING" and p.color == side)
    mirror = features.mirrored and king // 9 > 4
    bucket = features.bucket_of[mirrored(king) if mirror else king]
    inputs = []
    for square, piece in pieces:
        if piece is None:
            continue
        own = piece.color == side
        name = piece.type.name
        at = mirrored(seen(square)) if mirror else seen(square)
        if name == "KING":
            if features.has_kings:
                inputs.append(1548 + (0 if own else 81) + at)
            continue
        if name.startswith("PRO_"):
            name = "GOLD"
        inputs.append(90 + (2 * BOARD_ORDER.index(name) + (0 if own else 1)) * 81 + at)
    for owner in (BLACK, WHITE):
        for name, base in HAND_BASES.items():
            first = base if owner == side else base + HAND_SIZES[name]
            inputs += [first + n for n in range(board.hand(owner)[PieceType[name]])]
    return sorted(bucket * features.bucket_inputs + each for each in inputs)


def read_all(
    path: Path, features: FeatureSet = SETS[0], selection: Selection = ALL, threads: int = 1
) -> Batch:
    files = PsvFiles([path])
    return BatchReader(files, features, selection, threads).read(np.arange(len(files), dtype=np.uint64))


@pytest.mark.parametrize("features", SETS, ids=str)
def test_each_side_sees_the_inputs_of_its_definition_the_side_to_move_first(
    features: FeatureSet, tmp_path: Path
) -> None:
    batch = read_all(material_file(tmp_path / "a.psv", 300), features)
    assert len(batch) == 300
    for board, sides in zip(boards(300, 1), batch.inputs, strict=True):
        for side, inputs in zip((board.turn, board.turn.opponent), sides, strict=True):
            assert sorted(inputs[inputs != 0xFFFFFFFF]) == reference_inputs(features, board, side)


def test_a_mirrored_position_has_the_same_inputs_in_a_mirrored_set(tmp_path: Path) -> None:
    ranks = "lnsg1ksnl/1r4gb1/p1pppp2p/6pp1/1p7/2P6/PP1PPPPPP/1B1K3R1/LNSG1GSNL"
    pair = [Board(f"{text} b - 1") for text in (ranks, "/".join(rank[::-1] for rank in ranks.split("/")))]
    path = tmp_path / "pair.psv"
    path.write_bytes(b"".join(EvaluatedPosition(each, 0, None, None).to_psv() for each in pair))
    batch = read_all(path, FeatureSet(mirrored=True))
    for side in range(2):
        assert set(batch.inputs[0][side]) == set(batch.inputs[1][side])
    assert set(read_all(path).inputs[0][0]) != set(read_all(path).inputs[1][0])


def test_scores_and_results_are_those_of_the_side_to_move(tmp_path: Path) -> None:
    path = tmp_path / "a.psv"
    board = Board("startpos moves 7g7f")
    path.write_bytes(
        b"".join(
            EvaluatedPosition(board, score, None, winner).to_psv()
            for score, winner in ((-123, WHITE), (32000, BLACK), (0, None))
        )
    )
    batch = read_all(path)
    assert batch.scores.tolist() == [-123, 32000, 0]
    assert batch.results.tolist() == [1, 0, 0.5]


def test_decisive_scores_and_checks_are_left_out_if_asked(tmp_path: Path) -> None:
    check = Board("4k4/9/4G4/9/9/9/9/4r4/4K4 b - 1")
    path = tmp_path / "a.psv"
    path.write_bytes(
        b"".join(
            EvaluatedPosition(board, score, None, None).to_psv()
            for board, score in ((Board(), 1), (check, 2), (Board(), 2001), (Board(), -2001), (Board(), 3))
        )
    )
    assert read_all(path).scores.tolist() == [1, 2, 2001, -2001, 3]
    assert read_all(path, selection=Selection(max_score=1 << 15)).scores.tolist() == [1, 2001, -2001, 3]
    assert read_all(path, selection=Selection(max_score=2000)).scores.tolist() == [1, 3]


def test_positions_with_a_capture_or_a_promotion_are_left_out_if_asked(tmp_path: Path) -> None:
    board = Board("4k4/9/3P5/9/9/9/2p6/2R6/4K4 b P 1")
    path = tmp_path / "a.psv"
    usi = ("7h7g", "7h8h", "6c6b+", "6c6b", "P*7f")
    moves = [None, *map(Move.from_usi, usi)]
    path.write_bytes(
        b"".join(EvaluatedPosition(board, score, move, None).to_psv() for score, move in enumerate(moves))
    )
    assert read_all(path).scores.tolist() == [0, 1, 2, 3, 4, 5]
    assert read_all(path, selection=Selection(skip_captures=True)).scores.tolist() == [0, 2, 4, 5]


def test_records_come_in_the_order_of_their_numbers_on_any_number_of_threads(tmp_path: Path) -> None:
    path = material_file(tmp_path / "a.psv", 3000)
    order = np.random.default_rng(5).permutation(3000).astype(np.uint64)
    files = PsvFiles([path])
    for selection in (ALL, Selection(max_score=400), Selection(max_score=400, both_sides=True)):
        one, three = (BatchReader(files, SETS[1], selection, threads).read(order) for threads in (1, 3))
        for name in ("inputs", "scores", "results"):
            assert np.array_equal(getattr(one, name), getattr(three, name))
    assert one.scores.tolist() != three.scores.tolist()[::-1]
    whole = read_all(path)
    again = BatchReader(files, SETS[0], ALL).read(order)
    assert np.array_equal(again.scores, whole.scores[order])


def test_files_are_one_sequence(tmp_path: Path) -> None:
    first, second = material_file(tmp_path / "a.psv", 50), material_file(tmp_path / "b.psv", 70, seed=2)
    files = PsvFiles([first, second])
    assert len(files) == 120
    assert files.counts == (50, 70)
    batch = BatchReader(files, SETS[0], ALL).read(np.array([60, 3, 119], np.uint64))
    scores = np.concatenate([read_all(first).scores, read_all(second).scores])
    assert batch.scores.tolist() == scores[[3, 60, 119]].tolist()  # file by file
    assert files.checksum() == PsvFiles([first, second]).checksum()
    assert files.checksum() != PsvFiles([second, first]).checksum()


@pytest.mark.parametrize(
    ("at", "value", "problem"),
    [
        (38, 5, "game_result: expected 1, 0 or -1"),
        (0, 0xFE, "king's square"),
        (8, 0xFF, ""),
    ],
)
def test_a_damaged_record_is_an_error_with_its_file_and_number(
    at: int, value: int, problem: str, tmp_path: Path
) -> None:
    path = material_file(tmp_path / "a.psv", 2000)
    data = bytearray(path.read_bytes())
    for record in (1490, 1900):
        data[record * 40 + at] = value
    path.write_bytes(data)
    for threads in (1, 3):
        with pytest.raises(PackedPositionError, match=rf"a\.psv: record 1490: .*{problem}"):
            read_all(path, threads=threads)


def test_random_bytes_are_refused_or_read_but_never_crash(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    path = tmp_path / "a.psv"
    refused = 0
    for _ in range(200):
        path.write_bytes(rng.integers(0, 256, 40, dtype=np.uint8).tobytes())
        try:
            read_all(path)
        except PackedPositionError:
            refused += 1
    assert refused > 150


def test_files_that_are_no_records_are_refused(tmp_path: Path) -> None:
    for size, found in ((0, "an empty file"), (39, "a file of 39 bytes"), (41, "a file of 41 bytes")):
        (tmp_path / "a.psv").write_bytes(bytes(size))
        with pytest.raises(TrainingFileError, match=f"a.psv: expected records of 40 bytes, got {found}"):
            PsvFiles([tmp_path / "a.psv"])
    with pytest.raises(TrainingFileError, match="at least one file"):
        PsvFiles([])
    with pytest.raises(FileNotFoundError):
        PsvFiles([tmp_path / "none.psv"])


def test_wrong_arrays_are_refused(tmp_path: Path) -> None:
    loader = BatchLoader(
        has_kings=True, mirrored=False, buckets=1, bucket_of=bytes(81), skip_checks=False,
        skip_captures=False, max_score=9999, threads=1,
    )  # fmt: skip
    data = np.frombuffer(material_file(tmp_path / "a.psv", 10).read_bytes(), np.uint8)
    inputs, floats = np.empty((10, 2, 40), np.uint32), np.empty(10, np.float32)

    def load(
        records: np.ndarray = data, indices: np.ndarray | None = None, inputs: np.ndarray = inputs,
        scores: np.ndarray = floats, results: np.ndarray = floats, offsets: np.ndarray = floats,
    ) -> int:  # fmt: skip
        indices = np.arange(10, dtype=np.uint64) if indices is None else indices
        return loader.load(records, indices, inputs=inputs, scores=scores, results=results, offsets=offsets)

    assert load() == 10
    with pytest.raises(RangeError, match="indices: expected numbers below 10, got 10"):
        load(indices=np.array([3, 10], np.uint64))
    with pytest.raises(RangeError, match="inputs: expected at least 800 numbers, got 720"):
        load(inputs=inputs[:9])
    with pytest.raises(RangeError, match="offsets: expected at least 10 numbers, got 9"):
        load(offsets=floats[:9])
    with pytest.raises(TypeError, match="scores: expected an array with the format 'f', got 'd'"):
        load(scores=np.empty(10))
    with pytest.raises(PackedPositionError, match="multiple of 40 bytes, got 399"):
        load(records=data[:-1])
    frozen = floats.copy()
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        load(results=frozen)


def test_offsets_are_the_values_of_the_evaluation_that_is_corrected(tmp_path: Path) -> None:
    files = PsvFiles([material_file(tmp_path / "a.psv", 300)])
    numbers = np.arange(300, dtype=np.uint64)
    plain = BatchReader(files, FeatureSet()).read(numbers)
    assert not plain.offsets.any()
    batch = BatchReader(files, FeatureSet(), threads=2, corrected=built_in_weights()).read(numbers)
    quiet = [board.copy() for board in boards(300, seed=1) if not board.is_check()]
    evaluation = Evaluation()
    assert batch.offsets.tolist() == [evaluation.value(board) for board in quiet]
    with pytest.raises(EvaluationFileError, match="corrected: byte 0: expected"):
        BatchReader(files, FeatureSet(), corrected=b"no weights")


@pytest.mark.parametrize("features", SETS, ids=str)
def test_both_sides_are_used_if_asked(features: FeatureSet, tmp_path: Path) -> None:
    files = PsvFiles([material_file(tmp_path / "a.psv", 300)])
    numbers = np.arange(300, dtype=np.uint64)
    selection = Selection(skip_checks=False, both_sides=True)
    batch = BatchReader(files, features, selection, 2, built_in_weights()).read(numbers)
    single = BatchReader(files, features, ALL).read(numbers)
    evaluation = Evaluation()
    at = 0
    for number, position in enumerate(boards(300, seed=1)):
        board = position.copy()
        for sign in (1,) if board.is_check() else (1, -1):
            assert batch.scores[at] == sign * single.scores[number]
            assert batch.results[at] - 0.5 == sign * (single.results[number] - 0.5)
            assert np.array_equal(batch.inputs[at], single.inputs[number, ::sign])
            assert batch.offsets[at] == (0 if board.is_check() else evaluation.value(board))
            if not board.is_check():
                board.push_pass()
            at += 1
    assert at == len(batch)
