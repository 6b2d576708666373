"""The secret, the cookie, the token, the Host and the Origin."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komadai.server.errors import StartError
from komadai.server.http.session import (
    TokenSigner,
    cookie_name,
    host_allowed,
    load_secret,
    origin_matches,
)

SIGNER = TokenSigner(b"k" * 32)
GUEST = "0123456789abcdef" * 2


class TestSecret:
    def test_the_secret_is_created_once_and_only_its_owner_can_read_it(self, tmp_path: Path) -> None:
        folder = tmp_path / "new" / "folder"
        secret = load_secret(folder)
        assert len(secret) == 32
        assert load_secret(folder) == secret
        assert stat.S_IMODE((folder / "secret.key").stat().st_mode) == 0o600
        assert [path.name for path in folder.iterdir()] == ["secret.key"]

    def test_the_permissions_of_a_readable_key_are_restricted(self, tmp_path: Path) -> None:
        load_secret(tmp_path)
        os.chmod(tmp_path / "secret.key", 0o644)
        load_secret(tmp_path)
        assert stat.S_IMODE((tmp_path / "secret.key").stat().st_mode) == 0o600

    def test_a_damaged_key_is_an_error(self, tmp_path: Path) -> None:
        (tmp_path / "secret.key").write_bytes(b"short")
        with pytest.raises(StartError, match="damaged"):
            load_secret(tmp_path)

    def test_a_folder_that_cannot_be_created_is_an_error(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        with pytest.raises(StartError, match="secret key"):
            load_secret(tmp_path / "file" / "folder")


class TestCookie:
    @pytest.mark.parametrize("tls", [False, True])
    def test_a_signed_cookie_is_accepted(self, tls: bool) -> None:
        header = f"other=1; {cookie_name(tls)}={SIGNER.cookie_value(GUEST)}; more=2"
        assert SIGNER.guest_of(header, tls) == GUEST

    def test_a_cookie_set_without_tls_is_ignored_over_tls(self) -> None:
        assert SIGNER.guest_of(f"{cookie_name(False)}={SIGNER.cookie_value(GUEST)}", True) is None

    def test_a_signature_with_another_key_is_invalid(self) -> None:
        other = TokenSigner(b"o" * 32).cookie_value(GUEST)
        assert SIGNER.guest_of(f"{cookie_name(False)}={other}", False) is None

    def test_a_signed_value_that_is_not_a_guest_is_invalid(self) -> None:
        assert SIGNER.guest_of(f"{cookie_name(False)}={SIGNER.cookie_value('root')}", False) is None

    @given(st.text(max_size=300))
    def test_a_malformed_cookie_header_has_no_guest(self, header: str) -> None:
        assert SIGNER.guest_of(header, False) is None
        assert SIGNER.guest_of(f"{cookie_name(False)}={header}", False) is None

    def test_a_huge_cookie_header_is_not_parsed(self) -> None:
        header = "x=1; " * 2000 + f"{cookie_name(False)}={SIGNER.cookie_value(GUEST)}"
        assert SIGNER.guest_of(header, False) is None


class TestToken:
    def test_a_guests_own_token_is_accepted(self) -> None:
        token = SIGNER.csrf(GUEST)
        assert SIGNER.csrf_matches(GUEST, token)
        assert not SIGNER.csrf_matches("f" * 32, token)
        assert not TokenSigner(b"o" * 32).csrf_matches(GUEST, token)

    @given(st.none() | st.text())
    def test_any_other_token_is_refused(self, token: str | None) -> None:
        assert not SIGNER.csrf_matches(GUEST, token)


class TestLineSignature:
    def test_a_signature_is_valid_for_one_guest_one_problem_and_one_line(self) -> None:
        signature = SIGNER.sign_line(GUEST, "p", ["7g7f", "3c3d"])
        assert SIGNER.line_signature_matches(signature, GUEST, "p", ["7g7f", "3c3d"])
        assert not SIGNER.line_signature_matches(signature, GUEST, "p", ["7g7f", "8c8d"])
        assert not SIGNER.line_signature_matches(signature, GUEST, "q", ["7g7f", "3c3d"])
        assert not SIGNER.line_signature_matches(signature, "f" * 32, "p", ["7g7f", "3c3d"])
        assert not SIGNER.line_signature_matches("♞", GUEST, "p", ["7g7f", "3c3d"])
        assert not TokenSigner(b"o" * 32).line_signature_matches(signature, GUEST, "p", ["7g7f", "3c3d"])


class TestHost:
    @pytest.mark.parametrize(
        "header", ["localhost", "localhost:8123", "LOCALHOST", "127.0.0.1:1", "[::1]:8123", "localhost."]
    )
    def test_a_loopback_server_accepts_loopback_names(self, header: str) -> None:
        assert host_allowed(header, "127.0.0.1", ())

    @pytest.mark.parametrize(
        "header",
        [
            None,
            "",
            "evil.example",
            "localhost.evil.example",
            "evil.example#localhost",
            "a b",
            "x:y",
            "@",
            "127.0.0.1:",
        ],
    )
    def test_a_loopback_server_refuses_other_names(self, header: str | None) -> None:
        assert not host_allowed(header, "127.0.0.1", ())

    def test_behind_a_proxy_the_configured_names_are_accepted(self) -> None:
        assert host_allowed("shogi.example", "127.0.0.1", ("shogi.example",))
        assert host_allowed("localhost", "127.0.0.1", ("shogi.example",))
        assert not host_allowed("evil.example", "127.0.0.1", ("shogi.example",))

    def test_a_network_server_accepts_any_name_unless_names_are_configured(self) -> None:
        assert host_allowed("192.168.1.7:8123", "0.0.0.0", ())
        assert host_allowed("my-machine.local", "0.0.0.0", ())
        assert not host_allowed("192.168.1.7", "0.0.0.0", ("shogi.example",))


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
