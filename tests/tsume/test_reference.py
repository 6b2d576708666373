"""The slow solver, with answers that a person can check."""

from __future__ import annotations

import pytest

from komadai import Board, tsume
from tests.tsume.problems import UNPROMOTED_ROOK, problem
from tests.tsume.reference import Reference, checks, solve


def plies(sfen: str, bound: int = 7) -> int | None:
    solver = Reference(sfen)
    return next((n for n in range(1, bound + 1, 2) if solver.attack(solver.board, n)), None)


def test_a_gold_on_the_head_mates() -> None:
    answer = solve("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", 1)
    assert (answer.plies, answer.moves, answer.left) == (1, ("G*5b",), 0)


def test_unused_pieces_are_left() -> None:
    assert solve("4k4/9/4P4/9/9/9/9/9/9 b GS2r2b3g3s4n4l17p 1", 1).left == 1


def test_of_two_mates_the_one_that_leaves_no_pieces_is_the_main_line() -> None:
    """A gold on the board and one in hand: either mates, and the main line leaves no pieces."""
    sfen = "4k4/9/3GP4/9/9/9/9/9/9 b G2r2b2g4s4n4l17p 1"
    answer = solve(sfen, 1)
    assert (answer.moves, answer.left) == (("G*5b",), 0)
    assert [move.usi() for move in tsume.solve(Board(sfen)).moves] == ["G*5b"]


def test_in_longer_lines_both_sides_leave_the_fewest_pieces() -> None:
    """The native solver, which compares all lines of three plies, has the same answer."""
    compared = with_choice = 0
    for seed in range(0, 60, 2):
        sfen = problem(seed)
        answer = solve(sfen, 3, positions=1_000)
        if answer.plies != 3 or answer.moves is None:
            continue
        line = tsume.solve(Board(sfen), exact=True).moves
        board = Board(sfen)
        for move in line:
            board.push(move)
        assert answer.left == board.hand(board.turn.opponent).total, sfen
        compared += 1
        with_choice += answer.left > 0
    assert compared > 5
    assert with_choice > 2


def test_without_the_gold_it_proves_that_there_is_no_mate() -> None:
    answer = solve("4k4/9/4P4/9/9/9/9/9/9 b 2r2b4g4s4n4l17p 1", 5)
    assert (answer.plies, answer.exists) == (None, False)


def test_a_pawn_drop_must_not_mate_but_a_pawn_move_may() -> None:
    dropped = solve("7nk/9/7G1/9/9/9/9/9/9 b P2r2b3g4s3n4l17p 1", 5)
    assert (dropped.plies, dropped.exists) == (None, False)
    assert plies("7nk/9/7GP/9/9/9/9/9/9 b 2r2b3g4s3n4l17p 1") == 1


@pytest.mark.parametrize(("sfen", "key_move"), UNPROMOTED_ROOK)
def test_a_rook_that_stays_a_rook_avoids_mating_with_a_dropped_pawn(sfen: str, key_move: str) -> None:
    solver = Reference(sfen)
    assert plies(sfen, 5) == 5
    for move, length in ((key_move, 4), (key_move + "+", None)):
        solver.board.push_usi(move)
        assert solver.defend(solver.board, 4) == length
        solver.board.pop()


def test_perpetual_check_is_not_a_mate() -> None:
    """A lone dragon gives perpetual check."""
    answer = solve("4k4/9/9/9/9/9/9/9/+R8 b r2b4g4s4n4l18p 1", 5)
    assert (answer.plies, answer.exists) == (None, False)


@pytest.mark.parametrize(
    ("sfen", "length"),
    [
        # The tokin uncovers a lance: interpositions on six squares, all futile.
        ("7l1/7pk/9/9/8+P/9/9/9/8L b 2r2b4g4s4n2l16p 1", 1),
        # The square is defended only by a knight pinned by the dragon ...
        ("3+R3nk/8p/7P1/9/9/9/9/9/8B b rb4g4s3n4l16p 1", 1),
        # ... or by a silver that is.
        ("3+R3sk/8p/7P1/9/9/9/9/9/8B b rb4g3s4n4l16p 1", 1),
        ("3+R3nk/9/5p1G1/9/9/9/8p/9/8L b 2br3g4s3n3l16p 1", 1),
        # Every square can be reached, but only by moving a piece there (移動合).
        ("1p4g+b1/3l2gks/4sn2s/3pn1S1g/2pn1pl1l/2n1p1p2/R6g1/KR7/B6L1 b 12p 1", 1),
        # Futile at the end of a longer line.
        ("9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", 3),
        ("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", 3),
        ("9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1", 3),
    ],
)
def test_a_futile_interposition_is_not_counted(sfen: str, length: int) -> None:
    assert plies(sfen) == length


@pytest.mark.slow
def test_a_futile_interposition_in_mid_line_is_not_counted() -> None:
    answer = solve("6p2/8k/9/6P2/8+P/9/9/9/8L b G2r2b3g4s4n3l15p 1", 11)
    assert (answer.plies, answer.left) == (11, 0)
    assert answer.moves
    assert answer.moves[0] == "1e2d"


def test_a_useful_interposition_counts() -> None:
    """After L*5i the pawn on 5c lures the horse or leaves the king a way out."""
    assert plies("4k4/3P5/3+B5/3B5/9/9/9/9/9 b L2r4g4s4n3l17p 1", 1) is None


def test_a_pinned_checker_cannot_capture_so_the_interposition_counts() -> None:
    """The pawn uncovers the bishop. On 3c only the bishop could capture, and the rook pins it."""
    free = "8k/8p/7GN/5P3/4B4/9/9/9/4K4 b 2rb3g4s3n4l16p 1"
    pinned = "4r3k/8p/7GN/5P3/4B4/9/9/9/4K4 b rb3g4s3n4l16p 1"
    assert solve(free, 1).moves == ("4d4c+",)
    assert plies(pinned, 1) is None


def test_a_capture_by_another_piece_is_enough_if_it_mates() -> None:
    """On 2b, next to the king, the gold captures, although the bishop is pinned."""
    board = Board("4r3k/8p/7GN/9/4B4/9/9/9/4K4 w rb3g4s3n4l17p 1")
    solver = Reference("4r3k/8p/7GN/5P3/4B4/9/9/9/4K4 b rb3g4s3n4l16p 1")
    futile = {move.usi() for move in board.legal_moves if solver.is_futile(board, move, 0)}
    assert {move[2:] for move in futile} == {"2b"}


@pytest.mark.parametrize("seed", range(12))
def test_the_best_line_is_a_line_of_checks_to_a_position_without_escape(seed: int) -> None:
    sfen = problem(2 * seed)
    answer = solve(sfen, 5, positions=3000)
    if answer.moves is None:
        return  # too many equally long lines to find the one with the fewest pieces left
    assert answer.plies == len(answer.moves)
    solver = Reference(sfen)
    board = solver.board
    for move in answer.moves:
        if board.turn is solver.attacker:
            assert move in [check.usi() for check in checks(board)]
        board.push_usi(move)
    assert solver.defend(board, 0) == 0


@pytest.mark.parametrize("seed", range(20))
def test_problems_are_valid_and_the_same_in_every_run(seed: int) -> None:
    sfen = problem(seed)
    assert sfen == problem(seed)
    assert not Board(sfen).problems()
    if seed % 2 == 0:
        assert plies(sfen, 5) in (1, 3, 5)
