"""The fit of the handmade evaluation: its model has the engine's values, its gradient is the slope of the
cost, and it learns what the positions teach."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from komadai import BLACK, Board, PackedPositionError, RangeError
from komadai._core import Evaluation, WeightTrainer
from komadai.packed import EvaluatedPosition
from komadai.training.psv_files import PsvFiles, Selection
from komadai.training.weight_fit import WeightFit, WeightFitSettings
from komadai.training.weight_model import GUESS, guess_vector, size_vector, weights_of
from komadai.training.weights import Weights
from tests.training.numpy_weights import cost_and_gradient, example, examples_of, value_and_slopes
from tests.training.positions import boards, material_file, material_records

BUILT_IN = Path(__file__).parents[2] / "cpp" / "eval" / "handmade.weights"
SHIFT = 70
SCALES = {"value_scale": 950.0, "score_scale": 1200.0, "score_shift": SHIFT, "result_weight": 0.4}


def trainer(guess: Weights = GUESS, threads: int = 1) -> WeightTrainer:
    return WeightTrainer(
        guess=guess_vector(guess),
        sizes=size_vector(),
        skip_checks=False,
        skip_captures=False,
        max_score=1 << 15,
        threads=threads,
    )


def random_deviations(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 0.2, len(size_vector())).astype(np.float32)


def test_the_model_has_the_values_of_the_engine() -> None:
    weights, evaluation = Weights.read(BUILT_IN), Evaluation()
    for board in boards(40, seed=4):
        value, _ = value_and_slopes(example(board, 0, 0.5), weights)
        engine = evaluation.value(board)
        assert value == pytest.approx(engine if board.turn == BLACK else -engine, abs=2)


def test_the_gradient_of_the_reference_is_the_slope_of_its_cost() -> None:
    examples = examples_of(material_records(12, seed=1), SHIFT)
    at, direction = random_deviations(1).astype(np.float64), random_deviations(2) * 1e-5
    _, _, gradient = cost_and_gradient(GUESS, at, examples, 0.4, 3, 0.5)
    above, below = (
        cost_and_gradient(GUESS, at + d, examples, 0.4, 3, 0.5)[1] for d in (direction, -direction)
    )
    assert (above - below) / 2 == pytest.approx(float(gradient @ direction), rel=1e-3)


@pytest.mark.parametrize("guess", [GUESS, Weights.read(BUILT_IN)], ids=["guess", "built in"])
def test_the_native_step_is_that_of_the_reference(guess: Weights) -> None:
    records = material_records(40, seed=3)
    numbers = np.arange(40, dtype=np.uint64)
    deviations = random_deviations(5)
    loss, _, gradient = cost_and_gradient(guess, deviations, examples_of(records, SHIFT), 0.4, 3, 0.5)
    native, parameters = trainer(guess), deviations.copy()
    mean, square = np.zeros_like(parameters), np.zeros_like(parameters)
    assert native.loss(parameters, records, numbers, **SCALES) == pytest.approx((loss, 40), rel=1e-5)
    before = native.step(
        parameters,
        mean,
        square,
        records,
        numbers,
        **SCALES,
        evidence=3,
        share=0.5,
        rate=0.01,
        beta1=0.9,
        beta2=0.999,
        epsilon=1e-12,
        number=1,
    )
    assert before == pytest.approx((loss, 40), rel=1e-5)
    # The first mean is the gradient times a constant, and the first step goes against its sign.
    assert np.abs(mean * 10 - gradient).max() < 2e-4 * np.abs(gradient).max()
    assert parameters == pytest.approx(deviations - 0.01 * np.sign(mean), abs=1e-5)


def settings(**changes: float) -> WeightFitSettings:
    everything = Selection(skip_checks=False, skip_captures=False)
    small = WeightFitSettings(epochs=4, batch_size=500, validation=0.1, selection=everything)
    return replace(small, **changes)  # type: ignore[arg-type]


def test_fitting_decreases_the_loss_and_the_engine_reads_the_weights(tmp_path: Path) -> None:
    files = PsvFiles([material_file(tmp_path / "a.psv", 6000), material_file(tmp_path / "b.psv", 2000, 2)])
    fit = WeightFit(files, settings(), threads=2)
    assert (fit.training_positions, fit.validation_positions, fit.steps) == (7200, 800, 56)
    before = fit.validation_loss()
    progress = list(fit.run())
    losses = [each.validation_loss for each in progress if each.validation_loss is not None]
    assert len(losses) == 4
    assert before is not None
    assert fit.validation_loss() == losses[-1] < 0.8 * before
    fit.weights().write(tmp_path / "my.weights")
    assert isinstance(Evaluation(tmp_path / "my.weights").value(Board()), int)
    # A fit that begins with these weights begins with their loss, but for their rounding.
    again = WeightFit(files, settings(), start=Weights.read(tmp_path / "my.weights"))
    assert again.validation_loss() == pytest.approx(losses[-1], rel=1e-3)


def test_the_weights_do_not_depend_on_the_number_of_threads(tmp_path: Path) -> None:
    files = PsvFiles([material_file(tmp_path / "a.psv", 6000)])
    fitted = []
    for threads in (1, 3):
        fit = WeightFit(files, settings(epochs=1, batch_size=5000, validation=0), threads=threads)
        assert [each.validation_loss for each in fit.run()] == [None]
        fitted.append(fit.weights())
    for name in ("plain", "distances", "views", "danger", "curve"):
        assert np.array_equal(getattr(fitted[0], name), getattr(fitted[1], name))


def test_without_evidence_the_weights_stay_at_the_guess(tmp_path: Path) -> None:
    files = PsvFiles([material_file(tmp_path / "a.psv", 600)])
    fit = WeightFit(files, settings(evidence=0))
    list(fit.run())
    assert np.array_equal(fit.weights().views, weights_of(GUESS, np.zeros_like(size_vector())).views)


def test_scores_that_are_too_high_for_the_side_to_move_are_shifted(tmp_path: Path) -> None:
    """Scores that are 100 centipawns above those with which as many games are expected to be won as were."""
    scores = np.random.default_rng(3).normal(0, 600, 1500).astype(int)
    wins = round(float(np.sum(1 / (1 + np.exp(-scores / 1200)))))
    records = bytearray()
    for number, board in enumerate(boards(1500, seed=3)):
        winner = board.turn if number < wins else board.turn.opponent
        records += EvaluatedPosition(board, int(scores[number]) + 100, None, winner).to_psv()
    path = tmp_path / "a.psv"
    path.write_bytes(records)
    fit = WeightFit(PsvFiles([path]), settings(validation=0))
    assert fit.score_shift == pytest.approx(100, abs=3)
    assert WeightFit(PsvFiles([path]), settings(score_shift=-7.5)).score_shift == -7.5
    opposite = bytearray(records)
    opposite[32::40], opposite[33::40] = b"\x00" * 1500, b"\x80" * 1500  # the lowest score
    path.write_bytes(opposite)
    wide = replace(settings(), selection=Selection(max_score=1 << 15))
    assert WeightFit(PsvFiles([path]), wide).score_shift == -300


def test_positions_that_are_not_quiet_are_left_out(tmp_path: Path) -> None:
    records = material_records(200, seed=1)
    checks = sum(board.is_check() for board in boards(200, seed=1))
    assert checks
    native = WeightTrainer(
        guess=guess_vector(GUESS),
        sizes=size_vector(),
        skip_checks=True,
        skip_captures=True,
        max_score=1 << 15,
        threads=1,
    )
    zeros = np.zeros_like(size_vector())
    assert native.loss(zeros, records, np.arange(200, dtype=np.uint64), **SCALES)[1] == 200 - checks


def test_a_damaged_record_is_named_with_its_file(tmp_path: Path) -> None:
    good = material_file(tmp_path / "good.psv", 300)
    bad = tmp_path / "bad.psv"
    data = bytearray(material_records(400, seed=2))
    data[123 * 40 + 38] = 7
    bad.write_bytes(data)
    with pytest.raises(PackedPositionError, match=r"bad\.psv: record 123: game_result"):
        WeightFit(PsvFiles([good, bad]), settings())
    fit = WeightFit(PsvFiles([good, bad]), settings(score_shift=0))
    with pytest.raises(PackedPositionError, match=r"bad\.psv: record 123: game_result"):
        list(fit.run())


def test_wrong_arguments_are_refused() -> None:
    for wrong in ({"result_weight": 1.5}, {"epochs": 0}, {"validation": 1}, {"evidence": -1}):
        with pytest.raises(RangeError, match=next(iter(wrong))):
            settings(**wrong)
    native, zeros = trainer(), np.zeros_like(size_vector())
    records = material_records(2, seed=1)
    with pytest.raises(RangeError, match="parameters: expected at least"):
        native.loss(zeros[1:].copy(), records, np.arange(2, dtype=np.uint64), **SCALES)
    with pytest.raises(RangeError, match="numbers: expected at least 2"):
        native.loss(zeros, records, np.arange(1, dtype=np.uint64), **SCALES)
    with pytest.raises(PackedPositionError, match="multiple of 40"):
        native.loss(zeros, records[1:], np.arange(2, dtype=np.uint64), **SCALES)
