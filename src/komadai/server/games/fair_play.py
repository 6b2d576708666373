"""Who plays against a person gets no help from this server.

A call that helps to find a move has the option ``helps=True``: engine lines, mate problems of one's own,
reviews, the opening explorer, hints, and what such a job has found. In a live game it is refused until the
game is over. In a correspondence game or an adjourned one what is refused is help about the positions of the
game; see `protected_positions`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from litestar.handlers import HTTPRouteHandler

from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.games.game_registry import GameRegistry
from komadai.server.games.protected_positions import ProtectedPositions, key, positions_in
from komadai.server.http.requests import AnyRequest

NO_HELP: Final = Text(
    "You are playing against a person: this is available after the game.",
    "人との対局中は使えません。終局後にご利用ください。",
)
OF_A_GAME: Final = Text(
    "This position is from a game of yours that is not over: help is available after the game.",
    "まだ終局していない対局の局面です。終局後にご利用ください。",
)


class PlayingError(ApiError):
    """The call would help a player of a running game of two persons."""

    def __init__(self, why: Text = NO_HELP) -> None:
        super().__init__("playing")
        self._why = why

    @property
    def status(self) -> int:
        """403: forbidden for now. The error ``playing`` of a rematch is a conflict."""
        return 403

    @property
    def text(self) -> Text:
        """The sentence shown to the player."""
        return self._why


async def check(request: AnyRequest) -> None:
    """Raises PlayingError for a call that helps its sender in a game against a person."""
    handler = request.scope.get("route_handler")
    if not isinstance(handler, HTTPRouteHandler) or not handler.opt.get("helps"):
        return
    if await plays_a_person(request):
        raise PlayingError
    await check_positions(request)


async def plays_a_person(request: AnyRequest) -> bool:
    """Whether the sender of the call is in a running live game of two persons."""
    guest: str | None = request.scope["state"]["guest"]
    registry: GameRegistry = request.app.state.registry
    return guest is not None and await registry.plays_a_person(guest)


async def refusal(request: AnyRequest) -> Text | None:
    """Why a call that was allowed would be refused now; None: it is still allowed."""
    try:
        if await plays_a_person(request):
            return NO_HELP
        await check_positions(request)
    except PlayingError as error:
        return error.text
    return None


async def check_positions(request: AnyRequest) -> None:
    """Raises PlayingError if the call is about a protected position of its sender."""
    guest: str | None = request.scope["state"]["guest"]
    if guest is None:
        return
    protected: ProtectedPositions = request.app.state.protected
    positions = await protected.of(guest)
    if not positions:
        return
    asked: list[str] = [key(request.query_params["sfen"])] if "sfen" in request.query_params else []
    asked += positions_in(await request.body())
    refuse_any(positions, asked)


def refuse_any(protected: frozenset[str], asked: Iterable[str]) -> None:
    """Raises PlayingError if one of these positions is protected."""
    if not protected.isdisjoint(asked):
        raise PlayingError(OF_A_GAME)
