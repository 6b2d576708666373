"""The HTTP calls of the reading room; see docs/wire.md. They are the same for everybody."""

from __future__ import annotations

import gzip
from functools import cache
from typing import Final

import msgspec
from litestar import Response, get

from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.calls import Calls, Id
from komadai.server.http.requests import AnyRequest
from komadai.server.library import views, wire
from komadai.study import library


class LibraryCalls(Calls):
    """The texts of the reading room: the same for everyone."""

    path = "/api/reading"

    @get("/", sync_to_thread=True, answers=wire.ReadingView, cost=None)
    def reading_room(self, request: AnyRequest) -> Response[bytes]:
        """Timeline, houses, titles, famous games, shogi beside chess, the world of shogi, books, links."""
        return _sent(request, _room())

    @get("/glossary", sync_to_thread=True, answers=wire.GlossaryView, cost=None)
    def glossary(self, request: AnyRequest) -> Response[bytes]:
        """All terms with their positions.

        The id of a castle, an opening or a tesuji is the one of ``POST /api/names``, but for an opening that
        is called as a castle: ``yagura_opening``.
        """
        return _sent(request, _glossary())

    @get("/games/{game_id:str}", sync_to_thread=True, answers=wire.FamousGameView, cost=None)
    def famous_game(self, request: AnyRequest, game_id: Id) -> Response[bytes]:
        """A famous game with its moves and remarks."""
        found = library.famous_game(game_id)
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


CALLS: Final = (LibraryCalls,)
