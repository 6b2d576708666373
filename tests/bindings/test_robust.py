"""Nothing a caller does from Python harms the interpreter: references, threads, memory."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
import threading
import tracemalloc
from collections.abc import Callable

import pytest

from komadai import (
    BLACK,
    PIECES,
    STARTPOS,
    WHITE,
    Board,
    KomadaiError,
    LegalMoves,
    Move,
    PieceType,
    RangeError,
    SquareSet,
)

GARBAGE = [
    None, True, -1, 0, 80, 81, 1 << 15, 1 << 63, 1 << 200, 0.5, float("nan"), "", "7g7f", "\ud800", b"",
    b"\0" * 32, bytearray(3), [], (), {}, set(), object(), type, Board, Move, len, Board(),
    Move.from_usi("7g7f"), BLACK, PieceType.KING, PIECES[0], SquareSet(), STARTPOS, slice(None), Ellipsis,
    NotImplemented,
]  # fmt: skip


ARGUMENTS: list[tuple[object, ...]] = [
    (),
    *((one,) for one in GARBAGE),
    *((one, two) for one in GARBAGE for two in GARBAGE[::3]),
    (1, 2, 3, 4),
]


def methods(thing: object) -> list[str]:
    """The names of its own methods except perft, which would be slow."""
    own = {name for name in dir(thing) if not hasattr(object, name)} | {"__format__", "__eq__", "__reduce__"}
    return [name for name in sorted(own) if callable(getattr(thing, name)) and "perft" not in name]


@pytest.mark.parametrize(
    "make",
    [Board, lambda: Board().legal_moves, lambda: Move.from_usi("7g7f"), lambda: Board, lambda: Move],
)
def test_wrong_arguments_raise_an_exception_or_are_accepted(make: Callable[[], object]) -> None:
    for name in methods(make()):
        for arguments in ARGUMENTS:
            thing = make()
            try:
                getattr(thing, name)(*arguments)
            except (TypeError, ValueError, IndexError, KomadaiError, OverflowError, AttributeError, KeyError):
                continue


def test_garbage_depths_and_threads() -> None:
    board = Board()
    for depth in (-1, 33, 1 << 70):
        with pytest.raises(RangeError, match="depth"):
            board.perft(depth)
        with pytest.raises(RangeError, match="depth"):
            board.perft_divide(depth)
    for threads in (0, -1, 100_000, 1 << 70):
        with pytest.raises(RangeError, match="threads"):
            board.perft(3, threads)
    for wrong in (None, "3", 3.0):
        with pytest.raises(TypeError):
            board.perft(wrong)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        board.perft(3, progress="yes")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        board.perft()  # type: ignore[call-arg]


def test_attributes_cannot_be_set_or_deleted() -> None:
    board = Board()
    for name in ("turn", "ply", "history", "legal_moves", "push", "new"):
        with pytest.raises(AttributeError):
            setattr(board, name, 1)
        with pytest.raises(AttributeError):
            delattr(board, name)
    with pytest.raises(TypeError):
        Board.push = None  # type: ignore[method-assign, assignment]


def exercise(board: Board) -> None:
    """Whatever makes or touches a Python object, well or badly."""
    for text in ("7g7f", "3c3d", "8h2b+"):
        board.push_usi(text)
    made: list[object] = [
        board.copy(),
        copy.deepcopy(board),
        pickle.loads(pickle.dumps(board)),
        Board.handicap("lance"),
    ]
    made += [board.turn, board.key, board.history, board.legal_moves, board.hand(BLACK), board.pieces(WHITE)]
    made += [list(board.legal_moves), board.legal_moves[::2], repr(board), str(board), hash(board)]
    made += [board == board.copy(), board.outcome(), board.problems(), board.checkers(), board.pinned()]
    made += [board.attackers(WHITE, 60), board.attacks(70), board.piece_at(60), board.piece_at(40)]
    made += [board.king(BLACK), board.peek(), board.repetition_checks(), board.mate_in_1(), f"{board:sfen}"]
    made += [board.piece_array(), board.hand_array(), Board.unpack(board.pack())]
    made += [board.perft(2), board.perft_divide(2), board.infraction(Move.from_usi("1a1b"))]
    for fails in (
        lambda: board.push(Move.from_usi("5e5d")),
        lambda: board.push(None),  # type: ignore[arg-type]
        lambda: board.push_usi("x"),
        lambda: board.push_unchecked(Move.from_usi("5e5d")),
        lambda: Board("x"),
        lambda: Board(None),  # type: ignore[arg-type]
        lambda: Board.unpack(b""),
        lambda: board.piece_at(99),
        lambda: board.set_piece(0, 3),  # type: ignore[arg-type]
        lambda: board.perft(-1),
        lambda: board.perft(3, progress=lambda done, total: 1 / 0),  # type: ignore[arg-type, return-value]
    ):
        with pytest.raises((ValueError, TypeError, ZeroDivisionError)):
            fails()
    while board.ply:
        board.pop()
    with pytest.raises(IndexError):
        board.pop()


def test_nothing_leaks_and_no_reference_is_lost() -> None:
    board = Board()
    shared = [None, True, False, BLACK, WHITE, PIECES[0], PieceType.PAWN, Board, LegalMoves, SquareSet]
    exercise(board)
    gc.collect()  # what other tests left behind holds references too
    before = [sys.getrefcount(each) for each in shared]
    rounds, growth = 300, []
    tracemalloc.start()
    for _ in range(6):  # Python's own caches grow for a while
        gc.collect()
        start = tracemalloc.get_traced_memory()[0]
        for _ in range(rounds):
            exercise(board)
        gc.collect()
        growth.append(tracemalloc.get_traced_memory()[0] - start)
    tracemalloc.stop()
    assert min(growth) < 28 * rounds, f"{growth} bytes in {rounds} rounds each"  # not even an int a round
    for each, was in zip(shared, before, strict=True):
        assert abs(sys.getrefcount(each) - was) < 100, each


def test_threads_may_read_one_board() -> None:
    board = Board()
    board.push_usi("7g7f")
    expected = (board.sfen(), list(board.legal_moves), board.perft(3))
    wrong: list[object] = []

    def read() -> None:
        for _ in range(50):
            seen = (board.sfen(), list(board.legal_moves), board.perft(3))
            if seen != expected:
                wrong.append(seen)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_board_may_change_while_another_thread_counts_from_it() -> None:
    board = Board()
    counted: list[int] = []
    thread = threading.Thread(target=lambda: counted.append(board.perft(5)))
    thread.start()
    while thread.is_alive():
        board.push_usi("7g7f")
        board.pop()
    thread.join()
    assert counted[0] in (19_861_490, Board("startpos").perft(5), _after_7g7f())


def _after_7g7f() -> int:
    board = Board()
    board.push_usi("7g7f")
    return board.perft(5)
