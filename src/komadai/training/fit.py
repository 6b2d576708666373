"""Fits the evaluation's weights to games, as Texel's tuning does: win rates should come out right.

    python -m komadai.training.fit GAMES... -o weights [--trust 0.5] [--evidence 10] [--epochs 14]

Reads self-play files and ``.jsonl`` files (:mod:`komadai.training.games`), holds a twentieth of the games
back, and writes a file that the engine reads (``EvalFile``); as ``cpp/eval/handmade.weights`` it is built in.
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

HELD_BACK = 20  # one game in so many is only looked at
# Of each step: so many positions, and how far it moves a weight at first, in usual sizes.
POSITIONS, RATE = 8192, 0.03
# How much of the means of gradients and of their squares stays at each step.
OF_MEAN, OF_SQUARE = 0.9, 0.999


def fit(data: Prepared, held: Prepared, model: Model, epochs: int) -> Weights:
    """The weights after so many times all positions; tells how it goes.

    By Adam (Kingma and Ba, "Adam: a method for stochastic optimization", 2015), with steps that become
    smaller along half a cosine. A method that looks along lines (L-BFGS) stops at the curve's corners.
    """
    start = time.monotonic()
    chance = np.random.default_rng(1)
    order = chance.permutation(len(data.target))
    parts = [data.rows(some) for some in np.array_split(order, max(1, len(order) // POSITIONS))]
    all_weight = float(data.weight.sum())
    vector = np.zeros(model.length)
    mean, square = np.zeros_like(vector), np.zeros_like(vector)
    steps, step = epochs * len(parts), 0
    for epoch in range(1, epochs + 1):
        for number in chance.permutation(len(parts)):
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
                f"loss {model.loss(data, w):.5f}  held back {model.loss(held, w):.5f}",
                flush=True,
            )
    return model.weights(vector)


def split(examples: Examples) -> tuple[Examples, Examples]:
    """Those to learn from, and those of the games held back."""
    held = examples.game % HELD_BACK == 0
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
    print(f"{len(learn)} positions to learn from, {len(held)} held back", flush=True)
    model = Model(options.evidence)
    data, rest = prepare(learn, options.trust), prepare(held, options.trust)
    guess = model.weights(np.zeros(model.length))

    def tell(when: str, w: Weights) -> None:
        print(f"    {when:8} loss {model.loss(data, w):.5f}  held back {model.loss(rest, w):.5f}", flush=True)

    tell("before", guess)
    weights = fit(data, rest, model, options.epochs)
    tell("after", weights)
    weights.write(options.output)


if __name__ == "__main__":
    main()
