"""The two programs of the engine: ``komadai usi``, and komadai-usi where ``make engine`` has built it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

NATIVE = Path(__file__).parents[3] / "dist/komadai-usi"


@pytest.fixture(params=["python", "native"])
def usi_program(request: pytest.FixtureRequest) -> Sequence[str]:
    """The command that starts the program."""
    if request.param == "python":
        return [sys.executable, "-m", "komadai", "usi"]
    return [str(native())]


def native() -> Path:
    """komadai-usi. Skips the test where it is not built."""
    if not NATIVE.exists():
        pytest.skip("make engine builds dist/komadai-usi")
    return NATIVE
