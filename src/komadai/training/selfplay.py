"""Self-play of the engine, which makes games for training.

    python -m komadai.training.selfplay -o games.tsv.gz [--games 1000] [--nodes 4000] [--processes 0]
        [--seed 1] [--weights FILE]

A game begins with moves of Komadai's own book and, every other time, up to three random moves. Games that are
not even then are not played. The score of the search is stored for each move. There is a process for each
core. The games of a seed are the same on every machine with the same weights and the same version of the
engine.
"""

from __future__ import annotations

import argparse
import gzip
import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

from komadai import BLACK, Board, book
from komadai._core import Search
from komadai.impasse import ImpasseRule
from komadai.training.games import NO_SCORE, TrainingGame

MAX_PLIES = 320
FAIR = 600  # centipawns: games with a larger score after the opening are not played
DECIDED, DECIDED_PLIES = 3500, 6  # a game with this score for this many plies in a row is won
HASH_MB = 8
BATCH = 8  # games that a process gets at a time


@dataclass(frozen=True)
class SelfPlay:
    """The settings: nodes a move (a quarter more or less), the seed, a file of weights ("": built in)."""

    nodes: int = 4000
    seed: int = 1
    weights: str = ""


def opening(board: Board, rng: Random) -> int:
    """Plays the first moves and returns their number."""
    known = book.own()
    for _ in range(rng.randrange(17)):
        move = known.choose(board, rng)
        if move is None:
            break
        board.push(move)
    if rng.random() < 0.5:
        for _ in range(rng.randrange(1, 4)):
            moves = board.legal_moves
            if len(moves):
                board.push(rng.choice(moves))
    return board.ply


def play(options: SelfPlay, search: Search, number: int) -> TrainingGame | None:
    """Game ``number``, or None if its opening is not even."""
    rng = Random(options.seed * 1_000_003 + number)
    board = Board()
    given = opening(board, rng)
    scores = [NO_SCORE] * given
    search.clear()
    decided = 0

    def ended(score: float, reason: str) -> TrainingGame:
        return TrainingGame(tuple(m.usi() for m in board.history), score, given, tuple(scores), reason)

    while board.ply < MAX_PLIES:
        outcome = board.outcome()
        if outcome is not None:
            score = 0.5 if outcome.winner is None else float(outcome.winner == BLACK)
            return ended(score, outcome.termination.name.lower())
        search.arm()
        nodes = int(options.nodes * rng.uniform(0.75, 1.25))
        move, _, declares, report = search.go(board, nodes=nodes, impasse=ImpasseRule.POINTS_27)
        sign = 1 if board.turn == BLACK else -1
        if declares:
            return ended((1 + sign) / 2, "declaration")
        if report["mate"] is not None:
            return ended((1 + (sign if report["won"] else -sign)) / 2, "mate_seen")
        if board.ply == given and abs(report["cp"]) > FAIR:
            return None
        decided = decided + 1 if abs(report["cp"]) > DECIDED else 0
        if decided == DECIDED_PLIES:
            return ended((1 + (sign if report["cp"] > 0 else -sign)) / 2, "score")
        assert move is not None  # there was no outcome, so there is a move
        scores.append(sign * report["cp"])
        board.push(move)
    return ended(0.5, "long")


def _play_batch(options: SelfPlay, first: int, count: int) -> list[str]:
    search = Search(HASH_MB)
    search.load_evaluation(options.weights)
    games = (play(options, search, number) for number in range(first, first + count))
    return [game.line() for game in games if game is not None]


def lines(options: SelfPlay, games: int, processes: int) -> Iterator[str]:
    """The games in their order, a line each; fewer than ``games``, because some openings are not even."""
    starts = range(0, games, BATCH)
    counts = [min(BATCH, games - start) for start in starts]
    with ProcessPoolExecutor(processes) as pool:
        for batch in pool.map(partial(_play_batch, options), starts, counts):
            yield from batch


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Let the engine play against itself.")
    parser.add_argument(
        "-o", "--output", type=Path, required=True, help="the file to write (.gz: compressed)"
    )
    parser.add_argument("--games", type=int, default=1000, help="games to start")
    parser.add_argument("--nodes", type=int, default=4000, help="nodes a move, a quarter more or less")
    parser.add_argument("--processes", type=int, default=0, help="0: one a core")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weights", default="", help="a file of weights; else those built in")
    options = parser.parse_args(arguments)

    settings = SelfPlay(options.nodes, options.seed, options.weights)
    compressed = options.output.suffix == ".gz"
    start, count = time.monotonic(), 0
    with (
        gzip.open(options.output, "wt") if compressed else options.output.open("w", encoding="ascii") as file
    ):
        for line in lines(settings, options.games, options.processes or os.cpu_count() or 1):
            file.write(line + "\n")
            count += 1
            if count % 100 == 0:
                print(f"{count} games, {count / (time.monotonic() - start):.1f} a second", flush=True)
    print(f"{count} games in {options.output}")


if __name__ == "__main__":
    main()
