"""The client with the engine Komadai, as the server uses it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

import komadai
from komadai import Board
from komadai.engine import Limits, UsiEngine
from komadai.errors import EngineCrashed

T = TypeVar("T")


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(coroutine, 60))


def test_the_default_engine_is_komadai() -> None:
    board = Board()
    with komadai.engine.open() as engine:
        assert engine.name.startswith("Komadai")
        result = engine.play(board, seconds=0.3)
        assert result.move in board.legal_moves


def test_the_highest_level_beats_the_lowest() -> None:
    async def game() -> Board:
        board = Board()
        strong, weak = await asyncio.gather(
            UsiEngine.open(options={"OpeningVariety": False}), UsiEngine.open(options={"Level": 1, "Seed": 7})
        )
        async with strong, weak:
            while board.outcome() is None:
                engine = strong if board.turn == komadai.BLACK else weak
                limits = Limits(nodes=3_000) if engine is strong else Limits(btime=60_000, wtime=60_000)
                result = await engine.play(board, limits)
                assert result.move is not None
                board.push(result.move)
                assert board.ply < 200
        return board

    outcome = run(game()).outcome()
    assert outcome is not None
    assert outcome.winner == komadai.BLACK


def test_a_ponderhit_continues_the_search_and_stop_ends_it() -> None:
    async def body() -> None:
        async with await UsiEngine.open(options={"OpeningVariety": False}) as engine:
            clock = Limits(btime=2_000, wtime=2_000, byoyomi=300)
            first = await engine.play("startpos", clock)
            assert first.move is not None
            assert first.ponder is not None
            expected = f"startpos moves {first.move.usi()} {first.ponder.usi()}"
            search = await engine.ponder(expected, clock)
            await asyncio.sleep(0.2)
            assert not search.done
            await search.ponderhit()
            hit = await search.result()
            board = Board()
            board.push(first.move)
            board.push(first.ponder)
            assert hit.move in board.legal_moves
            assert hit.info.depth is not None
            missed = await engine.ponder(expected, clock)
            await missed.stop()
            assert (await engine.play("startpos moves 9g9f", clock)).move is not None

    run(body())


def test_an_analysis_deepens() -> None:
    async def body() -> list[int]:
        async with await UsiEngine.open() as engine:
            infos = engine.analyse(Board(), Limits(depth=8))
            return [info.depth async for info in infos if info.depth is not None]

    assert run(body()) == list(range(1, 9))


def test_a_process_killed_during_a_search_is_an_error_and_can_be_restarted() -> None:
    async def body() -> None:
        engine = await UsiEngine.open(options={"Level": 4})
        search = await engine.start(Board(), Limits(infinite=True))
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        with pytest.raises(EngineCrashed, match="SIGKILL"):
            await search.result()
        await engine.restart()
        assert engine.settings == {"Level": 4}
        assert (await engine.play(Board(), seconds=0.2)).move is not None
        await engine.quit()

    run(body())
