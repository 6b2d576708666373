"""Passwords: which are accepted, and their hashes (Argon2id)."""

from __future__ import annotations

import asyncio
import re
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from komadai.play.texts import Text
from komadai.server.errors import ApiError
from komadai.server.people.names import Kind, name_key

MIN_LENGTH: Final = 8
MAX_LENGTH: Final = 200
MEMORY_KIB: Final = 64 * 1024
PASSES: Final = 3
LANES: Final = 4
"""The second recommendation of RFC 9106 for Argon2id."""
CONCURRENT: Final = 2
"""How many hashes are computed at once: each needs its own memory."""
MAX_WAITING: Final = 50

LENGTH: Final = Text(
    f"password: expected {MIN_LENGTH} to {MAX_LENGTH} characters",
    f"パスワードは{MIN_LENGTH}〜{MAX_LENGTH}文字にしてください",
)
PROGRAM: Final = Text(
    "password: expected 1 to 200 visible ASCII characters without spaces",
    "プログラムのパスワードは空白を含まない半角1〜200文字にしてください",
)
COMMON: Final = Text(
    "password: it is one of the 30,000 most common ones, which are guessed first",
    "よく使われるパスワードのため、推測されやすく使えません",
)
LIKE_NAME: Final = Text("password: it is the name", "名前と同じパスワードは使えません")
ONE_CHARACTER: Final = Text(
    "password: expected at least 4 different characters", "4種類以上の文字を使ってください"
)


def check_password(password: str, name: str, kind: Kind = "person") -> None:
    """Raises ApiError ``invalid`` for a password that is too short, too long or easily guessed.

    A program's password is only a word of CSA's protocol, which sends it without encryption.
    """
    if kind == "program":
        if not re.fullmatch(r"[!-~]{1,200}", password):
            raise ApiError("invalid", "password", why=PROGRAM)
        return
    if not MIN_LENGTH <= len(password) <= MAX_LENGTH:
        raise ApiError("invalid", "password", why=LENGTH)
    folded = password.lower()
    if folded in (name_key(name), name_key(name)[::-1], name_key(name) * 2):
        raise ApiError("invalid", "password", why=LIKE_NAME)
    if len(set(folded)) < 4:
        raise ApiError("invalid", "password", why=ONE_CHARACTER)
    if folded in _common_passwords():
        raise ApiError("invalid", "password", why=COMMON)


def _common_passwords() -> frozenset[str]:
    global _common
    if _common is None:
        from zxcvbn.frequency_lists import FREQUENCY_LISTS  # the import reads all lists

        _common = frozenset(FREQUENCY_LISTS["passwords"])
    return _common


_common: frozenset[str] | None = None


class PasswordHashes:
    """Makes and checks hashes, a few at a time, in threads."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(PASSES, MEMORY_KIB, LANES)
        self._running = asyncio.Semaphore(CONCURRENT)
        self._waiting = 0
        self._nobodys_hash: str | None = None

    async def make(self, password: str) -> str:
        """The hash of a new password. Raises ApiError ``slow_down`` if too many requests wait."""
        async with self._turn():
            return await asyncio.to_thread(self._hasher.hash, password)

    async def matches(self, stored: str | None, password: str) -> bool:
        """Whether this is the password.

        Without a stored hash the check takes the same time, so that the time of an answer does not show
        whether an account exists. Raises ApiError ``slow_down`` if too many requests wait.
        """
        async with self._turn():
            return await asyncio.to_thread(self._matches, stored, password)

    def is_outdated(self, stored: str) -> bool:
        """Whether the hash was made with other parameters than today's."""
        return self._hasher.check_needs_rehash(stored)

    def _matches(self, stored: str | None, password: str) -> bool:
        if self._nobodys_hash is None:
            self._nobodys_hash = self._hasher.hash(secrets.token_urlsafe(32))
        try:
            matches = self._hasher.verify(stored or self._nobodys_hash, password)
        except (VerificationError, InvalidHashError):
            return False
        return matches and stored is not None

    @asynccontextmanager
    async def _turn(self) -> AsyncIterator[None]:
        """A place in the queue for the processors."""
        if self._waiting >= MAX_WAITING:
            raise ApiError("slow_down")
        self._waiting += 1
        try:
            await self._running.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._running.release()
