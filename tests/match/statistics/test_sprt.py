"""The sequential test, compared with closed forms, other distributions and simulated matches."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from math import exp, log, sqrt
from typing import TYPE_CHECKING

import pytest

from komadai.errors import RangeError
from komadai.match.statistics import Pentanomial, Sprt, score_of_elo
from komadai.match.statistics.sprt import most_likely_with_mean, most_likely_with_ratio

if TYPE_CHECKING:
    from collections.abc import Callable

Counts = tuple[int, int, int, int, int]

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)


def mean_of(shares: tuple[float, ...]) -> float:
    return sum(p * value for p, value in zip(shares, VALUES, strict=True))


def deviation_of(shares: tuple[float, ...]) -> float:
    mean = mean_of(shares)
    return sqrt(sum(p * (value - mean) ** 2 for p, value in zip(shares, VALUES, strict=True)))


def likelihood(observed: tuple[float, ...], shares: tuple[float, ...]) -> float:
    return sum(a * log(b) for a, b in zip(observed, shares, strict=True))


def test_bounds_are_those_of_wald() -> None:
    test = Sprt(0, 5)
    assert (round(test.lower, 3), round(test.upper, 3)) == (-2.944, 2.944)
    test = Sprt(0, 5, alpha=0.01, beta=0.1)
    assert test.lower == pytest.approx(log(0.1 / 0.99))
    assert test.upper == pytest.approx(log(0.9 / 0.01))


@pytest.mark.parametrize(
    "wrong",
    [
        {"elo0": 5, "elo1": 0},
        {"elo0": 0, "elo1": 0},
        {"elo0": 0, "elo1": 5, "alpha": 0},
        {"elo0": 0, "elo1": 5, "beta": 0.5},
        {"elo0": 0, "elo1": 5, "model": "trinomial"},
    ],
)
def test_invalid_hypotheses_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(RangeError):
        Sprt(**wrong)  # type: ignore[arg-type]


def test_with_two_possible_results_the_mean_determines_the_distribution() -> None:
    # If games are only won or lost, a mean of 0.6 is 6 wins of 10, whatever results were observed.
    assert most_likely_with_mean((0.3, 0.7), 0.6, (0.0, 1.0)) == pytest.approx((0.4, 0.6))


def test_pairs_with_two_equal_results_have_the_likelihood_ratio_of_bernoulli_trials() -> None:
    test = Sprt(0, 100)
    won, lost = 70, 30
    high = score_of_elo(100)
    by_hand = won * log(high / 0.5) + lost * log((1 - high) / 0.5)
    # Only about: results that never occurred count as a thousandth of a pair.
    assert test.llr(Pentanomial((lost, 0, 0, 0, won))) == pytest.approx(by_hand, abs=0.02)


def random_shares(rng: random.Random) -> tuple[float, ...]:
    parts = [rng.random() + 0.02 for _ in VALUES]
    return tuple(part / sum(parts) for part in parts)


@pytest.mark.parametrize("seed", range(6))
def test_no_distribution_with_the_same_mean_is_more_likely(seed: int) -> None:
    rng = random.Random(seed)
    observed, mean = random_shares(rng), rng.uniform(0.3, 0.7)
    best = most_likely_with_mean(observed, mean)
    assert sum(best) == pytest.approx(1)
    assert mean_of(best) == pytest.approx(mean)
    for _ in range(500):
        # A change of three shares that leaves sum and mean as they are.
        i, j, k = sorted(rng.sample(range(5), 3))
        size = rng.choice((-1, 1)) * 10 ** rng.uniform(-5, -1)
        other = list(best)
        other[i] += size * (k - j)
        other[j] -= size * (k - i)
        other[k] += size * (j - i)
        if min(other) > 0:
            assert likelihood(observed, tuple(other)) <= likelihood(observed, best) + 1e-12


@pytest.mark.parametrize("seed", range(6))
def test_no_distribution_with_the_same_ratio_of_mean_to_deviation_is_more_likely(seed: int) -> None:
    rng = random.Random(seed)
    observed, ratio = random_shares(rng), rng.uniform(-0.4, 0.4)
    best = most_likely_with_ratio(observed, ratio)
    assert sum(best) == pytest.approx(1)
    assert (mean_of(best) - 0.5) / deviation_of(best) == pytest.approx(ratio, abs=1e-9)
    tried = 0
    for _ in range(3000):
        # Random neighbours; those whose ratio is almost the same are compared.
        other = list(best)
        for index in range(5):
            other[index] *= 1 + rng.gauss(0, 0.01)
        total = sum(other)
        rival = tuple(part / total for part in other)
        found = (mean_of(rival) - 0.5) / deviation_of(rival)
        if abs(found - ratio) < 2e-4:
            tried += 1
            assert likelihood(observed, rival) <= likelihood(observed, best) + 2e-4
    assert tried > 20


def test_for_any_counts_the_ratio_is_met_and_no_random_search_finds_a_likelier_distribution() -> None:
    """Includes only draws, only losses and wide bounds, for which an iteration ended at a wrong solution."""
    rng = random.Random(7)
    few = range(3)
    cases = [Pentanomial(counts) for counts in product(few, few, few, few, few) if sum(counts)]
    cases += [Pentanomial(counts) for counts in ((0, 0, 1000, 0, 0), (0, 1, 200, 1, 0), (50, 0, 0, 0, 0))]
    for pairs in cases:
        observed, ratio = pairs.smoothed(), rng.choice((-1.2, -0.4, -0.02, 0.0, 0.02, 0.04, 0.2, 0.4, 1.2))
        best = most_likely_with_ratio(observed, ratio)
        assert min(best) > 0
        assert sum(best) == pytest.approx(1)
        assert mean_of(best) - 0.5 == pytest.approx(ratio * deviation_of(best), abs=1e-7)
        assert (
            likelihood(observed, best) >= likelihood(observed, best_by_climbing(observed, ratio, rng)) - 1e-6
        )


def best_by_climbing(observed: tuple[float, ...], ratio: float, rng: random.Random) -> tuple[float, ...]:
    """By random search: each candidate is changed so that it has the ratio.

    For this, a part of the shares is moved to a win or a loss; how much is found by bisection.
    """

    def with_ratio(shares: list[float]) -> tuple[float, ...]:
        total = sum(shares)
        shares = [each / total for each in shares]
        mean, square = mean_of(tuple(shares)), sum(p * v * v for p, v in zip(shares, VALUES, strict=True))
        low, high = -1.0, 1.0
        for _ in range(50):
            part = (low + high) / 2
            rest, won = 1 - abs(part), max(part, 0.0)
            mixed_mean = rest * mean + won
            deviation = sqrt(max(rest * square + won - mixed_mean**2, 0.0))
            if mixed_mean - 0.5 < ratio * deviation:
                low = part
            else:
                high = part
        mixed = [each * (1 - abs(part)) for each in shares]
        mixed[4 if part > 0 else 0] += abs(part)
        return tuple(mixed)

    best = with_ratio(list(observed))
    for number in range(120):
        size = 0.9 ** (number / 4)
        other = with_ratio([each * exp(rng.gauss(0, size)) for each in best])
        if min(other) > 0 and likelihood(observed, other) > likelihood(observed, best):
            best = other
    return best


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1"),
    [
        ((0, 0, 100, 0, 0), 0, 5),
        ((0, 1, 200, 1, 0), 0, 50),
        ((5, 0, 0, 0, 0), 0, 10),
        ((50, 0, 0, 0, 0), -5, 0),
    ],
)
def test_with_few_wins_the_normalized_test_has_the_sign_of_the_logistic_test(
    counts: tuple[int, int, int, int, int], elo0: float, elo1: float
) -> None:
    normalized = Sprt(elo0, elo1, model="normalized").llr(Pentanomial(counts))
    assert normalized < 0
    assert Sprt(elo0, elo1).llr(Pentanomial(counts)) < 0
    mirrored = Sprt(-elo1, -elo0, model="normalized").llr(
        Pentanomial((counts[4], counts[3], counts[2], counts[1], counts[0]))
    )
    assert mirrored == pytest.approx(-normalized)


def test_for_small_differences_the_likelihood_ratio_is_that_of_two_normal_distributions() -> None:
    pairs = Pentanomial((900, 2100, 4000, 2150, 950))
    test = Sprt(0, 4)
    low, high = score_of_elo(0), score_of_elo(4)
    normal = pairs.pairs * (high - low) * (2 * pairs.mean - low - high) / (2 * pairs.variance)
    assert test.llr(pairs) == pytest.approx(normal, rel=0.01)


def test_normalized_and_logistic_tests_agree_without_draws() -> None:
    # Independent games without draws: normalized Elo equals logistic Elo.
    pairs = Pentanomial((2400, 0, 5000, 0, 2600))
    assert Sprt(0, 5, model="normalized").llr(pairs) == pytest.approx(Sprt(0, 5).llr(pairs), rel=0.02)


def test_without_pairs_there_is_no_decision() -> None:
    state = Sprt(0, 5).state(Pentanomial())
    assert (state.llr, state.decision) == (0, None)


def decision_of_match(
    rng: random.Random, elo: float, draw: float, decide: Callable[[Counts], str | None]
) -> str:
    """The decision of the test in a simulated match; it is evaluated after every eight pairs."""
    win = score_of_elo(elo) - draw / 2
    counts = [0] * 5
    while True:
        for _ in range(8):
            points = 0
            for _ in range(2):
                number = rng.random()
                points += 2 if number < win else number < win + draw
            counts[points] += 1
        decision = decide((counts[0], counts[1], counts[2], counts[3], counts[4]))
        if decision is not None:
            return decision


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_error_probabilities_are_alpha_and_beta(model: str) -> None:
    """Simulated matches accept elo1 with probability alpha if elo0 is true, elo0 with beta if elo1 is.

    The bounds are usually exceeded, not met exactly, which makes the errors slightly rarer.
    """
    test = Sprt(0, 60, alpha=0.1, beta=0.1, model=model)  # type: ignore[arg-type]

    @cache  # matches begin alike: most counts occur in several of them
    def decide(counts: Counts) -> str | None:
        return test.state(Pentanomial(counts)).decision

    rng = random.Random(42)
    matches, draw = 250, 0.2 if model == "logistic" else 0.0
    wrong = sum(decision_of_match(rng, 0, draw, decide) == "H1" for _ in range(matches))
    missed = sum(decision_of_match(rng, 60, draw, decide) == "H0" for _ in range(matches))
    assert 0.03 <= wrong / matches <= 0.14
    assert 0.03 <= missed / matches <= 0.14
