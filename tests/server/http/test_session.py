"""The session's token, the old cookie, the CSRF token, signatures and the Origin."""

from __future__ import annotations

import hashlib
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from itsdangerous import Signer

from komadai.server.http.keys import Key
from komadai.server.http.session import (
    COOKIE,
    OLD_COOKIE,
    TokenSigner,
    cookie_name,
    csrf_matches,
    csrf_of,
    new_token,
    origin_matches,
    token_hash,
    token_of,
)

GUEST = "0123456789abcdef" * 2


def key(number: int, secret: bytes) -> Key:
    return Key(f"k{number}", date(2026, 1, 1), secret)


KEY = key(1, b"k" * 32)
SIGNER = TokenSigner([KEY])


class TestToken:
    @pytest.mark.parametrize("tls", [False, True])
    def test_the_token_is_read_from_the_cookie(self, tls: bool) -> None:
        token = new_token()
        header = f"other=1; {cookie_name(COOKIE, tls)}={token}; more=2"
        assert token_of(header, tls) == token

    def test_a_cookie_set_without_tls_is_ignored_over_tls(self) -> None:
        assert token_of(f"{cookie_name(COOKIE, False)}={new_token()}", True) is None

    @given(st.text(max_size=300))
    def test_a_malformed_cookie_header_has_no_token(self, header: str) -> None:
        assert token_of(header, False) is None

    def test_a_huge_cookie_header_is_not_parsed(self) -> None:
        header = "x=1; " * 2000 + f"{cookie_name(COOKIE, False)}={new_token()}"
        assert token_of(header, False) is None

    def test_the_database_gets_a_hash_from_which_the_token_cannot_be_read(self) -> None:
        token = new_token()
        assert token not in token_hash(token)
        assert token_hash(token) != token_hash(new_token())


class TestOldCookie:
    """The signed cookie of version 0.1.0."""

    def header(self, value: str, secret: bytes = b"k" * 32) -> str:
        signer = Signer(secret, salt="komadai.guest", key_derivation="hmac", digest_method=hashlib.sha256)
        return f"{cookie_name(OLD_COOKIE, False)}={signer.sign(value).decode()}"

    def test_its_guest_is_known(self) -> None:
        assert SIGNER.old_guest_of(self.header(GUEST), False) == GUEST

    def test_every_key_that_is_still_accepted_opens_it(self) -> None:
        newer = TokenSigner([key(2, b"n" * 32), key(1, b"k" * 32)])
        assert newer.old_guest_of(self.header(GUEST), False) == GUEST

    def test_a_signature_with_another_key_is_invalid(self) -> None:
        assert SIGNER.old_guest_of(self.header(GUEST, b"o" * 32), False) is None

    def test_a_signed_value_that_is_not_a_guest_is_invalid(self) -> None:
        assert SIGNER.old_guest_of(self.header("root"), False) is None

    @given(st.text(max_size=300))
    def test_a_malformed_header_has_no_guest(self, header: str) -> None:
        assert SIGNER.old_guest_of(header, False) is None
        assert SIGNER.old_guest_of(f"{cookie_name(OLD_COOKIE, False)}={header}", False) is None


class TestCsrf:
    def test_a_sessions_own_token_is_accepted(self) -> None:
        token = new_token()
        assert csrf_matches(csrf_of(token), csrf_of(token))
        assert not csrf_matches(csrf_of(token), csrf_of(new_token()))

    @given(st.none() | st.text())
    def test_any_other_token_is_refused(self, token: str | None) -> None:
        assert not csrf_matches(csrf_of("a" * 43), token)


class TestLineSignature:
    def test_a_signature_is_valid_for_one_guest_one_problem_and_one_line(self) -> None:
        signature = SIGNER.sign_line(GUEST, "p", ["7g7f", "3c3d"])
        assert SIGNER.line_signature_matches(signature, GUEST, "p", ["7g7f", "3c3d"])
        assert not SIGNER.line_signature_matches(signature, GUEST, "p", ["7g7f", "8c8d"])
        assert not SIGNER.line_signature_matches(signature, GUEST, "q", ["7g7f", "3c3d"])
        assert not SIGNER.line_signature_matches(signature, "f" * 32, "p", ["7g7f", "3c3d"])
        assert not SIGNER.line_signature_matches("♞", GUEST, "p", ["7g7f", "3c3d"])
        assert not TokenSigner([key(1, b"o" * 32)]).line_signature_matches(
            signature, GUEST, "p", ["7g7f", "3c3d"]
        )

    def test_a_signature_stays_valid_until_its_key_is_withdrawn(self) -> None:
        signature = SIGNER.sign_line(GUEST, "p", ["7g7f"])
        new = key(2, b"n" * 32)
        assert TokenSigner([new, KEY]).line_signature_matches(signature, GUEST, "p", ["7g7f"])
        assert not TokenSigner([new]).line_signature_matches(signature, GUEST, "p", ["7g7f"])


class TestOrigin:
    @pytest.mark.parametrize(
        ("origin", "host", "tls", "same"),
        [
            ("http://localhost:8123", "localhost:8123", False, True),
            ("https://shogi.example", "shogi.example", True, True),
            ("http://shogi.example", "shogi.example", True, False),
            ("https://shogi.example", "shogi.example", False, False),
            ("http://localhost", "localhost:8123", False, False),
            ("http://localhost:8124", "localhost:8123", False, False),
            ("http://127.0.0.1:8123", "localhost:8123", False, False),
            ("http://localhost:8123.evil.example", "localhost:8123", False, False),
            ("null", "localhost:8123", False, False),
            ("", "localhost:8123", False, False),
            (None, "localhost:8123", False, False),
        ],
    )
    def test_an_origin_must_match_exactly(self, origin: str | None, host: str, tls: bool, same: bool) -> None:
        assert origin_matches(origin, host, tls) is same
