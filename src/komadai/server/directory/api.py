"""The HTTP call of the list of people."""

from __future__ import annotations

from typing import Final

from litestar import get
from litestar.di import NamedDependency

from komadai.play.boards import SHOGI
from komadai.ratings.speeds import SPEEDS
from komadai.server.directory import wire
from komadai.server.directory.store import PAGE, Directory, Entry
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.http.calls import Calls
from komadai.server.http.requests import AnyRequest, number
from komadai.server.people.caller import Caller
from komadai.server.people.profiles import rank_text
from komadai.server.ratings.service import current

MAX_PAGES: Final = 1000


class DirectoryCalls(Calls):
    """The list of people."""

    path = "/api/people"

    @get("/", query=("page", "speed"))
    async def people_by_rating(
        self, request: AnyRequest, caller: Caller, directory: NamedDependency[Directory]
    ) -> wire.PeoplePage:
        """A page of the people whose accounts are listed, by their ratings in shogi."""
        speed = request.query_params.get("speed", "rapid")
        if speed not in SPEEDS:
            raise ApiError("invalid", "speed", why=objections.one_of("speed", SPEEDS))
        page = number("page", request.query_params.get("page", "1"), 1, MAX_PAGES)
        now = caller.now_ms
        entries, total = await directory.page(SHOGI, speed, page, now)
        pages = max(1, -(-total // PAGE))
        return wire.PeoplePage(
            people=[_person(each, now) for each in entries], page=page, pages=pages, total=total
        )


def _person(entry: Entry, now_ms: int) -> wire.ListedPerson:
    account, row = entry
    return wire.ListedPerson(
        name=account.name,
        display_name=account.display_name,
        rating=None if row is None else round(current(row, now_ms).rating),
        games=0 if row is None else row.games,
        rank=None if row is None else rank_text(row, now_ms),
    )


CALLS: Final = (DirectoryCalls,)
