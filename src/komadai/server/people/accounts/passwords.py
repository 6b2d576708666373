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

from komadai.messages.text import Text
from komadai.server.errors import ApiError
from komadai.server.people.names.names import Kind, name_key

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
CONTEXT_WORDS: Final = (
    "komadai",
    "shogi",
    "syogi",
    "将棋",
    "しょうぎ",
    "ショウギ",
    "駒台",
    "こまだい",
    "コマダイ",
)
"""Words that whoever guesses passwords of this server tries first; docs/security.md lists them."""
COMMON: Final = Text(
    "password: it is one of the 30,000 most common ones, which are guessed first",
    "よく使われるパスワードのため、推測されやすく使えません",
)
LIKE_NAME: Final = Text("password: it is the name", "名前と同じパスワードは使えません")
OF_WORDS: Final = Text(
    "password: it has only the name or words such as shogi, with digits and signs, which are guessed first",
    "名前や「将棋」などの言葉に数字や記号を付けただけのパスワードは、推測されやすいため使えません",
)
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
    if _is_of_words(folded, name_key(name)):
        raise ApiError("invalid", "password", why=OF_WORDS)
    if len(set(folded)) < 4:
        raise ApiError("invalid", "password", why=ONE_CHARACTER)
    if folded in _common_passwords():
        raise ApiError("invalid", "password", why=COMMON)


def _is_of_words(password: str, name: str) -> bool:
    """Whether all letters of the password are those of the name and of the context words."""
    letters, words = _letters(password), {*CONTEXT_WORDS, _letters(name)} - {""}
    ends = {0}  # of the beginnings that consist of such words
    for at in range(len(letters)):
        if at in ends:
            ends.update(at + len(word) for word in words if letters.startswith(word, at))
    return letters != "" and len(letters) in ends


def _letters(text: str) -> str:
    return "".join(each for each in text if each.isalpha() or each == "ー")


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
