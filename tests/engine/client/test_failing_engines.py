"""Engines that crash, hang, or do not follow the protocol or the rules."""

from __future__ import annotations

import re
import shlex
import sys
from pathlib import Path

import pytest

import komadai
from komadai import Board, Move
from komadai.engine import Info, Limits, MateResult, UsiEngine
from komadai.errors import EngineCrashed, EngineProtocolError, EngineTimeout
from tests.engine.client.fakes import command, ends, is_running, run, with_engine


def test_garbage_and_endless_lines_are_ignored() -> None:
    async def body(engine: UsiEngine) -> None:
        assert (await engine.play(Board(), Limits(depth=1))).move == Move.from_usi("7g7f")
        assert max(len(each.text) for each in engine.transcript) <= 4000

    with_engine("noise", body)


def test_a_missing_program_raises_engine_crashed() -> None:
    with pytest.raises(EngineCrashed, match="cannot be started"):
        run(UsiEngine.open("/no/such/engine"))
    with pytest.raises(ValueError, match="got nothing"):
        run(UsiEngine.open(""))


def test_an_engine_that_does_not_speak_usi_is_ended() -> None:
    mute = re.escape(shlex.join(command("mute")))
    with pytest.raises(EngineTimeout, match=f"engine {mute} gave no usiok within 0"):
        run(UsiEngine.open(command("mute"), timeout=0.2))
    with pytest.raises(EngineCrashed, match="status 7"):
        run(UsiEngine.open([sys.executable, "-c", "raise SystemExit(7)"]))


def test_a_crash_has_the_last_error_line_and_a_restart_works() -> None:
    async def body(engine: UsiEngine) -> None:
        await engine.set_option("USI_Hash", 32)
        first = engine.pid
        with pytest.raises(EngineCrashed, match="status 3: out of luck"):
            await engine.play(Board(), Limits(depth=1))
        assert not engine.alive
        with pytest.raises(EngineCrashed):
            await engine.play(Board(), Limits(depth=1))
        await engine.restart()
        assert engine.alive
        assert engine.pid != first
        assert engine.settings == {"USI_Hash": 32}

    with_engine("crash", body)


def test_an_engine_that_hangs_is_ended_after_its_time() -> None:
    async def body(engine: UsiEngine) -> None:
        engine.grace = 0.2
        pid = engine.pid
        with pytest.raises(EngineTimeout, match="gave no move within 0"):
            await engine.play(Board(), Limits(btime=0, wtime=0, byoyomi=100))
        assert not engine.alive
        assert pid is not None
        assert not is_running(pid)

    with_engine("hang", body)


def test_an_engine_that_closes_its_output_is_ended() -> None:
    async def body(engine: UsiEngine) -> None:
        pid = engine.pid
        assert pid is not None
        with pytest.raises(EngineCrashed, match="closed its output"):
            await engine.play(Board(), Limits(depth=1))
        assert not engine.alive
        assert not is_running(pid)

    with_engine("dumb", body)


def test_an_engine_that_ignores_stop_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("komadai.engine.client.engine_client.STOP_SECONDS", 0.2)

    async def body(engine: UsiEngine) -> None:
        search = await engine.start(Board(), Limits(infinite=True))
        with pytest.raises(EngineTimeout):
            await search.stop()
        assert not engine.alive

    with_engine("deaf", body)


def test_an_invalid_move_is_a_protocol_error_and_the_engine_runs_on() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineProtocolError, match="bestmove xyzzy"):
            await engine.play(Board(), Limits(depth=1))
        assert engine.alive
        await engine.ready()

    with_engine("nonsense", body)


def test_child_processes_end_with_the_engine() -> None:
    async def body(engine: UsiEngine) -> tuple[int, int]:
        result = await engine.play(Board(), Limits(depth=1), on_info=infos.append)
        assert result.move is not None
        child = next(int(i.string.split()[1]) for i in infos if i.string and i.string.startswith("child"))
        assert engine.pid is not None
        assert is_running(child)
        await engine.quit(0.2)
        return engine.pid, child

    infos: list[Info] = []
    for pid in with_engine("child", body):
        assert ends(pid)


@pytest.mark.parametrize("fault", ["nonsense", "noise"])
def test_an_invalid_answer_to_go_mate_is_a_protocol_error(fault: str) -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineProtocolError, match="expected 'checkmate"):
            await engine.mate(Board(), seconds=2)
        await engine.ready()

    with_engine(fault, body)


def test_an_incomplete_checkmate_line_is_a_protocol_error() -> None:
    for line in ("checkmate", "checkmate G*5b what", "checkmate 7g7z"):
        with pytest.raises(EngineProtocolError):
            MateResult.parse(line)


@pytest.mark.parametrize("fault", ["crash-once", "hang-once"])
def test_with_restarts_a_failed_process_is_replaced_and_the_request_repeated(
    fault: str, tmp_path: Path
) -> None:
    async def body(restarts: int) -> None:
        mark = tmp_path / f"seen{restarts}"
        async with await UsiEngine.open(
            [*command(fault), str(mark)], options={"USI_Hash": 32}, restarts=restarts
        ) as engine:
            engine.grace = 0.3
            first = engine.pid
            if not restarts:
                with pytest.raises((EngineCrashed, EngineTimeout)):
                    await engine.play(Board(), Limits(byoyomi=100))
                return
            assert (await engine.play(Board(), Limits(byoyomi=100))).move == Move.from_usi("7g7f")
            assert engine.pid != first
            assert engine.restarts == restarts - 1
            assert engine.settings == {"USI_Hash": 32}
            # The transcript contains both processes.
            assert [each.direction for each in engine.transcript].count("=") == 2
            assert [each.text for each in engine.transcript].count("setoption name USI_Hash value 32") >= 2

    run(body(0))
    run(body(2))


def test_an_engine_that_always_crashes_raises_after_the_last_restart() -> None:
    async def body() -> None:
        async with await UsiEngine.open(command("crash"), restarts=2) as engine:
            with pytest.raises(EngineCrashed, match="status 3"):
                await engine.play(Board(), Limits(depth=1))
            assert [each.direction for each in engine.transcript].count("=") == 3

    run(body())


def test_a_closed_engine_is_not_restarted() -> None:
    async def body() -> None:
        engine = await UsiEngine.open(command(), restarts=5)
        await engine.quit()
        with pytest.raises(EngineCrashed, match="closed"):
            await engine.play(Board(), Limits(depth=1))

    run(body())


def test_the_handshake_has_a_time_limit() -> None:
    async def body() -> None:
        async with await UsiEngine.open(command("slow"), timeout=20) as engine:
            assert engine.name == "Fake 1.0"

    run(body())
    with pytest.raises(EngineTimeout, match="no usiok within 0"):
        run(UsiEngine.open(command("slow"), timeout=0.1))


def test_the_timeout_of_a_call_includes_the_wait_for_readyok() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineTimeout, match=r"gave no readyok within 0\.3 s"):
            await engine.play("startpos", seconds=0.1, timeout=0.3)

    with_engine("unready", body)


def test_an_engine_that_never_gets_ready_is_ended() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineTimeout, match="no readyok within 0"):
            await engine.ready(0.2)
        assert not engine.alive

    with_engine("unready", body)


def test_an_illegal_move_is_a_protocol_error() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineProtocolError, match="played 1a1b, which is illegal in lnsgkgsnl"):
            await engine.play(Board(), Limits(depth=1))
        assert engine.alive

    with_engine("illegal", body)


@pytest.mark.parametrize("position", ["startpos", Board()])
def test_an_illegal_move_is_found_for_boards_and_texts(position: Board | str) -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineProtocolError, match="played 1a1b, which is illegal in lnsgkgsnl"):
            await engine.play(position, Limits(depth=1))
        assert engine.alive
        # start() does not check: the caller may handle an illegal move.
        search = await engine.start(position, Limits(depth=1))
        assert (await search.result()).move == Move.from_usi("1a1b")

    with_engine("illegal", body)
    with komadai.engine.open(command("illegal")) as engine:
        with pytest.raises(EngineProtocolError, match="which is illegal"):
            engine.play(position, Limits(depth=1))
        with pytest.raises(EngineProtocolError, match="which is illegal"):
            engine.analyse(position, Limits(depth=1)).result()


def test_an_illegal_mate_is_a_protocol_error() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineProtocolError, match="played 9i9h, which is illegal"):
            await engine.mate(Board(), seconds=1)
        assert engine.alive

    with_engine("illegal", body)


def test_an_analysis_that_hangs_is_ended_after_its_time() -> None:
    async def body(engine: UsiEngine) -> None:
        engine.grace = 0.2
        with pytest.raises(EngineTimeout, match=r"gave no move within 0\.5 s"):
            async for _ in engine.analyse(Board(), seconds=0.3):
                pass
        assert not engine.alive

    with_engine("deaf", body)
