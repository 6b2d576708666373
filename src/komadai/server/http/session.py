"""Authentication of requests: the session's cookie, the CSRF token and the Origin.

A session is a random token in a cookie; `komadai.server.people.sessions.sessions` stores its hash. The CSRF
token is derived from the session's token, so it is not stored and is invalid in any other session.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable, Sequence
from http.cookies import CookieError, SimpleCookie
from typing import Final

from itsdangerous import BadSignature, Signer

from komadai.server.http.keys import Key

COOKIE: Final = "komadai_session"
OLD_COOKIE: Final = "komadai_guest"
"""The signed cookie of version 0.1.0, which is exchanged for a session."""
COOKIE_AGE_S: Final = 400 * 24 * 3600
"""The maximum that browsers allow."""

_GUEST: Final = re.compile(r"[0-9a-f]{32}")
_TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{43}")


class TokenSigner:
    """Signs with the newest of the server's keys, and checks with all of them."""

    def __init__(self, keys: Sequence[Key]) -> None:
        self._keys = {key.id: key.secret for key in keys}
        self._newest = keys[0].id
        self._guest_signers = [
            Signer(key.secret, salt="komadai.guest", key_derivation="hmac", digest_method=hashlib.sha256)
            for key in keys
        ]

    def old_guest_of(self, cookie_header: str | None, tls: bool) -> str | None:
        """The guest of a cookie that version 0.1.0 has signed; None without a valid one."""
        value = cookie_in(cookie_header, cookie_name(OLD_COOKIE, tls))
        if value is None:
            return None
        for signer in self._guest_signers:
            try:
                guest = signer.unsign(value).decode("ascii")
            except (BadSignature, UnicodeError):
                continue
            if _GUEST.fullmatch(guest):
                return str(guest)
        return None

    def sign_line(self, person: str, problem: str, line: Iterable[str]) -> str:
        """The signature of a line of moves that this server has answered."""
        return f"{self._newest}.{self._line_mac(self._newest, person, problem, line)}"

    def line_signature_matches(self, signature: str, person: str, problem: str, line: Iterable[str]) -> bool:
        """Whether this is the signature of the line by one of the keys, compared in constant time."""
        key, _, mac = signature.partition(".")
        if key not in self._keys:
            return False
        return hmac.compare_digest(
            self._line_mac(key, person, problem, line).encode(), mac.encode("utf-8", "replace")
        )

    def _line_mac(self, key: str, person: str, problem: str, line: Iterable[str]) -> str:
        text = " ".join(("komadai.line", person, problem, *line))
        return hmac.new(self._keys[key], text.encode("utf-8", "replace"), hashlib.sha256).hexdigest()[:32]


def new_token() -> str:
    """The secret of a new session: 256 random bits as 43 letters and digits."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Hashes a token for the database: a copy of the database opens no session."""
    return hashlib.sha256(token.encode("ascii")).hexdigest()


def csrf_of(token: str) -> str:
    """The token that the pages of this session send with every request that changes something."""
    return hmac.new(token.encode("ascii"), b"komadai.csrf", hashlib.sha256).hexdigest()


def csrf_matches(expected: str, token: str | None) -> bool:
    """Whether a page sent the expected CSRF token, compared in constant time."""
    return token is not None and hmac.compare_digest(expected.encode(), token.encode("utf-8", "replace"))


def token_of(cookie_header: str | None, tls: bool) -> str | None:
    """The session's token in a Cookie header; None if there is none."""
    value = cookie_in(cookie_header, cookie_name(COOKIE, tls))
    return value if value is not None and _TOKEN.fullmatch(value) else None


def cookie_in(cookie_header: str | None, name: str) -> str | None:
    """The value of a cookie. Headers of more than 4096 characters are not parsed."""
    if not cookie_header or len(cookie_header) > 4096:
        return None
    try:
        morsel = SimpleCookie(cookie_header).get(name)
    except CookieError:
        return None
    return None if morsel is None else morsel.value


def cookie_name(name: str, tls: bool) -> str:
    """The cookie's name. Browsers accept the prefix only with Secure, Path=/ and no Domain."""
    return f"__Host-{name}" if tls else name


def set_cookie(token: str, tls: bool) -> str:
    """The Set-Cookie header for a session."""
    secure = "; Secure" if tls else ""
    name = cookie_name(COOKIE, tls)
    return f"{name}={token}; Path=/; Max-Age={COOKIE_AGE_S}; HttpOnly; SameSite=Lax{secure}"


def origin_matches(origin: str | None, host_header: str | None, tls: bool) -> bool:
    """Whether an Origin header is exactly this server's own, scheme and port included."""
    if not origin or not host_header:
        return False
    return origin.lower() == f"{'https' if tls else 'http'}://{host_header.lower()}"
