"""The queue of mails: they wait in the database until the mail server has taken them."""

from __future__ import annotations

import asyncio
import logging
import smtplib
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Final

from komadai.server.mail.smtp import Refused, send
from komadai.server.mail.store import Mail, MailStore
from komadai.server.periodic import Periodic
from komadai.server.settings import MailSettings

log: Final = logging.getLogger(__name__)

LOOK_S: Final = 5.0
"""How often the queue is looked at, if nothing wakes this process."""
RETRY_MS: Final = (60_000, 300_000, 900_000, 3_600_000)
"""The times between attempts; the last one is repeated until the mail expires."""


class MailQueue:
    """Sends what waits, one mail after the other."""

    def __init__(self, store: MailStore, settings: MailSettings, now_ms: Callable[[], int]) -> None:
        self._store = store
        self._settings = settings
        self._now_ms = now_ms
        self._closing = False
        self._periodic = Periodic(self._send_all, LOOK_S, "send the mails")

    def look(self) -> None:
        """Looks at the queue now."""
        self._periodic.wake()

    async def close(self) -> None:
        """Ends after the mail that is being sent. The others stay in the database."""
        self._closing = True
        await self._periodic.close()

    async def _send_all(self) -> None:
        while not self._closing and await self._send_next():
            pass

    async def _send_next(self) -> bool:
        """Sends the next mail; returns False if none is due."""
        now = self._now_ms()
        taken = await self._store.take_mail(now)
        if taken is None:
            return False
        number, mail = taken
        if mail.expires_ms <= now:
            log.warning("mail %d was not sent in time", number)
            await self._store.forget_mail(number)
            return True
        try:
            date = format_datetime(datetime.fromtimestamp(now / 1000, UTC))
            await asyncio.to_thread(send, mail, self._settings, date)
        except Refused as error:
            log.warning("mail %d was refused: %s", number, error)
        except (OSError, smtplib.SMTPException) as error:
            await self._again(number, mail, error)
            return True
        except ValueError as error:  # an address that cannot be written
            log.error("mail %d cannot be written: %s", number, error)
        await self._store.forget_mail(number)
        return True

    async def _again(self, number: int, mail: Mail, error: Exception) -> None:
        wait = RETRY_MS[min(mail.attempts, len(RETRY_MS) - 1)]
        # The text of an error may contain an address; its kind and code do not.
        code = getattr(error, "smtp_code", None) or getattr(error, "errno", None) or ""
        log.warning(
            "mail %d was not sent (%s %s); again in %d s", number, type(error).__name__, code, wait // 1000
        )
        due = self._now_ms() + wait
        if due >= mail.expires_ms:
            log.warning("mail %d was not sent in time", number)
            await self._store.forget_mail(number)
            return
        await self._store.retry_mail(number, mail.attempts + 1, due)
