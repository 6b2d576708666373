"""Fits the evaluation's weights to games (Texel tuning), so that its scores predict win rates.

    python -m komadai.training.fit GAMES... -o weights [--trust 0.5] [--evidence 10] [--epochs 14]

Reads self-play files and ``.jsonl`` files (:mod:`komadai.training.games`), keeps a twentieth of the games for
validation, and writes a file that the engine reads (``EvalFile``); as ``cpp/eval/handmade.weights`` it is
built in.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import numpy as np

from komadai.training.examples import Examples, examples_of
from komadai.training.games import read_games
from komadai.training.model import Model, Prepared, prepare
from komadai.training.weights import Weights

VALIDATION = 20  # one game in this many is used for validation only
# The positions of a step, and the step size at first, in usual deviations.
POSITIONS, RATE = 8192, 0.03
# The decay of the means of gradients and of their squares (Adam's beta1 and beta2).
OF_MEAN, OF_SQUARE = 0.9, 0.999


def fit(data: Prepared, held: Prepared, model: Model, epochs: int) -> Weights:
    """The weights after ``epochs`` passes over all positions; prints the progress.

    By Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015), with steps that become
    smaller along half a cosine. L-BFGS, with its line search, stops at the corners of the curve.
    """
    start = time.monotonic()
    rng = np.random.default_rng(1)
    order = rng.permutation(len(data.target))
    parts = [data.rows(some) for some in np.array_split(order, max(1, len(order) // POSITIONS))]
    all_weight = float(data.weight.sum())
    vector = np.zeros(model.length)
    mean, square = np.zeros_like(vector), np.zeros_like(vector)
    steps, step = epochs * len(parts), 0
    for epoch in range(1, epochs + 1):
        for number in rng.permutation(len(parts)):
            part = parts[number]
            step += 1
            gradient = model.cost(vector, part, float(part.weight.sum()) / all_weight)[1]
            mean += (1 - OF_MEAN) * (gradient - mean)
            square += (1 - OF_SQUARE) * (gradient**2 - square)
            rate = RATE * (1 + math.cos(math.pi * step / steps)) / 2
            spread = np.sqrt(square / (1 - OF_SQUARE**step)) + 1e-12
            vector -= rate * mean / (1 - OF_MEAN**step) / spread
        if epoch % 5 == 0:
            w = model.weights(vector)
            print(
                f"{epoch:5} times  {time.monotonic() - start:6.0f} s  "
                f"loss {model.loss(data, w):.5f}  validation {model.loss(held, w):.5f}",
                flush=True,
            )
    return model.weights(vector)


def split(examples: Examples) -> tuple[Examples, Examples]:
    """The examples for training and for validation."""
    held = examples.game % VALIDATION == 0
    return examples.rows(~held), examples.rows(held)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Fit the evaluation's weights to games.")
    parser.add_argument("games", type=Path, nargs="+", help="self-play files, .jsonl files")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the file of weights to write")
    parser.add_argument("--trust", type=float, default=0.5, help="share of the search's score in the target")
    parser.add_argument("--evidence", type=float, default=10.0, help="weight of a position against the prior")
    parser.add_argument("--epochs", type=int, default=14, help="times all positions are learned from")
    options = parser.parse_args(arguments)

    learn, held = split(examples_of(chain.from_iterable(map(read_games, options.games))))
    print(f"{len(learn)} positions to learn from, {len(held)} validation", flush=True)
    model = Model(options.evidence)
    data, rest = prepare(learn, options.trust), prepare(held, options.trust)
    guess = model.weights(np.zeros(model.length))

    def report(when: str, w: Weights) -> None:
        print(
            f"    {when:8} loss {model.loss(data, w):.5f}  validation {model.loss(rest, w):.5f}", flush=True
        )

    report("before", guess)
    weights = fit(data, rest, model, options.epochs)
    report("after", weights)
    weights.write(options.output)


if __name__ == "__main__":
    main()
