"""Hashes of passwords, with the parameters that the server uses."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from komadai.server.errors import ApiError
from komadai.server.people.accounts import passwords
from komadai.server.people.accounts.passwords import PasswordHashes, check_password


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


@pytest.mark.parametrize(
    "password", ["correct horse", "将棋を指す日曜の朝", "x7!kQz0a", "shogi on a sunday", "9" * 7 + "zaw3"]
)
def test_long_or_rare_passwords_are_accepted(password: str) -> None:
    check_password(password, "name")


@pytest.mark.parametrize(
    "password",
    ["Shogi2026!", "komadai-shogi", "将棋12345678", "1-Habu-2-Habu", "habu_shogi!", "S.H.O.G.I.123"],
)
def test_the_name_and_words_of_the_place_with_digits_and_signs_are_refused(password: str) -> None:
    with pytest.raises(ApiError) as caught:
        check_password(password, "habu_7")
    assert (caught.value.code, caught.value.field) == ("invalid", "password")
    assert "such as shogi" in caught.value.text.en
    assert "「将棋」" in caught.value.text.ja


def test_the_words_of_the_place_are_documented() -> None:
    page = (Path(__file__).parents[3] / "docs" / "security.md").read_text("utf-8")
    assert ", ".join(passwords.CONTEXT_WORDS) in page


def test_long_passwords_of_repeated_words_are_checked_at_once() -> None:
    check_password("shogi" * 39 + "x", "shogishogishogi")


@pytest.mark.parametrize(
    "password", ["trustno1", "Qwertyuiop", "iloveyou", "football1", "1q2w3e4r5t", "dragon12"]
)
def test_breached_passwords_are_refused(password: str) -> None:
    """They are among the most frequent ones of ten million that have leaked."""
    with pytest.raises(ApiError) as caught:
        check_password(password, "name")
    assert "most common" in caught.value.text.en


@pytest.mark.parametrize(("length", "accepted"), [(7, False), (8, True), (200, True), (201, False)])
def test_the_length_is_8_to_200_characters_of_any_kind(length: int, accepted: bool) -> None:
    password = ("駒 9zqX" * 40)[:length]
    if accepted:
        check_password(password, "name")
        return
    with pytest.raises(ApiError):
        check_password(password, "name")


def test_a_password_is_checked_as_it_was_typed() -> None:
    async def main() -> None:
        hashes = PasswordHashes()
        stored = await hashes.make("  Ｆｕｌｌ width ")
        for other in ("Ｆｕｌｌ width", "  ｆｕｌｌ width ", "  Full width ", "  Ｆｕｌｌ width"):
            assert not await hashes.matches(stored, other)
        assert await hashes.matches(stored, "  Ｆｕｌｌ width ")

    asyncio.run(main())
