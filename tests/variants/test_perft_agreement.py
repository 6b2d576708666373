"""The general engine and the fast core count the same positions, in every position of standard shogi that the
tests and their data have.

The positions are the SFENs found in the texts of tests/ and of the shared data.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import komadai
from komadai.errors import KomadaiError
from komadai.variants import Board

TESTS = Path(__file__).parents[1]
TEXTS = {".py", ".json", ".jsonl", ".txt", ".tsv", ".usi", ".sfen", ".csa", ".kif", ".ki2", ".psn"}
RANK = r"(?:\+?[plnsgbrk]|[1-9])+"
SFEN = re.compile(rf"(?<![\w+/]){RANK}(?:/{RANK}){{8}} [bw] (?:-|(?:\d*[plnsgbr])+)(?![\w+])", re.IGNORECASE)
LEAVES = 20_000
"""About as many leaves are counted from each position; the depth follows from the number of moves."""


def positions_in(folder: Path) -> list[str]:
    """The SFENs of standard shogi in the text files of a folder, each once, without their move numbers."""
    files = (file for file in sorted(folder.rglob("*")) if file.suffix in TEXTS)
    texts = (file.read_text(encoding="utf-8", errors="replace") for file in files)
    return list(dict.fromkeys(found[0] for text in texts for found in SFEN.finditer(text)))


def read(sfen: str) -> komadai.Board | None:
    """The position, or None for one that the tests expect to be refused."""
    try:
        return komadai.Board(f"{sfen} 1")
    except KomadaiError:
        return None


def depth_of(board: komadai.Board) -> int:
    """The deepest perft of at most about LEAVES leaves, at least 1."""
    moves, depth = max(2, len(board.legal_moves)), 1
    while moves ** (depth + 1) <= LEAVES and depth < 4:
        depth += 1
    return depth


def assert_perft_agrees(positions: list[str]) -> None:
    compared = 0
    for sfen in positions:
        fast = read(sfen)
        if fast is None:
            continue
        depth = depth_of(fast)
        assert Board("shogi", fast.sfen()).perft(depth) == fast.perft(depth), f"depth {depth} of {sfen}"
        compared += 1
    assert compared > len(positions) // 2


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_perft_agrees_in_every_position_of_the_tests() -> None:
    assert_perft_agrees(positions_in(TESTS))


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_perft_agrees_in_every_position_of_the_shared_data(shared_data: Path) -> None:
    assert_perft_agrees(positions_in(shared_data))


def test_perft_agrees_in_a_part_of_the_positions() -> None:
    assert_perft_agrees(positions_in(TESTS)[::40])
