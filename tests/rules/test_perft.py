"""Known leaf counts, and how many of the last moves are captures, promotions, checks and mates."""

from __future__ import annotations

from typing import Any

import pytest

from komadai import Board
from tests.amounts import examples
from tests.rules.positions import MATSURI, MOST_MOVES, START

OPENING = "lnsgkgsnl/1r7/p1ppp1bpp/1p3pp2/7P1/2P6/PP1PPPP1P/1B3S1R1/LNSGKG1NL b - 9"

# Known counts by depth.
LEAVES: list[tuple[str, list[int | None]]] = [
    (START, [30, 900, 25_470, 719_731, 19_861_490]),
    (MATSURI, [207, 28_684, 4_809_015]),
    (MOST_MOVES, [593, 105_677, 53_393_368]),
    (
        "lnsgkgsnl/1r7/p1ppp1bpp/1p3pp2/7P1/2P6/PP1PPPP1P/1B3S1R1/LNSGKG1NL b - 9",
        [None, None, None, 1_307_221],
    ),
]
SLOW = [(START, 6, 547_581_517), (MATSURI, 4, 516_925_165)]


@pytest.mark.parametrize(
    ("sfen", "depth", "leaves"),
    [
        (sfen, depth, count)
        for sfen, counts in LEAVES
        for depth, count in enumerate(counts, 1)
        if count is not None
    ],
)
def test_leaves(sfen: str, depth: int, leaves: int) -> None:
    assert Board(sfen).perft(depth) == leaves


@pytest.mark.slow
@pytest.mark.timeout(600)  # under sanitizers
@pytest.mark.parametrize(("sfen", "depth", "leaves"), SLOW)
def test_many_leaves(sfen: str, depth: int, leaves: int) -> None:
    assert Board(sfen).perft(depth, threads=2) == leaves


def test_depth_0_has_one_leaf() -> None:
    assert Board().perft(0) == 1


def test_the_leaves_of_the_branches_add_up() -> None:
    divided = Board(MATSURI).perft_divide(3)
    assert len(divided) == 207
    assert sum(divided.values()) == 4_809_015
    for move in list(divided)[:5]:
        board = Board(MATSURI)
        board.push(move)
        assert board.perft(2) == divided[move]


def test_counting_legal_moves_in_python_gives_the_same() -> None:
    def walk(board: Board, depth: int) -> int:
        if depth == 0:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += walk(board, depth - 1)
            board.pop()
        return total

    assert walk(Board(), 3) == 25_470
    assert walk(Board(MATSURI), 2) == 28_684


def kinds_of_leaves(board: Board, depth: int) -> list[int]:
    """The number of leaves, and of last moves that capture, promote, check and mate."""
    totals = [0] * 5
    for move in board.legal_moves:
        if depth > 1:
            board.push(move)
            totals = [a + b for a, b in zip(totals, kinds_of_leaves(board, depth - 1), strict=True)]
            board.pop()
            continue
        totals[0] += 1
        totals[1] += board.piece_at(move.to_square) is not None
        totals[2] += move.promotion
        if board.gives_check(move):
            totals[3] += 1
            board.push(move)
            totals[4] += board.is_checkmate()
            board.pop()
    return totals


# depth, leaves, captures, promotions, checks, mates
KINDS = [
    (START, (3, 25_470, 59, 30, 48, 0)),
    (START, (4, 719_731, 1_803, 842, 1_121, 0)),
    (MOST_MOVES, (1, 593, 0, 52, 40, 6)),
    (MOST_MOVES, (2, 105_677, 538, 0, 3_802, 0)),
]
SLOW_KINDS = [
    (START, (5, 19_861_490, 113_680, 57_214, 71_434, 0)),
    (MOST_MOVES, (3, 53_393_368, 197_899, 4_875_102, 3_493_971, 566_203)),
]


@pytest.mark.parametrize(("sfen", "row"), KINDS)
def test_captures_promotions_checks_and_mates(sfen: str, row: tuple[int, ...]) -> None:
    depth, *expected = row
    assert kinds_of_leaves(Board(sfen), depth) == expected


@pytest.mark.slow
@pytest.mark.timeout(600)  # under sanitizers
@pytest.mark.parametrize(("sfen", "row"), SLOW_KINDS[: examples(1, 2)])
def test_captures_promotions_checks_and_mates_of_millions(sfen: str, row: tuple[int, ...]) -> None:
    depth, *expected = row
    assert kinds_of_leaves(Board(sfen), depth) == expected


def test_the_counts_here_equal_those_of_the_shared_data(perft_data: dict[str, Any]) -> None:
    """Compares the counts in this file with the shared data, where both have one."""
    known = {
        (entry["sfen"], depth): count
        for entry in perft_data.values()
        for depth, count in enumerate(entry["leaves"], 1)
        if count
    }
    rows = {(entry["sfen"], row[0]): row for entry in perft_data.values() for row in entry.get("rows", [])}
    for sfen, counts in LEAVES:
        for depth, count in enumerate(counts, 1):
            if count is not None:
                assert known[sfen, depth] == count
    for sfen, depth, count in SLOW:
        assert known[sfen, depth] == count
    for sfen, row in KINDS + SLOW_KINDS:
        assert tuple(rows[sfen, row[0]]) == row
