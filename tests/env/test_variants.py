"""Variants in the environments, compared with games played move by move on komadai.variants.Board."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from komadai import Color, Termination
from komadai.env import GameState, VectorEnv, planes
from komadai.env.variant_layout import layout_of
from komadai.errors import IllegalMoveError, InvalidMoveError, RangeError, VariantError
from komadai.variants import NAMES, Board, Variant

LARGE = [name for name in NAMES if max(Variant.named(name).files, Variant.named(name).ranks) > 12]
SMALL = [name for name in NAMES if name not in LARGE]

# The order of dlshogi's directions: files to the left and ranks down, as the mover sees the board.
DIRECTIONS = [(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1), (1, 1), (-1, 1)]


def kinds_in_hand(variant: Variant) -> dict[str, int]:
    """The kinds that can be in hand, in the order of the file, with their number in the setup."""
    numbers: dict[str, int] = {}
    setup = Board(variant).piece_map().values()
    unpromoted = {kind.promotes_to: kind.id for kind in variant.kinds if kind.promotes_to}
    unpromoted |= {f"+{kind.id}": kind.id for kind in variant.kinds if kind.promotes_to == f"+{kind.id}"}
    for kind in variant.kinds:
        if variant.rules.drops and not kind.royal:
            in_hand = kind.hand or (unpromoted.get(kind.id, kind.id) if kind.promoted else kind.id)
            numbers[in_hand] = numbers.get(in_hand, 0) + sum(piece.kind.id == kind.id for piece in setup)
    return {kind.id: numbers[kind.id] for kind in variant.kinds if kind.id in numbers}


def dropped_kinds(variant: Variant) -> list[str]:
    """The kinds that can be dropped, in the order of the hands: each with its promoted side, if allowed."""
    dropped: list[str] = []
    for kind_id in kinds_in_hand(variant):
        promoted = variant.pieces[kind_id].promotes_to
        dropped.append(kind_id)
        if variant.rules.drop_faces == "either" and promoted:
            dropped.append(promoted)
    return dropped


def action_of(variant: Variant, move: Any, turn: Color) -> int:
    """Written anew from the documentation."""
    squares = variant.files * variant.ranks

    def seen(square: int) -> int:
        return square if turn == Color.BLACK else squares - 1 - square

    overs = 9 if variant.name == "chu" else 1
    over = 0
    if move.drop is not None:
        origin = squares + dropped_kinds(variant).index(move.drop)
    else:
        origin = seen(move.from_square)
        if move.via:
            (passed,) = move.via
            left = seen(passed) // variant.ranks - origin // variant.ranks
            down = seen(passed) % variant.ranks - origin % variant.ranks
            over = 1 + DIRECTIONS.index((left, down))
    number: int = ((origin * overs + over) * squares + seen(move.to_square)) * 2 + move.promotion
    return number


def reference_planes(board: Board, color: Color) -> Any:
    """(ranks, files, planes): the documentation's table, plane by plane."""
    variant = board.variant
    files, ranks, kinds = variant.files, variant.ranks, [kind.id for kind in variant.kinds]
    made = []

    def plane(set_squares: Any) -> None:
        cells = np.zeros((ranks, files), bool)
        for square in set_squares:
            seen = square if color == Color.BLACK else files * ranks - 1 - square
            cells[seen % ranks, files - 1 - seen // ranks] = True
        made.append(cells)

    everywhere = range(files * ranks)
    for side in (color, color.opponent):
        for kind_id in kinds:
            plane(board.pieces(side, kind_id))
    for side in (color, color.opponent):
        for kind_id, number in kinds_in_hand(variant).items():
            for least in range(1, min(number, 8) + 1):
                plane(everywhere if board.hand(side).get(kind_id, 0) >= least else ())
    royals = [square for square, piece in board.piece_map().items() if piece.kind.royal]
    attacked = [
        square
        for square in royals
        if board.piece_map()[square].color == color and board.is_attacked(square, color.opponent)
    ]
    plane(everywhere if attacked else ())
    plane(everywhere if color == Color.WHITE else ())
    for least in range(2, variant.rules.repetition.count):
        plane(everywhere if board.repetition_count() >= least else ())
    if variant.rules.lion != "none":
        square = board.counterstrike_square
        plane([] if square is None else [square])
    return np.stack(made, axis=-1)


def play_and_compare(env: VectorEnv, variant: Variant, steps: int) -> list[Termination]:
    """Plays random moves in both; returns the endings."""
    boards = [Board(variant) for _ in range(env.num_envs)]
    endings: list[Termination] = []
    for _ in range(steps):
        actions = env.sample()
        movers = [board.turn for board in boards]
        for index, board in enumerate(boards):
            moves = board.legal_moves
            assert env.legal_action_counts[index] == len(moves)
            if env.num_actions:
                expected = {action_of(variant, move, board.turn): move for move in moves}
                assert len(expected) == len(moves)
                assert set(np.flatnonzero(env.legal_action_mask[index]).tolist()) == set(expected)
                move = expected[int(actions[index])]
            else:
                assert env.legal_moves(index) == moves
                move = moves[int(actions[index])]
            assert env.move(index, int(actions[index])) == move
            assert env.to_move[index] == board.turn
            if index == 0:
                assert (env.observations[0] == planes(board)).all()
            board.push(move)
        _, rewards, terminated, truncated, info = env.step(actions)
        for index, board in enumerate(boards):
            outcome = board.outcome()
            at_limit = outcome is None and board.ply == env.max_moves
            assert (terminated[index], truncated[index]) == (outcome is not None, at_limit)
            winner = None if outcome is None else outcome.winner
            assert rewards[index] == (0 if winner is None else 1 if winner == movers[index] else -1)
            if outcome is not None or at_limit:
                endings.append(Termination.MOVE_LIMIT if outcome is None else outcome.termination)
                assert info["termination"][index] == endings[-1]
                assert (info["final_obs"][index] == planes(board)).all()
                boards[index] = Board(variant)
    assert [board.sfen() for board in env.boards()] == [board.sfen() for board in boards]
    assert [board.history for board in env.boards()] == [board.history for board in boards]
    return endings


@pytest.mark.parametrize("name", [name for name in SMALL if name != "shogi"])
def test_masks_endings_and_rewards_are_those_of_the_board(name: str) -> None:
    variant = Variant.named(name)
    games, steps = (2, 25) if variant.files * variant.ranks > 80 else (4, 60)
    env = VectorEnv(games, variant=name, seed=7, max_moves=40, threads=2)
    assert env.num_actions == layout_of(variant).actions
    play_and_compare(env, variant, steps)


def test_shogi_as_a_variant_has_its_own_actions() -> None:
    play_and_compare(
        VectorEnv(2, variant=Variant.named("shogi"), seed=1, max_moves=40), Variant.named("shogi"), 30
    )


def test_small_games_end_in_every_way() -> None:
    endings = play_and_compare(
        VectorEnv(12, variant="dobutsu", seed=3, max_moves=60), Variant.named("dobutsu"), 150
    )
    assert {Termination.ROYAL_CAPTURED, Termination.TRY} <= set(endings)
    endings = play_and_compare(
        VectorEnv(6, variant="minishogi", seed=3, max_moves=25), Variant.named("minishogi"), 80
    )
    assert {Termination.CHECKMATE, Termination.MOVE_LIMIT} <= set(endings)


@pytest.mark.parametrize("name", ["heian-dai", "tenjiku"])
def test_on_large_boards_an_action_is_an_index_of_a_legal_move(name: str) -> None:
    assert name in LARGE
    env = VectorEnv(2, variant=name, seed=5, max_moves=6)
    assert env.num_actions is None
    assert env.legal_action_mask.shape == (2, 0)
    play_and_compare(env, Variant.named(name), 8)
    with pytest.raises(RangeError, match=rf"expected 0 to {env.legal_action_counts[0] - 1}, an index into"):
        env.step([999_999, 0])
    move = env.legal_moves(1)[3]
    assert env.action(move, 1) == 3


@pytest.mark.parametrize(
    ("name", "actions", "shape"),
    [
        ("dobutsu", (12 + 3) * 12 * 2, (4, 3, 25)),
        ("minishogi", (25 + 5) * 25 * 2, (5, 5, 44)),
        ("kyoto", (25 + 8) * 25 * 2, (5, 5, 38)),
        ("chu", 144 * 9 * 144 * 2, (12, 12, 83)),
    ],
)
def test_the_documented_sizes(name: str, actions: int, shape: tuple[int, ...]) -> None:
    env = VectorEnv(1, variant=name)
    assert env.num_actions == actions
    assert env.observations.shape == (1, *shape)


@pytest.mark.parametrize("name", ["dobutsu", "minishogi", "kyoto", "wa", "chu", "makruk"])
def test_planes_are_those_of_the_table(name: str) -> None:
    from komadai.env.variant_layout import variant_planes

    env = VectorEnv(3, variant=name, seed=9, max_moves=60, observation=None)
    for _ in range(12):
        for _ in range(4):
            env.step(env.sample())
        for board in env.boards():
            for color in Color:
                assert (variant_planes(board, color) == reference_planes(board, color)).all(), board.sfen()


def test_a_repetition_is_seen_in_the_planes() -> None:
    env = VectorEnv(1, variant="dobutsu")
    for usi in ("1d1c", "3a3b", "1c1d", "3b3a"):
        env.step([env.action(usi)])
    board = env.boards()[0]
    assert board.repetition_count() == 2
    assert (env.observations[0] == reference_planes(board, Color.BLACK)).all()
    assert env.observations[0][..., -1].all()


def test_games_start_from_positions_of_the_variant() -> None:
    start = Board("dobutsu")
    start.push_usi("2c2b")
    env = VectorEnv(2, variant="dobutsu", positions=[start])
    assert env.boards() == [start, start]
    assert VectorEnv(1, variant="dobutsu", positions=[start.sfen()]).boards()[0].sfen() == start.sfen()
    with pytest.raises(RangeError, match=r"positions\[0\]: expected a board of dobutsu"):
        VectorEnv(1, variant="dobutsu", positions=[Board("minishogi")])


def test_a_state_of_a_variant_has_the_same_actions() -> None:
    env = VectorEnv(1, variant="minishogi", seed=4, max_moves=0)
    state = GameState(variant="minishogi", max_moves=0)
    assert state.num_distinct_actions() == env.num_actions
    for _ in range(80):
        assert (state.legal_actions_mask() == env.legal_action_mask[0]).all()
        assert (state.observation_tensor() == env.observations[0]).all()
        action = int(env.sample()[0])
        assert state.string_to_action(state.action_to_string(action)) == action
        state.apply_action(action)
        env.step([action])
        if state.is_terminal():
            break
    assert len(state.history()) == state.board.ply
    replayed = GameState(variant="minishogi", max_moves=0)
    for action in state.history():
        replayed.apply_action(action)
    assert str(replayed) == str(state)


def test_a_state_on_a_large_board_counts_its_legal_moves() -> None:
    state = GameState(variant="heian-dai")
    assert state.legal_actions() == list(range(len(state.board.legal_moves)))
    state.apply_action(0)
    with pytest.raises(RangeError, match="heian-dai has no fixed actions"):
        state.num_distinct_actions()


def test_wrong_values_are_named() -> None:
    with pytest.raises(VariantError, match="go"):
        VectorEnv(1, variant="go")
    with pytest.raises(RangeError, match="expected 'pgx' or None for a variant, got 'dlshogi'"):
        VectorEnv(1, variant="minishogi", observation="dlshogi")
    env = VectorEnv(2, variant="minishogi")
    with pytest.raises(RangeError, match="env 1: action 0 is not legal; expected one of the"):
        env.step([env.action("1e1d"), 0])
    with pytest.raises(InvalidMoveError):
        env.action("move")
    with pytest.raises(IllegalMoveError):
        env.action("1e1a", 0)


def test_a_program_that_used_a_variant_ends_without_leaks() -> None:
    code = "from komadai.env import VectorEnv; env = VectorEnv(2, variant='kyoto'); env.step(env.sample())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
