"""Tunes the numbers of the search by matches: simultaneous perturbation stochastic approximation (SPSA).

    python tools/spsa.py STATE.json [--games N] [--nodes N] [--jobs N] [--seconds S] [NAME ...]

Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation"
(IEEE Transactions on Automatic Control 37, 1992). Each step shifts all numbers at once, each at random up
or down, plays two games (both colours) of the shifted against the oppositely shifted, and moves all
numbers a little towards the winner. STATE.json holds everything: the same command goes on where it
was stopped, and `--show` prints where it stands. Without NAMEs all of `Search.parameters()` are tuned.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path

from komadai import BLACK
from komadai._core import Search
from komadai.arena.openings import shipped

LONGEST = 256
DECIDED = 2500
"""Centipawns at which a game is given up, if the loser thinks so three times running."""
ALPHA, GAMMA = 0.602, 0.101
"""How step and shift shrink with the number of the step, as Spall recommends."""
SHIFT_SHARE = 1 / 5
"""A shift is at first this share of a number's default, at least one: in a few thousand games smaller ones
drown in chance."""
RATE = 0.02
"""A step moves a number at first by this share of its shift for each game won."""


@dataclass
class State:
    """Where the tuning stands. ``values`` are real numbers; the search is given them rounded."""

    nodes: int
    steps: int = 0
    won: float = 0.0
    values: dict[str, float] = field(default_factory=dict)


def shift(name: str, step: int) -> float:
    """How far a number is shifted in this step."""
    default, _, _ = Search.parameters()[name]
    return max(1.0, abs(default) * SHIFT_SHARE) / float((step + 1) ** GAMMA)


def shifted(values: dict[str, float], signs: dict[str, int], step: int, sign: int) -> dict[str, int]:
    """The numbers for one of the two players."""
    result = {}
    for name, value in values.items():
        _, low, high = Search.parameters()[name]
        result[name] = min(max(round(value + sign * signs[name] * shift(name, step)), low), high)
    return result


@cache
def player(number: int) -> Search:
    """This process's first or second engine; their tables are cleared for each game."""
    return Search(8)


def play(numbers: tuple[dict[str, int], dict[str, int]], opening: int, nodes: int) -> float:
    """What the first set of numbers scores in two games from one opening, as Black and as White."""
    for index, of_player in enumerate(numbers):
        for name, value in of_player.items():
            player(index).set_parameter(name, value)
    return sum(one_game(first_is_black, opening, nodes) for first_is_black in (True, False))


def one_game(first_is_black: bool, opening: int, nodes: int) -> float:
    board = shipped()[opening].board()
    for index in range(2):
        player(index).clear()
    lost = {True: 0, False: 0}
    while (outcome := board.outcome()) is None and board.ply < LONGEST:
        first_moves = (board.turn == BLACK) == first_is_black
        search = player(0 if first_moves else 1)
        search.arm()
        move, _, declares, report = search.go(board, nodes=nodes, impasse="27-point")
        if declares:
            return 1.0 if first_moves else 0.0
        if move is None:
            return 0.0 if first_moves else 1.0
        hopeless = (report["cp"] is not None and report["cp"] < -DECIDED) or (
            report["mate"] and not report["won"]
        )
        lost[first_moves] = lost[first_moves] + 1 if hopeless else 0
        if lost[first_moves] == 3:
            return 0.0 if first_moves else 1.0
        board.push(move)
    if outcome is None or outcome.winner is None:
        return 0.5
    return float((outcome.winner == BLACK) == first_is_black)


def learn(state: State, signs: dict[str, int], step: int, score: float) -> None:
    """Moves all numbers towards the winner of two games; ``score`` is the plus side's, 0 to 2."""
    state.won += score
    for name in state.values:
        _, low, high = Search.parameters()[name]
        rate = RATE * shift(name, 0) / float((step + 500) / 500) ** ALPHA
        state.values[name] = min(max(state.values[name] + rate * (score - 1) * signs[name], low), high)


def tune(path: Path, state: State, games: int, jobs: int, seconds: float) -> None:
    chance = random.Random(state.steps)
    started = time.monotonic()
    running: dict[Future[float], tuple[dict[str, int], int]] = {}
    last = state.steps + games // 2
    begun = state.steps
    with ProcessPoolExecutor(jobs) as pool:
        while True:
            in_time = time.monotonic() - started < seconds
            while in_time and begun < last and len(running) < jobs:
                signs = {name: chance.choice((-1, 1)) for name in state.values}
                both = shifted(state.values, signs, begun, 1), shifted(state.values, signs, begun, -1)
                opening = chance.randrange(len(shipped()))
                running[pool.submit(play, both, opening, state.nodes)] = (signs, begun)
                begun += 1
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                signs, step = running.pop(future)
                learn(state, signs, step, future.result())
                state.steps += 1
                if state.steps % 50 == 0:
                    path.write_text(json.dumps(asdict(state), indent=1))
                    print(f"{2 * state.steps} games, {time.monotonic() - started:.0f} s", flush=True)
    path.write_text(json.dumps(asdict(state), indent=1))


def show(state: State) -> None:
    print(f"{2 * state.steps} games at {state.nodes} nodes a move")
    for name, value in state.values.items():
        default, low, high = Search.parameters()[name]
        print(f"{name:16} {default:6} → {value:8.1f}   ({low} to {high})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("state", type=Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--nodes", type=int, default=8_000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    if asked.state.exists():
        state = State(**json.loads(asked.state.read_text()))
    else:
        all_of_them = Search.parameters()
        state = State(asked.nodes, values={name: all_of_them[name][0] for name in asked.names or all_of_them})
    if not asked.show:
        tune(asked.state, state, asked.games, asked.jobs, asked.seconds)
    show(state)


if __name__ == "__main__":
    main()
