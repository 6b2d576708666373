"""The table for users of other libraries: every row has an answer, and the answers exist."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

import komadai

PAGE = Path(__file__).parents[1] / "docs" / "comparison.md"
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.read_text("utf-8").splitlines()
    if line.startswith("| ") and not line.startswith(("| ---", "| python-chess"))
]
_CODE = re.compile(r"`([^`]+)`")
_PATH = re.compile(r'(?:f"\{)?([A-Za-z_]\w*(?:\.\w+)*)')


def exists(path: str) -> bool:
    """Whether a name of the table is in the package, on a Board, on a Move or on an open engine."""
    first, *rest = path.split(".")
    owners: list[object] = [komadai, komadai.Board, komadai.Move]
    if first in ("board", "move"):
        first, *rest = rest or [first]
    if first == "engine" and rest and hasattr(komadai.engine.Engine, rest[0]):
        return True
    if (first, *rest) == ("notation", "bod"):
        return import_module("komadai.notation.bod") is not None
    if first == "Node":
        owners.append(komadai.kifu)
    for owner in owners:
        value: object = getattr(owner, first, None)
        for name in rest:
            value = getattr(value, name, None)
        if value is not None:
            return True
    return first in ("board", "move", "komadai")


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[-1][:40])
def test_every_row_has_an_answer_that_exists(row: list[str]) -> None:
    assert len(row) == 4
    names = _CODE.findall(row[3])
    assert names, "a row without an answer"
    for name in names:
        match = _PATH.match(name)
        if match and not name.startswith(('"', "startpos", "position")):
            assert exists(match[1]), name
