"""Measures branching, length and results of each variant by games of the engine against itself.

    nice -n 19 .venv/bin/python tools/variant_statistics.py --games 100 --journal build/variant_statistics
    .venv/bin/python tools/variant_statistics.py --journal build/variant_statistics --write

A game begins with a few random moves; then each side searches the same number of nodes a move. A game that is
not over after MAX_PLIES is stopped. One line of JSON a game goes to NAME.jsonl in the journal's folder.
Games that are there are not played again, so an interrupted run continues where it stopped. The result
depends on the seeds alone. ``--write`` writes src/komadai/variants/statistics.json from the journal; variants
without games there keep their figures.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any

from komadai.variants import NAMES, Board
from komadai.variants.search import Engine

TARGET = Path(__file__).parents[1] / "src/komadai/variants/statistics.json"
OPENING_PLIES = (2, 4)
MAX_PLIES = 1000
NOISE_CP = 20
"""The random change of evaluations, so that games differ."""


def play_game(name: str, seed: int, nodes: int) -> dict[str, Any]:
    """The facts of one game."""
    rng = Random(f"{name} {seed}")
    board = Board(name)
    engine = Engine(name, hash_mb=8)
    branching, opening = [], rng.randint(*OPENING_PLIES)
    while board.ply < MAX_PLIES and (outcome := board.outcome()) is None:
        moves = board.legal_moves
        branching.append(len(moves))
        if board.ply < opening:
            board.push_unchecked(rng.choice(moves))
            continue
        engine.native.arm()
        move, _, _ = engine.native.go(board, nodes=nodes, noise=NOISE_CP, seed=rng.getrandbits(32))
        assert move is not None
        board.push_unchecked(move)
    else:
        outcome = board.outcome()
    winner = None if outcome is None else outcome.winner
    return {
        "seed": seed,
        "nodes": nodes,
        "plies": board.ply,
        "branching": sum(branching) / len(branching),
        "winner": None if winner is None else winner.name.lower(),
        "end": "unfinished" if outcome is None else outcome.termination.value,
    }


def journal_of(folder: Path, name: str) -> list[dict[str, Any]]:
    file = folder / f"{name}.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def play(name: str, games: int, nodes: int, folder: Path) -> None:
    """Plays the games that the journal lacks."""
    done = {game["seed"] for game in journal_of(folder, name)}
    for seed in range(games):
        if seed not in done:
            game = play_game(name, seed, nodes)
            with (folder / f"{name}.jsonl").open("a") as journal:
                journal.write(json.dumps(game) + "\n")


def statistics(games: list[dict[str, Any]]) -> dict[str, float]:
    """The means over the games; ``black`` is the score of the first player, half a point for a game without a
    winner.

    ``unfinished`` games were stopped after MAX_PLIES.
    """
    count = len(games)
    without_winner = sum(game["winner"] is None for game in games)
    unfinished = sum(game["end"] == "unfinished" for game in games)
    black = sum(game["winner"] == "black" for game in games) + without_winner / 2
    plies = sum(game["plies"] for game in games)
    return {
        "games": count,
        "nodes": games[0]["nodes"],
        "branching": round(sum(game["branching"] * game["plies"] for game in games) / plies, 1),
        "plies": round(plies / count, 1),
        "draws": round((without_winner - unfinished) / count, 3),
        "black": round(black / count, 3),
        "unfinished": unfinished,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("variants", nargs="*", metavar="NAME", help="all by default")
    parser.add_argument("--games", type=int, default=100, metavar="N", help="games of each variant")
    parser.add_argument("--nodes", type=int, default=2000, metavar="N", help="nodes of each move")
    parser.add_argument("--journal", type=Path, default=Path("build/variant_statistics"), metavar="FOLDER")
    parser.add_argument("--write", action="store_true", help="write the statistics of the journal")
    options = parser.parse_args()
    names = options.variants or NAMES
    options.journal.mkdir(parents=True, exist_ok=True)
    if not options.write:
        for name in names:
            play(name, options.games, options.nodes, options.journal)
            print(name, statistics(journal_of(options.journal, name)), flush=True)
        return
    known = json.loads(TARGET.read_text("utf-8"))
    for name in names:
        if games := journal_of(options.journal, name):
            known[name] = statistics(games)
    TARGET.write_text(json.dumps({name: known[name] for name in NAMES if name in known}, indent=1) + "\n")


if __name__ == "__main__":
    main()
