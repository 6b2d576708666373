"""Games of a stream, played in worker processes."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, Final

from komadai import Board
from komadai._core import Move, Search
from komadai.pieces import BLACK
from komadai.training.generation.play import play_on
from komadai.training.tuning.pair import PairPlayer, PairTask, PlayedPair

if TYPE_CHECKING:
    from komadai.pieces import Color
    from komadai.training.generation.game import GeneratedGame
    from komadai.training.stream.settings import StreamSettings

FIRST_PLY: Final = 12
"""Positions before this ply are left out."""
_PLAYED_OUT: Final = 10
"""One of this number of games is played to the end by the rules, whatever the score."""
_LARGEST_NOISE: Final = 15
"""Each side's evaluation has a random error up to a number of centipawns between 0 and this."""


@dataclass(frozen=True, slots=True)
class GamesTask:
    """Games to play: ``evaluation`` as for :meth:`Search.load_evaluation`, and the openings of the games with
    the numbers from ``first``, as moves in the numbers of ``Move.psv``."""

    evaluation: str
    first: int
    openings: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class GeneratedPositions:
    """A game: its number, its plies, and its positions as PSV records. Without plies it was dropped."""

    number: int
    plies: int
    records: bytes


class StreamPlayer:
    """Plays games and pairs of matches in a worker process."""

    def __init__(self, settings: StreamSettings, nice: int = 0) -> None:
        self._settings = settings
        self._pairs = PairPlayer(nice)
        self._search: Search | None = None
        self._evaluation = ""

    def play(self, task: GamesTask | PairTask) -> list[GeneratedPositions] | PlayedPair:
        """Plays the games of a task. Raises EvaluationFileError."""
        if isinstance(task, PairTask):
            return self._pairs.play(task)
        if self._search is None or self._evaluation != task.evaluation:
            self._search = Search(self._settings.play.hash_mb)
            self._search.load_evaluation(task.evaluation)
            self._evaluation = task.evaluation
        return [
            played(play(self._settings, self._search, number, opening), self._settings.play.max_score)
            for number, opening in enumerate(task.openings, task.first)
        ]

    def close(self) -> None:
        """Nothing has to be ended."""

    def kill(self) -> None:
        """Nothing has to be ended: the search ends with its process."""


def play(settings: StreamSettings, search: Search, number: int, opening: tuple[int, ...]) -> GeneratedGame:
    """The game of a number, which depends only on the arguments."""
    rng = Random(f"{settings.seed} {number}")
    board = Board()
    for move in opening:
        board.push(Move.from_psv(move))
    nodes = [rng.uniform(*settings.nodes) for _ in range(2)]
    noise = [rng.randint(0, _LARGEST_NOISE) for _ in range(2)]

    def limits(turn: Color) -> dict[str, Any]:
        side = int(turn != BLACK)
        return {
            "nodes": max(1, int(nodes[side] * rng.uniform(0.75, 1.25))),
            "noise": noise[side],
            "seed": rng.getrandbits(32),
        }

    return play_on(board, settings.play, search, number, limits, adjudicates=number % _PLAYED_OUT != 0)


def played(game: GeneratedGame, max_score: int) -> GeneratedPositions:
    """The game with its positions: quiet ones from ply 12 on, in which the score is not too large."""
    records = b"".join(
        position.to_psv()
        for position in game.training_positions(max_score)
        if position.board.ply >= FIRST_PLY
    )
    return GeneratedPositions(game.number, len(game.moves), records)
