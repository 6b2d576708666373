"""Token buckets: how much anyone may ask of the server in a given time."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """``burst`` requests at once, then ``per_second`` more each second."""

    per_second: float
    burst: int


@dataclass(frozen=True, slots=True)
class Limits:
    """Every limit of the server in one place; times in milliseconds, sizes in bytes."""

    address: Rate = Rate(40, 240)
    """HTTP requests and socket openings of one address, pages and pictures included."""
    guest: Rate = Rate(10, 60)
    """API calls of one guest."""
    new_games: Rate = Rate(0.2, 20)
    """Games begun by one guest."""
    address_games: Rate = Rate(0.5, 60)
    """Games begun from one address: a new cookie does not give a new allowance."""
    records: Rate = Rate(1, 20)
    """Records read or written by one guest."""
    address_records: Rate = Rate(2, 40)
    """Records read or written from one address."""
    jobs_per_address: int = 8
    """Records that one address may have being read or written, waiting included."""
    messages: Rate = Rate(10, 60)
    """Messages on one socket. Who ignores a burst of refusals is disconnected."""
    sockets_per_guest: int = 16
    sockets_per_address: int = 64
    body: int = 8 * 1024
    record_body: int = 2 * 1024 * 1024
    """A record file that is sent to be read, packed or not."""
    tree_body: int = 8 * 1024 * 1024
    """A tree of moves that is sent to be written."""
    message: int = 2 * 1024
    outbox: int = 64
    """Messages waiting for one slow page before it is disconnected (it comes back and asks anew)."""


class TokenBuckets:
    """One bucket per key. Memory is bounded: the bucket unused longest is forgotten first,
    and it takes ``capacity`` other keys to be forgotten."""

    def __init__(self, rate: Rate, capacity: int = 20_000) -> None:
        self._rate = rate
        self._capacity = capacity
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, key: str, now_ms: int) -> bool:
        """Takes one token; False if there is none. ``now_ms`` may be any clock that never goes back."""
        tokens, at = self._buckets.pop(key, (float(self._rate.burst), now_ms))
        tokens = min(self._rate.burst, tokens + max(0, now_ms - at) / 1000 * self._rate.per_second)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now_ms)
        if len(self._buckets) > self._capacity:
            self._buckets.popitem(last=False)
        return allowed

    def __len__(self) -> int:
        return len(self._buckets)


@dataclass(slots=True)
class Counter:
    """How many of something each key holds open, at most ``most``."""

    most: int
    held: dict[str, int] = field(default_factory=dict)

    def enter(self, key: str) -> bool:
        """One more; False if the key holds its share already."""
        if self.held.get(key, 0) >= self.most:
            return False
        self.held[key] = self.held.get(key, 0) + 1
        return True

    def leave(self, key: str) -> None:
        """One less."""
        left = self.held.get(key, 0) - 1
        if left > 0:
            self.held[key] = left
        else:
            self.held.pop(key, None)


UNKNOWN: Final = "unknown"


def address_key(host: str | None) -> str:
    """What counts as one address: an IPv4 address, or the /64 network that one IPv6 user has."""
    if host is None:
        return UNKNOWN
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)
