"""The USI engine plays variants when USI_Variant names one."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator, Sequence

import pytest

from komadai.variants import Board
from tests.processes import end


class Engine:
    """The engine's process."""

    def __init__(self, program: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            program,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def ask(self, *commands: str, until: str) -> list[str]:
        """The lines after the commands up to one that begins with a word."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("".join(f"{command}\n" for command in commands))
        self.process.stdin.flush()
        lines: list[str] = []
        for line in self.process.stdout:
            lines.append(line.rstrip("\n"))
            if line.startswith(until):
                return lines
        raise AssertionError(f"the engine ended before {until}: {lines}")


@pytest.fixture
def engine(usi_program: Sequence[str]) -> Iterator[Engine]:
    started = Engine(usi_program)
    yield started
    end(started.process)


@pytest.mark.parametrize("option", ["USI_Variant", "UCI_Variant"])
def test_the_option_chooses_the_variant(engine: Engine, option: str) -> None:
    lines = engine.ask(
        f"setoption name {option} value tori",
        "isready",
        "usinewgame",
        "position startpos moves 3g2f",
        "go depth 4",
        until="bestmove",
    )
    board = Board("tori")
    board.push_usi("3g2f")
    assert board.parse_move(lines[-1].split()[1]) is not None
    assert any(line.startswith("info depth 4 ") for line in lines)


def test_the_options_list_the_variants(engine: Engine) -> None:
    line = next(line for line in engine.ask("usi", until="usiok") if "USI_Variant" in line)
    assert "var chu" in line
    assert "var taikyoku" in line


def test_an_endless_search_is_stopped(engine: Engine) -> None:
    engine.ask("setoption name USI_Variant value chu", "go infinite", until="info depth 2 ")
    assert len(engine.ask("stop", until="bestmove")) >= 1


def test_a_setting_is_refused_during_a_search(engine: Engine) -> None:
    engine.ask("setoption name USI_Variant value chu", "go infinite", until="info depth 1 ")
    assert engine.ask("setoption name USI_Variant value tori", until="info string")
    engine.ask("stop", until="bestmove")


def test_a_search_on_the_opponents_time_ends_with_ponderhit(engine: Engine) -> None:
    engine.ask("setoption name USI_Variant value micro", "go ponder byoyomi 50", until="info depth 2 ")
    engine.ask("ponderhit", until="bestmove")


def test_moves_to_search_are_obeyed(engine: Engine) -> None:
    lines = engine.ask(
        "setoption name USI_Variant value minishogi", "go depth 3 searchmoves 5d5c", until="bestmove"
    )
    assert lines[-1].split()[1] == "5d5c"


@pytest.mark.parametrize(("variant", "name"), [("minishogi", "3b"), ("shogi", "5b")])
def test_a_mate_is_answered(engine: Engine, variant: str, name: str) -> None:
    sfen = {"minishogi": "2k2/5/2P2/5/2K2 b G 1", "shogi": "4k4/9/4P4/9/9/9/9/9/4K4 b G 1"}[variant]
    engine.ask("setoption name USI_Variant value dobutsu", "isready", until="readyok")
    lines = engine.ask(
        f"setoption name USI_Variant value {variant}",
        f"position sfen {sfen}",
        "go mate 60000",
        until="checkmate",
    )
    assert lines[-1] == f"checkmate G*{name}"


def test_no_mate_is_answered(engine: Engine) -> None:
    lines = engine.ask("setoption name USI_Variant value minishogi", "go mate 60000", until="checkmate")
    assert lines[-1] == "checkmate nomate"


def test_a_wrong_position_is_reported_and_answered(engine: Engine) -> None:
    lines = engine.ask(
        "setoption name USI_Variant value dobutsu",
        "position startpos moves 9i9h",
        "go depth 1",
        until="bestmove",
    )
    assert any(line.startswith("info string") for line in lines)
    assert lines[-1] == "bestmove resign"
