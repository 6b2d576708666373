"""Refuses help from this server to a player in a game against a person.

A call that helps to find a move has the option ``helps=True``: engine lines, mate problems of one's own,
reviews, the opening explorer, hints, and what such a job has found. In a live game it is refused until the
game is over. In a correspondence game or an adjourned one what is refused is help about the positions of the
game; see `protected_positions`. The check decodes the message as the type that the handler names, so it
compares the positions that the handler gets.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from litestar.handlers import HTTPRouteHandler

from komadai.messages.text import Text
from komadai.play.boards import SHOGI
from komadai.server.errors import ApiError
from komadai.server.games.fair_play.asked_positions import Asked, asked_by_move, asked_in
from komadai.server.games.fair_play.protected_positions import ProtectedPositions, is_about
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.live.live_game import LiveGame
from komadai.server.http.calls import body_type
from komadai.server.http.requests import AnyRequest, decoded
from komadai.server.jobs.worker_pool import CpuWorkerPool
from komadai.server.positions.position import Position

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


class FairPlay:
    """Knows who gets no help."""

    def __init__(self, registry: GameRegistry, positions: ProtectedPositions) -> None:
        self._registry = registry
        self._positions = positions

    async def check(self, request: AnyRequest, workers: CpuWorkerPool) -> None:
        """Raises PlayingError for a call that helps its sender in a game against a person."""
        handler = request.scope.get("route_handler")
        if not isinstance(handler, HTTPRouteHandler) or not handler.opt.get("helps"):
            return
        if await self.plays_a_person(request):
            raise PlayingError
        if protected := await self._protected(request):
            address: str = request.scope["state"]["address"]
            query, body = _query_position(request), await request.body()
            await workers.run(address, _check, protected, query, body, _body_type(request))

    async def check_person(self, person: str) -> None:
        """Raises PlayingError if this person is in a running live game of two persons."""
        if await self._registry.plays_a_person(person):
            raise PlayingError

    async def check_move(self, live: LiveGame, person: str, text: str) -> None:
        """Raises PlayingError if the reply of an engine or a program to this move would be help."""
        await self.check_person(person)
        if protected := await self._positions.of(person):
            refuse_any(protected, asked_by_move(live.game.board, text))

    async def check_engine_game(self, request: AnyRequest, asked: Iterable[Asked]) -> None:
        """Raises PlayingError if a game against an engine from such a position would help the sender."""
        if await self.plays_a_person(request):
            raise PlayingError
        refuse_any(await self._protected(request), asked)

    async def plays_a_person(self, request: AnyRequest) -> bool:
        """Whether the sender of the call is in a running live game of two persons."""
        guest: str | None = request.scope["state"]["guest"]
        return guest is not None and await self._registry.plays_a_person(guest)

    async def is_protected(self, request: AnyRequest, message: object) -> bool:
        """Whether a decoded message is about a protected position of the sender of the call."""
        protected = await self._protected(request)
        return bool(protected) and is_about(asked_in(message), protected)

    async def refusal(self, request: AnyRequest) -> Text | None:
        """Why a call with a short body that was allowed would be refused now; None: it is still allowed."""
        if await self.plays_a_person(request):
            return NO_HELP
        protected = await self._protected(request)
        try:
            if protected:
                _check(protected, _query_position(request), await request.body(), _body_type(request))
        except PlayingError as error:
            return error.text
        return None

    async def _protected(self, request: AnyRequest) -> frozenset[str]:
        """The protected positions of the sender of the call."""
        guest: str | None = request.scope["state"]["guest"]
        return frozenset() if guest is None else await self._positions.of(guest)


def _body_type(request: AnyRequest) -> Any:
    return body_type(request.scope["route_handler"])


def _query_position(request: AnyRequest) -> tuple[Position, str] | None:
    """The position in the query, with the variant that the path names."""
    types = request.scope["route_handler"].opt.get("query", ())
    for name, kind in types.items() if isinstance(types, Mapping) else ():
        if kind is Position and name in request.query_params:
            text: str = request.query_params[name][: Position.max_length]
            return Position(text), request.path_params.get("name", SHOGI)
    return None


def _check(protected: frozenset[str], query: tuple[Position, str] | None, body: bytes, kind: Any) -> None:
    if query is not None:
        refuse_any(protected, asked_in(*query))
    if kind is bytes:
        return
    try:
        message = decoded(body, kind)
    except ApiError:
        return  # the call itself refuses it
    refuse_any(protected, asked_in(message))


def refuse_any(protected: frozenset[str], asked: Iterable[Asked]) -> None:
    """Raises PlayingError if one of these positions is protected."""
    if is_about(asked, protected):
        raise PlayingError(OF_A_GAME)
