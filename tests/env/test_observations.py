"""The planes of pgx and dlshogi, compared with planes made cell by cell from Board's own answers."""

from __future__ import annotations

import random

import numpy as np
import pytest

from komadai import BLACK, PIECE_TYPES, Board, Color, PieceType, SquareSet
from komadai.env import VectorEnv, planes
from komadai.env.observations import DLSHOGI_SHAPES, PGX_SHAPE
from komadai.errors import RangeError

# The order of both layouts, and the number of planes for each type in hand.
TYPES = [
    *("PAWN", "LANCE", "KNIGHT", "SILVER", "BISHOP", "ROOK", "GOLD", "KING"),
    *("PRO_PAWN", "PRO_LANCE", "PRO_KNIGHT", "PRO_SILVER", "HORSE", "DRAGON"),
]
HAND = {"PAWN": 8, "LANCE": 4, "KNIGHT": 4, "SILVER": 4, "GOLD": 4, "BISHOP": 2, "ROOK": 2}


def cell(square: int, turn: Color) -> tuple[int, int]:
    """Rank and file index (file 9 first) as this side sees the square."""
    file, rank = divmod(square if turn == BLACK else 80 - square, 9)
    return rank, 8 - file


def reference(board: Board) -> np.ndarray:
    """(9, 9, 119): the documentation's table, plane by plane."""
    made = np.zeros((119, 9, 9), bool)
    turn = board.turn
    plane = 0
    for side in (turn, turn.opponent):
        attacks = {square: board.attacks(square) for square in board.pieces(side)}
        for name in TYPES:
            for square in board.pieces(side, PieceType[name]):
                made[(plane, *cell(square, turn))] = True
            plane += 1
        for name in TYPES:
            for square in board.pieces(side, PieceType[name]):
                for attacked in attacks[square]:
                    made[(plane, *cell(attacked, turn))] = True
            plane += 1
        for least in (1, 2, 3):
            for square in range(81):
                made[(plane, *cell(square, turn))] = sum(square in all_ for all_ in attacks.values()) >= least
            plane += 1
    for side in (turn, turn.opponent):
        for name, most in HAND.items():
            for least in range(1, most + 1):
                made[plane] = board.hand(side)[PieceType[name]] >= least
                plane += 1
    made[plane] = board.is_check()
    assert plane == 118
    return made.transpose(1, 2, 0)


def positions() -> list[Board]:
    """Of random games: 60 positions of both sides, some in check."""
    chance = random.Random(35)
    found: list[Board] = []
    while len(found) < 60:
        board = Board()
        for ply in range(150):
            moves = board.legal_moves
            if not moves:
                break
            board.push(chance.choice(moves))
            if ply % 20 == chance.randrange(20) or (board.is_check() and chance.random() < 0.2):
                found.append(board.copy())
    return found


def test_pgx_planes_are_those_of_the_table() -> None:
    boards = positions()
    assert {board.turn for board in boards} == {BLACK, BLACK.opponent}
    assert any(board.is_check() for board in boards)
    for board in boards:
        assert (board.planes() == reference(board)).all(), board.sfen()
    assert board.planes().shape == PGX_SHAPE
    assert board.planes().dtype == np.bool_


def test_dlshogi_planes_are_the_same_with_files_from_1_to_9_before_ranks() -> None:
    for board in positions():
        both = np.concatenate(board.planes("dlshogi"))
        assert both.dtype == np.float32
        assert (both.transpose(2, 1, 0)[:, ::-1] == reference(board)).all(), board.sfen()
    assert tuple(part.shape for part in planes(board, "dlshogi")) == DLSHOGI_SHAPES


def test_a_vector_environment_writes_dlshogi_planes() -> None:
    env = VectorEnv(5, seed=2, max_moves=7, observation="dlshogi")
    assert [part.shape for part in env.observations] == [(5, 62, 9, 9), (5, 57, 9, 9)]
    for _ in range(20):
        before = env.boards()
        actions = env.sample()
        moves = [env.move(i, int(action)) for i, action in enumerate(actions)]
        *_, info = env.step(actions)
        for i, board in enumerate(env.boards()):
            for part, expected in zip(env.observations, board.planes("dlshogi"), strict=True):
                assert (part[i] == expected).all()
            if env.truncated[i]:
                before[i].push(moves[i])
                for part, expected in zip(info["final_obs"][i], before[i].planes("dlshogi"), strict=True):
                    assert (part == expected).all()


def test_an_unfinished_board_has_planes() -> None:
    assert not Board.empty().planes().any()
    full = Board("ppppppppp/" * 8 + "ppppppppp b - 1", validate=False)
    assert (full.planes() == reference(full)).all()


def test_another_layout_is_refused() -> None:
    with pytest.raises(RangeError, match="'pgx' or 'dlshogi', got 'chess'"):
        Board().planes("chess")  # type: ignore[arg-type]


def test_every_piece_type_has_a_plane() -> None:
    assert sorted(TYPES) == sorted(kind.name for kind in PIECE_TYPES)
    assert isinstance(Board().pieces(), SquareSet)


def test_planes_and_actions_are_those_of_cshogi() -> None:
    cshogi = pytest.importorskip("cshogi", reason="cshogi is not installed (make bench installs it)")
    dlshogi = pytest.importorskip("cshogi.dlshogi", reason="this cshogi has no dlshogi module")
    parts = tuple(np.zeros(shape, np.float32) for shape in DLSHOGI_SHAPES)
    for board in positions():
        other = cshogi.Board(board.sfen())
        dlshogi.make_input_features(other, *parts)
        for part, ours in zip(parts, board.planes("dlshogi"), strict=True):
            assert (part == ours).all(), board.sfen()
        env = VectorEnv(1, positions=[board], impasse="none", observation=None) if board.legal_moves else None
        for move in board.legal_moves if env else ():
            label = dlshogi.make_move_label(other.move_from_usi(move.usi()), other.turn)
            assert env is not None
            assert env.action(move) == label


def test_planes_and_actions_are_those_of_pgx() -> None:
    pytest.importorskip("jax", reason="pgx and JAX are not installed")
    pgx = pytest.importorskip("pgx", reason="pgx and JAX are not installed")
    import jax

    peer = pgx.make("shogi")
    step, state = jax.jit(peer.step), jax.jit(peer.init)(jax.random.PRNGKey(0))
    env = VectorEnv(1, seed=1, impasse="none", max_moves=0)
    for _ in range(60):
        assert (np.asarray(state.observation) == env.observations[0]).all()
        assert (np.asarray(state.legal_action_mask) == env.legal_action_mask[0]).all()
        action = env.sample()
        env.step(action)
        if env.terminated[0]:
            break
        state = step(state, int(action[0]))
