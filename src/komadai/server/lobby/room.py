"""The room of the lobby."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.games.room import GamesRoom
from komadai.server.http.calls import Calls
from komadai.server.lobby import api
from komadai.server.lobby.challenges import Challenges
from komadai.server.lobby.lobby import REFRESH_S, Lobby
from komadai.server.lobby.personal_data import ChallengeData
from komadai.server.lobby.quick_pairing import QuickPairing
from komadai.server.lobby.tv import Tv
from komadai.server.lobby.wire import ChallengeTopic, LobbyTopic
from komadai.server.people.social.social import SocialStore
from komadai.server.periodic import Periodic
from komadai.server.room import Room, Topic


@dataclass(frozen=True, kw_only=True)
class LobbyRoom(Room):
    """Challenges, seeks and quick pairing, and what is being played now."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    challenges: Challenges
    lobby: Lobby
    quick_pairing: QuickPairing
    tv: Tv

    @classmethod
    async def open(cls, core: Core, games: GamesRoom, social: SocialStore) -> Self:
        lobby = Lobby(core, games, social)
        challenges = Challenges(core, games, lobby)
        await challenges.end_seeks_without_page()
        return cls(
            challenges=challenges,
            lobby=lobby,
            quick_pairing=QuickPairing(core.tasks, challenges, lobby),
            tv=Tv(core.clock, games.game_store, games.player_names),
            topics={
                ChallengeTopic: Topic(
                    lambda page, topic: challenges.watch(page, topic.id),
                    lambda page, topic: challenges.leave(page, topic.id),
                ),
                LobbyTopic: Topic(lambda page, _: lobby.watch(page), lambda page, _: lobby.leave(page)),
            },
            personal_data=[ChallengeData(core.database, challenges)],
            tasks=[Periodic(lobby.refresh, REFRESH_S, "send the lobby", at_once=False)],
        )
