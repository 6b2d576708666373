"""The HTTP calls about other people: profiles, rating graphs, following, blocking, reporting."""

from __future__ import annotations

from typing import Final, get_args

from litestar import get, post
from litestar.params import JSONBody

from komadai.ratings.speeds import SPEEDS
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.http.calls import Calls, Id
from komadai.server.people import profiles, wire
from komadai.server.people.accounts.service import PeopleService
from komadai.server.people.caller import Caller, CallingPerson
from komadai.server.people.names.names import Kind
from komadai.server.people.social.social import Relation, Report, SocialStore
from komadai.server.people.store import Account
from komadai.server.ratings.service import RatingService


class PeopleCalls(Calls):
    """Other people."""

    path = "/api"
    people: PeopleService
    ratings: RatingService
    social: SocialStore

    @get("/people/{name:str}", query=("kind",))
    async def profile(self, caller: Caller, name: Id) -> wire.ProfileView:
        """The profile of an account.

        With ``kind=program`` that of a program.
        """
        viewer, account = caller.viewer, await named_account(caller, self.people, name)
        relations: set[Relation] = set()
        if viewer is not None and viewer.id != account.id:
            relations = await self.social.relations(viewer.id, account.id)
        return profiles.profile(
            account,
            await self.ratings.store.ratings_of(account.id),
            relations,
            yours=viewer is not None and viewer.id == account.id,
            now_ms=caller.now_ms,
        )

    @get("/people/{name:str}/ratings", query=("kind", "variant", "speed"))
    async def rating_history(self, caller: Caller, name: Id) -> wire.RatingHistory:
        """A rating of an account after each of its last 500 games."""
        account = await named_account(caller, self.people, name)
        query = caller.query
        speed = query.get("speed", "rapid")
        if speed not in SPEEDS:
            raise ApiError("invalid", "speed", why=objections.one_of("speed", SPEEDS))
        games = await self.ratings.store.history(account.id, query.get("variant", "shogi")[:40], speed)
        return wire.RatingHistory([game.at_ms for game in games], [round(game.rating) for game in games])

    @get("/account/people")
    async def own_lists(self, caller: Caller) -> wire.PeopleLists:
        """The people whom the account follows and blocks."""
        account = caller.account
        follows, blocks = [await self.social.others(relation, account.id) for relation in get_args(Relation)]
        known = await self.people.store.accounts([*follows, *blocks])
        return wire.PeopleLists(
            [profiles.person_name(known[each]) for each in follows],
            [profiles.person_name(known[each]) for each in blocks],
        )

    @post("/people/{name:str}/{relation:str}", status_code=200)
    async def set_relation(
        self, caller: Caller, name: Id, relation: Id, data: JSONBody[wire.RelationRequest]
    ) -> wire.RelationRequest:
        """Begins or ends to follow or block an account; ``relation`` is ``follow`` or ``block``."""
        own = caller.account
        if relation not in get_args(Relation):
            raise ApiError("not_found")
        other = await _other(caller, self.people, own, name)
        await self.social.set_relation(
            "follow" if relation == "follow" else "block", own.id, other.id, data.on, caller.now_ms
        )
        return data

    @post("/people/{name:str}/report")
    async def report(
        self, caller: Caller, name: Id, data: JSONBody[wire.ReportRequest]
    ) -> wire.ReportRequest:
        """Reports an account to the moderators.

        While one waits about the same person, it is added to that. 404 ``not_found`` for a game that one may
        not watch, 409 ``not_in_game`` if the person took no part in it.
        """
        own = caller.account
        other = await _other(caller, self.people, own, name)
        await self.social.add_report(
            Report(
                at_ms=caller.now_ms,
                reporter_id=own.id,
                account_id=other.id,
                reason=data.reason,
                text=data.text.strip(),
                game_id=data.game,
            )
        )
        return data


async def named_account(caller: CallingPerson, people: PeopleService, name: str) -> Account:
    """The account of this name. Raises ApiError ``no_such_account``."""
    kind: Kind = "program" if caller.query.get("kind") == "program" else "person"
    account = await people.store.account_named(name[:40], kind)
    if account is None:
        raise ApiError("no_such_account", name=name[:40])
    return account


async def _other(caller: CallingPerson, people: PeopleService, own: Account, name: str) -> Account:
    other = await named_account(caller, people, name)
    if other.id == own.id:
        raise ApiError("yourself")
    return other


CALLS: Final = (PeopleCalls,)
