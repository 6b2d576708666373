"""What people say at a game: set phrases, two rooms, limits."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from komadai.server.chat import game_chat
from komadai.server.chat.phrases import PHRASES
from tests.server.chat.heard import heard
from tests.server.conftest import Guest, Server, begin_two


def test_everybody_reads_what_a_player_says_in_both_languages(client: TestClient[Any]) -> None:
    black, white, other = Guest(client), Guest(client), Guest(client)
    game_id = begin_two(black, white)
    with black.open(game_id) as first, white.open(game_id) as second, other.open(game_id) as third:
        assert first.ask("say", phrase="onegai")["type"] == "done"
        (to_white,), (to_watcher,) = heard(second, 1), heard(third, 1)
    assert to_white == to_watcher
    assert (to_white["color"], to_white["mine"], to_white["number"]) == ("black", False, 1)
    assert to_white["text"] == {"en": PHRASES["onegai"].en, "ja": "お願いします"}


def test_players_read_what_spectators_say_only_after_the_end(client: TestClient[Any]) -> None:
    black, white, other, another = (Guest(client) for _ in range(4))
    game_id = begin_two(black, white)
    with black.open(game_id) as first, white.open(game_id) as second, other.open(game_id) as third:
        with another.open(game_id) as fourth:
            third.ask("say", phrase="good_move")
            assert [line["room"] for line in heard(fourth, 1)] == ["watchers"]
        second.send("say", phrase="hello")
        assert [line["phrase"] for line in heard(first, 1)] == ["hello"]
        assert [line["mine"] for line in heard(second, 1)] == [True]
        first.send("resign")
        for page in (first, second):
            assert [line["phrase"] for line in heard(page, 1)] == ["good_move"]


def test_who_opens_the_page_later_reads_what_was_said(server: Server) -> None:
    with server() as client:
        black, white = Guest(client), Guest(client)
        game_id = begin_two(black, white)
        with black.open(game_id) as page:
            page.ask("say", phrase="onegai")
    with server() as client:
        white.client = client
        with white.connect() as page:
            page.send("subscribe", topic={"type": "game", "id": game_id})
            assert [line["phrase"] for line in heard(page, 1)] == ["onegai"]


def test_an_unknown_phrase_is_refused(client: TestClient[Any]) -> None:
    black, white = Guest(client), Guest(client)
    with black.open(begin_two(black, white)) as page:
        assert page.ask("say", phrase="x")["code"] == "invalid"


def test_a_person_says_one_line_a_second_and_a_limited_number(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    black, white = Guest(client), Guest(client)
    game_id = begin_two(black, white)
    with black.open(game_id) as first, white.open(game_id) as second:
        monkeypatch.setattr(game_chat, "PAUSE_MS", 60_000)
        assert first.ask("say", phrase="hello")["type"] == "done"
        assert first.ask("say", phrase="hello")["code"] == "slow_down"
        assert second.ask("say", phrase="hello")["type"] == "done", "the limit is of each person"
        monkeypatch.setattr(game_chat, "PAUSE_MS", 0)
        monkeypatch.setattr(game_chat, "MAX_LINES", 3)
        answers = [first.ask("say", phrase="hello")["type"] for _ in range(3)]
        assert answers == ["done", "done", "error"]


def test_nobody_speaks_at_a_private_game_of_others(client: TestClient[Any]) -> None:
    black, white, other = Guest(client), Guest(client), Guest(client)
    game_id = begin_two(black, white, visibility="private")
    with other.connect() as page:
        page.game_id = game_id
        assert page.ask("say", phrase="hello")["code"] == "not_found"


def test_a_person_says_one_line_a_second_in_all_their_games(
    client: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_chat, "PAUSE_MS", 60_000)
    black, white = Guest(client), Guest(client)
    with black.open(begin_two(black, white)) as first, black.open(begin_two(black, white)) as second:
        assert first.ask("say", phrase="hello")["type"] == "done"
        assert second.ask("say", phrase="hello")["code"] == "slow_down"
        with white.open(second.game_id) as other:
            assert other.ask("say", phrase="hello")["type"] == "done", "one does not wait for others"
