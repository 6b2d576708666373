"""Who may do what in a game: each role with each action, on a running server."""

from __future__ import annotations

from itertools import product
from typing import Any, get_args

import pytest
from litestar.testing import TestClient

from komadai.server.games import access
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


@pytest.mark.parametrize(("role", "visibility", "action"), EXPECTED)
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


def test_a_private_game_cannot_be_subscribed_to_by_others(client: TestClient[Any]) -> None:
    owner, friend, other = Guest(client), Guest(client), Guest(client)
    game_id = begin_two(owner, friend, visibility="private")
    with other.connect() as socket:
        refused = socket.ask("subscribe", topic={"type": "game", "id": game_id})
    assert (refused["type"], refused["code"]) == ("error", "not_found")
