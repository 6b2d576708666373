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

LONGEST = 7
"""The plies of the published solutions up to which every problem must be solved."""
SIDE_TO_BE_FOUND = {"tumechu78"}  # the task is to prove that White is to move

STEPS = [(file, rank) for file in (-1, 0, 1) for rank in (-1, 0, 1) if file or rank]


@pytest.fixture(scope="module")
def checkout() -> Path:
    folder = os.environ.get("KOMADAI_CHUSHOGI", "")
    if not folder:
        pytest.skip("KOMADAI_CHUSHOGI does not name a checkout of github.com/jh85/chushogi")
    return Path(folder) / "tests"


def lines(file: Path) -> Iterator[list[str]]:
    for line in file.read_text(encoding="utf-8").splitlines():
        yield line.split("\t")


def square(file: int, rank: int) -> str:
    return f"{file}{chr(ord('a') + rank - 1)}" if 1 <= file <= 12 and 1 <= rank <= 12 else ""


def second_steps(kind: str, forward: int, step: tuple[int, int]) -> list[tuple[int, int]]:
    """The second steps that may follow the first: any for a lion, along the same line for the others."""
    if kind in ("N", "+O"):
        return STEPS
    ahead = step[1] == forward and (step[0] == 0) == (kind == "+H")
    return [step, (-step[0], -step[1])] if ahead else []


def texts_of_lishogi(board: Board) -> set[str]:
    """The legal moves as lishogi lists them: every pair of steps of a lion is a move of its own."""
    texts = {move.usi() for move in board.legal_moves}
    forward = -1 if board.turn == 0 else 1
    for cell, piece in board.piece_map().items():
        if piece.color != board.turn or piece.kind.id not in ("N", "+O", "+H", "+D"):
            continue
        file, rank = cell // 12 + 1, cell % 12 + 1
        for step in STEPS:
            middle = file + step[0], rank + step[1]
            for second in second_steps(piece.kind.id, forward, step):
                end = square(middle[0] + second[0], middle[1] + second[1])
                written = square(file, rank) + square(*middle) + end
                if square(*middle) and end:
                    texts.update(
                        text for text in (written, written + "+") if board.parse_move(text) is not None
                    )
    return texts


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
