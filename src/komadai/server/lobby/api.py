"""The HTTP calls of challenges and the lobby; see docs/wire.md."""

from __future__ import annotations

from typing import Final

from litestar import Response, get, post
from litestar.params import JSONBody

from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.games.new_game import check_settings
from komadai.server.games.wire import NewGameId
from komadai.server.http.addresses import qr_picture
from komadai.server.http.calls import Calls, Id
from komadai.server.lobby import wire
from komadai.server.lobby.challenges import Challenges
from komadai.server.lobby.lobby import Lobby
from komadai.server.lobby.quick_pairing import QuickPairing, quick_game
from komadai.server.lobby.tv import Tv
from komadai.server.lobby.views import link_of
from komadai.server.people.caller import Caller
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


class LobbyCalls(Calls):
    """The lobby and what is being played."""

    path = "/api"
    lobby: Lobby
    quick_pairing: QuickPairing
    tv: Tv

    @get("/lobby")
    async def lobby_view(self, caller: Caller) -> wire.LobbyView:
        """The seeks of people who wait for an opponent, and the public games that are being played.

        People whom the viewer follows come first, and ``followed`` names them. Of two people one of whom has
        blocked the other neither sees the other, but for running games.
        """
        return await self.lobby.view(caller.person)

    @get("/lobby/followed")
    async def followed(self, caller: Caller) -> wire.Followed:
        """Those of the people whom the account follows who are in the lobby now, or play a public game."""
        return await self.lobby.followed(caller.account.id)

    @post("/lobby/quick", cost="game")
    async def play_now(self, caller: Caller, data: JSONBody[wire.QuickPairing]) -> wire.QuickPaired:
        """Pairs the guest with a seek that has the same clock, or creates a seek.

        The seek is for an even game (furigoma, rated, public, all else as by default). ``game`` is the game
        if somebody else waits for the same, the nearest rating first, then the oldest; else it is null, and
        the seek waits. Asked again, the same seek.
        """
        new = quick_game(data.clock)
        check_challenge(new)
        challenge, game = await self.quick_pairing.play(caller.person, new)
        return wire.QuickPaired(challenge=challenge, game=game)

    @get("/tv")
    async def tv_channels(self) -> wire.TvView:
        """The strongest public game of each variant and speed that is being played.

        The strength is the sum of the players' ratings; ``top`` is the strongest game with a running clock.
        """
        return await self.tv.channels()


class ChallengeCalls(Calls):
    """Challenges to somebody and seeks in the lobby."""

    path = "/api/challenges"
    challenges: Challenges
    settings: Settings

    @post("/", cost="game")
    async def create(self, caller: Caller, data: JSONBody[wire.NewChallenge]) -> wire.NewChallengeId:
        """Creates a challenge, to be sent to someone as a link, or a seek in the lobby.

        Five open ones at most: 429 ``too_many_challenges``.
        """
        check_challenge(data)
        return wire.NewChallengeId(await self.challenges.create(caller.person, data))

    @get("/{challenge_id:str}")
    async def view(self, caller: Caller, challenge_id: Id) -> wire.ChallengeView:
        """A challenge, for the person who has made it and for those with its link.

        ``side`` is the viewer's colour, ``link`` its address for the other person, ``game`` the game for its
        two players.
        """
        row = await self.challenges.challenge(challenge_id)
        return await self.challenges.view(row, caller.person, caller.base(self.settings))

    @get("/{challenge_id:str}/qr.svg", answers=bytes)
    async def qr_code(self, caller: Caller, challenge_id: Id) -> Response[bytes]:
        """The link of a challenge as a QR code."""
        row = await self.challenges.challenge(challenge_id)
        return qr_picture(link_of(caller.base(self.settings), row))

    @post("/{challenge_id:str}/accept", cost="game")
    async def accept(self, caller: Caller, challenge_id: Id) -> NewGameId:
        """Accepts a challenge; the answer is the game.

        409 ``challenge_gone`` if it is not open any more or its maker has blocked the account, 403
        ``rating_range``, 409 ``own_challenge``, 403 ``playing`` if one of the two is a bot and the other
        plays a person now.
        """
        row = await self.challenges.challenge(challenge_id)
        start_sfen, handicap = check_settings(row.settings)
        return NewGameId(await self.challenges.accept(caller.person, row.id, start_sfen, handicap))

    @post("/{challenge_id:str}/withdraw", status_code=200)
    async def withdraw(self, caller: Caller, challenge_id: Id) -> wire.NewChallengeId:
        """Withdraws one's own challenge."""
        await self.challenges.withdraw(caller.person, challenge_id)
        return wire.NewChallengeId(challenge_id)

    @post("/{challenge_id:str}/decline", status_code=200)
    async def decline(self, caller: Caller, challenge_id: Id) -> wire.NewChallengeId:
        """Declines an invitation to oneself."""
        await self.challenges.decline(caller.person, challenge_id)
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
