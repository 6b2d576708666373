"""Fast self-play games that end in mate: the search against itself at weak settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai._core import Board, Search

if TYPE_CHECKING:
    from random import Random

    from komadai._core import Move

_OPENING_PLIES: Final = 10
_AT_RANDOM: Final = 0.4
"""The share of the opening moves that are random."""
_LONGEST: Final = 250
_NODES: Final = 2_000
_EYES: Final = ((1, 1, 350, 300), (1, 2, 250, 200), (2, 2, 249, 204), (2, -1, 108, 93), (3, -1, 54, 60))
"""Depth, plies of captures beyond it, probability of overlooking a move per thousand, noise in centipawns."""


class SelfPlay:
    """Plays games; the moves depend only on the random numbers."""

    def __init__(self) -> None:
        self._search = Search(4)

    def game(self, rng: Random) -> list[Move]:
        """The moves of a game from the even start, to its end or about 250 plies."""
        board = Board()
        eyes = rng.choice(_EYES), rng.choice(_EYES)
        self._search.clear()
        while board.outcome() is None and board.ply < _LONGEST:
            if board.ply < _OPENING_PLIES and rng.random() < _AT_RANDOM:
                move: Move | None = rng.choice(list(board.legal_moves))
            else:
                depth, exchanges, overlook, noise = eyes[board.turn]
                self._search.arm()
                move, *_ = self._search.go(
                    board,
                    depth=depth,
                    nodes=_NODES,
                    exchanges=exchanges,
                    overlook=overlook,
                    noise=noise,
                    seed=rng.getrandbits(32),
                )
            if move is None:
                break
            board.push(move)
        return board.history
