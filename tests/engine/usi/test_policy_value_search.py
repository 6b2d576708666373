"""SearchMode PolicyValue of the USI engine, with a model that counts material."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from komadai.engine.usi.policy_value_search import PolicyValueSearch, load

pytest.importorskip("onnxruntime", reason="the onnx extra is not installed")
pytest.importorskip("onnx", reason="onnx is not installed")

from komadai import Board
from komadai._core import UsiOptions
from komadai.engine.levels import LEVELS
from komadai.variants import NAMES
from tests.policy_value.models import save_material_model

DECLARES = "sfen 1+R+R6/+B+B1GGGGSS/KSSPP4/9/9/9/9/9/k8 b 2L 1"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_material_model(tmp_path_factory.mktemp("models") / "material.onnx")


def search_of(model: Path) -> PolicyValueSearch:
    search = PolicyValueSearch(str(model), batch=8, threads=1, max_nodes=10_000)
    search.arm()
    return search


class Usi:
    """The engine's process."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "komadai", "usi"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def send(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def until(self, word: str) -> list[str]:
        """The lines up to the first that begins with this word, inclusive."""
        assert self.process.stdout is not None
        lines: list[str] = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if lines[-1].startswith(word):
                return lines
        raise AssertionError(f"no {word!r}, only {lines}")

    def __enter__(self) -> Usi:
        return self

    def __exit__(self, *_: object) -> None:
        self.send("quit")
        self.process.communicate(timeout=30)


def test_the_engine_searches_with_the_model(model: Path) -> None:
    with Usi() as usi:
        usi.send("usi")
        assert any("SearchMode" in line and "var PolicyValue" in line for line in usi.until("usiok"))
        usi.send(
            "setoption name OwnBook value false",
            "setoption name SearchMode value PolicyValue",
            f"setoption name DNN_Model value {model}",
            "setoption name MultiPV value 2",
            "isready",
        )
        assert usi.until("readyok") == ["readyok"]
        usi.send("position sfen 4k4/9/9/9/4r4/9/9/4L4/4K4 b - 1", "go nodes 200")
        lines = usi.until("bestmove")
        assert lines[-1].split()[:2] == ["bestmove", "5h5e"]
        assert any(" multipv 2 " in line for line in lines)
        assert any(line.startswith("info string") and "batches" in line for line in lines)
        usi.send("position startpos moves 7g7f", "go btime 0 wtime 0 byoyomi 300")
        assert usi.until("bestmove")[-1].split()[1] not in ("resign", "win")
        usi.send("go infinite", "stop")
        assert usi.until("bestmove")
        usi.send(f"position {DECLARES}", "go nodes 100")
        assert usi.until("bestmove")[-1] == "bestmove win"


def test_a_missing_or_wrong_model_is_named_and_the_usual_search_plays(tmp_path: Path) -> None:
    wrong = save_material_model(tmp_path / "wrong.onnx", actions=1496)
    with Usi() as usi:
        usi.send(
            "setoption name OwnBook value false",
            "setoption name SearchMode value PolicyValue",
            f"setoption name DNN_Model value {tmp_path / 'missing.onnx'}",
            f"setoption name DNN_Model value {wrong}",
            "isready",
        )
        lines = usi.until("readyok")
        assert any("missing.onnx" in line for line in lines)
        assert any("expected an output float (n, 2187)" in line for line in lines)
        assert any("needs the option DNN_Model; PrincipalVariation is used" in line for line in lines)
        usi.send("position startpos", "go nodes 100")
        assert usi.until("bestmove")[-1].split()[1] != "resign"


def test_the_search_is_loaded_only_if_it_is_chosen(model: Path) -> None:
    settings = UsiOptions(NAMES, len(LEVELS))
    settings.assign("DNN_Model", str(model))
    assert load(settings) is None
    settings.assign("SearchMode", "PolicyValue")
    search = load(settings)
    assert search is not None
    assert search.batch == 16


def test_a_stopped_search_ends_after_its_batch(model: Path) -> None:
    search = search_of(model)
    search.stop()
    best, _, declares, report = search.go(Board())
    assert best is not None
    assert not declares
    assert report["nodes"] <= 8


def test_a_mate_is_reported_with_its_length(model: Path) -> None:
    best, ponder, _, report = search_of(model).go(Board("4k4/9/4P4/9/9/9/9/9/4K4 b G 1"))
    assert best is not None
    assert (best.usi(), ponder, report["mate"], report["won"]) == ("G*5b", None, 1, True)


def test_searchmoves_restrict_the_root(model: Path) -> None:
    board = Board()
    moves = [move for move in board.legal_moves if move.usi() == "9g9f"]
    assert search_of(model).go(board, nodes=50, moves=moves)[0] == moves[0]
