"""Free text at games: who may write it, what is left of it, who reads it, and what moderators see."""

from __future__ import annotations

import unicodedata
from itertools import count
from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.chat import game_chat
from komadai.server.games import conduct
from komadai.server.people.visible_text import visible_line
from tests.server.chat.heard import heard
from tests.server.conftest import begin_two
from tests.server.people import accounts
from tests.server.people.accounts import Browser, somebody

NUMBERS = count(1)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two games are enough, and lines may follow each other at once."""
    monkeypatch.setattr(conduct, "GAMES_NEEDED", 2)
    monkeypatch.setattr(game_chat, "PAUSE_MS", 0)


def member(client: TestClient[Any]) -> tuple[Browser, str]:
    browser, name = Browser(client), f"talker_{next(NUMBERS)}"
    browser.register(name)
    return browser, name


def finish(one: Browser, other: Browser, **choices: Any) -> str:
    """A game that Black resigns after both have moved."""
    game_id = begin_two(one, other, **choices)
    with one.open(game_id) as black, other.open(game_id) as white:
        black.ask("move", usi="7g7f")
        white.until(lambda game: len(game["moves"]) == 1)
        white.ask("move", usi="3c3d")
        black.until(lambda game: len(game["moves"]) == 2)
        black.ask("resign")
    return game_id


def test_an_account_writes_freely_from_its_tenth_finished_game_against_a_person(
    client: TestClient[Any],
) -> None:
    (one, name), (other, _) = member(client), member(client)
    assert one.get("/api/chat/rights").json()["free"] is False
    finish(one, other)
    with one.open(begin_two(one, other)) as page:
        assert page.ask("say", text="hello")["code"] == "phrases_only"
        assert page.ask("say", phrase="hello")["type"] == "done"
    finish(one, other)
    rights = one.get("/api/chat/rights").json()
    assert (rights["free"], rights["games"], rights["needed"]) == (True, 2, 2)
    game_id = begin_two(one, other)
    with one.open(game_id) as page, other.open(game_id) as reader:
        assert page.ask("say", text="Ｇｏｏｄ  ｌｕｃｋ\u200b！ https://example.org")["type"] == "done"
        (line,) = heard(reader, 1)
    assert line["text"] == {"en": "Good luck! https://example.org", "ja": "Good luck! https://example.org"}
    assert (line["phrase"], line["who"]["name"], line["author"]) == (None, name, 1)


def test_games_without_a_result_and_against_the_computer_do_not_count(client: TestClient[Any]) -> None:
    (one, _), (other, _) = member(client), member(client)
    with one.open(begin_two(one, other)) as page:
        page.ask("abort")
    with one.open(one.begin()) as page:
        page.ask("resign")
    assert one.get("/api/chat/rights").json()["games"] == 0


def test_a_guest_has_set_phrases_only(client: TestClient[Any]) -> None:
    (one, _), guest = member(client), Browser(client)
    for _ in range(2):
        finish(guest, one)
    assert guest.get("/api/chat/rights").json() == {
        "free": False,
        "games": 0,
        "needed": 2,
        "account": False,
        "muted_until_ms": None,
    }
    with guest.open(begin_two(guest, one)) as page:
        assert page.ask("say", text="hi")["code"] == "phrases_only"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("  a\n\tb  ", "a b"),
        ("ﾊﾝｶｸ　ｶﾅ", "ハンカク カナ"),
        ("a\u202eb\u0007c\ufeff", "abc"),
        ("e" + "\u0301" * 9, "é\u0301\u0301\u0301"),
        ("ก" + "\u0e47" * 9, "ก" + "\u0e47" * 3),  # a Thai mark whose combining class is 0
        ("z" + "\u20dd" * 9, "z" + "\u20dd" * 3),
        ("पढ़ें", unicodedata.normalize("NFKC", "पढ़ें")),
        ("\u0301x", "x"),
        ("\u3164\u2800\u180f\U00016fe4\U0001d159", ""),
        ("😀 <b>", "😀 <b>"),
    ],
)
def test_a_line_is_normalised_and_has_nothing_invisible(typed: str, stored: str) -> None:
    assert len(visible_line(typed)) <= len(typed)
    assert visible_line(typed) == stored
    assert visible_line(visible_line(typed)) == visible_line(typed)


def test_moderators_write_freely_and_lines_have_one_to_200_characters(client: TestClient[Any]) -> None:
    (one, _), (other, _) = somebody(client, "moderator"), member(client)
    with one.open(begin_two(one, other)) as page:
        assert page.ask("say", text="x" * 200)["type"] == "done"
        for wrong in ("x" * 201, "", " \u200b "):
            assert page.ask("say", text=wrong)["code"] == "invalid"
        assert page.ask("say", text="x", phrase="hello")["code"] == "invalid"
        assert page.ask("say")["code"] == "invalid"


def test_who_has_blocked_somebody_does_not_read_them(client: TestClient[Any]) -> None:
    (one, name), (other, _) = somebody(client, "moderator"), member(client)
    game_id = begin_two(one, other)
    other.post(f"/api/people/{name}/block", {"on": True})
    with one.open(game_id) as page, other.open(game_id) as reader:
        page.ask("say", text="first")
        reader.send("say", phrase="hello")
        assert [line["phrase"] for line in heard(reader, 1)] == ["hello"]


def test_a_report_takes_the_last_fifty_lines_along(client: TestClient[Any]) -> None:
    (one, name), (other, _) = somebody(client, "moderator"), member(client)
    chief, _ = somebody(client, "admin")
    game_id = begin_two(one, other)
    with one.open(game_id) as page:
        for number in range(52):
            page.ask("say", text=f"line {number}")
    other.post(f"/api/people/{name}/report", {"reason": "language", "game": game_id})
    reports = chief.get("/api/moderation").json()["reports"]
    (report,) = [each for each in reports if each["reported"]["name"] == name]
    assert report["chat"] == [f"players {name} (black): line {number}" for number in range(2, 52)]


def test_a_muted_account_says_nothing_until_it_is_lifted(client: TestClient[Any]) -> None:
    (one, name), (other, _) = member(client), member(client)
    moderator, _ = somebody(client, "moderator")

    def act(kind: str, **more: Any) -> dict[str, Any]:
        body = {"act": kind, "reason": "insults", **more}
        answer = moderator.post(f"/api/moderation/people/{name}/act", body)
        assert answer.status_code == 200, answer.text
        entry: dict[str, Any] = answer.json()["log"][0]
        return entry

    with one.open(begin_two(one, other)) as page:
        assert act("mute", days=1)["act"] == "muted"
        assert page.ask("say", phrase="hello")["code"] == "muted"
        assert one.get("/api/chat/rights").json()["muted_until_ms"] is not None
        assert act("unmute")["act"] == "mute lifted"
        assert page.ask("say", phrase="hello")["type"] == "done"


def test_a_deleted_account_leaves_no_text(client: TestClient[Any]) -> None:
    (one, _), (other, _) = somebody(client, "moderator"), member(client)
    game_id = begin_two(one, other)
    with one.open(game_id) as page:
        page.ask("say", text="my secret")
    assert one.enter("delete", password=accounts.PASSWORD).status_code == 200
    export = other.get("/api/account/export").text
    assert "my secret" not in export
