"""The e-mail address of an account, as personal data."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.server.mail.service import MailService
from komadai.server.personal_data import Credential


class MailData:
    """The address of an account, as `PersonalData`."""

    name = "mail"

    def __init__(self, mail: MailService) -> None:
        self._mail = mail

    async def move(self, connection: AsyncConnection, guest: str, account: str) -> None:
        """Nothing: guests have no address."""

    async def moved(self, guest: str, account: str) -> None:
        """Nothing is in memory."""

    async def erase(self, connection: AsyncConnection, person: str) -> None:
        """Removes the address, its links, and mails that wait."""
        await self._mail.store.remove_address(connection, person)

    def export(self, person: str) -> AsyncIterator[dict[str, Any]]:
        """The address, and whether notices are sent to it."""
        return self._mail.store.export(person)

    async def credentials_changed(
        self, connection: AsyncConnection, account_id: str, credential: Credential
    ) -> None:
        """Tells the owner by a mail to the address."""
        await self._mail.tell_credentials(connection, account_id, credential)
