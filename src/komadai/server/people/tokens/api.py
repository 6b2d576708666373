"""The HTTP calls by which people make and end their tokens; see docs/wire.md."""

from __future__ import annotations

from typing import Final, cast

from litestar import get, post
from litestar.params import JSONBody

from komadai.server.errors import ApiError
from komadai.server.http.calls import Calls, Id
from komadai.server.http.wire import EmptyRequest
from komadai.server.people import wire
from komadai.server.people.caller import Caller
from komadai.server.people.names.names import clean_display_name
from komadai.server.people.store import Account
from komadai.server.people.tokens.tokens import ApiTokens, Scope
from komadai.server.ratings.service import RatingService


class TokenCalls(Calls):
    """The tokens of an account, and its mark as a bot's."""

    path = "/api/account"
    tokens: ApiTokens
    ratings: RatingService

    @get("/tokens")
    async def list_tokens(self, caller: Caller) -> wire.TokenList:
        """The account's tokens for programs, without their secrets."""
        return await _list(caller.account, self.tokens, self.ratings)

    @post("/tokens")
    async def make_token(self, caller: Caller, data: JSONBody[wire.NewToken]) -> wire.MadeToken:
        """Makes a token. The answer is the only place where it is shown.

        At most 20: 409 ``too_many``.
        """
        account, name = caller.account, clean_display_name(data.name)
        token = await self.tokens.make(account.id, caller.address, name, data.scopes)
        return wire.MadeToken(token, await _list(account, self.tokens, self.ratings))

    @post("/tokens/{token_id:str}/end", status_code=200)
    async def end_token(self, caller: Caller, token_id: Id, data: JSONBody[EmptyRequest]) -> wire.TokenList:
        """Ends a token; what a program has open with it is closed within ten seconds."""
        await self.tokens.end(caller.account.id, caller.address, token_id)
        return await _list(caller.account, self.tokens, self.ratings)

    @post("/bot", status_code=200)
    async def become_bot(self, caller: Caller, data: JSONBody[EmptyRequest]) -> wire.TokenList:
        """Marks the account as one that a program plays, for ever.

        409 ``rated_already`` after a rated game.
        """
        account = caller.account
        if await self.ratings.store.ratings_of(account.id):
            raise ApiError("rated_already")
        await self.tokens.make_bot(account.id, caller.address)
        return await _list(account, self.tokens, self.ratings, bot=True)


async def _list(
    account: Account, tokens: ApiTokens, ratings: RatingService, *, bot: bool = False
) -> wire.TokenList:
    # The session may have been read before the account became a bot's.
    stored = await tokens.people.account(account.id)
    bot = bot or (stored is not None and stored.bot)
    rows = [
        wire.TokenView(
            id=row.id,
            name=row.name,
            scopes=cast("list[Scope]", row.scopes.split()),
            created_ms=row.created_ms,
            used_ms=row.used_ms,
        )
        for row in await tokens.of(account.id)
    ]
    return wire.TokenList(rows, bot, not bot and not await ratings.store.ratings_of(account.id))


CALLS: Final = (TokenCalls,)
