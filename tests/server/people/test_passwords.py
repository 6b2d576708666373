"""Hashes of passwords, with the parameters that the server uses."""

from __future__ import annotations

import asyncio

import pytest

from komadai.server.errors import ApiError
from komadai.server.people import passwords
from komadai.server.people.passwords import PasswordHashes, check_password


def test_a_hash_fits_its_password_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "MEMORY_KIB", 65536)
    monkeypatch.setattr(passwords, "PASSES", 3)
    monkeypatch.setattr(passwords, "LANES", 4)

    async def main() -> None:
        hashes = PasswordHashes()
        stored = await hashes.make("飛車先の歩を突く")
        assert stored.startswith("$argon2id$v=19$m=65536,t=3,p=4$")
        assert await hashes.matches(stored, "飛車先の歩を突く")
        assert not await hashes.matches(stored, "飛車先の歩を突")
        assert not await hashes.matches(None, "飛車先の歩を突く")
        assert not await hashes.matches("damaged", "飛車先の歩を突く")
        assert not hashes.is_outdated(stored)

    asyncio.run(main())


def test_a_hash_with_cheaper_parameters_is_outdated(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        cheap = await PasswordHashes().make("some password")
        monkeypatch.setattr(passwords, "PASSES", 2)
        assert PasswordHashes().is_outdated(cheap)

    asyncio.run(main())


def test_a_flood_of_passwords_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "MAX_WAITING", 2)

    async def main() -> None:
        hashes = PasswordHashes()
        tries = (hashes.matches(None, "some password") for _ in range(20))
        results = await asyncio.gather(*tries, return_exceptions=True)
        refused = [each for each in results if isinstance(each, ApiError)]
        assert refused
        assert {each.code for each in refused} == {"slow_down"}
        assert not await hashes.matches(None, "some password"), "the places are free again"

    asyncio.run(main())


@pytest.mark.parametrize("password", ["correct horse", "将棋を指す日曜の朝", "x7!kQz0a"])
def test_long_or_rare_passwords_are_accepted(password: str) -> None:
    check_password(password, "name")
