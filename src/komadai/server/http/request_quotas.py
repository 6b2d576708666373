"""The rate limits of API calls, for each guest and each address."""

from __future__ import annotations

from typing import Literal

from komadai.server.errors import ApiError
from komadai.server.rate_limits import Limits, TokenBuckets

Cost = Literal["call", "view", "game", "record", "file", "operation"]
"""The cost of a call. A ``view`` or a ``file`` needs no session: without one a view takes nothing, and a file
what a record takes from the address."""


class RequestQuotas:
    """The token buckets of the API. Each method takes a token, or raises ApiError ``slow_down``.

    The limits of addresses hold for all guests of an address together, because a new cookie is free.
    """

    def __init__(self, limits: Limits) -> None:
        self._guest = TokenBuckets(limits.guest)
        self._new_games = TokenBuckets(limits.new_games)
        self._address_games = TokenBuckets(limits.address_games)
        self._records = TokenBuckets(limits.records)
        self._address_records = TokenBuckets(limits.address_records)
        self._study_operations = TokenBuckets(limits.study_operations)

    def take(self, cost: Cost, guest: str | None, address: str, now_ms: int) -> None:
        """Takes what a call costs. Raises ApiError ``no_guest`` if it needs a session."""
        match cost, guest:
            case "view", None:
                pass
            case "file", None:
                self.public_record(address, now_ms)
            case _, None:
                raise ApiError("no_guest")
            case "call" | "view", str():
                self.call(guest, now_ms)
            case "game", str():
                self.new_game(guest, address, now_ms)
            case "record" | "file", str():
                self.record(guest, address, now_ms)
            case "operation", str():
                self.study_operation(guest, now_ms)

    def call(self, guest: str, now_ms: int) -> None:
        """Counts a call of this guest."""
        if not self._guest.take(guest, now_ms):
            raise ApiError("slow_down")

    def new_game(self, guest: str, address: str, now_ms: int) -> None:
        """Counts a new game."""
        if not self._new_games.take(guest, now_ms) or not self._address_games.take(address, now_ms):
            raise ApiError("slow_down")

    def record(self, guest: str, address: str, now_ms: int) -> None:
        """Counts a record that is read or written."""
        if not self._records.take(guest, now_ms) or not self._address_records.take(address, now_ms):
            raise ApiError("slow_down")

    def public_record(self, address: str, now_ms: int) -> None:
        """Counts a record that is read without a session."""
        if not self._address_records.take(address, now_ms):
            raise ApiError("slow_down")

    def study_operation(self, guest: str, now_ms: int) -> None:
        """Counts an operation on the tree of a study."""
        if not self._study_operations.take(guest, now_ms):
            raise ApiError("slow_down")
