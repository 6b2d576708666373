"""The engine and its opening book."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from komadai import Board, BookError, Move
from komadai.book import BookEntry, BookMove, save
from komadai.book.entry import position_key
from komadai.engine.usi.opening_book import BookMoves
from komadai.engine.usi.options import OPTIONS, Settings


def with_values(**values: str) -> Settings:
    settings = Settings()
    for name, value in values.items():
        settings.set(OPTIONS[name], value)
    return settings


@pytest.fixture
def book(tmp_path: Path) -> str:
    moves = (BookMove(Move.from_usi("1g1f"), score=50), BookMove(Move.from_usi("9g9f"), score=20, count=9))
    save([BookEntry(position_key(Board()), moves)], tmp_path / "book.db")
    return str(tmp_path / "book.db")


def test_the_own_book_plays_many_openings_and_only_legal_moves() -> None:
    openings = set()
    moves = BookMoves(with_values())
    for seed in range(60):
        board = Board()
        rng = Random(seed)
        while (move := moves.choose(board, rng)) is not None:
            assert move in board.legal_moves
            board.push(move)
        assert board.ply >= 2
        openings.add(board.usi_position())
    assert len(openings) > 20


def test_the_book_has_no_move_for_unknown_positions() -> None:
    moves = BookMoves(with_values())
    board = Board()
    for usi in ("9i9h", "9a9b"):
        board.push_usi(usi)
    assert moves.choose(board, Random(1)) is None
    assert moves.choose(Board.handicap("two-piece"), Random(1)) is None
    assert not moves.error


def test_a_book_file_replaces_the_own_book(book: str) -> None:
    assert {_played(with_values(BookFile=book), seed) for seed in range(99)} == {"1g1f", "9g9f"}
    assert {_played(with_values(BookFile=book, BookVariety="0"), seed) for seed in range(99)} == {"1g1f"}
    assert {_played(with_values(BookFile=book, BookMargin="29"), seed) for seed in range(99)} == {"1g1f"}
    assert {_played(with_values(BookFile=book, OpeningVariety="false"), seed) for seed in range(99)} == {
        "1g1f"
    }


def test_the_options_can_turn_the_book_off(book: str) -> None:
    assert _played(with_values(OwnBook="false", BookFile=book)) is None
    assert _played(with_values(OwnBook="false")) is None
    assert _played(with_values(OpeningVariety="false")) is None
    assert _played(with_values(BookMoves="0", BookFile=book)) is None


def test_a_position_may_be_looked_up_with_the_board_rotated(book: str) -> None:
    board = Board("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1")
    assert _played(with_values(BookFile=book, BookVariety="0"), board=board) == "9c9d"
    assert _played(with_values(BookFile=book, FlippedBook="false"), board=board) is None


def test_a_file_that_is_not_a_book_is_refused_and_a_damaged_position_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "book.db"
    path.write_text("nonsense\n")
    with pytest.raises(BookError, match="expected a book"):
        BookMoves(with_values(BookFile=str(path)))
    with pytest.raises(FileNotFoundError):
        BookMoves(with_values(BookFile=str(tmp_path / "none.db")))
    path.write_text(f"#YANEURAOU-DB2016 1.00\nsfen {Board().sfen()}\n7g7f none nonsense\n")
    moves = BookMoves(with_values(BookFile=str(path)))
    assert moves.choose(Board(), Random(1)) is None
    assert "expected score, depth and count" in moves.error
    moves.close()


def _played(settings: Settings, seed: int = 1, board: Board | None = None) -> str | None:
    moves = BookMoves(settings)
    move = moves.choose(board or Board(), Random(seed))
    moves.close()
    return move.usi() if move is not None else None
