"""Chu shogi by the rules of lishogi and of the Japan Chu Shogi Association, in published positions.

The positions illustrate the Association's regulations of 2019 and their supplement of 2004; the verdicts of
both rule sets were published with jh85/chushogi (docs/jcsa). C05 to C05c differ from what it says of lishogi:
it follows the code of lishogi's server, which lets a middle square pass that lishogi's board never offers.
"""

from __future__ import annotations

import pytest

from komadai.outcome import Outcome, Termination
from komadai.variants import Board, Variant

# What happens, the position, the move (with * by any way), whether lishogi and the Association allow it.
MOVES = [
    (
        "C01: both lions protected, two squares apart",
        "k10b/12/12/8n3/6N5/12/12/12/6R5/12/12/K11 b - 1",
        "6e4d*",
        False,
        False,
    ),
    (
        "C01w: the same, White to move",
        "k10b/12/12/8n3/6N5/12/12/12/6R5/12/12/K11 w - 1",
        "4d6e*",
        False,
        False,
    ),
    (
        "C02: a lion protected through the capturing lion",
        "k10N/12/9n2/12/12/12/5B6/12/9r2/12/12/K11 w - 1",
        "3c1a*",
        False,
        False,
    ),
    (
        "C02b: the same lion unprotected",
        "k10N/12/9n2/12/12/12/12/12/9r2/12/12/K11 w - 1",
        "3c1a*",
        True,
        True,
    ),
    (
        "C03: a silver and a protected lion in one move",
        "k10n/9Ns1/12/7B4/11r/12/12/12/12/12/12/K11 b - 1",
        "3b2b1a",
        True,
        True,
    ),
    (
        "C03b: a rook takes the lion that took a lion",
        "k10N/12/12/7B4/11r/12/12/12/12/12/12/K11 w - 1",
        "1e1a",
        True,
        True,
    ),
    ("C04: a bishop takes a lion", "k4r5n/12/12/12/5N5r/5GB5/12/12/12/12/12/K11 b - 1", "6f1a", True, True),
    (
        "C04a: the other lion, protected, in the next move",
        "k4r5B/12/12/12/5N5r/5G6/12/12/12/12/12/K11 w 1a 1",
        "7a7e",
        False,
        False,
    ),
    (
        "C04c: the capturing bishop in the next move",
        "k4r5B/12/12/12/5N5r/5G6/12/12/12/12/12/K11 w 1a 1",
        "1e1a",
        True,
        True,
    ),
    (
        "C04b: the other lion, unprotected, in the next move",
        "k4r5B/12/12/12/5N5r/12/12/12/12/12/12/K11 w 1a 1",
        "7a7e",
        False,
        True,
    ),
    (
        "C05: an eagle takes the protected lion without moving",
        "k11/12/12/12/5+d6/4N7/3G8/12/12/12/10R1/K11 w 2k 1",
        "7e8f7e",
        False,
        False,
    ),
    (
        "C05b: an eagle takes the lion and its protector",
        "k11/12/12/12/5+d6/4N7/3G8/12/12/12/10R1/K11 w 2k 1",
        "7e8f9g",
        False,
        False,
    ),
    (
        "C05c: an eagle takes the unprotected lion without moving",
        "k11/12/12/12/5+d6/4N7/12/12/12/12/10R1/K11 w 2k 1",
        "7e8f7e",
        False,
        True,
    ),
    (
        "C06: a lance promotes on the last rank",
        "k11/2L9/12/12/12/12/12/12/12/12/12/K11 b - 1",
        "10b10a+",
        True,
        False,
    ),
    (
        "C06b: a lance stays unpromoted on the last rank",
        "k11/2L9/12/12/12/12/12/12/12/12/12/K11 b - 1",
        "10b10a",
        True,
        True,
    ),
    (
        "C07: a pawn promotes on the last rank",
        "k11/3P8/12/12/12/12/12/12/12/12/12/K11 b - 1",
        "9b9a+",
        True,
        True,
    ),
    (
        "C08: a go-between promotes on the last rank",
        "k11/4I7/12/12/12/12/12/12/12/12/12/K11 b - 1",
        "8b8a+",
        False,
        False,
    ),
    (
        "C09: a gold and a protected lion in one move",
        "k9g1/10gn/9N1G/12/12/12/12/12/12/12/12/K11 b - 1",
        "3c2b1b",
        True,
        True,
    ),
    (
        "C09b: a gold takes the lion that took a lion",
        "k9g1/11N/11G/12/12/12/12/12/12/12/12/K11 w - 1",
        "2a1b",
        True,
        True,
    ),
    ("C10: two lions in one move", "k10g/10nn/9N2/12/12/12/12/12/12/12/12/K11 b - 1", "3c2b1b", True, True),
    ("C11: a rook takes a lion", "k6V3n/9n2/8S3/7N3R/12/12/12/12/12/12/12/K11 b - 1", "1d1a", True, True),
    (
        "C11b: a silver and the protected lion in the next move",
        "k6V3R/9n2/8S3/7N4/12/12/12/12/12/12/12/K11 w 1a 1",
        "3b4c5d",
        True,
        True,
    ),
    (
        "C11c: a vertical mover takes the lion that took a lion",
        "k6V3R/12/12/7n4/12/12/12/12/12/12/12/K11 b - 1",
        "5a5d",
        True,
        True,
    ),
    (
        "C12: a go-between and the lion that it protects",
        "k9n1/10i1/9N2/12/12/12/12/12/12/12/12/K11 b - 1",
        "3c2b2a",
        False,
        False,
    ),
    (
        "C13: a pawn and a protected lion",
        "k7d1n1/10p1/9N2/12/12/12/12/12/12/12/12/K11 b - 1",
        "3c2b2a",
        False,
        False,
    ),
]


def allows(board: Board, usi: str) -> bool:
    # Where lishogi's rule of the bare king has ended the game, the verdict is on the move by itself.
    moves = {move.usi() for move in board.legal_moves or board.pseudo_legal_moves}
    if usi.endswith("*"):
        return any(move.startswith(usi[:2]) and move.endswith(usi[2:4]) for move in moves)
    move = board.read_move(usi)
    assert move is not None
    return move.usi() in moves


@pytest.mark.parametrize(
    ("sfen", "usi", "lishogi", "jcsa"), [case[1:] for case in MOVES], ids=[c[0] for c in MOVES]
)
def test_both_rule_sets_judge_the_move_as_published(
    sfen: str, usi: str, *, lishogi: bool, jcsa: bool
) -> None:
    assert allows(Board("chu", sfen), usi) is lishogi
    assert allows(Board(Variant.named("chu", rules="jcsa"), sfen), usi) is jcsa


ENDINGS = [
    ("C14: the prince can take the lion", "7k4/12/12/11K/10n1/12/12/12/12/12/12/12 b - 1", None, None),
    ("C14b: two royals alone", "7k4/12/12/12/10K1/12/12/12/12/12/12/12 w - 1", "draw", "draw"),
    ("C15: a king against three pieces", "r4k5b/12/6g5/12/12/12/12/12/12/12/12/5K6 b - 1", "w", None),
    ("a king against a king and a prince", "11k/12/12/12/12/12/12/12/12/12/12/K10+E w - 1", "b", "b"),
    (
        "a king against a king, a prince and a gold",
        "11k/12/12/12/12/12/12/12/12/12/12/K9G+E w - 1",
        "b",
        None,
    ),
    ("C16: no move", "KL10/PP10/12/12/12/12/12/12/12/10g1/12/11k b - 1", "w", "w"),
]


@pytest.mark.parametrize(
    ("sfen", "lishogi", "jcsa"), [case[1:] for case in ENDINGS], ids=[c[0] for c in ENDINGS]
)
def test_both_rule_sets_end_the_game_as_published(sfen: str, lishogi: str | None, jcsa: str | None) -> None:
    for variant, expected in ((Variant.named("chu"), lishogi), (Variant.named("chu", rules="jcsa"), jcsa)):
        assert letter(Board(variant, sfen).outcome()) == expected


def letter(outcome: Outcome | None) -> str | None:
    if outcome is None:
        return None
    return "draw" if outcome.winner is None else "bw"[outcome.winner]


def test_a_side_without_a_move_loses_by_that() -> None:
    position = next(sfen for name, sfen, *_ in ENDINGS if name == "C16: no move")
    outcome = Board("chu", position).outcome()
    assert outcome is not None
    assert outcome.termination is Termination.NO_LEGAL_MOVES


TWO_LIONS = "k11/12/12/12/6n5/6P5/12/{bird}/12/5N6/12/11K b - 1"
"""After shogiops' test "falcon/eagle second move": a pawn takes White's lion on 6e; White's bird stands two
squares from Black's."""


@pytest.mark.parametrize(
    ("bird", "allowed", "forbidden"),
    [
        ("5+h6", ["7h7i"], ["7h7j", "7h7i7j"]),
        ("7+d4", ["5h6i"], ["5h7j", "5h6i7j"]),
    ],
)
def test_a_bird_may_not_take_the_other_lion_on_its_last_square(
    bird: str, allowed: list[str], forbidden: list[str]
) -> None:
    board = Board("chu", TWO_LIONS.format(bird=bird))
    board.push_usi("6f6e")
    for usi in allowed:
        assert board.parse_move(usi) is not None
    for usi in forbidden:
        assert board.parse_move(usi) is None


# lishogi's issue 846: an eagle or falcon took White's lion, then White's bird stands before Black's.
AFTER_A_LION = (
    "lfcsgekgscfl/a1b1txot1b1a/mvrhdq+D2rvm/ppppp1p1pppp/3i2+Hp4/12/12/4P+h6/PPPP1N1PPPPP/MVR3QDHRVM/"
    "A1B1TOXT1B1A/LFCSGKEGSCFL w 6c 18"
)


@pytest.mark.parametrize("rules", ["lishogi", "jcsa"])
@pytest.mark.parametrize("usi", ["7h7i", "7h7i7h", "7h7i7j"])
def test_a_falcon_may_not_take_the_other_lion_on_the_middle_square_either(usi: str, rules: str) -> None:
    after = Board(Variant.named("chu", rules=rules), AFTER_A_LION)
    before = Board(Variant.named("chu", rules=rules), AFTER_A_LION.replace(" 6c ", " - "))
    assert before.parse_move(usi) is not None
    assert after.parse_move(usi) is None


# The lion that is captured, on the middle square or at the end: shogiops and scalashogi write its square.
LIONS_CAPTURED = [
    ("an eagle takes a lion on its way", "k11/12/12/4r7/5n6/6+D5/12/12/12/12/12/K11 b - 1", "6f7e8d", "7e"),
    (
        "an eagle takes a lion without moving",
        "k11/12/12/12/5n6/6+D5/12/12/12/12/12/K11 b - 1",
        "6f7e6f",
        "7e",
    ),
    ("an eagle jumps to a lion", "k11/12/12/4n7/12/6+D5/12/12/12/12/12/K11 b - 1", "6f8d", "8d"),
    ("an eagle takes two lions", "k11/12/12/4+o7/5n6/6+D5/12/12/12/12/12/K11 b - 1", "6f7e8d", "8d"),
    ("a falcon takes a lion on its way", "k11/12/12/12/6n5/6+H5/12/12/12/12/12/K11 b - 1", "6f6e6d", "6e"),
    ("a falcon goes back", "k11/12/12/12/6n5/6+H5/12/12/12/12/12/K11 b - 1", "6f6e6f", "6e"),
    ("a White falcon", "k11/12/12/12/6+h5/6N5/12/12/12/12/12/K11 w - 1", "6e6f6g", "6f"),
    ("a lion takes a lion on its way", "k11/12/12/12/6n5/6N5/12/12/12/12/12/K11 b - 1", "6f6e6d", "-"),
    (
        "a kirin is crowned where it takes a lion",
        "12/12/12/12/12/12/12/12/4+ho3n2/4N7/12/6B5 w - 1",
        "7i8j+",
        "8j",
    ),
]


@pytest.mark.parametrize(
    ("sfen", "usi", "square"), [c[1:] for c in LIONS_CAPTURED], ids=[c[0] for c in LIONS_CAPTURED]
)
@pytest.mark.parametrize("rules", ["lishogi", "jcsa"])
def test_the_third_field_is_the_square_of_the_captured_lion(
    sfen: str, usi: str, square: str, rules: str
) -> None:
    board = Board(Variant.named("chu", rules=rules), sfen)
    move = board.read_move(usi)
    assert move is not None
    board.push(move)
    assert board.sfen().split()[2] == square


@pytest.mark.parametrize("rules", ["lishogi", "jcsa"])
def test_a_lion_taken_by_a_falcon_on_its_way_forbids_to_take_the_other(rules: str) -> None:
    # lishogi's issue 830: the falcon ends on a square without a lion.
    board = Board(Variant.named("chu", rules=rules), "k11/5r6/12/12/6n5/6+H5/12/5N6/5G6/12/12/K11 b - 1")
    board.push_usi("6f6e6d")
    assert board.parse_move("7b7h") is None
    board.pop()
    board.push_usi("6f6g")
    assert board.parse_move("7b7h") is not None


def test_a_position_with_a_counter_strike_square_is_not_the_one_without_it() -> None:
    """lishogi compares SFENs, which have the square."""
    board = Board("chu", "10gk/12/12/12/12/12/12/12/12/12/12/K10G b 6f 1")
    moves = ["1l1k", "1a1b", "1k1l", "1b1a"]
    for move in moves * 3:
        board.push_usi(move)
    # The fourth time with the root, the third time without its square.
    assert board.repetition_count() == 3
    assert board.outcome() is None
    for move in moves:
        board.push_usi(move)
    assert board.outcome() == Outcome(None, Termination.SENNICHITE)
