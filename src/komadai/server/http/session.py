"""Authentication of requests: the guest's signed cookie, the CSRF token, the Origin and the Host.

A guest is a random number in a signed cookie. The CSRF token is a signature of that number, so the
server does not store it, and it is invalid with any other cookie.
"""

from __future__ import annotations

import hashlib
import hmac
import ipaddress
import os
import re
import secrets
from collections.abc import Iterable
from http.cookies import CookieError, SimpleCookie
from pathlib import Path
from typing import Final

from itsdangerous import BadSignature, Signer

from komadai.messages import os_error_message
from komadai.server.errors import StartError

COOKIE: Final = "komadai_guest"
COOKIE_TLS: Final = "__Host-komadai_guest"
"""Used over TLS: browsers accept this prefix only with Secure, Path=/ and no Domain."""
COOKIE_AGE_S: Final = 400 * 24 * 3600
"""The maximum that browsers allow."""
LOOPBACK_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})

_GUEST: Final = re.compile(r"[0-9a-f]{32}")


class TokenSigner:
    """Signs and checks with the server's secret."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._signer = Signer(
            secret, salt="komadai.guest", key_derivation="hmac", digest_method=hashlib.sha256
        )

    @staticmethod
    def new_guest() -> str:
        """A new guest's number: 128 random bits in hexadecimal."""
        return secrets.token_hex(16)

    def cookie_value(self, guest: str) -> str:
        """The signed value of the guest's cookie."""
        return self._signer.sign(guest).decode("ascii")

    def guest_of(self, cookie_header: str | None, tls: bool) -> str | None:
        """The guest of a Cookie header; None without a cookie with a valid signature."""
        if not cookie_header or len(cookie_header) > 4096:
            return None
        try:
            morsel = SimpleCookie(cookie_header).get(cookie_name(tls))
        except CookieError:
            return None
        if morsel is None:
            return None
        try:
            guest = self._signer.unsign(morsel.value).decode("ascii")
        except (BadSignature, UnicodeError):
            return None
        return guest if _GUEST.fullmatch(guest) else None

    def csrf(self, guest: str) -> str:
        """The token that this guest's page sends with every request that changes something."""
        return hmac.new(self._secret, b"komadai.csrf " + guest.encode("ascii"), hashlib.sha256).hexdigest()

    def csrf_matches(self, guest: str, token: str | None) -> bool:
        """Whether the token is this guest's, compared in constant time."""
        return token is not None and hmac.compare_digest(
            self.csrf(guest).encode(), token.encode("utf-8", "replace")
        )

    def sign_line(self, guest: str, problem: str, line: Iterable[str]) -> str:
        """The signature of a line of moves that this server has answered."""
        text = " ".join(("komadai.line", guest, problem, *line))
        return hmac.new(self._secret, text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:32]

    def line_signature_matches(self, signature: str, guest: str, problem: str, line: Iterable[str]) -> bool:
        """Whether this is the signature of the line, compared in constant time."""
        return hmac.compare_digest(
            self.sign_line(guest, problem, line).encode(), signature.encode("utf-8", "replace")
        )


def cookie_name(tls: bool) -> str:
    """The cookie's name over TLS or without."""
    return COOKIE_TLS if tls else COOKIE


def set_cookie(value: str, tls: bool) -> str:
    """The Set-Cookie header for a signed guest."""
    secure = "; Secure" if tls else ""
    return f"{cookie_name(tls)}={value}; Path=/; Max-Age={COOKIE_AGE_S}; HttpOnly; SameSite=Lax{secure}"


def load_secret(data_dir: Path) -> bytes:
    """Reads the server's secret key, which is created at the first start; only its owner can read it.

    Raises StartError if the folder cannot be written or the key is damaged.
    """
    path = data_dir / "secret.key"
    try:
        data_dir.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            draft = data_dir / f".secret.{os.getpid()}.{secrets.token_hex(4)}"
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(secrets.token_bytes(32))
                file.flush()
                os.fsync(file.fileno())
            try:
                os.link(draft, path)  # does not replace a key that another server has just created
            except FileExistsError:
                pass
            finally:
                draft.unlink()
        path.chmod(0o600)
        secret = path.read_bytes()
    except OSError as error:
        raise StartError.with_code(
            "secret-not-stored", path=str(data_dir), reason=os_error_message(error)
        ) from error
    if len(secret) < 32:
        raise StartError.with_code("secret-damaged", path=str(path), count=len(secret))
    return secret


def host_name(host_header: str | None) -> str | None:
    """The name in a Host header, lower case, without its port; None if it is malformed."""
    if not host_header:
        return None
    match = re.fullmatch(r"(\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(?::[0-9]{1,5})?", host_header.lower())
    return match[1].strip("[]").rstrip(".") if match else None


def host_allowed(host_header: str | None, bound_to: str, names: tuple[str, ...]) -> bool:
    """Whether the server accepts this Host header.

    A page of another site whose name resolves to 127.0.0.1 (DNS rebinding) still sends its own name. A
    server bound to loopback accepts loopback names only, another one the configured names; without
    configured names it accepts any name, because it does not know its own.
    """
    name = host_name(host_header)
    if name is None:
        return False
    if name in names:
        return True
    if is_loopback(bound_to):
        return name in LOOPBACK_NAMES or name == bound_to
    return not names


def is_loopback(host: str) -> bool:
    """Whether a server bound to this host can be reached only from this machine."""
    if host in LOOPBACK_NAMES:
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def origin_matches(origin: str | None, host_header: str | None, tls: bool) -> bool:
    """Whether an Origin header is exactly this server's own, scheme and port included."""
    if not origin or not host_header:
        return False
    return origin.lower() == f"{'https' if tls else 'http'}://{host_header.lower()}"
