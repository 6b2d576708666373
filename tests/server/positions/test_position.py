"""The type of positions on the wire."""

from __future__ import annotations

import msgspec
import pytest

from komadai import STARTPOS, Board
from komadai.errors import SfenError
from komadai.server import wire_text
from komadai.server.errors import ApiError
from komadai.server.http.requests import decoded
from komadai.server.positions.position import Position


class Ask(msgspec.Struct):
    sfen: Position
    other: Position | None = None


def test_a_decoded_position_is_read() -> None:
    ask = wire_text.decode('{"sfen": "startpos moves 7g7f", "other": null}', Ask)
    board = Board()
    board.push_usi("7g7f")
    assert ask.sfen.board() == board
    assert ask.sfen.board().history == board.history
    assert wire_text.encode(ask) == b'{"sfen":"startpos moves 7g7f","other":null}'


def test_each_board_is_another_one() -> None:
    position = Position(STARTPOS)
    position.board().push_usi("7g7f")
    assert position.board().sfen() == STARTPOS


def test_an_arrangement_need_not_be_legal() -> None:
    assert Position("4k4/9/9/9/4P4/9/4P4/9/4K4 b - 1").board().problems()


def test_what_standard_shogi_has_not_is_read_for_the_variant() -> None:
    position = wire_text.decode('{"sfen": "gle/1c1/1C1/ELG w - 2"}', Ask).sfen
    with pytest.raises(SfenError):
        position.board()
    assert position.on("dobutsu").sfen() == "gle/1c1/1C1/ELG w - 2"


@pytest.mark.parametrize(
    ("text", "english", "japanese"),
    [
        ("7", "sfen: Expected `str`, got `int`", "「sfen」は文字列にしてください"),
        ("null", "sfen: Expected `str`, got `null`", "「sfen」は文字列にしてください"),
        ("[]", "sfen: Expected `str`, got `array`", "「sfen」は文字列にしてください"),
        (f'"{"9" * 8001}"', "sfen: Expected `str` of length <= 8000", "「sfen」は8000文字以下にしてください"),
    ],
)
def test_another_value_is_refused_with_its_field(text: str, english: str, japanese: str) -> None:
    with pytest.raises(ApiError) as refused:
        decoded(f'{{"sfen": {text}}}'.encode(), Ask)
    assert (refused.value.code, refused.value.field) == ("invalid", "sfen")
    assert refused.value.text.en == f"{english}."
    assert refused.value.text.ja.endswith(japanese)


def test_positions_are_equal_if_their_texts_are() -> None:
    assert Position("startpos") == Position("startpos") != Position(STARTPOS)
    assert hash(Position("startpos")) == hash(Position("startpos"))
    assert repr(Position("startpos")) == "Position('startpos')"
