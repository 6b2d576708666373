"""The glossary: each term has a meaning, a Japanese word, and a place in the code that exists."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_ROWS = re.findall(
    r"^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| `([^`|]+)` \|$",
    (ROOT / "docs/glossary.md").read_text("utf-8"),
    re.M,
)


def _resolves(name: str) -> bool:
    """Whether a dotted Python name can be imported, attribute by attribute."""
    first, *rest = name.split(".")
    found = import_module(first)
    for depth, part in enumerate(rest, 2):
        try:
            found = getattr(found, part)
        except AttributeError:
            try:
                found = import_module(".".join(name.split(".")[:depth]))
            except ImportError:
                return False
    return True


@pytest.mark.parametrize(("term", "where"), [(row[0], row[3]) for row in _ROWS])
def test_a_term_names_a_place_that_exists(term: str, where: str) -> None:
    assert (ROOT / where).exists() or _resolves(where), term


def test_no_term_is_defined_twice_in_one_section() -> None:
    sections = (ROOT / "docs/glossary.md").read_text("utf-8").split("\n## ")[1:]
    for section in sections:
        terms = re.findall(r"^\| ([^|]+) \|", section, re.M)[2:]
        assert len(terms) == len(set(terms))


def test_every_row_is_complete() -> None:
    lines = [
        line for line in (ROOT / "docs/glossary.md").read_text("utf-8").splitlines() if line.startswith("| ")
    ]
    assert len([line for line in lines if not line.startswith(("| term", "| ---"))]) == len(_ROWS)
