"""The reference counts what published sources count, and knows the rules of lions in chu."""

from __future__ import annotations

import re

import pytest

from tests.variants.reference import VARIANTS, Position, Variant, variant

PUBLISHED = {
    "shogi": (30, 900),
    "goro-goro": (16, 250, 4_166),
    "goro-goro-plus": (39, 1_438),
    "minishogi": (14, 181, 2_512),
    "dobutsu": (4, 17, 123, 976, 8_122),
    "tori": (17, 288),
    "sho": (26, 676),
    "kyoto": (12, 137, 1_636),
    "judkins": (20, 336),
    "micro": (9, 80, 767),
    "chu": (36, 1_296),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_perft_of_the_setup(name: str) -> None:
    position = Position(variant(name))
    counts = PUBLISHED[name]
    assert tuple(position.perft(depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.parametrize("name", VARIANTS)
def test_setups_are_symmetric(name: str) -> None:
    rules = variant(name)
    if name in ("makruk", "chaturanga", "shatranj"):
        pytest.skip("the kings of these face each other or a queen")
    position = Position(rules)
    for (file, rank), (colour, kind) in position.board.items():
        opposite = rules.files + 1 - file, rules.ranks + 1 - rank
        assert position.board[opposite] == ("w" if colour == "b" else "b", kind)


def position_of(rules: Variant, pieces: str, turn: str = "b", struck: str = "") -> Position:
    """A position from words like `N6e` (Black's lion) or `+d8e` (White's eagle)."""

    def square(text: str) -> tuple[int, int]:
        found = re.fullmatch(r"(\d+)([a-z])", text)
        assert found
        return int(found[1]), ord(found[2]) - ord("a") + 1

    board = {}
    for word in pieces.split():
        found = re.fullmatch(r"(\+?[A-Za-z])(\d+[a-z])", word)
        assert found
        board[square(found[2])] = "b" if found[1].isupper() else "w", found[1].upper()
    return Position(rules, board, turn=turn, struck=square(struck) if struck else None)


# A position with kings, whose turn it is, the square where a lion fell in the move before, a move,
# and whether it is legal by lishogi's rules and by those of the Association.
LION_CASES = {
    "protected lion at distance two": ("K1l k12a N6e n5c r5h", "b", "", "6e5c", False, False),
    "unprotected lion at distance two": ("K1l k12a N6e n5c", "b", "", "6e5c", True, True),
    "protector behind the capturing lion": ("K1l k12a n3c N1a B7g", "w", "", "3c1a", False, False),
    "adjacent protected lion": ("K1l k12a N6e n5d r5h", "b", "", "6e5d", True, True),
    "silver taken on the way": ("K1l k12a N6e s6d n6c r6h", "b", "", "6e6d6c", True, True),
    "pawn taken on the way": ("K1l k12a N6e p6d n6c r1c", "b", "", "6e6d6c", False, False),
    "the go-between taken on the way protects": (
        "K1l k12a N6e i6d n6c",
        "b",
        "",
        "6e6d6c",
        False,
        False,
    ),
    "counter-strike on a protected lion": ("K1l k12a r7a N7e G7f", "w", "1a", "7a7e", False, False),
    "counter-strike on a lion without protector": ("K1l k12a r7a N7e", "w", "1a", "7a7e", False, True),
    "the capturer of the lion is taken": ("K1l k12a r1e B1a N7e G7f", "w", "1a", "1e1a", True, True),
    "the eagle takes a lion on its middle square": (
        "K1l k12a +d7e N8f G9g",
        "w",
        "2k",
        "7e8f7e",
        False,
        False,
    ),
    "lance on the last rank": ("K1l k12a L10b r5h g5g", "b", "", "10b10a+", True, False),
    "pawn on the last rank": ("K1l k12a P9b r5h g5g", "b", "", "9b9a+", True, True),
    "go-between on the last rank": ("K1l k12a I8b r5h g5g", "b", "", "8b8a+", False, False),
}


@pytest.mark.parametrize("case", LION_CASES)
def test_lions_in_chu(case: str) -> None:
    pieces, turn, struck, move, lishogi, association = LION_CASES[case]
    # A gold each, far away, so that neither king is bare.
    pieces += " G1k S2l g11a s12b"
    for rules, legal in ((variant("chu"), lishogi), (variant("chu-jcsa"), association)):
        position = position_of(rules, pieces, turn, struck)
        assert (move in position.legal_moves()) == legal


def test_bare_kings_in_chu() -> None:
    lishogi, association = variant("chu"), variant("chu-jcsa")
    three = "K7l k7a r12a b1a g7c"
    assert position_of(lishogi, three).outcome() == ("w", "bare")
    assert position_of(association, three).outcome() is None
    for rules in (lishogi, association):
        assert position_of(rules, "K7l k7a r12a").outcome() == ("w", "bare")
        assert position_of(rules, "K7l k7a p12d").outcome() is None
        assert position_of(rules, "K7l k7a g7k").outcome() is None
        assert position_of(rules, "K7l k7a").outcome() == ("draw", "royals alone")


def test_the_pass_of_a_lion_names_the_lowest_empty_neighbour() -> None:
    position = position_of(variant("chu"), "K1l k12a N6e P5d g9g s9h")
    passes = {move for move in position.legal_moves() if move.startswith("6e") and move.endswith("6e")}
    assert passes == {"6e5e6e"}
