"""The cases for the page's ratings and repetition are those of this Python code."""

import json
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import progress_cases


def test_the_page_is_tested_with_what_python_computes_now() -> None:
    written = json.loads(progress_cases.FILE.read_text("utf-8"))
    now = json.loads(json.dumps(progress_cases.cases()))
    assert written["weights"] == now["weights"]
    for before, after in zip(written["ratings"], now["ratings"], strict=True):
        assert before["after"] == pytest.approx(after["after"])
    due = [[(each["right"], each["card"]["due_ms"]) for each in answers] for answers in now["repetitions"]]
    assert due == [
        [(each["right"], each["card"]["due_ms"]) for each in answers] for answers in written["repetitions"]
    ]
