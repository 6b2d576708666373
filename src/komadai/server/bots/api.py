"""The HTTP calls for programs; see docs/wire.md and docs/how-to/bots.md.

Each has the option ``scope``: what its token must allow. The middleware lets only tokens through to them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Stream
from litestar.types import ControllerRouterHandler

from komadai.server.bots import wire as bots_wire
from komadai.server.bots.streams import BotStreams
from komadai.server.chat.wire import ChatMessage
from komadai.server.errors import ApiError
from komadai.server.games import wire as games_wire
from komadai.server.games.api import check_settings
from komadai.server.games.bot_games import BotGames
from komadai.server.games.game_registry import GameRegistry
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.http.wire import EmptyRequest
from komadai.server.lobby import wire as lobby_wire
from komadai.server.lobby.api import check_challenge
from komadai.server.lobby.lobby import Lobby
from komadai.server.people.profiles import display_name
from komadai.server.people.service import PeopleService
from komadai.server.people.tokens import ApiTokens, TokenSession
from komadai.server.positions.keys import key

T = TypeVar("T", bound=bots_wire.BotCommand)

GameLine = games_wire.GameMessage | games_wire.UpdateMessage | ChatMessage
"""A line of the stream of a game."""

EXAMPLE_EVENT: Final = {"type": "game_end", "id": "h3k7m2p9q4rt"}
EXAMPLE_LINE: Final[dict[str, Any]] = {
    "type": "chat",
    "game": "h3k7m2p9q4rt",
    "lines": [],
}
EXAMPLE_ID: Final = {"id": "h3k7m2p9q4rt"}


def caller_of(request: AnyRequest, quotas: RequestQuotas, now_ms: int) -> TokenSession:
    """The token of a call. Raises ApiError ``scope``, ``not_a_bot`` or ``slow_down``."""
    session = request.scope["state"]["session"]
    handler = request.scope["route_handler"]
    assert isinstance(session, TokenSession), "the middleware lets no others through"
    assert isinstance(handler, HTTPRouteHandler)
    quotas.call(session.person, now_ms)
    scope = handler.opt["scope"]
    if scope not in session.scopes:
        raise ApiError("scope", scope=scope)
    account = session.account
    if scope == "play" and (account is None or not account.bot):
        raise ApiError("not_a_bot")
    return session


@get(
    "/api/bot/account",
    scope="read",
    answers=bots_wire.BotAccount,
    example={
        "name": "deepblue",
        "display_name": "Deep Blue",
        "bot": True,
        "token": "at home",
        "scopes": ["challenge", "play", "read"],
    },
)
async def account(
    request: AnyRequest, registry: NamedDependency[GameRegistry], quotas: NamedDependency[RequestQuotas]
) -> Response[bytes]:
    """The account of the token."""
    caller = caller_of(request, quotas, registry.now_ms())
    own = caller.account
    assert own is not None
    return answer(
        bots_wire.BotAccount(
            name=own.name,
            display_name=own.display_name,
            bot=own.bot,
            token=caller.name,
            scopes=sorted(caller.scopes),
        )
    )


@get("/api/bot/events", scope="read", streams=bots_wire.BotEvent, example=EXAMPLE_EVENT)
async def events(
    request: AnyRequest,
    registry: NamedDependency[GameRegistry],
    bots: NamedDependency[BotStreams],
    tokens: NamedDependency[ApiTokens],
    quotas: NamedDependency[RequestQuotas],
) -> Stream:
    """A stream of JSON lines: challenges to the account, and its games as they begin and end.

    It begins with the open challenges and the running games. Empty lines keep the connection alive.
    """
    caller = caller_of(request, quotas, registry.now_ms())
    address = request.scope["state"]["address"]
    bots.check_room(caller.person, address)
    assert caller.account is not None
    return _stream(bots.of_account(caller.account, address, lambda: tokens.is_valid(caller)))


@get(
    "/api/bot/seeks",
    scope="read",
    answers=lobby_wire.LobbyView,
    example={"seeks": [], "games": [], "invitations": [], "people": [], "followed": []},
)
async def seeks(
    request: AnyRequest,
    registry: NamedDependency[GameRegistry],
    lobby: NamedDependency[Lobby],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The lobby: who waits for an opponent, and the public games."""
    caller = caller_of(request, quotas, registry.now_ms())
    return answer(await lobby.lobby(caller.person))


@post(
    "/api/bot/challenges",
    scope="challenge",
    body=lobby_wire.NewChallenge,
    answers=lobby_wire.NewChallengeId,
    body_example={"listed": True, "side": "furigoma", "clock": {"main_ms": 600000, "byoyomi_ms": 30000}},
    example=EXAMPLE_ID,
)
async def new_challenge(
    request: AnyRequest,
    registry: NamedDependency[GameRegistry],
    lobby: NamedDependency[Lobby],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Makes a challenge: a seek in the lobby (``listed``), an invitation (``to``), or one by its link.

    A seek or an invitation stays open as long as the account's stream of events is.
    """
    caller = caller_of(request, quotas, registry.now_ms())
    new = await body_of(request, lobby_wire.NewChallenge)
    check_challenge(new)
    quotas.new_game(caller.person, request.scope["state"]["address"], registry.now_ms())
    return answer(lobby_wire.NewChallengeId(await lobby.create(caller.person, new)), 201)


@post(
    "/api/bot/challenges/{challenge_id:str}/accept",
    scope="challenge",
    body=EmptyRequest,
    answers=games_wire.NewGameId,
    body_example={},
    example=EXAMPLE_ID,
)
async def accept(
    request: AnyRequest,
    challenge_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    lobby: NamedDependency[Lobby],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Accepts a challenge or a seek; the answer is the game. Only for accounts of bots."""
    caller = caller_of(request, quotas, registry.now_ms())
    if caller.account is None or not caller.account.bot:
        raise ApiError("not_a_bot")
    quotas.new_game(caller.person, request.scope["state"]["address"], registry.now_ms())
    row = await lobby.challenge(challenge_id)
    start_sfen, handicap = check_settings(row.settings)
    return answer(games_wire.NewGameId(await lobby.accept(caller.person, row.id, start_sfen, handicap)), 201)


@post(
    "/api/bot/challenges/{challenge_id:str}/decline",
    scope="challenge",
    status_code=200,
    body=EmptyRequest,
    answers=bots_wire.BotChallengeId,
    body_example={},
    example=EXAMPLE_ID,
)
async def decline(
    request: AnyRequest,
    challenge_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    lobby: NamedDependency[Lobby],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Declines a challenge to this account."""
    caller = caller_of(request, quotas, registry.now_ms())
    await body_of(request, EmptyRequest)
    await lobby.decline(caller.person, challenge_id)
    return answer(bots_wire.BotChallengeId(challenge_id))


@post(
    "/api/bot/challenges/{challenge_id:str}/withdraw",
    scope="challenge",
    status_code=200,
    body=EmptyRequest,
    answers=bots_wire.BotChallengeId,
    body_example={},
    example=EXAMPLE_ID,
)
async def withdraw(
    request: AnyRequest,
    challenge_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    lobby: NamedDependency[Lobby],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Withdraws a challenge or a seek of this account."""
    caller = caller_of(request, quotas, registry.now_ms())
    await body_of(request, EmptyRequest)
    await lobby.withdraw(caller.person, challenge_id)
    return answer(bots_wire.BotChallengeId(challenge_id))


# -- games


@get("/api/bot/games/{game_id:str}/stream", scope="read", streams=GameLine, example=EXAMPLE_LINE)
async def game(
    request: AnyRequest,
    game_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    bots: NamedDependency[BotStreams],
    tokens: NamedDependency[ApiTokens],
    quotas: NamedDependency[RequestQuotas],
) -> Stream:
    """A stream of JSON lines: the whole game, then its changes and its chat as a page gets them.

    As long as it is open, the account is at the board. It ends half a minute after the game. Empty lines keep
    the connection alive.
    """
    caller = caller_of(request, quotas, registry.now_ms())
    address = request.scope["state"]["address"]
    live = await registry.game(game_id)
    live.check(caller.person, "watch")
    bots.check_room(caller.person, address)
    return _stream(bots.of_game(live, caller.person, address, lambda: tokens.is_valid(caller)))


async def _act(
    request: AnyRequest,
    game_id: str,
    registry: GameRegistry,
    quotas: RequestQuotas,
    kind: type[T],
    command: Callable[[T, dict[str, Any]], games_wire.GameCommand],
) -> Response[bytes]:
    """Executes a command in a game of the account."""
    at = registry.now_ms()
    caller = caller_of(request, quotas, at)
    ask = await body_of(request, kind)
    live = await registry.game(game_id)
    known = live.game.count if ask.event is None else ask.event
    await live.command(caller.person, command(ask, {"id": "", "game": game_id, "event": known}), at)
    return answer(bots_wire.BotDone(live.game.count))


@post(
    "/api/bot/games/{game_id:str}/move",
    scope="play",
    status_code=200,
    body=bots_wire.BotMove,
    answers=bots_wire.BotDone,
    body_example={"usi": "7g7f", "event": 2},
    example={"event": 3},
)
async def move(
    request: AnyRequest,
    game_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """A move, in USI. With ``event`` it is refused as ``stale`` if the position has changed."""
    make = lambda ask, of: games_wire.MoveCommand(usi=ask.usi, **of)  # noqa: E731
    return await _act(request, game_id, registry, quotas, bots_wire.BotMove, make)


@post(
    "/api/bot/games/{game_id:str}/answer",
    scope="play",
    status_code=200,
    body=bots_wire.BotAnswer,
    answers=bots_wire.BotDone,
    body_example={"offer": "take_back", "accept": True},
    example={"event": 12},
)
async def answer_offer(
    request: AnyRequest,
    game_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Accepts or declines an offer of the opponent: a take-back, an impasse, an adjournment, going on."""
    make = lambda ask, of: games_wire.AnswerCommand(offer=ask.offer, accept=ask.accept, **of)  # noqa: E731
    return await _act(request, game_id, registry, quotas, bots_wire.BotAnswer, make)


@post(
    "/api/bot/games/{game_id:str}/say",
    scope="play",
    status_code=200,
    body=bots_wire.BotSay,
    answers=bots_wire.BotDone,
    body_example={"phrase": "onegai"},
    example={"event": 2},
)
async def say(
    request: AnyRequest,
    game_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Says one of the set phrases by its key: ``onegai``, ``lost``, ``thanks``, …."""
    make = lambda ask, of: games_wire.SayCommand(phrase=ask.phrase, **of)  # noqa: E731
    return await _act(request, game_id, registry, quotas, bots_wire.BotSay, make)


@post(
    "/api/bot/games/{game_id:str}/rematch",
    scope="play",
    body=EmptyRequest,
    answers=games_wire.RematchAnswer,
    body_example={},
    example=EXAMPLE_ID,
)
async def rematch(
    request: AnyRequest,
    game_id: FromPath[str],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
    bot_games: NamedDependency[BotGames],
) -> Response[bytes]:
    """Offers a rematch, or accepts the opponent's; the answer is the game once both want it."""
    caller = caller_of(request, quotas, registry.now_ms())
    await body_of(request, EmptyRequest)
    live = await registry.game(game_id)
    live.check(caller.person, "rematch")
    await bot_games.check_new(live.guests, [key(live.settings.start_sfen)], caller.person)
    quotas.new_game(caller.person, request.scope["state"]["address"], registry.now_ms())
    new, is_new = await registry.rematch(caller.person, live)
    return answer(games_wire.RematchAnswer(new), 201 if is_new else 200)


def _simple(
    word: str, command: type[games_wire.GameCommand], summary: str, path: str = ""
) -> HTTPRouteHandler:
    """The handler of a command that has nothing but the game."""

    async def act(
        request: AnyRequest,
        game_id: FromPath[str],
        registry: NamedDependency[GameRegistry],
        quotas: NamedDependency[RequestQuotas],
    ) -> Response[bytes]:
        make: Callable[[bots_wire.BotCommand, dict[str, Any]], games_wire.GameCommand]
        make = lambda _, of: command(**of)  # noqa: E731
        return await _act(request, game_id, registry, quotas, bots_wire.BotCommand, make)

    act.__doc__ = summary
    act.__name__ = f"bot_{word}"
    return post(
        f"/api/bot/games/{{game_id:str}}/{path or word}",
        scope="play",
        status_code=200,
        body=bots_wire.BotCommand,
        answers=bots_wire.BotDone,
        body_example={},
        example={"event": 41},
    )(act)


@get("/api/bots", answers=bots_wire.OnlineBots)
async def all_bots(
    request: AnyRequest,
    registry: NamedDependency[GameRegistry],
    lobby: NamedDependency[Lobby],
    people: NamedDependency[PeopleService],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The accounts in which programs play, those that listen for challenges first; for pages."""
    quotas.call(guest_of(request), registry.now_ms())
    here = await lobby.present()
    views = [
        bots_wire.OnlineBot(each.name, display_name(each), each.id in here)
        for each in await people.store.bots()
    ]
    return answer(bots_wire.OnlineBots(sorted(views, key=lambda view: not view.online)))


def _stream(lines: Any) -> Stream:
    # nginx does not keep such answers back.
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return Stream(lines, media_type="application/x-ndjson", headers=headers)


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    all_bots,
    account,
    events,
    seeks,
    new_challenge,
    accept,
    decline,
    withdraw,
    game,
    move,
    answer_offer,
    say,
    rematch,
    _simple("resign", games_wire.ResignCommand, "Resigns."),
    _simple("declare", games_wire.DeclareCommand, "Declares the impasse, by the rule of the game."),
    _simple("take_back", games_wire.TakeBackCommand, "Asks the opponent to take back a move.", "take-back"),
    _simple("abort", games_wire.AbortCommand, "Leaves the game without a result before both have moved."),
    _simple("claim", games_wire.ClaimCommand, "Claims the game of an opponent who has left."),
)
