"""Plays one game of self-play. The same number gives the same game on every machine."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

from komadai import BLACK, Board, book
from komadai._core import Search
from komadai.errors import EngineError
from komadai.impasse import ImpasseRule
from komadai.score import MATE
from komadai.training.generation.game import GameEnd, GeneratedGame
from komadai.training.generation.settings import checksum, engine_signature

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai.pieces import Color
    from komadai.training.generation.settings import GenerationSettings


def play_opening(board: Board, settings: GenerationSettings, rng: Random) -> None:
    """Plays moves of the own book, then random moves."""
    known = book.own()
    for _ in range(rng.randint(0, settings.book_plies)):
        move = known.choose(board, rng)
        if move is None:
            break
        board.push(move)
    for _ in range(rng.randint(0, settings.random_moves)):
        moves = board.legal_moves
        if len(moves):
            board.push(rng.choice(moves))


def play_game(settings: GenerationSettings, search: Search, number: int) -> GeneratedGame:
    """Game ``number``. The search must have the evaluation of the settings; its memory is cleared."""
    rng = Random(f"{settings.seed} {number}")
    board = Board()
    play_opening(board, settings, rng)

    def limits(turn: Color) -> dict[str, Any]:
        return {"nodes": max(1, int(settings.nodes * rng.uniform(0.75, 1.25)))}

    game = play_on(board, settings, search, number, limits)
    return replace(game, positions=sum(1 for _ in game.training_positions(settings.max_score)))


def play_on(
    board: Board,
    settings: GenerationSettings,
    search: Search,
    number: int,
    limits: Callable[[Color], dict[str, Any]],
    *,
    adjudicates: bool = True,
) -> GeneratedGame:
    """Plays a game from the position of ``board`` to its end; the search's memory is cleared.

    ``limits`` gives for each move, by the side to move, arguments of :meth:`Search.go` such as ``nodes``.
    Without ``adjudicates`` the game ends by the rules, by a declaration or at the last ply only. The number
    of positions is not counted.
    """
    search.clear()
    given = board.ply
    scores = [0] * given
    decided = 0

    def ended(end: GameEnd, winner: int) -> GeneratedGame:
        moves = tuple(move.psv for move in board.history)
        return GeneratedGame(number, end, winner, given, moves, tuple(scores))

    while True:
        outcome = board.outcome()
        if outcome is not None:
            winner = 0 if outcome.winner is None else 1 if outcome.winner == BLACK else -1
            return ended(GameEnd.RULES, winner)
        if board.ply >= settings.max_plies:
            return ended(GameEnd.MAX_PLIES, 0)
        side = 1 if board.turn == BLACK else -1
        search.arm()
        move, _, declares, report = search.go(board, impasse=ImpasseRule.POINTS_27, **limits(board.turn))
        is_mate = report["mate"] is not None
        if board.ply == given and (declares or is_mate or abs(report["cp"]) > settings.max_opening_score):
            return GeneratedGame(number, GameEnd.UNEVEN, 0, 0, (), ())
        if declares:
            return ended(GameEnd.DECLARATION, side)
        if is_mate:
            score = MATE if report["won"] else -MATE
            if adjudicates:
                return ended(GameEnd.MATE_FOUND, side if report["won"] else -side)
        else:
            score = report["cp"]
        decided = decided + 1 if abs(score) >= settings.resign_score else 0
        if adjudicates and decided == settings.resign_plies:
            return ended(GameEnd.SCORE, side if score > 0 else -side)
        assert move is not None  # there was no outcome, so there is a move
        scores.append(max(-MATE, min(score, MATE)))
        board.push(move)


class SelfPlayer:
    """Plays the games of a data set in a worker process of this machine or of a cluster."""

    def __init__(self, settings: GenerationSettings, evaluation: str, engine: str, nice: int) -> None:
        """``evaluation`` and ``engine`` are the checksum and the signature that the games depend on."""
        self._settings = settings
        self._expected = (evaluation, engine)
        self._search: Search | None = None
        if nice:
            with suppress(OSError, AttributeError):  # Windows has no such priority
                os.nice(nice)

    def play(self, task: int) -> bytes:
        """The game of this number. Raises EngineError if this machine has another evaluation or engine."""
        if self._search is None:
            path = self._settings.evaluation
            found = (checksum(path), engine_signature(path))
            for what, expected, got in zip(("evaluation", "engine"), self._expected, found, strict=True):
                if got != expected:
                    raise EngineError(f"the {what} of this worker: expected {expected}, got {got}")
            self._search = Search(self._settings.hash_mb)
            self._search.load_evaluation(path)
        return play_game(self._settings, self._search, task).to_bytes()

    def close(self) -> None:
        """Nothing has to be ended."""

    def kill(self) -> None:
        """Nothing has to be ended: the search ends with its process."""
