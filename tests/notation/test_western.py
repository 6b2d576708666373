"""Hodges' and Hosking's notations, and Kitao and Kawasaki's."""

from __future__ import annotations

import pytest

from komadai import Board, Move, notation
from komadai.errors import AmbiguousMoveError, IllegalMoveError, NotationError, UnknownStyleError

WRITTEN = [
    # position, move, Hodges, Hosking
    ("startpos", "7g7f", "P-7f", "P-76"),
    ("startpos", "6i5h", "G6i-5h", "G69-58"),
    ("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3", "8h2b+", "Bx2b+", "Bx22+"),
    ("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3", "8h2b", "Bx2b=", "Bx22="),
    ("4k4/9/9/9/9/9/9/9/4K4 b S 1", "S*4e", "S*4e", "S*45"),
    ("4k4/9/9/9/9/9/9/1+R7/4K4 b - 1", "8h8b", "+R-8b", "+R-82"),
    ("4k4/9/9/9/3N5/9/9/9/4K4 b - 1", "6e5c+", "N-5c+", "N-53+"),
    ("4k4/9/9/9/3N1N3/9/9/9/4K4 b - 1", "6e5c+", "N6e-5c+", "N65-53+"),
]


@pytest.mark.parametrize(("sfen", "usi", "hodges", "hosking"), WRITTEN)
def test_writing(sfen: str, usi: str, hodges: str, hosking: str) -> None:
    board, move = Board(sfen), Move.from_usi(usi)
    assert notation.write(board, move, "western") == hodges
    assert notation.write(board, move, "hosking") == hosking
    for text in (hodges, hosking, hodges.lower(), hosking.lower()):
        assert notation.read(board, text) is move


BOOKLET = [
    # position, text, move: the mixed style of Western booklets
    ("startpos", "▲歩-76", "7g7f"),
    ("startpos", "■歩-76", "7g7f"),
    ("startpos", "☗歩76", "7g7f"),
    ("startpos", "▲金(49)-58", "4i5h"),
    ("startpos", "▲G(49)-58", "4i5h"),
    ("lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2", "□歩-34", "3c3d"),
    ("4k4/9/9/9/L8/r8/9/9/4K4 w - 1", "△飛x95", "9f9e"),
    ("4k4/9/9/9/9/9/6n2/r8/4K4 w - 1", "□飛x97", None),
    ("4k4/9/9/9/9/9/8P/8r/3K5 w - 1", "□飛x17=", "1h1g"),
    ("4k4/9/9/9/9/9/8P/8r/3K5 w - 1", "□飛x17+", "1h1g+"),
    ("4k4/9/9/9/9/9/6n2/r8/4K4 w - 1", "□桂-49+", "3g4i+"),
    ("4k4/6+s2/9/9/9/9/9/9/4K4 w - 1", "□+銀-32", None),
    ("4k4/9/9/9/6+s2/9/9/9/4K4 w - 1", "□+銀-36", "3e3f"),
    ("4k4/9/9/9/6+r2/9/9/9/4K4 w - 1", "□龍-36", "3e3f"),
    ("4k4/9/9/9/6+p2/9/9/9/4K4 w s 1", "□と -36", "3e3f"),
    ("4k4/9/9/9/6+p2/9/9/9/4K4 w s 1", "□銀*36", "S*3f"),
]


@pytest.mark.parametrize(("sfen", "text", "usi"), BOOKLET)
def test_the_mixed_style_of_western_booklets(sfen: str, text: str, usi: str | None) -> None:
    if usi is None:
        with pytest.raises(NotationError):
            notation.read(Board(sfen), text)
    else:
        assert notation.read(Board(sfen), text) is Move.from_usi(usi)


def test_kitao_and_kawasaki_write_kanji_and_the_origin_in_brackets() -> None:
    def written(sfen: str, usi: str) -> str:
        return notation.write(Board(sfen), Move.from_usi(usi), "kitao-kawasaki")

    assert written("startpos", "7g7f") == "▲歩-76"
    assert written("startpos", "6i5h") == "▲金(69)-58"
    assert written("4k4/9/9/9/6+s2/9/9/9/4K4 w - 1", "3e3f") == "△+銀-36"
    assert written("4k4/9/9/9/6+r2/9/6N2/9/4K4 w - 1", "3e3g") == "△龍x37"
    assert written("4k4/9/9/9/9/9/9/9/4K4 w s 1", "S*4e") == "△銀*45"


def test_the_side_in_a_text_must_be_to_move() -> None:
    with pytest.raises(NotationError, match="the text says White, but Black is to move"):
        notation.read(Board(), "□歩-34")


def test_the_sign_and_the_piece_may_be_left_out_if_the_move_stays_unique() -> None:
    board = Board()
    for text in ("P7f", "p76", "76", "7f", "7776", "P77-76", "p−7f"):
        assert notation.read(board, text) is Move.from_usi("7g7f")
    with pytest.raises(AmbiguousMoveError):
        notation.read(board, "58")  # both golds, the king and the rook can go there


def test_a_drop_and_a_move_are_distinguished() -> None:
    board = Board("4k4/9/9/9/9/4S4/9/9/4K4 b S 1")
    assert notation.read(board, "S-5e") is Move.from_usi("5f5e")
    assert notation.read(board, "S*5e") is Move.from_usi("S*5e")
    assert notation.read(board, "S'55") is Move.from_usi("S*5e")
    with pytest.raises(AmbiguousMoveError):
        notation.read(board, "S5e")


def test_promotion_must_be_written_where_the_piece_may_promote() -> None:
    board = Board("4k4/9/9/S8/9/9/9/9/4K4 b - 1")
    with pytest.raises(AmbiguousMoveError, match="9d8c"):
        notation.read(board, "S-8c")
    assert notation.read(board, "S-8c=") is Move.from_usi("9d8c")
    assert notation.read(board, "8c+") is Move.from_usi("9d8c+")


def test_a_capture_on_an_empty_square_is_refused() -> None:
    with pytest.raises(NotationError, match="no pawn can go to 7f"):
        notation.read(Board(), "Px7f")


def test_the_error_for_an_illegal_move_has_the_rule_it_breaks() -> None:
    board = Board("4k4/9/9/9/9/4P4/9/9/4K4 b P 1")
    with pytest.raises(IllegalMoveError) as error:
        notation.read(board, "P*5e")
    assert error.value.infraction == "nifu"
    with pytest.raises(IllegalMoveError):
        notation.read(Board(), "7g7e")


def test_the_error_for_other_text_has_examples_of_moves() -> None:
    for text in ("", "hello", "0z", "P-7z", "7六", "x" * 1000):
        with pytest.raises(NotationError):
            notation.read(Board(), text)
    with pytest.raises(NotationError, match="7g7f, P-7f, P-76, 76fu"):
        notation.read(Board(), "castles")


@pytest.mark.parametrize("text", ["+G11", "+K-59", "+g*5e", "x+K", "+Gx"])
def test_a_promoted_gold_or_king_is_no_piece(text: str) -> None:
    with pytest.raises(NotationError, match="expected a move"):
        notation.read(Board(), text)


def test_unknown_styles_are_refused() -> None:
    with pytest.raises(UnknownStyleError, match="japanese, western"):
        notation.write(Board(), Move.from_usi("7g7f"), "klingon")


def test_a_move_from_an_empty_square_cannot_be_written() -> None:
    with pytest.raises(NotationError, match="no piece"):
        notation.write(Board(), Move.from_usi("5e5d"))


@pytest.mark.parametrize("text", ["P-1İ", "P-7ı"])
def test_letters_that_only_look_like_ascii_are_refused(text: str) -> None:
    """Case-insensitive matching treats İ and ı as i."""
    with pytest.raises(NotationError):
        notation.read(Board(), text)


ABBREVIATED = [
    # moves before, text, its move: only the file or the rank of the origin, no target
    ("", "G65h", "6i5h"),
    ("", "G45h", "4i5h"),
    ("", "G4-5h", "4i5h"),
    ("", "G458", "4i5h"),
    ("7g7f 8c8d 7i6h", "G65b", "6a5b"),
    ("7g7f 3c3d 8h2b+", "xS", "3a2b"),
    ("7g7f 3c3d 8h2b+", "Sx", "3a2b"),
    ("7g7f 3c3d 8h2b+", "△x銀", "3a2b"),
    ("7g7f 3c3d 8h2b+", "xS3", "3a2b"),
    ("2g2f 3c3d 2f2e 3d3e 2e2d", "xP", "2c2d"),
    ("2g2f 3c3d 2f2e 3d3e 2e2d", "Px", "2c2d"),
    ("7g7f 3c3d 2g2f 2b8h+", "x+B", None),
    ("7g7f 3c3d 8h2b+ 8b2b", "Bx", None),
]


@pytest.mark.parametrize(("before", "text", "usi"), ABBREVIATED)
def test_abbreviations_of_old_western_records(before: str, text: str, usi: str | None) -> None:
    board = Board()
    for word in before.split():
        board.push(Move.from_usi(word))
    if usi is None:
        with pytest.raises(NotationError):
            notation.read(board, text)
    else:
        assert notation.read(board, text) is Move.from_usi(usi)


def test_golds_on_one_file_are_distinguished_by_their_ranks() -> None:
    board = Board("4k4/9/9/9/9/9/6G2/9/4K1G2 b - 1")
    assert notation.read(board, "Gi3h") is Move.from_usi("3i3h")
    assert notation.read(board, "Gg3h") is Move.from_usi("3g3h")
    with pytest.raises(AmbiguousMoveError, match="3i3h"):
        notation.read(board, "G33h")
    with pytest.raises(NotationError, match="no gold can go from rank b to 3h"):
        notation.read(board, "Gb3h")
    with pytest.raises(NotationError, match="no gold can go from file 4 to 3h"):
        notation.read(board, "G43h")


def test_a_capture_without_a_square_takes_the_piece_just_moved() -> None:
    with pytest.raises(NotationError, match="there is no move before"):
        notation.read(Board(), "xP")
