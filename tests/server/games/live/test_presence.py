"""Who of the two players has the game's page open."""

from __future__ import annotations

from komadai.server.games.live.presence import AWAY_AFTER_MS, LEFT_AFTER_MS, Presence


def test_a_player_without_a_page_is_away_after_five_seconds_and_has_left_after_a_minute() -> None:
    presence = Presence(("a", "b"), 1_000)
    presence.joined("a")
    presence.left("a", 10_000)
    for after, state in (
        (0, "here"), (AWAY_AFTER_MS - 1, "here"), (AWAY_AFTER_MS, "away"),
        (LEFT_AFTER_MS - 1, "away"), (LEFT_AFTER_MS, "left"),
    ):  # fmt: skip
        assert presence.state("a", 10_000 + after) == state


def test_a_player_is_here_while_one_of_several_pages_is_open() -> None:
    presence = Presence(("a", "b"), 0)
    presence.joined("a")
    presence.joined("a")
    presence.left("a", 1)
    assert presence.state("a", 10**9) == "here"
    assert presence.next_change(10**6) is None, "b has left already"
    presence.left("a", 2)
    assert presence.state("a", 10**9) == "left"


def test_all_are_here_when_each_player_has_a_page_and_spectators_do_not_count() -> None:
    presence = Presence(("a", "b"), 0)
    presence.joined("a")
    presence.joined("c")
    presence.joined(None)
    assert not presence.all_here
    presence.joined("b")
    assert presence.all_here
    presence.left("c", 5)
    presence.left(None, 5)
    assert presence.all_here


def test_the_next_change_is_the_earliest_one() -> None:
    presence = Presence(("a", "b"), 0)
    presence.joined("b")
    presence.left("b", 3_000)
    assert presence.next_change(4_000) == AWAY_AFTER_MS
    assert presence.next_change(AWAY_AFTER_MS) == 3_000 + AWAY_AFTER_MS
    assert presence.next_change(10_000) == LEFT_AFTER_MS
    assert presence.next_change(LEFT_AFTER_MS) == 3_000 + LEFT_AFTER_MS
