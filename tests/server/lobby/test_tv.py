"""Shogi TV: which public game each channel shows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient

from komadai.messages.text import Text
from komadai.server.games.player_names import PlayerName, PlayerNames
from komadai.server.lobby import tv
from tests.server.conftest import Guest, Server, begin_two

RAPID = {"main_ms": 600_000, "byoyomi_ms": 30_000}
BULLET = {"main_ms": 60_000}


@contextmanager
def running(client: TestClient[Any], **choices: Any) -> Iterator[tuple[str, str]]:
    """A game whose clock runs, after its first move: its id and that of Black."""
    black, white = Guest(client), Guest(client)
    game_id = begin_two(black, white, **choices)
    with black.open(game_id) as first, white.open(game_id) as second:
        first.until(lambda game: game["clocks"] is None or game["clocks"]["running"] is not None)
        first.ask("move", usi=choices.get("move", "7g7f"))
        second.until(lambda game: len(game["moves"]) == 1)
        yield game_id, black.id


def test_each_speed_and_variant_has_its_channel_and_the_strongest_game_is_shown(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ratings: dict[str, int] = {}
    real = PlayerNames.at

    async def at(self: PlayerNames, asked: Any) -> Any:
        asked = list(asked)
        names = dict(await real(self, asked))
        for each in asked:
            if each.person in ratings:
                named = PlayerName(account=None, display=Text("x", "x"))
                names[each] = msgspec.structs.replace(named, rating=ratings[each.person])
        return names

    monkeypatch.setattr(PlayerNames, "at", at)
    monkeypatch.setattr(tv, "VALID_MS", 0)
    with server() as client:
        viewer = Guest(client)

        def shown() -> dict[str, str]:
            answer = viewer.get("/api/tv").json()
            channels = {each["key"]: each["game"]["id"] for each in answer["channels"]}
            return channels | {"top": answer["top"]}

        assert shown() == {"top": None}
        with (
            running(client, visibility="public", clock=RAPID) as (strong, master),
            running(client, visibility="public", clock=RAPID),
            running(client, visibility="public", clock=BULLET) as (quick, _),
            running(client, visibility="unlisted", clock=RAPID),
            running(client, visibility="public"),
        ):
            ratings[master] = 2500
            assert shown() == {"shogi-bullet": quick, "shogi-rapid": strong, "top": strong}
            assert list(shown())[:2] == ["shogi-bullet", "shogi-rapid"]
