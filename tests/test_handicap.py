"""Handicaps: their starts, names and compensation."""

import json
from pathlib import Path

import pytest

from komadai.errors import KomadaiError, UnknownHandicapError
from komadai.handicap import FIXED_BLACK, HANDICAPS, Handicap
from tests.reference import Position


def test_every_known_start_is_there(shared_data: Path) -> None:
    known = json.loads((shared_data / "handicaps.json").read_text())
    assert len(known) > 30
    for start in known:
        handicap = Handicap.from_sfen(start["sfen"])
        assert handicap is not None
        assert handicap.japanese == start["japanese"]
        assert Handicap.named(start["english"]) is handicap
        assert Handicap.named(start["japanese"]) is handicap


def test_no_two_handicaps_share_a_key_a_name_or_a_start() -> None:
    for attribute in ("key", "english", "japanese", "sfen"):
        values = [getattr(handicap, attribute) for handicap in HANDICAPS]
        assert len(set(values)) == len(values)


@pytest.mark.parametrize("handicap", HANDICAPS, ids=str)
def test_a_start_is_a_position_of_the_game(handicap: Handicap) -> None:
    position = Position.from_sfen(handicap.sfen)
    assert position.sfen() == handicap.sfen
    assert position.wrong() == []
    assert position.turn == ("b" if handicap.key == "even" else "w")
    black = [piece for piece in position.board.values() if piece.isupper()]
    assert len(black) == 20


@pytest.mark.parametrize(
    ("key", "points"),
    [
        ("even", 0),
        ("lance", 1),
        ("bishop", 5),
        ("rook", 5),
        ("rook-lance", 6),
        ("two-piece", 10),
        ("four-piece", 12),
        ("six-piece", 14),
        ("eight-piece", 16),
        ("ten-piece", 18),
        ("naked-king", 27),
        ("two-piece-gained", 0),
    ],
)
def test_the_giver_is_credited_with_the_removed_pieces(key: str, points: int) -> None:
    assert Handicap.named(key).compensation == points


@pytest.mark.parametrize(
    ("spelling", "key"),
    [
        ("two-piece", "two-piece"),
        ("2-piece", "two-piece"),
        ("2 pieces", "two-piece"),
        ("Two Piece Handicap", "two-piece"),
        ("二枚落ち", "two-piece"),
        ("二枚落", "two-piece"),
        ("2枚落ち", "two-piece"),
        ("２枚落ち", "two-piece"),
        ("10-piece", "ten-piece"),
        ("十枚落ち", "ten-piece"),
        ("平手", "even"),
        ("Rook+Lance", "rook-lance"),
        ("rook and lance", "rook-lance"),
        ("飛車香落ち", "rook-lance"),
        ("香車落ち", "lance"),
        ("left five-piece", "five-piece-left"),
        ("5-piece left", "five-piece-left"),
        ("左五枚落ち", "five-piece-left"),
        ("右七枚落ち", "seven-piece"),
        ("7-piece left", "seven-piece-left"),
        ("3 pawns", "three-pawns"),
        ("naked_king", "naked-king"),
        ("Rook and left lance", "rook-lance"),
        ("Lance Handicap (Left Lance)", "lance"),
        ("Two pieces: Rook and bishop", "two-piece"),
        ("rook, bishop and right lance", "three-piece"),
        ("Four pieces: Rook, bishop, and both lances", "four-piece"),
        ("rook, bishop, lances and left knight", "five-piece-left"),
        ("Six pieces: Rook, bishop, both lances and both knights", "six-piece"),
        ("Eight-piece Handicap (Rook, Bishop, Lances, Knights, and Silver Generals)", "eight-piece"),
    ],
)
def test_names_are_understood_as_people_spell_them(spelling: str, key: str) -> None:
    assert Handicap.named(spelling).key == key


def test_fixed_black_is_the_even_start_and_the_lowest_handicap() -> None:
    even = Handicap.named("even")
    for name in ("fixed-black", "Fixed Black", "定先"):
        assert Handicap.named(name) is FIXED_BLACK
    assert Handicap.from_sfen(FIXED_BLACK.sfen) is even
    assert (FIXED_BLACK.sfen, FIXED_BLACK.compensation) == (even.sfen, 0)
    others = [handicap.ranks for handicap in HANDICAPS if handicap.ranks and handicap is not even]
    assert FIXED_BLACK.ranks_text() == "1 rank"
    assert FIXED_BLACK.ranks is not None
    assert all(FIXED_BLACK.ranks < ranks for ranks in others)


@pytest.mark.parametrize(
    "name",
    [
        *("", "two", "piece", "11-piece", "落ち", "queen", None, 2),
        *("rook and pawn", "and", "Three pieces: rook and bishop", "rook, bishop, lances and knight"),
    ],
)
def test_what_is_no_handicap(name: object) -> None:
    with pytest.raises(UnknownHandicapError) as caught:
        Handicap.named(name)  # type: ignore[arg-type]
    assert isinstance(caught.value, KomadaiError)


def test_left_and_right_are_the_givers() -> None:
    def missing(key: str) -> set[tuple[int, int]]:
        even = Position.from_sfen(Handicap.named("even").sfen).board
        return set(even) - set(Position.from_sfen(Handicap.named(key).sfen).board)

    assert missing("lance") == {(1, 1)}
    assert missing("right-lance") == {(9, 1)}
    assert missing("five-piece-left") - missing("four-piece") == {(2, 1)}
    assert missing("five-piece") - missing("four-piece") == {(8, 1)}
    assert missing("seven-piece-left") - missing("six-piece") == {(3, 1)}
    assert missing("seven-piece") - missing("six-piece") == {(7, 1)}


def test_the_difference_in_rank_a_handicap_suits() -> None:
    assert Handicap.named("lance").ranks_text() == "2 ranks"
    assert Handicap.named("two-piece").ranks_text("ja") == "6〜7段級差"
    assert Handicap.named("six-piece").ranks_text() == "10 ranks or more"
    assert Handicap.named("six-piece").ranks_text("ja") == "10段級差以上"
    assert Handicap.named("naked-king").ranks_text() is None
