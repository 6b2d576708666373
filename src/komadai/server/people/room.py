"""The room of people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from komadai.server.core import Core
from komadai.server.http.calls import Calls
from komadai.server.http.session import TokenSigner
from komadai.server.people.accounts import api
from komadai.server.people.accounts.service import PeopleService
from komadai.server.people.passkeys import api as passkey_api
from komadai.server.people.passkeys.passkeys import Passkeys
from komadai.server.people.passkeys.store import PasskeyStore
from komadai.server.people.sessions.sessions import Sessions
from komadai.server.people.social import api as people_api
from komadai.server.people.social.social import Evidence, SocialStore
from komadai.server.people.tokens import api as tokens_api
from komadai.server.people.tokens.tokens import ApiTokens, TokenData
from komadai.server.personal_data import PersonalData
from komadai.server.room import Room


@dataclass(frozen=True, kw_only=True)
class PeopleRoom(Room):
    """Guests, accounts, their sessions and tokens, and what people think of each other."""

    calls: ClassVar[Sequence[type[Calls]]] = (
        *api.CALLS,
        *passkey_api.CALLS,
        *people_api.CALLS,
        *tokens_api.CALLS,
    )
    signer: TokenSigner
    people: PeopleService
    passkeys: Passkeys
    social: SocialStore
    tokens: ApiTokens

    @classmethod
    def open(
        cls,
        core: Core,
        signer: TokenSigner,
        sessions: Sessions,
        tokens: ApiTokens,
        evidence: Evidence,
        personal_data: Sequence[PersonalData],
    ) -> Self:
        """``evidence``: what is stored with a report. ``personal_data``: of all rooms; those that open later
        add theirs."""
        tasks = sessions.open(core.database, core.clock)
        tokens.open(core.database, core.clock)
        people = PeopleService(sessions, tokens, core.clock, core.settings.limits, personal_data)
        passkeys = PasskeyStore(core.database)
        social = SocialStore(core.database, evidence)
        return cls(
            signer=signer,
            people=people,
            passkeys=Passkeys(people, passkeys, core.clock),
            social=social,
            tokens=tokens,
            personal_data=[passkeys, social, TokenData(tokens)],
            tasks=tasks,
        )
