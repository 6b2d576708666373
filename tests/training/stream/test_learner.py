"""The trainer of a stream learns the value of pieces from positions of the window."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from komadai.packed import EvaluatedPosition
from komadai.pieces import BLACK, WHITE
from komadai.training.float_network import FloatNetwork
from komadai.training.step import StepState
from komadai.training.stream.learner import Learner
from komadai.training.stream.settings import StreamSettings
from komadai.training.stream.window import Window
from tests.training.positions import boards, material

SETTINGS = StreamSettings(width=32, steps=120, batch_size=256, rate=0.005)
GAME_POSITIONS = 10


def filled(folder: Path, positions: int) -> Window:
    """A window with positions of random games, whose scores are those of the pieces."""
    window = Window(folder, 10_000)
    records = []
    for board in boards(positions, 1):
        value = material(board.sfen())
        score = value if board.turn is BLACK else -value
        winner = None if value == 0 else BLACK if value > 0 else WHITE
        records.append(EvaluatedPosition(board, max(-2_000, min(score, 2_000)), None, winner).to_psv())
    for game, first in enumerate(range(0, positions, GAME_POSITIONS)):
        window.add(game, b"".join(records[first : first + GAME_POSITIONS]))
        window.flush()
    return window


def learner_of(window: Window, settings: StreamSettings = SETTINGS) -> Learner:
    network = FloatNetwork.random(settings.shape, settings.seed)
    return Learner(settings, window, StepState.initial(network), network.parameters)


def test_the_averaged_network_learns(tmp_path: Path) -> None:
    learner = learner_of(filled(tmp_path, 1_500))
    before = learner.held_out_loss()
    losses = []
    for _ in range(SETTINGS.steps):
        made = learner.step()
        assert made is not None
        losses.append(made[0])
    after = learner.held_out_loss()
    assert before is not None
    assert after is not None
    assert np.mean(losses[-10:]) < np.mean(losses[:10]) - 0.02
    assert after < before - 0.02
    assert not np.array_equal(learner.average, learner.state().parameters)


def test_a_step_does_not_repeat_the_batch_of_the_one_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner = learner_of(filled(tmp_path, 300))  # an epoch is one batch
    batches: list[set[int]] = []
    read = learner._reader.read

    def remember(records: np.ndarray) -> object:
        batches.append(set(records.tolist()))
        return read(records)

    monkeypatch.setattr(learner._reader, "read", remember)
    for _ in range(3):
        learner.step()
    assert all(len(batch) == SETTINGS.batch_size for batch in batches)
    assert batches[0] != batches[1] != batches[2]


def test_no_step_is_made_without_a_whole_batch(tmp_path: Path) -> None:
    learner = learner_of(filled(tmp_path, 200))
    assert learner.step() is None
    assert learner.step_number == 0
    assert learner_of(filled(tmp_path, 200), replace(SETTINGS, batch_size=100)).step() is not None
