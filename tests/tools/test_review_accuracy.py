"""The fit of win rate and accuracy: it finds the constants of games that were made with known ones."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import review_accuracy
import review_accuracy_fit as fitting

from komadai.score import KOMADAI_WIN_RATE


def made_up(scale: float, games: int = 400) -> list[fitting.Played]:
    """Games of thirty positions with a constant score, won as often as the scale says."""
    chance = np.random.default_rng(7)
    found = []
    for _ in range(games):
        score = chance.normal(0, 900)
        won = chance.random() < 1 / (1 + np.exp(-score / scale))
        found.append(fitting.Played(float(won), np.full(30, score), np.zeros(29, bool), None))
    return found


def test_the_scale_of_made_up_games_is_found_and_better_than_others() -> None:
    rows, scale, error = fitting.fit_win_rate(made_up(250))
    assert abs(scale - 250) < 3 * error
    assert rows[-1].name == "fitted"
    assert rows[-1].is_better


def test_a_fit_to_games_of_the_scale_in_use_is_not_better() -> None:
    rows, _, _ = fitting.fit_win_rate(made_up(KOMADAI_WIN_RATE.scale))
    assert not rows[-1].is_better


def test_a_side_that_loses_nothing_has_the_accuracy_100() -> None:
    game = fitting.Played(1.0, np.array([0.0, -500, -500, -1000, -1000]), np.array([False, True] * 2), None)
    for formula in (fitting.Formula(1200, None, 1.0, 0.5), fitting.Formula(600, 0.03, 0.0, 0.0)):
        ((black, white),) = fitting.Accuracies([game]).of(formula)
        assert black < white == 100


def test_a_line_that_a_stopped_run_left_unfinished_is_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "evaluations.jsonl"
    file.write_text(json.dumps({"id": "a"}) + '\n{"id": "b', "utf-8")
    assert [line["id"] for line in review_accuracy.read_lines(file)] == ["a"]
    assert list(review_accuracy.read_lines(tmp_path / "none")) == []


def test_equal_values_share_their_rank() -> None:
    assert fitting.ranks(np.array([3, 1, 3, 2])).tolist() == [3.5, 1.0, 3.5, 2.0]
