"""Fits the evaluation's weights to games, as Texel's tuning does: win rates should come out right.

    python -m komadai.training.fit GAMES... -o weights [--trust 0.7] [--evidence 4] [--iterations 40]

Reads self-play files and ``.jsonl`` files (:mod:`komadai.training.games`), holds a twentieth of the games
back, and writes a file that the engine reads (``EvalFile``); as ``cpp/eval/handmade.weights`` it is built in.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import numpy as np
from scipy.optimize import minimize

from komadai.training.examples import Examples, examples_of
from komadai.training.games import read_games
from komadai.training.model import Array, Model, Prepared, prepare
from komadai.training.weights import Weights

HELD_BACK = 20  # one game in so many is only looked at


def fit(data: Prepared, held: Prepared, model: Model, iterations: int) -> Weights:
    """The weights after so many steps of L-BFGS; tells how it goes."""
    start = time.monotonic()
    step = 0

    def tell(vector: Array) -> None:
        nonlocal step
        step += 1
        if step % 20 == 0:
            w = model.weights(vector)
            print(
                f"{step:5} steps  {time.monotonic() - start:6.0f} s  "
                f"loss {model.loss(data, w):.5f}  held back {model.loss(held, w):.5f}",
                flush=True,
            )

    result = minimize(
        model.cost, np.zeros(model.length), args=(data,), jac=True, method="L-BFGS-B", callback=tell,
        options={"maxiter": iterations, "maxcor": 20, "ftol": 1e-9},
    )  # fmt: skip
    return model.weights(result.x)


def split(examples: Examples) -> tuple[Examples, Examples]:
    """Those to learn from, and those of the games held back."""
    held = examples.game % HELD_BACK == 0
    return examples.rows(~held), examples.rows(held)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Fit the evaluation's weights to games.")
    parser.add_argument("games", type=Path, nargs="+", help="self-play files, .jsonl files")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the file of weights to write")
    parser.add_argument("--trust", type=float, default=0.7, help="share of the search's score in the target")
    parser.add_argument("--evidence", type=float, default=4.0, help="weight of a position against the prior")
    parser.add_argument("--iterations", type=int, default=40)
    options = parser.parse_args(arguments)

    learn, held = split(examples_of(chain.from_iterable(map(read_games, options.games))))
    print(f"{len(learn)} positions to learn from, {len(held)} held back", flush=True)
    model = Model(options.evidence)
    data, rest = prepare(learn, options.trust), prepare(held, options.trust)
    guess = model.weights(np.zeros(model.length))

    def tell(when: str, w: Weights) -> None:
        print(f"    {when:8} loss {model.loss(data, w):.5f}  held back {model.loss(rest, w):.5f}", flush=True)

    tell("before", guess)
    weights = fit(data, rest, model, options.iterations)
    tell("after", weights)
    weights.write(options.output)


if __name__ == "__main__":
    main()
