"""Rules that only some variants have: repetition, try, bare king, turning pieces over, two royals."""

from __future__ import annotations

import random

import pytest

from komadai.enums import BLACK, WHITE, Color, Infraction
from komadai.variants import NAMES, Board, Variant


def winner(board: Board) -> Color | None:
    """Who has won; the game must be over, and None is a draw."""
    outcome = board.outcome()
    assert outcome is not None, board.sfen()
    return outcome.winner


def legal(board: Board) -> set[str]:
    return {move.usi() for move in board.legal_moves}


REPETITIONS = [
    ("goro-goro", 4, "3f3e 3a3b 3e3f 3b3a", None),
    ("minishogi", 4, "4e4d 2a2b 4d4e 2b2a", WHITE),
    ("dobutsu", 3, "1d1c 3a3b 1c1d 3b3a", None),
    ("tori", 3, "4g3f 4a5b 3f4g 5b4a", BLACK),
    ("makruk", 3, "4h5g 4a5b 5g4h 5b4a", None),
]


@pytest.mark.parametrize(("name", "occurrence", "moves", "expected"), REPETITIONS)
def test_a_repeated_position_ends_the_game(
    name: str, occurrence: int, moves: str, expected: Color | None
) -> None:
    board = Board(name)
    for _ in range(occurrence - 1):
        for usi in moves.split():
            assert board.outcome() is None
            board.push_usi(usi)
    assert winner(board) is expected


@pytest.mark.parametrize(
    ("sfen", "expected"),
    [
        # As in scalashogi's test of minishogi's repetition; the number of the first move does not matter.
        ("rbsgk/4p/5/P4/KGSBR w - 1", BLACK),
        ("rbsgk/4p/5/P4/KGSBR w - 2", BLACK),
        ("rbsgk/4p/5/P4/KGSBR b - 1", WHITE),
    ],
)
@pytest.mark.parametrize("repetition", ["first-loses", "any-check"])
def test_a_repetition_at_minishogi_is_lost_by_who_moved_first(
    sfen: str, expected: Color, repetition: str
) -> None:
    board = Board(Variant.named("minishogi", repetition=repetition), sfen)
    moves = ["4e4d", "2a2b", "4d4e", "2b2a"]
    if board.turn is WHITE:
        moves = ["2a2b", "4e4d", "2b2a", "4d4e"]
    for usi in moves * 3:
        assert board.outcome() is None
        board.push_usi(usi)
    assert winner(board) is expected


def test_a_perpetual_check_loses_at_minishogi() -> None:
    board = Board("minishogi", "2k2/5/5/5/R3K b - 1")
    board.push_usi("5e3e")
    for usi in ["3a2a", "3e2e", "2a3a", "2e3e"] * 3:
        board.push_usi(usi)
    assert winner(board) is WHITE


def test_a_perpetual_check_loses_at_tori_although_the_other_repeats() -> None:
    board = Board("tori", "7/7/1k5/7/7/7/4+F1K b - 1")
    for usi in ["3g2g", "6c6d", "2g3g", "6d6c"] * 2:
        assert board.outcome() is None
        board.push_usi(usi)
    assert winner(board) is WHITE


def test_a_lion_of_dobutsu_wins_on_the_last_rank_if_nothing_attacks_it() -> None:
    assert winner(Board("dobutsu", "L2/3/2l/3 w - 1")) is BLACK
    assert Board("dobutsu", "Lg1/3/2l/3 w - 1").outcome() is None


def test_the_first_check_wins_at_check_shogi() -> None:
    board = Board("check-shogi")
    for usi in ("7g7f", "1c1d", "8h3c+"):
        assert board.outcome() is None
        board.push_usi(usi)
    assert winner(board) is BLACK


@pytest.mark.parametrize(
    ("sfen", "is_mate"),
    [
        # lishogi's own test positions of checkshogi; Fairy-Stockfish ends both games with the drop.
        ("3rkr3/9/8p/4N4/1B7/9/1SG6/1KS6/9 b LPp 1", True),
        ("3rk4/9/8p/4N4/1B7/9/1SG6/1KS6/9 b LPp 1", False),
    ],
)
def test_a_dropped_pawn_wins_by_a_mating_check_at_check_shogi_unless_an_option_forbids_it(
    sfen: str, *, is_mate: bool
) -> None:
    forbidding = Variant.named("check-shogi", **{"drop-mate": "forbidden"})
    for variant, allowed in ((Variant.named("check-shogi"), True), (forbidding, not is_mate)):
        board = Board(variant, sfen)
        assert ("P*5b" in legal(board)) is allowed
        assert "L*5b" in legal(board)
        if allowed:
            board.push_usi("P*5b")
            assert winner(board) is BLACK


def test_kyoto_is_drawn_at_the_fourth_occurrence_or_at_the_third_by_the_rules_of_lishogi() -> None:
    for options, occurrence in (({}, 4), ({"repetition": "threefold"}, 3)):
        board = Board(Variant.named("kyoto", **options))
        for _ in range(occurrence - 1):
            for usi in ("4e3d+", "2a3b+", "3d4e+", "3b2a+"):
                assert board.outcome() is None
                board.push_usi(usi)
        assert winner(board) is None


def test_a_perpetual_check_at_kyoto_loses_or_is_drawn_by_the_rules_of_lishogi() -> None:
    for options, occurrence, expected in (({}, 4, WHITE), ({"repetition": "threefold"}, 3, None)):
        board = Board(Variant.named("kyoto", **options), "K4/3T1/4k/5/4S b - 1")
        for _ in range(occurrence - 1):
            for usi in ("1e2d+", "1c1d", "2d1e+", "1d1c"):
                assert board.outcome() is None
                board.push_usi(usi)
        assert winner(board) is expected


def test_a_bare_king_loses_at_shatranj_unless_it_bares_the_other_at_once() -> None:
    board = Board("shatranj", "k7/8/8/8/8/8/r7/R6K b - 1")
    board.push_usi("8h8g")
    assert winner(board) is BLACK
    board = Board("shatranj", "8/8/8/8/8/8/rk6/R6K b - 1")
    board.push_usi("8h8g")
    assert board.outcome() is None
    board.push_usi("7g8g")
    assert winner(board) is None


def test_a_bare_king_loses_at_heian() -> None:
    assert winner(Board("heian", "k8/9/9/9/9/9/9/4KG3 b - 1")) is BLACK


@pytest.mark.parametrize(("name", "expected"), [("makruk", None), ("chaturanga", BLACK)])
def test_stalemate_is_a_draw_at_makruk_and_lost_at_chaturanga(name: str, expected: Color | None) -> None:
    assert winner(Board(name, "k7/7R/1R6/8/8/8/8/4K3 w - 1")) is expected


def test_a_piece_of_kyoto_turns_over_with_every_move_and_is_dropped_with_either_side_up() -> None:
    board = Board("kyoto")
    assert {usi for usi in legal(board) if usi.startswith("1e")} == {"1e1d+"}
    drops = legal(Board("kyoto", "2k2/5/5/5/2K2 b P 1"))
    assert {"P*5c", "R*5c"} <= drops  # the pawn has a rook on the other side


def test_a_piece_of_micro_turns_over_by_capturing() -> None:
    moves = legal(Board("micro", "k3/4/p3/P3/3K b - 1"))
    assert "4d4c+" in moves
    assert "4d4c" not in moves
    assert {usi for usi in legal(Board("micro", "k3/p3/4/P3/3K b - 1")) if usi.startswith("4d")} == {"4d4c"}


def test_two_swallows_of_tori_may_stand_on_a_file() -> None:
    assert "S*7e" in legal(Board("tori", "3k3/7/S6/7/7/7/3K3 b S 1"))
    assert "S*7e" not in legal(Board("tori", "3k3/7/S6/S6/7/7/3K3 b S 1"))


def test_a_pawn_is_not_dropped_with_mate() -> None:
    assert "P*1b" not in legal(Board("minishogi", "3pk/5/3G1/5/2K2 b P 1"))
    assert "G*1b" in legal(Board("minishogi", "3pk/5/3G1/5/2K2 b G 1"))


def test_a_king_of_sho_may_be_left_attacked_beside_a_crown_prince() -> None:
    assert "5a5b" in legal(Board("sho", "k3+e4/9/9/9/9/9/9/9/R3K4 w - 1"))
    assert "5a5b" not in legal(Board("sho", "k3g4/9/9/9/9/9/9/9/R3K4 w - 1"))


@pytest.mark.parametrize(
    ("sfen", "crowning", "move"),
    [
        ("k8/9/9/9/9/4e4/9/9/R3K4 w - 1", "5f5g+", "5f5g"),  # the king is in check
        ("k8/9/9/9/9/e8/9/9/R3K4 w - 1", "9f8g+", "9f8g"),  # the elephant is pinned
    ],
)
def test_the_king_of_sho_may_be_attacked_after_a_prince_is_crowned(
    sfen: str, crowning: str, move: str
) -> None:
    assert crowning in legal(Board("sho", sfen)), "the prince is a second royal"
    assert move not in legal(Board("sho", sfen))


AREA_MOVERS = "(K)15/16/16/16/16/16/16/7{piece}8/16/16/16/16/16/16/16/15(k) b - 1"


@pytest.mark.parametrize("piece", ["(FID)", "(VGN)", "+(WBF)", "+(BGN)"])
def test_an_area_move_of_tenjiku_may_end_where_it_began_unless_an_option_forbids_it(piece: str) -> None:
    position = AREA_MOVERS.format(piece=piece)
    default = legal(Board("tenjiku", position))
    forbidding = legal(Board(Variant.named("tenjiku", **{"area-pass": "forbidden"}), position))
    assert default - forbidding == {"9h8g9h"}, "one step out and back, or three in a triangle"
    assert forbidding < default


def test_the_lion_of_tenjiku_may_always_pass() -> None:
    board = Board(Variant.named("tenjiku", **{"area-pass": "forbidden"}), AREA_MOVERS.format(piece="(LN)"))
    assert "9h8g9h" in legal(board)


def test_a_rain_demon_of_taikyoku_does_not_stop_where_it_has_jumped() -> None:
    # A blocked forward diagonal: the jump over the pawn leads on to the third square and beyond.
    empty = "36/" * 20
    rows = f"{empty}36/17P18/18+(BG)17/36/36/"
    board = Board("taikyoku", f"{rows}{'36/' * 10}K34k b - 1")
    moves = {usi for usi in legal(board) if usi.startswith("18w")}
    assert {"18w20u", "18w16u"} & moves == {"18w16u"}, "only the slide reaches the second square"
    assert {"18w21t", "18w22s", "18w15t"} <= moves


@pytest.mark.parametrize(
    ("sfen", "leap"),
    [
        ("l4p1/1k1fcc1/1pS2s1/1RSSS2/3FSSr/+s2CK2/+s+s3P1 w C3Slp3s 88", "6c6e"),
        ("kl2p2/p1+S2+F1/L6/1sSR3/4SC1/1S+s+fC1S/KSp4 w 2C5Srp3s 188", "7b7d"),
    ],
)
def test_a_pinned_pheasant_may_not_leap_over_the_quail_that_pins_it(sfen: str, leap: str) -> None:
    board = Board("tori", sfen)
    move = board.read_move(leap)
    assert move is not None
    assert not board.is_legal(move)
    assert move not in board.legal_moves
    assert board.infraction(move) is Infraction.LEFT_IN_CHECK


@pytest.mark.parametrize("name", NAMES)
def test_no_legal_move_leaves_the_only_royal_attacked(name: str) -> None:
    if Variant.named(name).rules.check != "answer":
        pytest.skip("the game ends by capture")
    rng = random.Random(name)
    board = Board(name)
    for _ in range(150):
        moves = board.legal_moves
        if not moves:
            board.reset()
            continue
        mover = board.turn
        for move in moves:
            board.push_unchecked(move)
            royals = board.royals(mover)
            assert len(royals) > 1 or not board.is_attacked(royals[0], board.turn)
            board.pop()
        board.push(rng.choice(moves))


def test_a_pawn_dropped_on_the_last_rank_is_a_dead_piece_and_a_second_one_on_its_file_is_nifu() -> None:
    board = Board(Variant.named("goro-goro"), "2k2/5/5/2P2/5/2K2 b P 1")
    found = {usi: board.infraction(read) for usi in ("P*1a", "P*3b") if (read := board.read_move(usi))}
    assert found == {"P*1a": Infraction.DEAD_PIECE, "P*3b": Infraction.NIFU}


def test_a_perpetual_check_loses_in_yari_at_the_third_occurrence() -> None:
    """As in Fairy-Stockfish; a game against the reference had found a draw here."""
    board = Board("yari", "5b1/4N1n/1+B1p1r1/2p3p/7/3P3/PPP3P/BKr1k2/R6 b RBN4Pn2p 1")
    for usi in ["6h6i", "5h6h", "6i5i", "6h5h", "5i6i", "5h6h", "6i5i", "6h5h"]:
        board.push_usi(usi)
        assert board.outcome() is None
    board.push_usi("5i6i")
    outcome = board.outcome()
    assert outcome is not None
    assert outcome.winner is Color.BLACK


def test_a_left_chariot_of_taikyoku_promotes_in_the_corner_where_it_could_never_move_again() -> None:
    ranks = ["36"] * 36
    ranks[0], ranks[4], ranks[35] = "1k34", "(LC)35", "1K34"
    moves = {usi for usi in legal(Board("taikyoku", "/".join(ranks) + " b - 1")) if usi.startswith("36e")}
    assert {"36e36a+", "36e36b"} <= moves
    assert not {"36e36a", "36e36b+"} & moves
