"""Searches for moves and mates with the asynchronous client."""

from __future__ import annotations

import asyncio

import pytest

import komadai
from komadai import Board, Move
from komadai.engine import Info, Limits, UsiEngine
from tests.engine.client.fakes import command, with_engine


def test_a_move_has_the_info_of_its_search() -> None:
    async def body(engine: UsiEngine) -> None:
        infos: list[Info] = []
        board = Board()
        result = await engine.play(board, Limits(nodes=100), on_info=infos.append)
        assert (result.move, result.ponder) == (Move.from_usi("7g7f"), Move.from_usi("3c3d"))
        assert not result.resigned
        assert not result.declared
        info = result.info
        assert (info.depth, info.seldepth, info.nodes, info.hashfull) == (2, 3, 90, 0)
        assert info.score is not None
        assert info.score.mate_for == 1
        assert [move.usi() for move in info.pv] == ["7g7f", "3c3d"]
        assert info.string == "hello there"
        assert [each.multipv for each in infos] == [1, 1, 2, 1]

    with_engine("none", body)


def test_the_dialogue_follows_usi() -> None:
    async def body(engine: UsiEngine) -> None:
        board = Board()
        board.push_usi("2g2f")
        board.push_usi("3c3d")
        await engine.play(board, Limits(btime=1000, wtime=900, byoyomi=500))
        await engine.play("startpos moves 2g2f 3c3d", Limits(depth=3))
        sent = [each.text for each in engine.transcript if each.direction == ">"]
        assert sent == [
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
def test_resignation_and_declaration_have_no_move(fault: str, kind: str) -> None:
    result = with_engine(fault, lambda engine: engine.play(Board(), seconds=0.1))
    assert (result.move, result.kind) == (None, kind)


def test_an_analysis_gives_infos_until_the_loop_is_left() -> None:
    async def body(engine: UsiEngine) -> None:
        async for info in engine.analyse(Board()):
            assert info.pv == (Move.from_usi("7g7f"),)
            break
        infos = [info async for info in engine.analyse(Board(), Limits(depth=2))]
        assert len(infos) == 4

    with_engine("none", body)


def test_cancelling_the_wait_stops_the_engine() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(engine.play(Board(), Limits(infinite=True)), 0.1)
        await asyncio.sleep(0.2)
        assert (await engine.play(Board(), Limits(depth=1))).move is not None
        assert engine.transcript[-1].text.startswith("bestmove")

    with_engine("none", body)


def test_none_and_0000_of_chess_engines_count_as_resignation() -> None:
    async def body(engine: UsiEngine) -> None:
        assert (await engine.play(Board(), Limits(depth=1))).resigned

    with_engine("moveless", body)


@pytest.mark.parametrize(
    ("fault", "kind"),
    [("none", "mate"), ("resign", "nomate"), ("hang", "timeout"), ("win", "notimplemented")],
)
def test_a_mate_search_ends_in_one_of_four_ways(fault: str, kind: str) -> None:
    result = with_engine(fault, lambda engine: engine.mate(Board(), seconds=2))
    assert result.kind == kind
    assert [move.usi() for move in result.moves] == (["7g7f", "3c3d", "2g2f"] if kind == "mate" else [])
    assert result.info.nodes == 77


def test_an_exception_of_on_info_is_raised_and_the_engine_runs_on() -> None:
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


def test_an_analysis_has_the_last_info_of_each_line() -> None:
    async def body(engine: UsiEngine) -> None:
        async with await engine.start(Board(), Limits(depth=2)) as search:
            await search.result()
            assert [[move.usi() for move in line.pv] for line in search.lines] == [["7g7f", "3c3d"], ["2g2f"]]
        async with await engine.start(Board()) as search:
            pass
        assert search.done  # leaving the block stopped it

    with_engine("none", body)
