"""The HTTP call of the list of people."""

from __future__ import annotations

from typing import Final

from litestar import get

from komadai.play.boards import SHOGI
from komadai.ratings.speeds import SPEEDS
from komadai.server.directory import wire
from komadai.server.directory.store import PAGE, Directory, Entry
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.http.calls import Calls
from komadai.server.http.requests import number
from komadai.server.people.caller import Caller
from komadai.server.people.profiles import rank_text
from komadai.server.ratings.service import current

MAX_PAGES: Final = 1000


class DirectoryCalls(Calls):
    """The list of people."""

    path = "/api/people"
    directory: Directory

    @get("/", query=("page", "speed"))
    async def people_by_rating(self, caller: Caller) -> wire.PeoplePage:
        """A page of the people whose accounts are listed, by their ratings in shogi.

        50 a page, at this ``speed`` (``rapid``). Left out are those whose owners do not want it, pupils of a
        class, programs, and closed accounts.
        """
        speed = caller.query.get("speed", "rapid")
        if speed not in SPEEDS:
            raise ApiError("invalid", "speed", why=objections.one_of("speed", SPEEDS))
        page = number("page", caller.query.get("page", "1"), 1, MAX_PAGES)
        now = caller.now_ms
        entries, total = await self.directory.page(SHOGI, speed, page, now)
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
