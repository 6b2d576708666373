"""The search finds mates and declarations, keeps its limits, and refuses bad arguments."""

from __future__ import annotations

import threading
import time
from random import Random
from typing import Any

import pytest

from komadai import Board, Move
from komadai._core import Search
from komadai.errors import RangeError, SfenError
from tests.search.thoughts import think

MATES = [
    (1, "8k/9/8P/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1"),
    (1, "6kl1/7R1/9/4N4/9/9/9/9/9 b r2b4g4s3n3l18p 1"),
    (3, "6+P1l/9/p2+B1s3/4ppk1p/1p4g1N/P1pP2P1P/1K2P+b3/2R4+s1/LNPg4L w RN2g2snl5p 132"),
    (3, "ln5n1/7kl/p1p+P1S1p1/5pS2/8p/5BP2/P2K1PN2/6S2/+p+r3G2L b 2G4Prbgsnl4p 113"),
    (3, "lr5nl/6g2/p1ks1p3/2N3Ppp/2p6/PPn1GS2P/2S+b1P3/3R5/+b1K4NL w L5P2gs3p 96"),
]


@pytest.mark.parametrize(("plies", "sfen"), MATES)
def test_a_mate_in_one_or_three_is_found_at_its_length(plies: int, sfen: str) -> None:
    board = Board(sfen)
    best, report = think(board, nodes=50_000)
    assert report["mate"] == plies
    assert len(report["pv"]) == plies
    assert best == report["pv"][0]
    for move in report["pv"]:
        board.push(move)
    assert board.is_checkmate()


def test_the_defender_sees_the_mate_too() -> None:
    board = Board("8k/9/8P/9/9/9/9/9/K8 w Gr2b3g4s4n4l17p 1")
    best, _ = think(board, nodes=20_000)
    assert best is not None
    board.push(best)
    assert board.mate_in_1() is None


def test_without_a_legal_move_there_is_no_move() -> None:
    best, report = think(Board("8k/8G/8P/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1"), nodes=100)
    assert best is None
    assert report["mate"] == 0
    assert not report["won"]


def test_the_limit_of_moves_makes_later_positions_draws() -> None:
    board = Board("4k4/9/9/9/4P4/9/9/9/4K4 b 2R2B4G4S4N4L17P 99")
    _, report = think(board, depth=3, max_moves=99)
    assert report["cp"] == 0 or report["won"]  # a mate on the last move still counts


@pytest.mark.parametrize(("hand", "declares"), [("B2G3P", True), ("BG3P", False)])
def test_a_declaration_needs_every_point(hand: str, declares: bool) -> None:
    # The king and ten others in the zone, a dragon and a horse among them: 18 points.
    board = Board(f"+R+BGK+P+P+P+P1/4+P+P+P2/9/9/9/9/9/9/4k4 b {hand} 1")
    search = Search(1)
    search.arm()
    assert search.go(board, nodes=100, impasse="27-point")[2] == declares


def test_the_handicap_giver_is_credited_with_the_removed_pieces() -> None:
    # Eleven pieces in White's zone and five in hand: 16 points.
    board = Board("8K/9/9/9/9/9/4p4/2+p+p+p+p+p+p+p/3gk+pg2 w 2g3s 1")
    search = Search(1)
    for bonus, declares in ((10, False), (11, True)):
        search.arm()
        assert search.go(board, nodes=100, impasse="27-point", compensation=(0, bonus))[2] == declares


def test_the_same_seed_and_nodes_give_the_same_moves() -> None:
    skills: list[dict[str, Any]] = [{}, {"overlook": 300, "noise": 200, "seed": 5}]
    for skill in skills:
        lines = [think(Board(), nodes=5_000, **skill)[1]["pv"] for _ in range(2)]
        assert lines[0] == lines[1]


def test_scores_of_another_skill_level_are_not_reused() -> None:
    def nodes(*, first_noise: int, new_table: bool) -> int:
        search = Search(4)
        think(Board(), search, depth=10, noise=first_noise)
        if new_table:
            search.resize(8)
        visited: int = think(Board(), search, depth=10, noise=2)[1]["nodes"]
        return visited

    # A new table changes the search only if the old one has scores of the same skill.
    assert nodes(first_noise=1, new_table=False) == nodes(first_noise=1, new_table=True)
    assert nodes(first_noise=2, new_table=False) != nodes(first_noise=2, new_table=True)


def test_a_player_that_overlooks_every_move_still_moves() -> None:
    rng = Random(1)
    search = Search(1)
    for seed in range(5):
        board = Board()
        for _ in range(200):
            if board.outcome() is not None:
                break
            best, _ = think(board, search, depth=2, nodes=500, overlook=1000, noise=5000, seed=seed)
            assert best is not None
            assert best in board.legal_moves
            board.push(best if rng.random() < 0.5 else rng.choice(board.legal_moves))


def test_the_node_limit_is_not_exceeded() -> None:
    for nodes in (1, 100, 10_000):
        _, report = think(Board(), nodes=nodes)
        assert report["nodes"] <= nodes + 64  # plus the ordering of the root moves


def test_an_unfinished_or_wrong_board_is_refused() -> None:
    search = Search(1)
    board = Board("9/9/9/9/9/9/9/9/9 b - 1", validate=False)
    for color_square in (0, 1):
        board.set_piece(color_square, Board().piece_at(8 * 9))
    for pawn in range(3):
        board.set_piece(40 + pawn, Board().piece_at(6))
    with pytest.raises(SfenError, match=r"nifu|pawns"):
        search.go(board, nodes=1)
    with pytest.raises(TypeError):
        search.go("startpos", nodes=1)  # type: ignore[arg-type]
    with pytest.raises(RangeError, match="at least 1"):
        Search(0)


@pytest.mark.parametrize(
    ("argument", "error"),
    [
        ({"compensation": ("a", "b")}, TypeError),
        ({"compensation": 28}, TypeError),
        ({"compensation": (28,)}, TypeError),
        ({"compensation": (1 << 40, 1)}, RangeError),
        ({"compensation": (0, -1)}, RangeError),
        ({"compensation": None}, TypeError),
        ({"impasse": "27"}, RangeError),
        ({"impasse": 27}, TypeError),
        ({"moves": ["7g7f"]}, TypeError),
        ({"moves": 7}, TypeError),
        ({"depth": -1}, RangeError),
        ({"depth": "3"}, TypeError),
        ({"nodes": -1}, TypeError),
        ({"soft_ms": -1}, RangeError),
        ({"hard_ms": -1}, RangeError),
        ({"multipv": 0}, RangeError),
        ({"max_moves": -1}, RangeError),
        ({"overlook": 1001}, RangeError),
        ({"noise": -1}, RangeError),
        ({"exchanges": -2}, RangeError),
    ],
)
def test_a_bad_argument_is_refused_and_named(argument: dict[str, Any], error: type[Exception]) -> None:
    search = Search(1)
    with pytest.raises(error, match=f"{next(iter(argument))}|Move|integer|rule"):
        search.go(Board(), **{"depth": 1, **argument})
    assert search.go(Board(), depth=1)[0] is not None


def test_a_position_with_one_king_can_be_searched() -> None:
    best, report = think(Board(MATES[0][1]), nodes=1000)
    assert best == Move.from_usi("G*1b")
    assert report["mate"] == 1


def test_a_second_call_during_a_search_is_refused_and_stop_ends_the_search() -> None:
    search = Search(1)
    search.arm()
    thread = threading.Thread(target=lambda: search.go(Board()))
    thread.start()
    time.sleep(0.1)
    try:
        with pytest.raises(RuntimeError, match="under way"):
            search.go(Board(), nodes=1)
        with pytest.raises(RuntimeError, match="under way"):
            search.clear()
        with pytest.raises(RuntimeError, match="under way"):
            search.resize(2)
    finally:
        search.stop()
        thread.join(60)
    assert not thread.is_alive()


def test_an_error_of_the_callback_ends_the_search_and_is_raised() -> None:
    def listen(report: dict[str, Any]) -> None:
        raise KeyError("listener")

    search = Search(1)
    search.arm()
    with pytest.raises(KeyError, match="listener"):
        search.go(Board(), on_report=listen)
    assert think(Board(), search, nodes=100)[0] is not None


@pytest.mark.parametrize(
    "names",
    [
        ("even", "lance", "rook-lance", "six-piece"),
        ("even", "bishop", "two-piece", "four-piece", "six-piece", "eight-piece"),
        ("even", "rook", "rook-lance", "four-piece"),
    ],
)
def test_a_larger_handicap_has_a_lower_score(names: tuple[str, ...]) -> None:
    """Each of these handicaps removes the pieces of the one before it, and more.

    The giver moves first. In the even game the side to move stands for the giver.
    """
    scores = [think(Board.handicap(name), depth=6)[1]["cp"] for name in names]
    assert scores == sorted(scores, reverse=True)
