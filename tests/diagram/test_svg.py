"""Positions as SVG: well-formed, complete in themselves, showing what they are asked to show."""

from __future__ import annotations

import inspect
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from komadai import BLACK, WHITE, Board, Move
from komadai.diagram import faces, svg, text
from komadai.errors import ArgumentTypeError, InvalidSquareError, KomadaiError

MATSURI = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
OTHER_KEYS = {"+R2", "+B2", "+N2", "+L2", "+P2"}
"""Of pieces that are written in two ways."""
KEYS = {"K", "K2", "R", "B", "G", "S", "N", "L", "P", "+R", "+B", "+S", "+N", "+L", "+P"}


def elements(picture: str, tag: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(picture).iter(f"{{http://www.w3.org/2000/svg}}{tag}"))


@pytest.mark.parametrize("face", faces.SETS)
@pytest.mark.parametrize("coordinates", ["japanese", "western", "numbers", None])
@pytest.mark.parametrize("flip", [False, True])
def test_every_option_gives_well_formed_xml(face: str, coordinates: Any, flip: bool) -> None:
    picture = svg.render(Board(MATSURI), faces=face, coordinates=coordinates, flip=flip)
    root = ElementTree.fromstring(picture)
    assert root.get("viewBox")
    # 29 pieces on the board, two kinds in Black's hand, four in White's.
    assert len(elements(picture, "use")) == len(Board(MATSURI).pieces()) + 6


def test_a_picture_needs_no_font_and_no_other_file() -> None:
    picture = Board(MATSURI).svg()
    defined = set(re.findall(r'id="([^"]+)"', picture))
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', picture)) <= defined
    assert "<text" not in picture
    assert re.findall(r'"(https?:[^"]*)"', picture) == ["http://www.w3.org/2000/svg"]


def test_two_pictures_in_one_page_do_not_share_names() -> None:
    one, other = Board().svg(), Board(MATSURI).svg()
    assert not set(re.findall(r'id="([^"]+)"', one)) & set(re.findall(r'id="([^"]+)"', other))
    assert Board().svg() == one


def test_a_notebook_shows_the_picture() -> None:
    assert Board()._repr_svg_() == Board().svg()


def test_the_title_is_the_position() -> None:
    assert elements(Board().svg(), "title")[0].text == f"Shogi position {Board().sfen()}"


def test_size_is_the_width_in_pixels_and_may_be_omitted() -> None:
    assert ElementTree.fromstring(Board().svg(size=300)).get("width") == "300"
    assert ElementTree.fromstring(Board().svg(size=None)).get("width") is None


def test_the_last_move_is_shown_by_default() -> None:
    board = Board()
    plain = board.svg()
    board.push_usi("7g7f")
    assert len(elements(board.svg(), "rect")) == len(elements(plain, "rect")) + 2
    assert len(elements(board.svg(last_move=False), "rect")) == len(elements(plain, "rect"))
    other = board.svg(last_move=Move.from_usi("P*5e"))
    assert len(elements(other, "rect")) == len(elements(plain, "rect")) + 1


def test_a_king_in_check_has_a_ring() -> None:
    ring = f'stroke="{svg.RED}" stroke-width="3"'
    assert ring in Board("4k4/9/4R4/9/9/9/9/9/4K4 w - 1").svg()
    assert ring not in Board().svg()


def test_without_stands_the_picture_is_the_board_alone() -> None:
    board = Board(MATSURI)
    assert len(elements(board.svg(hands=False), "use")) == len(board.pieces())


def test_arrows_and_marks() -> None:
    board = Board("4k4/9/9/9/9/9/9/9/4K4 b G 1")
    picture = board.svg(
        arrows=[("5i", "5e"), (76, 0), Move.from_usi("5i5h"), Move.from_usi("G*5b")],
        marks=["5b", 40, ("7g", "dot"), ("3c", "frame"), ("1a", "cross")],
    )
    assert picture.count("matrix(") == 4
    assert picture.count(svg.MARKS["ring"]) == 2
    for shape in ("dot", "frame", "cross"):
        assert svg.MARKS[shape] in picture
    ElementTree.fromstring(board.svg(hands=False, flip=True, arrows=[Move.from_usi("G*5b")]))


def test_flipped_the_corners_change_places() -> None:
    layout, flipped = svg.Layout(False, 30, True), svg.Layout(True, 30, True)
    assert layout.centre(0) == flipped.centre(80)
    assert layout.centre(0).x > layout.centre(80).x
    assert layout.turned(WHITE)
    assert flipped.turned(BLACK)


def test_the_stronger_player_has_the_other_king() -> None:
    one, two = faces.glyphs("kaisei")["K"], faces.glyphs("kaisei")["K2"]
    assert two not in Board().svg()
    picture = Board().svg(higher=WHITE)
    assert one in picture
    assert two in picture


@pytest.mark.parametrize(
    "options",
    [
        {"faces": "comic"},
        {"coordinates": "polar"},
        {"size": 0},
        {"marks": [("5e", "heart")]},
        {"marks": ["5j"]},
        {"marks": [81]},
        {"arrows": ["5e"]},
        {"arrows": [("5e",)]},
        {"arrows": [("5e", "5e")]},
    ],
)
def test_bad_options_are_value_errors(options: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"expected|needs") as caught:
        Board().svg(**options)
    assert isinstance(caught.value, KomadaiError)


@pytest.mark.parametrize(
    "options",
    [
        {"size": "300"},
        {"size": 3.5},
        {"faces": 3},
        {"last_move": "7g7f"},
        {"last_move": True},
        {"arrows": 3},
        {"arrows": "7g7f"},
        {"arrows": [7]},
        {"marks": 5},
        {"marks": "7g"},
    ],
)
def test_options_of_the_wrong_type_are_named(options: dict[str, Any]) -> None:
    with pytest.raises(ArgumentTypeError, match="expected"):
        Board().svg(**options)


@pytest.mark.parametrize("board", [None, "startpos", object()])
def test_what_is_no_board_cannot_be_drawn(board: Any) -> None:
    with pytest.raises(ArgumentTypeError, match="Board"):
        svg.render(board)
    with pytest.raises(ArgumentTypeError, match="Board"):
        text.render(board)


def test_the_options_of_a_board_are_those_of_the_picture() -> None:
    own = inspect.signature(Board.svg).parameters
    wanted = inspect.signature(svg.render).parameters
    assert [name for name in own if name != "self"] == [name for name in wanted if name != "board"]
    for name, parameter in own.items():
        if name != "self":
            assert parameter.default == wanted[name].default


def test_a_bad_square_is_named() -> None:
    with pytest.raises(InvalidSquareError, match="9j"):
        Board().svg(marks=["9j"])


def test_boards_that_break_the_rules_can_be_drawn() -> None:
    ElementTree.fromstring(Board("9/9/9/9/9/9/9/9/9 b - 1", validate=False).svg())
    ElementTree.fromstring(Board("kkkkkkkkk/9/9/9/9/9/9/9/9 b 18P 1", validate=False).svg())


@pytest.mark.parametrize("face", faces.SETS)
def test_every_set_has_every_piece_as_a_path(face: str) -> None:
    glyphs = faces.glyphs(face)
    assert {key for key in glyphs if key not in OTHER_KEYS} == KEYS
    for key in glyphs.keys() & OTHER_KEYS:
        assert glyphs[key] != glyphs[key.removesuffix("2")]
    assert all(re.fullmatch(r"M[-0-9. MLHVCQAZlhvcqaz]+", path) for path in glyphs.values())


def test_the_second_ways_of_writing_are_in_the_sets_with_kanji() -> None:
    for name in ("kaisei", "yuji", "bilingual"):
        assert {"+R2", "+N2", "+L2", "+P2"} <= faces.glyphs(name).keys()
    assert {"+R2", "+B2"} <= faces.glyphs("two").keys()


def test_all_sets_together_are_small() -> None:
    assert sum(len("".join(faces.glyphs(name).values())) for name in (*faces.SETS, "labels")) < 180_000
