"""The HTTP calls about other people: profiles, rating graphs, following, blocking, reporting."""

from __future__ import annotations

from typing import Final, get_args

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.ratings.speeds import SPEEDS
from komadai.server.errors import ApiError
from komadai.server.http import objections
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of
from komadai.server.people import admin_api, moderation_api, profiles
from komadai.server.people import wire as people_wire
from komadai.server.people.api import account_of
from komadai.server.people.names import Kind
from komadai.server.people.service import PeopleService
from komadai.server.people.sessions import Session
from komadai.server.people.social import Relation, Report, SocialStore
from komadai.server.people.store import Account
from komadai.server.ratings.service import RatingService
from komadai.server.server_clock import ServerClock


@get("/api/people/{name:str}", answers=people_wire.ProfileView, query=("kind",))
async def one_profile(
    request: AnyRequest,
    name: FromPath[str],
    people: NamedDependency[PeopleService],
    ratings: NamedDependency[RatingService],
    social: NamedDependency[SocialStore],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The profile of an account."""
    viewer = count_call(request, quotas, clock)
    account = await named_account(request, people, name)
    relations: set[Relation] = set()
    if viewer is not None and viewer.id != account.id:
        relations = await social.relations(viewer.id, account.id)
    view = profiles.profile(
        account,
        await ratings.store.ratings_of(account.id),
        relations,
        yours=viewer is not None and viewer.id == account.id,
        now_ms=clock.now_ms(),
    )
    return answer(view)


@get("/api/people/{name:str}/ratings", answers=people_wire.RatingHistory, query=("kind", "variant", "speed"))
async def rating_history(
    request: AnyRequest,
    name: FromPath[str],
    people: NamedDependency[PeopleService],
    ratings: NamedDependency[RatingService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """A rating of an account after each of its last 500 games."""
    count_call(request, quotas, clock)
    account = await named_account(request, people, name)
    query = request.query_params
    speed = query.get("speed", "rapid")
    if speed not in SPEEDS:
        raise ApiError("invalid", "speed", why=objections.one_of("speed", SPEEDS))
    games = await ratings.store.history(account.id, query.get("variant", "shogi")[:40], speed)
    return answer(
        people_wire.RatingHistory([game.at_ms for game in games], [round(game.rating) for game in games])
    )


@get("/api/account/people", answers=people_wire.PeopleLists)
async def own_lists(
    request: AnyRequest,
    people: NamedDependency[PeopleService],
    social: NamedDependency[SocialStore],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Whom the account follows and blocks."""
    account = account_of(request)
    count_call(request, quotas, clock)
    follows, blocks = [await social.others(relation, account.id) for relation in get_args(Relation)]
    known = await people.store.accounts([*follows, *blocks])
    return answer(
        people_wire.PeopleLists(
            [profiles.person_name(known[each]) for each in follows],
            [profiles.person_name(known[each]) for each in blocks],
        )
    )


@post(
    "/api/people/{name:str}/{relation:str}",
    status_code=200,
    body=people_wire.RelationRequest,
    answers=people_wire.RelationRequest,
)
async def set_relation(
    request: AnyRequest,
    name: FromPath[str],
    relation: FromPath[str],
    people: NamedDependency[PeopleService],
    social: NamedDependency[SocialStore],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Begins or ends to follow or block an account; ``relation`` is ``follow`` or ``block``."""
    own = account_of(request)
    count_call(request, quotas, clock)
    if relation not in get_args(Relation):
        raise ApiError("not_found")
    ask = await body_of(request, people_wire.RelationRequest)
    other = await _other(request, people, own, name)
    await social.set_relation(
        "follow" if relation == "follow" else "block", own.id, other.id, ask.on, clock.now_ms()
    )
    return answer(ask)


@post(
    "/api/people/{name:str}/report",
    body=people_wire.ReportRequest,
    answers=people_wire.ReportRequest,
)
async def report(
    request: AnyRequest,
    name: FromPath[str],
    people: NamedDependency[PeopleService],
    social: NamedDependency[SocialStore],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Reports an account to the moderators."""
    own = account_of(request)
    count_call(request, quotas, clock)
    ask = await body_of(request, people_wire.ReportRequest)
    other = await _other(request, people, own, name)
    await social.add_report(
        Report(
            at_ms=clock.now_ms(),
            reporter_id=own.id,
            account_id=other.id,
            reason=ask.reason,
            text=ask.text.strip(),
            game_id=ask.game,
        )
    )
    return answer(ask, 201)


def count_call(request: AnyRequest, quotas: RequestQuotas, clock: ServerClock) -> Account | None:
    """Counts a call, which needs a session. Returns the account of the one who asks."""
    session: Session | None = request.scope["state"]["session"]
    if session is None:
        raise ApiError("no_guest")
    quotas.call(session.person, clock.now_ms())
    return session.account


async def named_account(request: AnyRequest, people: PeopleService, name: str) -> Account:
    """The account of this name. Raises ApiError ``no_such_account``."""
    kind: Kind = "program" if request.query_params.get("kind") == "program" else "person"
    account = await people.store.account_named(name[:40], kind)
    if account is None:
        raise ApiError("no_such_account", name=name[:40])
    return account


async def _other(request: AnyRequest, people: PeopleService, own: Account, name: str) -> Account:
    other = await named_account(request, people, name)
    if other.id == own.id:
        raise ApiError("yourself")
    return other


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    one_profile,
    rating_history,
    own_lists,
    report,
    set_relation,
    *moderation_api.HANDLERS,
    *admin_api.HANDLERS,
)
