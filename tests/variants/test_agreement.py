"""Engine and reference agree on random games of every variant.

A few short games here; tools/variant_agreement.py plays a thousand of each.
"""

from __future__ import annotations

import pytest

from tests.variants.compare import compare_game
from tests.variants.reference import VARIANTS

LONG = {"taikyoku": 30, "tai": 40}  # plies, where a ply takes the reference long


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_random_games(name: str, seed: int) -> None:
    report = compare_game(name, seed, LONG.get(name, 60))
    assert not report.difference
