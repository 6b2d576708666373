"""Rate limits: token buckets, limits of concurrent uses, and what counts as one address."""

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
    """All limits of the server; sizes in bytes."""

    address: Rate = Rate(40, 240)
    """HTTP requests and socket openings of one address, pages and pictures included."""
    guest: Rate = Rate(10, 60)
    """API calls of one guest."""
    new_games: Rate = Rate(0.2, 20)
    """Games created by one guest."""
    address_games: Rate = Rate(0.5, 60)
    """Games created from one address, whatever the number of guests."""
    records: Rate = Rate(1, 20)
    """Records read or written by one guest."""
    address_records: Rate = Rate(2, 40)
    """Records read or written from one address."""
    jobs_per_address: int = 8
    """Work of one address in the worker pool, and jobs of one address in the queue, waiting included."""
    messages: Rate = Rate(10, 60)
    """Messages on one socket. It is closed if a whole burst is refused in a row."""
    sockets_per_guest: int = 16
    subscriptions_per_socket: int = 16
    sockets_per_address: int = 64
    body: int = 8 * 1024
    record_body: int = 2 * 1024 * 1024
    """A record file or an archive that is sent to be read."""
    tree_body: int = 8 * 1024 * 1024
    """A tree of moves that is sent to be written."""
    message: int = 2 * 1024
    outbox: int = 64
    """Messages queued for one page before it is disconnected; it reconnects and resynchronises."""


class TokenBuckets:
    """One bucket per key. At most ``capacity`` buckets are stored; the least recently used is removed."""

    def __init__(self, rate: Rate, capacity: int = 20_000) -> None:
        self._rate = rate
        self._capacity = capacity
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, key: str, now_ms: int) -> bool:
        """Takes one token; False if there is none. ``now_ms`` is the time of any monotonic clock."""
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
class ConcurrencyLimit:
    """Limits the number of concurrent uses for each key."""

    limit: int
    held: dict[str, int] = field(default_factory=dict)

    def acquire(self, key: str) -> bool:
        """Begins a use; False if the key has reached the limit."""
        if self.held.get(key, 0) >= self.limit:
            return False
        self.held[key] = self.held.get(key, 0) + 1
        return True

    def release(self, key: str) -> None:
        """Ends a use."""
        left = self.held.get(key, 0) - 1
        if left > 0:
            self.held[key] = left
        else:
            self.held.pop(key, None)


UNKNOWN: Final = "unknown"


def address_key(host: str | None) -> str:
    """The key of a client address: an IPv4 address, or the /64 network of an IPv6 address."""
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
