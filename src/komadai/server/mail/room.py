"""The room of e-mail."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.http.calls import Calls
from komadai.server.mail import api
from komadai.server.mail.notices import LOOK_S, Notices
from komadai.server.mail.personal_data import MailData
from komadai.server.mail.service import MailService
from komadai.server.people.accounts.service import PeopleService
from komadai.server.periodic import Periodic
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class MailRoom(Room):
    """Addresses of accounts, and the mails to them."""

    calls: ClassVar[Sequence[type[Calls]]] = api.CALLS
    mail: MailService
    notices: Notices

    @classmethod
    def open(cls, core: Core, people: PeopleService, registry: GameRegistry) -> Self:
        mail = MailService(core, people)
        notices = Notices(mail, core.clock, registry, people.store)
        looking = [Periodic(notices.look, LOOK_S, "look for players to be told")] if mail.available else []
        return cls(mail=mail, notices=notices, personal_data=[MailData(mail)], tasks=looking)

    async def close(self) -> None:
        await self.mail.close()
