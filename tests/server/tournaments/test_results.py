"""Results that two persons enter for one board: the second one names the result that it corrects."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.conftest import code
from tests.server.tournaments.people import Club, Person


@pytest.fixture
def arbiters(club: Club) -> tuple[Person, Person, str]:
    """Two arbiters, and their event with a game at the board."""
    first, second = club.person("First"), club.person("Second")
    event = first.create(online=False)
    first.do(event, "arbiter", account="Second", on=True)
    for name in ("Wada", "Oyama"):
        first.do(event, "add", name=name)
    first.do(event, "pair")
    return first, second, event


def enter(person: Person, event: str, result: str | None, **more: object) -> tuple[int, object]:
    """The status, and the result that stands after the request."""
    answer = person.ask(event, "result", round=1, board=1, result=result, **more)
    body = answer.json()
    if answer.status_code == 409:
        assert code(answer) == "other_result"
        return 409, body["error"].get("standing")
    return answer.status_code, body["rounds"][0]["games"][0]["result"]


def test_of_two_results_at_the_same_moment_one_is_refused_with_the_other(
    arbiters: tuple[Person, Person, str],
) -> None:
    first, second, event = arbiters
    with ThreadPoolExecutor(2) as both:
        asked = [both.submit(enter, first, event, "black"), both.submit(enter, second, event, "white")]
        answers = sorted(each.result() for each in asked)
    assert [status for status, _ in answers] == [200, 409]
    assert answers[0][1] == answers[1][1] == first.see(event)["rounds"][0]["games"][0]["result"]


def test_a_correction_names_the_result_that_it_corrects(arbiters: tuple[Person, Person, str]) -> None:
    first, second, event = arbiters
    assert enter(first, event, "black") == (200, "black")
    assert enter(second, event, "white") == (409, "black")
    assert enter(second, event, "white", corrects="draw") == (409, "black")
    assert enter(second, event, "white", corrects="black") == (200, "white")
    assert enter(first, event, "draw", corrects="black") == (409, "white")
    assert enter(first, event, None, corrects="white") == (200, None)
    assert enter(second, event, "draw", corrects="white") == (409, None)
    assert enter(second, event, "draw") == (200, "draw")


def test_the_refusal_names_the_result_in_both_languages(arbiters: tuple[Person, Person, str]) -> None:
    first, second, event = arbiters
    enter(first, event, "black")
    message = second.ask(event, "result", round=1, board=1, result="white").json()["error"]["message"]
    assert "Black won" in message["en"]
    assert "先手勝ち" in message["ja"]


def test_a_resignation_that_contradicts_the_arbiter_is_shown_to_the_players_and_the_arbiter(
    club: Club,
) -> None:
    arbiter, first, second = club.person("Chief"), club.person("First"), club.person("Second")
    event = arbiter.create()
    for player in (first, second):
        player.do(event, "join")
    arbiter.do(event, "pair")
    (game,) = arbiter.do(event, "start")["rounds"][0]["games"]
    arbiter.do(event, "result", round=1, board=1, result="white")
    assert game["black"] == 1, "the arbiter let the second player win"
    with arbiter.connect() as page:
        page.ask("subscribe", topic={"type": "event", "id": event})
        version = arbiter.see(event)["version"]
        second.resign(game["game"], first)
        while (message := page.receive())["type"] != "event":
            pass
    assert message["version"] == version, "open pages read the event again"
    for person in (arbiter, first, second):
        (shown,) = person.see(event)["rounds"][0]["games"]
        assert shown["result"] == "white"
        assert shown["contradicts"] == {"result": "black", "resigned": True}
    assert club.person("Passer").see(event)["rounds"][0]["games"][0]["contradicts"] is None
    arbiter.do(event, "result", round=1, board=1, result="black", corrects="white")
    assert arbiter.see(event)["rounds"][0]["games"][0]["contradicts"] is None


def test_an_arbiter_who_has_not_seen_the_resignation_does_not_replace_it(club: Club) -> None:
    arbiter, first, second = club.person("Chief"), club.person("First"), club.person("Second")
    event = arbiter.create()
    for player in (first, second):
        player.do(event, "join")
    arbiter.do(event, "pair")
    (game,) = arbiter.do(event, "start")["rounds"][0]["games"]
    first.resign(game["game"], second)
    assert enter(arbiter, event, "black") == (409, "white")
