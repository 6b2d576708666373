"""Who sees an event, and its sheets."""

from __future__ import annotations

import logging

import httpx
import pytest

from tests.server.conftest import Guest, code
from tests.server.tournaments.people import Club, Person

SHEETS = ("table/pdf", "table/csv", "table/json", "rounds/1/sheet.pdf")


def stranger(club: Club, path: str) -> httpx.Response:
    """What somebody gets who has no session."""
    club.client.cookies.clear()
    answer: httpx.Response = club.client.get(path)
    return answer


def paired(arbiter: Person, **settings: object) -> str:
    event = arbiter.create(**settings)
    arbiter.do(event, "add_list", players="Wada\nKim")
    arbiter.do(event, "pair")
    return event


def test_the_sheets_of_an_event_open_without_a_session(club: Club) -> None:
    event = paired(club.person("Chief"))
    for sheet in SHEETS:
        answer = stranger(club, f"/api/events/{event}/{sheet}?language=ja")
        assert answer.status_code == 200
        assert "attachment" in answer.headers["content-disposition"]
    assert code(stranger(club, f"/api/events/{event}/rounds/2/sheet.pdf")) == "not_found"
    assert code(stranger(club, f"/api/events/{event}")) == "no_guest"


def test_a_private_event_is_seen_by_its_players_and_arbiters_alone(club: Club) -> None:
    owner, player, other = club.person("Chief"), club.person("Novak"), club.person("Other")
    event = paired(owner, private=True)
    assert not owner.see(event)["open"]
    assert code(other.ask(event, "join")) == "not_found"
    owner.do(event, "add", account="Novak")
    for person, sees in ((owner, True), (player, True), (other, False), (Guest(club.client), False)):
        for path in ("", "/log", "/qr.svg", *(f"/{sheet}" for sheet in SHEETS)):
            answer = person.get(f"/api/events/{event}{path}")
            assert (answer.status_code == 200) is sees, path
            assert sees or code(answer) == "not_found"
        assert bool(person.get("/api/events").json()["events"]) is sees
    owner.do(event, "arbiter", account="Other")
    assert other.see(event)["arbiter"]


def test_the_owner_makes_and_ends_a_link_to_the_sheets(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    owner, player = club.person("Chief"), club.person("Novak")
    event, public = paired(owner, private=True), paired(owner, name="Another")
    owner.do(event, "add", account="Novak")
    assert owner.see(event)["sheets_key"] is None
    assert code(player.ask(event, "sheets")) == "not_owner"
    assert code(owner.ask(public, "sheets")) == "event_refused"
    with caplog.at_level(logging.DEBUG, "komadai"):
        key = owner.do(event, "sheets")["sheets_key"]
        assert len(key) >= 32
        for sheet in SHEETS:
            assert stranger(club, f"/api/events/{event}/{sheet}?key={key}").status_code == 200
            for wrong in ("", "x", key[:-1], "é"):
                answer = stranger(club, f"/api/events/{event}/{sheet}?key={wrong}")
                assert code(answer) == "not_found"
    assert key not in caplog.text
    # The link opens the sheets of this event, and nothing else.
    assert code(stranger(club, f"/api/events/{event}?key={key}")) == "no_guest"
    other = paired(owner, name="Third", private=True)
    assert code(stranger(club, f"/api/events/{other}/table/pdf?key={key}")) == "not_found"
    assert player.see(event)["sheets_key"] is None
    assert key not in player.get(f"/api/events/{event}/log").text
    assert owner.see(event)["sheets_key"] == key
    again = owner.do(event, "sheets")["sheets_key"]
    assert again != key
    assert code(stranger(club, f"/api/events/{event}/table/pdf?key={key}")) == "not_found"
    assert owner.do(event, "sheets", on=False)["sheets_key"] is None
    assert code(stranger(club, f"/api/events/{event}/table/pdf?key={again}")) == "not_found"
