"""The blocking client of an engine."""

from __future__ import annotations

import threading

import pytest

import komadai
from komadai import Board, Move
from komadai.engine import Info, Limits
from komadai.errors import EngineCrashed, EngineError, EngineUsageError
from tests.engine.client.fakes import command


def test_the_blocking_client_plays_analyses_and_closes() -> None:
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
        assert any(line.text == "usiok" for line in engine.transcript)
    assert not engine.alive
    engine.close()
    with pytest.raises(ValueError, match="closed"):
        engine.play(Board(), seconds=0.5)


def test_the_blocking_client_raises_a_crash_and_restarts() -> None:
    with komadai.engine.open(command("crash")) as engine:
        with pytest.raises(EngineCrashed):
            engine.play(Board(), seconds=0.5)
        engine.restart()
        assert engine.alive


def test_an_analysis_in_seconds_does_not_use_the_book() -> None:
    with komadai.engine.open() as engine:
        with engine.analyse(Board(), seconds=0.3) as analysis:
            depths = [info.depth for info in analysis if info.depth]
        assert max(depths) > 3
        assert analysis.lines[0].pv
        assert analysis.result().kind == "move"


def test_on_info_must_not_call_the_blocking_client() -> None:
    with komadai.engine.open(command()) as engine:

        def stops(info: Info) -> None:
            engine.stop()

        def closes(info: Info) -> None:
            engine.close()

        for on_info in (stops, closes):
            with pytest.raises(EngineUsageError, match="on_info must not call"):
                engine.play("startpos", Limits(depth=1), on_info=on_info)
        assert engine.play("startpos", Limits(depth=1)).kind == "move"


def test_closing_the_engine_in_another_thread_ends_the_wait() -> None:
    def ask(engine: komadai.engine.Engine, errors: list[BaseException]) -> None:
        try:
            engine.play("startpos", Limits(nodes=1))
        except BaseException as error:
            errors.append(error)

    for _ in range(3):
        engine = komadai.engine.open(command("hang"))
        errors: list[BaseException] = []
        threads = [threading.Thread(target=ask, args=(engine, errors)) for _ in range(4)]
        for thread in threads:
            thread.start()
        engine.close()
        for thread in threads:
            thread.join(60)
        assert len(errors) == 4
        assert all(isinstance(error, EngineError) for error in errors), errors


def test_the_blocking_client_analyses_in_a_block() -> None:
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


def test_searches_are_limited_by_keywords() -> None:
    with komadai.engine.open(options={"OwnBook": False}) as engine:
        assert engine.play(Board(), depth=3).info.depth == 3
        assert (engine.play(Board(), nodes=500).info.nodes or 0) < 10_000
        assert engine.analyse(Board(), depth=3, multipv=2)[1].depth == 3
        assert [info.depth for info in engine.analysis(Board(), depth=2)][-1] == 2


def test_an_argument_of_another_name_is_refused_with_the_way_to_give_it() -> None:
    with komadai.engine.open(command()) as engine:
        with pytest.raises(TypeError, match=r"movetime: .*Limits\(movetime="):
            engine.play(Board(), movetime=5)  # type: ignore[call-arg]  # the mistake that is tested
        with pytest.raises(TypeError, match=r"plies: unknown argument.*seconds, nodes, depth or Limits"):
            engine.analysis(Board(), plies=5)  # type: ignore[call-arg]  # the mistake that is tested


def test_a_time_limit_that_an_analysis_does_not_have_is_refused() -> None:
    refused = pytest.raises(EngineUsageError, match=r"timeout: expected only with multipv")
    with komadai.engine.open(command()) as engine, refused:
        engine.analyse(Board(), depth=1, timeout=5)  # type: ignore[call-overload]  # the mistake
