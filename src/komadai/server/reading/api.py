"""The HTTP calls of the reading room; see docs/wire.md. They are the same for everybody."""

from __future__ import annotations

import gzip
from functools import cache
from typing import Final

import msgspec
from litestar import Response, get
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.requests import AnyRequest
from komadai.server.reading import views, wire
from komadai.study import reading


@get("/api/reading", answers=wire.ReadingView, sync_to_thread=True)
def reading_room(request: AnyRequest) -> Response[bytes]:
    """Timeline, houses, titles, the list of famous games, shogi beside chess, books."""
    return _sent(request, _room())


@get("/api/reading/glossary", answers=wire.GlossaryView, sync_to_thread=True)
def glossary(request: AnyRequest) -> Response[bytes]:
    """All terms with their positions."""
    return _sent(request, _glossary())


@get("/api/reading/games/{game_id:str}", answers=wire.FamousGameView, sync_to_thread=True)
def famous_game(request: AnyRequest, game_id: FromPath[str]) -> Response[bytes]:
    """A famous game with its moves and remarks."""
    found = reading.famous_game(game_id)
    if found is None:
        raise ApiError("not_found")
    return _sent(request, _encoded(views.game(found)))


@cache
def _room() -> tuple[bytes, bytes]:
    return _encoded(views.room())


@cache
def _glossary() -> tuple[bytes, bytes]:
    return _encoded(views.glossary())


def _encoded(value: object) -> tuple[bytes, bytes]:
    """An answer, plain and compressed."""
    plain = msgspec.json.encode(value)
    return plain, gzip.compress(plain, 9, mtime=0)


def _sent(request: AnyRequest, encoded: tuple[bytes, bytes]) -> Response[bytes]:
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return answer(encoded[0], headers=headers)
    return answer(encoded[1], headers={**headers, "Content-Encoding": "gzip"})


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (reading_room, glossary, famous_game)
