"""The search and the game before the root: repetitions, perpetual check, limits of moves."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from komadai import Board, Move
from komadai._core import Search
from komadai.engine.transitions import Transitions
from komadai.outcome import Termination
from tests.search.thoughts import think

CHASE = "4k4/9/9/9/5R3/9/9/9/K8 b r2b4g4s4n4l18p 1"
"""Black has a rook to give check with, White everything else."""


def after(sfen: str, moves: str) -> Board:
    board = Board(sfen)
    for usi in moves.split():
        board.push_usi(usi)
    return board


def test_the_side_behind_repeats_and_the_side_ahead_does_not() -> None:
    """White lacks a rook and a bishop; its king has been on 5b three times already."""
    start = Board.handicap("two-piece").sfen()
    cycle = "5i5h 5b5a 5h5i 5a5b "
    board = after(start, "5a4b 9g9f 4b5b " + 2 * cycle + "5i5h 5b5a 5h5i")
    best, report = think(board, depth=6)
    assert (best, report["cp"]) == (Move.from_usi("5a5b"), 0)
    board = after(start, "5a5b 5i5h 5b5a 5h5i " * 2 + "5a5b 5i5h 5b5a")
    best, report = think(board, depth=6)
    assert best != Move.from_usi("5h5i")
    assert report["cp"] > 500


def test_perpetual_check_does_not_save_a_game() -> None:
    """After the check, the king's move is the fourth occurrence."""
    board = after("4k4/9/9/9/9/9/9/9/K4R3 b r2b4g4s4n4l18p 1", "4i5i 5a4a 5i4i 4a5a " * 2 + "4i5i 5a4a")
    _, report = think(board, depth=4, moves=[Move.from_usi("5i4i")])
    assert report["mate"] is not None
    assert not report["won"]


@pytest.mark.parametrize("seed", range(4))
def test_a_move_ends_the_game_by_repetition_exactly_where_the_board_says_so(seed: int) -> None:
    """A game in which few moves are repeated, with checks and without."""
    rng = Random(seed)
    board = Board(CHASE)
    ends: set[Termination] = set()
    search = Search(1)
    for _ in range(400):
        going: list[tuple[int, Move]] = []
        for move in board.legal_moves:
            if move.from_square is None or board.piece_at(move.to_square) is not None:
                continue
            after = board.copy()
            after.push(move)
            outcome, times = after.outcome(), after.repetition_count()
            if outcome is None:
                going.append((times, move))
            if times == 1:
                continue
            search.clear()
            _, report = think(board, search, depth=1, exchanges=0, moves=[move])
            score = report["cp"], report["mate"]
            if outcome is None and after.is_check():
                continue  # a check is searched deeper, perhaps to the end
            if outcome is None:
                search.clear()
                _, alone = think(Board(board.sfen()), search, depth=1, exchanges=0, moves=[move])
                assert score == (alone["cp"], alone["mate"]), (board.usi_position(), move)
            elif outcome.winner is None:
                assert score == (0, None), (board.usi_position(), move)
            else:
                assert report["mate"] is not None, (board.usi_position(), move)
                assert report["won"] == (outcome.winner == board.turn), (board.usi_position(), move)
            if outcome is not None:
                ends.add(outcome.termination)
        if not going:
            break
        most = max(times for times, _ in going) if rng.random() < 0.9 else 1
        board.push(rng.choice([move for times, move in going if times >= most]))
    assert Termination.SENNICHITE in ends


def test_a_fourth_occurrence_is_found_however_long_the_cycle() -> None:
    """Two kings move in cycles of 36 moves before a position recurs."""
    squares = [f"{file}i" for file in range(9, 0, -1)] + [f"{file}h" for file in range(1, 10)] + ["9i"]
    black = [before + after for before, after in pairwise(squares)]
    white = ["5a4a", "4a4b", "4b5b", "5b5a"]
    board = Board("4k4/9/9/9/9/9/9/9/K8 b 2R2B4G4S4N4L18P 1")
    for number in range(3 * 36):
        board.push_usi(black[number % 18])
        if number < 3 * 36 - 1:
            board.push_usi(white[number % 4])
    _, report = think(board, depth=1, moves=[Move.from_usi("5b5a")])
    assert (report["cp"], report["mate"]) == (0, None)


def test_on_the_path_the_same_board_with_less_in_hand_is_lost_and_better_than_a_mate() -> None:
    """Black is mated next move. Two golds dropped with check, each taken, only put that off."""
    board = Board("7nk/7l1/7pp/9/9/l8/g8/2+p6/K8 b 2G2r2bg4s3n2l15p 1")
    best, report = think(board, depth=5)
    assert [move.usi() for move in report["pv"]] == ["G*1b", "1a1b", "G*1a", "1b1a"]
    assert (best, report["cp"], report["mate"]) == (Move.from_usi("G*1b"), -12000 + 4, None)
    before = Board("7nk/7l1/7pp/9/9/l8/g1p6/9/K8 w 2G2r2bg4s3n2l15p 1")
    _, report = think(before, depth=6, moves=[Move.from_usi("7g7h+")])
    assert (report["cp"], report["mate"]) == (12000 - 5, None)


NOT_OVER = {
    "a check that nobody has to repeat": ("4k4/9/9/3N5/5R3/9/9/8b/K8 b Grb3g4s3n4l18p 1", "4e5e 5a4a 5e4e"),
    "a better hand than before": ("8k/9/8P/9/9/9/9/1r1GGG3/3SKS3 b G2Sb2n17p 1", "S*2b 1a2b S*1a"),
    "the second time of four": ("4k4/9/9/3N5/5R3/9/9/3GG4/3SKS3 b Grb2s4p 1", "5i4h 5a6a 4h5i"),
}


@pytest.mark.parametrize("realize", [False, True])
@pytest.mark.parametrize("name", NOT_OVER)
def test_an_occurrence_before_the_root_does_not_end_the_game(name: str, realize: bool) -> None:
    board = after(*NOT_OVER[name])
    searches = Search(4), Search(4)
    if realize:
        for search in searches:
            search.set_transitions(Transitions.shipped().counts)
    best, report = think(board, searches[0], nodes=20_000)
    alone, of_alone = think(Board(board.sfen()), searches[1], nodes=20_000)
    assert (best, report["cp"], report["mate"]) == (alone, of_alone["cp"], of_alone["mate"])


NOT_MATES = {
    "it is a draw": (
        "k2+R5/9/p1p6/4+B4/9/9/9/9/9 w rb4g4s4n4l16p 2",
        "9a8b 6a6c 8b9a 6c6a " * 2 + "9a8b 6a6c 8b9a",
        "6c6a",
    ),
    "it is perpetual check": (
        "9/4g1+B+S1/5k3/4Pp3/9/5GP2/9/9/9 w 2rb2g3s4n4l15p 2",
        "4c3d 3b2c 3d4c 2c3b " * 2 + "4c3d 3b2c 3d4c",
        "2c3b",
    ),
}


@pytest.mark.parametrize("name", NOT_MATES)
def test_a_line_through_a_fourth_occurrence_is_not_a_mate(name: str) -> None:
    sfen, moves, wrong = NOT_MATES[name]
    board = after(sfen, moves)
    assert board.is_legal(Move.from_usi(wrong))
    for threads in (1, 2):
        search = Search(4)
        search.set_threads(threads)
        think(
            Board(board.sfen()), search, nodes=20_000
        )  # fills the table with scores that the game makes invalid
        best, report = think(board, search, nodes=20_000)
        assert best != Move.from_usi(wrong) or report["cp"] == 0


def test_cycles_with_checks_and_without_are_a_draw() -> None:
    moves = "9i9h 5a6a 9h9i 6a5a " * 2 + "4e5e 5a4a 5e4e"
    _, report = think(after(CHASE, moves), nodes=20_000, moves=[Move.from_usi("4a5a")])
    assert (report["cp"], report["mate"]) == (0, None)


def test_a_king_that_may_try_is_not_mated_by_letting_it() -> None:
    board = Board("K8/9/9/9/5g3/3p5/2+P3R+R1/5k3/9 b G 1")
    best, report = think(board, nodes=50_000, impasse="try-one-king")
    assert report["mate"] == 3
    assert best is not None
    board.push(best)
    assert all(move.to_square != Move.from_usi("4h5i").to_square for move in board.legal_moves)


def test_a_mate_beyond_the_limit_of_moves_does_not_count() -> None:
    board = Board("k+b7/l8/p4R3/2G6/9/9/9/9/9 b Nrb3g4s3n3l17p 1")
    assert think(board, nodes=20_000)[1]["mate"] == 3
    _, report = think(board, nodes=20_000, max_moves=2)
    assert (report["cp"], report["mate"]) == (0, None)


def test_perpetual_check_that_the_limit_of_moves_cuts_short_is_a_draw() -> None:
    _, report = think(after(CHASE, "4e5e 5a4a 5e4e"), nodes=20_000, max_moves=5)
    assert (report["cp"], report["mate"]) == (0, None)


def test_a_stopped_search_claims_nothing_about_moves_not_searched() -> None:
    """After thirty nodes one move is known to be mated; there are others."""
    board = Board("1n3kg1s/l1s1P2+Sl/p1r2p3/1p1p1g2p/2p6/PPR3P1P/2NGGPn2/1K+b3+n1L/3+b3S1 b L6p 125")
    for nodes in range(5, 200, 5):
        _, report = think(board, nodes=nodes)
        assert report["mate"] is None or report["bound"] != "exact"
