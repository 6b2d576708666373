"""A random order that is computed: every number once, by the seed."""

from __future__ import annotations

import numpy as np
import pytest

from komadai.training.shuffled_order import ShuffledOrder


@pytest.mark.parametrize("count", [1, 2, 3, 7, 64, 65, 1000, 4097])
def test_every_number_comes_once(count: int) -> None:
    order = ShuffledOrder(count, seed=5)
    assert sorted(order.part(0, count).tolist()) == list(range(count))


def test_parts_are_those_of_the_whole_and_seeds_differ() -> None:
    order = ShuffledOrder(10_000, seed=1)
    whole = order.part(0, 10_000)
    parts = np.concatenate([order.part(start, start + 768) for start in range(0, 10_000, 768)])
    assert np.array_equal(whole, parts)
    assert not np.array_equal(whole, ShuffledOrder(10_000, seed=2).part(0, 10_000))


def test_neighbours_are_spread_like_random_numbers() -> None:
    count = 100_000
    numbers = ShuffledOrder(count, seed=3).part(0, count).astype(np.int64)
    # The mean distance of two random numbers is a third of the range.
    for distance in (1, 2, 1000):
        assert np.abs(numbers[distance:] - numbers[:-distance]).mean() == pytest.approx(count / 3, rel=0.02)
    assert abs(np.corrcoef(np.arange(count), numbers)[0, 1]) < 0.02


def test_a_large_order_needs_no_table() -> None:
    part = ShuffledOrder(10**12, seed=1).part(10**11, 10**11 + 1000)
    assert len(set(part.tolist())) == 1000
    assert part.max() < 10**12
