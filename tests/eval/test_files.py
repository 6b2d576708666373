"""Weight files: reading, errors, and their effect on the search."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from komadai import Board, KomadaiError
from komadai._core import Evaluation, Search, evaluate
from komadai.errors import EvaluationFileError

BUILT_IN = Path(__file__).parents[2] / "cpp" / "eval" / "handmade.weights"
HEADER = 32


@pytest.fixture(scope="module")
def data() -> bytes:
    return BUILT_IN.read_bytes()


def written(folder: Path, data: bytes) -> str:
    path = folder / "some.weights"
    path.write_bytes(data)
    return str(path)


def test_the_file_in_the_source_is_the_built_in_one(data: bytes, tmp_path: Path) -> None:
    board = Board()
    for usi in ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]:
        board.push_usi(usi)
    assert Evaluation(written(tmp_path, data)).value(board) == evaluate(board)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match=r"nothing\.here: cannot be read: No such file"):
        Evaluation(str(tmp_path / "nothing.here"))


def test_another_file_is_no_evaluation(tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match="a zip archive, not an evaluation; expected"):
        Evaluation(written(tmp_path, b"PK\3\4" * 100))


def test_an_empty_file_is_no_evaluation(tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match="expected"):
        Evaluation(written(tmp_path, b""))


def test_a_later_version_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match="version"):
        Evaluation(written(tmp_path, data[:20] + b"\xff" + data[21:]))


@pytest.mark.parametrize("cut", [HEADER, HEADER + 1, 5000])
def test_a_truncated_file_is_refused(data: bytes, tmp_path: Path, cut: int) -> None:
    with pytest.raises(EvaluationFileError, match="bytes of weights"):
        Evaluation(written(tmp_path, data[:cut]))


def test_a_changed_byte_is_noticed(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match="checksum"):
        Evaluation(written(tmp_path, data[:1000] + bytes([data[1000] ^ 1]) + data[1001:]))


def test_the_errors_are_those_of_the_library(tmp_path: Path) -> None:
    with pytest.raises(KomadaiError):
        Search(1).load_evaluation(str(tmp_path / "nothing"))


def test_a_search_uses_the_weights_that_were_loaded(data: bytes, tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    from komadai.training.weights import Weights

    w = Weights.read(BUILT_IN)
    path = tmp_path / "nothing counts.weights"
    Weights(*(np.zeros_like(a) for a in (w.plain, w.distances, w.views, w.danger, w.curve))).write(path)
    board = Board("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/9/LNSGKGSNL b - 1")
    search = Search(1)

    def score() -> int:
        search.arm()
        cp = search.go(board, depth=1)[3]["cp"]
        assert isinstance(cp, int)
        return cp

    before = score()
    assert before < -300
    search.load_evaluation(str(path))
    assert score() == 0
    search.load_evaluation("")
    assert score() == before


WORTH = {"p": 90, "l": 260, "n": 290, "s": 430, "b": 650, "r": 780, "g": 500, "k": 0}
PROMOTED = {"p": 480, "l": 480, "n": 490, "s": 500, "b": 900, "r": 1080}
IN_HAND = {"p": 98, "l": 285, "n": 310, "s": 470, "b": 720, "r": 850, "g": 550}


def counted(board: Board) -> int:
    """The material of the side to move minus that of the opponent, from the SFEN."""
    squares, turn, hands, _ = board.sfen().split()
    black, number, promoted = 0, "", False
    for letter in squares:
        if letter == "+":
            promoted = True
        elif letter.isalpha():
            worth = (PROMOTED if promoted else WORTH)[letter.lower()]
            black += worth if letter.isupper() else -worth
            promoted = False
    for letter in hands.replace("-", ""):
        if letter.isdigit():
            number += letter
        else:
            worth = int(number or 1) * IN_HAND[letter.lower()]
            black += worth if letter.isupper() else -worth
            number = ""
    return black if turn == "b" else -black


@pytest.mark.parametrize("seed", range(5))
def test_material_counts_pieces_and_nothing_else(seed: int) -> None:
    chance, board, material = random.Random(seed), Board(), Evaluation("material")
    there = [counted(board)]
    while len(there) < 150 and board.legal_moves:
        board.push(chance.choice(board.legal_moves))
        there.append(counted(board))
    assert material.values_along(board) == there[1:] + there[-2::-1]


def test_the_search_plays_with_material_alone() -> None:
    search = Search(1)
    search.load_evaluation("material")
    assert search.go(Board("4k4/9/9/9/4r4/9/4R4/9/4K4 b - 1"), depth=1)
