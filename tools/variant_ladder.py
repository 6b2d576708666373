"""Measures the levels of the engine for variants against each other: the table in docs/variants/search.md.

    .venv/bin/python tools/variant_ladder.py --games 40 --journal build/variant_ladder
    .venv/bin/python tools/variant_ladder.py --journal build/variant_ladder --show

Each level plays the next one. Level 1 also plays two simple players: ``random`` plays any legal move,
``greedy`` wins at once where it can and else makes the most valuable capture. A game begins with a few random
moves, and each opening is played with both colours. A game that is not over after MAX_PLIES counts as a draw.
The limits are depths and nodes, so the speed of the machine does not change the result. One line of JSON a
game goes to NAME.jsonl in the journal's folder; games that are there are not played again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

from komadai.match.statistics.elo import elo_of_score
from komadai.variants import Board, Move
from komadai.variants.search import LEVELS, Engine

VARIANTS = ("minishogi", "goro-goro", "tori", "sho", "chu")
OPENING_PLIES = 4
MAX_PLIES = 400

Player = Callable[[Board], Move | None]


def random_player(rng: Random) -> Player:
    return lambda board: rng.choice(board.legal_moves)


def greedy_player(values: dict[str, int], rng: Random) -> Player:
    def gain(board: Board, move: Move) -> float:
        """The value of all that the move captures, in centipawns; infinite if it wins the game."""
        mover = board.turn
        pieces = [board.piece_at(square) for square in {*move.via, move.to_square}]
        captured = sum(values[piece.kind.id] for piece in pieces if piece and piece.color != mover)
        board.push_unchecked(move)
        outcome = board.outcome()
        board.pop()
        if outcome is not None and outcome.winner == mover:
            return float("inf")
        return captured + rng.random()

    return lambda board: max(board.legal_moves, key=lambda move: gain(board, move))


def player(name: str, variant: str, nodes: int, rng: Random) -> Player:
    """A level by its number, or a simple player by its name."""
    if name == "random":
        return random_player(rng)
    engine = Engine(variant, level=int(name) if name != "greedy" else None, seed=rng.getrandbits(32))
    if name == "greedy":
        return greedy_player(engine.native.values(), rng)
    return lambda board: engine.play(board, nodes=nodes)


def play_game(variant: str, pair: tuple[str, str], seed: int, nodes: int) -> dict[str, Any]:
    """One game; the score is that of the first of the pair, who has Black where the seed is even."""
    opening = Random(f"{variant} {seed // 2}")
    board = Board(variant)
    while board.ply < OPENING_PLIES and board.outcome() is None:
        board.push_unchecked(opening.choice(board.legal_moves))
    rng = Random(f"{variant} {pair} {seed}")
    players = [player(name, variant, nodes, rng) for name in pair]
    while (outcome := board.outcome()) is None and board.ply < MAX_PLIES:
        move = players[(int(board.turn) + seed) % 2](board)
        assert move is not None
        board.push_unchecked(move)
    score = 0.5
    if outcome is not None and outcome.winner is not None:
        score = float((int(outcome.winner) + seed) % 2 == 0)
    return {"pair": pair, "seed": seed, "nodes": nodes, "score": score, "plies": board.ply}


def pairs(levels: range) -> list[tuple[str, str]]:
    """The pairs of players, the stronger first."""
    simple = [("1", "random"), ("1", "greedy")] if 1 in levels else []
    return simple + [(str(n + 1), str(n)) for n in levels if n + 1 in levels]


def journal_of(folder: Path, variant: str) -> list[dict[str, Any]]:
    file = folder / f"{variant}.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def play(variant: str, levels: range, games: int, nodes: int, folder: Path) -> None:
    """Plays the games that the journal lacks."""
    done = {(*game["pair"], game["seed"]) for game in journal_of(folder, variant)}
    for seed in range(games):
        for pair in pairs(levels):
            if (*pair, seed) not in done:
                game = play_game(variant, pair, seed, nodes)
                with (folder / f"{variant}.jsonl").open("a") as journal:
                    journal.write(json.dumps(game) + "\n")


def table(variant: str, games: Iterable[dict[str, Any]]) -> str:
    """One row a pair: games won, lost and drawn by the first, and the difference in Elo."""
    results: dict[tuple[str, str], list[float]] = {}
    for game in games:
        results.setdefault(tuple(game["pair"]), []).append(game["score"])
    rows = [f"| {variant} | won | lost | drawn | Elo |", "|---|---:|---:|---:|---:|"]
    for pair, scores in sorted(results.items(), key=lambda item: (int(item[0][0]), item[0][1])):
        won, lost = scores.count(1.0), scores.count(0.0)
        mean = sum(scores) / len(scores)
        elo = f"{elo_of_score(mean):+.0f}" if 0 < mean < 1 else "all won" if mean else "all lost"
        rows.append(f"| {pair[0]} – {pair[1]} | {won} | {lost} | {len(scores) - won - lost} | {elo} |")
    return "\n".join(rows)


def numbers(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("variants", nargs="*", metavar="NAME", help=f"by default {', '.join(VARIANTS)}")
    parser.add_argument("--games", type=int, default=40, metavar="N", help="games of each pair")
    parser.add_argument("--levels", type=numbers, default=range(1, len(LEVELS) + 1), metavar="FIRST-LAST")
    parser.add_argument("--nodes", type=int, default=1_000_000, metavar="N", help="the limit for a move")
    parser.add_argument("--journal", type=Path, default=Path("build/variant_ladder"), metavar="FOLDER")
    parser.add_argument("--show", action="store_true", help="only print the tables of the journal")
    options = parser.parse_args()
    options.journal.mkdir(parents=True, exist_ok=True)
    for variant in options.variants or VARIANTS:
        if not options.show:
            play(variant, options.levels, options.games, options.nodes, options.journal)
        print(table(variant, journal_of(options.journal, variant)), flush=True)


if __name__ == "__main__":
    main()
