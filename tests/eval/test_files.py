"""Files of weights: read, refused with a reason, and what the search makes of them."""

from __future__ import annotations

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


def test_the_file_in_the_source_is_what_is_built_in(data: bytes, tmp_path: Path) -> None:
    board = Board()
    for usi in ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"]:
        board.push_usi(usi)
    assert Evaluation(written(tmp_path, data)).value(board) == evaluate(board)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match=r"nothing\.here: cannot be opened"):
        Evaluation(str(tmp_path / "nothing.here"))


def test_another_file_is_no_evaluation(tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match="not a file of evaluation weights"):
        Evaluation(written(tmp_path, b"PK\3\4" * 100))


def test_an_empty_file_is_no_evaluation(tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match="expected"):
        Evaluation(written(tmp_path, b""))


def test_a_later_version_is_refused(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match="version"):
        Evaluation(written(tmp_path, data[:20] + b"\xff" + data[21:]))


@pytest.mark.parametrize("cut", [HEADER, HEADER + 1, 5000])
def test_half_a_file_is_refused(data: bytes, tmp_path: Path, cut: int) -> None:
    with pytest.raises(EvaluationFileError, match="bytes of weights"):
        Evaluation(written(tmp_path, data[:cut]))


def test_a_changed_byte_is_noticed(data: bytes, tmp_path: Path) -> None:
    with pytest.raises(EvaluationFileError, match="checksum"):
        Evaluation(written(tmp_path, data[:1000] + bytes([data[1000] ^ 1]) + data[1001:]))


def test_the_errors_are_the_projects_own(tmp_path: Path) -> None:
    with pytest.raises(KomadaiError):
        Search(1).load_evaluation(str(tmp_path / "nothing"))


def test_a_search_judges_by_the_weights_it_was_given(data: bytes, tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    pytest.importorskip("scipy")
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
