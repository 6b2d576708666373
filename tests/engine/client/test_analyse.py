"""The best lines of a position, with the blocking and the asynchronous client."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import komadai
from komadai import BLACK, WHITE, Board, EngineUsageError
from komadai.engine import DEFAULT_WIN_RATE, KOMADAI_WIN_RATE, Engine, Info, Limits, UsiEngine

FAKE = str(Path(__file__).with_name("fake_engine.py"))
ODD_OPTIONS = Path("/work/shared/data/cases/19_engine_options.py")


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with komadai.engine.open(options={"OwnBook": False}) as opened:
        yield opened


def test_the_lines_come_best_first_with_scores_of_the_side_to_move(engine: Engine) -> None:
    board = Board()
    board.push_usi("7g7f")
    lines = engine.analyse(board, Limits(depth=4), multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3]
    assert len({line.pv[0] for line in lines}) == 3
    scores = [line.score for line in lines if line.score is not None]
    assert len(scores) == 3
    assert scores == sorted(scores, reverse=True)
    assert {score.turn for score in scores} == {WHITE}
    assert scores[0].pov(BLACK) == -scores[0]


def test_a_position_with_fewer_moves_has_fewer_lines(engine: Engine) -> None:
    board = Board("8k/7R1/9/9/9/9/9/9/K8 w - 1")
    count = len(board.legal_moves)
    assert len(engine.analyse(board, Limits(depth=3), multipv=count + 2)) == count


def test_the_number_of_lines_holds_for_one_search(engine: Engine) -> None:
    engine.analyse(Board(), Limits(depth=2), multipv=3)
    infos: list[Info] = []
    engine.play(Board(), Limits(depth=2), on_info=infos.append)
    assert {info.multipv for info in infos} == {1}
    assert "MultiPV" not in engine.settings


def test_a_configured_number_of_lines_is_used_again_after_an_analysis() -> None:
    with komadai.engine.open(options={"OwnBook": False, "MultiPV": 2}) as engine:
        assert len(engine.analyse(Board(), Limits(depth=2), multipv=4)) == 4
        with engine.analyse(Board(), Limits(depth=3)) as analysis:
            assert {info.multipv for info in analysis} == {1, 2}


def test_seconds_may_limit_the_search(engine: Engine) -> None:
    assert engine.analyse("startpos", seconds=0.2, multipv=1)[0].pv


@pytest.mark.parametrize("limits", [None, Limits(), Limits(infinite=True, depth=3)])
def test_an_unlimited_search_is_refused(engine: Engine, limits: Limits | None) -> None:
    with pytest.raises(EngineUsageError, match="limits that end the search"):
        engine.analyse(Board(), limits, multipv=2)


def test_more_lines_than_the_engine_allows_are_refused(engine: Engine) -> None:
    with pytest.raises(EngineUsageError, match="MultiPV"):
        engine.analyse(Board(), Limits(depth=2), multipv=100_000)
    with (
        komadai.engine.open([sys.executable, FAKE, "none"]) as other,
        pytest.raises(EngineUsageError, match="no option MultiPV"),
    ):
        other.analyse(Board(), Limits(depth=2), multipv=2)


def test_analysis_gives_infos_while_the_search_runs(engine: Engine) -> None:
    with engine.analysis(Board(), multipv=2) as analysis:
        for info in analysis:
            if info.multipv == 2 and info.depth == 3:
                break
    assert len(analysis.lines) == 2


def test_the_asynchronous_client_returns_the_lines_too() -> None:
    async def main() -> list[Info]:
        async with await UsiEngine.open(options={"OwnBook": False}) as engine:
            return await engine.analyse_lines(Board(), Limits(depth=3), multipv=2)

    assert [line.multipv for line in asyncio.run(main())] == [1, 2]


def test_an_option_set_during_a_game_starts_no_new_game(engine: Engine) -> None:
    before = len(engine.transcript)
    engine.play(Board(), Limits(depth=1))
    engine.set_option("ResignValue", 5000)
    engine.play(Board(), Limits(depth=1))
    sent = [line.text for line in engine.transcript[before:] if line.direction == ">"]
    assert "isready" in sent
    assert sent.count("usinewgame") <= 1


def test_win_rates_use_the_model_of_the_engine(engine: Engine) -> None:
    assert engine.win_rate_model == KOMADAI_WIN_RATE
    with komadai.engine.open([sys.executable, FAKE, "none"]) as other:
        assert other.win_rate_model == DEFAULT_WIN_RATE


@pytest.mark.skipif(not ODD_OPTIONS.exists(), reason="no shared cases")
@pytest.mark.parametrize("encoding", ["utf8", "sjis"])
def test_unusual_option_lines_are_read_in_both_encodings(encoding: str, tmp_path: Path) -> None:
    script = shutil.copy(ODD_OPTIONS, tmp_path)
    with komadai.engine.open([sys.executable, script, encoding]) as engine:
        assert engine.name == "試験"
        style, book = engine.options["Style"], engine.options["定跡"]
        assert (style.default, style.choices) == ("default", ("default", "var", "normal"))
        assert book.default is True
        engine.configure({"定跡": False, "Style": "var"})
        assert engine.play(Board(), seconds=0.1).move is not None


def test_a_shift_jis_engine_is_sent_shift_jis(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin.buffer:\n"
        "    if line.startswith(b'usi\\n'):\n"
        "        options = 'option name 定跡 type check default true\\nusiok\\n'\n"
        "        sys.stdout.buffer.write(options.encode('cp932'))\n"
        "    elif line.startswith(b'isready'):\n"
        "        sys.stdout.buffer.write(b'readyok\\n')\n"
        "    elif line == 'setoption name 定跡 value false\\n'.encode('cp932'):\n"
        "        sys.stdout.buffer.write(b'info string understood\\n')\n"
        "    elif line.startswith(b'quit'):\n"
        "        break\n"
        "    sys.stdout.buffer.flush()\n",
        encoding="utf-8",
    )
    with komadai.engine.open([sys.executable, str(script)]) as engine:
        engine.set_option("定跡", False)
        engine.ready()
        assert "info string understood" in [line.text for line in engine.transcript]
