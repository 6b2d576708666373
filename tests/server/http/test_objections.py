"""What is wrong with a request is said in Japanese, too: the field, and what was expected there."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
import pytest

from komadai.server.errors import ApiError
from komadai.server.http.objections import one_of
from komadai.server.http.requests import decoded, number


class Clock(msgspec.Struct, tag="clock"):
    main_ms: Annotated[int, msgspec.Meta(ge=0, le=60_000)]


class Days(msgspec.Struct, tag="days"):
    days: Literal[1, 2, 3]


class Ask(msgspec.Struct, forbid_unknown_fields=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=20)]
    side: Literal["black", "white"] | None = None
    win: Annotated[float, msgspec.Meta(gt=0)] = 0.5
    time: Clock | Days | None = None
    moves: Annotated[list[Annotated[str, msgspec.Meta(pattern="^[1-9]")]], msgspec.Meta(max_length=2)] = []
    rated: bool = True


@pytest.mark.parametrize(
    ("more", "field", "japanese"),
    [
        ('"side": "red"', "side", "「side」は次のどれかにしてください：black、white"),
        ('"side": 1', "side", "「side」は文字列かnullにしてください"),
        ('"win": 0', "win", "「win」は0より大きい数値にしてください"),
        ('"win": "all"', "win", "「win」は数値にしてください"),
        (
            '"time": {"type": "clock", "main_ms": -1}',
            "time.main_ms",
            "「time.main_ms」は0以上の整数にしてください",
        ),
        (
            '"time": {"type": "clock", "main_ms": 60001}',
            "time.main_ms",
            "「time.main_ms」は60000以下の整数にしてください",
        ),
        ('"time": {"type": "clock"}', "time", "「main_ms」がありません"),
        (
            '"time": {"type": "days", "days": 4}',
            "time.days",
            "「time.days」は次のどれかにしてください：1、2、3",
        ),
        ('"time": {"type": "ages"}', "time.type", "「time.type」は次のどれかにしてください：clock、days"),
        ('"moves": ["1a", "1b", "1c"]', "moves", "「moves」は2個以下にしてください"),
        ('"moves": ["P*5e"]', "moves[0]", "「moves[0]」は形式が正しくありません"),
        ('"rated": 1', "rated", "「rated」はtrueかfalseにしてください"),
        ('"clock": null', "clock", "「clock」という項目は使えません"),
        ('"name": ""', "name", "「name」は1文字以上にしてください"),
        ('"name": "123456789012345678901"', "name", "「name」は20文字以下にしてください"),
    ],
)
def test_a_wrong_value(more: str, field: str, japanese: str) -> None:
    with pytest.raises(ApiError) as refused:
        decoded(f'{{"name": "a", {more}}}'.encode(), Ask)
    assert (refused.value.code, refused.value.field) == ("invalid", field)
    assert refused.value.text.ja == f"入力に誤りがあります：{japanese}"
    assert refused.value.text.en.startswith(f"{field}: ")


@pytest.mark.parametrize(
    ("body", "japanese"),
    [
        (b"{}", "入力に誤りがあります：「name」がありません"),
        (b"[]", "入力に誤りがあります：オブジェクトにしてください"),
        (b'{"name": }', "JSONとして読めません：9バイト目に誤りがあります"),
        (b'{"name"', "JSONとして読めません：途中で終わっています"),
        (b'{"name": "\xff"}', "JSONとして読めません：文字コードが正しくありません"),
    ],
)
def test_a_wrong_body(body: bytes, japanese: str) -> None:
    with pytest.raises(ApiError) as refused:
        decoded(body, Ask)
    assert refused.value.text.ja == japanese


def test_a_wrong_parameter_of_an_address() -> None:
    with pytest.raises(ApiError) as refused:
        number("from", "ten", 0, 50)
    assert refused.value.text.ja == "入力に誤りがあります：「from」は0から50までの整数にしてください"
    assert one_of("format", ["kif", "csa"]).ja == "「format」は次のどれかにしてください：kif、csa"
