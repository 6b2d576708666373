"""The HTTP calls of challenges and the lobby; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody

from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.games.new_game import check_settings
from komadai.server.games.wire import NewGameId
from komadai.server.http.addresses import base_of_request, qr_picture
from komadai.server.http.calls import Calls, Id
from komadai.server.http.requests import AnyRequest
from komadai.server.lobby import wire
from komadai.server.lobby.challenges import Challenges
from komadai.server.lobby.lobby import Lobby
from komadai.server.lobby.quick_pairing import QuickPairing, quick_game
from komadai.server.lobby.tv import Tv
from komadai.server.lobby.views import link_of
from komadai.server.people.caller import Caller
from komadai.server.settings import Settings

LobbyService = NamedDependency[Lobby]
ChallengeService = NamedDependency[Challenges]

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


class LobbyCalls(Calls):
    """The lobby and what is being played."""

    path = "/api"

    @get("/lobby")
    async def lobby_view(self, caller: Caller, lobby: LobbyService) -> wire.LobbyView:
        """The seeks of people who wait for an opponent, and the public games that are being played."""
        return await lobby.view(caller.person)

    @get("/lobby/followed")
    async def followed(self, caller: Caller, lobby: LobbyService) -> wire.Followed:
        """Those of the people whom the account follows who are in the lobby now, or play a public game."""
        return await lobby.followed(caller.account.id)

    @post("/lobby/quick", cost="game")
    async def play_now(
        self,
        caller: Caller,
        data: JSONBody[wire.QuickPairing],
        quick_pairing: NamedDependency[QuickPairing],
    ) -> wire.QuickPaired:
        """Pairs the guest with a seek that has the same clock, or creates a seek."""
        new = quick_game(data.clock)
        check_challenge(new)
        challenge, game = await quick_pairing.play(caller.person, new)
        return wire.QuickPaired(challenge=challenge, game=game)

    @get("/tv")
    async def tv_channels(self, tv: NamedDependency[Tv]) -> wire.TvView:
        """The strongest public game of each variant and speed that is being played."""
        return await tv.channels()


class ChallengeCalls(Calls):
    """Challenges to somebody and seeks in the lobby."""

    path = "/api/challenges"

    @post("/", cost="game")
    async def create(
        self, caller: Caller, data: JSONBody[wire.NewChallenge], challenges: ChallengeService
    ) -> wire.NewChallengeId:
        """Creates a challenge, to be sent to someone as a link, or a seek in the lobby."""
        check_challenge(data)
        return wire.NewChallengeId(await challenges.create(caller.person, data))

    @get("/{challenge_id:str}")
    async def view(
        self,
        request: AnyRequest,
        caller: Caller,
        challenge_id: Id,
        challenges: ChallengeService,
        settings: NamedDependency[Settings],
    ) -> wire.ChallengeView:
        """A challenge, for the person who has made it and for those with its link."""
        row = await challenges.challenge(challenge_id)
        return await challenges.view(row, caller.person, base_of_request(request, settings))

    @get("/{challenge_id:str}/qr.svg", answers=bytes)
    async def qr_code(
        self,
        request: AnyRequest,
        challenge_id: Id,
        challenges: ChallengeService,
        settings: NamedDependency[Settings],
    ) -> Response[bytes]:
        """The link of a challenge as a QR code."""
        row = await challenges.challenge(challenge_id)
        return qr_picture(link_of(base_of_request(request, settings), row))

    @post("/{challenge_id:str}/accept", cost="game")
    async def accept(
        self,
        caller: Caller,
        challenge_id: Id,
        challenges: ChallengeService,
    ) -> NewGameId:
        """Accepts a challenge; the answer is the game."""
        row = await challenges.challenge(challenge_id)
        start_sfen, handicap = check_settings(row.settings)
        return NewGameId(await challenges.accept(caller.person, row.id, start_sfen, handicap))

    @post("/{challenge_id:str}/withdraw", status_code=200)
    async def withdraw(
        self,
        caller: Caller,
        challenge_id: Id,
        challenges: ChallengeService,
    ) -> wire.NewChallengeId:
        """Withdraws one's own challenge."""
        await challenges.withdraw(caller.person, challenge_id)
        return wire.NewChallengeId(challenge_id)

    @post("/{challenge_id:str}/decline", status_code=200)
    async def decline(
        self,
        caller: Caller,
        challenge_id: Id,
        challenges: ChallengeService,
    ) -> wire.NewChallengeId:
        """Declines an invitation to oneself."""
        await challenges.decline(caller.person, challenge_id)
        return wire.NewChallengeId(challenge_id)


def check_challenge(new: wire.NewChallenge) -> None:
    """Raises ApiError if there can be no such game."""
    check_settings(new)
    if new.days is not None and new.clock is not None:
        raise ApiError("invalid", "clock", why=NO_CLOCK_BESIDE)
    if new.rating_within is not None and new.clock is None and new.days is None:
        raise ApiError("invalid", "rating_within", why=RATINGS_NEED_CLOCK)
    if new.rating_within is not None and new.to is not None:
        raise ApiError("invalid", "rating_within", why=NO_RANGE_FOR_ONE)


CALLS: Final = (LobbyCalls, ChallengeCalls)
