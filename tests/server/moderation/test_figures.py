"""The figures of a side: which moves count, agreement, loss, spread of times."""

from __future__ import annotations

import pytest

from komadai import Board, Move, kifu
from komadai.pieces import Color
from komadai.server.moderation.figures import CountedMove, Figures, counted, figures
from komadai.study import Review, ReviewedMove
from komadai.study.game_review.positions import main_line
from komadai.study.game_review.report import BestMove, Text

OUT_OF_BOOK = "4k4/9/9/9/9/9/9/9/4K4 b 2r2b4g4s4n4l18p 1"


def reviewed(game: kifu.Game, best: dict[int, str], losses: dict[int, float]) -> Review:
    """A review in which the engine's first choice is the move played, but for the plies of ``best``."""
    moves = []
    line = main_line(game)
    for ply, move in enumerate(line.moves, 1):
        board = line.boards[ply - 1]
        first = Move.from_usi(best[ply]) if ply in best else move
        moves.append(
            ReviewedMove(
                ply=ply,
                move=move,
                side=board.turn,
                score=None,
                win=0.5,
                best=BestMove(first, (first,)),
                loss=losses.get(ply, 0.0),
                move_class="good",
                text=Text("", ""),
            )
        )
    return Review(engine="test", nodes=1, accuracy=(None, None), moves=tuple(moves), milestones=())


def game_of(start: str, *moves: str) -> kifu.Game:
    return kifu.read(f"position sfen {start} moves {' '.join(moves)}", "usi")


def test_each_side_has_its_own_moves() -> None:
    game = game_of(OUT_OF_BOOK, "5i5h", "5a5b", "5h5g", "5b5c")
    review = reviewed(game, {3: "5h4h"}, {3: 0.2, 2: 0.1})
    line, times = main_line(game), [1000, 2000, 3000, 4000]
    black, white = (counted(review, line, times, side) for side in Color)
    assert black == [CountedMove(True, 0.0, 1000), CountedMove(False, 0.2, 3000)]
    assert white == [CountedMove(True, 0.1, 2000), CountedMove(True, 0.0, 4000)]


def test_moves_of_the_opening_book_do_not_count() -> None:
    game = game_of(Board().sfen(), "7g7f", "3c3d", "9i9h", "9a9b")
    moves = counted(reviewed(game, {}, {}), main_line(game), [1, 2, 3, 4], Color.BLACK)
    assert [each.ms for each in moves] == [3]


def test_a_forced_move_does_not_count() -> None:
    in_check = "4k4/9/9/9/r8/9/2g6/9/K8 b - 1"
    board = Board(in_check)
    (only,) = board.legal_moves
    game = game_of(in_check, only.usi())
    assert counted(reviewed(game, {}, {}), main_line(game), [1], Color.BLACK) == []


def test_the_figures_are_means_and_the_spread_of_the_times() -> None:
    moves = [CountedMove(True, 0.0, 1000), CountedMove(False, 0.3, 3000), CountedMove(True, 0.0, 2000)]
    found = figures(moves)
    assert (found.moves, found.mean_ms, found.deviation_ms) == (3, 2000, 1000)
    assert found.agreement == pytest.approx(2 / 3)
    assert found.loss == pytest.approx(0.1)
    assert found.variation == pytest.approx(0.5)


def test_what_cannot_be_known_is_none() -> None:
    assert figures([]) == Figures(0)
    assert figures([]).variation is None
    one = figures([CountedMove(True, 0.0, 1000)])
    assert (one.deviation_ms, one.variation) == (None, None)
    assert figures([CountedMove(True, 0.0, 0)] * 2).variation is None
