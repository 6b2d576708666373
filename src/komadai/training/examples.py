"""Positions of games as matrices: the counts of the evaluation's terms, and the results of the games."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix

from komadai import Board, KomadaiError
from komadai._core import Move, evaluation_layout, evaluation_terms
from komadai.training.games import NO_SCORE, TrainingGame
from komadai.training.quiet import is_quiet

LAYOUT = evaluation_layout()
VIEWS = LAYOUT["half"] * LAYOUT["viewed"] * LAYOUT["squares"]
WHOLE_GAME = 64  # the maximum of the core's progress
# Positions with a score beyond this (centipawns) are decided: they say nothing about small terms.
MAX_SCORE = 2500
# The result of a game without scores says little about its first moves, which are left out.
FIRST_UNSCORED = 20

Floats = NDArray[np.float32]


@dataclass(frozen=True)
class Examples:
    """``plain``, ``views``, ``black``, ``white`` (dangers of each king): a row a position, a column a term.

    ``progress`` goes from 0 to 1, ``won`` is Black's result of the game, ``score`` Black's centipawns or NaN,
    ``game`` the number of the game.
    """

    plain: csr_matrix
    views: csr_matrix
    black: csr_matrix
    white: csr_matrix
    progress: Floats
    won: Floats
    score: Floats
    game: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.won)

    def rows(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> Examples:
        """A selection of the rows, by a mask or by their indices."""
        return Examples(
            self.plain[which],
            self.views[which],
            self.black[which],
            self.white[which],
            self.progress[which],
            self.won[which],
            self.score[which],
            self.game[which],
        )


@dataclass
class _Rows:
    """Rows of a sparse matrix from the core: pairs of term and count."""

    columns: int
    parts: list[bytes] = field(default_factory=list)

    def matrix(self) -> csr_matrix:
        pairs = np.frombuffer(b"".join(self.parts), dtype=np.int32).reshape(-1, 2)
        ends = np.cumsum([0] + [len(part) // 8 for part in self.parts], dtype=np.int64)
        m = csr_matrix(
            (pairs[:, 1].astype(np.float32), pairs[:, 0].copy(), ends), shape=(len(self.parts), self.columns)
        )
        m.sum_duplicates()
        m.eliminate_zeros()
        return m


def examples_of(games: Iterable[TrainingGame]) -> Examples:
    """The quiet positions of these games, each up to its first illegal move."""
    columns = (LAYOUT["plain_terms"], VIEWS, LAYOUT["danger_terms"], LAYOUT["danger_terms"])
    rows = tuple(_Rows(n) for n in columns)
    progress: list[float] = []
    won: list[float] = []
    scores: list[float] = []
    numbers: list[int] = []
    for number, game in enumerate(games):
        board = Board()
        first = game.given if game.scores else FIRST_UNSCORED
        for ply, usi in enumerate(game.moves):
            score = game.scores[ply] if game.scores else NO_SCORE
            wanted = ply >= first and (score == NO_SCORE) == (not game.scores)
            try:
                move = Move.from_usi(usi)
                if wanted and abs(score) % NO_SCORE <= MAX_SCORE and is_quiet(board, move):
                    so_far, *terms = evaluation_terms(board)
                    for row, part in zip(rows, terms, strict=True):
                        row.parts.append(part)
                    progress.append(so_far / WHOLE_GAME)
                    won.append(game.score)
                    scores.append(float("nan") if score == NO_SCORE else score)
                    numbers.append(number)
                board.push(move)
            except KomadaiError:
                break
    plain, views, black, white = (row.matrix() for row in rows)
    return Examples(
        plain,
        views,
        black,
        white,
        np.array(progress, dtype=np.float32),
        np.array(won, dtype=np.float32),
        np.array(scores, dtype=np.float32),
        np.array(numbers, dtype=np.int32),
    )
