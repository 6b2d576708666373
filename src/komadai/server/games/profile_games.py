"""The games on a profile: the public ones, and to oneself also one's other games with others."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from litestar import get

from komadai.handicap import Handicap
from komadai.play.events import ColorName, Created
from komadai.ratings.speeds import Speed
from komadai.server.games import views as games_views
from komadai.server.games import wire as games_wire
from komadai.server.games.player_names import Names, PlayerNames, speed_of_clock
from komadai.server.games.storage.store import GameStore
from komadai.server.games.storage.tables import GameRow
from komadai.server.http.calls import Calls, Id
from komadai.server.http.cursor import cursor
from komadai.server.people.accounts.service import PeopleService
from komadai.server.people.caller import Caller
from komadai.server.people.social.api import named_account
from komadai.server.people.store import Account
from komadai.server.ratings.service import RatingService
from komadai.server.ratings.store import RatedGame

PAGE: Final = 20
"""How many finished games are sent at once."""
MAX_RUNNING: Final = 20


class ProfileGameCalls(Calls):
    """The games that a profile shows."""

    path = "/api/people/{name:str}"
    people: PeopleService
    game_store: GameStore
    player_names: PlayerNames
    ratings: RatingService

    @get("/games", query=("kind", "before"))
    async def profile_games(self, caller: Caller, name: Id) -> games_wire.ProfileGames:
        """The running and the finished games of an account, newest first, rated or not.

        Others see its public games alone, the account itself also those that are unlisted or private. With
        ``before`` there are no ``running`` ones.
        """
        viewer = caller.viewer
        account = await named_account(caller, self.people, name)
        before = cursor(caller.query.get("before"))
        yours = viewer is not None and viewer.id == account.id
        found = await self.game_store.profile_games(account, "finished", before, PAGE + 1, public=not yours)
        finished = found[:PAGE]
        running = []
        if before is None:
            running = await self.game_store.profile_games(
                account, "playing", None, MAX_RUNNING, public=not yours
            )
        rows = [*running, *finished]
        names = await self.player_names.of(seat.guest_id for row in rows for seat in row.seats)
        created = await self.game_store.created([row.id for row in rows])
        rated = {
            game.game_id: game
            for game in await self.ratings.store.rated(account.id, [row.id for row in rows])
        }
        following = f"{finished[-1].created_ms}-{finished[-1].id}" if len(found) > PAGE else None

        def views(part: list[GameRow]) -> list[games_wire.ProfileGame]:
            return [_view(row, account, names, created, rated.get(row.id)) for row in part]

        return games_wire.ProfileGames(views(running), views(finished), following)

    @get("/score", query=("kind",))
    async def score_against(self, caller: Caller, name: Id) -> games_wire.Score:
        """The viewer's score in the finished games against an account."""
        account = await named_account(caller, self.people, name)
        return games_wire.Score(*await self.game_store.head_to_head(caller.account.id, account.id))


def _view(
    row: GameRow, account: Account, names: Names, created: Mapping[str, Created], rated: RatedGame | None
) -> games_wire.ProfileGame:
    black, white = games_views.seat_players(row, None, names)
    seat = next(seat for seat in row.seats if seat.is_of(account.id, account.name, account.kind))
    color: ColorName = "white" if seat.color == "white" else "black"
    result = games_views.row_result(row)
    points = None
    if result is not None and row.interruption is None:
        points = 0.5 if row.winner is None else float(row.winner == color)
    first = created.get(row.id)
    speed = None if first is None else speed_of_clock(first.clock, row.days)
    return games_wire.ProfileGame(
        id=row.id,
        at_ms=row.created_ms,
        variant=row.variant.partition(":")[0],
        speed=speed if rated is None else cast("Speed", rated.speed),
        visibility=row.visibility,
        color=color,
        opponent=black if color == "white" else white,
        handicap=None if row.handicap == "even" else games_views.handicap_name(Handicap.named(row.handicap)),
        plies=row.plies,
        result=result,
        points=points,
        rating=None if rated is None else round(rated.rating),
        change=None if rated is None else round(rated.rating) - round(rated.before),
    )


CALLS: Final = (ProfileGameCalls,)
