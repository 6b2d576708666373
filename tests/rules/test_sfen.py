"""Reading and writing SFEN, and the errors for wrong text."""

from __future__ import annotations

import pickle
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from komadai import BLACK, HANDICAPS, STARTPOS, WHITE, Board, KomadaiError, Move, PieceType, SfenError
from tests.reference import ALL_SQUARES, Position
from tests.rules.positions import MATSURI, MOST_MOVES, START, positions, random_position

# (text, field, rank, words of the reason)
WRONG = {
    "nothing": ("", "board", None, "empty"),
    "spaces only": ("   ", "board", 1, "0 squares; expected 9"),
    "eight ranks": (
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
        "board",
        8,
        "8 ranks; expected 9",
    ),
    "ten ranks": ("9/9/9/9/9/9/9/9/9/9 b - 1", "board", 10, "more than 9 ranks"),
    "a short rank": ("9/9/8/9/9/9/9/9/9 b - 1", "board", 3, "8 squares; expected 9"),
    "a long rank": ("9/9/9/9P/9/9/9/9/9 b - 1", "board", 4, "more than 9 squares"),
    "two numbers in a row": ("9/9/9/9/54/9/9/9/9 b - 1", "board", 5, "two numbers"),
    "a zero": ("9/9/9/9/90/9/9/9/9 b - 1", "board", 5, "not a piece"),
    "a promoted gold": ("4k4/9/9/9/4+G4/9/9/9/4K4 b - 1", "board", 5, "promoted gold"),
    "a promoted king": ("4+k4/9/9/9/9/9/9/9/4K4 b - 1", "board", 1, "promoted king"),
    "a plus without a piece": ("9/9/9/9/8+/9/9/9/9 b - 1", "board", 5, "not a piece"),
    "an unknown letter": ("4k4/9/9/9/4X4/9/9/9/4K4 b - 1", "board", 5, "'X' is not a piece"),
    "a kanji": ("4玉4/9/9/9/9/9/9/9/9 b - 1", "board", 1, "not a piece"),
    "no side to move": ("9/9/9/9/9/9/9/9/9", "turn", None, "missing"),
    "an unknown side to move": ("9/9/9/9/9/9/9/9/9 x - 1", "turn", None, "expected 'b' or 'w'"),
    "no hands": ("9/9/9/9/9/9/9/9/9 b", "hands", None, "missing"),
    "99 pawns in hand": ("4k4/9/9/9/9/9/9/9/4K4 b 99P 1", "hands", None, "99 pawns in hand"),
    "nineteen pawns in hand": (
        "4k4/9/9/9/9/9/9/9/4K4 b 19P 1",
        "hands",
        None,
        "19 pawns in hand; a set has 18",
    ),
    "three rooks in hand": ("4k4/9/9/9/9/9/9/9/4K4 b 3R 1", "hands", None, "3 rooks"),
    "a huge count": ("4k4/9/9/9/9/9/9/9/4K4 b 99999999999999999999P 1", "hands", None, "18"),
    "no pawns": ("4k4/9/9/9/9/9/9/9/4K4 b 0P 1", "hands", None, "0"),
    "a count alone": ("4k4/9/9/9/9/9/9/9/4K4 b 2 1", "hands", None, "without a piece"),
    "a piece twice": ("4k4/9/9/9/9/9/9/9/4K4 b PP 1", "hands", None, "twice"),
    "a king in hand": ("4k4/9/9/9/9/9/9/9/4K4 b K 1", "hands", None, "king"),
    "a promoted piece in hand": ("4k4/9/9/9/9/9/9/9/4K4 b +P 1", "hands", None, "not a piece"),
    "a dash and more": ("4k4/9/9/9/9/9/9/9/4K4 b -P 1", "hands", None, "after '-'"),
    "no number": ("4k4/9/9/9/9/9/9/9/4K4 b - one", "move number", None, "expected a number"),
    "a negative number": ("4k4/9/9/9/9/9/9/9/4K4 b - -1", "move number", None, "expected a number"),
    "something after the end": ("4k4/9/9/9/9/9/9/9/4K4 b - 1 x", "position", None, "remove 'x'"),
    "a number too large": ("4k4/9/9/9/9/9/9/9/4K4 b - 99999999999", "move number", None, "above"),
    "nineteen pawns in all": (
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b P 1",
        "board and hands",
        None,
        "19 pawns in all; a set has 18",
    ),
    "three rooks, two of them promoted": (
        "4k4/9/9/9/1+R1+R1r3/9/9/9/K8 b - 1",
        "board and hands",
        None,
        "rook",
    ),
    "two kings of a side": ("4k4/9/9/9/9/9/9/9/3K1K3 b - 1", "board", 9, "Black has 2 kings on 4i, 6i"),
    "three kings": ("4k2k1/9/9/9/9/9/9/9/3K5 b - 1", "board", 1, "White has 2 kings on 2a, 5a"),
    "nifu": ("4k4/9/4P4/9/4P4/9/9/9/4K4 w - 1", "board", 5, "nifu"),
    "White’s nifu": ("4k4/9/4p4/9/4p4/9/9/9/4K4 b - 1", "board", 5, "nifu"),
    "a dead pawn": ("P3k4/9/9/9/9/9/9/9/4K4 w - 1", "board", 1, "never move"),
    "a dead lance": ("4k4/9/9/9/9/9/9/9/l3K4 b - 1", "board", 9, "never move"),
    "a dead knight": ("4k4/N8/9/9/9/9/9/9/4K4 w - 1", "board", 2, "never move"),
    "the side not to move in check": ("4k4/9/9/9/9/9/9/9/4R2K1 b - 1", "turn", 1, "in check"),
}


@pytest.mark.parametrize("text", [text for text, *_ in WRONG.values()], ids=list(WRONG))
def test_every_problem_has_a_japanese_text(text: str) -> None:
    with pytest.raises(SfenError) as caught:
        Board(text)
    japanese = re.sub("「.*?」|plnsbrgk?|PLNSBRGK?|0x..", "", caught.value.text("ja"))
    assert not re.search("[A-Za-z]{2}", japanese), japanese
    assert caught.value.text() == str(caught.value)


@pytest.mark.parametrize(("text", "field", "rank", "words"), WRONG.values(), ids=WRONG)
def test_an_error_names_field_rank_and_reason(text: str, field: str, rank: int | None, words: str) -> None:
    with pytest.raises(SfenError) as caught:
        Board(text)
    error = caught.value
    assert (error.field, error.rank) == (field, rank)
    assert words in error.reason
    assert error.reason in str(error)
    assert isinstance(error, ValueError)


@pytest.mark.parametrize(
    "sfen",
    [
        START,
        MATSURI,
        MOST_MOVES,
        "9/9/9/9/9/9/9/9/9 b - 1",
        "4k4/9/9/9/9/9/9/9/9 b RBGSNLP3g3n17p 1",  # a problem: Black has no king
        "9/9/9/9/9/9/9/9/4K4 w 2r 1",
        "4k4/9/9/9/9/9/9/9/4K4 w 18P 1000000000",
        "4k4/4+P4/4+P4/4P4/9/9/9/9/4K4 w - 7",  # two tokin and a pawn on one file
        *(handicap.sfen for handicap in HANDICAPS),
    ],
)
def test_a_valid_sfen_is_written_as_it_was_read(sfen: str) -> None:
    board = Board(sfen)
    assert board.sfen() == sfen
    assert f"{board:sfen}" == sfen
    assert board.root_sfen() == sfen
    assert board.problems() == []


def test_startpos_has_a_name() -> None:
    assert Board("startpos") == Board() == Board(STARTPOS) == Board(START)


@pytest.mark.parametrize("number", [1_000_000, 999_999_998, 999_999_999, 1_000_000_000])
def test_any_move_number_that_is_written_can_be_read(number: int) -> None:
    highest = 1_000_000_000
    board = Board(f"4k4/9/9/9/9/9/9/9/4K4 b - {number}")
    for usi in ("5i5h", "5a5b", "5h5i"):
        board.push_usi(usi)
    assert board.move_number == min(number + 3, highest)
    assert Board(board.sfen()).sfen() == board.sfen()
    board.push_pass()
    assert Board(board.usi_position().removeprefix("sfen ")).move_number == board.move_number
    assert pickle.loads(pickle.dumps(board)).sfen() == board.sfen()
    for _ in range(4):
        board.pop()
    assert board.move_number == number


def test_a_move_number_above_the_limit_is_refused() -> None:
    with pytest.raises(SfenError, match="is above 1000000000") as caught:
        Board("4k4/9/9/9/9/9/9/9/4K4 b - 1000000001")
    assert caught.value.field == "move number"


def test_the_move_number_may_be_missing_and_is_one_then() -> None:
    assert Board("4k4/9/9/9/9/9/9/9/4K4 b -").move_number == 1


def test_hands_in_any_order_are_written_in_the_usual_order() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b p2PrR 1")
    assert board.sfen() == "4k4/9/9/9/9/9/9/9/4K4 b R2Prp 1"


@given(positions())
def test_every_legal_arrangement_is_written_as_it_was_read(position: Position) -> None:
    assert Board(position.sfen()).sfen() == position.sfen()


@given(positions(), st.data())
def test_a_changed_sfen_is_refused_or_read_as_written(position: Position, data: st.DataObject) -> None:
    """One character changed, removed or added gives an error of the library or a legal position."""
    text = position.sfen()
    at = data.draw(st.integers(0, len(text)))
    new = data.draw(st.sampled_from(["", *"19/+PpKkNnLlRGgbw- 0x", "玉", "\0", "\n", "\ud800"]))
    for broken in (text[:at] + new + text[at:], text[:at] + new + text[at + 1 :], text[:at]):
        try:
            board = Board(broken)
        except SfenError:
            continue
        again = Position.from_sfen(board.sfen())
        assert again.wrong() == []
        assert Board(board.sfen()) == board


@given(st.text(max_size=120))
def test_any_text_is_an_sfen_or_raises_an_error_of_the_library(text: str) -> None:
    for validate in (True, False):
        try:
            Board(text, validate=validate)
        except KomadaiError as error:
            assert isinstance(error, SfenError)  # noqa: PT017


@given(st.text("lnsgkbrpLNSGKBRP+123456789/ bw-", max_size=120))
def test_text_made_of_sfen_letters(text: str) -> None:
    try:
        board = Board(text, validate=False)
    except SfenError:
        return
    assert board.sfen()


@pytest.mark.parametrize("value", [None, 1, b"startpos", ["9"], object()])
def test_a_value_that_is_not_text_is_a_type_error(value: object) -> None:
    with pytest.raises(TypeError):
        Board(value)  # type: ignore[arg-type]


def test_unfinished_positions_are_accepted_and_their_problems_listed() -> None:
    board = Board("4k2k1/9/4P4/9/4P4/9/9/9/N3+B4 b - 1", validate=False)
    text = " ".join(board.problems())
    assert "White has 2 kings" in text
    assert "nifu" in text
    with pytest.raises(SfenError):
        Board(board.sfen())


def test_validation_agrees_with_the_reference() -> None:
    """Both accept the same arrangements, of many that are nearly valid."""
    dice = random.Random(6)
    wrong = 0
    for _ in range(1500):
        position = random_position(dice)
        for _ in range(dice.randint(1, 2)):
            piece = dice.choice(["P", "p", "L", "n", "N", "K", "k", "+R", "b", "G", "s"])
            position.board[dice.choice(ALL_SQUARES)] = piece
        expected = not position.wrong()
        assert (Board(position.sfen(), validate=False).problems() == []) == expected, position.sfen()
        try:
            Board(position.sfen())
            accepted = True
        except SfenError:
            accepted = False
        assert accepted == expected, position.sfen()
        wrong += not expected
    assert 300 < wrong < 1300


def test_everything_that_an_editors_board_can_hold_can_be_read() -> None:
    board = Board("9/9/9/9/9/9/9/9/9 b - 1", validate=False)
    board.set_hand(BLACK, PieceType.ROOK, 18)
    assert board.sfen() == "9/9/9/9/9/9/9/9/9 b 18R 1"
    assert Board(board.sfen(), validate=False) == board
    with pytest.raises(SfenError, match="18 rooks in hand; a set has 2"):
        Board(board.sfen())
    # A board of pawns and full hands: what is captured may make a hand of more than 18.
    board = Board(f"{'/'.join(['P' * 9] * 8)}/PPPPkPPPP w 18P18p 1", validate=False)
    board.push_unchecked(Move.from_usi("5i4h"))
    assert board.hand(WHITE)[PieceType.PAWN] == 19
    assert Board(board.sfen(), validate=False) == board
    with pytest.raises(SfenError, match="more than 117 pawns") as caught:
        Board(f"{'/'.join(['P' * 9] * 9)} b 37P 1", validate=False)
    assert caught.value.field == "hands"
