"""The cases by which the page's own games are tested are those that the library writes now."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import game_cases
import variant_move_cases


@pytest.mark.parametrize("tool", [game_cases, variant_move_cases])
def test_cases_are_current(tool: ModuleType) -> None:
    assert tool.FILE.read_text("utf-8") == tool.text(), f"run python tools/{tool.__name__}.py"
