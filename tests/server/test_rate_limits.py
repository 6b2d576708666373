"""Token buckets: bursts, refills, bounded memory, and what counts as one address."""

from __future__ import annotations

import pytest

from komadai.server.rate_limits import ConcurrencyLimit, Rate, TokenBuckets, address_key


def test_a_burst_is_allowed_and_no_more() -> None:
    buckets = TokenBuckets(Rate(1, 3))
    assert [buckets.take("a", 0) for _ in range(4)] == [True, True, True, False]


def test_tokens_are_refilled_with_time() -> None:
    buckets = TokenBuckets(Rate(2, 1))
    assert buckets.take("a", 0)
    assert not buckets.take("a", 499)
    assert buckets.take("a", 500)


def test_no_more_than_the_burst_is_saved_up() -> None:
    buckets = TokenBuckets(Rate(100, 2))
    buckets.take("a", 0)
    assert [buckets.take("a", 10**9) for _ in range(3)] == [True, True, False]


def test_each_key_has_its_own_tokens() -> None:
    buckets = TokenBuckets(Rate(0, 1))
    assert buckets.take("a", 0)
    assert buckets.take("b", 0)
    assert not buckets.take("a", 0)


def test_refused_requests_do_not_postpone_the_next_token() -> None:
    buckets = TokenBuckets(Rate(1, 1))
    buckets.take("a", 0)
    for now in range(0, 1000, 10):
        assert not buckets.take("a", now)
    assert buckets.take("a", 1000)


def test_a_clock_set_back_adds_no_tokens() -> None:
    buckets = TokenBuckets(Rate(1, 1))
    buckets.take("a", 5_000)
    assert not buckets.take("a", 0)


def test_memory_is_bounded() -> None:
    buckets = TokenBuckets(Rate(1, 1), capacity=10)
    for number in range(1000):
        buckets.take(str(number), 0)
    assert len(buckets) == 10


def test_a_concurrency_limit_counts_open_uses() -> None:
    counter = ConcurrencyLimit(2)
    assert [counter.acquire("a") for _ in range(3)] == [True, True, False]
    counter.release("a")
    assert counter.acquire("a")
    counter.release("a")
    counter.release("a")
    counter.release("a")
    assert counter.held == {}


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
        (None, "unknown"),
    ],
)
def test_the_key_of_an_address_is_the_ipv4_address_or_the_ipv6_network(host: str | None, key: str) -> None:
    assert address_key(host) == key
