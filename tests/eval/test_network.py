"""Networks: the same outputs as YaneuraOu, as a slow reference, and by every kernel; and their files."""

from __future__ import annotations

import json
import random
import struct
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from komadai import BLACK, WHITE, Board, RangeError
from komadai._core import Evaluation, Search, network_kernels
from komadai.errors import EvaluationFileError

pytest.importorskip("numpy")

from tests.eval.networks import HALF_KP, KP, MIRRORED_BUCKETS, MIRRORED_KP, RandomNetwork

DATA = Path(__file__).parents[1] / "data" / "network_outputs.jsonl"
SETS = {"kp": KP, "mirrored": MIRRORED_KP, "buckets": MIRRORED_BUCKETS}


@cache
def outputs() -> list[dict[str, Any]]:
    """What YaneuraOu 9.70 (33ccf1f9) computes for each position with each network, before the division."""
    return [json.loads(line) for line in DATA.read_text().splitlines()]


def random_game(seed: int, plies: int) -> Board:
    rng = random.Random(seed)
    board = Board()
    while board.ply < plies and board.legal_moves:
        board.push(rng.choice(board.legal_moves))
    return board


def written(folder: Path, data: bytes) -> str:
    path = folder / "some.bin"
    path.write_bytes(data)
    return str(path)


# -- the same outputs everywhere


@pytest.mark.parametrize("kernels", network_kernels())
def test_a_public_network_has_the_outputs_of_yaneuraou(kernels: str, shared_data: Path) -> None:
    path = shared_data / "nets" / "kp256-yardstick.bin"
    if not path.is_file():
        pytest.skip(f"no network at {path}")
    evaluation = Evaluation(str(path), kernels=kernels)
    for each in outputs():
        assert evaluation.output(Board(each["sfen"])) == each["yardstick"], each["sfen"]


@pytest.mark.parametrize("style", ["mild", "extreme"])
@pytest.mark.parametrize("kernels", network_kernels())
def test_a_random_kp_network_has_the_outputs_of_yaneuraou(style: str, kernels: str, tmp_path: Path) -> None:
    path = written(tmp_path, RandomNetwork(KP, 256, style).nn_bin("Features=K+P[1710->256x2]"))
    evaluation = Evaluation(path, kernels=kernels)
    for each in outputs():
        assert evaluation.output(Board(each["sfen"])) == each[f"kp-{style}"], each["sfen"]


def test_a_random_halfkp_network_has_the_outputs_of_yaneuraou(tmp_path: Path) -> None:
    path = written(tmp_path, RandomNetwork(HALF_KP).nn_bin("Features=HalfKP(Friend)[125388->256x2]"))
    for kernels in network_kernels():
        evaluation = Evaluation(path, kernels=kernels)
        for each in outputs():
            assert evaluation.output(Board(each["sfen"])) == each["halfkp-mild"], each["sfen"]


@pytest.mark.parametrize("style", ["mild", "extreme"])
@pytest.mark.parametrize("width", [32, 96, 320])
@pytest.mark.parametrize("features", SETS)
def test_every_kernel_has_the_outputs_of_the_reference(
    features: str, width: int, style: str, tmp_path: Path
) -> None:
    network = RandomNetwork(SETS[features], width, style)
    path = written(tmp_path, network.network_file())
    boards = [Board(each["sfen"]) for each in outputs()[::19]]
    expected = [network.output(board) for board in boards]
    for kernels in network_kernels():
        evaluation = Evaluation(path, kernels=kernels)
        assert [evaluation.output(board) for board in boards] == expected, kernels


@pytest.mark.parametrize("every", [1, 2, 7])
@pytest.mark.parametrize("features", [*SETS, "halfkp"])
def test_values_updated_along_a_game_are_those_of_each_position(
    features: str, every: int, tmp_path: Path
) -> None:
    network = RandomNetwork(SETS.get(features, HALF_KP), 32)
    path = written(tmp_path, network.network_file())
    anew, followed = Evaluation(path), Evaluation(path)
    for seed in range(4):
        board = random_game(seed, 250)
        replayed, values = Board(), [anew.value(Board())]
        for move in board.history:
            replayed.push(move)
            values.append(anew.value(replayed))
        expected = values[every::every] + [values[i] for i in reversed(range(board.ply)) if i % every == 0]
        assert followed.values_along(board, every) == expected


def test_a_king_that_crosses_the_middle_mirrors_the_board(tmp_path: Path) -> None:
    evaluation = Evaluation(written(tmp_path, RandomNetwork(MIRRORED_KP).network_file()))
    mirrored = 0
    for each in outputs():
        board = Board(each["sfen"])
        kings = board.king(BLACK), board.king(WHITE)
        if None not in kings and all(king // 9 != 4 for king in kings if king is not None):
            assert evaluation.output(board) == evaluation.output(board.mirror_files())
            mirrored += 1
    assert mirrored > 100


@pytest.mark.parametrize("features", [*SETS, "halfkp"])
def test_both_sides_are_seen_alike(features: str, tmp_path: Path) -> None:
    evaluation = Evaluation(written(tmp_path, RandomNetwork(SETS.get(features, HALF_KP), 64).network_file()))
    for seed in range(10):
        board = random_game(seed, 30 + 10 * seed)
        turned = board.mirror()
        assert turned.turn == (WHITE if board.turn == BLACK else BLACK)
        assert evaluation.output(board) == evaluation.output(turned)


def test_a_tsume_problem_without_an_attacking_king_can_be_evaluated(tmp_path: Path) -> None:
    network = RandomNetwork(KP, 64)
    board = Board("4k4/9/4P4/9/9/9/9/9/9 b 2G 1")
    assert Evaluation(written(tmp_path, network.network_file())).output(board) == network.output(board)


# -- the scale


def test_the_value_is_the_output_divided_by_the_scale_and_rounded_towards_zero(tmp_path: Path) -> None:
    path = written(tmp_path, RandomNetwork().network_file())
    boards = [random_game(seed, 60) for seed in range(20)]
    for scale in (1, 16, 24, 100):
        evaluation = Evaluation(path, scale)
        for board in boards:
            output = evaluation.output(board)
            assert output is not None
            value = abs(output) // scale * (1 if output > 0 else -1)
            assert evaluation.value(board) == max(-15000, min(15000, value))


def test_the_scale_of_the_file_is_the_default(tmp_path: Path) -> None:
    data = RandomNetwork().network_file()
    body = data[32:34] + struct.pack("<H", 24) + data[36:]
    path = written(tmp_path, data[:28] + struct.pack("<I", zlib.crc32(body)) + body)
    board = random_game(1, 40)
    assert Evaluation(path).value(board) == Evaluation(path, 24).value(board)


@pytest.mark.parametrize("scale", [-1, 32769])
def test_a_scale_out_of_range_is_refused(scale: int) -> None:
    with pytest.raises(RangeError, match="scale: expected 0 to 32768"):
        Evaluation("", scale)


def test_other_evaluations_have_no_output() -> None:
    assert Evaluation("material").output(Board()) is None


def test_kernels_of_another_processor_are_refused() -> None:
    with pytest.raises(RangeError, match="none named mmx"):
        Evaluation("", 0, "mmx")


def test_the_search_uses_the_network(tmp_path: Path) -> None:
    path = written(tmp_path, RandomNetwork(MIRRORED_KP, 64).network_file())
    search, board = Search(1), Board("4k4/9/9/9/9/9/9/9/4K4 b - 1")
    search.load_evaluation(path, 16)
    search.arm()
    move, _, _, report = search.go(board, depth=1)
    assert move is not None
    board.push(move)
    assert report["cp"] == -Evaluation(path).value(board)


# -- files


@cache
def nn_bin() -> bytes:
    return RandomNetwork(KP, 32).nn_bin("Features=K+P[1710->256x2]")


@cache
def network_file() -> bytes:
    return RandomNetwork(KP, 32).network_file()


@pytest.mark.parametrize("data", [nn_bin, network_file])
def test_a_network_that_is_cut_anywhere_is_refused_as_truncated(data: Any, tmp_path: Path) -> None:
    whole = data()
    for size in (5, 11, 13, 31, 60, 140, 1000, len(whole) - 1):
        with pytest.raises(EvaluationFileError, match=r"truncated|expected"):
            Evaluation(written(tmp_path, whole[:size]))
    with pytest.raises(EvaluationFileError, match="expected"):
        Evaluation(written(tmp_path, whole + b"\0"))


@pytest.mark.parametrize(
    "text",
    [
        "Features=HalfKA_hm(Friend)[73305->256x2],Network=AffineTransform[1<-32]",
        "ModelType=SFNNWithoutPsqt;Features=HalfKA_hm(Friend)[73305->1536x2]",
        "Features=K+P[1710->256x2],Network=AffineTransform[1<-16]",
        "",
        "\x01\x02",
    ],
)
def test_another_architecture_is_named_in_the_error(text: str, tmp_path: Path) -> None:
    head = struct.pack("<III", 0x7AF32F16, 1, len(text)) + text.encode()
    with pytest.raises(EvaluationFileError, match="expected K") as error:
        Evaluation(written(tmp_path, head + bytes(1000)))
    assert text[:30].replace("\x01\x02", "??") in str(error.value)


@pytest.mark.parametrize(
    ("text", "transformer_hash"),
    [
        ("Features=K+P[1710->256x2],Network=AffineTransformSparseInput[32<-512]", 0),
        ("Features=K-P(Friend)[1710->256x2],fv_scale=28", 0),
        ("", 0x3F5715FF),
    ],
)
def test_an_architecture_is_known_by_its_name_or_its_hash(
    text: str, transformer_hash: int, tmp_path: Path
) -> None:
    network = RandomNetwork(KP, 256)
    evaluation = Evaluation(written(tmp_path, network.nn_bin(text, transformer_hash)))
    board = random_game(3, 50)
    assert evaluation.output(board) == network.output(board)


def test_every_changed_byte_of_a_network_of_komadai_is_noticed(tmp_path: Path) -> None:
    data = network_file()
    for at in (*range(160), 5000, len(data) - 1):
        changed = data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :]
        with pytest.raises(EvaluationFileError, match=r"byte |not an evaluation"):
            Evaluation(written(tmp_path, changed))


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", "an empty file"),
        (b"\x20\x2f\xf3\x7a" + bytes(100), "a network of Stockfish"),
        (b"PK\3\4" + bytes(100), "a zip archive"),
        (b"\x1f\x8b" + bytes(100), "a gzip file"),
        (b"\x89PNG\r\n" + bytes(100), "a PNG picture"),
        (b"SQLite format 3\0", "an SQLite database"),
        (b"version https://git-lfs.github.com/spec/v1", "a pointer of Git LFS"),
        (b"KOMADAI BOOK\0\0\0\0\0\0\0\0\0\0", "another file of Komadai"),
        (b"hello, world", "a text"),
        (bytes(range(200, 250)), "begins with c8 c9 ca"),
    ],
)
def test_a_foreign_file_is_named_with_what_was_expected(data: bytes, name: str, tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match=name) as error:
        Evaluation(written(tmp_path, data))
    assert "expected nn.bin (K+P or HalfKP) or a file of Komadai" in str(error.value)


@pytest.mark.parametrize("seed", range(60))
def test_wild_shapes_are_refused_or_read(seed: int, tmp_path: Path) -> None:
    """The checksum is right, and everything else random."""
    rng = random.Random(seed)
    body = bytearray(network_file()[32:])
    for _ in range(rng.randrange(1, 4)):
        body[rng.randrange(96)] = rng.choice((0, 1, 255, rng.randrange(256)))
    data = network_file()[:28] + struct.pack("<I", zlib.crc32(body)) + bytes(body)
    try:
        evaluation = Evaluation(written(tmp_path, data))
    except EvaluationFileError:
        return
    evaluation.values_along(random_game(seed, 40))
