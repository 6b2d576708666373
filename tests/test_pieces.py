"""Colours, pieces and hands."""

import copy
import pickle

import pytest

from komadai.errors import InvalidPieceError, KomadaiError
from komadai.pieces import BLACK, HAND_TYPES, PIECES, SET_COUNTS, WHITE, Color, Hand, Piece, PieceType


def test_a_piece_is_shown_as_it_can_be_written_in_python() -> None:
    assert repr(Piece(Color.WHITE, PieceType.PRO_PAWN)) == "Piece.from_symbol('+p')"
    assert all(eval(repr(piece)) is piece for piece in PIECES)


def test_each_side_is_the_others_opponent() -> None:
    assert BLACK.opponent is WHITE
    assert WHITE.opponent is BLACK


def test_promotion_turns_a_piece_over_and_back() -> None:
    for piece_type in PieceType:
        assert piece_type.promoted.unpromoted == piece_type.unpromoted
        assert piece_type.is_promoted == (piece_type.unpromoted != piece_type)


def test_gold_and_king_have_no_other_side() -> None:
    assert [each for each in PieceType if not each.can_promote and not each.is_promoted] == [
        PieceType.GOLD,
        PieceType.KING,
    ]
    assert PieceType.GOLD.promoted is PieceType.GOLD


@pytest.mark.parametrize(
    ("piece_type", "symbol", "kanji", "japanese", "english"),
    [
        (PieceType.PAWN, "P", "歩", "歩", "pawn"),
        (PieceType.KING, "K", "玉", "玉", "king"),
        (PieceType.PRO_PAWN, "+P", "と", "と", "tokin"),
        (PieceType.PRO_LANCE, "+L", "杏", "成香", "promoted lance"),
        (PieceType.PRO_KNIGHT, "+N", "圭", "成桂", "promoted knight"),
        (PieceType.PRO_SILVER, "+S", "全", "成銀", "promoted silver"),
        (PieceType.HORSE, "+B", "馬", "馬", "horse"),
        (PieceType.DRAGON, "+R", "龍", "龍", "dragon"),
    ],
)
def test_names(piece_type: PieceType, symbol: str, kanji: str, japanese: str, english: str) -> None:
    assert (piece_type.symbol, piece_type.kanji, piece_type.japanese, piece_type.english) == (
        symbol,
        kanji,
        japanese,
        english,
    )
    assert PieceType.from_letter(symbol) is piece_type


def test_the_same_piece_is_the_same_object() -> None:
    for piece in PIECES:
        assert Piece(piece.color, piece.type) is piece
        assert Piece.from_code(piece.code) is piece
        assert Piece.from_symbol(piece.symbol) is piece
        assert pickle.loads(pickle.dumps(piece)) is piece
        assert copy.deepcopy(piece) is piece
        assert piece.code == piece.type + 16 * piece.color


def test_a_full_set_has_forty_pieces() -> None:
    assert sum(SET_COUNTS.values()) == 40


@pytest.mark.parametrize("code", [0, 15, 16, 31, -1, "P", None])
def test_there_is_no_other_piece(code: object) -> None:
    with pytest.raises(InvalidPieceError):
        Piece.from_code(code)  # type: ignore[arg-type]


@pytest.mark.parametrize("symbol", ["", "+", "+G", "+k", "X", "PP", "歩"])
def test_text_that_is_no_piece(symbol: str) -> None:
    with pytest.raises(InvalidPieceError) as caught:
        Piece.from_symbol(symbol)
    assert isinstance(caught.value, KomadaiError)
    assert isinstance(caught.value, ValueError)


def test_pieces_and_hands_cannot_be_changed() -> None:
    for value in (PIECES[0], Hand()):
        with pytest.raises(AttributeError):
            value.counts = (1,)
    with pytest.raises(AttributeError):
        del PIECES[0].symbol


def test_a_hand_is_a_mapping_of_what_is_held() -> None:
    hand = Hand({PieceType.ROOK: 1, PieceType.PAWN: 12})
    assert dict(hand) == {PieceType.PAWN: 12, PieceType.ROOK: 1}
    assert hand.total == 13
    assert len(hand) == 2
    assert hand[PieceType.GOLD] == 0
    assert PieceType.GOLD not in hand
    assert list(hand) == [PieceType.PAWN, PieceType.ROOK]
    assert (hand.sfen(), hand.sfen(Color.WHITE)) == ("R12P", "r12p")
    assert hand == Hand(hand.counts)
    assert hash(hand) == hash(Hand(hand.counts))
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert not Hand()
    assert repr(hand) == "Hand({PAWN: 12, ROOK: 1})"


def test_sfen_writes_the_strongest_piece_first() -> None:
    assert Hand(range(1, 8)).sfen() == "7R6B5G4S3N2LP"
    assert len(HAND_TYPES) == 7


@pytest.mark.parametrize(
    "pieces", [{PieceType.KING: 1}, {PieceType.DRAGON: 1}, {PieceType.PAWN: -1}, [1, 2], [0] * 8, ["1"] * 7]
)
def test_what_cannot_be_in_hand(pieces: object) -> None:
    with pytest.raises(InvalidPieceError):
        Hand(pieces)  # type: ignore[arg-type]


def test_asking_a_hand_for_a_king_is_a_key_error() -> None:
    with pytest.raises(KeyError):
        Hand()[PieceType.KING]


def test_a_side_and_a_kind_of_piece_are_printed_in_words() -> None:
    assert str(Color.WHITE) == "White"
    assert f"{PieceType.PRO_PAWN}" == PieceType.PRO_PAWN.english
