"""``komadai usi``, komadai-usi and komadai-usi.exe write the same lines."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import pytest

from komadai import Board, Move
from komadai.book import BookEntry, BookMove, save
from komadai.book.entry import position_key
from tests.amounts import NIGHTLY
from tests.processes import PATIENCE_S
from tests.usi.usi_process import PYTHON, native, windows

ROOT = Path(__file__).parents[3]
Program = Callable[[], Sequence[str]]
TIMES = re.compile(r"(time|nps|hashfull) \d+")
IF_SLOW = re.compile("(lower|upper)bound|^info string pn |^info time .* hashfull")
"""Lines that a program writes only if the machine is slow."""
ENTERED = "+R+B+RGK+P+P+P+P/4+P+P+P2/9/9/9/9/9/9/3k5 b B3G4S4N4L11P 201"
QUIET = ["setoption name OpeningVariety value false", "setoption name Seed value 1"]

SESSIONS = {
    "options": ["usi"],
    "wrong commands": [
        "hello",
        "\x1b[2J \u202e",
        "setoption",
        "setoption name Nonsense value 1",
        "setoption name usi_hash value many",
        "setoption name Level value 16",
        "setoption name OwnBook value perhaps",
        "setoption name ImpasseRule value it's",
        "setoption name SearchMode value fullwidth",
        "position",
        "position startpos moves 7g7f 3c3d 7g7f",
        "position startpos moves 7g7f zzz",
        "position sfen 9/9/9 b - 1",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL x - 1",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b 3P 1",
        "position sfen 4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1",
        "go nodes 10",
        "ponderhit",
        "stop",
        "gameover win",
    ],
    "unreadable limits": [
        *QUIET,
        "position startpos",
        "go depth ten nodes -5 banana searchmoves zzz 7g7f 1a1b",
    ],
    "files that are missing": [
        "isready",
        "setoption name EvalFile value /nowhere/nn.bin",
        "setoption name BookFile value /nowhere/book.db",
        "setoption name TransitionFile value /nowhere/table.tsv",
        f"setoption name TransitionFile value {__file__}",
    ],
    "a search": [*QUIET, "isready", "position startpos moves 7g7f 3c3d", "go depth 7"],
    "lines that end as on Windows": [
        *QUIET,
        "setoption name EvalFile value /nowhere/nn.bin\r",
        "position startpos moves 7g7f\r",
        "go depth 4\r",
    ],
    "several lines": [*QUIET, "setoption name MultiPV value 3", "position startpos", "go depth 5"],
    "realization probability": [
        *QUIET,
        "setoption name SearchMode value RealizationProbability",
        "position startpos",
        "go nodes 3000",
    ],
    "a mate": ["position sfen 8l/7b1/8k/6+B2/7Pg/9/9/9/9 b Rr3g4s4n3l17p 1", "go mate 60000"],
    "no mate": ["position startpos", "go mate infinite"],
    "no problem": ["position sfen 9/9/9/9/9/9/9/9/4K4 b G 1", "go mate 1000"],
    "a declaration": [*QUIET, f"position sfen {ENTERED}", "go nodes 500"],
    "a weak level": ["setoption name Level value 4", *QUIET, "position startpos", "go nodes 3000"],
    "a move of the own book": ["setoption name Seed value 1", "position startpos", "go byoyomi 60000"],
    "checkmated": ["position sfen 8k/8G/8P/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1", "go byoyomi 100"],
    "a variant": [*QUIET, "setoption name USI_Variant value minishogi", "position startpos", "go depth 6"],
    "learned weights": [*QUIET, "setoption name USI_Variant value tori", "isready", "go depth 4"],
    "a variant's mate": [
        "setoption name USI_Variant value minishogi",
        "position sfen 2k2/5/2P2/5/2K2 b G 1",
        "go mate 60000",
    ],
    "a variant's wrong SFEN": ["setoption name USI_Variant value dobutsu", "position sfen 3/3 b - 1"],
}

PROCESSORS = {"baseline": "sse4_2", "avx2": "avx2", "avx512": "avx512_bitalg"}
"""The builds in a program, with an instruction set that a processor has if it can run them."""


def written(command: Sequence[str], session: list[str]) -> list[str]:
    """What the program writes for these lines, without times and what only the other one can do."""
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
    assert process.stdin is not None
    assert process.stdout is not None
    asks = session[-1].startswith(("go ", "usi"))
    process.stdin.write("".join(f"{line}\n" for line in [*session, *([] if asks else ["isready"])]))
    process.stdin.flush()
    lines: list[str] = []
    for line in process.stdout:
        lines.append(TIMES.sub(r"\1", line.rstrip("\n")))
        if lines[-1].startswith(("bestmove", "checkmate", "usiok") if asks else "readyok"):
            break
    process.communicate("quit\n", timeout=PATIENCE_S)
    lines = [line for line in lines if " DNN_" not in line and not IF_SLOW.search(line)]
    return [re.sub(", PolicyValue| var PolicyValue", "", line) for line in lines]


@cache
def written_in_python(session: str) -> list[str]:
    return written(PYTHON, SESSIONS[session])


@pytest.mark.parametrize("program", [native, windows])
@pytest.mark.parametrize("session", SESSIONS)
def test_the_programs_write_the_same_lines(session: str, program: Program) -> None:
    assert written(program(), SESSIONS[session]) == written_in_python(session)


@pytest.mark.parametrize("program", [native, windows])
@pytest.mark.parametrize("number", [0, 7, 30])
def test_the_programs_choose_the_same_move_of_a_book(tmp_path: Path, number: int, program: Program) -> None:
    """A book of forty positions with three moves each, of which the last has the best score."""
    board = Board()
    positions: list[BookEntry] = []
    lines = ["position startpos"]
    for ply in range(40):
        moves = list(board.legal_moves)[:3]
        entry = [BookMove(move, score=10 * i, count=5 - i) for i, move in enumerate(moves)]
        positions.append(BookEntry(position_key(board), tuple(entry)))
        if ply == number:
            lines = [f"position {board.usi_position()}"]
        board.push(moves[0])
    save(positions, tmp_path / "book.db")
    session = [
        f"setoption name BookFile value {tmp_path / 'book.db'}",
        "setoption name BookVariety value 0",
        *lines,
        "go byoyomi 60000",
    ]
    answer = written(program(), session)
    assert "is from the book" in answer[0]
    assert Move.from_usi(answer[1].split()[1])
    assert answer == written(PYTHON, session)


@pytest.mark.parametrize("program", [native, windows])
@pytest.mark.parametrize("build", PROCESSORS)
def test_every_build_of_a_program_searches_the_same_tree(
    build: str, program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the built-in evaluation, and with a network, whose arithmetic is chosen by the processor."""
    pytest.importorskip("numpy")
    from tests.eval.networks import KP, RandomNetwork

    if PROCESSORS[build] not in Path("/proc/cpuinfo").read_text().split():
        pytest.skip(f"this processor cannot run the build {build}")
    monkeypatch.setenv("KOMADAI_BUILD", build)
    if not NIGHTLY and subprocess.run(program(), input="quit\n", text=True, check=False).returncode:
        pytest.skip(f"the program of the tests has no build {build}")
    network = tmp_path / "nn.bin"
    network.write_bytes(RandomNetwork(KP, 32).nn_bin("Features=K+P[1710->32x2]"))
    for evaluation in ("", network):
        session = [*QUIET, f"setoption name EvalFile value {evaluation}", "position startpos", "go depth 7"]
        assert written(program(), session) == written(PYTHON, session)


@pytest.mark.parametrize("program", [lambda: PYTHON, native, windows])
def test_files_in_a_folder_with_a_japanese_name_are_read(tmp_path: Path, program: Program) -> None:
    folder = tmp_path / "将棋"
    folder.mkdir()
    shutil.copy(ROOT / "cpp/eval/handmade.weights", folder / "評価.weights")
    shutil.copy(ROOT / "src/komadai/book/own.db", folder / "定跡.db")
    shutil.copy(ROOT / "src/komadai/engine/transitions.tsv", folder / "遷移.tsv")
    session = [
        f"setoption name EvalFile value {folder / '評価.weights'}",
        f"setoption name BookFile value {folder / '定跡.db'}",
        f"setoption name TransitionFile value {folder / '遷移.tsv'}",
        "isready",
        "position startpos",
        "go byoyomi 60000",
    ]
    ready, from_book, _ = written(program(), session)
    assert ready == "readyok"
    assert "is from the book" in from_book


def test_a_processor_that_is_too_old_is_told_what_is_needed(tmp_path: Path) -> None:
    """A Core 2 has no SSE4.2 and no POPCNT, a Nehalem has both."""
    start = tmp_path / "start"
    if NIGHTLY:
        start = Path(native()[0])
    else:  # the file that picks the build, which must run on every processor
        run = tmp_path / "run.cpp"
        run.write_text(
            '#include <cstdio>\n#include <cstdlib>\nnamespace komadai_baseline::engine {\n'
            'void run() { std::puts("id name Komadai"); std::exit(0); }\n}\n'
        )
        compiler = ["c++", "-std=c++20", "-O2", "-static", "-I", ROOT / "cpp", "-o", start]
        subprocess.run([*compiler, ROOT / "cpp/engine/main.cpp", run], check=True)
    old, young = (
        subprocess.run(emulated(name, str(start)), input="usi\nquit\n", capture_output=True, text=True, check=False)
        for name in ("core2duo", "Nehalem")
    )
    assert old.stdout == "info string this processor is too old: expected x86-64-v2 (SSE4.2 and POPCNT)\n"
    assert (old.stderr, old.returncode) == (old.stdout, 1)
    assert young.stdout.startswith("id name Komadai")
