"""Apery's binary format: its keys and moves, and positions, which it stores only as keys."""

from __future__ import annotations

import io
from pathlib import Path
from random import Random
from struct import pack

import pytest

from komadai import Board, Move
from komadai.book import BookEntry, BookError, BookMove, ordered
from komadai.book.entry import position_key
from komadai.book.formats import apery
from komadai.book.formats.apery import AperyBook
from komadai.book.formats.apery_keys import key_of, mersenne_twister
from tests.book.samples import entries

KEYS = {
    # Keys computed by Apery, published with the tests of another program (bytes in the order of the file).
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1": "157eade1e78ebeee",
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2": "d5207256821f7b3e",
    "lnsgk1snl/1r4g2/pppppp1pp/6p2/7P1/2P6/PP1PPPP1P/1+b5R1/LNSGKGSNL b b 7": "dabcbe6950ce089a",
    "lnsgk1snl/1r4g2/p1pppp1pp/6p2/1p5P1/2P6/PPSPPPP1P/7R1/LN1GKGSNL w Bb 12": "ac59e8ffb6da83e7",
    "ln1gk1snl/6gb1/2sppppp1/p7p/2R6/Pr4P2/2PPPPN1P/1BGK2S2/LNS2G2L w 3Pp 26": "ffa73ad01aa22070",
    "ln1gk1snl/1r4gb1/2sppppp1/p7p/2R6/P5P2/2PPPPN1P/1BGK2S2/LNS2G2L b 3Pp 27": "b7fac43349829798",
}


@pytest.mark.parametrize("sfen", KEYS)
def test_keys_are_those_of_apery(sfen: str) -> None:
    assert key_of(sfen).to_bytes(8, "little").hex() == KEYS[sfen]


def test_the_numbers_are_those_of_mt19937_64() -> None:
    numbers = mersenne_twister(10_000)
    assert numbers[0] == 14514284786278117030
    assert numbers[-1] == 9981545732273789042  # the ten thousandth number by the C++ standard


def test_positions_that_differ_have_different_keys() -> None:
    made = entries(3000)
    assert len({key_of(each.place) for each in made}) == len(made)


@pytest.mark.parametrize(
    ("usi", "bits"),
    [
        ("7g7f", 60 << 7 | 59),
        ("8h2b+", 1 << 14 | 70 << 7 | 10),
        ("P*5e", 81 << 7 | 40),
        ("L*5e", 82 << 7 | 40),
        ("N*5e", 83 << 7 | 40),
        ("S*5e", 84 << 7 | 40),
        ("B*5e", 85 << 7 | 40),
        ("R*5e", 86 << 7 | 40),
        ("G*5e", 87 << 7 | 40),
    ],
)
def test_a_move_has_bits_for_target_origin_and_promotion(usi: str, bits: int, tmp_path: Path) -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b RBGSNLP 1")
    move = Move.from_usi(usi)
    file = io.BytesIO()
    apery.write([BookEntry(position_key(board), (BookMove(move, count=7, score=-9),))], file)
    assert file.getvalue() == pack("<QHHi", key_of(position_key(board)), bits, 7, -9)
    path = tmp_path / "book.bin"
    path.write_bytes(file.getvalue())
    with AperyBook(path) as book:
        found = [each.move for each in book._moves(position_key(board))]
    assert found == [move]


def book_file(made: list[BookEntry], folder: Path) -> Path:
    path = folder / "book.bin"
    with path.open("wb") as file:
        apery.write(made, file)
    return path


def test_every_position_is_found_by_its_key(tmp_path: Path) -> None:
    made = list(ordered(entries(2000)))
    with AperyBook(book_file(made, tmp_path)) as book:
        assert book.is_sorted
        assert len(book) == sum(len(each.moves) for each in made)
        for each in made:
            found = book.get(f"{each.place} 1")
            none = 0 if any(one.score for one in each.moves) else None
            unknown = 1 if any(one.count for one in each.moves) else 0
            assert [(one.move, one.count, one.score) for one in found] == [
                (one.move, unknown if one.count is None else one.count, one.score or none)
                for one in each.moves
            ]


def test_a_score_of_0_among_others_is_read_and_an_unknown_count_does_not_exclude_a_move(
    tmp_path: Path,
) -> None:
    even, worse = Move.from_usi("7g7f"), Move.from_usi("2g2f")
    moves = (BookMove(even, score=0), BookMove(worse, score=-35, count=3))
    with AperyBook(book_file([BookEntry(position_key(Board()), moves)], tmp_path)) as book:
        assert [(each.score, each.count) for each in book.get(Board())] == [(0, 1), (-35, 3)]
        assert book.choose(Board(), Random(1), variety=0) == even


def test_positions_of_an_unsorted_file_are_found(tmp_path: Path) -> None:
    made = entries(300)
    path = book_file(made, tmp_path)
    data = path.read_bytes()
    path.write_bytes(b"".join(data[at : at + 16] for at in range(len(data) - 16, -1, -16)))
    with AperyBook(path) as book:
        assert not book.is_sorted
        for each in made:
            assert {one.move for one in book.get(each.sfen)} == {one.move for one in each.moves}


def line(*moves: str, only: int | None = None) -> list[BookEntry]:
    """Entries of a line of moves, or of one side's moves in it."""
    board = Board()
    made: list[BookEntry] = []
    for at, usi in enumerate(moves):
        if only is None or at % 2 == only:
            made.append(BookEntry(position_key(board), (BookMove(Move.from_usi(usi), count=1),), at + 1))
        board.push_usi(usi)
    return made


@pytest.mark.parametrize("only", [None, 0, 1], ids=["both sides", "Black's moves only", "White's moves only"])
def test_positions_are_enumerated_by_playing_the_book_from_the_start(
    only: int | None, tmp_path: Path
) -> None:
    made = line("7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e", only=only)
    with AperyBook(book_file(made, tmp_path)) as book:
        assert sorted(each.sfen for each in book) == sorted(each.sfen for each in made)


def test_the_enumeration_of_a_cycle_ends(tmp_path: Path) -> None:
    made = line("2h3h", "8b7b", "3h2h", "7b8b")
    with AperyBook(book_file(made, tmp_path)) as book:
        assert len(list(book)) == 4


def test_positions_of_handicap_games_are_enumerated(tmp_path: Path) -> None:
    board = Board.handicap("two-piece")
    made = BookEntry(position_key(board), (BookMove(Move.from_usi("6a7b"), score=0, count=1),))
    with AperyBook(book_file([made], tmp_path)) as book:
        assert [each.place for each in book] == [made.place]


def test_a_file_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.bin"
    path.write_bytes(bytes(31))
    with pytest.raises(
        BookError, match="byte 16: expected entries of 16 bytes each; the last one is cut off"
    ):
        AperyBook(path)
    path.write_bytes(pack("<QHHi", key_of(position_key(Board())), 0xFFFF, 1, 1))
    with AperyBook(path) as book, pytest.raises(BookError, match="byte 8: expected a move, got 0xffff"):
        book.get(Board())
