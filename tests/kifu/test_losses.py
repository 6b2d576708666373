"""The parts of a game that a format cannot hold are reported."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from komadai import Color, Move, Outcome, Termination, kifu
from komadai.errors import RecordError
from tests.kifu.samples import analysis
from tests.kifu.trees import random_tree

WRITTEN = [key for key, each in kifu.FORMATS.items() if each.can_write]


def annotated() -> kifu.Game:
    game = kifu.Game(headers={"black": "羽生", "備考": "試し"})
    node = game.root.add(Move.from_usi("7g7f"), time_ms=4000, comment="角道")
    node.bookmark = "ここ"
    node.add(Move.from_usi("3c3d"), time_ms=2000)
    node.add(Move.from_usi("8c8d")).add(Move.from_usi("2g2f"))
    game.outcome = Outcome(Color.BLACK, Termination.RESIGNATION)
    return game


@pytest.mark.parametrize(
    ("format", "expected"),
    [
        ("kif", []),
        ("ki2", ["2 times"]),
        ("csa", ["2 moves in variations", "1 bookmark"]),
    ],
)
def test_what_formats_leave_out(format: str, expected: list[str]) -> None:
    game = annotated()
    assert kifu.losses(game, kifu.write(game, format), format) == expected


def test_a_missing_game_is_reported() -> None:
    assert kifu.losses(annotated(), "no record") == ["the game: what was written cannot be read"]
    assert kifu.losses(annotated(), kifu.write(kifu.Game(), "kif"))[0] == "4 moves"


@given(seed=st.integers(0, 2**32))
@settings(max_examples=30)
def test_kif_loses_nothing(seed: int) -> None:
    game = random_tree(seed)
    assert kifu.losses(game, kifu.write(game, "kif"), "kif") == []


def full(seed: int) -> kifu.Game:
    """A game with all fields: clocks, endings of all kinds, engine analyses."""
    game, chance = random_tree(seed, plies=15), random.Random(seed)
    for node in nodes(game):
        if chance.random() < 0.2:
            node.total_ms = chance.choice([0, 90_000, 1_500])
        if chance.random() < 0.2:
            node.time_ms = chance.choice([0, 1_500])
        if node.ending is not None and chance.random() < 0.5:
            node.ending.total_ms = 60_000
            node.ending.word = node.ending.word or chance.choice(["", "指し掛け"])
        if chance.random() < 0.2:
            node.analyses.append(analysis(chance, game.board(node)))
        if chance.random() < 0.1:
            node.analyses.append(kifu.Analysis(55, text=chance.choice(["", "評価値 55 候補2", "stale"])))
        if chance.random() < 0.1:
            node.analyses.append(kifu.Analysis(mating=chance.choice(list(Color)), depth=7))
        if chance.random() < 0.1:
            node.analyses.append(kifu.Analysis(mate=-3, depth=4, nodes=9, engine="E", time_ms=1_500))
    return game


def nodes(game: kifu.Game) -> list[kifu.Node]:
    """The nodes of the tree, depth first."""
    found, waiting = [], [game.root]
    while waiting:
        found.append(waiting.pop())
        waiting += found[-1].children
    return found


def changed(one: kifu.Game, other: kifu.Game) -> set[str]:
    """The differences of two games with the same moves, field by field."""
    pairs = list(zip(nodes(one), nodes(other), strict=True))
    ended: list[tuple[Any, Any]] = [(a.ending or kifu.Ending(), b.ending or kifu.Ending()) for a, b in pairs]
    kept_analyses = [(a.analyses, b.analyses) for a, b in pairs if a.analyses == b.analyses]
    texts = [each for these in kept_analyses for each in zip(*these, strict=True)]
    kept = {name: value for name, value in one.headers.items() if value}
    said = {
        "start position": one.sfen != other.sfen,
        "header": not kept.items() <= other.headers.items(),
        "time": any(a.time_ms != b.time_ms for a, b in [*pairs, *ended]),
        "clock total": any(a.total_ms != b.total_ms for a, b in [*pairs, *ended]),
        "comment": any(a.comment != b.comment for a, b in [*pairs, *ended]),
        "bookmark": any(a.bookmark != b.bookmark for a, b in pairs),
        "engine analys": any(a.analyses != b.analyses for a, b in pairs),
        "wording": any(a.text and a.text.rstrip() != b.text.rstrip() for a, b in texts),
        "ending": any((a.outcome, a.word) != (b.outcome, b.word) for a, b in ended),
    }
    return {name for name, is_so in said.items() if is_so}


@pytest.mark.parametrize("format", WRITTEN)
@given(seed=st.integers(0, 2**32))
@settings(max_examples=60, deadline=None)
def test_exactly_the_differences_are_reported(format: str, seed: int) -> None:
    game = full(seed)
    text = kifu.write(game, format)
    told = kifu.losses(game, text, format)
    try:
        found = kifu.read(text, format if kifu.FORMATS[format].can_read else "csa")
    except RecordError:
        assert told == ["the game: what was written cannot be read"]
        return
    if [node.move for node in nodes(game)] != [node.move for node in nodes(found)]:
        assert any("move" in sentence or "place" in sentence for sentence in told)
        return
    differences = changed(game, found)
    assert all(any(what in sentence for sentence in told) for what in differences), (told, differences)
    assert len(told) == len(differences), (told, differences)
