"""Pictures of variants: the marks of moves, the characters on pieces, the board."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from komadai.diagram import characters
from komadai.errors import UnknownStyleError
from komadai.variants import NAMES, Variant
from komadai.variants.betza import paths
from komadai.variants.pictures import board as board_svg
from komadai.variants.pictures.move_marks import MoveMark, face_path, move_marks


def marks(betza: str) -> set[MoveMark]:
    return set(move_marks(paths(betza)))


class TestMoveMarks:
    def test_a_gold_general_has_six_steps(self) -> None:
        steps = {(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1)}
        assert marks("WfF") == {MoveMark("step", dx, dy) for dx, dy in steps}

    def test_a_lance_has_one_line_and_a_knight_two_jumps(self) -> None:
        assert marks("fR") == {MoveMark("line", 0, 1, 0)}
        assert marks("ffN") == {MoveMark("jump", 1, 2), MoveMark("jump", -1, 2)}

    def test_several_squares_are_a_step_with_their_number_and_many_are_a_line(self) -> None:
        assert marks("fR2") == {MoveMark("step", 0, 1, 2)}
        assert marks("fR7") == {MoveMark("line", 0, 1, 7)}

    def test_moves_to_capture_only_are_told_apart(self) -> None:
        assert marks("mfWcfF") == {
            MoveMark("step", 0, 1, 1, "move"),
            MoveMark("step", 1, 1, 1, "capture"),
            MoveMark("step", -1, 1, 1, "capture"),
        }

    def test_a_lion_has_all_squares_at_distance_two_and_may_stay(self) -> None:
        found = marks("KNADcaKmcabK")
        assert sum(mark.kind == "step" for mark in found) == 8
        assert sum(mark.kind == "jump" for mark in found) == 16
        assert MoveMark("stay", 0, 0) in found
        assert not any(mark.kind == "area" for mark in found)

    @pytest.mark.parametrize("name", NAMES)
    def test_every_piece_of_every_variant_has_marks_and_a_face(self, name: str) -> None:
        for kind in Variant.named(name).kinds:
            assert move_marks(kind.paths)
            assert re.fullmatch(r"[Mahlzv0-9 .L-]*", face_path(kind.paths))


class TestCharacters:
    @pytest.mark.parametrize("style", ["one", "two", "letters", "centre"])
    @pytest.mark.parametrize("count", [1, 2, 3, 4])
    def test_the_places_lie_on_the_piece(self, style: characters.Style, count: int) -> None:
        placed = characters.placed(style, "玉将金銀"[:count])
        assert [character for character, _ in placed] == list("玉将金銀"[:count])
        for _, (x, y, across, down) in placed:
            assert abs(x) + across * 450 < 28
            assert y - down * 450 > -28
            assert y + down * 450 < 31

    def test_long_names_show_their_first_four_characters(self) -> None:
        assert len(characters.placed("two", "一二三四五")) == 4
        assert characters.placed("one", "") == []

    def test_all_letters_and_kanji_but_the_second_of_the_walking_heron_have_outlines(self) -> None:
        outlines = characters.outlines()
        kinds = [kind for name in NAMES for kind in Variant.named(name).kinds]
        assert {each for kind in kinds for each in kind.face} <= outlines.keys()
        assert {each for kind in kinds for each in kind.kanji} - outlines.keys() == {"䳲"}
        assert set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") <= outlines.keys()


class TestBoard:
    @pytest.mark.parametrize("style", board_svg.STYLES)
    def test_the_start_position_has_all_pieces(self, style: board_svg.Style) -> None:
        picture = ElementTree.fromstring(board_svg.render(Variant.named("chu"), style=style))
        assert len(picture.findall("{http://www.w3.org/2000/svg}use")) == 92

    def test_pieces_stand_where_the_position_has_them(self) -> None:
        pieces = set(board_svg.pieces_of("(hm)2/1+(HM)1/2P b - 1", 3))
        assert pieces == {
            board_svg.PlacedPiece(0, 0, "HM", white=True),
            board_svg.PlacedPiece(1, 1, "+HM", white=False),
            board_svg.PlacedPiece(2, 2, "P", white=False),
        }

    def test_hands_are_counted_by_side(self) -> None:
        sfen = "3/3/3 b 2P(HM)3p 1"
        assert board_svg.hand_of(sfen) == {"P": 2, "HM": 1}
        assert board_svg.hand_of(sfen, white=True) == {"P": 3}

    def test_two_pictures_on_one_page_have_different_ids(self) -> None:
        first, second = (board_svg.render(Variant.named(name)) for name in ("goro-goro", "minishogi"))
        ids = [set(re.findall(r'id="([^"]+)"', picture)) for picture in (first, second)]
        assert ids[0].isdisjoint(ids[1])

    def test_an_unknown_style_is_an_error(self) -> None:
        unknown: Any = "three"
        with pytest.raises(UnknownStyleError, match="expected piece faces of one, two"):
            board_svg.render(Variant.named("chu"), style=unknown)
