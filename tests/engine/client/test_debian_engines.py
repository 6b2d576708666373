"""The client with engines of other authors from Debian packages; skipped where one is not installed."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import komadai
from komadai import Board, Move
from komadai.engine import Engine, Limits
from komadai.errors import EngineError, EngineTimeout

GAMES = Path("/usr/games")


def program(name: str) -> str:
    """The engine's path, or the reason for skipping."""
    found = shutil.which(name) or shutil.which(name, path=str(GAMES))
    if found is None:
        pytest.skip(f"{name} is not installed (apt install it, on Debian)")
    return found


def open_fairy() -> Engine:
    return komadai.engine.open(
        program("fairy-stockfish"), options={"UCI_Variant": "shogi", "Threads": 1}, timeout=60
    )


def open_gps() -> Engine:
    # It sends usiok only after it has read its evaluation.
    return komadai.engine.open(program("gpsusi"), timeout=100)


@pytest.fixture(params=[open_fairy, open_gps], ids=["fairy-stockfish", "gpsusi"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    with request.param() as engine:
        yield engine


def test_it_reports_its_name_and_options(engine: Engine) -> None:
    assert engine.name
    kinds = {option.kind for option in engine.options.values()}
    assert {"spin", "string"} <= kinds
    for option in engine.options.values():
        if option.kind == "spin":
            assert option.minimum is not None
            assert option.maximum is not None
            assert isinstance(option.default, int)


def test_it_plays_a_few_moves_of_a_game(engine: Engine) -> None:
    board = Board()
    for _ in range(6):
        result = engine.play(board, Limits(btime=0, wtime=0, byoyomi=300), timeout=30)
        assert result.move is not None
        board.push(result.move)
    engine.game_over("draw")
    engine.new_game()
    assert engine.play(Board(), seconds=0.2, timeout=30).move in Board().legal_moves


def test_it_finds_a_mate_in_one(engine: Engine) -> None:
    board = Board("8k/9/8P/9/9/9/9/9/K8 b G2r2b3g4s4n4l17p 1")
    assert engine.play(board, seconds=0.5, timeout=30).move == Move.from_usi("G*1b")


@pytest.mark.parametrize("as_expected", [True, False])
def test_fairy_stockfish_ponders(as_expected: bool) -> None:
    with open_fairy() as engine:
        clock = Limits(btime=2000, wtime=2000, byoyomi=300)
        board = Board()
        first = engine.play(board, clock, ponder=True, timeout=30)
        assert first.move is not None
        assert first.ponder is not None
        board.push(first.move)
        answer = first.ponder if as_expected else next(m for m in board.legal_moves if m != first.ponder)
        board.push(answer)
        assert engine.play(board, clock, timeout=30).move in board.legal_moves
        sent = [each.text for each in engine.transcript if each.direction == ">"]
        assert ("ponderhit" in sent) == as_expected
        assert ("stop" in sent) != as_expected


def test_fairy_stockfish_analyses_with_several_lines() -> None:
    with open_fairy() as engine:
        engine.configure({"MultiPV": 3, "USI_Hash": 32})
        with engine.analyse(Board()) as analysis:
            for info in analysis:
                if info.depth is not None and info.depth >= 6 and len(analysis.lines) == 3:
                    break
        assert [line.multipv for line in analysis.lines] == [1, 2, 3]
        assert len({line.pv[0] for line in analysis.lines}) == 3
        assert all(line.pv[0] in Board().legal_moves for line in analysis.lines)
        with pytest.raises(ValueError, match="from 1 to 500"):
            engine.configure({"MultiPV": 0})
        with pytest.raises(ValueError, match="one of"):
            engine.configure({"UCI_Variant": "ludo"})
        assert engine.play(Board(), seconds=0.2).move in Board().legal_moves


def test_a_program_that_is_not_a_usi_engine_times_out() -> None:
    """GNU Shogi has its own protocol and reads ``usi`` as a move."""
    with pytest.raises(EngineError) as caught:
        komadai.engine.open(program("gnushogi"), timeout=3)
    assert isinstance(caught.value, EngineTimeout)
    assert "no usiok within 3 s" in str(caught.value)
