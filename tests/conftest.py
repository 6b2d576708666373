"""What all tests share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

# The same examples in every run: a red build must mean that the code changed. To go hunting,
# use --hypothesis-profile=explore.
settings.register_profile(
    "fixed",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "explore", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("fixed")

# Data that lies beside a checkout of the makers, never in it.
SHARED_DATA = Path(__file__).resolve().parents[2] / "shared" / "data"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "slow: takes more than a few seconds (`-m 'not slow'` leaves it out)")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of shared data; skips the test where it is missing."""
    if not SHARED_DATA.is_dir():
        pytest.skip(f"no shared data at {SHARED_DATA}")
    return SHARED_DATA


@pytest.fixture(scope="session")
def perft_data(shared_data: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((shared_data / "perft.json").read_text())
    return data
