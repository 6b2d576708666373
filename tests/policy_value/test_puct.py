"""PUCT finds mates, knows the ends of games, and searches where the network points."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from komadai import Board
from komadai.policy_value import Puct, PuctSettings, ShogiGame, VariantGame
from komadai.tsume.problems import problems
from komadai.variants import Board as VariantBoard
from tests.policy_value.models import UniformNetwork


def shogi(position: str | Board, nodes: int = 400, **options: Any) -> Any:
    board = position if isinstance(position, Board) else Board(position)
    return Puct(UniformNetwork(2187)).search(ShogiGame(board, **options), nodes)


def test_a_mate_in_one_is_proved() -> None:
    result = shogi("4k4/9/4P4/9/9/9/9/9/4K4 b G 1")
    assert result.best_move.usi() == "G*5b"
    assert result.value == 1
    assert result.proved[result.best] == 1


def test_mates_in_three_are_proved() -> None:
    for problem in problems(3)[:5]:
        result = shogi(problem.board, 4000)
        assert result.best_move == problem.moves[0]
        assert result.value == 1
        assert result.nodes < 4000


def test_a_move_into_mate_is_a_proved_loss_and_not_chosen() -> None:
    # Black must stop a gold on 5h: all moves that do not lose at once.
    board = Board("4k4/9/9/9/9/9/4p4/9/3SKS3 b g 1")
    result = shogi(board, 2000)
    for move, proved in zip(result.moves, result.proved, strict=True):
        board.push(move)
        mated = board.mate_in_1() is not None
        board.pop()
        if mated and result.visits[list(result.moves).index(move)]:
            assert proved == -1
        if proved == 0:
            assert not mated
    assert result.proved[result.best] != -1


def test_a_fourth_repetition_is_a_draw_and_perpetual_check_loses() -> None:
    board = Board("startpos moves " + " ".join(["2h3h", "8b7b", "3h2h", "7b8b"] * 3)[: -len(" 7b8b")])
    board.push_usi("7b8b")
    board.pop()
    assert ShogiGame(board).decided() is None
    board.push_usi("7b8b")
    assert ShogiGame(board).decided() == 0
    board = Board("8k/9/9/9/9/9/9/7R1/K8 b - 1")
    for usi in ["2h1h", "1a2a", "1h2h", "2a1a"] * 3:
        board.push_usi(usi)
    assert ShogiGame(board, impasse="none").decided() == -1  # Black, to move, gave all checks


def test_a_declaration_wins() -> None:
    board = Board("1+R+R6/+B+B1GGGGSS/KSSPP4/9/9/9/9/9/k8 b 2L 1")
    assert ShogiGame(board).can_declare()
    assert ShogiGame(board).decided() == 1
    assert not ShogiGame(board, impasse="none").can_declare()


def test_the_limit_of_moves_draws() -> None:
    board = Board("startpos moves 7g7f 3c3d")
    assert ShogiGame(board, max_moves=2).decided() == 0
    assert ShogiGame(board, max_moves=3).decided() is None


def test_the_search_leaves_the_board_as_it_was_and_counts_its_batches() -> None:
    board = Board()
    game = ShogiGame(board)
    network = UniformNetwork(2187)
    result = Puct(network, PuctSettings(batch=8)).search(game, 200)
    assert game.board == board
    assert result.nodes == 200 == int(result.visits.sum())
    assert result.batches == len(network.sizes)
    assert result.evaluated == sum(network.sizes)
    assert max(network.sizes) == 8
    assert result.evaluated / result.batches > 6
    assert abs(float(result.policy.sum()) - 1) < 1e-5


def test_only_the_given_moves_of_the_root_are_searched() -> None:
    board = Board()
    moves = [move for move in board.legal_moves if move.usi() in ("7g7f", "2g2f")]
    result = Puct(UniformNetwork(2187)).search(ShogiGame(board), 50, moves=moves)
    assert [move.usi() for move in result.moves] == [move.usi() for move in moves]


def test_a_search_can_be_stopped_after_a_batch() -> None:
    seen: list[int] = []
    result = Puct(UniformNetwork(2187)).search(
        ShogiGame(Board()),
        0,
        should_stop=lambda: len(seen) >= 3,
        on_batch=lambda result: seen.append(result.nodes),
    )
    assert len(seen) == 3
    assert result.nodes == seen[-1]


def test_visits_follow_the_policy_and_the_noise_depends_on_the_seed() -> None:
    class Pointing(UniformNetwork):
        def evaluate(self, inputs: tuple[Any, ...]) -> tuple[Any, Any]:
            logits, values = super().evaluate(inputs)
            logits[:, favourite] = 5
            return logits, values

    game = ShogiGame(Board())
    moves = game.moves()
    favourite = int(game.actions(moves)[7])
    result = Puct(Pointing(2187)).search(game, 300)
    assert result.visits.argmax() == 7
    settings = PuctSettings(noise=0.25)
    policies = [
        Puct(UniformNetwork(2187), settings, np.random.default_rng(seed)).search(game, 1).policy
        for seed in (1, 1, 2)
    ]
    assert (policies[0] == policies[1]).all()
    assert (policies[0] != policies[2]).any()


def test_a_variant_is_searched() -> None:
    # The chick takes the lion, which ends the game.
    board = VariantBoard("dobutsu", "g1e/1Ll/1C1/E1G w C 1")
    game = VariantGame(board)
    result = Puct(UniformNetwork(game.action_count)).search(game, 100)
    assert result.best_move.usi() in ("1a2b", "1b2b")
    assert result.value == 1
    assert game.board == board


def test_a_position_without_a_move_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a legal move"):
        shogi("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
