"""The fit: its model says what the engine says, its gradient is one, and it learns what games teach."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from komadai import BLACK, Board
from komadai._core import Evaluation
from komadai.training import fit as fitting
from komadai.training.examples import Examples, examples_of
from komadai.training.games import TrainingGame, read_games
from komadai.training.model import Model, prepare
from komadai.training.selfplay import SelfPlay, lines
from komadai.training.weights import Weights

BUILT_IN = Path(__file__).parents[2] / "cpp" / "eval" / "handmade.weights"


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("selfplay") / "games.tsv"
    path.write_text("".join(line + "\n" for line in lines(SelfPlay(nodes=60, seed=3), 14, 1)))
    return path


@pytest.fixture(scope="module")
def examples(games: Path) -> Examples:
    return examples_of(read_games(games))


def test_self_play_is_the_same_again_and_ends_with_a_reason(games: Path) -> None:
    again = list(lines(SelfPlay(nodes=60, seed=3), 2, 1))
    played = list(read_games(games))
    assert again == [game.line() for game in played[: len(again)]]
    assert len(played) > 5
    for game in played:
        board = Board()
        for usi in game.moves:
            board.push_usi(usi)  # every move is legal
        assert game.reason


def test_the_model_says_what_the_engine_says(games: Path, examples: Examples) -> None:
    model = Model(1.0)
    values = model.values(prepare(examples, 0.5), Weights.read(BUILT_IN))[0]
    engine = []
    evaluation = Evaluation()
    # The same positions once more, by way of a one-game data set each.
    for game in read_games(games):
        board = Board()
        for ply, usi in enumerate(game.moves):
            one = examples_of(
                [TrainingGame((*game.moves[: ply + 1],), game.score, ply, game.scores[: ply + 1])]
            )
            if len(one):
                value = evaluation.value(board)
                engine.append(value if board.turn == BLACK else -value)
            board.push_usi(usi)
        if len(engine) > 60:
            break
    assert np.abs(values[: len(engine)] - np.array(engine)).max() <= 2


def test_the_gradient_is_the_slope_of_the_cost(examples: Examples) -> None:
    model, data = Model(2.0), prepare(examples, 0.5)
    chance = np.random.default_rng(1)
    at = chance.normal(0, 0.2, model.length)
    direction = chance.normal(0, 1, model.length)
    step = 1e-6  # short: the curve of danger has corners, and a longer one goes round some
    cost, gradient = model.cost(at, data)
    measured = (model.cost(at + step * direction, data)[0] - model.cost(at - step * direction, data)[0]) / (
        2 * step
    )
    assert measured == pytest.approx(float(gradient @ direction), rel=1e-3)
    assert cost > 0


def test_the_costs_of_parts_add_up(examples: Examples) -> None:
    model, data = Model(2.0), prepare(examples, 0.5)
    at = np.random.default_rng(2).normal(0, 0.2, model.length)
    halves = [
        data.rows(some) for some in np.array_split(np.random.default_rng(3).permutation(len(examples)), 2)
    ]
    costs = [model.cost(at, half, float(half.weight.sum() / data.weight.sum())) for half in halves]
    whole, gradient = model.cost(at, data)
    assert sum(cost for cost, _ in costs) == pytest.approx(whole)
    assert np.allclose(costs[0][1] + costs[1][1], gradient)


def test_fitting_makes_the_loss_smaller_and_the_file_is_read_by_the_engine(
    games: Path, tmp_path: Path
) -> None:
    output = tmp_path / "fitted.weights"
    fitting.main([str(games), "-o", str(output), "--epochs", "8", "--evidence", "2"])
    learn, _ = fitting.split(examples_of(read_games(games)))
    model, data = Model(2.0), prepare(learn, 0.5)
    fitted = Weights.read(output)
    assert model.loss(data, fitted) < model.loss(data, model.weights(np.zeros(model.length)))
    assert isinstance(Evaluation(str(output)).value(Board()), int)
