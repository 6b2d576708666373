"""The names and ranks of the persons in games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import msgspec

from komadai.messages.text import Text
from komadai.play.boards import SHOGI
from komadai.play.events import ClockSettings
from komadai.ratings.ranks import AMATEUR, Rank
from komadai.ratings.speeds import Speed, speed_of
from komadai.server.db.database import Database
from komadai.server.people.profiles import display_name, rank_text
from komadai.server.people.store import PeopleStore
from komadai.server.ratings.service import current
from komadai.server.ratings.store import RatingRow, RatingStore
from komadai.server.server_clock import ServerClock


class PlayerName(msgspec.Struct, frozen=True, kw_only=True):
    """A person with an account, as others see them."""

    account: str | None
    """The name of the account; None if it was deleted."""
    display: Text
    bot: bool = False
    """Whether a program plays in the account."""
    rank: Text | None = None
    """At the variant and speed of the game, "?" before it is settled; None where it was not asked for."""
    grade: Rank | None = None
    """The settled rank itself, in standard shogi."""
    rating: int | None = None
    change: int | None = None
    """The change of the rating by a game."""


Names = Mapping[str, PlayerName]
"""By the id of the person; guests are missing."""


class RatedAs(NamedTuple):
    """A person, as asked for with the rank at a variant and speed."""

    person: str
    variant: str = SHOGI
    speed: Speed | None = None
    """None: the name alone, without a rank."""


class PlayerNames:
    """Looks up names and ranks in the database."""

    def __init__(self, database: Database, clock: ServerClock) -> None:
        self._people = PeopleStore(database)
        self._ratings = RatingStore(database)
        self._clock = clock

    async def of(
        self,
        persons: Iterable[str | None],
        variant: str | None = None,
        speed: Speed | None = None,
        game_id: str = "",
    ) -> Names:
        """The names of these persons; with their ranks if variant and speed are given.

        ``game_id``: the game whose effect on the ratings is included, if it was rated.
        """
        at = None if variant is None else speed
        asked = (RatedAs(person, variant or SHOGI, at) for person in persons if person is not None)
        names = {each.person: name for each, name in (await self.at(asked)).items()}
        for game in await self._ratings.game(game_id) if game_id else ():
            name = names.get(game.account_id)
            if name is not None and name.rating is not None:
                change = round(game.rating) - round(game.before)
                names[game.account_id] = msgspec.structs.replace(
                    name, rating=round(game.rating), change=change
                )
        return names

    async def at(self, asked: Iterable[RatedAs]) -> dict[RatedAs, PlayerName]:
        """The names of these persons, each with the rank asked for; guests are missing.

        However many they are, they take two statements of the database, or one if no rank is asked for.
        """
        wanted = set(asked)
        accounts = await self._people.accounts(sorted({each.person for each in wanted}))
        rated = sorted({each.person for each in wanted if each.speed is not None})
        ratings = await self._ratings.ratings_of_all(rated) if rated else {}
        names: dict[RatedAs, PlayerName] = {}
        for each in wanted:
            account = accounts.get(each.person)
            if account is None:
                continue
            name = PlayerName(
                account=account.name if account.deleted_ms is None else None,
                display=display_name(account),
                bot=account.bot,
            )
            if each.speed is not None and account.deleted_ms is None:
                unrated = RatingRow(account_id=account.id, variant=each.variant, speed=each.speed)
                name = self._with_rank(name, ratings.get((account.id, each.variant, each.speed), unrated))
            names[each] = name
        return names

    def _with_rank(self, name: PlayerName, row: RatingRow) -> PlayerName:
        now = self._clock.now_ms()
        rating = current(row, now)
        grade = AMATEUR.settled_rank(rating.rating, rating.deviation) if row.variant == SHOGI else None
        return msgspec.structs.replace(
            name, rank=rank_text(row, now), grade=grade, rating=round(rating.rating)
        )


def speed_of_clock(clock: ClockSettings | None, days: int = 0) -> Speed | None:
    """The speed of a game with this clock, or these days for each move; None without a clock."""
    if days:
        return "correspondence"
    if clock is None:
        return None
    return speed_of(clock.main_ms / 1000, clock.increment_ms / 1000, clock.byoyomi_ms / 1000, clock.periods)
