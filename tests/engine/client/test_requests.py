"""Requests that the client refuses before it sends anything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

import komadai
from komadai import Board, Move
from komadai.engine import Limits, PlayResult, UsiEngine
from komadai.engine.levels import level
from komadai.errors import EngineError, EngineUsageError
from tests.engine.client.fakes import command, run, with_engine


def test_a_second_search_at_the_same_time_is_refused() -> None:
    async def body(engine: UsiEngine) -> None:
        await engine.start(Board(), Limits(infinite=True))
        with pytest.raises(EngineError, match="stop it first"):
            await engine.play(Board(), Limits(depth=1))
        assert await engine.stop() is not None
        assert await engine.stop() is None

    with_engine("none", body)


def test_one_of_several_simultaneous_requests_to_a_new_engine_is_answered() -> None:
    async def main() -> None:
        async with await UsiEngine.open(command("slow")) as engine:
            requests = (engine.play("startpos", seconds=0.3) for _ in range(3))
            answers = await asyncio.gather(*requests, return_exceptions=True)
            assert sum(isinstance(each, PlayResult) for each in answers) == 1
            assert sum(isinstance(each, EngineUsageError) for each in answers) == 2
            assert engine.alive
            assert (await engine.play("startpos", seconds=0.3)).move is not None

    run(main())


def test_an_invalid_request_is_a_usage_error_and_the_engine_runs_on() -> None:
    with pytest.raises(EngineUsageError, match="got nothing"):
        komadai.engine.open([])
    with pytest.raises(EngineUsageError, match="no option 'Nope'"):
        komadai.engine.open(command(), options={"Nope": 1})
    with komadai.engine.open(command()) as engine:
        requests: list[Callable[[], object]] = [
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
        for request in requests:
            with pytest.raises(EngineUsageError) as caught:
                request()
            assert isinstance(caught.value, ValueError)
        assert engine.play(Board(), seconds=0.5).move == Move.from_usi("7g7f")
    with pytest.raises(EngineUsageError, match="closed"):
        engine.play(Board(), seconds=0.1)


def test_an_argument_of_the_wrong_type_is_named() -> None:
    with pytest.raises(TypeError, match="command: expected"):
        komadai.engine.open(7)  # type: ignore[arg-type]
    with komadai.engine.open(command()) as engine:
        requests: dict[str, Callable[[], object]] = {
            "position": lambda: engine.play(None, seconds=0.1),  # type: ignore[arg-type]
            "limits": lambda: engine.play(Board(), 0.1),  # type: ignore[arg-type]
            "seconds": lambda: engine.play(Board(), seconds="x"),  # type: ignore[arg-type]
            "name": lambda: engine.set_option(7, 7),  # type: ignore[arg-type]
            "option USI_Hash": lambda: engine.set_option("USI_Hash", 1.5),  # type: ignore[arg-type]
            "nodes": lambda: Limits(nodes="many"),  # type: ignore[arg-type]
            "searchmoves": lambda: Limits(searchmoves=("7g7f",)),  # type: ignore[arg-type]
        }
        for name, request in requests.items():
            with pytest.raises(TypeError, match=f"^{name}: expected"):
                request()


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
def test_an_invalid_time_or_number_is_refused_before_anything_is_started(
    wrong: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error, match=rf"{next(iter(wrong))}: expected"):
        run(UsiEngine.open(["/nowhere/at/all"], **wrong))
    if "timeout" in wrong:

        async def body(engine: UsiEngine) -> None:
            with pytest.raises(error, match="timeout: expected"):
                await engine.play("startpos", Limits(depth=1), **wrong)

        with_engine("none", body)


def test_bad_positions_and_limits_are_refused_before_anything_is_sent() -> None:
    async def body(engine: UsiEngine) -> None:
        for position in ("", "7g7f", "fen x"):
            with pytest.raises(ValueError, match="startpos"):
                await engine.play(position, Limits(depth=1))
        with pytest.raises(ValueError, match="expected seconds, nodes, depth or Limits"):
            await engine.play(Board())
        with pytest.raises(ValueError, match="either limits or seconds"):
            await engine.play(Board(), Limits(depth=1), seconds=1)
        with pytest.raises(ValueError, match="above 0"):
            await engine.play(Board(), seconds=0)
        with pytest.raises(ValueError, match="nodes"):
            Limits(nodes=-1)

    with_engine("none", body)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("sfen foo", "position: board, rank 1"),
        ("startpos moves 7g7f 7g7f", "position: move 2: 7g7f is illegal"),
    ],
)
def test_an_invalid_position_is_not_sent_to_our_own_engine(text: str, sentence: str) -> None:
    """It would answer with a resignation."""
    with komadai.engine.open() as engine:
        with pytest.raises(EngineUsageError, match=sentence):
            engine.play(text, seconds=0.1)
        with pytest.raises(EngineUsageError, match=sentence):
            engine.mate(text, seconds=0.1)
        assert engine.alive
    # Another engine may play a variant.
    with_engine("none", lambda other: other.play("sfen 2bk/4/4/4 b - 1", Limits(depth=1)))
