"""The test data of github.com/jh85/chushogi, which is not part of this repository: counts of legal moves of
lishogi, moves of lishogi's games, mate problems.

The environment variable KOMADAI_CHUSHOGI names a checkout; without it these tests are skipped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from komadai.variants import Board, Variant
from komadai.variants.search import find_mate
from tests.variants.lishogi import texts_of_lishogi

LONGEST = 7
"""The plies of the published solutions up to which every problem must be solved."""
SIDE_TO_BE_FOUND = {"tumechu78"}  # the task is to prove that White is to move


@pytest.fixture(scope="module")
def checkout() -> Path:
    folder = os.environ.get("KOMADAI_CHUSHOGI", "")
    if not folder:
        pytest.skip("KOMADAI_CHUSHOGI does not name a checkout of github.com/jh85/chushogi")
    return Path(folder) / "tests"


def lines(file: Path) -> Iterator[list[str]]:
    for line in file.read_text(encoding="utf-8").splitlines():
        yield line.split("\t")


def test_the_numbers_of_legal_moves_are_those_of_lishogi(checkout: Path) -> None:
    different = [
        (sfen, count, ours)
        for sfen, count in lines(checkout / "perft_cases.tsv")
        if (ours := len(texts_of_lishogi(Board("chu", sfen)))) != int(count)
    ]
    assert different == []


def test_the_moves_of_games_on_lishogi_are_legal(checkout: Path) -> None:
    variant = Variant.named("chu")
    refused = []
    board, played = Board(variant), ""
    for position, answer in lines(checkout / "chushogi_cases.tsv"):
        root, _, moves = position.removeprefix("position sfen ").partition(" moves ")
        if not moves or moves.rpartition(" ")[0] != played:
            board = Board(variant, root)
            for usi in moves.split():
                board.push_usi(usi)
        elif moves:
            board.push_usi(moves.rpartition(" ")[2])
        played = moves
        usi = answer.removeprefix("bestmove ")
        if board.parse_move(usi) is None:
            refused.append((position, usi))
    assert refused == []


def test_the_mate_search_solves_the_short_problems(checkout: Path) -> None:
    unsolved = []
    for file in sorted((checkout / "tsume").glob("*.json")):
        problem = json.loads(file.read_text(encoding="utf-8"))
        plies = len(problem["solution"]["moves"])
        if not 0 < plies <= LONGEST or problem["id"] in SIDE_TO_BE_FOUND:
            continue
        if not find_mate(Board("chu", problem["sfen"]), nodes=1_000_000).found:
            unsolved.append(problem["id"])
    assert unsolved == []
