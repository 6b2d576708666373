"""Measures the engine's levels against each other: the table in docs/engine.md.

    .venv/bin/python tools/ladder.py [GAMES] [LEVEL ...]

Each level plays the next one; level 1 also plays a mover that knows only the rules and one
that takes whatever it can. A game of more than 320 plies is judged by the evaluation.
"""

from __future__ import annotations

import math
import random
import sys
import time
from collections.abc import Callable
from functools import partial

import komadai.book
from komadai import BLACK, Board, Move
from komadai._core import Search
from komadai.engine.levels import LEVELS, Level

LONGEST = 320
FULL_STRENGTH_NODES = 1_000_000
Mover = Callable[[Board], Move | None]

PRICES = {"P": 1, "L": 3, "N": 3, "S": 5, "G": 5, "B": 8, "R": 9, "K": 0}


def level_mover(level: Level, chance: random.Random) -> Mover:
    search = Search(16)
    seed = chance.getrandbits(63)
    sight = level.sight()
    sight["nodes"] = sight["nodes"] or FULL_STRENGTH_NODES

    def move(board: Board) -> Move | None:
        booked = komadai.book.own().choose(board, chance)
        if booked is not None:
            return booked
        search.arm()
        best: Move | None = search.go(board, **sight, seed=seed)[0]
        return best

    return move


def random_mover(chance: random.Random) -> Mover:
    return lambda board: chance.choice(board.legal_moves) if len(board.legal_moves) else None


def greedy_mover(chance: random.Random) -> Mover:
    def price(board: Board, move: Move) -> float:
        taken = board.piece_at(move.to_square)
        value = float(PRICES[taken.type.letter]) if taken is not None else 0.0
        return value + (0.5 if move.promotion else 0) + chance.random() / 10

    def move(board: Board) -> Move | None:
        mate = board.mate_in_1()
        if mate is not None:
            return mate
        moves = list(board.legal_moves)
        return max(moves, key=lambda each: price(board, each)) if moves else None

    return move


def play(black: Mover, white: Mover, judge: Search) -> float:
    """1 if Black wins, 0 if White does, 0.5 for a draw."""
    board = Board()
    for ply in range(LONGEST):
        outcome = board.outcome()
        if outcome is not None:
            return 0.5 if outcome.winner is None else float(outcome.winner == BLACK)
        move = (white if ply % 2 else black)(board)
        if move is None:
            return float(board.turn != BLACK)
        board.push(move)
    judge.arm()
    report = judge.go(board, nodes=20_000)[3]
    score = report["cp"] if report["mate"] is None else 30_000 * (1 if report["won"] else -1)
    if board.turn != BLACK:
        score = -score
    return 0.5 if abs(score) < 500 else float(score > 0)


def match(
    one: Callable[[random.Random], Mover], other: Callable[[random.Random], Mover], games: int, name: str
) -> float:
    judge = Search(4)
    score = 0.0
    start = time.monotonic()
    for game in range(games):
        chance = random.Random(game * 7919 + 17)
        a, b = one(chance), other(chance)
        judge.clear()
        score += play(a, b, judge) if game % 2 == 0 else 1 - play(b, a, judge)
    share = score / games
    bounded = min(max(share, 0.5 / games), 1 - 0.5 / games)
    elo = 400 * math.log10(bounded / (1 - bounded))
    seconds = time.monotonic() - start
    print(f"{name:24} {score:5.1f}/{games}  {share:4.0%}  {elo:+5.0f} Elo  {seconds:5.1f} s", flush=True)
    return share


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    chosen = [int(word) for word in sys.argv[2:]] or list(range(1, len(LEVELS) + 1))
    for number in chosen:
        level = LEVELS[number - 1]
        if number == 1:
            match(partial(level_mover, level), random_mover, games, "1 - random")
            match(greedy_mover, partial(level_mover, level), games, "greedy - 1")
        else:
            below = LEVELS[number - 2]
            match(partial(level_mover, level), partial(level_mover, below), games, f"{number} - {number - 1}")


if __name__ == "__main__":
    main()
