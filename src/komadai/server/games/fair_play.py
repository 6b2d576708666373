"""Who plays against a person gets no help from this server until the game is over.

A call that helps to find a move has the option ``helps=True``: engine lines, mate problems of one's own,
reviews, the opening explorer, hints.
"""

from __future__ import annotations

from typing import Final

from litestar.handlers import HTTPRouteHandler

from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.games.game_registry import GameRegistry
from komadai.server.http.helpers import AnyRequest

NO_HELP: Final = Text(
    "You are playing against a person: this is available after the game.",
    "人との対局中は使えません。終局後にご利用ください。",
)


class PlayingError(ApiError):
    """The call would help a player of a running game of two persons."""

    def __init__(self) -> None:
        super().__init__("playing")

    @property
    def status(self) -> int:
        """403: forbidden for now. The error ``playing`` of a rematch is a conflict."""
        return 403

    @property
    def text(self) -> Text:
        """The sentence shown to the player."""
        return NO_HELP


def check(request: AnyRequest) -> None:
    """Raises PlayingError for a call that helps, while its sender plays against a person."""
    handler = request.scope.get("route_handler")
    if not isinstance(handler, HTTPRouteHandler) or not handler.opt.get("helps"):
        return
    if plays_a_person(request):
        raise PlayingError


def plays_a_person(request: AnyRequest) -> bool:
    """Whether the sender of the call is in a running game of two persons."""
    guest: str | None = request.scope["state"]["guest"]
    registry: GameRegistry = request.app.state.registry
    return guest is not None and registry.plays_a_person(guest)
