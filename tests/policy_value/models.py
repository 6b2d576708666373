"""Small networks for tests: as ONNX files, and in Python."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

PIECE_VALUES = (1, 3, 4, 5, 8, 10, 6, 0, 6, 6, 6, 6, 10, 12)
HAND_VALUES = ((8, 1), (4, 3), (4, 4), (4, 5), (4, 6), (2, 8), (2, 10))


def save_material_model(
    path: Path,
    *,
    opset: int = 17,
    channels: tuple[int, int] = (62, 57),
    actions: int = 2187,
    batch: str | int = "n",
) -> Path:
    """An ONNX model whose value is the balance of material, and whose policy is the same for all moves."""
    import onnx
    from onnx import TensorProto, helper, numpy_helper

    def array(name: str, shape: list[Any]) -> Any:
        return helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)

    pieces = np.zeros((1, channels[0], 1, 1), np.float32)
    hands = np.zeros((1, channels[1], 1, 1), np.float32)
    for kind, value in enumerate(PIECE_VALUES):
        pieces[0, kind], pieces[0, 31 + kind] = value / 20, -value / 20
    hands[0, :28, 0, 0] = [value / 20 / 81 for planes, value in HAND_VALUES for _ in range(planes)]
    hands[0, 28:56] = -hands[0, :28]
    constants = {
        "piece_weights": pieces,
        "hand_weights": hands,
        "axes": np.array([2, 3], np.int64),
        "zero": np.zeros((1, actions), np.float32),
    }
    nodes = [
        helper.make_node("Conv", ["board", "piece_weights"], ["piece_cells"]),
        helper.make_node("ReduceSum", ["piece_cells", "axes"], ["piece_sum"], keepdims=0),
        helper.make_node("Conv", ["constants", "hand_weights"], ["hand_cells"]),
        helper.make_node("ReduceSum", ["hand_cells", "axes"], ["hand_sum"], keepdims=0),
        helper.make_node("Add", ["piece_sum", "hand_sum"], ["sum"]),
        helper.make_node("Sigmoid", ["sum"], ["win"]),
        helper.make_node("MatMul", ["sum", "zero"], ["logits"]),
    ]
    graph = helper.make_graph(
        nodes,
        "material",
        [array("board", [batch, channels[0], 9, 9]), array("constants", [batch, channels[1], 9, 9])],
        [array("win", [batch, 1]), array("logits", [batch, actions])],
        [numpy_helper.from_array(value, name) for name, value in constants.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
    onnx.save(model, str(path))
    return path


class UniformNetwork:
    """Gives every move the same probability and every position the value 0; counts its calls."""

    def __init__(self, actions: int) -> None:
        self.actions = actions
        self.sizes: list[int] = []

    def evaluate(self, inputs: tuple[Any, ...]) -> tuple[Any, Any]:
        count = len(inputs[0])
        self.sizes.append(count)
        return np.zeros((count, self.actions), np.float32), np.zeros(count, np.float32)
