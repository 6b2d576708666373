"""Many games stepped together, compared with games played move by move on komadai.Board."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from komadai import WHITE, Board, Color, Move, Outcome, Termination
from komadai.env import VectorEnv
from komadai.errors import ArgumentTypeError, IllegalMoveError, RangeError, SfenError, VariantError
from komadai.impasse import ImpasseRule, after_move, can_declare, declare

HAND_KINDS = ("PAWN", "LANCE", "KNIGHT", "SILVER", "BISHOP", "ROOK", "GOLD")


def action_of(move: Move, turn: Color) -> int:
    """Written anew from the description of dlshogi's labels: as Black sees the move, then the offsets."""
    if turn == WHITE:
        move = move.mirror()
    to_file, to_rank = divmod(move.to_square, 9)
    if move.drop is not None:
        kind = 20 + HAND_KINDS.index(move.drop.name)
    else:
        assert move.from_square is not None
        from_file, from_rank = divmod(move.from_square, 9)
        across, up = to_file - from_file, from_rank - to_rank
        if up == 2 and abs(across) == 1:
            kind = 8 if across > 0 else 9
        else:
            sign = ((across > 0) - (across < 0), (up > 0) - (up < 0))
            kind = [(0, 1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (1, -1), (-1, -1)].index(sign)
        kind += 10 * move.promotion
    return kind * 81 + move.to_square


def outcome_of(board: Board, rule: ImpasseRule, max_moves: int) -> Outcome | None:
    """In the order of the rules in a match."""
    if outcome := board.outcome():
        return outcome
    if outcome := after_move(board, rule):
        return outcome
    if can_declare(board, rule, board.turn):
        return declare(board, rule)
    if max_moves and board.ply >= max_moves:
        return Outcome(None, Termination.MOVE_LIMIT)
    return None


def play_and_compare(env: VectorEnv, start: Board, steps: int) -> dict[Termination, int]:
    """Plays random games in the environment and on boards; returns how they ended."""
    rule = ImpasseRule(env.impasse)
    boards = [start.copy() for _ in range(env.num_envs)]
    endings: dict[Termination, int] = {}
    env.reset(seed=7)
    for _ in range(steps):
        for i, board in enumerate(boards):
            legal = {action_of(move, board.turn) for move in board.legal_moves}
            assert len(legal) == len(board.legal_moves)
            assert set(np.flatnonzero(env.legal_action_mask[i])) == legal
            assert env.to_move[i] == board.turn
        actions = env.sample()
        moves = [env.move(i, int(action)) for i, action in enumerate(actions)]
        _, rewards, terminated, truncated, info = env.step(actions)
        for i, (board, move) in enumerate(zip(boards, moves, strict=True)):
            mover = board.turn
            assert action_of(move, mover) == actions[i]
            board.push(move)
            outcome = outcome_of(board, rule, env.max_moves)
            limit = outcome is not None and outcome.termination == Termination.MOVE_LIMIT
            assert truncated[i] == limit
            assert terminated[i] == (outcome is not None and not limit)
            winner = outcome and outcome.winner
            assert rewards[i] == (0 if winner is None else 1 if winner == mover else -1)
            if outcome is not None:
                assert info["termination"][i] == outcome.termination
                endings[outcome.termination] = endings.get(outcome.termination, 0) + 1
                if env.observation == "pgx":
                    assert (info["final_obs"][i] == board.planes()).all()
                boards[i] = start.copy()
            if env.observation == "pgx":
                assert (env.observations[i] == boards[i].planes()).all()
    assert [board.sfen() for board in boards] == [board.sfen() for board in env.boards()]
    return endings


def test_random_games_agree_with_games_on_boards() -> None:
    env = VectorEnv(20, max_moves=150, observation=None)
    endings = play_and_compare(env, Board(), 320)
    assert endings[Termination.CHECKMATE] > 0
    assert endings[Termination.MOVE_LIMIT] > 0


@pytest.mark.parametrize("impasse", [rule.value for rule in ImpasseRule])
def test_games_with_few_pieces_end_as_the_rules_say(impasse: str) -> None:
    start = Board("4k4/9/9/9/9/9/9/9/R3K4 b - 1")
    env = VectorEnv(10, max_moves=60, impasse=impasse, observation=None, positions=[start])
    endings = play_and_compare(env, start, 125)
    assert endings[Termination.MOVE_LIMIT] > 0


def test_fourth_repetition_and_perpetual_check_occur_in_random_games() -> None:
    start = Board("8k/9/9/9/9/9/9/9/K8 b - 1")
    endings = play_and_compare(VectorEnv(40, positions=[start], observation=None, impasse="none"), start, 150)
    assert endings[Termination.SENNICHITE] > 0


def test_observations_are_those_of_the_boards() -> None:
    play_and_compare(VectorEnv(4, max_moves=60), Board(), 130)


def test_a_declaration_is_made_as_soon_as_it_holds() -> None:
    start = Board("1+R+R6/+B+B1GGGGSS/1SSPP4/K8/9/9/9/9/k8 b 2L 1")
    env = VectorEnv(1, positions=[start], observation=None)
    env.step([env.action("9d9c")])
    assert not env.terminated[0]
    _, rewards, terminated, _, info = env.step([env.action("9i9h")])
    assert terminated[0]
    assert info["termination"][0] == Termination.IMPASSE_DECLARATION
    assert rewards[0] == -1  # White moved last, Black declares
    assert env.boards() == [start]
    play_and_compare(VectorEnv(20, positions=[start], observation=None), start, 60)


def test_a_start_where_the_side_to_move_may_declare_is_refused() -> None:
    start = Board("1+R+R6/+B+B1GGGGSS/KSSPP4/9/9/9/9/9/k8 b 2L 1")
    with pytest.raises(RangeError, match=r"positions\[0\]: the game is over in this position"):
        VectorEnv(1, positions=[start])
    VectorEnv(1, positions=[start], impasse="none")


def test_the_side_that_gave_perpetual_check_loses() -> None:
    start = Board("8k/9/9/9/9/9/9/7R1/K8 b - 1")
    moves = ["2h1h", "1a2a", "1h2h", "2a1a"] * 3
    env = VectorEnv(1, positions=[start], observation=None, impasse="none")
    for usi in moves[:-1]:
        env.step([env.action(usi)])
        assert not env.terminated[0]
    _, rewards, terminated, _, info = env.step([env.action(moves[-1])])
    assert terminated[0]
    assert info["termination"][0] == Termination.PERPETUAL_CHECK
    assert rewards[0] == 1  # White moved last


def test_a_seed_determines_everything_on_any_number_of_threads() -> None:
    starts = ["startpos", "startpos moves 7g7f", "startpos moves 2g2f"]
    envs = [VectorEnv(100, threads=n, seed=3, positions=starts, observation=None) for n in (1, 2, 7)]
    for _ in range(60):
        actions = [env.sample() for env in envs]
        for env, drawn in zip(envs, actions, strict=True):
            assert (drawn == actions[0]).all()
            env.step(drawn)
    assert len({tuple(board.sfen() for board in env.boards()) for env in envs}) == 1
    other = VectorEnv(100, seed=4, observation=None)
    assert (other.sample() != VectorEnv(100, seed=3, observation=None).sample()).any()


def test_an_action_drawn_twice_in_one_position_is_legal_both_times() -> None:
    env, other = (VectorEnv(50, seed=3, observation=None) for _ in range(2))
    games = np.arange(50)
    for _ in range(30):
        first, second = env.sample(), env.sample()
        assert (first == other.sample()).all()
        assert (first != second).any()
        assert env.legal_action_mask[games, second].all()
        env.step(second)
        other.sample()
        other.step(second)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
def test_a_child_process_steps_the_games_that_it_inherits() -> None:
    code = """
import os
from komadai.env import VectorEnv
env = VectorEnv(200, seed=1, threads=4, observation=None)
env.step(env.sample())
child = os.fork()
for _ in range(20):
    env.step(env.sample())
if child:
    assert os.waitpid(child, 0)[1] == 0
print(hash(tuple(board.sfen() for board in env.boards())))
"""
    environment = os.environ | {"PYTHONHASHSEED": "0", "PYTHONWARNINGS": "ignore"}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert len(done.stdout.split()) == 2
    assert len(set(done.stdout.split())) == 1


def test_all_start_positions_are_drawn() -> None:
    starts = [Board(), Board("startpos moves 7g7f"), Board("startpos moves 2g2f")]
    env = VectorEnv(100, seed=1, positions=starts, observation=None)
    assert {board.sfen() for board in env.boards()} == {board.sfen() for board in starts}


def test_the_arrays_stay_the_same() -> None:
    env = VectorEnv(3, seed=1)
    before = (
        env.observations,
        env.legal_action_mask,
        env.rewards,
        env.terminated,
        env.truncated,
        env.to_move,
    )
    env.step(env.sample())
    env.reset()
    after = (env.observations, env.legal_action_mask, env.rewards, env.terminated, env.truncated, env.to_move)
    assert all(a is b for a, b in zip(before, after, strict=True))
    assert env.legal_action_mask.dtype == np.bool_
    assert env.rewards.dtype == np.float32
    assert env.to_move.dtype == np.uint8


@pytest.mark.parametrize("kind", [np.int8, np.uint16, np.int32, np.uint64, list])
def test_actions_may_be_whole_numbers_of_any_kind(kind: Any) -> None:
    env = VectorEnv(2, observation=None)
    action = env.action("2g2f")
    assert action < 128
    actions = [action, action]
    env.step(actions if kind is list else np.array(actions, kind))
    assert [board.peek() for board in env.boards()] == [Move.from_usi("2g2f")] * 2


def test_an_illegal_action_is_named_and_nothing_is_played() -> None:
    env = VectorEnv(3, observation=None)
    legal = env.action("7g7f")
    for action in (0, -1, 2187, 1 << 40):
        with pytest.raises(RangeError, match=rf"env 1: action {action} is not legal; expected one of the 30"):
            env.step([legal, action, legal])
    assert [board.ply for board in env.boards()] == [0, 0, 0]
    with pytest.raises(RangeError, match=r"expected the shape \(3,\), got \(2,\)"):
        env.step([legal, legal])
    with pytest.raises(ArgumentTypeError, match="expected whole numbers, got float64"):
        env.step([1.0, 2.0, 3.0])


def test_actions_and_moves_are_converted_both_ways() -> None:
    env = VectorEnv(4, seed=5, observation=None)
    for _ in range(100):
        for index, board in enumerate(env.boards()):
            for move in board.legal_moves:
                assert env.move(index, env.action(move, index)) == move
        env.step(env.sample())
    with pytest.raises(IllegalMoveError):
        VectorEnv(2, observation=None).action("5e5d")
    with pytest.raises(RangeError, match="env 0: action 0 is not legal"):
        VectorEnv(1, observation=None).move(0, 0)
    with pytest.raises(RangeError, match="index"):
        env.move(4, 0)


@pytest.mark.parametrize(
    ("options", "error", "text"),
    [
        ({"num_envs": 0}, RangeError, "num_envs"),
        ({"num_envs": 2.5}, ArgumentTypeError, "num_envs"),
        ({"max_moves": -1}, RangeError, "max_moves"),
        ({"impasse": "28-point"}, RangeError, "impasse rule"),
        ({"observation": "planes"}, RangeError, "'pgx', 'dlshogi' or None"),
        ({"variant": "go"}, VariantError, "no variant is named go"),
        ({"seed": -1}, RangeError, "seed"),
        ({"threads": 0}, RangeError, "threads"),
        ({"positions": []}, RangeError, "at least one"),
        ({"positions": ["no sfen"]}, SfenError, "an SFEN, got 'no'"),
        ({"positions": [Board.empty()]}, RangeError, "the game is over"),
    ],
)
def test_wrong_options_are_named(options: dict[str, Any], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        VectorEnv(**({"num_envs": 1} | options))
