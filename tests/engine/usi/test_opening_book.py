"""The engine and its opening book, in both programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from komadai import Board, Move
from komadai.book import BookEntry, BookMove, Mark, save
from komadai.book.entry import position_key
from tests.usi.usi_process import PYTHON, UsiProcess


@pytest.fixture
def usi(usi_program: Sequence[str]) -> Iterator[UsiProcess]:
    engine = UsiProcess(usi_program)
    yield engine
    engine.close()


@pytest.fixture
def book(tmp_path: Path) -> str:
    moves = (BookMove(Move.from_usi("1g1f"), score=50), BookMove(Move.from_usi("9g9f"), score=20, count=9))
    save([BookEntry(position_key(Board()), moves)], tmp_path / "book.db")
    return str(tmp_path / "book.db")


def set_options(usi: UsiProcess, **values: str) -> None:
    usi.send(*(f"setoption name {name} value {value}" for name, value in values.items()))


def played(usi: UsiProcess, board: Board | None = None) -> str | None:
    """The move of the book; None if the engine had to search."""
    usi.send(f"position {(board or Board()).usi_position()}", "go byoyomi 60000 nodes 1")
    lines = usi.read_until("bestmove")
    return lines[-1].split()[1] if any("is from the book" in line for line in lines) else None


def played_with(usi: UsiProcess, **values: str) -> set[str | None]:
    """The moves of the start with these options and 99 seeds."""
    set_options(usi, **values)
    moves = set()
    for seed in range(1, 100):
        set_options(usi, Seed=str(seed))
        moves.add(played(usi))
    set_options(usi, OwnBook="true", BookVariety="50", BookMargin="40", OpeningVariety="true")
    return moves


def test_the_own_book_plays_many_openings_and_only_legal_moves(usi: UsiProcess) -> None:
    openings = set()
    for seed in range(1, 61):
        set_options(usi, Seed=str(seed))
        board = Board()
        while (move := played(usi, board)) is not None:
            board.push_usi(move)
        assert board.ply >= 2
        openings.add(board.usi_position())
    assert len(openings) > 20


def test_the_book_has_no_move_for_unknown_positions(usi: UsiProcess) -> None:
    board = Board()
    for move in ("9i9h", "9a9b"):
        board.push_usi(move)
    assert played(usi, board) is None
    assert played(usi, Board.handicap("two-piece")) is None


def test_a_book_file_replaces_the_own_book(usi: UsiProcess, book: str) -> None:
    assert played_with(usi, BookFile=book) == {"1g1f", "9g9f"}
    assert played_with(usi, BookVariety="0") == {"1g1f"}
    assert played_with(usi, BookMargin="29") == {"1g1f"}
    assert played_with(usi, OpeningVariety="false") == {"1g1f"}


def test_the_options_can_turn_the_book_off(usi: UsiProcess, book: str) -> None:
    set_options(usi, OwnBook="false")
    assert played(usi) is None
    set_options(usi, BookFile=book)
    assert played(usi) is None
    set_options(usi, OwnBook="true", BookMoves="0")
    assert played(usi) is None
    set_options(usi, BookMoves="40", BookFile="no_book")
    assert played(usi) is None
    set_options(usi, BookFile="<empty>", OpeningVariety="false")
    assert played(usi) is None


def test_a_position_may_be_looked_up_with_the_board_rotated(usi: UsiProcess, book: str) -> None:
    board = Board("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
    set_options(usi, BookFile=book, BookVariety="0")
    assert played(usi, board) == "9c9d"
    set_options(usi, FlippedBook="false")
    assert played(usi, board) is None


def test_a_file_that_is_not_a_book_is_refused_and_a_damaged_position_is_skipped(
    usi: UsiProcess, tmp_path: Path
) -> None:
    path = tmp_path / "book.db"
    path.write_text("nonsense\n")
    for name in (path, tmp_path / "none.db"):
        set_options(usi, BookFile=str(name))
        assert usi.read_until("info")[0].startswith("info string ")
    path.write_text(f"#YANEURAOU-DB2016 1.00\nsfen {Board().sfen()}\n7g7f none nonsense\n")
    set_options(usi, BookFile=str(path))
    usi.send("position startpos", "go byoyomi 60000 nodes 1")
    lines = usi.read_until("bestmove")
    assert any("expected score, depth and count" in line for line in lines)
    assert lines[-1] != "bestmove resign"


@pytest.mark.parametrize("name", ["book.sbk", "book.ybb", "book.bin"])
def test_the_program_in_python_reads_every_format(name: str, tmp_path: Path) -> None:
    moves = (
        BookMove(Move.from_usi("1g1f"), score=50, count=9),
        BookMove(Move.from_usi("9g9f"), score=20, count=1),
    )
    save([BookEntry(position_key(Board()), moves)], tmp_path / name)
    usi = UsiProcess(PYTHON)
    set_options(usi, BookFile=str(tmp_path / name), BookVariety="0")
    assert played(usi) == "1g1f"
    usi.close()


def test_a_move_that_a_mark_excludes_is_not_played(tmp_path: Path) -> None:
    moves = (
        BookMove(Move.from_usi("1g1f"), count=9, mark=Mark.BAD),
        BookMove(Move.from_usi("9g9f"), count=1),
    )
    save([BookEntry(position_key(Board()), moves)], tmp_path / "book.sbk")
    usi = UsiProcess(PYTHON)
    set_options(usi, BookFile=str(tmp_path / "book.sbk"))
    assert played(usi) == "9g9f"
    usi.close()
