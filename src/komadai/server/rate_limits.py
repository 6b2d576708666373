"""Rate limits: token buckets, limits of concurrent uses, and what counts as one address."""

from __future__ import annotations

import ipaddress
from collections import OrderedDict
from dataclasses import dataclass, field, fields
from typing import Final


@dataclass(frozen=True, slots=True)
class Rate:
    """``burst`` requests at once, then ``per_second`` more each second."""

    per_second: float
    burst: int


def check_rate(name: str, rate: Rate) -> None:
    """Raises ValueError for a rate that never allows anything."""
    if rate.per_second <= 0 or rate.burst < 1:
        raise ValueError(f"{name}: expected a rate above 0 and a burst of at least 1")


@dataclass(frozen=True, slots=True)
class Limits:
    """All limits of the server; sizes in bytes, times in seconds. All are at least 1."""

    address: Rate = Rate(40, 240)
    """Calls and socket openings of one address."""
    address_files: Rate = Rate(200, 2400)
    """Files of the page sent to one address: 40 people of a class open the page at once."""
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
    study_operations: Rate = Rate(4, 60)
    """Operations of one guest on the trees of studies."""
    jobs_per_address: int = 8
    """Work of one address in the worker pool, and jobs of one address in the queue, waiting included."""
    new_sessions: Rate = Rate(1, 120)
    """Guests' sessions begun from one address."""
    new_accounts: Rate = Rate(0.01, 40)
    """Accounts created from one address: a class at once, then one in 100 seconds."""
    address_passwords: Rate = Rate(0.2, 40)
    """Passwords tried from one address."""
    account_passwords: Rate = Rate(1 / 60, 10)
    """Passwords tried for one account."""
    messages: Rate = Rate(10, 60)
    """Messages on one socket. It is closed if a whole burst is refused in a row."""
    guest_messages: Rate = Rate(20, 120)
    """Messages of one guest on all their sockets together; for pages without a guest, of their address."""
    sockets_per_guest: int = 16
    subscriptions_per_socket: int = 32
    """Topics of one page; the host of a simultaneous display follows twenty games."""
    sockets_per_address: int = 64
    body: int = 8 * 1024
    record_body: int = 2 * 1024 * 1024
    """A record file or an archive that is sent to be read."""
    collection_body: int = 32 * 1024 * 1024
    """A file or an archive whose games are added to a database of the explorer."""
    tree_body: int = 8 * 1024 * 1024
    """A tree of moves that is sent to be written."""
    message: int = 2 * 1024
    outbox: int = 64
    """Messages queued for one page before it is disconnected; it reconnects and resynchronises."""
    connections: int = 2000
    """Connections of all clients together. Beyond them requests are answered with 503."""
    connections_per_address: int = 256
    """Connections of one address, sockets included. A trusted proxy is not counted."""
    headers_s: int = 10
    """From the beginning of a connection or a request to the end of its headers."""
    body_s: int = 120
    """From the end of the headers to the end of the body."""

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if isinstance(value, int) and value < 1:
                raise ValueError(f"{each.name}: expected at least 1, got {value}")
            if isinstance(value, Rate):
                check_rate(each.name, value)


class TokenBuckets:
    """One bucket per key. At most ``capacity`` buckets are stored; the least recently used is removed."""

    def __init__(self, rate: Rate, capacity: int = 20_000) -> None:
        self._rate = rate
        self._capacity = capacity
        self._buckets: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, key: str, now_ms: int) -> bool:
        """Takes one token; False if there is none. ``now_ms`` is the time of any monotonic clock."""
        tokens = self._tokens(key, now_ms)
        self._buckets.pop(key, None)
        allowed = tokens >= 1
        self._buckets[key] = (tokens - 1 if allowed else tokens, now_ms)
        if len(self._buckets) > self._capacity:
            self._buckets.popitem(last=False)
        return allowed

    def has(self, key: str, now_ms: int) -> bool:
        """Whether `take` would return True; takes nothing."""
        return self._tokens(key, now_ms) >= 1

    def _tokens(self, key: str, now_ms: int) -> float:
        tokens, at = self._buckets.get(key, (float(self._rate.burst), now_ms))
        return min(self._rate.burst, tokens + max(0, now_ms - at) / 1000 * self._rate.per_second)

    def __len__(self) -> int:
        return len(self._buckets)


@dataclass(slots=True)
class ConcurrencyLimit:
    """Limits the number of concurrent uses for each key."""

    limit: int
    held: dict[str, int] = field(default_factory=dict)

    def acquire(self, key: str, ending: int = 0) -> bool:
        """Begins a use; False if the key has reached the limit.

        ``ending`` is the number of its uses that will end soon, and are not counted.
        """
        if self.held.get(key, 0) - ending >= self.limit:
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
