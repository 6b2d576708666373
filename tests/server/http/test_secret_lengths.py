"""Each secret that the server makes has 128 random bits or more."""

from __future__ import annotations

from pathlib import Path

import pytest

from komadai.server.http.keys import load_keys
from komadai.server.http.session import csrf_of, new_token
from komadai.server.people.passkeys import webauthn_checks
from komadai.server.people.store import new_id

BASE64_BITS, HEX_BITS = 6, 4


def test_tokens_of_sessions_and_programs_have_256_bits() -> None:
    tokens = {new_token() for _ in range(100)}
    assert len(tokens) == 100
    assert {len(token) for token in tokens} == {43}, "256 bits in base64"
    assert len(csrf_of(tokens.pop())) * HEX_BITS == 256


def test_ids_of_accounts_and_guests_have_128_bits() -> None:
    assert len(new_id()) * HEX_BITS == 128
    assert new_id() != new_id()


def test_keys_have_256_bits_and_those_of_two_servers_differ(tmp_path: Path) -> None:
    keys = [load_keys(tmp_path / name)[0].secret for name in ("one", "other")]
    assert {len(key) for key in keys} == {32}
    assert keys[0] != keys[1]


def test_challenges_of_passkeys_have_256_bits() -> None:
    assert webauthn_checks.CHALLENGE_BYTES * 8 >= 256


@pytest.mark.parametrize("change", [1, 5])
def test_a_csrf_token_belongs_to_one_session(change: int) -> None:
    token = new_token()
    other = token[:change] + ("A" if token[change] != "A" else "B") + token[change + 1 :]
    assert csrf_of(token) != csrf_of(other)
