"""The client of the XBoard protocol with a scripted engine."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from komadai.engine import Limits
from komadai.engine.client.xboard_engine import XBoardEngine
from komadai.errors import EngineCrashed, EngineProtocolError, EngineTimeout, EngineUsageError
from komadai.variants import Board
from tests.engine.client.fakes import is_running, move_of, run

T = TypeVar("T")
SCRIPTED = str(Path(__file__).with_name("scripted_xboard_engine.py"))
SECOND = Limits(movetime=1000)


def command(fault: str = "none") -> list[str]:
    return [sys.executable, SCRIPTED, fault]


def with_engine(
    fault: str, body: Callable[[XBoardEngine], Coroutine[Any, Any, T]], variant: str = "minishogi"
) -> T:
    async def main() -> T:
        async with await XBoardEngine.open(command(fault), timeout=60) as engine:
            await engine.set_variant(variant)
            return await body(engine)

    return run(main())


def sent_to(engine: XBoardEngine) -> list[str]:
    """The lines after the handshake."""
    lines = [each.text for each in engine.transcript if each.direction == ">"]
    return lines[lines.index("new") :]


def test_the_features_become_name_variants_and_options() -> None:
    async def body(engine: XBoardEngine) -> None:
        assert engine.name == "Scripted X"
        assert engine.variants == ("5x5+5_shogi", "chu", "shogi")
        kinds = {name: option.kind for name, option in engine.options.items()}
        assert kinds == {
            "memory": "spin", "cores": "spin", "Resign": "check", "Contempt": "spin", "Style": "combo",
            "Clear": "button",
        }  # fmt: skip
        assert engine.options["Style"].choices == ("Solid", "Normal", "Wild attack")
        assert engine.options["Style"].default == "Normal"
        lines = [each.text for each in engine.transcript if each.direction == ">"]
        assert lines[:2] == ["xboard", "protover 2"]
        assert "accepted setboard" in lines
        assert "rejected odd" in lines

    with_engine("none", body)


def test_options_are_set_as_the_protocol_writes_them() -> None:
    async def body(engine: XBoardEngine) -> None:
        await engine.configure(
            {"Resign": True, "contempt": 20, "Style": "wild attack", "Clear": None, "memory": 16}
        )
        lines = [each.text for each in engine.transcript if each.direction == ">"][-5:]
        assert lines == [
            "option Resign=1", "option Contempt=20", "option Style=Wild attack", "option Clear", "memory 16",
        ]  # fmt: skip
        with pytest.raises(EngineUsageError, match="from -200 to 200"):
            await engine.set_option("Contempt", 500)

    with_engine("none", body)


def test_a_game_sends_only_the_moves_that_the_engine_does_not_have() -> None:
    async def body(engine: XBoardEngine) -> None:
        board = Board("minishogi")
        first = await engine.play(board, SECOND)
        assert move_of(first) in board.legal_moves
        board.push(move_of(first))
        board.push(board.legal_moves[0])
        reply = board.history[-1].usi()
        second = await engine.play(board, SECOND)
        assert move_of(second) in board.legal_moves
        texts = sent_to(engine)
        assert texts[:6] == ["new", "variant 5x5+5_shogi", "memory 64", "easy", "post", "force"]
        assert texts[6:12] == ["ping 1", "st 1", "time 100", "otim 100", "go", "force"]
        assert [text.split()[0] for text in texts[12:]] == ["usermove", "ping", "st", "time", "otim", "go"]
        assert reply[1:2] in "abcde"

    with_engine("none", body)


def test_the_output_of_a_search_becomes_infos() -> None:
    async def body(engine: XBoardEngine) -> None:
        result = await engine.play(Board("minishogi"), SECOND)
        info = result.info
        assert info.score is not None
        assert (info.depth, info.score.cp, info.time_ms, info.nodes) == (3, -42, 50, 1234)
        assert info.pv == (move_of(result),)

    with_engine("none", body)


def test_a_position_that_is_not_the_setup_is_sent_as_fen() -> None:
    async def body(engine: XBoardEngine) -> None:
        board = Board("minishogi", "4k/5/5/5/K3G w - 7")
        result = await engine.play(board, SECOND)
        assert move_of(result) in board.legal_moves
        assert "setboard 4k/5/5/5/K3G[-] b 0 4" in sent_to(engine)

    with_engine("none", body)


def test_a_double_move_of_a_lion_arrives_in_two_lines() -> None:
    async def body(engine: XBoardEngine) -> None:
        board = Board("chu", "k11/12/12/12/12/4pp6/4N7/12/12/12/12/K11 b - 1")
        result = await engine.play(board, SECOND)
        assert move_of(result) is not None
        assert move_of(result) in board.legal_moves
        assert move_of(result).via
        assert len([each for each in engine.transcript if each.text.startswith("move ")]) == 2

    with_engine("none", body, "chu")


def test_the_depth_is_sent_and_a_search_without_depth_begins_anew() -> None:
    async def body(engine: XBoardEngine) -> None:
        board = Board("minishogi")
        await engine.play(board, Limits(depth=4), timeout=60)
        assert sent_to(engine)[-5:] == ["st 3600", "sd 4", "time 360000", "otim 360000", "go"]
        await engine.play(board, SECOND)
        assert sent_to(engine).count("new") == 2  # only "new" ends a limit of depth

    with_engine("none", body)


def test_a_clock_is_sent_with_both_times() -> None:
    async def body(engine: XBoardEngine) -> None:
        await engine.play(Board("minishogi"), Limits(btime=90_500, wtime=60_000, binc=2000, winc=1000))
        assert sent_to(engine)[-4:] == ["level 0 1:30 2", "time 9250", "otim 6100", "go"]

    with_engine("none", body)


def test_stop_is_a_question_mark() -> None:
    async def body(engine: XBoardEngine) -> None:
        search = await engine.start(Board("minishogi"), SECOND)
        result = await search.stop()
        assert move_of(result) in Board("minishogi").legal_moves
        assert sent_to(engine)[-1] == "?"

    with_engine("waits", body)


def test_an_unknown_variant_lists_those_that_the_engine_has() -> None:
    async def body(engine: XBoardEngine) -> None:
        with pytest.raises(EngineUsageError, match=r"does not play tori; it offers 5x5\+5_shogi, chu, shogi"):
            await engine.set_variant("tori")
        with pytest.raises(EngineUsageError, match=r"a board of chu, but the engine is set to minishogi"):
            await engine.start(Board("chu"))

    with_engine("none", body)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("wrongboard", "plays minishogi on 6×5 squares; ours has 5×5"),
        ("wrongsetup", "begins minishogi with kgsbr/4p/5/P4/KGSBR; ours begins with rbsgk"),
    ],
)
def test_another_board_or_setup_is_an_error(fault: str, error: str) -> None:
    async def body(engine: XBoardEngine) -> None:
        with pytest.raises(EngineProtocolError, match=re.escape(error)):
            await engine.play(Board("minishogi"), SECOND)

    with_engine(fault, body)


def test_limits_that_the_protocol_lacks_are_refused() -> None:
    async def body(engine: XBoardEngine) -> None:
        for limits in (Limits(nodes=100), Limits(mate=0)):
            with pytest.raises(EngineUsageError, match="by time or depth only"):
                await engine.start(Board("minishogi"), limits)
        with pytest.raises(EngineUsageError, match="opponent's time"):
            await engine.start(Board("minishogi"), SECOND, ponder=True)

    with_engine("none", body)


def test_a_rejected_move_is_an_error_with_the_reason_and_the_engine_goes_on() -> None:
    async def body(engine: XBoardEngine) -> None:
        board = Board("minishogi")
        board.push(board.legal_moves[0])
        with pytest.raises(
            EngineProtocolError, match=r"rejects a move of .*Illegal move \(I do not like it\)"
        ):
            await engine.play(board, SECOND)
        assert (await engine.play(Board("minishogi"), SECOND)).kind == "move"

    with_engine("rejects", body)


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        ("illegal", "played a1e5, which is illegal in rbsgk"),
        ("nonsense", "played 'hello'"),
        ("userrror", "out of licences"),
        ("claims", r"claims '1/2-1/2 \{repetition\}' instead of a move"),
    ],
)
def test_an_answer_that_is_no_legal_move_is_an_error(fault: str, error: str) -> None:
    async def body(engine: XBoardEngine) -> None:
        with pytest.raises(EngineProtocolError, match=error):
            await engine.play(Board("minishogi"), SECOND)
        assert engine.alive

    with_engine(fault, body)


@pytest.mark.parametrize("fault", ["resign", "loses"])
@pytest.mark.parametrize("turn", ["b", "w"])
def test_an_engine_resigns_by_word_or_by_claiming_its_loss(fault: str, turn: str) -> None:
    async def body(engine: XBoardEngine) -> None:
        result = await engine.play(Board("minishogi", f"rbsgk/4p/5/P4/KGSBR {turn} - 1"), SECOND)
        assert result.resigned

    with_engine(fault, body)


def test_a_crash_has_the_last_error_line_and_the_next_game_a_new_process() -> None:
    async def body(engine: XBoardEngine) -> None:
        first = engine.pid
        with pytest.raises(EngineCrashed, match="status 3: no memory"):
            await engine.play(Board("minishogi"), SECOND)
        await engine.restart()
        assert engine.pid != first

    with_engine("crash", body)


def test_an_engine_that_hangs_is_ended() -> None:
    async def body(engine: XBoardEngine) -> None:
        engine.grace = 0.1
        pid = engine.pid
        assert pid is not None
        with pytest.raises(EngineTimeout, match="gave no move"):
            await engine.play(Board("minishogi"), Limits(movetime=50))
        assert not is_running(pid)

    with_engine("hang", body)


def test_a_program_of_another_protocol_times_out() -> None:
    with pytest.raises(EngineTimeout, match="expected an engine of the XBoard protocol, version 2"):
        run(XBoardEngine.open(command("mute"), timeout=0.3))


@pytest.mark.parametrize("fault", ["slow", "undone"])
def test_an_engine_may_ask_for_time_or_leave_out_the_end_of_its_features(fault: str) -> None:
    async def main() -> str:
        # Long enough for the features, and not for "slow" to end them.
        async with await XBoardEngine.open(command(fault), timeout=5) as engine:
            return engine.name

    assert run(main()) == "Scripted X"


def test_an_engine_for_one_game_is_started_again_for_the_next() -> None:
    async def body(engine: XBoardEngine) -> None:
        first = engine.pid
        await engine.new_game()
        assert engine.pid == first
        await engine.play(Board("minishogi"), SECOND)
        await engine.game_over("win")
        assert sent_to(engine)[-1] == "result 1-0 {}"
        await engine.new_game()
        assert engine.pid != first

    with_engine("once", body)


def test_an_engine_without_setboard_plays_from_the_setup_only() -> None:
    async def body(engine: XBoardEngine) -> None:
        assert (await engine.play(Board("minishogi"), SECOND)).move is not None
        with pytest.raises(EngineUsageError, match="plays only from the setup"):
            await engine.play(Board("minishogi", "4k/5/5/5/K3G b - 1"), SECOND)

    with_engine("nosetboard", body)
