"""The USI client against engines that behave, and against engines that don't."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pytest

import komadai
from komadai import Board, Move
from komadai.engine import Info, Limits, MateResult, OptionValue, PlayResult, UsiEngine
from komadai.engine.levels import level
from komadai.errors import (
    EngineCrashed,
    EngineError,
    EngineProtocolError,
    EngineTimeout,
    EngineUsageError,
)

T = TypeVar("T")
FAKE = str(Path(__file__).with_name("fake_engine.py"))


def command(fault: str = "none") -> list[str]:
    return [sys.executable, FAKE, fault]


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(asyncio.wait_for(coroutine, 100))


def lives(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for counts as running."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def dies(pid: int) -> bool:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        stat = Path(f"/proc/{pid}/stat")
        # An orphan is waited for by whoever adopts it; until then it is dead but listed.
        if not lives(pid) or (stat.exists() and stat.read_text().rsplit(")", 1)[1].split()[0] == "Z"):
            return True
        time.sleep(0.02)
    return False


def with_engine(fault: str, body: Callable[[UsiEngine], Coroutine[Any, Any, T]]) -> T:
    async def main() -> T:
        async with await UsiEngine.open(command(fault)) as engine:
            return await body(engine)

    return run(main())


def test_the_handshake_tells_name_author_and_typed_options() -> None:
    async def body(engine: UsiEngine) -> None:
        assert (engine.name, engine.author) == ("Fake 1.0", "Nobody")
        options = engine.options
        size = options["USI_Hash"]
        assert (size.kind, size.default, size.minimum, size.maximum) == ("spin", 16, 1, 1024)
        assert options["USI_Ponder"].default is True
        assert options["Style"].choices == ("Solid", "Normal", "Wild attack")
        assert (options["Book File"].kind, options["Book File"].default) == ("filename", "")
        assert options["Nickname"].default == "type me"
        assert options["Clear Hash"].kind == "button"
        assert "Broken" not in options

    with_engine("none", body)


def test_an_option_is_checked_before_the_engine_hears_of_it() -> None:
    async def body(engine: UsiEngine) -> None:
        await engine.set_option("usi_hash", 64)
        await engine.set_option("Style", "wild attack")
        await engine.set_option("Clear Hash")
        await engine.set_option("Book File", "")
        refused: list[tuple[str, OptionValue, str]] = [
            ("USI_Hash", 0, "from 1 to 1024"),
            ("USI_Hash", "many", "from 1 to 1024"),
            ("USI_Hash", True, "from 1 to 1024"),
            ("USI_Ponder", "perhaps", "true or false"),
            ("Style", "Timid", "Solid, Normal, Wild attack"),
            ("Nickname", "a\nquit", "one line"),
            ("Nonsense", 1, "has no option"),
        ]
        for name, value, expected in refused:
            with pytest.raises(ValueError, match=expected):
                await engine.set_option(name, value)
        await engine.ready()
        said = [each.text for each in engine.transcript if each.direction == ">" and "setoption" in each.text]
        assert said == [
            "setoption name USI_Hash value 64",
            "setoption name Style value Wild attack",
            "setoption name Clear Hash",
            "setoption name Book File value <empty>",
        ]
        assert engine.settings == {"USI_Hash": 64, "Style": "Wild attack", "Book File": ""}

    with_engine("none", body)


def test_a_move_comes_with_what_the_engine_said() -> None:
    async def body(engine: UsiEngine) -> None:
        heard: list[Info] = []
        board = Board()
        result = await engine.play(board, Limits(nodes=100), on_info=heard.append)
        assert (result.move, result.ponder) == (Move.from_usi("7g7f"), Move.from_usi("3c3d"))
        assert not result.resigned
        assert not result.declared
        info = result.info
        assert (info.depth, info.seldepth, info.nodes, info.hashfull) == (2, 3, 90, 0)
        assert info.score is not None
        assert info.score.mate_for == 1
        assert [move.usi() for move in info.pv] == ["7g7f", "3c3d"]
        assert info.string == "hello there"
        assert [each.multipv for each in heard] == [1, 1, 2, 1]

    with_engine("none", body)


def test_the_dialogue_is_as_usi_has_it() -> None:
    async def body(engine: UsiEngine) -> None:
        board = Board()
        board.push_usi("2g2f")
        board.push_usi("3c3d")
        await engine.play(board, Limits(btime=1000, wtime=900, byoyomi=500))
        await engine.play("startpos moves 2g2f 3c3d", Limits(depth=3))
        said = [each.text for each in engine.transcript if each.direction == ">"]
        assert said == [
            "usi",
            "isready",
            "usinewgame",
            "position startpos moves 2g2f 3c3d",
            "go btime 1000 wtime 900 byoyomi 500",
            "position startpos moves 2g2f 3c3d",
            "go depth 3",
        ]

    with_engine("none", body)


@pytest.mark.parametrize(("fault", "kind"), [("resign", "resign"), ("win", "win")])
def test_resignation_and_declaration_are_no_moves(fault: str, kind: str) -> None:
    result = with_engine(fault, lambda engine: engine.play(Board(), seconds=0.1))
    assert (result.move, result.kind) == (None, kind)


def test_pondering_ends_with_a_hit_or_with_a_stop() -> None:
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


def test_an_analysis_streams_until_one_has_seen_enough() -> None:
    async def body(engine: UsiEngine) -> None:
        async for info in engine.analyse(Board()):
            assert info.pv == (Move.from_usi("7g7f"),)
            break
        seen = [info async for info in engine.analyse(Board(), Limits(depth=2))]
        assert len(seen) == 4

    with_engine("none", body)


def test_whoever_stops_waiting_stops_the_engine() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(engine.play(Board(), Limits(infinite=True)), 0.1)
        await asyncio.sleep(0.2)
        assert (await engine.play(Board(), Limits(depth=1))).move is not None
        assert engine.transcript[-1].text.startswith("bestmove")

    with_engine("none", body)


def test_one_search_at_a_time() -> None:
    async def body(engine: UsiEngine) -> None:
        await engine.start(Board(), Limits(infinite=True))
        with pytest.raises(EngineError, match="stop it first"):
            await engine.play(Board(), Limits(depth=1))
        assert await engine.stop() is not None
        assert await engine.stop() is None

    with_engine("none", body)


def test_of_several_that_ask_a_fresh_engine_at_once_one_is_answered() -> None:
    async def main() -> None:
        async with await UsiEngine.open(command("slow")) as engine:
            asked = (engine.play("startpos", seconds=0.3) for _ in range(3))
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert sum(isinstance(each, PlayResult) for each in answers) == 1
            assert sum(isinstance(each, EngineUsageError) for each in answers) == 2
            assert engine.alive
            assert (await engine.play("startpos", seconds=0.3)).move is not None

    run(main())


def test_garbage_and_endless_lines_are_passed_over() -> None:
    async def body(engine: UsiEngine) -> None:
        assert (await engine.play(Board(), Limits(depth=1))).move == Move.from_usi("7g7f")
        assert max(len(each.text) for each in engine.transcript) <= 4000

    with_engine("noise", body)


def test_a_program_that_is_not_there_is_told_at_once() -> None:
    with pytest.raises(EngineCrashed, match="cannot be started"):
        run(UsiEngine.open("/no/such/engine"))
    with pytest.raises(ValueError, match="got nothing"):
        run(UsiEngine.open(""))


def test_what_an_engine_cannot_be_asked_is_a_usage_error_and_the_engine_lives_on() -> None:
    with pytest.raises(EngineUsageError, match="got nothing"):
        komadai.engine.open([])
    with pytest.raises(EngineUsageError, match="no option 'Nope'"):
        komadai.engine.open(command(), options={"Nope": 1})
    with komadai.engine.open(command()) as engine:
        asked: list[Callable[[], object]] = [
            lambda: engine.play("garbage", seconds=0.1),
            lambda: engine.play("startpos moves 7g7f\nquit \0", seconds=0.1),
            lambda: engine.play(Board()),
            lambda: engine.play(Board(), Limits(depth=1), seconds=1),
            lambda: engine.play(Board(), Limits(mate=100)),
            lambda: engine.play(Board(), seconds=float("inf")),
            lambda: engine.play(Board(), seconds=float("nan")),
            lambda: engine.set_option("USI_Hash", -1),
            lambda: komadai.engine.Limits(depth=-1),
            lambda: level(0),
        ]
        for ask in asked:
            with pytest.raises(EngineUsageError) as caught:
                ask()
            assert isinstance(caught.value, ValueError)
        assert engine.play(Board(), seconds=0.5).move == Move.from_usi("7g7f")
    with pytest.raises(EngineUsageError, match="closed"):
        engine.play(Board(), seconds=0.1)


def test_an_argument_of_the_wrong_type_is_named() -> None:
    with pytest.raises(TypeError, match="command: expected"):
        komadai.engine.open(7)  # type: ignore[arg-type]
    with komadai.engine.open(command()) as engine:
        asked: dict[str, Callable[[], object]] = {
            "position": lambda: engine.play(None, seconds=0.1),  # type: ignore[arg-type]
            "limits": lambda: engine.play(Board(), 0.1),  # type: ignore[arg-type]
            "seconds": lambda: engine.play(Board(), seconds="x"),  # type: ignore[arg-type]
            "name": lambda: engine.set_option(7, 7),  # type: ignore[arg-type]
            "option USI_Hash": lambda: engine.set_option("USI_Hash", 1.5),  # type: ignore[arg-type]
            "nodes": lambda: Limits(nodes="many"),  # type: ignore[arg-type]
            "searchmoves": lambda: Limits(searchmoves=("7g7f",)),  # type: ignore[arg-type]
        }
        for name, ask in asked.items():
            with pytest.raises(TypeError, match=f"^{name}: expected"):
                ask()


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"timeout": "1"}, TypeError),
        ({"timeout": 0}, EngineUsageError),
        ({"timeout": -1}, EngineUsageError),
        ({"timeout": float("nan")}, EngineUsageError),
        ({"restarts": "3"}, TypeError),
        ({"restarts": -1}, EngineUsageError),
    ],
)
def test_a_time_or_a_number_that_makes_no_sense_is_refused_before_anything_is_started(
    wrong: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error, match=rf"{next(iter(wrong))}: expected"):
        run(UsiEngine.open(["/nowhere/at/all"], **wrong))
    if "timeout" in wrong:

        async def body(engine: UsiEngine) -> None:
            with pytest.raises(error, match="timeout: expected"):
                await engine.play("startpos", Limits(depth=1), **wrong)

        with_engine("none", body)


def test_an_engine_that_does_not_speak_usi_is_ended() -> None:
    mute = re.escape(shlex.join(command("mute")))
    with pytest.raises(EngineTimeout, match=f"engine {mute} gave no usiok within 0"):
        run(UsiEngine.open(command("mute"), timeout=0.2))
    with pytest.raises(EngineCrashed, match="status 7"):
        run(UsiEngine.open([sys.executable, "-c", "raise SystemExit(7)"]))


def test_a_crash_is_told_with_the_last_words_and_a_fresh_engine_goes_on() -> None:
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


def test_a_hang_is_given_up_after_the_clock_and_the_process_is_gone() -> None:
    async def body(engine: UsiEngine) -> None:
        engine.grace = 0.2
        pid = engine.pid
        with pytest.raises(EngineTimeout, match="gave no move within 0"):
            await engine.play(Board(), Limits(btime=0, wtime=0, byoyomi=100))
        assert not engine.alive
        assert pid is not None
        assert not lives(pid)

    with_engine("hang", body)


def test_an_engine_that_closes_its_output_is_ended() -> None:
    async def body(engine: UsiEngine) -> None:
        pid = engine.pid
        assert pid is not None
        with pytest.raises(EngineCrashed, match="closed its output"):
            await engine.play(Board(), Limits(depth=1))
        assert not engine.alive
        assert not lives(pid)

    with_engine("dumb", body)


def test_where_an_engine_has_no_move_it_resigns_as_chess_engines_say_it() -> None:
    async def body(engine: UsiEngine) -> None:
        assert (await engine.play(Board(), Limits(depth=1))).resigned

    with_engine("moveless", body)


def test_an_engine_that_ignores_stop_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("komadai.engine.client.async_engine.STOP_SECONDS", 0.2)

    async def body(engine: UsiEngine) -> None:
        search = await engine.start(Board(), Limits(infinite=True))
        with pytest.raises(EngineTimeout):
            await search.stop()
        assert not engine.alive

    with_engine("deaf", body)


def test_a_move_that_is_none_is_a_protocol_error_and_the_engine_lives_on() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineProtocolError, match="bestmove xyzzy"):
            await engine.play(Board(), Limits(depth=1))
        assert engine.alive
        await engine.ready()

    with_engine("nonsense", body)


def test_what_an_engine_has_started_ends_with_it() -> None:
    async def body(engine: UsiEngine) -> tuple[int, int]:
        result = await engine.play(Board(), Limits(depth=1), on_info=infos.append)
        assert result.move is not None
        child = next(int(i.string.split()[1]) for i in infos if i.string and i.string.startswith("child"))
        assert engine.pid is not None
        assert lives(child)
        await engine.quit(0.2)
        return engine.pid, child

    infos: list[Info] = []
    for pid in with_engine("child", body):
        assert dies(pid)


def test_bad_positions_and_limits_are_refused_before_the_engine_hears_of_them() -> None:
    async def body(engine: UsiEngine) -> None:
        for position in ("", "7g7f", "fen x"):
            with pytest.raises(ValueError, match="startpos"):
                await engine.play(position, Limits(depth=1))
        with pytest.raises(ValueError, match="either limits or seconds"):
            await engine.play(Board())
        with pytest.raises(ValueError, match="above 0"):
            await engine.play(Board(), seconds=0)
        with pytest.raises(ValueError, match="nodes"):
            Limits(nodes=-1)

    with_engine("none", body)


def test_the_plain_face_does_the_same() -> None:
    with komadai.engine.open(command()) as engine:
        assert engine.name == "Fake 1.0"
        engine.set_option("USI_Hash", 8)
        engine.new_game()
        assert engine.play(Board(), seconds=0.5).move == Move.from_usi("7g7f")
        for info in engine.analyse(Board()):
            assert info.depth == 1
            break
        assert len(list(engine.analyse(Board(), Limits(depth=2)))) == 4
        assert engine.stop() is None
        assert any(said.text == "usiok" for said in engine.transcript)
    assert not engine.alive
    engine.close()
    with pytest.raises(ValueError, match="closed"):
        engine.play(Board(), seconds=0.5)


def test_the_plain_face_tells_of_a_crash_and_restarts() -> None:
    with komadai.engine.open(command("crash")) as engine:
        with pytest.raises(EngineCrashed):
            engine.play(Board(), seconds=0.5)
        engine.restart()
        assert engine.alive


# -- several options at once


def test_of_several_options_all_are_set_or_none() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineUsageError, match="from 1 to 1024"):
            await engine.configure({"Style": "Solid", "USI_Hash": 5000})
        assert engine.settings == {}
        await engine.configure({"Style": "Solid", "USI_Hash": "256", "USI_Ponder": "true"})
        assert engine.settings == {"Style": "Solid", "USI_Hash": 256, "USI_Ponder": True}
        said = [each.text for each in engine.transcript if "setoption" in each.text and each.direction == ">"]
        assert len(said) == 3

    with_engine("none", body)


# -- thinking on the opponent's time


def said_to(engine: UsiEngine) -> list[str]:
    return [each.text for each in engine.transcript if each.direction == ">"][3:]


def test_with_ponder_the_expected_answer_is_a_ponderhit() -> None:
    async def body(engine: UsiEngine) -> None:
        clock = Limits(btime=60_000, wtime=60_000, binc=500, winc=500)
        await engine.play("startpos", clock, ponder=True)
        result = await engine.play("startpos moves 7g7f 3c3d", clock)
        assert result.move == Move.from_usi("2g2f")
        assert result.info.depth == 2
        first, go, expected, ponder, hit = said_to(engine)
        assert (first, go) == ("position startpos", clock.go())
        assert expected == "position startpos moves 7g7f 3c3d"
        words = ponder.split()
        assert words[:2] == ["go", "ponder"]
        left = int(words[words.index("btime") + 1])
        assert 55_000 < left <= 60_500  # what it has used is gone, what it has earned is there
        assert hit == "ponderhit"

    with_engine("none", body)


def test_another_answer_than_the_expected_one_stops_the_ponder() -> None:
    async def body(engine: UsiEngine) -> None:
        clock = Limits(btime=0, wtime=0, byoyomi=1000)
        await engine.play("startpos", clock, ponder=True)
        await engine.play("startpos moves 7g7f 8c8d", clock)
        assert said_to(engine)[4:] == ["stop", "position startpos moves 7g7f 8c8d", clock.go()]

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
def test_within_other_limits_than_it_was_told_a_ponder_is_no_hit(now: Limits) -> None:
    """USI's ponderhit tells no limits: the engine would think by those of before."""

    async def body(engine: UsiEngine) -> None:
        told = replace(now, btime=9_000) if now.btime is not None else Limits(byoyomi=1000)
        await engine.play("startpos", told, ponder=True)
        await engine.play("startpos moves 7g7f 3c3d", now)
        assert said_to(engine)[4:] == ["stop", "position startpos moves 7g7f 3c3d", now.go()]

    with_engine("none", body)


def test_a_game_that_ends_ends_the_ponder_and_so_does_an_option() -> None:
    async def body(engine: UsiEngine) -> None:
        await engine.play("startpos", Limits(byoyomi=1000), ponder=True)
        await engine.game_over("win")
        await engine.play("startpos", Limits(byoyomi=1000), ponder=True)
        await engine.set_option("USI_Hash", 8)
        said = said_to(engine)
        assert said[4:6] == ["stop", "gameover win"]
        assert said[-2:] == ["stop", "setoption name USI_Hash value 8"]

    with_engine("none", body)


# -- mates


@pytest.mark.parametrize(
    ("fault", "kind"),
    [("none", "mate"), ("resign", "nomate"), ("hang", "timeout"), ("win", "notimplemented")],
)
def test_a_search_for_a_mate_ends_in_one_of_four_ways(fault: str, kind: str) -> None:
    result = with_engine(fault, lambda engine: engine.mate(Board(), seconds=2))
    assert result.kind == kind
    assert [move.usi() for move in result.moves] == (["7g7f", "3c3d", "2g2f"] if kind == "mate" else [])
    assert result.info.nodes == 77


@pytest.mark.parametrize("fault", ["nonsense", "noise"])
def test_an_answer_to_go_mate_that_is_none_is_a_protocol_error(fault: str) -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineProtocolError, match="expected 'checkmate"):
            await engine.mate(Board(), seconds=2)
        await engine.ready()

    with_engine(fault, body)


def test_a_checkmate_line_that_breaks_off_is_not_half_believed() -> None:
    for line in ("checkmate", "checkmate G*5b what", "checkmate 7g7z"):
        with pytest.raises(EngineProtocolError):
            MateResult.parse(line)


# -- engines that fail, and those that take their place


@pytest.mark.parametrize("fault", ["crash-once", "hang-once"])
def test_with_restarts_a_process_that_fails_is_replaced_and_asked_again(fault: str, tmp_path: Path) -> None:
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
            # One transcript tells of both.
            assert [each.direction for each in engine.transcript].count("=") == 2
            assert [each.text for each in engine.transcript].count("setoption name USI_Hash value 32") >= 2

    run(body(0))
    run(body(2))


def test_what_crashes_every_time_is_given_up_after_the_last_restart() -> None:
    async def body() -> None:
        async with await UsiEngine.open(command("crash"), restarts=2) as engine:
            with pytest.raises(EngineCrashed, match="status 3"):
                await engine.play(Board(), Limits(depth=1))
            assert [each.direction for each in engine.transcript].count("=") == 3

    run(body())


def test_an_engine_that_was_closed_stays_closed() -> None:
    async def body() -> None:
        engine = await UsiEngine.open(command(), restarts=5)
        await engine.quit()
        with pytest.raises(EngineCrashed, match="closed"):
            await engine.play(Board(), Limits(depth=1))

    run(body())


def test_a_late_usiok_is_waited_for_as_long_as_one_likes() -> None:
    async def body() -> None:
        async with await UsiEngine.open(command("slow"), timeout=20) as engine:
            assert engine.name == "Fake 1.0"

    run(body())
    with pytest.raises(EngineTimeout, match="no usiok within 0"):
        run(UsiEngine.open(command("slow"), timeout=0.1))


def test_the_time_out_of_a_call_is_for_getting_ready_too() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineTimeout, match=r"gave no readyok within 0\.3 s"):
            await engine.play("startpos", seconds=0.1, timeout=0.3)

    with_engine("unready", body)


def test_the_end_of_a_game_ends_a_ponder_whoever_began_it() -> None:
    async def body(engine: UsiEngine) -> None:
        search = await engine.ponder("startpos moves 7g7f", Limits(byoyomi=200))
        await engine.game_over("win")
        assert search.done
        assert (await engine.play("startpos", Limits(depth=1))).kind == "move"

    with_engine("none", body)


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
def test_an_illegal_move_is_one_however_the_engine_was_asked(position: Board | str) -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineProtocolError, match="played 1a1b, which is illegal in lnsgkgsnl"):
            await engine.play(position, Limits(depth=1))
        assert engine.alive
        # But whoever has a judgement of his own is told what it was.
        search = await engine.start(position, Limits(depth=1))
        assert (await search.result()).move == Move.from_usi("1a1b")

    with_engine("illegal", body)
    with komadai.engine.open(command("illegal")) as engine:
        with pytest.raises(EngineProtocolError, match="which is illegal"):
            engine.play(position, Limits(depth=1))
        with pytest.raises(EngineProtocolError, match="which is illegal"):
            engine.analyse(position, Limits(depth=1)).result()


def test_a_mate_that_cannot_be_played_is_none() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineProtocolError, match="played 9i9h, which is illegal"):
            await engine.mate(Board(), seconds=1)
        assert engine.alive

    with_engine("illegal", body)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sfen foo", "position: board, rank 1"),
        ("startpos moves 7g7f 7g7f", "position: move 2: 7g7f is illegal"),
    ],
)
def test_our_own_engine_is_not_asked_about_a_position_that_is_none(text: str, sentence: str) -> None:
    """It would have nothing to say, which looks as if it resigned."""
    with komadai.engine.open() as engine:
        with pytest.raises(EngineUsageError, match=sentence):
            engine.play(text, seconds=0.1)
        with pytest.raises(EngineUsageError, match=sentence):
            engine.mate(text, seconds=0.1)
        assert engine.alive
    # Another may play a variant.
    with_engine("none", lambda other: other.play("sfen 2bk/4/4/4 b - 1", Limits(depth=1)))


def test_an_answer_expected_that_is_illegal_is_dropped_and_not_pondered_on() -> None:
    async def body(engine: UsiEngine) -> None:
        result = await engine.play("startpos", Limits(byoyomi=1000), ponder=True)
        assert (result.move, result.ponder) == (Move.from_usi("7g7f"), None)
        assert not any("1i1a" in each for each in said_to(engine))

    with_engine("badponder", body)


# -- analysis


def test_an_analysis_that_hangs_is_given_up_after_the_clock() -> None:
    async def body(engine: UsiEngine) -> None:
        engine.grace = 0.2
        with pytest.raises(EngineTimeout, match=r"gave no move within 0\.5 s"):
            async for _ in engine.analyse(Board(), seconds=0.3):
                pass
        assert not engine.alive

    with_engine("deaf", body)


def test_an_analysis_of_some_seconds_is_no_move_from_the_book() -> None:
    with komadai.engine.open() as engine:
        with engine.analyse(Board(), seconds=0.3) as analysis:
            depths = [info.depth for info in analysis if info.depth]
        assert max(depths) > 3
        assert analysis.lines[0].pv
        assert analysis.result().kind == "move"


def test_what_on_info_raises_comes_out_and_the_engine_lives_on() -> None:
    def bad(info: Info) -> None:
        raise ZeroDivisionError("mine")

    async def body(engine: UsiEngine) -> None:
        for limits in (Limits(depth=1), Limits(infinite=True)):
            with pytest.raises(ZeroDivisionError, match="mine"):
                await engine.play("startpos", limits, on_info=bad)
            assert engine.alive
            assert (await engine.play("startpos", Limits(depth=1))).kind == "move"

    with_engine("none", body)
    with komadai.engine.open(command()) as engine:
        with pytest.raises(ZeroDivisionError):
            engine.play("startpos", Limits(depth=1), on_info=bad)
        assert engine.play("startpos", Limits(depth=1)).kind == "move"


def test_within_on_info_the_plain_engine_can_be_asked_nothing() -> None:
    with komadai.engine.open(command()) as engine:

        def stops(info: Info) -> None:
            engine.stop()

        def closes(info: Info) -> None:
            engine.close()

        for on_info in (stops, closes):
            with pytest.raises(EngineUsageError, match="on_info must not call"):
                engine.play("startpos", Limits(depth=1), on_info=on_info)
        assert engine.play("startpos", Limits(depth=1)).kind == "move"


def test_who_waits_while_another_thread_closes_the_engine_is_told_so() -> None:
    def ask(engine: komadai.engine.Engine, told: list[BaseException]) -> None:
        try:
            engine.play("startpos", Limits(nodes=1))
        except BaseException as error:
            told.append(error)

    for _ in range(3):
        engine = komadai.engine.open(command("hang"))
        told: list[BaseException] = []
        threads = [threading.Thread(target=ask, args=(engine, told)) for _ in range(4)]
        for thread in threads:
            thread.start()
        engine.close()
        for thread in threads:
            thread.join(60)
        assert len(told) == 4
        assert all(isinstance(error, EngineError) for error in told), told


def test_an_analysis_keeps_the_lines_side_by_side() -> None:
    async def body(engine: UsiEngine) -> None:
        async with await engine.start(Board(), Limits(depth=2)) as search:
            await search.result()
            assert [[move.usi() for move in line.pv] for line in search.lines] == [["7g7f", "3c3d"], ["2g2f"]]
        async with await engine.start(Board()) as search:
            pass
        assert search.done  # leaving the block stopped it

    with_engine("none", body)


def test_the_plain_face_analyses_in_a_block() -> None:
    with komadai.engine.open(command()) as engine:
        with engine.analyse(Board()) as analysis:
            assert not analysis.done
            assert next(iter(analysis)).depth == 1
        assert analysis.done
        with engine.analyse(Board()) as analysis:
            assert analysis.stop().move == Move.from_usi("7g7f")
            assert len(analysis.lines) == 2
        analysis = engine.analyse(Board(), Limits(depth=2))
        assert analysis.result(5).kind == "move"
        with pytest.raises(ValueError, match="either limits or seconds"):
            engine.analyse(Board(), Limits(depth=2), seconds=1)
        assert engine.mate(Board(), seconds=1).kind == "mate"
        engine.configure({"USI_Hash": 8})
        assert engine.settings == {"USI_Hash": 8}
        assert engine.play("startpos", Limits(byoyomi=500), ponder=True).ponder is not None
        engine.game_over("draw")
        engine.ready()
