"""Learns the weights of a variant's evaluation from games that the engine plays against itself.

    python tools/train_variant.py play minishogi --folder runs/minishogi --processes 2
    python tools/train_variant.py fit minishogi --folder runs/minishogi

``play`` runs until it is stopped and appends positions to the folder's files; started again it continues
with the next game. A game depends only on its number, the number of its process and ``--seed``. ``fit``
reads all of them and writes src/komadai/variants/weights/NAME.txt. A position is stored as its SFEN, the
score of its search in centipawns and the result of the game (1, 0.5, 0), both from the side to move's view.
Only quiet positions are stored: not in check, and the best move captures nothing and does not promote.

The fit is a logistic regression: the win probability is 1 / (1 + exp(-evaluation / K)), and the target is a
mix of the result and of the probability that belongs to the score of the search. K is the value that makes
the scores of the searches predict the results best. It needs numpy.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from komadai.variants import NAMES, Board, Variant
from komadai.variants.evaluation_weights import read_weights
from komadai.variants.search import Engine

Floats = NDArray[np.float64]

WEIGHTS = Path(__file__).parents[1] / "src/komadai/variants/weights"
OPENING_PLIES = (2, 6)
MAX_PLIES = 600
DECIDED_CP = 3000
"""A game ends when both sides' searches say that one is this much ahead."""
NOISE_CP = 20
SCALES = (100, 150, 200, 250, 300, 400, 500, 600, 800, 1000)
TEST_SHARE = 8
"""One block of positions in this many is not learned from, and decides when to stop."""
BLOCK = 1500
LEARNING_RATE_CP = 3.0
"""The largest change of a weight in the first step, in centipawns; it falls to 0 in the last."""
GAME_END = "# game "
"""Begins the line after a game's positions, with the number of games so far."""
MIN_OCCURRENCES = 50
"""A term that occurs less often is not learned."""


def play_game(name: str, engine: Engine, rng: Random, nodes: int) -> Iterator[str]:
    """The lines of a game for the folder."""
    board = Board(name)
    for _ in range(rng.randint(*OPENING_PLIES)):
        if board.outcome() is None:
            board.push_unchecked(rng.choice(board.legal_moves))
    engine.new_game()
    search = engine.native
    positions: list[tuple[str, int, int]] = []
    winner: int | None = None
    decided = 0
    while board.ply < MAX_PLIES:
        outcome = board.outcome()
        if outcome is not None:
            winner = None if outcome.winner is None else int(outcome.winner)
            break
        search.arm()
        move, _, info = search.go(board, nodes=nodes, noise=NOISE_CP, seed=rng.getrandbits(32))
        assert move is not None
        cp = (DECIDED_CP if info["won"] else -DECIDED_CP) if info["cp"] is None else info["cp"]
        quiet = not board.is_check() and not board.is_capture(move) and not move.promotion
        if quiet and abs(cp) < DECIDED_CP:
            positions.append((board.sfen(), cp, int(board.turn)))
        decided = decided + 1 if abs(cp) >= DECIDED_CP else 0
        if decided == 2:
            winner = int(board.turn) if cp > 0 else 1 - int(board.turn)
            break
        board.push_unchecked(move)
    for sfen, cp, turn in positions:
        result = 0.5 if winner is None else float(winner == turn)
        yield f"{sfen}|{cp}|{result:g}\n"


def play(name: str, folder: Path, nodes: int, number: int, seed: int) -> None:
    """Plays games until the process ends."""
    os.nice(19)
    engine = Engine(name, hash_mb=8)
    path = folder / f"games-{number}.txt"
    game = games_in(path)
    with path.open("a", encoding="ascii") as file:
        while True:
            rng = Random(f"{seed} {number} {game}")
            lines = list(play_game(name, engine, rng, nodes))
            game += 1
            file.write("".join(lines) + f"{GAME_END}{game}\n")
            file.flush()


def games_in(path: Path) -> int:
    """The number of complete games in a file; removes what follows them."""
    if not path.exists():
        return 0
    text = path.read_text(encoding="ascii")
    last = text.rfind(GAME_END)
    end = text.find("\n", last) if last >= 0 else -1
    if end < 0:  # the last line is cut off
        last = text.rfind(GAME_END, 0, max(last, 0))
        end = text.find("\n", last) if last >= 0 else -1
    path.write_text(text[: end + 1], encoding="ascii")
    return int(text[last + len(GAME_END) : end]) if end >= 0 else 0


def read(folder: Path) -> tuple[list[str], list[float], list[float]]:
    """The positions, scores and results of all files; a line cut off by the end of a process is left out."""
    sfens, scores, results = [], [], []
    for path in sorted(folder.glob("*.txt")):
        for line in path.read_text(encoding="ascii").splitlines():
            fields = line.split("|")
            if len(fields) == 3 and fields[2]:
                sfens.append(fields[0])
                scores.append(float(fields[1]))
                results.append(float(fields[2]))
    return sfens, scores, results


def fit(
    name: str, folder: Path, start: Path | None, epochs: int, result_share: float, decay: float
) -> list[int]:
    """The weights, in 16ths of a centipawn.

    They are pulled towards those of ``start``, which may lack the last terms, or else towards the estimates.
    """
    search = Engine(Variant.named(name), learned=False, hash_mb=1).native
    sfens, scores, outcomes = read(folder)
    if not sfens:
        raise SystemExit(f"no positions in {folder}")
    lengths, indices, counts, material = search.terms(sfens)
    row_lengths = np.frombuffer(lengths, np.int32)
    index = np.frombuffer(indices, np.int32)
    count = np.frombuffer(counts, np.int8).astype(np.float32)
    estimate = np.frombuffer(material, np.int32).astype(np.float64)
    total = len(row_lengths)
    rows = np.repeat(np.arange(total), row_lengths)
    score, result = np.array(scores), np.array(outcomes)
    tested = (np.arange(total) // BLOCK) % TEST_SHARE == 0
    learned = ~tested

    def loss(probability: Floats, target: Floats) -> Floats:
        p = np.clip(probability, 1e-6, 1 - 1e-6)
        entropy: Floats = -(target * np.log(p) + (1 - target) * np.log(1 - p))
        return entropy

    def winning(cp: Floats, scale: float) -> Floats:
        rate: Floats = 1 / (1 + np.exp(-cp / scale))
        return rate

    scale = min(SCALES, key=lambda k: float(loss(winning(score, k), result).mean()))
    target = result_share * result + (1 - result_share) * winning(score, scale)
    prior = np.zeros(search.weight_count)
    if start is not None:
        earlier = read_weights(start)
        prior[: len(earlier)] = np.array(earlier) / 16
    weights = prior.copy()
    best, best_loss = weights.copy(), float("inf")
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for epoch in range(1, epochs + 1):
        evaluation = estimate + np.bincount(rows, weights=count * weights[index], minlength=total)
        p = winning(evaluation, scale)
        test_loss = float(loss(p, target)[tested].mean())
        if test_loss < best_loss:
            best, best_loss = weights.copy(), test_loss
        if epoch % 10 == 1:
            print(
                f"epoch {epoch}: loss {loss(p, target)[learned].mean():.4f}, test {test_loss:.4f}", flush=True
            )
        error = (p - target) * learned / learned.sum()
        gradient = np.bincount(index, weights=count * error[rows], minlength=len(weights)).astype(np.float64)
        gradient += decay * (weights - prior) / scale**2
        first = 0.9 * first + 0.1 * gradient
        second = 0.999 * second + 0.001 * gradient**2
        rate = LEARNING_RATE_CP * (1 - (epoch - 1) / epochs)
        weights -= rate * (first / (1 - 0.9**epoch)) / (np.sqrt(second / (1 - 0.999**epoch)) + 1e-7)
    rare = np.bincount(index, minlength=len(best)) < MIN_OCCURRENCES
    best[rare] = prior[rare]
    print(f"{total} positions, scale {scale}, test loss {best_loss:.4f}")
    return [round(float(each)) for each in best * 16]


def text_of(weights: list[int]) -> str:
    """The weights as a file has them: ``x*n`` for n times x."""
    words: list[str] = []
    start = 0
    while start < len(weights):
        end = start
        while end < len(weights) and weights[end] == weights[start]:
            end += 1
        words += (
            [f"{weights[start]}*{end - start}"] if end - start > 2 else [str(weights[start])] * (end - start)
        )
        start = end
    lines = [" ".join(words[at : at + 16]) for at in range(0, len(words), 16)]
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Learns the weights of a variant's evaluation by self-play.")
    parser.add_argument("action", choices=("play", "fit"))
    parser.add_argument("variant", choices=NAMES)
    parser.add_argument("--folder", type=Path, required=True)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--nodes", type=int, default=500, help="for each move")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=Path, help="the file of weights from which fit starts")
    parser.add_argument("--output", type=Path, help="the file of weights that fit writes")
    parser.add_argument("--epochs", type=int, default=150)
    parser.add_argument("--result-share", type=float, default=0.4)
    parser.add_argument("--decay", type=float, default=0.05)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    if chosen.action == "fit":
        weights = fit(
            chosen.variant, chosen.folder, chosen.start, chosen.epochs, chosen.result_share, chosen.decay
        )
        output = chosen.output or WEIGHTS / f"{chosen.variant}.txt"
        output.write_text(text_of(weights), encoding="ascii")
        return
    processes = [
        multiprocessing.Process(
            target=play, args=(chosen.variant, chosen.folder, chosen.nodes, number, chosen.seed)
        )
        for number in range(chosen.processes)
    ]
    for process in processes:
        process.start()
    try:
        for process in processes:
            process.join()
    except KeyboardInterrupt:
        for process in processes:
            process.terminate()


if __name__ == "__main__":
    main()
