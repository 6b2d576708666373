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
from komadai.server.people.tokens.tokens import ApiTokens, Scope, Tokens
from komadai.server.ratings.service import Ratings, RatingService


class TokenCalls(Calls):
    """The tokens of an account, and its mark as a bot's."""

    path = "/api/account"

    @get("/tokens")
    async def list_tokens(self, caller: Caller, tokens: Tokens, ratings: Ratings) -> wire.TokenList:
        """The account's tokens for programs, without their secrets."""
        return await _list(caller.account, tokens, ratings)

    @post("/tokens")
    async def make_token(
        self, caller: Caller, data: JSONBody[wire.NewToken], tokens: Tokens, ratings: Ratings
    ) -> wire.MadeToken:
        """Makes a token. The answer is the only place where it is shown."""
        account, name = caller.account, clean_display_name(data.name)
        token = await tokens.make(account.id, caller.address, name, data.scopes)
        return wire.MadeToken(token, await _list(account, tokens, ratings))

    @post("/tokens/{token_id:str}/end", status_code=200)
    async def end_token(
        self, caller: Caller, token_id: Id, data: JSONBody[EmptyRequest], tokens: Tokens, ratings: Ratings
    ) -> wire.TokenList:
        """Ends a token; what a program has open with it is closed within ten seconds."""
        await tokens.end(caller.account.id, caller.address, token_id)
        return await _list(caller.account, tokens, ratings)

    @post("/bot", status_code=200)
    async def become_bot(
        self, caller: Caller, data: JSONBody[EmptyRequest], tokens: Tokens, ratings: Ratings
    ) -> wire.TokenList:
        """Marks the account as one that a program plays, for ever.

        409 ``rated_already`` after a rated game.
        """
        account = caller.account
        if await ratings.store.ratings_of(account.id):
            raise ApiError("rated_already")
        await tokens.make_bot(account.id, caller.address)
        return await _list(account, tokens, ratings, bot=True)


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
