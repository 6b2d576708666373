"""ONNX models in dlshogi's interface, and their errors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="the onnx extra is not installed")
pytest.importorskip("onnx", reason="onnx is not installed")

from komadai import Board
from komadai.errors import ModelFileError
from komadai.policy_value import OnnxModel, Puct, ShogiGame
from tests.policy_value.models import save_material_model


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_material_model(tmp_path_factory.mktemp("models") / "material.onnx")


def value_of(model: OnnxModel, sfen: str) -> float:
    game = ShogiGame(Board(sfen))
    arrays = game.inputs(1)
    game.write_inputs(arrays, 0)
    logits, values = model.evaluate(arrays)
    assert logits.shape == (1, 2187)
    return float(values[0])


def test_a_model_gives_the_value_for_the_side_to_move(material: Path) -> None:
    model = OnnxModel(material)
    assert value_of(model, "startpos") == pytest.approx(0, abs=1e-6)
    ahead = value_of(model, "4k4/9/9/9/9/9/9/9/4K4 b R 1")
    assert ahead == pytest.approx(2 / (1 + np.exp(-0.5)) - 1, abs=1e-5)
    assert value_of(model, "4k4/9/9/9/9/9/9/9/4K4 w R 1") == pytest.approx(-ahead, abs=1e-6)
    assert (model.batches, model.evaluated) == (3, 3)


def test_the_search_takes_a_piece_that_stands_free(material: Path) -> None:
    result = Puct(OnnxModel(material)).search(ShogiGame(Board("4k4/9/9/9/4r4/9/9/4L4/4K4 b - 1")), 300)
    assert result.best_move.usi() == "5h5e"
    assert result.value > 0


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"channels": (61, 57)}, r"expected an input float \(n, 62, 9, 9\); the inputs are board tensor"),
        ({"channels": (62, 56)}, r"expected an input float \(n, 57, 9, 9\)"),
        ({"actions": 1496}, r"expected an output float \(n, 2187\); the outputs are win .*1496"),
        ({"batch": 4}, "the input board has the fixed batch size 4"),
        ({"opset": 99}, "onnxruntime does not load the model: .*[Oo]pset"),
    ],
)
def test_errors_of_shape_and_opset_are_named(tmp_path: Path, options: dict[str, Any], text: str) -> None:
    path = save_material_model(tmp_path / "other.onnx", **options)
    with pytest.raises(ModelFileError, match=text):
        OnnxModel(path)


def test_a_file_that_is_no_model_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "text.onnx"
    path.write_text("no model")
    with pytest.raises(ModelFileError, match=r"text\.onnx: onnxruntime does not load the model"):
        OnnxModel(path)
    with pytest.raises(FileNotFoundError):
        OnnxModel(tmp_path / "missing.onnx")
