"""Personal data, feature by feature: it moves into an account, is exported, and is erased."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Literal, Protocol, runtime_checkable

from sqlalchemy.ext.asyncio import AsyncConnection

Credential = Literal["password", "passkeys"]


class PersonalData(Protocol):
    """The personal data of one feature, which its room gives to `PeopleService`."""

    name: str
    """Its key in the file that a person exports."""

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Gives everything that the guest has to the account, within the caller's transaction."""

    async def moved(self, guest: str, account: str) -> None:
        """Makes the same change in memory, after the transaction was committed."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Removes what is only about this person, within the caller's transaction. It still has its names.

        A game stays for the opponent; its player is shown as deleted.
        """

    def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """Everything about the person, one JSON object after the other."""


@runtime_checkable
class KeptInMemory(Protocol):
    """Personal data that is also in memory while it is used."""

    async def erased(self, person: str) -> None:
        """Removes it from memory, after the transaction that erased it was committed."""


@runtime_checkable
class EndedByBar(Protocol):
    """Personal data of which some ends when a moderator bars or closes an account."""

    async def barred(self, person: str) -> None:
        """Ends it, after the bar was stored."""


@runtime_checkable
class TellsOwner(Protocol):
    """Personal data by which the owner of an account can be told something."""

    async def credentials_changed(
        self, connection: AsyncConnection, account_id: str, credential: Credential
    ) -> None:
        """Tells that the password or the passkeys change, within the caller's transaction."""
