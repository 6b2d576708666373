"""The HTTP calls for programs; see docs/wire.md and docs/how-to/bots.md.

Each has the option ``scope``: what its token must allow. The middleware lets only tokens through to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from litestar import get, post
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody
from litestar.response import Stream
from litestar.types import AnyCallable

from komadai.server.bots import wire
from komadai.server.bots.streams import BotStreams
from komadai.server.chat.wire import ChatMessage
from komadai.server.errors import ApiError
from komadai.server.games import wire as games_wire
from komadai.server.games.fair_play.bot_games import BotGames
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.new_game import check_settings
from komadai.server.http.calls import Answer, Calls, Id
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.wire import EmptyRequest
from komadai.server.lobby import wire as lobby_wire
from komadai.server.lobby.api import check_challenge
from komadai.server.lobby.challenges import Challenges
from komadai.server.lobby.lobby import Lobby
from komadai.server.people.accounts.service import PeopleService
from komadai.server.people.caller import Caller, CallingPerson, Guard, guard
from komadai.server.people.profiles import display_name
from komadai.server.people.tokens.tokens import ApiTokens, TokenSession
from komadai.server.positions.keys import key

GameLine = games_wire.GameMessage | games_wire.UpdateMessage | ChatMessage
"""A line of the stream of a game."""

EXAMPLE_EVENT: Final = {"type": "game_end", "id": "h3k7m2p9q4rt"}
EXAMPLE_LINE: Final[dict[str, Any]] = {
    "type": "chat",
    "game": "h3k7m2p9q4rt",
    "lines": [],
}
EXAMPLE_ID: Final = {"id": "h3k7m2p9q4rt"}
EXAMPLE_ACCOUNT: Final[dict[str, Any]] = {
    "name": "deepblue",
    "display_name": "Deep Blue",
    "bot": True,
    "token": "at home",
    "scopes": ["challenge", "play", "read"],
}
EXAMPLE_LOBBY: Final[dict[str, Any]] = {
    "seeks": [],
    "games": [],
    "invitations": [],
    "people": [],
    "followed": [],
}
EXAMPLE_CHALLENGE: Final[dict[str, Any]] = {
    "listed": True,
    "side": "furigoma",
    "clock": {"main_ms": 600000, "byoyomi_ms": 30000},
}
EXAMPLE_TAKE_BACK: Final[dict[str, Any]] = {"offer": "take_back", "accept": True}

Token = NamedDependency[TokenSession]
"""The token of a call."""


def token_of(caller: Caller) -> TokenSession:
    """The dependency ``token``."""
    session = caller.session
    assert isinstance(session, TokenSession), "the middleware lets no others through"
    return session


@guard
def token_allows(caller: CallingPerson, options: Mapping[str, Any]) -> None:
    """Raises ApiError ``scope``, or ``not_a_bot`` for moves in an account that is not marked as a bot's."""
    scope = options["scope"]
    if scope not in token_of(caller).scopes:
        raise ApiError("scope", scope=scope)
    if scope == "play" and not caller.account.bot:
        raise ApiError("not_a_bot")


Command = JSONBody[wire.BotCommand]


class CallsOfPrograms(Calls):
    """Calls that need a token."""

    guards: Sequence[Guard] | None = [token_allows]
    dependencies: Mapping[str, Provide | AnyCallable] | None = {
        "token": Provide(token_of, sync_to_thread=False)
    }


class AccountCalls(CallsOfPrograms):
    """The account of the token, and the lobby."""

    path = "/api/bot"
    bots: BotStreams
    tokens: ApiTokens
    lobby: Lobby

    @get("/account", scope="read", example=EXAMPLE_ACCOUNT)
    async def account(self, caller: Caller, token: Token) -> wire.BotAccount:
        """The account of the token."""
        own = caller.account
        return wire.BotAccount(
            name=own.name,
            display_name=own.display_name,
            bot=own.bot,
            token=token.name,
            scopes=sorted(token.scopes),
        )

    @get("/events", scope="read", streams=wire.BotEvent, example=EXAMPLE_EVENT)
    async def events(self, caller: Caller, token: Token) -> Stream:
        """A stream of JSON lines: challenges to the account, and its games as they begin and end.

        It begins with the open challenges and the running games. Empty lines keep the connection alive.
        """
        self.bots.check_room(caller.person, caller.address)
        return _stream(
            self.bots.of_account(caller.account, caller.address, lambda: self.tokens.is_valid(token))
        )

    @get("/seeks", scope="read", example=EXAMPLE_LOBBY)
    async def seeks(self, caller: Caller) -> lobby_wire.LobbyView:
        """The lobby: who waits for an opponent, and the public games."""
        return await self.lobby.view(caller.person)


class ChallengeCalls(CallsOfPrograms):
    """Challenges by the account, and to it."""

    path = "/api/bot/challenges"
    opt: dict[str, Any] = Calls.opt | {"scope": "challenge", "body_example": {}, "example": EXAMPLE_ID}
    challenges: Challenges
    quotas: RequestQuotas

    @post("/", body_example=EXAMPLE_CHALLENGE)
    async def new_challenge(
        self, caller: Caller, data: JSONBody[lobby_wire.NewChallenge]
    ) -> lobby_wire.NewChallengeId:
        """Makes a challenge: a seek in the lobby (``listed``), an invitation (``to``), or one by its link.

        A seek or an invitation stays open as long as the account's stream of events is.
        """
        check_challenge(data)
        self.quotas.new_game(caller.person, caller.address, caller.now_ms)
        return lobby_wire.NewChallengeId(await self.challenges.create(caller.person, data))

    @post("/{challenge_id:str}/accept")
    async def accept(self, caller: Caller, challenge_id: Id) -> games_wire.NewGameId:
        """Accepts a challenge or a seek; the answer is the game. Only for accounts of bots."""
        if not caller.account.bot:
            raise ApiError("not_a_bot")
        self.quotas.new_game(caller.person, caller.address, caller.now_ms)
        row = await self.challenges.challenge(challenge_id)
        start_sfen, handicap = check_settings(row.settings)
        return games_wire.NewGameId(await self.challenges.accept(caller.person, row.id, start_sfen, handicap))

    @post("/{challenge_id:str}/decline", status_code=200)
    async def decline(
        self, caller: Caller, challenge_id: Id, data: JSONBody[EmptyRequest]
    ) -> wire.BotChallengeId:
        """Declines a challenge to this account."""
        await self.challenges.decline(caller.person, challenge_id)
        return wire.BotChallengeId(challenge_id)

    @post("/{challenge_id:str}/withdraw", status_code=200)
    async def withdraw(
        self, caller: Caller, challenge_id: Id, data: JSONBody[EmptyRequest]
    ) -> wire.BotChallengeId:
        """Withdraws a challenge or a seek of this account."""
        await self.challenges.withdraw(caller.person, challenge_id)
        return wire.BotChallengeId(challenge_id)


class GameCalls(CallsOfPrograms):
    """A game of the account."""

    path = "/api/bot/games/{game_id:str}"
    opt: dict[str, Any] = Calls.opt | {"scope": "play", "body_example": {}, "example": {"event": 41}}
    bots: BotStreams
    tokens: ApiTokens
    registry: GameRegistry
    quotas: RequestQuotas
    bot_games: BotGames

    @get("/stream", scope="read", streams=GameLine, example=EXAMPLE_LINE)
    async def stream(self, caller: Caller, game_id: Id, token: Token) -> Stream:
        """A stream of JSON lines: the whole game, then its changes and its chat as a page gets them.

        As long as it is open, the account is at the board. It ends half a minute after the game. Empty lines
        keep the connection alive.
        """
        live = await self.registry.game(game_id)
        live.check(caller.person, "watch")
        self.bots.check_room(caller.person, caller.address)
        return _stream(
            self.bots.of_game(live, caller.person, caller.address, lambda: self.tokens.is_valid(token))
        )

    @post("/move", status_code=200, body_example={"usi": "7g7f", "event": 2}, example={"event": 3})
    async def move(self, caller: Caller, game_id: Id, data: JSONBody[wire.BotMove]) -> wire.BotDone:
        """A move, in USI. With ``event`` it is refused as ``stale`` if the position has changed."""
        return await self._act(caller, game_id, games_wire.MoveCommand, data, usi=data.usi)

    @post("/answer", status_code=200, body_example=EXAMPLE_TAKE_BACK, example={"event": 12})
    async def answer_offer(self, caller: Caller, game_id: Id, data: JSONBody[wire.BotAnswer]) -> wire.BotDone:
        """Accepts or declines an offer of the opponent: a take-back, an impasse, an adjournment, going on."""
        return await self._act(
            caller, game_id, games_wire.AnswerCommand, data, offer=data.offer, accept=data.accept
        )

    @post("/say", status_code=200, body_example={"phrase": "onegai"}, example={"event": 2})
    async def say(self, caller: Caller, game_id: Id, data: JSONBody[wire.BotSay]) -> wire.BotDone:
        """Says one of the set phrases by its key: ``onegai``, ``lost``, ``thanks``, …."""
        return await self._act(caller, game_id, games_wire.SayCommand, data, phrase=data.phrase)

    @post("/resign", status_code=200)
    async def resign(self, caller: Caller, game_id: Id, data: Command) -> wire.BotDone:
        """Resigns."""
        return await self._act(caller, game_id, games_wire.ResignCommand, data)

    @post("/declare", status_code=200)
    async def declare(self, caller: Caller, game_id: Id, data: Command) -> wire.BotDone:
        """Declares the impasse, by the rule of the game."""
        return await self._act(caller, game_id, games_wire.DeclareCommand, data)

    @post("/take-back", status_code=200)
    async def take_back(self, caller: Caller, game_id: Id, data: Command) -> wire.BotDone:
        """Asks the opponent to take back a move."""
        return await self._act(caller, game_id, games_wire.TakeBackCommand, data)

    @post("/abort", status_code=200)
    async def abort(self, caller: Caller, game_id: Id, data: Command) -> wire.BotDone:
        """Leaves the game without a result before both have moved."""
        return await self._act(caller, game_id, games_wire.AbortCommand, data)

    @post("/claim", status_code=200)
    async def claim(self, caller: Caller, game_id: Id, data: Command) -> wire.BotDone:
        """Claims the game of an opponent who has left."""
        return await self._act(caller, game_id, games_wire.ClaimCommand, data)

    @post("/rematch", example=EXAMPLE_ID, answers=games_wire.RematchAnswer)
    async def rematch(self, caller: Caller, game_id: Id, data: JSONBody[EmptyRequest]) -> Answer:
        """Offers a rematch, or accepts the opponent's; the answer is the game once both want it.

        200 with ``id`` null while the opponent has not agreed.
        """
        live = await self.registry.game(game_id)
        live.check(caller.person, "rematch")
        await self.bot_games.check_new(live.guests, [key(live.settings.start_sfen)], caller.person)
        self.quotas.new_game(caller.person, caller.address, caller.now_ms)
        new, is_new = await self.registry.rematch(caller.person, live)
        return Answer(games_wire.RematchAnswer(new), status_code=201 if is_new else 200)

    async def _act(
        self,
        caller: Caller,
        game_id: str,
        command: Callable[..., games_wire.GameCommand],
        asked: wire.BotCommand,
        **more: object,
    ) -> wire.BotDone:
        """Executes a command of the account in a game."""
        live = await self.registry.game(game_id)
        known = live.game.count if asked.event is None else asked.event
        await live.command(caller.person, command(id="", game=live.id, event=known, **more), caller.now_ms)
        return wire.BotDone(live.game.count)


class BotsCalls(Calls):
    """The accounts in which programs play; for pages."""

    path = "/api/bots"
    lobby: Lobby
    people: PeopleService

    @get("/")
    async def all_bots(self) -> wire.OnlineBots:
        """The accounts in which programs play, those that listen for challenges first; for pages."""
        here = await self.lobby.present()
        views = [
            wire.OnlineBot(each.name, display_name(each), each.id in here)
            for each in await self.people.store.bots()
        ]
        return wire.OnlineBots(sorted(views, key=lambda view: not view.online))


def _stream(lines: Any) -> Stream:
    # nginx does not keep such answers back.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(lines, media_type="application/x-ndjson", headers=headers)


CALLS: Final = (BotsCalls, AccountCalls, ChallengeCalls, GameCalls)
