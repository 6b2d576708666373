"""Who may do what in a game: each role with each action, on a running server."""

from __future__ import annotations

from itertools import product
from typing import Any, get_args

import pytest
from litestar.testing import TestClient

from komadai.handicap import Handicap
from komadai.play import events as ev
from komadai.server.games import access
from komadai.server.games.live.game_registry import Record, created_event
from komadai.server.games.wire import GameSettings
from tests.server.conftest import Guest, begin_two, code

COMMANDS = (
    *("move", "typed", "resign", "declare", "take_back", "give_time", "adjourn", "resume"),
    *("answer", "abort", "claim", "say", "rematch", "conditional"),
)
EXPECTED = {
    **{("player", "public", action): True for action in ("watch", *COMMANDS)},
    **{("player", "unlisted", action): True for action in ("watch", *COMMANDS)},
    **{("player", "private", action): True for action in ("watch", *COMMANDS)},
    ("watcher", "public", "watch"): True,
    ("watcher", "unlisted", "watch"): True,
    ("watcher", "private", "watch"): False,
    **{("watcher", "public", action): action == "say" for action in COMMANDS},
    **{("watcher", "unlisted", action): action == "say" for action in COMMANDS},
    **{("watcher", "private", action): False for action in COMMANDS},
    **{
        ("recorder", visibility, action): action
        in ("watch", "move", "typed", "resign", "declare", "take_back", "say")
        for visibility in get_args(access.Visibility)
        for action in ("watch", *COMMANDS)
    },
    **{
        ("at_board", visibility, action): action == "watch"
        for visibility in get_args(access.Visibility)
        for action in ("watch", *COMMANDS)
    },
}
FIELDS: dict[str, dict[str, Any]] = {
    "move": {"usi": "7g7f"},
    "typed": {"text": "P76"},
    "say": {"phrase": "onegai"},
    "answer": {"offer": "take_back", "accept": True},
}
HIDDEN = {True: "not_found", False: "not_yours"}


def test_the_matrix_has_every_role_visibility_and_action() -> None:
    every = set(product(*map(get_args, (access.Role, access.Visibility, access.Action))))
    assert set(EXPECTED) == every


# The recorder and the players at the board have accounts, which only events seat; see below.
@pytest.mark.parametrize(
    ("role", "visibility", "action"), [each for each in EXPECTED if each[0] in ("player", "watcher")]
)
def test_an_action_is_refused_exactly_to_those_who_may_not(
    client: TestClient[Any], role: str, visibility: str, action: str
) -> None:
    owner, friend = Guest(client), Guest(client)
    guest = owner if role == "player" else Guest(client)
    game_id = begin_two(owner, friend, visibility=visibility, side="black")
    refusal = HIDDEN[visibility == "private"]
    if action == "watch":
        refused = [
            guest.get(f"/api/games/{game_id}").status_code == 404,
            guest.get(f"/api/games/{game_id}/record?format=kif").status_code == 404,
        ]
    elif action == "rematch":
        refused = [code(guest.post(f"/api/games/{game_id}/rematch")) == refusal]
    elif action == "conditional":
        answer = guest.post(f"/api/games/{game_id}/conditional", {"event": 3, "lines": []})
        refused = [code(answer) == refusal]
    else:
        with guest.connect() as socket:
            socket.game_id, socket.event = game_id, 3
            refused = [socket.ask(action, **FIELDS.get(action, {})).get("code") == refusal]
    assert refused == [not EXPECTED[role, visibility, action]] * len(refused)


@pytest.mark.parametrize(
    ("role", "visibility"), [("recorder", "public"), ("at_board", "public"), ("at_board", "private")]
)
def test_what_is_entered_for_a_board_comes_from_its_recorder_alone(
    client: TestClient[Any], role: str, visibility: access.Visibility
) -> None:
    people = {"recorder": Guest(client), "at_board": Guest(client)}
    game_id = begin_recorded(client, people["recorder"], people["at_board"], visibility)
    guest = people[role]
    assert guest.get(f"/api/games/{game_id}").status_code == 200
    refused = {"rematch": code(guest.post(f"/api/games/{game_id}/rematch")) == "not_yours"}
    answer = guest.post(f"/api/games/{game_id}/conditional", {"event": 3, "lines": []})
    refused["conditional"] = code(answer) == "not_yours"
    with guest.connect() as socket:
        socket.game_id, socket.event = game_id, 3
        for action in COMMANDS:
            if action not in refused:
                given = socket.ask(action, **FIELDS.get(action, {}))
                refused[action] = given.get("code") == "not_yours"
    assert refused == {action: not EXPECTED[role, visibility, action] for action in COMMANDS}


def begin_recorded(
    client: TestClient[Any], recorder: Guest, player: Guest, visibility: access.Visibility
) -> str:
    """A game of a guest against somebody who is known by name, at one board."""
    registry = client.app.state.registry
    new = GameSettings(side="black", take_back=True)

    async def begin() -> str:
        at = client.app.state.clock.now_ms()
        created = created_event(
            new, (ev.Person(), ev.Person()), "fixed", Handicap.named("even").sfen, "even", at
        )
        record = Record(recorder.id, ("Wada", "Oyama"))
        options = [ev.Recorded(at=at)]
        game_id: str = await registry.begin(
            created, (player.id, None), options, visibility=visibility, record=record
        )
        return game_id

    with client.portal() as portal:
        return portal.call(begin)


def test_a_private_game_cannot_be_subscribed_to_by_others(client: TestClient[Any]) -> None:
    owner, friend, other = Guest(client), Guest(client), Guest(client)
    game_id = begin_two(owner, friend, visibility="private")
    with other.connect() as socket:
        refused = socket.ask("subscribe", topic={"type": "game", "id": game_id})
    assert (refused["type"], refused["code"]) == ("error", "not_found")
