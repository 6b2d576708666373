"""The HTTP calls by which people make and end their tokens; see docs/wire.md."""

from __future__ import annotations

from typing import Final, cast

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.server.errors import ApiError
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of
from komadai.server.http.wire import EmptyRequest
from komadai.server.people import wire as people_wire
from komadai.server.people.api import account_of
from komadai.server.people.names import clean_display_name
from komadai.server.people.store import Account
from komadai.server.people.tokens import ApiTokens, Scope
from komadai.server.ratings.service import RatingService
from komadai.server.server_clock import ServerClock


@get("/api/account/tokens", answers=people_wire.TokenList)
async def list_tokens(
    request: AnyRequest,
    tokens: NamedDependency[ApiTokens],
    ratings: NamedDependency[RatingService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The account's tokens for programs, without their secrets."""
    account = account_of(request)
    quotas.call(account.id, clock.now_ms())
    return answer(await _list(account, tokens, ratings))


@post("/api/account/tokens", body=people_wire.NewToken, answers=people_wire.MadeToken)
async def make_token(
    request: AnyRequest,
    tokens: NamedDependency[ApiTokens],
    ratings: NamedDependency[RatingService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Makes a token. The answer is the only place where it is shown."""
    account, ask = account_of(request), await body_of(request, people_wire.NewToken)
    quotas.call(account.id, clock.now_ms())
    name = clean_display_name(ask.name)
    token = await tokens.make(account.id, request.scope["state"]["address"], name, ask.scopes)
    return answer(people_wire.MadeToken(token, await _list(account, tokens, ratings)), 201)


@post(
    "/api/account/tokens/{token_id:str}/end",
    status_code=200,
    body=EmptyRequest,
    answers=people_wire.TokenList,
)
async def end_token(
    request: AnyRequest,
    token_id: FromPath[str],
    tokens: NamedDependency[ApiTokens],
    ratings: NamedDependency[RatingService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Ends a token; what a program has open with it is closed within ten seconds."""
    account = account_of(request)
    quotas.call(account.id, clock.now_ms())
    await body_of(request, EmptyRequest)
    await tokens.end(account.id, request.scope["state"]["address"], token_id)
    return answer(await _list(account, tokens, ratings))


@post("/api/account/bot", status_code=200, body=EmptyRequest, answers=people_wire.TokenList)
async def become_bot(
    request: AnyRequest,
    tokens: NamedDependency[ApiTokens],
    ratings: NamedDependency[RatingService],
    clock: NamedDependency[ServerClock],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Marks the account as one that a program plays, for ever; 409 ``rated_already`` after a rated game."""
    account = account_of(request)
    quotas.call(account.id, clock.now_ms())
    await body_of(request, EmptyRequest)
    if await ratings.store.ratings_of(account.id):
        raise ApiError("rated_already")
    await tokens.make_bot(account.id, request.scope["state"]["address"])
    return answer(await _list(account, tokens, ratings, bot=True))


async def _list(
    account: Account, tokens: ApiTokens, ratings: RatingService, *, bot: bool = False
) -> people_wire.TokenList:
    # The session may have been read before the account became a bot's.
    stored = await tokens.people.account(account.id)
    bot = bot or (stored is not None and stored.bot)
    rows = [
        people_wire.TokenView(
            id=row.id,
            name=row.name,
            scopes=cast("list[Scope]", row.scopes.split()),
            created_ms=row.created_ms,
            used_ms=row.used_ms,
        )
        for row in await tokens.of(account.id)
    ]
    return people_wire.TokenList(rows, bot, not bot and not await ratings.store.ratings_of(account.id))


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (list_tokens, make_token, end_token, become_bot)
