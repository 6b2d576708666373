"""Helpmates: exactly the shortest lines, as found by trying every move."""

from __future__ import annotations

import pytest

from komadai import Board, Move, RangeError, TsumeError
from komadai.tsume import helpmate
from tests.tsume.reference import checks
from tests.tsume.sieges import siege


def lines(board: Board, plies: int) -> list[tuple[Move, ...]]:
    """Every line of ``plies`` plies that ends in mate."""
    found: list[tuple[Move, ...]] = []
    for check in checks(board):
        board.push(check)
        if plies == 1:
            found += [(check,)] * board.is_checkmate()
        else:
            for answer in board.legal_moves:
                board.push(answer)
                found += [(check, answer, *rest) for rest in lines(board, plies - 2)]
                board.pop()
        board.pop()
    return found


@pytest.mark.parametrize(
    ("sfen", "solution"),
    [
        ("8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", "G*1b"),
        ("7k1/9/9/9/9/9/9/9/9 b 2G 1", "G*3b 2a1a G*2b"),
    ],
    ids=["an ordinary mate in 1", "the defender steps into the corner"],
)
def test_a_helpmate_is_found(sfen: str, solution: str) -> None:
    answer = helpmate(Board(sfen), 5)
    assert answer.result == "mate"
    assert solution.split() in [[move.usi() for move in line] for line in answer.solutions]


def test_it_finds_exactly_the_shortest_lines() -> None:
    compared = several = longer = 0
    for seed in range(150):
        sfen = siege(seed)
        board = Board(sfen)
        answer = helpmate(board, 3, nodes=30_000, memory_mb=1)
        if not answer.complete:
            continue
        known = lines(board, 1)
        plies = 1 if known else 3
        known = known or lines(board, 3)
        assert (answer.count, answer.plies) == ((len(known), plies) if known else (0, None)), sfen
        assert sorted(map(str, answer.solutions)) == sorted(map(str, known)), sfen
        assert answer.unique == (len(known) == 1)
        compared += 1
        several += len(known) > 1
        longer += plies == 3 and bool(known)
    assert compared > 60
    assert several > 10
    assert longer > 5


def test_a_pawn_drop_that_mates_is_not_a_solution() -> None:
    with_pawn = Board("7nk/9/8G/9/9/9/9/9/9 b P 1")
    with_gold = Board("7nk/9/8P/9/9/9/9/9/9 b G 1")
    assert helpmate(with_pawn, 1).result == "no-mate"
    assert helpmate(with_gold, 1).count == 1


def test_all_solutions_are_counted_if_only_some_are_returned() -> None:
    board = Board("7pk/9/9/5G3/9/9/9/9/9 b BS 1")
    whole = helpmate(board, 5)
    some = helpmate(board, 5, most=1)
    assert whole.count == len(whole.solutions) > 1
    assert (some.count, some.solutions) == (whole.count, whole.solutions[:1])


def test_a_tiny_table_changes_nothing() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/9 b RS2b4g3s4n4lr18p 1")
    assert helpmate(board, 5, memory_mb=1).to_dict() | {"seconds": 0, "nodes": 0} == helpmate(
        board, 5, memory_mb=64
    ).to_dict() | {"seconds": 0, "nodes": 0}


def test_the_exhausted_limit_is_named() -> None:
    board = Board("9/9/9/9/4k4/9/9/9/9 b R 1")
    for limit, name in (({"nodes": 2000}, "nodes"), ({"seconds": 0.02}, "time")):
        answer = helpmate(board, 99, memory_mb=1, **limit)
        assert (answer.result, answer.reason, answer.complete) == ("unknown", name, False)


def test_progress_is_reported_and_errors_of_the_callback_are_raised() -> None:
    def progress(nodes: int, seconds: float) -> None:
        assert nodes > 0
        assert seconds > 0
        raise LookupError

    assert helpmate(Board("9/9/9/9/4k4/9/9/9/9 b R 1"), 99, progress=lambda *_: True).reason == "stopped"
    with pytest.raises(LookupError):
        helpmate(Board("9/9/9/9/4k4/9/9/9/9 b R 1"), 99, progress=progress, memory_mb=1)


def test_invalid_numbers_and_positions_are_refused() -> None:
    board = Board(siege(43))
    for n in (0, 100):
        with pytest.raises(RangeError, match="n: expected 1 to 99"):
            helpmate(board, n)
    for name, value in (("most", 0), ("nodes", -1), ("memory_mb", 0), ("seconds", -1.0)):
        with pytest.raises(RangeError, match=name):
            helpmate(board, 3, **{name: value})  # type: ignore[arg-type]
    with pytest.raises(TsumeError, match="no king"):
        helpmate(Board("9/9/9/9/9/9/9/9/4K4 b G 1", validate=False), 3)
