"""The fit of the handmade evaluation once more: slow, in NumPy and float64, sharing only the counts of terms
with the native step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from komadai import BLACK, Board
from komadai._core import evaluation_layout, evaluation_terms
from komadai.packed import EvaluatedPosition
from komadai.training.weight_model import size_vector, weights_of
from komadai.training.weights import SHAPES, Weights

Array = NDArray[np.float64]

LAYOUT = evaluation_layout()


@dataclass(frozen=True)
class Example:
    """A position: each part's terms, and their counts as [weights of the part]; Black's result and score."""

    plain: Array
    distances: Array
    views: Array
    dangers: tuple[Array, Array]
    progress: float
    result: float
    score: float


def counted(pairs: bytes, length: int) -> Array:
    counts = np.zeros(length)
    for term, count in np.frombuffer(pairs, np.int32).reshape(-1, 2):
        counts[term] += count
    return counts


def distances_of(views: Array) -> Array:
    """The counts of the same pieces at the same distance from the king."""
    distances = np.zeros(SHAPES["distances"][0])
    for view in np.flatnonzero(views):
        king, rest = divmod(int(view), LAYOUT["viewed"] * LAYOUT["squares"])
        man, square = divmod(rest, LAYOUT["squares"])
        across, ahead = abs(square // 9 - king // 9), king % 9 - square % 9
        distances[man * LAYOUT["distances"] + across * 17 + ahead + 8] += views[view]
    return distances


def example(board: Board, score: int, result: float) -> Example:
    """``score`` and ``result`` are those of the side to move."""
    progress, plain, views, black, white = evaluation_terms(board)
    view_counts = counted(views, SHAPES["views"][0])
    danger = SHAPES["danger"][0]
    is_black = board.turn == BLACK
    return Example(
        counted(plain, SHAPES["plain"][0]),
        distances_of(view_counts),
        view_counts,
        (counted(black, danger), counted(white, danger)),
        progress / 64,
        result if is_black else 1 - result,
        score if is_black else -score,
    )


def examples_of(records: bytes, shift: int) -> list[Example]:
    """The examples of PSV records, with scores that are lower by ``shift``."""
    examples = []
    for at in range(0, len(records), 40):
        position = EvaluatedPosition.from_psv(records[at : at + 40])
        result = 0.5 if position.winner is None else float(position.winner == position.board.turn)
        examples.append(example(position.board, position.score - shift, result))
    return examples


def sigmoid(x: float) -> float:
    return float(1 / (1 + np.exp(-x)))


def value_and_slopes(e: Example, w: Weights) -> tuple[float, dict[str, Array]]:
    """Centipawns from Black's view, and their derivative by each weight."""
    phases = np.array([1 - e.progress, e.progress])
    value = float(e.plain @ w.plain @ phases + e.distances @ w.distances @ phases + e.views @ w.views)
    danger, curve = np.zeros(len(w.danger)), np.zeros(len(w.curve))
    for counts, sign in zip(e.dangers, (-1, 1), strict=True):
        at = min(max(float(counts @ w.danger), 0), len(curve) - 1.001)
        point = int(at)
        part, slope = at - point, w.curve[point + 1] - w.curve[point]
        value += sign * (w.curve[point] + part * slope)
        danger += sign * slope * counts
        curve[point] += sign * (1 - part)
        curve[point + 1] += sign * part
    slopes = {
        "plain": np.outer(e.plain, phases),
        "distances": np.outer(e.distances, phases),
        "views": e.views,
        "danger": danger,
        # The first slope of the curve, then the changes of slope.
        "curve": np.array([curve[i:] @ np.arange(len(curve) - i) for i in range(len(curve) - 1)]),
    }
    return value, slopes


def cost_and_gradient(
    guess: Weights,
    deviations: Array,
    examples: Sequence[Example],
    result_weight: float,
    evidence: float,
    share: float,
) -> tuple[float, float, Array]:
    """The sum of the losses, the cost that the fit minimizes, and its gradient by the deviations."""
    w = weights_of(guess, deviations)
    total, gradient = 0.0, share * deviations
    for e in examples:
        value, slopes = value_and_slopes(e, w)
        p = sigmoid(value / 950)
        t = (1 - result_weight) * sigmoid(e.score / 1200) + result_weight * e.result
        total += sum(a * np.log(a / b) for a, b in ((t, p), (1 - t, 1 - p)) if a > 0)
        by_value = evidence * (p - t) / 950
        gradient = gradient + by_value * size_vector() * np.concatenate([s.ravel() for s in slopes.values()])
    return total, evidence * total + 0.5 * share * float(deviations @ deviations), gradient
