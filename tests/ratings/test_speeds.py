"""Speeds: the formula's boundaries, and clocks that are played with."""

from __future__ import annotations

import pytest

from komadai.ratings.speeds import expected_seconds, speed_of


@pytest.mark.parametrize(
    ("seconds", "speed"),
    [
        (0, "bullet"),
        (179.9, "bullet"),
        (180, "blitz"),
        (479, "blitz"),
        (480, "rapid"),
        (1499, "rapid"),
        (1500, "classical"),
        (86_400, "classical"),
    ],
)
def test_a_speed_begins_at_its_bound(seconds: float, speed: str) -> None:
    assert speed_of(seconds) == speed


@pytest.mark.parametrize(
    ("clock", "seconds", "speed"),
    [
        ((600, 0, 30, 3), 2850, "classical"),
        ((600, 0, 30, 1), 1350, "rapid"),
        ((0, 0, 10, 1), 250, "blitz"),
        ((0, 0, 10, 10), 2500, "classical"),
        ((60, 0, 0, 1), 60, "bullet"),
        ((300, 5, 0, 1), 600, "rapid"),
        ((600, 10, 0, 1), 1200, "rapid"),
    ],
    ids=str,
)
def test_every_byoyomi_period_counts(
    clock: tuple[float, float, float, int], seconds: float, speed: str
) -> None:
    assert expected_seconds(*clock) == seconds
    assert speed_of(*clock) == speed
