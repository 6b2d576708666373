"""Impasse under each rule in use."""

from __future__ import annotations

import random
from collections.abc import Iterable

import pytest

from komadai import (
    BLACK,
    HANDICAPS,
    WHITE,
    Board,
    Color,
    DeclarationError,
    Handicap,
    Outcome,
    RangeError,
    Termination,
    UnknownHandicapError,
)
from komadai._core import IMPASSE_RULES, impasse_conditions
from komadai.impasse import (
    ImpasseRule,
    after_move,
    agree,
    all_points,
    can_declare,
    compensation,
    conditions,
    declare,
    zone_points,
)
from komadai.outcome import CONDITION_TEXTS
from tests.reference import Position, color_of, other, rank_seen_by, read_square, type_of
from tests.rules.positions import position_near_a_try, position_with_kings_entered, random_position, turned

# Black's king on 5a with nine tokin, a dragon and a horse in the zone: 19 points. What is in hand
# makes up the rest. White's king has entered too.
ENTERED = "2+P1K1+P2/+P1+P1+P1+P1+P/+P+R+P3+B2/9/9/9/9/9/4k4 b {hand} 1"


def entered(hand: str = "-", turn: str = "b") -> Board:
    return Board(ENTERED.format(hand=hand).replace(" b ", f" {turn} "))


def met(board: Board, rule: ImpasseRule, color: Color = BLACK) -> dict[str, bool]:
    return {condition.key: condition.met for condition in conditions(board, rule, color)}


# -- points


def test_a_rook_or_bishop_counts_five_promoted_or_not_and_the_king_nothing() -> None:
    assert zone_points(entered(), BLACK) == 9 + 10
    assert zone_points(entered("RB2P"), BLACK) == 9 + 10 + 12


def test_only_the_zone_and_the_hand_count_for_a_declaration() -> None:
    board = Board()
    assert (zone_points(board, BLACK), all_points(board, BLACK)) == (0, 27)
    board = Board("4k4/9/9/3R5/9/9/9/9/4K4 b 2GP 1")
    assert (zone_points(board, BLACK), all_points(board, BLACK)) == (3, 8)


def test_a_board_of_all_pieces_has_54_points() -> None:
    dice = random.Random(1)
    for _ in range(200):
        position = random_position(dice)
        board = Board(position.sfen())
        for letter, color in (("b", BLACK), ("w", WHITE)):
            mine = [
                (type_of(piece), square)
                for square, piece in position.board.items()
                if (piece.isupper()) == (letter == "b") and type_of(piece) != "K"
            ]
            hand = sum(count * (5 if kind in "RB" else 1) for kind, count in position.hands[letter].items())
            worth = [(5 if kind.lstrip("+") in "RB" else 1, square) for kind, square in mine]
            assert all_points(board, color) == hand + sum(points for points, _ in worth)
            assert zone_points(board, color) == hand + sum(
                points for points, square in worth if rank_seen_by(letter, square) <= 3
            )


@pytest.mark.parametrize(
    ("handicap", "points"),
    [("lance", 1), ("bishop", 5), ("rook", 5), ("rook-lance", 6), ("two-piece", 10), ("four-piece", 12),
     ("six-piece", 14), ("eight-piece", 16)],
)  # fmt: skip
def test_the_giver_is_credited_with_the_removed_pieces(handicap: str, points: int) -> None:
    board = Board.handicap(handicap)
    assert all_points(board, WHITE) == all_points(board, WHITE, handicap) == 27
    assert all_points(board, WHITE, "even") == 27 - points
    assert all_points(board, BLACK) == all_points(board, BLACK, handicap) == 27
    assert zone_points(board, WHITE) == zone_points(board, WHITE, Handicap.named(handicap)) == points


@pytest.mark.parametrize("handicap", HANDICAPS, ids=str)
def test_a_board_knows_the_handicap_its_game_began_with_after_any_moves(handicap: Handicap) -> None:
    dice = random.Random(handicap.key)
    board = Board(handicap.sfen)
    for _ in range(60):
        if not len(board.legal_moves):
            break
        board.push(dice.choice(board.legal_moves))
        bare = Board(board.sfen())
        for color in Color:
            expected = handicap.compensation if color is WHITE else 0
            assert compensation(board, color) == compensation(bare, color, handicap) == expected
            assert zone_points(board, color) == zone_points(bare, color, handicap)
            assert all_points(board, color) == all_points(bare, color) + expected
    taken = sum(all_points(Board(board.sfen()), color) for color in Color)
    assert taken == 54 - handicap.compensation


def test_a_board_set_up_from_a_later_position_knows_no_handicap() -> None:
    board = Board.handicap("two-piece")
    board.push_usi("3a4b")
    assert compensation(Board(board.sfen()), WHITE) == 0
    assert compensation(Board(board.sfen()), WHITE, "two-piece") == 10


# -- declarations


@pytest.mark.parametrize(
    ("hand", "outcome"),
    [
        ("4P", Outcome(WHITE, Termination.FAILED_DECLARATION, failed=("points",))),  # 23
        ("5P", Outcome(None, Termination.IMPASSE_DECLARATION)),  # 24
        ("RB", Outcome(None, Termination.IMPASSE_DECLARATION)),  # 29
        ("RBP", Outcome(None, Termination.IMPASSE_DECLARATION)),  # 30
        ("RB2P", Outcome(BLACK, Termination.IMPASSE_DECLARATION)),  # 31
    ],
)
def test_24_points_31_win_and_24_to_30_are_a_draw(hand: str, outcome: Outcome) -> None:
    assert declare(entered(hand), ImpasseRule.POINTS_24) == outcome


@pytest.mark.parametrize(("hand", "wins"), [("8P", False), ("G8P", True), ("RB", True)])
def test_27_points_black_needs_28(hand: str, wins: bool) -> None:
    board = entered(hand)
    assert (declare(board, ImpasseRule.POINTS_27).winner is BLACK) is wins
    assert can_declare(board, ImpasseRule.POINTS_27, BLACK) is wins


@pytest.mark.parametrize(("hand", "wins"), [("7P", False), ("8P", True)])
def test_27_points_white_needs_27(hand: str, wins: bool) -> None:
    board = Board(turned(Position.from_sfen(entered(hand).sfen())).sfen())
    assert board.turn is WHITE
    assert (declare(board, ImpasseRule.POINTS_27).winner is WHITE) is wins


def test_in_a_handicap_game_the_giver_needs_fewer_points_by_the_removed_ones() -> None:
    board = Board(turned(Position.from_sfen(entered("-").sfen())).sfen())  # 19 points on the board
    assert declare(board, ImpasseRule.POINTS_27).winner is BLACK
    assert declare(board, ImpasseRule.POINTS_27, handicap="two-piece").winner is WHITE
    assert declare(board, ImpasseRule.POINTS_24, handicap="two-piece") == Outcome(
        None, Termination.IMPASSE_DECLARATION
    )
    assert declare(board, ImpasseRule.POINTS_24, handicap="four-piece").winner is WHITE
    assert not can_declare(entered("-"), ImpasseRule.POINTS_27, BLACK, "two-piece"), "the receiver gets none"


def test_each_condition_can_fail_alone_and_is_named() -> None:
    rule = ImpasseRule.POINTS_27
    outside = "2+P3+P2/+P1+P1+P1+P1+P/+P+R+P3+B2/4K4/9/9/9/9/4k4 b RB2P 1"
    nine = "2+P1K1+P2/+P1+P1+P1+P1+P/+P+R7/9/9/9/9/9/4k4 b 2B6P2G2S 1"
    checked = "2+P1K1+P2/+P1+P3+P1+P/+P+R+P3+B2/9/9/9/4r4/9/4k4 b B5P 1"
    cases = {
        outside: ("king_in_zone",),
        nine: ("pieces_in_zone",),
        checked: ("not_in_check",),
        entered("2P").sfen(): ("points",),
        entered("RB2P", turn="w").sfen(): ("turn",),
    }
    for sfen, failed in cases.items():
        board = Board(sfen)
        found = declare(board, rule, BLACK)
        assert found.failed == failed, sfen
        assert found == Outcome(WHITE, Termination.FAILED_DECLARATION, failed=failed)
        assert not can_declare(board, rule, BLACK)


def test_the_conditions_tell_how_far_they_are_met() -> None:
    board = entered("RB")
    checked = conditions(board, ImpasseRule.POINTS_27, BLACK)
    found = {each.key: (each.met, each.value, each.need) for each in checked}
    assert found == {
        "turn": (True, None, None),
        "time_remaining": (True, None, None),
        "king_in_zone": (True, None, None),
        "pieces_in_zone": (True, 11, 10),
        "not_in_check": (True, None, None),
        "points": (True, 29, 28),
    }
    for condition in checked:
        assert condition.text("en").isascii() or "’" in condition.text("en")
        assert not condition.text("ja").isascii()


def test_without_a_king_nobody_declares() -> None:
    board = Board("2+P3+P2/+P1+P1+P1+P1+P/+P+R+P3+B2/9/9/9/9/9/4k4 b RB2P 1")
    assert declare(board, ImpasseRule.POINTS_27).failed == ("king_in_zone", "not_in_check")


@pytest.mark.parametrize(
    "rule",
    [
        ImpasseRule.NONE,
        ImpasseRule.AGREED,
        ImpasseRule.POINTS_27_PLAIN,
        ImpasseRule.TRY,
        ImpasseRule.TRY_ONE_KING,
    ],
)
def test_rules_without_a_declaration(rule: ImpasseRule) -> None:
    assert not rule.has_declaration
    assert not can_declare(entered("RB2P"), rule, BLACK)
    with pytest.raises(DeclarationError):
        declare(entered("RB2P"), rule)


# -- agreement


def test_an_agreed_impasse_is_a_draw_when_both_have_24_points() -> None:
    assert agree(Board(), ImpasseRule.AGREED) == Outcome(None, Termination.IMPASSE_AGREED)


def test_fewer_than_24_points_lose() -> None:
    # White's 23 points: nine pawns, four golds, four silvers, a rook, a lance.
    white_23 = "k8/9/9/9/9/9/9/9/K8 b R2B3L4N9Pr4g4sl9p 1"
    assert all_points(Board(white_23), WHITE) == 23
    assert agree(Board(white_23), ImpasseRule.AGREED).winner is BLACK
    white_24 = "k8/9/9/9/9/9/9/9/K8 b R2B3L3N9Pr4g4sln9p 1"
    assert agree(Board(white_24), ImpasseRule.POINTS_24).winner is None


@pytest.mark.parametrize(("rule", "least"), [(ImpasseRule.AGREED, 24), (ImpasseRule.POINTS_27_PLAIN, 27)])
def test_random_agreements_agree_with_a_plain_count(rule: ImpasseRule, least: int) -> None:
    dice = random.Random(least)
    winners = set()
    for _ in range(300):
        position = position_with_kings_entered(dice)
        points = {
            color: sum(count * (5 if kind in "RB" else 1) for kind, count in position.hands[color].items())
            for color in "bw"
        }
        for piece in position.board.values():
            kind = type_of(piece).lstrip("+")
            points[color_of(piece)] += 0 if kind == "K" else 5 if kind in "RB" else 1
        losers = [color for color, sum_ in points.items() if sum_ < least]
        winner = None if len(losers) != 1 else WHITE if losers == ["b"] else BLACK
        assert agree(Board(position.sfen()), rule) == Outcome(winner, Termination.IMPASSE_AGREED)
        winners.add(winner)
    assert winners == {BLACK, WHITE, None}


@pytest.mark.parametrize("color", Color)
def test_a_handicap_that_does_not_exist_is_told_for_either_side(color: Color) -> None:
    with pytest.raises(UnknownHandicapError, match="twopiece-ish"):
        all_points(Board(), color, "twopiece-ish")


def test_in_an_agreed_impasse_too_the_giver_is_credited() -> None:
    board = Board.handicap("four-piece")
    assert agree(board, ImpasseRule.AGREED).winner is None
    assert agree(board, ImpasseRule.AGREED, "four-piece").winner is None
    assert agree(board, ImpasseRule.AGREED, "even").winner is BLACK


@pytest.mark.parametrize("rule", [ImpasseRule.NONE, ImpasseRule.POINTS_27, ImpasseRule.TRY])
def test_rules_without_an_agreement(rule: ImpasseRule) -> None:
    with pytest.raises(DeclarationError):
        agree(Board(), rule)


# -- counts that one player can force

# White's king and all its pieces (a gold, a tokin) in its zone; Black's in its own, all protected.
BOTH_IN = "3GK4/3+P5/9/9/9/9/5+p3/4kg3/9 b {hand} 1"


@pytest.mark.parametrize("rule", [ImpasseRule.PROTECTED, ImpasseRule.ALL_IN])
@pytest.mark.parametrize(
    ("hand", "outcome"),
    [
        ("RB2G4S4N4L8Prb8p", Outcome(BLACK, Termination.IMPASSE_DECLARATION)),  # 34 and 20
        ("RB2G2S2N2L8Prb2s2n2l8p", Outcome(None, Termination.IMPASSE_DECLARATION)),  # 28 and 26
        ("RB5Prb2g4s4n4l11p", Outcome(WHITE, Termination.FAILED_DECLARATION, failed=("points",))),
    ],
)  # fmt: skip
def test_a_forced_count_is_that_of_an_agreed_impasse(rule: ImpasseRule, hand: str, outcome: Outcome) -> None:
    board = Board(BOTH_IN.format(hand=hand))
    assert declare(board, rule) == outcome
    assert can_declare(board, rule, BLACK) is (outcome.termination is Termination.IMPASSE_DECLARATION)
    agreed = agree(board, rule)
    assert agreed.winner == outcome.winner


ENOUGH = "RB2G4S4N4L8Prb8p"


@pytest.mark.parametrize(
    ("board", "failed"),
    [
        ("3GK4/3+P5/9/9/9/9/5+p3/4kg3/9 w", ("turn",)),
        ("3G5/3+P5/9/4K4/9/9/5+p3/4kg3/9 b", ("king_in_zone", "all_pieces_in_zone")),
        ("3GK4/3+P5/9/9/9/4k4/5+p3/5g3/9 b", ("opponents_king_in_zone",)),
        ("3GK4/9/9/3+P5/9/9/5+p3/4kg3/9 b", ("all_pieces_in_zone",)),
        ("3GK4/3+P+p4/9/9/9/9/9/4kg3/9 b", ("not_in_check",)),
    ],
)
def test_each_condition_of_moving_all_pieces_in_can_fail_alone(board: str, failed: tuple[str, ...]) -> None:
    position = Board(f"{board} {ENOUGH} 1")
    assert declare(position, ImpasseRule.ALL_IN, BLACK).failed == failed
    assert declare(position, ImpasseRule.ALL_IN, BLACK).winner is WHITE


@pytest.mark.parametrize("unprotected", ["3GK4/9/3+P5", "3G5/3+P5/5K3", "4K4/3+P4G/9"])
def test_an_unprotected_piece_or_king_keeps_jishogi_from_being_forced(unprotected: str) -> None:
    position = Board(f"{unprotected}/9/9/9/5+p3/4kg3/9 b {ENOUGH} 1")
    assert declare(position, ImpasseRule.PROTECTED).failed == ("pieces_protected",)
    assert declare(position, ImpasseRule.ALL_IN).winner is BLACK


def test_random_declarations_agree_with_a_plain_reading_of_the_rules() -> None:
    """The rules on squares and piece letters, implemented without the library."""
    dice = random.Random(30)
    held = dict.fromkeys((rule for rule in ImpasseRule if rule.has_declaration), 0)
    for _ in range(1500):
        position = position_with_kings_entered(dice)
        board = Board(position.sfen())
        for rule in held:
            wanted = plain_declaration(position, rule.value)
            found = declare(board, rule)
            assert (found.termination is Termination.IMPASSE_DECLARATION) is (wanted != "fails"), (
                position.sfen()
            )
            if wanted != "fails":
                assert found.winner == {"wins": board.turn, "draws": None}[wanted], position.sfen()
                held[rule] += 1
            assert can_declare(board, rule, board.turn) is (wanted != "fails")
    assert min(held.values()) >= 20, held


def plain_declaration(position: Position, rule: str) -> str:
    """Whether a declaration by the side to move ``wins``, ``draws`` or ``fails``."""
    me, you = position.turn, other(position.turn)
    inside = {
        color: {
            square
            for square, piece in position.board.items()
            if color_of(piece) == color and rank_seen_by(color, square) <= 3
        }
        for color in "bw"
    }
    mine = [square for square, piece in position.board.items() if color_of(piece) == me]

    def count(color: str, squares: Iterable[tuple[int, int]]) -> int:
        kinds = [type_of(position.board[square]).lstrip("+") for square in squares]
        kinds += [kind for kind, number in position.hands[color].items() for _ in range(number)]
        return sum(0 if kind == "K" else 5 if kind in "RB" else 1 for kind in kinds)

    if position.king(me) not in inside[me] or position.in_check(me):
        return "fails"
    if rule in ("24-point", "27-point"):
        points = count(me, inside[me])
        if len(inside[me]) < 11 or points < (24 if rule == "24-point" else 28 if me == "b" else 27):
            return "fails"
        return "draws" if rule == "24-point" and points <= 30 else "wins"
    if position.king(you) not in inside[you] or count(me, mine) < 24 or set(mine) != inside[me]:
        return "fails"
    if rule == "protected" and not all(position.attackers(me, square) for square in mine):
        return "fails"
    yours = [square for square, piece in position.board.items() if color_of(piece) == you]
    return "wins" if count(you, yours) < 24 else "draws"


# -- the try rule


def test_a_king_that_arrives_on_the_other_kings_first_square_wins() -> None:
    board = Board("9/4K4/9/9/9/9/9/9/k8 b - 1")
    assert after_move(board, ImpasseRule.TRY) is None
    board.push_usi("5b5a")
    for rule in ImpasseRule:
        won = Outcome(BLACK, Termination.TRY) if rule.has_try else None
        assert after_move(board, rule) == won


def test_white_arrives_on_5i() -> None:
    board = Board("K8/9/9/9/9/9/9/4k4/9 w - 1")
    board.push_usi("5h5i")
    assert after_move(board, ImpasseRule.TRY) == Outcome(WHITE, Termination.TRY)


def test_a_guarded_try_square_cannot_be_reached() -> None:
    board = Board("r8/4K4/9/9/9/9/9/9/k8 b - 1")
    assert "5b5a" not in [move.usi() for move in board.legal_moves]
    board.push_usi("5b4b")
    assert after_move(board, ImpasseRule.TRY) is None


def test_another_square_of_the_last_rank_is_no_try() -> None:
    board = Board("9/4K4/9/9/9/9/9/9/k8 b - 1")
    board.push_usi("5b4a")
    assert after_move(board, ImpasseRule.TRY) is None
    assert met(board, ImpasseRule.TRY) == {
        "opponents_king_in_zone": True,
        "king_on_try_square": False,
        "not_in_check": True,
    }


def test_a_try_wins_only_after_both_kings_have_entered() -> None:
    board = Board("9/4K4/9/9/9/k8/9/9/9 b - 1")
    board.push_usi("5b5a")
    assert after_move(board, ImpasseRule.TRY) is None
    assert after_move(board, ImpasseRule.TRY_ONE_KING) == Outcome(BLACK, Termination.TRY)
    board.push_usi("9f9g")  # now both have entered, but neither has moved to its square since
    assert after_move(board, ImpasseRule.TRY) is None
    board.push_usi("5a5b")
    board.push_usi("9g9h")
    board.push_usi("5b5a")
    assert after_move(board, ImpasseRule.TRY) == Outcome(BLACK, Termination.TRY)


def test_a_king_that_stands_on_the_square_does_not_win_by_another_move() -> None:
    board = Board("4K4/9/9/9/9/9/9/4P4/k8 b - 1")
    board.push_usi("5h5g")
    assert after_move(board, ImpasseRule.TRY) is None
    assert after_move(board, ImpasseRule.TRY_ONE_KING) is None


def test_random_tries_agree_with_a_plain_reading_of_the_rules() -> None:
    dice = random.Random(51)
    won = dict.fromkeys((rule for rule in ImpasseRule if rule.has_try), 0)
    for _ in range(400):
        position = position_near_a_try(dice)
        board = Board(position.sfen())
        me, you = position.turn, other(position.turn)
        target, others_king = "5a" if me == "b" else "5i", position.king(you)
        entered = others_king is not None and rank_seen_by(you, others_king) <= 3
        for move in list(board.legal_moves):
            usi = move.usi()
            is_kings = "*" not in usi and read_square(usi[:2]) == position.king(me)
            arrives = is_kings and usi[2:4] == target
            board.push(move)
            for rule in won:
                wins = arrives and (rule.value == "try-one-king" or entered)
                assert (after_move(board, rule) is not None) is wins, (position.sfen(), usi)
                won[rule] += wins
            board.pop()
    assert 20 <= won[ImpasseRule.TRY] < won[ImpasseRule.TRY_ONE_KING]


# -- names


def test_rules_are_found_by_their_key_and_named_in_both_languages() -> None:
    for rule in ImpasseRule:
        assert ImpasseRule(rule.value) is rule
        assert rule.name_in("en").isascii()
        assert not rule.name_in("ja").isascii()
    with pytest.raises(ValueError, match="is not a valid"):
        ImpasseRule("24")


# -- the native library, which holds the numbers


def test_every_rule_and_condition_of_the_native_library_has_words() -> None:
    assert set(IMPASSE_RULES) == {rule.value for rule in ImpasseRule}
    keys = {key for data in IMPASSE_RULES.values() for key in data["conditions"]}
    assert keys <= set(CONDITION_TEXTS)


def test_the_key_of_no_rule_is_refused() -> None:
    with pytest.raises(RangeError, match="28-point"):
        impasse_conditions(Board(), "28-point", BLACK, (0, 0), True)
