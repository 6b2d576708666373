"""The sequential test, against closed forms, against other distributions, and against lots."""

from __future__ import annotations

import random
from itertools import product
from math import exp, log, sqrt

import pytest

from komadai.arena.statistics import Pentanomial, Sprt, score_of_elo
from komadai.arena.statistics.sprt import most_likely_with_mean, most_likely_with_ratio
from komadai.errors import RangeError

VALUES = (0.0, 0.25, 0.5, 0.75, 1.0)


def mean_of(shares: tuple[float, ...]) -> float:
    return sum(p * value for p, value in zip(shares, VALUES, strict=True))


def deviation_of(shares: tuple[float, ...]) -> float:
    mean = mean_of(shares)
    return sqrt(sum(p * (value - mean) ** 2 for p, value in zip(shares, VALUES, strict=True)))


def likelihood(seen: tuple[float, ...], shares: tuple[float, ...]) -> float:
    return sum(a * log(b) for a, b in zip(seen, shares, strict=True))


def test_the_bounds_are_walds() -> None:
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
def test_a_test_that_makes_no_sense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(RangeError):
        Sprt(**wrong)  # type: ignore[arg-type]


def test_of_two_results_only_one_distribution_has_the_mean() -> None:
    # Won or lost, nothing else: a mean of 0.6 is won 6 times of 10, whatever was seen.
    assert most_likely_with_mean((0.3, 0.7), 0.6, (0.0, 1.0)) == pytest.approx((0.4, 0.6))


def test_pairs_that_are_won_or_lost_whole_have_bernoullis_likelihood_ratio() -> None:
    test = Sprt(0, 100)
    won, lost = 70, 30
    high = score_of_elo(100)
    by_hand = won * log(high / 0.5) + lost * log((1 - high) / 0.5)
    # What never came is given a thousandth of a pair: hence not quite the same.
    assert test.llr(Pentanomial((lost, 0, 0, 0, won))) == pytest.approx(by_hand, abs=0.02)


def random_shares(chance: random.Random) -> tuple[float, ...]:
    parts = [chance.random() + 0.02 for _ in VALUES]
    return tuple(part / sum(parts) for part in parts)


@pytest.mark.parametrize("seed", range(6))
def test_no_other_distribution_with_the_mean_is_more_likely(seed: int) -> None:
    chance = random.Random(seed)
    seen, mean = random_shares(chance), chance.uniform(0.3, 0.7)
    best = most_likely_with_mean(seen, mean)
    assert sum(best) == pytest.approx(1)
    assert mean_of(best) == pytest.approx(mean)
    for _ in range(500):
        # A change of three shares that leaves sum and mean as they are.
        i, j, k = sorted(chance.sample(range(5), 3))
        size = chance.choice((-1, 1)) * 10 ** chance.uniform(-5, -1)
        other = list(best)
        other[i] += size * (k - j)
        other[j] -= size * (k - i)
        other[k] += size * (j - i)
        if min(other) > 0:
            assert likelihood(seen, tuple(other)) <= likelihood(seen, best) + 1e-12


@pytest.mark.parametrize("seed", range(6))
def test_no_other_distribution_with_the_ratio_of_mean_to_deviation_is_more_likely(seed: int) -> None:
    chance = random.Random(seed)
    seen, ratio = random_shares(chance), chance.uniform(-0.4, 0.4)
    best = most_likely_with_ratio(seen, ratio)
    assert sum(best) == pytest.approx(1)
    assert (mean_of(best) - 0.5) / deviation_of(best) == pytest.approx(ratio, abs=1e-9)
    tried = 0
    for _ in range(3000):
        # Random neighbours, each with the mean and then the deviation it must have for the ratio: the
        # most likely one of that mean, if it has that deviation, is a rival.
        other = list(best)
        for index in range(5):
            other[index] *= 1 + chance.gauss(0, 0.01)
        total = sum(other)
        rival = tuple(part / total for part in other)
        found = (mean_of(rival) - 0.5) / deviation_of(rival)
        if abs(found - ratio) < 2e-4:
            tried += 1
            assert likelihood(seen, rival) <= likelihood(seen, best) + 2e-4
    assert tried > 20


def test_whatever_was_seen_its_ratio_is_the_one_asked_for_and_no_search_finds_a_likelier_one() -> None:
    """Draws alone, a one-sided start, wide bounds: steps from distribution to distribution went astray."""
    chance = random.Random(7)
    few = range(3)
    every = [Pentanomial(counts) for counts in product(few, few, few, few, few) if sum(counts)]
    every += [Pentanomial(counts) for counts in ((0, 0, 1000, 0, 0), (0, 1, 200, 1, 0), (50, 0, 0, 0, 0))]
    for pairs in every:
        seen, ratio = pairs.smoothed(), chance.choice((-1.2, -0.4, -0.02, 0.0, 0.02, 0.04, 0.2, 0.4, 1.2))
        best = most_likely_with_ratio(seen, ratio)
        assert min(best) > 0
        assert sum(best) == pytest.approx(1)
        assert mean_of(best) - 0.5 == pytest.approx(ratio * deviation_of(best), abs=1e-7)
        assert likelihood(seen, best) >= likelihood(seen, best_by_climbing(seen, ratio, chance)) - 1e-6


def best_by_climbing(seen: tuple[float, ...], ratio: float, chance: random.Random) -> tuple[float, ...]:
    """By trial: from somewhere to wherever it is likelier, each time brought back to the ratio.

    Any shares have the ratio once so much of them is moved to a win or a loss, found by halves.
    """

    def brought_back(shares: list[float]) -> tuple[float, ...]:
        less, more = -1.0, 1.0
        for _ in range(50):
            part = (less + more) / 2
            mixed = [each * (1 - abs(part)) for each in shares]
            mixed[4 if part > 0 else 0] += abs(part)
            found = tuple(each / sum(mixed) for each in mixed)
            if mean_of(found) - 0.5 < ratio * deviation_of(found):
                less = part
            else:
                more = part
        return found

    best = brought_back(list(seen))
    for number in range(120):
        size = 0.9 ** (number / 4)
        other = brought_back([each * exp(chance.gauss(0, size)) for each in best])
        if min(other) > 0 and likelihood(seen, other) > likelihood(seen, best):
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
def test_where_hardly_anybody_wins_the_normalized_test_leans_as_the_logistic_one(
    counts: tuple[int, int, int, int, int], elo0: float, elo1: float
) -> None:
    normalized = Sprt(elo0, elo1, model="normalized").llr(Pentanomial(counts))
    assert normalized < 0
    assert Sprt(elo0, elo1).llr(Pentanomial(counts)) < 0
    mirrored = Sprt(-elo1, -elo0, model="normalized").llr(
        Pentanomial((counts[4], counts[3], counts[2], counts[1], counts[0]))
    )
    assert mirrored == pytest.approx(-normalized)


def test_for_small_differences_the_ratio_is_that_of_two_normal_distributions() -> None:
    pairs = Pentanomial((900, 2100, 4000, 2150, 950))
    test = Sprt(0, 4)
    low, high = score_of_elo(0), score_of_elo(4)
    normal = pairs.pairs * (high - low) * (2 * pairs.mean - low - high) / (2 * pairs.variance)
    assert test.llr(pairs) == pytest.approx(normal, rel=0.01)


def test_normalized_and_logistic_tests_agree_where_elo_does() -> None:
    # Games won or lost, independent: normalized Elo is Elo.
    pairs = Pentanomial((2400, 0, 5000, 0, 2600))
    assert Sprt(0, 5, model="normalized").llr(pairs) == pytest.approx(Sprt(0, 5).llr(pairs), rel=0.02)


def test_without_pairs_nothing_is_known() -> None:
    state = Sprt(0, 5).state(Pentanomial())
    assert (state.llr, state.decision) == (0, None)


def outcome(test: Sprt, chance: random.Random, elo: float, draw: float) -> str:
    """Which way the test goes when games are drawn by lot; looked at every eight pairs."""
    win = score_of_elo(elo) - draw / 2
    counts = [0] * 5
    while True:
        for _ in range(8):
            points = 0
            for _ in range(2):
                lot = chance.random()
                points += 2 if lot < win else lot < win + draw
            counts[points] += 1
        decision = test.state(Pentanomial((counts[0], counts[1], counts[2], counts[3], counts[4]))).decision
        if decision is not None:
            return decision


@pytest.mark.parametrize("model", ["logistic", "normalized"])
def test_the_chances_of_error_are_those_that_were_asked_for(model: str) -> None:
    """Monte Carlo: where elo0 is true elo1 is accepted in about alpha of all tests, and the other way round.

    Stopping late (the bounds are passed, not met) makes it rather less than more.
    """
    test = Sprt(0, 60, alpha=0.1, beta=0.1, model=model)  # type: ignore[arg-type]
    chance = random.Random(42)
    runs, draw = 250, 0.2 if model == "logistic" else 0.0
    wrong = sum(outcome(test, chance, 0, draw) == "H1" for _ in range(runs))
    missed = sum(outcome(test, chance, 60, draw) == "H0" for _ in range(runs))
    assert 0.03 <= wrong / runs <= 0.14
    assert 0.03 <= missed / runs <= 0.14
