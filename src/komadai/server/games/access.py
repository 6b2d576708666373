"""The rights in a game, as one table of actions and roles."""

from __future__ import annotations

from typing import Final, Literal, get_args

from komadai.server.errors import ApiError

Action = Literal[
    "watch",
    "move",
    "typed",
    "resign",
    "declare",
    "take_back",
    "give_time",
    "adjourn",
    "resume",
    "conditional",
    "answer",
    "abort",
    "claim",
    "say",
    "rematch",
]
"""``watch`` is to read the game, its record and its chat; the others are the commands of the wire, and a
rematch."""
Role = Literal["player", "watcher", "recorder", "at_board"]
"""A player sits in a seat of the game. A watcher is anyone else who knows its id (60 random bits).

In a recorded game two persons play at one board, and a third person, the recorder (記録係), enters the moves
of both, keeps their time and writes down how the game ends. Its players are ``at_board``: what they do there
is entered by the recorder alone, so that nothing is entered twice; on the page they watch.
"""
Visibility = Literal["public", "unlisted", "private"]
"""``public`` games are listed, ``unlisted`` ones can be watched by all who know the id, ``private`` ones
only by their players."""

RECORDERS: Final[frozenset[Action]] = frozenset(
    {"watch", "move", "typed", "resign", "declare", "take_back", "say"}
)
"""The actions of a recorder, for the side whose turn it is; a take-back corrects a wrong entry."""

ALLOWED: Final[dict[tuple[Role, Visibility], frozenset[Action]]] = {
    ("player", "public"): frozenset(get_args(Action)),
    ("player", "unlisted"): frozenset(get_args(Action)),
    ("player", "private"): frozenset(get_args(Action)),
    ("watcher", "public"): frozenset({"watch", "say"}),
    ("watcher", "unlisted"): frozenset({"watch", "say"}),
    ("watcher", "private"): frozenset(),
    **{("recorder", visibility): RECORDERS for visibility in get_args(Visibility)},
    **{("at_board", visibility): frozenset({"watch"}) for visibility in get_args(Visibility)},
}


def check(role: Role, visibility: Visibility, action: Action) -> None:
    """Raises ApiError if the table does not allow the action.

    ``not_found`` hides a game that may not even be watched, ``not_yours`` refuses the rest.
    """
    allowed = ALLOWED[role, visibility]
    if "watch" not in allowed:
        raise ApiError("not_found")
    if action not in allowed:
        raise ApiError("not_yours")
