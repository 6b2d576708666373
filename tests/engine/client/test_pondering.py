"""Searches on the opponent's time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from komadai import Move
from komadai.engine import Limits, UsiEngine
from tests.engine.client.fakes import sent_to, with_engine


def test_pondering_ends_with_ponderhit_or_stop() -> None:
    async def body(engine: UsiEngine) -> None:
        for hit in (True, False):
            search = await engine.ponder("startpos moves 7g7f 3c3d", Limits(btime=1000, wtime=1000))
            assert not search.done
            if hit:
                await search.ponderhit()
                result = await search.result()
            else:
                result = await search.stop()
            assert result.move == Move.from_usi("2g2f")

    with_engine("none", body)


def test_with_ponder_the_expected_reply_is_a_ponderhit() -> None:
    async def body(engine: UsiEngine) -> None:
        clock = Limits(btime=60_000, wtime=60_000, binc=500, winc=500)
        await engine.play("startpos", clock, ponder=True)
        result = await engine.play("startpos moves 7g7f 3c3d", clock)
        assert result.move == Move.from_usi("2g2f")
        assert result.info.depth == 2
        first, go, expected, ponder, hit = sent_to(engine)
        assert (first, go) == ("position startpos", clock.go())
        assert expected == "position startpos moves 7g7f 3c3d"
        words = ponder.split()
        assert words[:2] == ["go", "ponder"]
        left = int(words[words.index("btime") + 1])
        assert 55_000 < left <= 60_500  # less the time used, plus the increment
        assert hit == "ponderhit"

    with_engine("none", body)


def test_another_reply_than_the_expected_one_stops_pondering() -> None:
    async def body(engine: UsiEngine) -> None:
        clock = Limits(btime=0, wtime=0, byoyomi=1000)
        await engine.play("startpos", clock, ponder=True)
        await engine.play("startpos moves 7g7f 8c8d", clock)
        assert sent_to(engine)[4:] == ["stop", "position startpos moves 7g7f 8c8d", clock.go()]

    with_engine("none", body)


@pytest.mark.parametrize(
    "now",
    [
        Limits(byoyomi=100),
        Limits(nodes=1000),
        Limits(byoyomi=1000, searchmoves=(Move.from_usi("1g1f"),)),
        Limits(btime=500, wtime=9_000, byoyomi=1000),
    ],
)
def test_with_other_limits_the_ponder_search_is_stopped(now: Limits) -> None:
    """USI's ponderhit has no limits: the engine would use those of the ponder search."""

    async def body(engine: UsiEngine) -> None:
        before = replace(now, btime=9_000) if now.btime is not None else Limits(byoyomi=1000)
        await engine.play("startpos", before, ponder=True)
        await engine.play("startpos moves 7g7f 3c3d", now)
        assert sent_to(engine)[4:] == ["stop", "position startpos moves 7g7f 3c3d", now.go()]

    with_engine("none", body)


def test_the_end_of_a_game_and_an_option_stop_pondering() -> None:
    async def body(engine: UsiEngine) -> None:
        await engine.play("startpos", Limits(byoyomi=1000), ponder=True)
        await engine.game_over("win")
        await engine.play("startpos", Limits(byoyomi=1000), ponder=True)
        await engine.set_option("USI_Hash", 8)
        sent = sent_to(engine)
        assert sent[4:6] == ["stop", "gameover win"]
        assert sent[-2:] == ["stop", "setoption name USI_Hash value 8"]

    with_engine("none", body)


def test_the_end_of_a_game_stops_a_search_started_with_ponder() -> None:
    async def body(engine: UsiEngine) -> None:
        search = await engine.ponder("startpos moves 7g7f", Limits(byoyomi=200))
        await engine.game_over("win")
        assert search.done
        assert (await engine.play("startpos", Limits(depth=1))).kind == "move"

    with_engine("none", body)


def test_an_illegal_ponder_move_is_dropped() -> None:
    async def body(engine: UsiEngine) -> None:
        result = await engine.play("startpos", Limits(byoyomi=1000), ponder=True)
        assert (result.move, result.ponder) == (Move.from_usi("7g7f"), None)
        assert not any("1i1a" in each for each in sent_to(engine))

    with_engine("badponder", body)
