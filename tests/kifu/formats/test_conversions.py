"""A format loses only fields it does not have; a conversion to another one and back, only those reported."""

from __future__ import annotations

import random
import re
from typing import Final

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from komadai import kifu
from komadai.kifu import FORMATS, Analysis, Game
from tests.kifu.samples import analysis
from tests.kifu.trees import random_tree

WRITTEN = [key for key, each in FORMATS.items() if each.can_write]

BEYOND: Final[dict[str, set[str]]] = {
    "kif": set(),
    "ki2": {"time"},
    "csa": {"move in variation", "bookmark"},
    "csa3": {"move in variation", "bookmark"},
    "jkf": {"bookmark"},
    "psn": {"bookmark"},
    "usen": {"time", "comment", "bookmark", "engine analysis", "ending", "header"},
    "usi": {
        "move in variation",
        "time",
        "comment",
        "bookmark",
        "engine analysis",
        "ending",
        "header",
    },
}
"""The fields that a format does not have. Western text is for people: only its moves are tested."""


def game(seed: int) -> Game:
    """A random tree with comments, times, bookmarks, endings, headers and analyses."""
    tree = random_tree(seed, plies=25)
    chance = random.Random(seed)
    waiting = [tree.root]
    while waiting:
        node = waiting.pop()
        waiting += node.children
        if chance.random() < 0.3:
            node.analyses.append(analysis(chance, tree.board(node)))
        if chance.random() < 0.1:
            node.analyses.append(Analysis(mate=chance.choice((3, -5)), depth=4, engine="E 1", time_ms=1500))
    return tree


def read(text: str, format: str) -> Game:
    """The game, read as its format; CSA 3.0 is read as CSA."""
    return kifu.read(text, "csa" if format == "csa3" else format)


def lost(before: Game, text: str, format: str) -> dict[str, int]:
    """The number of losses of each kind."""
    found = {}
    for sentence in kifu.losses(before, text, format):
        number, what = re.fullmatch(r"(\d+ )?(.*)", sentence).groups()  # type: ignore[union-attr]
        what = re.sub(r"^moves", "move", what).replace("analyses", "analysis")
        found[what if what.endswith("analysis") else re.sub(r"s$", "", what)] = int(number or 1)
    return found


@pytest.mark.parametrize("format", WRITTEN)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=40)
def test_a_written_game_is_read_without_a_warning_and_written_identically(format: str, seed: int) -> None:
    before = game(seed)
    # Western text without moves cannot be read.
    assume(format != "western-text" or before.moves())
    text = kifu.write(before, format)
    found = read(text, format)
    assert found.warnings == []
    assert kifu.write(found, format) == text


@pytest.mark.parametrize("format", BEYOND)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=40)
def test_a_format_loses_only_fields_that_it_does_not_have(format: str, seed: int) -> None:
    before = game(seed)
    assert set(lost(before, kifu.write(before, format), format)) <= BEYOND[format]


@pytest.mark.parametrize("other", WRITTEN)
@pytest.mark.parametrize("one", WRITTEN)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=8)
def test_a_conversion_and_back_loses_only_the_reported_fields(one: str, other: str, seed: int) -> None:
    before = game(seed)
    assume("western-text" not in (one, other) or before.moves())
    before = read(kifu.write(before, one), one)
    there = kifu.write(before, other)
    told = lost(before, there, other)
    back = kifu.write(read(there, other), one)
    for what, count in lost(before, back, one).items():
        assert count <= told.get(what, 0), what
