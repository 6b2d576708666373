"""The limits of ``go``, written and read."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komadai import BLACK, WHITE, Move
from komadai.engine import Limits
from komadai.engine.protocol.limits import before_increment, limits_of
from komadai.errors import EngineUsageError

numbers = st.none() | st.integers(0, 10**9)
amounts = st.none() | st.integers(1, 10**9)


@given(
    st.builds(
        Limits,
        btime=numbers,
        wtime=numbers,
        byoyomi=numbers,
        binc=numbers,
        winc=numbers,
        movetime=numbers,
        nodes=amounts,
        depth=amounts,
        mate=numbers,
        searchmoves=st.lists(st.sampled_from([Move.from_usi("7g7f"), Move.from_usi("P*5e")]), max_size=2).map(
            tuple
        ),
    ),
    st.booleans(),
)
def test_written_limits_are_read_back(limits: Limits, ponder: bool) -> None:
    read, read_ponder, unknown = Limits.parse(limits.go(ponder=ponder).split()[1:])
    assert (read_ponder, unknown) == (ponder, [])
    if not read.infinite:
        assert read == limits


@pytest.mark.parametrize(
    ("words", "expected", "unknown"),
    [
        ("btime 1 wtime 2 byoyomi 3", Limits(btime=1, wtime=2, byoyomi=3), []),
        ("btime -50 wtime 2", Limits(btime=0, wtime=2), []),
        ("infinite", Limits(infinite=True), []),
        ("nodes 99999999999999999999", Limits(nodes=2**31 - 1), []),
        ("mate " + "9" * 5000, Limits(mate=2**31 - 1), []),
        ("mate soon", Limits(mate=1), ["mate soon"]),
        ("mate infinite", Limits(mate=0), []),
        ("mate", Limits(mate=0), []),
        ("depth", Limits(depth=1), ["depth"]),
        ("depth five nodes 6", Limits(depth=1, nodes=6), ["depth five"]),
        ("btime wtime 5 byoyomi", Limits(btime=0, wtime=5, byoyomi=0), ["btime", "byoyomi"]),
        ("searchmoves 7g7f nodes 6", Limits(nodes=6, searchmoves=(Move.from_usi("7g7f"),)), []),
        (
            "searchmoves zzz 2g2f nodes 6",
            Limits(nodes=6, searchmoves=(Move.from_usi("2g2f"),)),
            ["searchmoves zzz"],
        ),
        ("movetime 100.0", Limits(movetime=100), []),
        ("nodes 0", Limits(nodes=1), ["nodes 0"]),
        ("depth 0 nodes -5", Limits(nodes=1, depth=1), ["depth 0", "nodes -5"]),
        ("nodes 1e5 depth nan", Limits(nodes=100_000, depth=1), ["depth nan"]),
        ("quickly", Limits(), ["quickly"]),
    ],
)
def test_go_commands_of_guis_are_read(words: str, expected: Limits, unknown: list[str]) -> None:
    assert Limits.parse(words.split()) == (expected, False, unknown)


@pytest.mark.parametrize(
    "limits", [{"nodes": 0}, {"depth": 0}, {"nodes": -1}, {"depth": -1}, {"byoyomi": -1}, {"mate": -1}]
)
def test_a_limit_below_its_minimum_is_refused_with_its_name(limits: dict[str, Any]) -> None:
    [(name, value)] = limits.items()
    with pytest.raises(EngineUsageError, match=f"{name}: expected a number not below [01], got {value}"):
        Limits(**limits)


def test_keywords_become_limits() -> None:
    assert limits_of(None, {}) is None
    assert limits_of(None, {"depth": 3, "seconds": None}) == Limits(depth=3)
    assert limits_of(None, {"nodes": 9, "seconds": 1.5}) == Limits(btime=0, wtime=0, byoyomi=1500, nodes=9)
    assert limits_of(Limits(depth=3), {"nodes": None}) == Limits(depth=3)


def test_limits_and_keywords_exclude_each_other() -> None:
    with pytest.raises(EngineUsageError, match="either limits or nodes and depth"):
        limits_of(Limits(), {"nodes": 5, "depth": 2})


def test_seconds_become_byoyomi() -> None:
    assert Limits.for_seconds(1.5).go() == "go btime 0 wtime 0 byoyomi 1500"


def test_the_longest_time_is_that_of_the_side_to_move() -> None:
    limits = Limits(btime=1_000, wtime=2_000, byoyomi=300, binc=40, winc=50)
    assert (limits.longest_ms(BLACK), limits.longest_ms(WHITE)) == (1_340, 2_350)
    assert Limits(nodes=5).longest_ms(BLACK) is None
    assert Limits(infinite=True, btime=5).longest_ms(BLACK) is None
    assert Limits(movetime=70).longest_ms(WHITE) == 70


def test_the_increment_is_subtracted_from_the_time_on_the_clock() -> None:
    assert before_increment(60_000, 5_000) == (55_000, 5_000)
    assert before_increment(300, 5_000) == (0, 300)
