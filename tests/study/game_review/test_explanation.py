"""The words for what a line wins and loses, for forks and for mates."""

from __future__ import annotations

import pytest

from komadai import BLACK, WHITE, Board, Move, PieceType
from komadai.score import Score
from komadai.study.game_review.evaluation import Evaluation
from komadai.study.game_review.explanation import MoveFacts, explain
from komadai.study.game_review.material import exchange, forked
from komadai.study.game_review.report import MoveClass

ROOK_ON_2D = "lnsgk1snl/1r4gb1/p1pppp2p/6pR1/1p7/2P6/PP1PPPP1P/1B7/LNSGKGSNL b Pp 11"


def line(*moves: str) -> tuple[Move, ...]:
    return tuple(map(Move.from_usi, moves))


def test_a_piece_that_is_taken_for_nothing_is_lost() -> None:
    lost = exchange(Board(ROOK_ON_2D), line("2d2c+", "3b2c"), WHITE)
    assert (lost.won, lost.lost) == ((PieceType.DRAGON,), ())
    assert lost.balance == 12


def test_a_capture_at_the_end_of_a_line_counts_as_retaken_if_the_square_is_guarded() -> None:
    # The bishop takes a pawn that the king guards.
    board = Board("9/9/9/9/4B4/9/6p2/7k1/K8 b - 1", validate=False)
    taken = exchange(board, line("5e3g"), BLACK)
    assert (taken.won, taken.lost) == ((PieceType.PAWN,), (PieceType.BISHOP,))


def test_pieces_of_the_same_kind_cancel_out() -> None:
    board = Board("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3")
    assert exchange(board, line("8h2b+", "3a2b"), BLACK).balance == 0
    assert exchange(board, line("8h2b+", "3a2b"), BLACK).won == ()


def test_a_fork_names_the_king_first_and_no_guarded_cheaper_pieces() -> None:
    board = Board("4k1r2/9/5N3/9/9/9/9/9/4K4 w - 1")
    assert forked(board, 4 * 9 - 9 + 2) == [PieceType.KING, PieceType.ROOK]
    guarded = Board("3k5/4s4/9/9/9/9/9/4R4/4K4 w - 1")
    assert forked(guarded, 4 * 9 + 7) == []


@pytest.mark.parametrize(
    ("move_class", "wins", "english", "japanese"),
    [
        (
            "blunder",
            (0.5, 0.2),
            "Blunder: Black's win rate falls from 50% to 20%. It allows △Gx2c, which wins a dragon. "
            "Better was ▲R-2h, which keeps the game about equal.",
            "悪手。先手の勝率が50％から20％に下がりました。△同金で、龍を取られます。▲2八飛なら互角でした。",
        ),
        (
            "good",
            (0.5, 0.48),
            "A good move. The engine prefers ▲R-2h.",
            "良い手です。エンジンの最善は▲2八飛。",
        ),
    ],
)
def test_a_move_is_explained_in_both_languages(
    move_class: MoveClass, wins: tuple[float, float], english: str, japanese: str
) -> None:
    facts = MoveFacts(
        Board(ROOK_ON_2D),
        Move.from_usi("2d2c+"),
        None,
        Evaluation(Score(0, turn=BLACK), line("2d2h")),
        Evaluation(Score(-1500, turn=BLACK), line("3b2c")),
        wins,
        move_class,
    )
    assert explain(facts) == (english, japanese)


def test_a_mate_that_was_allowed_is_named() -> None:
    facts = MoveFacts(
        Board("4k4/9/9/9/9/9/4p4/9/P3K4 b g 1"),
        Move.from_usi("9i9h"),
        None,
        Evaluation(Score(0, turn=BLACK), line("5i6h")),
        Evaluation(Score(mate=-1, turn=BLACK), line("G*5h"), solved=True),
        (0.4, 0.0),
        "blunder",
    )
    text = explain(facts)
    assert "It allows White to mate in 1: △G*5h." in text.en
    assert "後手に1手詰が生じました：△5八金。" in text.ja
