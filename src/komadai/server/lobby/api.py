"""The HTTP calls of challenges and the lobby; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.types import ControllerRouterHandler

from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.games import wire as games_wire
from komadai.server.games.api import check_settings
from komadai.server.games.game_registry import GameRegistry
from komadai.server.http.addresses import base_of_request, qr_picture
from komadai.server.http.answers import answer
from komadai.server.http.request_quotas import RequestQuotas
from komadai.server.http.requests import AnyRequest, body_of, guest_of
from komadai.server.http.wire import EmptyRequest
from komadai.server.lobby import wire as lobby_wire
from komadai.server.lobby.lobby import Lobby
from komadai.server.lobby.quick_pairing import QuickPairing, quick_game
from komadai.server.lobby.tv import Tv
from komadai.server.lobby.views import link_of
from komadai.server.people.api import account_of
from komadai.server.settings import Settings

NO_CLOCK_BESIDE: Final = Text(
    "clock: expected null beside days: a correspondence game has no other clock",
    "通信対局では日数のほかに持ち時間は設定できません",
)
RATINGS_NEED_CLOCK: Final = Text(
    "rating_within: expected null without a clock: such games have no rating",
    "時間無制限の対局にはレーティングがないため、レーティングの範囲は指定できません",
)
NO_RANGE_FOR_ONE: Final = Text(
    "rating_within: expected null beside to: one person is invited",
    "相手を指名した対局では、レーティングの範囲は指定できません",
)


@get("/api/lobby", answers=lobby_wire.LobbyView)
async def the_lobby(
    request: AnyRequest,
    lobby: NamedDependency[Lobby],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The seeks of people who wait for an opponent, and the public games that are being played."""
    guest = guest_of(request)
    quotas.call(guest, registry.now_ms())
    return answer(await lobby.lobby(guest))


@post("/api/lobby/quick", body=lobby_wire.QuickPairing, answers=lobby_wire.QuickPaired)
async def play_now(
    request: AnyRequest,
    quick_pairing: NamedDependency[QuickPairing],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Pairs the guest with a seek that has the same clock, or creates a seek."""
    guest = guest_of(request)
    asked = await body_of(request, lobby_wire.QuickPairing)
    new = quick_game(asked.clock)
    check_challenge(new)
    quotas.new_game(guest, request.scope["state"]["address"], registry.now_ms())
    challenge, game = await quick_pairing.play(guest, new)
    return answer(lobby_wire.QuickPaired(challenge=challenge, game=game), 201)


@get("/api/lobby/followed", answers=lobby_wire.Followed)
async def followed(
    request: AnyRequest,
    lobby: NamedDependency[Lobby],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Those of the people whom the account follows who are in the lobby now, or play a public game."""
    account = account_of(request)
    quotas.call(guest_of(request), registry.now_ms())
    return answer(await lobby.followed(account.id))


@get("/api/tv", answers=lobby_wire.TvView)
async def tv_channels(
    request: AnyRequest,
    tv: NamedDependency[Tv],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The strongest public game of each variant and speed that is being played."""
    quotas.call(guest_of(request), registry.now_ms())
    return answer(await tv.channels())


@post("/api/challenges", body=lobby_wire.NewChallenge, answers=lobby_wire.NewChallengeId)
async def new_challenge(
    request: AnyRequest,
    lobby: NamedDependency[Lobby],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Creates a challenge, to be sent to someone as a link, or a seek in the lobby."""
    guest = guest_of(request)
    new = await body_of(request, lobby_wire.NewChallenge)
    check_challenge(new)
    quotas.new_game(guest, request.scope["state"]["address"], registry.now_ms())
    return answer(lobby_wire.NewChallengeId(await lobby.create(guest, new)), 201)


def check_challenge(new: lobby_wire.NewChallenge) -> None:
    """Raises ApiError if there can be no such game."""
    check_settings(new)
    if new.days is not None and new.clock is not None:
        raise ApiError("invalid", "clock", why=NO_CLOCK_BESIDE)
    if new.rating_within is not None and new.clock is None and new.days is None:
        raise ApiError("invalid", "rating_within", why=RATINGS_NEED_CLOCK)
    if new.rating_within is not None and new.to is not None:
        raise ApiError("invalid", "rating_within", why=NO_RANGE_FOR_ONE)


@get("/api/challenges/{challenge_id:str}", answers=lobby_wire.ChallengeView)
async def one_challenge(
    request: AnyRequest,
    challenge_id: FromPath[str],
    lobby: NamedDependency[Lobby],
    registry: NamedDependency[GameRegistry],
    settings: NamedDependency[Settings],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """A challenge, for the person who has made it and for those with its link."""
    guest = guest_of(request)
    quotas.call(guest, registry.now_ms())
    row = await lobby.challenge(challenge_id)
    return answer(await lobby.view(row, guest, base_of_request(request, settings)))


@get("/api/challenges/{challenge_id:str}/qr.svg", answers=bytes)
async def qr_code(
    request: AnyRequest,
    challenge_id: FromPath[str],
    lobby: NamedDependency[Lobby],
    registry: NamedDependency[GameRegistry],
    settings: NamedDependency[Settings],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """The link of a challenge as a QR code."""
    quotas.call(guest_of(request), registry.now_ms())
    row = await lobby.challenge(challenge_id)
    return qr_picture(link_of(base_of_request(request, settings), row))


@post("/api/challenges/{challenge_id:str}/accept", body=EmptyRequest, answers=games_wire.NewGameId)
async def accept(
    request: AnyRequest,
    challenge_id: FromPath[str],
    lobby: NamedDependency[Lobby],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Accepts a challenge; the answer is the game."""
    guest = guest_of(request)
    quotas.new_game(guest, request.scope["state"]["address"], registry.now_ms())
    row = await lobby.challenge(challenge_id)
    start_sfen, handicap = check_settings(row.settings)
    return answer(games_wire.NewGameId(await lobby.accept(guest, row.id, start_sfen, handicap)), 201)


@post("/api/challenges/{challenge_id:str}/withdraw", body=EmptyRequest, answers=lobby_wire.NewChallengeId)
async def withdraw(
    request: AnyRequest,
    challenge_id: FromPath[str],
    lobby: NamedDependency[Lobby],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Withdraws one's own challenge."""
    guest = guest_of(request)
    quotas.call(guest, registry.now_ms())
    await lobby.withdraw(guest, challenge_id)
    return answer(lobby_wire.NewChallengeId(challenge_id), 200)


@post("/api/challenges/{challenge_id:str}/decline", body=EmptyRequest, answers=lobby_wire.NewChallengeId)
async def decline(
    request: AnyRequest,
    challenge_id: FromPath[str],
    lobby: NamedDependency[Lobby],
    registry: NamedDependency[GameRegistry],
    quotas: NamedDependency[RequestQuotas],
) -> Response[bytes]:
    """Declines an invitation to oneself."""
    guest = guest_of(request)
    quotas.call(guest, registry.now_ms())
    await lobby.decline(guest, challenge_id)
    return answer(lobby_wire.NewChallengeId(challenge_id), 200)


HANDLERS: Final[tuple[ControllerRouterHandler, ...]] = (
    the_lobby,
    followed,
    play_now,
    tv_channels,
    new_challenge,
    one_challenge,
    qr_code,
    accept,
    withdraw,
    decline,
)
