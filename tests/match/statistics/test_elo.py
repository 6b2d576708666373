"""Elo and its error bars, compared with closed forms and with simulated games."""

from __future__ import annotations

import random
from math import inf, log10, sqrt

import pytest

from komadai.errors import RangeError
from komadai.match.statistics import Pentanomial, elo_of_score, estimate, score_of_elo


def test_a_hundred_elo_are_64_percent_and_two_hundred_76() -> None:
    assert score_of_elo(0) == 0.5
    assert round(score_of_elo(100), 2) == 0.64
    assert round(score_of_elo(200), 2) == 0.76
    assert round(score_of_elo(400), 4) == 0.9091


@pytest.mark.parametrize("elo", [-700.0, -35.5, 0.0, 3.0, 120.0])
def test_elo_and_score_are_each_others_inverse(elo: float) -> None:
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo)


def test_scores_of_0_and_1_have_no_finite_elo() -> None:
    assert elo_of_score(1) == inf
    assert elo_of_score(0) == -inf


def test_pairs_are_counted_by_their_points() -> None:
    pairs = Pentanomial.of([(0, 0), (0.5, 0), (1, 0), (0.5, 0.5), (0, 1), (1, 0.5), (1, 1)])
    assert pairs.counts == (1, 1, 3, 1, 1)
    assert pairs.pairs == 7
    with pytest.raises(RangeError):
        Pentanomial((1, 2, -1, 0, 0))


def simulated_pairs(rng: random.Random, pairs: int, win: float, draw: float) -> list[tuple[float, float]]:
    """Pairs of independent games."""

    def game() -> float:
        lot = rng.random()
        return 1.0 if lot < win else 0.5 if lot < win + draw else 0.0

    return [(game(), game()) for _ in range(pairs)]


def test_independent_games_have_the_variance_of_single_games() -> None:
    rng = random.Random(1)
    games = simulated_pairs(rng, 40_000, 0.4, 0.3)
    single = [score for pair in games for score in pair]
    mean = sum(single) / len(single)
    naive = sqrt(sum((score - mean) ** 2 for score in single) / len(single))
    pairs = Pentanomial.of(games)
    assert pairs.mean == pytest.approx(mean)
    assert pairs.game_deviation == pytest.approx(naive, rel=0.01)


def test_openings_that_one_side_always_wins_do_not_increase_the_error() -> None:
    # In half of the pairs Black wins both games, in the others A does.
    pairs = Pentanomial.of([(1, 0)] * 50 + [(1, 1)] * 50)
    found = estimate(pairs)
    assert found is not None
    single = sqrt(0.75 * 0.25 / 200)
    paired = sqrt(0.25 / 4 / 100)
    assert paired < single
    assert found.high == pytest.approx(elo_of_score(0.75 + 1.959964 * paired))


def test_three_wins_of_four_are_190_elo() -> None:
    found = estimate(Pentanomial((5, 0, 40, 0, 55)))
    assert found is not None
    assert found.elo == pytest.approx(400 * log10(0.75 / 0.25))


def test_normalized_elo_is_about_logistic_elo_without_draws_and_with_a_small_difference() -> None:
    # The results of a pair have the probabilities p², 2p(1-p), (1-p)², as of independent games without draws.
    p = score_of_elo(10)
    counts = (round(1e6 * (1 - p) ** 2), 0, round(2e6 * p * (1 - p)), 0, round(1e6 * p * p))
    found = estimate(Pentanomial(counts))
    assert found is not None
    assert found.normalized == pytest.approx(found.elo, rel=1e-3)


def test_the_95_percent_interval_contains_the_true_value_95_times_of_100() -> None:
    rng = random.Random(7)
    win, draw = 0.45, 0.2
    truth = elo_of_score(win + draw / 2)
    held = 0
    for _ in range(1500):
        found = estimate(Pentanomial.of(simulated_pairs(rng, 60, win, draw)))
        assert found is not None
        held += found.low <= truth <= found.high
    assert 0.935 <= held / 1500 <= 0.965


def test_superiority_is_the_probability_that_the_engine_with_the_better_score_is_stronger() -> None:
    # True differences are from -30 to 30 Elo: an engine with superiority 80 % is stronger 8 times of 10.
    rng = random.Random(11)
    right = believed = 0
    for _ in range(4000):
        truth = rng.uniform(-30, 30)
        found = estimate(Pentanomial.of(simulated_pairs(rng, 100, score_of_elo(truth), 0)))
        assert found is not None
        if 0.75 <= found.superiority <= 0.85:
            believed += 1
            right += truth > 0
    assert believed > 200
    assert 0.7 <= right / believed <= 0.9


def test_there_is_no_estimate_without_pairs_and_a_wide_one_after_one_pair() -> None:
    assert estimate(Pentanomial()) is None
    found = estimate(Pentanomial((0, 0, 0, 0, 1)))
    assert found is not None
    assert found.low < 0 < found.high
