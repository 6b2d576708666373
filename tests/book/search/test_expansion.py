"""Books that are extended by searches."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from zlib import crc32

import pytest

from komadai import Board, Move, RangeError
from komadai.book import MATE, BookEntry, BookMove, Expansion, Line, MemoryBook, Plan, Task, extend
from komadai.book.entry import position_key


class FixedScores:
    """Gives each move a fixed score, and records the requests."""

    def __init__(self, spread: int = 100) -> None:
        self.asked: list[str] = []
        self._spread = spread

    def __call__(self, board: Board, moves: Sequence[Move] | None, lines: int) -> list[Line]:
        place = position_key(board)
        self.asked.append(place)
        found = [
            Line(move, crc32(f"{place}{move.usi()}".encode()) % self._spread, 9)
            for move in (board.legal_moves if moves is None else moves)
        ]
        found.sort(key=lambda each: -each.score)
        return found[:lines] if moves is None else found


def minimax(book: MemoryBook, board: Board, depth: int = 0) -> int:
    """The value of a position in a book without cycles, by plain minimax."""
    entry = book.entry(board)
    assert entry is not None
    values: list[int] = []
    for each in entry.moves:
        board.push(each.move)
        if book.entry(board) is not None:
            values.append(-minimax(book, board, depth + 1))
        else:
            assert each.score is not None
            values.append(each.score)
        board.pop()
    return max(values)


def test_a_book_grows_from_the_start_by_the_given_number_of_positions() -> None:
    book = MemoryBook()
    oracle = FixedScores()
    assert extend(book, oracle, positions=30, plan=Plan(lines=3)) == 30
    assert len(book) == 30
    assert len(set(oracle.asked)) == len(oracle.asked) == 30
    assert all(1 <= len(each.moves) <= 3 for each in book)


def test_scores_are_those_of_best_play_within_the_book() -> None:
    book = MemoryBook()
    extend(book, FixedScores(), positions=40, plan=Plan(lines=3))
    for entry in list(book):
        board = Board(entry.sfen)
        assert entry.moves[0].score == minimax(book, board)
        assert [each.score for each in entry.moves] == sorted(
            (each.score or 0 for each in entry.moves), reverse=True
        )
        for each in entry.moves:
            board.push(each.move)
            after = book.entry(board)
            if after is not None:
                assert each.score == -(after.moves[0].score or 0)
                assert each.reply == after.moves[0].move
            board.pop()


def test_a_second_run_continues_the_first_one() -> None:
    once, twice = MemoryBook(), MemoryBook()
    extend(once, FixedScores(), positions=24, plan=Plan(lines=3))
    for _ in range(3):
        extend(twice, FixedScores(), positions=8, plan=Plan(lines=3))
    assert sorted(once, key=str) == sorted(twice, key=str)


def test_an_interruption_loses_nothing_that_was_found() -> None:
    book = MemoryBook()

    def stop(done: int, task: Task) -> None:
        if done == 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        extend(book, FixedScores(), positions=100, plan=Plan(lines=3), progress=stop)
    assert len(book) == 10
    start = book.entry(Board())
    assert start is not None
    assert start.moves[0].score == minimax(book, Board())


def test_several_threads_search_in_parallel() -> None:
    book = MemoryBook()
    assert extend(book, FixedScores(), positions=40, plan=Plan(lines=3), jobs=4) == 40
    assert len(book) == 40
    with pytest.raises(RangeError, match="jobs: expected 1 or more"):
        extend(book, FixedScores(), positions=1, jobs=0)


def test_moves_from_records_get_scores_and_better_moves_are_added() -> None:
    board = Board()
    bad = min(FixedScores()(board, None, 99), key=lambda each: each.score).move
    book = MemoryBook([BookEntry(position_key(board), (BookMove(bad, count=8),))])
    extend(book, FixedScores(), positions=1, plan=Plan(lines=2))
    moves = book.get(board)
    assert len(moves) == 3
    assert moves[-1].move == bad
    assert moves[-1].count == 8
    assert all(each.score is not None for each in moves)


def test_positions_after_a_lost_move_or_beyond_the_depth_are_not_searched() -> None:
    oracle = FixedScores(spread=1)
    book = MemoryBook()
    assert extend(book, oracle, positions=1000, plan=Plan(lines=2, plies=3)) < 20
    assert max(each.number for each in book) == 4
    hopeless = MemoryBook()
    assert extend(hopeless, lambda *asked: [each._replace(score=900) for each in FixedScores()(*asked)],
                  positions=9, plan=Plan(limit=800)) == 1  # fmt: skip


def test_a_position_without_moves_is_a_mate() -> None:
    board = Board("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    book = MemoryBook()

    def analyse(board: Board, moves: Sequence[Move] | None, lines: int) -> list[Line]:
        return [Line(move, 10) for move in board.legal_moves if move.usi() == "G*5b"]

    assert extend(book, analyse, positions=9, roots=[board.sfen()]) == 2
    assert [(each.move.usi(), each.score, each.mate) for each in book.get(board)] == [("G*5b", MATE - 1, 1)]


def test_repetitions_in_a_book_are_draws() -> None:
    """In a cycle, the side that is behind does not deviate."""
    cycle = [Move.from_usi(usi) for usi in ("2h3h", "8b7b", "3h2h", "7b8b")]
    board = Board()
    book = MemoryBook()
    for at, move in enumerate(cycle):
        other = Move.from_usi("9g9f" if at % 2 == 0 else "9c9d")
        moves = (BookMove(move, score=0), BookMove(other, score=-50 if at % 2 == 0 else -70))
        book.put(BookEntry(position_key(board), moves, board.move_number))
        board.push(move)
    Expansion(book).settle()
    for entry in book:
        assert entry.moves[0].score == 0
        assert entry.moves[0].move in cycle


def test_perpetual_check_in_a_book_loses() -> None:
    """A rook that checks the king up and down the edge must stop at last."""
    cycle = [Move.from_usi(usi) for usi in ("5b5a", "1a1b", "5a5b", "1b1a")]
    book = MemoryBook()

    def settled(start: str) -> int | None:
        board = Board(start)
        for at, move in enumerate(cycle):
            moves = [BookMove(move, score=0)]
            if at == 2:
                moves.append(BookMove(Move.from_usi("5a6a"), score=-40))
            book.put(BookEntry(position_key(board), tuple(moves), board.move_number))
            board.push(move)
        Expansion(book).settle()
        return book.get(Board(start))[0].score

    assert settled("8k/4R4/9/9/9/9/9/9/K8 b - 1") == -40


def test_a_search_without_a_valid_line_is_not_repeated_for_ever() -> None:
    book = MemoryBook()
    asked = []

    def silent(board: Board, moves: Sequence[Move] | None, lines: int) -> list[Line]:
        asked.append(board.sfen())
        return [Line(Move.from_usi("1a1b"), 5)] if len(asked) % 2 else []

    assert extend(book, silent, positions=50) == 1
    assert len(book) == 0


@pytest.mark.parametrize("numbers", [{"lines": 0}, {"margin": -1}, {"limit": -1}, {"plies": 0}])
def test_invalid_plans_are_refused(numbers: dict[str, int]) -> None:
    with pytest.raises(RangeError, match="expected"):
        Plan(**numbers)


def test_an_interruption_does_not_wait_for_an_engine_that_hangs() -> None:
    """The running search is abandoned; the book has the results so far."""
    let_go = threading.Event()
    oracle = FixedScores()

    def hangs(board: Board, moves: Sequence[Move] | None, lines: int) -> list[Line]:
        if len(oracle.asked) == 3:
            let_go.wait()
        return oracle(board, moves, lines)

    def interrupted(done: int, task: Task) -> None:
        if done == 2:
            raise KeyboardInterrupt

    book = MemoryBook()
    try:
        with pytest.raises(KeyboardInterrupt):
            extend(book, hangs, positions=10, plan=Plan(lines=2), jobs=3, progress=interrupted)
        assert not let_go.is_set()
        assert len(book) >= 2
    finally:
        let_go.set()
