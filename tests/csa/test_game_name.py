"""Names of games of CSA servers."""

from __future__ import annotations

import pytest

from komadai.csa import GameName
from komadai.pieces import BLACK, WHITE


@pytest.mark.parametrize(
    ("text", "total", "byoyomi", "increment"),
    [
        ("club-60-5", 60, 5, 0),
        ("floodgate-600-10F", 600, 0, 10),
        ("floodgate-300-0", 300, 0, 0),
        ("a.b@c_d-e-0-10F", 0, 0, 10),
        ("club-0-0", 0, 0, 0),
    ],
)
def test_a_name_says_the_times_in_seconds(text: str, total: int, byoyomi: int, increment: int) -> None:
    name = GameName.parse(text)
    assert name is not None
    assert name.text == text
    assert (name.times.total, name.times.byoyomi, name.times.increment) == (total, byoyomi, increment)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "club",
        "club-60",
        "-60-5",
        "club-60-5X",
        "club-60-5-C",
        "club-60-5f",
        "club-a-b",
        "club 1-60-5",
        "club-60-5\n",
        "club-1500-060",  # shogi-server's stop-watch clock
        "club-060-5",
        "club-1000000-5",
        f"{'x' * 33}-60-5",
        "クラブ-60-5",
        "club-６０-5",
    ],
)
def test_other_texts_are_no_names(text: str) -> None:
    assert GameName.parse(text) is None


@pytest.mark.parametrize(("suffix", "color"), [("-B", BLACK), ("-b", BLACK), ("-W", WHITE), ("", None)])
def test_a_player_may_ask_for_a_side_and_waits_under_the_name_without_it(suffix: str, color: object) -> None:
    name = GameName.parse(f"club-60-5{suffix}")
    assert name is not None
    assert (name.text, name.color) == ("club-60-5", color)


@pytest.mark.parametrize(
    ("prefix", "handicap"),
    [
        ("hclance", "lance"),
        ("hcbishop", "bishop"),
        ("hcrook", "rook"),
        ("hcrooklance", "rook-lance"),
        ("hc2p", "two-piece"),
        ("hc4p", "four-piece"),
        ("hc6p", "six-piece"),
        ("hc8p", "eight-piece"),
        ("hc10p", "ten-piece"),
    ],
)
def test_the_beginning_of_a_name_gives_the_handicap(prefix: str, handicap: str) -> None:
    name = GameName.parse(f"{prefix}_club-900-0")
    assert name is not None
    assert name.handicap.key == handicap
    plain = GameName.parse(f"{prefix}-900-0")
    assert plain is not None
    assert plain.handicap.key == "even"


def test_only_floodgate_names_wait_for_a_round() -> None:
    waits = {
        text: name is not None and name.is_league
        for text in ("floodgate-600-10F", "floodgate-1-2", "floodgate2-600-10F", "my-floodgate-600-10F")
        for name in [GameName.parse(text)]
    }
    assert waits == {
        "floodgate-600-10F": True,
        "floodgate-1-2": True,
        "floodgate2-600-10F": False,
        "my-floodgate-600-10F": False,
    }
