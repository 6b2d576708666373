"""How often passwords may be tried, and accounts and sessions begun."""

from __future__ import annotations

from komadai.server.errors import ApiError
from komadai.server.people.names.names import name_key
from komadai.server.rate_limits import Limits, TokenBuckets


class AccountQuotas:
    """Token buckets for sessions, accounts and passwords. Each method takes a token or raises ApiError."""

    def __init__(self, limits: Limits) -> None:
        self._sessions = TokenBuckets(limits.new_sessions)
        self._accounts = TokenBuckets(limits.new_accounts)
        self._address = TokenBuckets(limits.address_passwords)
        self._account = TokenBuckets(limits.account_passwords)

    def session(self, address: str, now_ms: int) -> None:
        """Counts a new session of a guest."""
        _take(self._sessions, address, now_ms)

    def account(self, address: str, now_ms: int) -> None:
        """Counts a new account."""
        _take(self._accounts, address, now_ms)

    def password(self, name: str, address: str, known: bool, now_ms: int) -> None:
        """Counts an attempt to log in as this name.

        Attempts from an address where the account has been used (``known``) have a bucket of their own:
        else anybody could lock the owner out by trying wrong passwords.
        """
        _take(self._address, address, now_ms)
        key = name_key(name)
        _take(self._account, f"{key} {address}" if known else key, now_ms)

    def passkey(self, address: str, now_ms: int) -> None:
        """Counts a step of a login with a passkey."""
        _take(self._address, address, now_ms)


def _take(buckets: TokenBuckets, key: str, now_ms: int) -> None:
    if not buckets.take(key, now_ms):
        raise ApiError("slow_down")
