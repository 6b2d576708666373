"""The queue of mails: they wait in the database until the mail server has taken them."""

from __future__ import annotations

import asyncio
import logging
import smtplib
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Final

from komadai.server.db.database import DATABASE_ERRORS, reason_of
from komadai.server.mail.smtp import Refused, send
from komadai.server.mail.store import Mail, MailStore
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
        self._woken = asyncio.Event()
        self._closing = False
        self._task = asyncio.get_running_loop().create_task(self._run())

    def look(self) -> None:
        """Looks at the queue now."""
        self._woken.set()

    async def close(self) -> None:
        """Ends after the mail that is being sent. The others stay in the database."""
        self._closing = True
        self._woken.set()
        await self._task

    async def _run(self) -> None:
        while not self._closing:
            try:
                while not self._closing and await self._send_next():
                    pass
            except DATABASE_ERRORS as error:
                log.warning("the queue of mails could not be read: %s", reason_of(error))
            except Exception:  # one mail must not stop all others
                log.exception("the queue of mails failed")
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), LOOK_S)
            self._woken.clear()

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
