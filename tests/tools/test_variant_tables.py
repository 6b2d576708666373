"""The pages on the variants' sources are those that the definition files give."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

import variant_tables


@pytest.mark.parametrize("name", ["conflicts.md", "taikyoku.md"])
def test_the_committed_page_is_what_the_tool_writes(name: str) -> None:
    assert (variant_tables.PAGES / name).read_text("utf-8") == variant_tables.pages()[name], (
        "a definition file changed: run python tools/variant_tables.py"
    )


def test_every_conflict_of_a_definition_is_on_the_page() -> None:
    page = variant_tables.conflicts_page()
    for definition in variant_tables.definitions():
        for conflict in definition.get("conflict", []):
            assert variant_tables.cell(variant_tables.english(conflict["about"])) in page
            assert variant_tables.cell(variant_tables.english(conflict["choice"])) in page


def test_every_noted_kind_of_taikyoku_is_on_its_page() -> None:
    page = variant_tables.taikyoku_page()
    taikyoku = next(each for each in variant_tables.definitions() if each["name"] == "taikyoku")
    for piece in taikyoku["piece"]:
        if "note" in piece:
            assert f" {piece['name']} | {piece['kanji']} | `{variant_tables.cell(piece['betza'])}` |" in page
