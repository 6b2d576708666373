"""The pool of engine processes: they are reused, limited in number, and ended when they fail."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from komadai import BLACK, WHITE, Board
from komadai.clock import Clock, TimeControl
from komadai.engine import Info, Limits, PlayResult, Search, UsiEngine
from komadai.engine.client.supervised import SupervisedEngine
from komadai.engine.pool import RESERVE_MS, EnginePool, limits_for
from komadai.engine.program import OURS, EngineProgram, EngineRules
from komadai.errors import EngineCrashed, EngineProtocolError, EngineTimeout
from komadai.impasse import ImpasseRule

FAKE = Path(__file__).parents[1] / "server" / "fake_engine.py"
QUICK = EngineRules(processes=2, idle_ms=60_000, start_ms=5_000, silence_ms=400, stop_ms=400, untimed_ms=200)


def program(mode: str, *more: str, **changes: Any) -> EngineProgram:
    return EngineProgram(mode, (sys.executable, str(FAKE), mode, *more), **changes)


def run(test: Callable[[EnginePool], Awaitable[None]], rules: EngineRules = QUICK) -> None:
    async def main() -> None:
        pool = EnginePool(rules)
        try:
            await test(pool)
        finally:
            await pool.close()
            assert pool.processes == []

    asyncio.run(main())


def second() -> Limits:
    return Limits(btime=0, wtime=0, byoyomi=1_000)


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_an_engine_answers_and_its_process_is_used_again() -> None:
    async def test(pool: EnginePool) -> None:
        board = Board()
        for _ in range(3):
            answer = await pool.think(program("good"), board, second, game="game")
            assert answer.move == board.legal_moves[0]
        assert len(pool.processes) == 1

    run(test)


def test_the_level_is_set_where_the_engine_has_levels() -> None:
    async def test(pool: EnginePool) -> None:
        await pool.think(program("good", levels=True), Board(), second, game="game", level=7)
        assert next(iter(pool._idle)).settings["Level"] == 7

    run(test)


def test_the_impasse_rule_is_set_where_the_engine_knows_it() -> None:
    async def test(pool: EnginePool) -> None:
        for rule in (ImpasseRule.TRY_ONE_KING, ImpasseRule.NONE):
            await pool.think(program("good"), Board(), second, game="game", rule=rule)
            assert next(iter(pool._idle)).settings == {"EnteringKingRule": "TryRule"}

    run(test)


def test_options_of_the_configuration_are_not_overwritten() -> None:
    async def test(pool: EnginePool) -> None:
        fixed = program("good", options=(("EnteringKingRule", "CSARule27"),))
        await pool.think(fixed, Board(), second, game="game", rule=ImpasseRule.TRY_ONE_KING)
        assert next(iter(pool._idle)).settings == {"EnteringKingRule": "CSARule27"}

    run(test)


def test_a_game_gets_the_process_that_it_used_before() -> None:
    async def test(pool: EnginePool) -> None:
        await asyncio.gather(
            *(pool.think(program("good"), Board(), second, game=game) for game in ("one", "two"))
        )
        pids = {engine.game: engine.pid for engine in pool._idle}
        assert len(set(pids.values())) == 2
        for game in ("one", "two", "two", "one"):
            await pool.think(program("good"), Board(), second, game=game)
            assert {engine.game: engine.pid for engine in pool._idle} == pids

    run(test)


@pytest.mark.parametrize(
    ("mode", "error"),
    [
        ("crash", EngineCrashed),
        ("hang", EngineTimeout),
        ("deaf", EngineTimeout),
        ("illegal", EngineProtocolError),
        ("nonsense", EngineProtocolError),
    ],
)
def test_an_engine_that_fails_is_ended_and_the_error_raised(mode: str, error: type[Exception]) -> None:
    async def test(pool: EnginePool) -> None:
        with pytest.raises(error):
            await pool.think(program(mode), Board(), second, game="game")
        assert pool.processes == []

    run(test, EngineRules(processes=1, start_ms=1_500, silence_ms=300, stop_ms=300))


def test_a_missing_program_raises_engine_crashed() -> None:
    async def test(pool: EnginePool) -> None:
        with pytest.raises(EngineCrashed):
            await pool.think(EngineProgram("none", ("/no/such/engine",)), Board(), second, game="game")

    run(test)


def test_an_unknown_option_raises_a_protocol_error() -> None:
    async def test(pool: EnginePool) -> None:
        with pytest.raises(EngineProtocolError, match="Style"):
            await pool.think(program("good", options=(("Style", "wild"),)), Board(), second, game="game")

    run(test)


def test_a_hang_is_noticed_early_enough_for_a_new_process_to_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """The waits that the pool asks for are added up; how late a busy machine ends them does not matter."""
    waited: list[float] = []
    wait, stop = asyncio.wait, SupervisedEngine._stop

    async def noted_wait(tasks: Any, *, timeout: float) -> Any:
        waited.append(timeout)
        return await wait(tasks, timeout=timeout)

    async def noted_stop(
        self: SupervisedEngine, engine: UsiEngine, search: Search, limits: Limits, seconds: float
    ) -> PlayResult:
        waited.append(seconds)
        return await stop(self, engine, search, limits, seconds)

    monkeypatch.setattr(asyncio, "wait", noted_wait)
    monkeypatch.setattr(SupervisedEngine, "_stop", noted_stop)

    async def test(pool: EnginePool) -> None:
        clock = Clock.new(TimeControl.parse("0+5s")).start(BLACK, 0)
        limits = limits_for(clock, BLACK, 0, EngineRules())
        with pytest.raises(EngineTimeout):
            await pool.think(program("hang"), Board(), lambda: limits, game="game")
        assert len(waited) >= 2
        assert sum(waited) < 4.5  # of the five seconds

    run(test, EngineRules())


def test_an_engine_that_searches_too_long_is_stopped_and_its_move_counts() -> None:
    async def test(pool: EnginePool) -> None:
        answer = await pool.think(program("slow"), Board(), second, game="game")
        assert answer.move == Board().legal_moves[0]

    run(test)


def test_resignation_and_declaration_are_returned() -> None:
    async def test(pool: EnginePool) -> None:
        assert (await pool.think(program("resign"), Board(), second, game="game")).resigned
        assert (await pool.think(program("win"), Board(), second, game="game")).declared

    run(test)


def test_no_more_engines_search_at_once_than_allowed() -> None:
    async def test(pool: EnginePool) -> None:
        games = [pool.think(program("slow"), Board(), second, game=f"game {n}") for n in range(5)]
        tasks = [asyncio.ensure_future(game) for game in games]
        most = 0
        while not all(task.done() for task in tasks):
            most = max(most, len(pool.processes))
            await asyncio.sleep(0.01)
        assert most == 2
        assert all(task.result().move for task in tasks)

    run(test)


def test_the_infos_of_a_search_are_passed_on() -> None:
    async def test(pool: EnginePool) -> None:
        infos: list[Info] = []
        ours = replace(OURS, options=(("OwnBook", False),))
        answer = await pool.think(ours, Board(), second, game="game", level=3, on_info=infos.append)
        assert infos[-1].pv[0] == answer.move
        assert infos[-1].score is not None
        assert infos[-1].score.turn is BLACK

    run(test, EngineRules())


def test_an_analysis_takes_no_slot_of_a_game() -> None:
    async def test(pool: EnginePool) -> None:
        analysis = asyncio.ensure_future(
            pool.think(program("slow"), Board(), second, game="study", purpose="analysis")
        )
        waiting = asyncio.ensure_future(
            pool.think(program("slow"), Board(), second, game="study 2", purpose="analysis")
        )
        while not pool._busy:
            await asyncio.sleep(0.01)
        assert (await pool.think(program("good"), Board(), second, game="game")).move
        assert not waiting.done()
        assert (await analysis).move
        assert (await waiting).move

    run(test, EngineRules(processes=1, analyses=1, silence_ms=400, stop_ms=400))


def test_an_engine_that_failed_too_often_is_not_started_again() -> None:
    async def main() -> None:
        rules = EngineRules(failures=2, start_ms=5_000)
        engine = SupervisedEngine(program("crash"), rules)
        for _ in range(2):
            with pytest.raises(EngineCrashed):
                await engine.play(Board(), second, game="game", rule=ImpasseRule.NONE)
        assert not engine.alive
        with pytest.raises(EngineCrashed, match=r"failed 2 times in a row: .*out of memory"):
            await engine.play(Board(), second, game="game", rule=ImpasseRule.NONE)

    asyncio.run(main())


def test_an_idle_engine_is_closed_after_a_while() -> None:
    async def test(pool: EnginePool) -> None:
        await pool.think(program("good"), Board(), second, game="game")
        pid = pool.processes[0]
        for _ in range(3000):
            await asyncio.sleep(0.02)
            if not pool.processes:
                break
        assert pool.processes == []
        assert not lives(pid)

    run(test, EngineRules(processes=1, idle_ms=100))


def test_a_cancelled_search_leaves_no_process() -> None:
    async def test(pool: EnginePool) -> None:
        task = asyncio.ensure_future(pool.think(program("slow"), Board(), second, game="game"))
        while not pool._busy:
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert pool.processes == []
        assert (await pool.think(program("good"), Board(), second, game="game")).move

    run(test)


class TestLimitsSentToTheEngine:
    @staticmethod
    def limits(text: str, used_ms: int = 0) -> Limits:
        clock = Clock.new(TimeControl.parse(text)).start(BLACK, 0)
        return limits_for(clock, BLACK, used_ms, QUICK)

    def test_without_a_clock_the_time_is_fixed(self) -> None:
        assert limits_for(None, WHITE, 0, QUICK) == Limits(btime=0, wtime=0, byoyomi=200)

    def test_a_reserve_is_held_back_from_the_byoyomi(self) -> None:
        assert self.limits("10m+30s") == Limits(btime=600_000, wtime=600_000, byoyomi=30_000 - RESERVE_MS)

    def test_further_periods_are_the_reserve(self) -> None:
        assert self.limits("10m+30s×3") == Limits(btime=600_000, wtime=600_000, byoyomi=30_000)

    def test_in_byoyomi_the_rest_of_the_period_is_sent(self) -> None:
        assert self.limits("1m+30s×3", 70_000) == Limits(btime=0, wtime=60_000, byoyomi=20_000)

    def test_without_byoyomi_the_reserve_comes_from_the_main_time(self) -> None:
        assert self.limits("10m") == Limits(btime=597_000, wtime=600_000, byoyomi=0)

    def test_increments_are_sent(self) -> None:
        assert self.limits("5m+0+5s/move") == Limits(btime=292_000, wtime=295_000, binc=5_000, winc=5_000)

    @pytest.mark.parametrize("text", ["1s", "1ms", "0+1s", "0+1ms×3", "10s+0+1s/move", "3s+1s"])
    @pytest.mark.parametrize("used_ms", [0, 1, 500, 999, 1_500])
    def test_the_limits_never_exceed_the_remaining_time(self, text: str, used_ms: int) -> None:
        clock = Clock.new(TimeControl.parse(text)).start(BLACK, 0)
        limits = limits_for(clock, BLACK, used_ms, QUICK)
        assert (limits.btime or 0) + (limits.byoyomi or 0) <= clock.remaining_ms(BLACK, used_ms)


def test_an_idle_engine_that_cannot_be_closed_keeps_no_other_from_being_closed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    close = SupervisedEngine.close
    failed: list[SupervisedEngine] = []

    async def fails_once(engine: SupervisedEngine, timeout: float | None = None) -> None:
        await close(engine, timeout)
        if not failed:
            failed.append(engine)
            raise RuntimeError("unexpected")

    async def test(pool: EnginePool) -> None:
        answers = (
            pool.think(program("good"), Board(), second, game=game) for game in ("a game", "another one")
        )
        await asyncio.gather(*answers)
        monkeypatch.setattr(SupervisedEngine, "close", fails_once)
        while pool._idle or pool._busy:
            await asyncio.sleep(0.01)
        assert failed

    run(test, replace(QUICK, idle_ms=100))
