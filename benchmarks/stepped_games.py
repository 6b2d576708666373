"""Many random games stepped together by the peers, with the methods of komadai.env.VectorEnv.

``observation`` is None, or anything else for the planes of each position. Libraries without an environment of
many games step them one after the other in Python. A game that ends starts anew.
"""

from __future__ import annotations

from random import Random
from typing import Final

MAX_MOVES: Final = 512
_NOT_DRAWN: Final = 16
"""cshogi's NOT_REPETITION."""


class CshogiGames:
    """Boards of cshogi; the planes are those of dlshogi. Repetition ends a game, declarations do not."""

    def __init__(self, games: int, observation: object) -> None:
        import numpy as np
        from cshogi import Board, dlshogi

        self.num_envs = games
        self._boards = [Board() for _ in range(games)]
        self._rng = Random(1)
        self._write = dlshogi.make_input_features if observation else None
        self._planes = [
            (np.zeros((62, 9, 9), np.float32), np.zeros((57, 9, 9), np.float32)) for _ in range(games)
        ]

    def sample(self) -> list[int]:
        chance = self._rng.random
        moves = [list(board.legal_moves) for board in self._boards]
        return [each[int(chance() * len(each))] for each in moves]

    def step(self, moves: list[int]) -> None:
        for board, move, planes in zip(self._boards, moves, self._planes, strict=True):
            board.push(move)
            if board.is_game_over() or board.is_draw() != _NOT_DRAWN or board.move_number > MAX_MOVES:
                board.reset()
            if self._write:
                self._write(board, *planes)


class OpenSpielGames:
    """States of OpenSpiel's shogi."""

    def __init__(self, games: int, observation: object) -> None:
        import pyspiel

        self.num_envs = games
        self._game = pyspiel.load_game("shogi")
        self._states = [self._game.new_initial_state() for _ in range(games)]
        self._rng = Random(1)
        self._observation = observation

    def sample(self) -> list[int]:
        chance = self._rng.random
        actions = [state.legal_actions() for state in self._states]
        return [each[int(chance() * len(each))] for each in actions]

    def step(self, actions: list[int]) -> None:
        for index, (state, action) in enumerate(zip(self._states, actions, strict=True)):
            state.apply_action(action)
            if state.is_terminal() or state.move_number() >= MAX_MOVES:
                self._states[index] = self._game.new_initial_state()
            if self._observation:
                self._states[index].observation_tensor()
