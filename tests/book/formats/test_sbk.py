"""ShogiGUI's books: the file format and the positions in it."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest

from komadai import Board, Move
from komadai.book import BookEntry, BookError, BookMove, Evaluation, Mark, MemoryBook
from komadai.book.entry import position_key
from komadai.book.formats.sbk import book as sbk_book
from komadai.book.formats.sbk import file as sbk_file
from komadai.book.formats.sbk.book import SbkBook
from komadai.book.formats.sbk.file import SbkEvaluation, SbkFile, SbkMove, SbkState
from komadai.book.formats.sbk.moves import move_of, value_of
from komadai.book.formats.sbk.protobuf import put_bytes, put_number
from tests.book.samples import positions


def book_of(file: SbkFile, folder: Path) -> SbkBook:
    path = folder / "book.sbk"
    path.write_bytes(b"".join(sbk_file.parts(file)))
    return SbkBook(path)


@pytest.mark.parametrize(
    ("sfen", "usi", "value"),
    [
        # From books that ShogiGUI wrote.
        (Board().sfen(), "2g2f", 16786983),
        (Board().sfen(), "7g7f", 16807543),
        (Board().sfen(), "2h7h", 117471272),
    ],
)
def test_moves_have_the_numbers_of_shogigui(sfen: str, usi: str, value: int) -> None:
    move = Move.from_usi(usi)
    assert value_of(Board(sfen), move) == value
    assert move_of(value) == move


def test_every_legal_move_is_read_back() -> None:
    for board in positions(300):
        for move in board.legal_moves:
            value = value_of(board, move)
            assert -(1 << 31) <= value < 1 << 31
            assert (value < 0) == bool(board.turn)
            assert move_of(value) == move


def test_a_file_is_written_unchanged_after_reading() -> None:
    file = SbkFile(
        "Author 著者",
        "",
        [
            SbkState(
                0, 1 << 63, 0xFFFFFFFF, 9, 5, 4, Board().sfen(), "comment",
                [SbkMove(16786983, 2, 7, 1), SbkMove(16807543, 0, 0, -1, unknown=put_number(9, 5))],
                [SbkEvaluation(-31, 20, 30, 1 << 40, "▲２六歩", "engine", unknown=put_bytes(77, b"x"))],
                unknown=put_number(2000, 1),
            ),
            SbkState(1),
        ],
        unknown=put_bytes(15, b"later"),
    )  # fmt: skip
    data = b"".join(sbk_file.parts(file))
    assert sbk_file.read(data) == file
    assert b"".join(sbk_file.parts(sbk_file.read(data))) == data


def test_missing_fields_are_zero_or_empty() -> None:
    data = put_bytes(3, put_bytes(9, put_number(1, 16786983)))
    assert sbk_file.read(data) == SbkFile(None, None, [SbkState(moves=[SbkMove(16786983)])])


def test_positions_are_found_by_playing_from_the_first_state(tmp_path: Path) -> None:
    first, second = SbkMove(16807543, 1, 5, 1), SbkMove(16786983, 4, 1, -1)
    board = Board()
    board.push_usi("7g7f")
    answer = SbkMove(value_of(board, Move.from_usi("3c3d")), 0, 3, 2)
    end = SbkState(
        2, games=4, black_wins=1, white_wins=3, evaluations=[SbkEvaluation(12, 3, 4, 5, "…", None)]
    )
    file = SbkFile(
        None, None, [SbkState(position=None, moves=[first, second]), SbkState(1, moves=[answer]), end]
    )
    book = book_of(file, tmp_path)
    assert [(each.move.usi(), each.count, each.mark) for each in book.get(Board())] == [
        ("7g7f", 5, Mark.FORCED),
        ("2g2f", 1, Mark.BLUNDER),
    ]
    assert [each.move.usi() for each in book.get(board)] == ["3c3d"]
    board.push_usi("3c3d")
    found = book.entry(board)
    assert found is not None
    assert (found.games, found.black_wins, found.white_wins, found.number) == (4, 1, 3, 3)
    assert found.evaluations == (Evaluation(12, 3, 4, 5, "…"),)


def test_states_with_loops_missing_targets_or_illegal_moves(tmp_path: Path) -> None:
    board = Board()
    board.push_usi("7g7f")
    states = [
        SbkState(
            moves=[SbkMove(16807543, 0, 1, 1), SbkMove(value_of(board, Move.from_usi("3c3d")), 0, 1, 0)]
        ),
        SbkState(moves=[SbkMove(value_of(board, Move.from_usi("3c3d")), 0, 1, 0)]),
        SbkState(moves=[SbkMove(16807543, 0, 1, 99)]),
    ]
    book = book_of(SbkFile(None, None, states), tmp_path)
    assert len(book) == 2
    assert [each.move.usi() for each in book.get(Board())] == ["7g7f"]


def entries_of_tree() -> list[BookEntry]:
    """A small graph with a transposition and a separate root."""
    book = MemoryBook()
    for usis in ("7g7f 3c3d 2g2f", "2g2f 3c3d 7g7f", "7g7f 8c8d 7i6h"):
        board = Board()
        for usi in usis.split():
            move = Move.from_usi(usi)
            book.put(
                BookEntry(
                    position_key(board),
                    (*(each for each in book.get(board) if each.move != move), BookMove(move, count=2)),
                    board.move_number,
                )
            )
            board.push(move)
    handicap = Board.handicap("lance")
    book.put(
        BookEntry(
            position_key(handicap), (BookMove(Move.from_usi("6a7b"), count=1, mark=Mark.GOOD),),
            1, "香落ち", 8, 3, 5,
            (Evaluation(5, 6, 7, 8, "line", "engine"),),
        )
    )  # fmt: skip
    return list(book)


def test_entries_become_states_that_point_to_each_other(tmp_path: Path) -> None:
    made = entries_of_tree()
    path = tmp_path / "book.sbk"
    with path.open("wb") as file:
        sbk_book.write(made, file)
    book = SbkBook(path)
    assert sorted(book, key=str) == sorted(made, key=str)
    states = book.file.states
    assert [each.id for each in states] == list(range(len(made)))
    assert states[0].position == Board().sfen()
    assert [bool(each.position) for each in states] == [True, True] + [False] * (len(made) - 2)


def test_a_cycle_without_a_root_is_written_too() -> None:
    board = Board()
    made: list[BookEntry] = []
    for usi in ("7g7f", "3c3d", "8h7g", "2b3c", "7g8h", "3c2b"):
        made.append(
            BookEntry(position_key(board), (BookMove(Move.from_usi(usi), count=1),), board.move_number)
        )
        board.push_usi(usi)
    ring = made[2:]
    file = io.BytesIO()
    sbk_book.write(ring, file)
    again = sbk_file.read(file.getvalue())
    assert len(again.states) == len(ring)
    assert sum(each.position is not None for each in again.states) >= 1
    assert all(each.moves[0].next_state in range(4) for each in again.states[:3])


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"\x0a\x05abc", "byte 0: field 1 is cut off: it needs 2 more bytes"),
        (b"\x1a\x03\x08\x80\x80", "byte 3: a number is cut off"),
        (b"\x1a\x0c\x08" + b"\xff" * 10 + b"\x01", "byte 3: expected a number of at most 10 bytes"),
        (b"\x0a\x02\xff\xfe", "byte 0: field 1: expected a text in UTF-8"),
        (b"\x0b", "byte 0: expected a field of type 0, 1, 2 or 5, got 3"),
        (b"\x00\x00", "byte 0: expected a field number of 1 to 536870911, got 0"),
        (put_bytes(3, put_number(4, 1 << 40)), "byte 2: field 4: expected a number of 32 bits"),
    ],
)
def test_the_error_for_an_invalid_message_has_its_offset(data: bytes, sentence: str) -> None:
    with pytest.raises(BookError) as caught:
        sbk_file.read(data)
    assert str(caught.value).startswith(sentence)


def test_the_error_for_an_invalid_position_or_move_names_it(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="state 0: expected an SFEN"):
        book_of(SbkFile(None, None, [SbkState(position="nothing")]), tmp_path)
    with pytest.raises(BookError, match="expected a move, got 0x00000000"):
        book_of(SbkFile(None, None, [SbkState(moves=[SbkMove(0)])]), tmp_path)
    entry = replace(entries_of_tree()[0], comment="x")
    assert entry.comment == "x"
