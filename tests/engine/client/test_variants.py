"""USI engines that play variants: the choice of the variant, positions and moves in the engine's notation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from komadai import Board as StandardBoard
from komadai.engine import Limits, UsiEngine
from komadai.errors import EngineProtocolError, EngineUsageError
from komadai.variants import Board
from tests.engine.client.fakes import command, move_of, run

T = TypeVar("T")
SCRIPTED = str(Path(__file__).with_name("scripted_variant_engine.py"))
NODES = Limits(nodes=10)


def with_engine(mode: str, body: Callable[[UsiEngine], Coroutine[Any, Any, T]]) -> T:
    async def main() -> T:
        async with await UsiEngine.open([sys.executable, SCRIPTED, mode], timeout=60) as engine:
            return await body(engine)

    return run(main())


def sent_to(engine: UsiEngine) -> list[str]:
    return [each.text for each in engine.transcript if each.direction == ">"]


@pytest.mark.parametrize(("mode", "option"), [("", "USI_Variant"), ("old", "UCI_Variant")])
def test_the_variant_is_chosen_by_the_engines_own_name(mode: str, option: str) -> None:
    async def body(engine: UsiEngine) -> None:
        await engine.set_variant("kyoto")
        assert sent_to(engine)[-1] == f"setoption name {option} value kyotoshogi"

    with_engine(mode, body)


def test_a_variant_that_is_not_in_the_list_is_an_error_with_the_list() -> None:
    async def body(engine: UsiEngine) -> None:
        expected = "does not play tori; its option USI_Variant offers chess, minishogi, kyotoshogi, dobutsu"
        with pytest.raises(EngineUsageError, match=expected):
            await engine.set_variant("tori")
        with pytest.raises(EngineUsageError, match="does not play shogi"):
            await engine.set_variant("shogi")
        assert not any("value" in line for line in sent_to(engine))

    with_engine("", body)


def test_the_list_is_read_again_after_an_option_was_set() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineUsageError):
            await engine.set_variant("goro-goro-plus")
        await engine.set_option("VariantPath", "variants.ini")
        await engine.set_variant("goro-goro-plus")
        assert sent_to(engine)[-1] == "setoption name USI_Variant value gorogoroplus"

    with_engine("", body)


def test_an_engine_that_plays_other_rules_under_the_name_is_refused() -> None:
    async def body(engine: UsiEngine) -> None:
        with pytest.raises(EngineUsageError, match="does not play dobutsu as we do"):
            await engine.set_variant("dobutsu")

    with_engine("old", body)


def test_an_engine_without_the_option_plays_standard_shogi_only() -> None:
    async def main() -> None:
        async with await UsiEngine.open(command()) as engine:
            await engine.set_variant("shogi")
            with pytest.raises(EngineUsageError, match="has no option USI_Variant or UCI_Variant"):
                await engine.set_variant("minishogi")
            assert (await engine.play(StandardBoard(), NODES)).move in StandardBoard().legal_moves

    run(main())


def test_a_game_is_written_and_read_in_the_engines_notation() -> None:
    async def body(engine: UsiEngine) -> None:
        await engine.set_variant("kyoto")
        board = Board("kyoto")
        for _ in range(6):
            result = await engine.play(board, NODES)
            assert move_of(result) in board.legal_moves
            assert result.info.pv == (move_of(result),)
            board.push(move_of(result))
        positions = [line for line in sent_to(engine) if line.startswith("position")]
        assert positions[0] == "position sfen p+nks+l/5/5/5/+LSK+NP b - 1"
        assert "-" in positions[-1].partition("moves")[2]  # a piece has turned back

    with_engine("", body)


def test_an_illegal_move_is_an_error_with_the_position() -> None:
    async def body(engine: UsiEngine) -> None:
        await engine.set_variant("kyoto")
        board = Board("kyoto")
        board.push_usi("5e5d+")
        with pytest.raises(EngineProtocolError, match="played 5e5d-, which is illegal in pgkst"):
            await engine.play(board, NODES)

    with_engine("illegal", body)


def test_a_board_of_another_variant_is_refused() -> None:
    async def body(engine: UsiEngine) -> None:
        await engine.set_variant("minishogi")
        with pytest.raises(EngineUsageError, match=r"a board of chu.*set_variant\('chu'\)"):
            await engine.play(Board("chu"), NODES)

    with_engine("", body)


@pytest.mark.parametrize("variant", ["minishogi", "chu"])
def test_our_own_engine_is_set_to_a_variant_in_the_same_way(variant: str) -> None:
    async def main() -> None:
        async with await UsiEngine.open(timeout=60) as engine:
            await engine.set_variant(variant)
            board = Board(variant)
            for _ in range(2):
                result = await engine.play(board, Limits(nodes=200))
                assert move_of(result) in board.legal_moves
                board.push(move_of(result))

    run(main())
