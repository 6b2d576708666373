"""What belongs to a person, feature by feature: it moves into an account, is exported, and is erased."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, Protocol, runtime_checkable

from sqlalchemy.ext.asyncio import AsyncConnection


class PersonalData(Protocol):
    """The personal data of one feature. `app.create_app` gives one for each to `PeopleService`."""

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
