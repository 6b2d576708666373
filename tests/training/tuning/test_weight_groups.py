"""Groups of weights that are tuned together."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from komadai import Board
from komadai._core import Evaluation
from komadai.training.tuning.weight_groups import GROUPS, with_groups
from komadai.training.weights import BUILT_IN, SHAPES, Weights, read_bytes

BUILT_IN_WEIGHTS = Weights.from_bytes(read_bytes(BUILT_IN), BUILT_IN)
PHASES = {"opening", "endgame"}


def test_the_default_changes_nothing() -> None:
    same = with_groups(BUILT_IN_WEIGHTS, {name: group.default for name, group in GROUPS.items()})
    for name in SHAPES:
        assert np.array_equal(getattr(same, name), getattr(BUILT_IN_WEIGHTS, name))


@pytest.mark.parametrize("part", SHAPES)
def test_each_weight_belongs_to_one_group(part: str) -> None:
    counts = np.zeros(SHAPES[part])
    for name, group in GROUPS.items():
        if name not in PHASES and part in group.rows:
            counts[group.rows[part] if group.column is None else (group.rows[part], group.column)] += 1
    if part == "danger":
        assert counts[0] == 0  # where the curve begins
        counts = counts[1:]
    assert (counts == 1).all()


def test_a_group_changes_its_weights_only() -> None:
    changed = with_groups(BUILT_IN_WEIGHTS, {"hand_gold": 110, "tempo_endgame": -7, "opening": 50})
    expected = BUILT_IN_WEIGHTS.plain.copy()
    expected[GROUPS["hand_gold"].rows["plain"]] *= 1.1
    expected[-1, 1] -= 7
    expected[:, 0] *= 0.5
    assert changed.plain == pytest.approx(expected)
    assert changed.distances[:, 0] == pytest.approx(0.5 * BUILT_IN_WEIGHTS.distances[:, 0])
    assert np.array_equal(changed.distances[:, 1], BUILT_IN_WEIGHTS.distances[:, 1])
    assert np.array_equal(changed.views, BUILT_IN_WEIGHTS.views)
    assert np.array_equal(changed.danger, BUILT_IN_WEIGHTS.danger)


def test_the_engine_reads_the_changed_weights(tmp_path: Path) -> None:
    path = tmp_path / "more.weights"
    with_groups(BUILT_IN_WEIGHTS, {"tempo_opening": 40, "tempo_endgame": 40}).write(path)
    board = Board()
    assert Evaluation(path).value(board) == Evaluation().value(board) + 40
