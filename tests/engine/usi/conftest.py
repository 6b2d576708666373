"""The two programs of the engine: ``komadai usi``, and komadai-usi."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.usi.usi_process import PYTHON, native


@pytest.fixture(params=["python", "native"])
def usi_program(request: pytest.FixtureRequest) -> Sequence[str]:
    """The command that starts the program."""
    return PYTHON if request.param == "python" else native()
