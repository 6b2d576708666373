"""PNGs of positions."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from komadai import Board, Move, RangeError, UnknownStyleError, publish
from komadai.diagram import svg

Pixel = tuple[int, int, int, int]


def opened(data: bytes) -> Image.Image:
    image = Image.open(BytesIO(data))
    assert image.format == "PNG"
    return image.convert("RGBA")


def at(image: Image.Image, square: str, *, flip: bool = False) -> Pixel:
    """The colour of a point near the upper left corner of a square."""
    from komadai import square as number

    x, y = svg.Layout(flip, 30.0, True).corner(number(square))
    scale = image.width / 878
    found = image.getpixel((round((x + 5) * scale), round((y + 5) * scale)))
    assert isinstance(found, tuple)
    return found  # type: ignore[return-value]


def redness(pixel: Pixel) -> int:
    return pixel[0] - pixel[1]


def test_a_picture_has_the_given_width_and_the_proportions_of_the_svg() -> None:
    assert opened(publish.png(Board())).size == (640, 520)
    assert opened(publish.png(Board(), size=878)).size == (878, 713)
    assert opened(publish.png(Board(), size=654, hands=False)).size == (654, 713)


def test_exactly_the_squares_of_the_last_move_are_highlighted() -> None:
    board = Board()
    before = opened(publish.png(board))
    board.push_usi("7g7f")
    after = opened(publish.png(board))
    red = [
        name
        for name in ("7f", "7g", "7e", "7h", "6f", "8f", "6g", "8g")
        if redness(at(after, name)) > redness(at(before, name)) + 10
    ]
    assert red == ["7f", "7g"]
    assert redness(at(after, "7f")) > redness(at(after, "7g"))


def test_the_background_is_transparent_or_painted() -> None:
    def corner(**options: object) -> object:
        return opened(publish.png(Board(), **options)).getpixel((5, 500))  # type: ignore[arg-type]

    assert corner() == (0, 0, 0, 0)
    assert corner(dark=False) == (0xF7, 0xF1, 0xE5, 255)
    assert corner(dark=True) == (0x1D, 0x19, 0x16, 255)


def test_flipped_the_last_move_is_on_the_other_side() -> None:
    board = Board()
    board.push(Move.from_usi("7g7f"))
    image = opened(publish.png(board, flip=True))
    assert redness(at(image, "7f", flip=True)) > redness(at(image, "3d", flip=True)) + 20


def test_a_position_without_kings_is_a_picture_too() -> None:
    opened(publish.png(Board("9/9/4p4/9/9/9/4P4/9/9 b RB2p 1", validate=False)))


@pytest.mark.parametrize("size", [0, -3, 8001])
def test_a_size_out_of_range_is_an_error(size: int) -> None:
    with pytest.raises(RangeError, match=f"got {size}"):
        publish.png(Board(), size=size)


def test_unknown_faces_are_an_error() -> None:
    with pytest.raises(UnknownStyleError, match="staunton"):
        publish.png(Board(), faces="staunton")
