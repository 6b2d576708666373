"""Japanese notation by the guideline of the Japan Shogi Association, case by case."""

from __future__ import annotations

import pytest

from komadai import Board, Move, notation
from komadai.errors import AmbiguousMoveError, NotationError

# The position; then each move and how it is written (without ▲).
GUIDELINE = {
    "two golds, one goes forward and one sideways": (
        "4k4/2G6/G8/9/9/9/9/9/4K4 b - 1",
        {"9c8b": "8二金上", "7b8b": "8二金寄"},
    ),
    "two golds, one goes forward and one back": (
        "4k1G2/9/5G3/9/9/9/9/9/4K4 b - 1",
        {"4c3b": "3二金上", "3a3b": "3二金引"},
    ),
    "a gold beside and a gold straight below: the motion tells, not 直": (
        "k8/9/9/9/5G3/4G4/9/9/4K4 b - 1",
        {"5f5e": "5五金上", "4e5e": "5五金寄"},
    ),
    "silvers below and above": (
        "k8/9/9/9/9/9/2S6/9/2S1K4 b - 1",
        {"7i8h": "8八銀上", "7g8h": "8八銀引"},
    ),
    "two golds that both go forward are told by side": (
        "4k4/G1G6/9/9/9/9/9/9/4K4 b - 1",
        {"9b8a": "8一金左", "7b8a": "8一金右"},
    ),
    "two golds side by side: 左 and 直": (
        "4k4/9/9/9/9/9/9/9/1GG1K4 b - 1",
        {"8i7h": "7八金左", "7i7h": "7八金直"},
    ),
    "two golds side by side: 直 and 右": (
        "4k4/9/9/9/9/9/9/9/4K1GG1 b - 1",
        {"3i3h": "3八金直", "2i3h": "3八金右"},
    ),
    "three golds side by side": (
        "k8/9/3GGG3/9/9/9/9/9/4K4 b - 1",
        {"6c5b": "5二金左", "5c5b": "5二金直", "4c5b": "5二金右"},
    ),
    "five tokins round a square": (
        "k8/4+P4/3+P5/3+P+P+P3/9/9/9/9/4K4 b - 1",
        {
            "4d5c": "5三と右",
            "5d5c": "5三と直",
            "6d5c": "5三と左上",
            "6c5c": "5三と寄",
            "5b5c": "5三と引",
        },
    ),
    "four silvers round a square": (
        "k8/9/9/9/9/9/1S1S5/9/1SS1K4 b - 1",
        {"6g7h": "7八銀右", "7i7h": "7八銀直", "8i7h": "7八銀左上", "8g7h": "7八銀左引"},
    ),
    "golds at both sides and below left": (
        "k8/9/9/9/9/3G1G3/3G5/9/4K4 b - 1",
        {"6f5f": "5六金左寄", "6g5f": "5六金上", "4f5f": "5六金右"},
    ),
    "dragons told by motion": (
        "+R8/9/7k1/1+R7/9/9/9/9/4K4 b - 1",
        {"9a8b": "8二龍引", "8d8b": "8二龍上"},
    ),
    "dragons, one back and one sideways": (
        "k8/4+R4/7+R1/9/9/9/9/9/4K4 b - 1",
        {"5b4c": "4三龍引", "2c4c": "4三龍寄"},
    ),
    "dragons on one rank": (
        "k8/9/9/9/4+R3+R/9/9/9/4K4 b - 1",
        {"5e3e": "3五龍左", "1e3e": "3五龍右"},
    ),
    "a dragon straight below is never 直": (
        "6k2/9/9/9/9/9/9/9/+R+R2K4 b - 1",
        {"9i8h": "8八龍左", "8i8h": "8八龍右"},
    ),
    "dragons on the right edge": (
        "k8/9/9/9/9/9/9/7+R1/4K3+R b - 1",
        {"2h1g": "1七龍左", "1i1g": "1七龍右"},
    ),
    "horses that both go back": (
        "+B+B3k3/9/9/9/9/9/9/9/4K4 b - 1",
        {"9a8b": "8二馬左", "8a8b": "8二馬右"},
    ),
    "horses told by motion": (
        "9/8k/3+B5/9/+B8/9/9/9/4K4 b - 1",
        {"9e8e": "8五馬寄", "6c8e": "8五馬引"},
    ),
    "knights have sides only": (
        "k8/9/9/9/3N1N3/9/9/9/4K4 b - 1",
        {"6e5c+": "5三桂左成", "6e5c": "5三桂左不成", "4e5c+": "5三桂右成", "4e5c": "5三桂右不成"},
    ),
    "rooks on one file: the motion tells": (
        "k8/9/9/4R4/9/9/9/4R4/3K5 b - 1",
        {"5h5f": "5六飛上", "5d5f": "5六飛引"},
    ),
    "White's left is Black's right": (
        "4k1gg1/9/9/9/9/9/9/9/4K4 w - 1",
        {"3a3b": "3二金直", "2a3b": "3二金左"},
    ),
}


@pytest.mark.parametrize("name", GUIDELINE)
def test_guideline(name: str) -> None:
    sfen, moves = GUIDELINE[name]
    board = Board(sfen)
    for usi, text in moves.items():
        move = Move.from_usi(usi)
        assert notation.write(board, move)[1:] == text
        assert notation.read(board, text) is move


def test_the_mark_shows_the_side() -> None:
    board = Board()
    assert notation.write(board, Move.from_usi("7g7f")) == "▲7六歩"
    board.push_usi("7g7f")
    assert notation.write(board, Move.from_usi("3c3d")) == "△3四歩"


def test_a_capture_on_the_square_of_the_move_before_is_written_with_dou() -> None:
    board = Board()
    for usi in ("7g7f", "3c3d", "8h2b+"):
        board.push_usi(usi)
    assert notation.write(board, Move.from_usi("3a2b")) == "△同銀"
    for text in ("同銀", "△同　銀", "△２二同銀", "22同銀", "同銀(31)", "dougin"):
        assert notation.read(board, text) is Move.from_usi("3a2b")


def test_previous_can_be_given_for_a_board_without_history() -> None:
    board = Board("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w B 4")
    move = Move.from_usi("3a2b")
    assert notation.write(board, move) == "△2二銀"
    assert notation.write(board, move, previous=Move.from_usi("8h2b+")) == "△同銀"
    with pytest.raises(NotationError, match="同"):
        notation.read(board, "同銀")


def test_a_drop_is_marked_only_if_a_piece_on_the_board_could_go_there_too() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/3GK4 b GS 1")
    assert notation.write(board, Move.from_usi("G*5h")) == "▲5八金打"
    assert notation.write(board, Move.from_usi("6i5h")) == "▲5八金"
    assert notation.write(board, Move.from_usi("S*5h")) == "▲5八銀"
    assert notation.read(board, "5八金") is Move.from_usi("6i5h")
    assert notation.read(board, "5八金打") is Move.from_usi("G*5h")
    assert notation.read(board, "5八銀打") is Move.from_usi("S*5h")


def test_a_pinned_piece_is_no_rival() -> None:
    # The gold on 5h is pinned by the rook on 5a: only the other one can go to 4h.
    board = Board("k3r4/9/9/9/9/9/9/4G4/4K1G2 b G 1")
    assert notation.write(board, Move.from_usi("3i4h")) == "▲4八金"
    assert notation.write(board, Move.from_usi("G*6h")) == "▲6八金"
    # A longer text that counts the pinned piece is read, too.
    assert notation.read(board, "4八金上") is Move.from_usi("3i4h")
    assert notation.read(board, "4八金右") is Move.from_usi("3i4h")


def test_promotion_is_written_only_where_the_piece_may_promote() -> None:
    board = Board("4k4/P8/9/S8/G8/9/9/9/4K4 b - 1")
    assert notation.write(board, Move.from_usi("9b9a+")) == "▲9一歩成"
    assert notation.write(board, Move.from_usi("9d8c+")) == "▲8三銀成"
    assert notation.write(board, Move.from_usi("9d8c")) == "▲8三銀不成"
    assert notation.write(board, Move.from_usi("9e8d")) == "▲8四金"
    with pytest.raises(AmbiguousMoveError) as error:
        notation.read(board, "8三銀")
    assert set(error.value.candidates) == {Move.from_usi("9d8c"), Move.from_usi("9d8c+")}
    assert "9d8c+" in str(error.value)


def test_a_move_with_its_origin_in_brackets_promotes_only_with_nari() -> None:
    board = Board("4k4/9/9/S8/9/9/9/9/4K4 b - 1")
    assert notation.read(board, "８三銀(94)") is Move.from_usi("9d8c")
    assert notation.read(board, "８三銀成(94)") is Move.from_usi("9d8c+")


@pytest.mark.parametrize(
    "text",
    [
        "７六歩",
        "7六歩",
        "76歩",
        "▲７六歩",
        "☗7六歩",
        "先手７六歩",
        "七六歩",
        "7 六 歩",
        "７６歩",
        "7六歩(77)",
    ],
)
def test_spellings_that_occur_in_records(text: str) -> None:
    assert notation.read(Board(), text) is Move.from_usi("7g7f")


@pytest.mark.parametrize("name", ["龍", "竜", "龍王", "竜王"])
def test_names_of_the_dragon(name: str) -> None:
    board = Board("4k4/9/9/9/9/9/9/7+R1/4K4 b - 1")
    assert notation.read(board, f"2四{name}") is Move.from_usi("2h2d")


@pytest.mark.parametrize(("signs", "square"), [("圭今", "9f"), ("杏仝", "8f"), ("全", "7f"), ("と个", "6f")])
def test_promoted_pieces_have_an_abbreviated_and_a_cursive_sign(signs: str, square: str) -> None:
    board = Board("4k4/9/9/9/9/9/+N+L+S+P5/9/4K4 b - 1")
    file, rank = square[0], "六"
    for sign in signs:
        for text in (f"▲{file}{rank}{sign}", f"{file}6{sign}", f"▲{sign}-{file}6"):
            assert notation.read(board, text).usi() == f"{file}g{square}"


def test_the_mark_of_the_other_side_is_refused() -> None:
    with pytest.raises(NotationError, match="White, but Black is to move"):
        notation.read(Board(), "△7六歩")


def test_words_that_fit_no_piece_are_refused() -> None:
    with pytest.raises(NotationError, match="no gold can go to 5h"):
        notation.read(Board(), "5八金引")


def test_golds_of_the_start() -> None:
    board = Board()
    assert notation.write(board, Move.from_usi("6i5h")) == "▲5八金左"
    assert notation.write(board, Move.from_usi("4i5h")) == "▲5八金右"
    with pytest.raises(AmbiguousMoveError, match="6i5h"):
        notation.read(board, "5八金")
