"""The e-mail address of an account, as personal data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.mail.store import MailStore


class MailData:
    """The address of an account, as `PersonalData`."""

    name = "mail"

    def __init__(self, store: MailStore) -> None:
        self._store = store

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Nothing: guests have no address."""

    async def moved(self, guest: str, account: str) -> None:
        """Nothing is in memory."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Removes the address, its links, and mails that wait."""
        await self._store.remove_address(connection, person)

    def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """The address, and whether notices are sent to it."""
        return self._store.export(person)
