"""The evaluation as a function of its weights, with the gradient: what the fit makes smaller.

Every weight is a prior guess plus a deviation times its usual size; the fit works on the deviations, and pays
half the square of each (so a term that hardly occurs stays at its guess). A position's win rate is the
logistic function of its centipawns over :data:`STATIC_SCALE`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scipy.special import expit

from komadai.score import KOMADAI_WIN_RATE
from komadai.training.examples import LAYOUT, VIEWS, Examples
from komadai.training.weights import Weights

Array = NDArray[np.float64]

# Scales of the logistic win rate, in centipawns: of the static evaluation, which the fit makes true (so it
# defines what a centipawn is), and of the scores of a search of a few thousand nodes.
STATIC_SCALE = 950.0
SEARCH_SCALE = KOMADAI_WIN_RATE.scale

# What pieces are worth to begin with: on the board and in hand.
MATERIAL = (90, 260, 290, 430, 650, 780, 500, 480, 480, 490, 500, 900, 1080)
IN_HAND = (98, 285, 310, 470, 720, 850, 550)

# How far (centipawns) the weights of plain terms usually are from their guess, up to the next name.
PLAIN_SIZES = {
    "material": 60, "place": 20, "in_hand": 30, "reach": 25, "hanging": 60, "harassed": 60, "pinned": 30,
    "open_files": 20, "held": 4, "contested": 4, "tempo": 30,
}  # fmt: skip
DISTANCE_SIZE, VIEW_SIZE = 12.0, 6.0
# In points of the curve.
DANGER_SIZES = {
    "base": 3.0, "near": 1.0, "far": 0.7, "escapes": 1.5, "attacker": 1.0, "their_hand": 1.5, "our_hand": 1.0,
    "their_turn": 1.0, "pins": 1.0,
}  # fmt: skip
# A curve that grows with the square of what is over this point; by how much its slope may change, a point.
QUIET_POINT, BEND_SIZE, FIRST_SLOPE_SIZE = 8.0, 0.6, 3.0
BASE_GUESS = 14.0


def _sizes(names: dict[str, float] | dict[str, int], total: int) -> Array:
    starts = [LAYOUT[name] for name in names] + [total]
    sizes = np.empty(total)
    for size, start, end in zip(names.values(), starts[:-1], starts[1:], strict=True):
        sizes[start:end] = size
    return sizes


def _distance_of_views() -> csr_matrix:
    """For each view the same man at the same distance from the king."""
    king, man, square = np.meshgrid(
        np.arange(LAYOUT["half"]), np.arange(LAYOUT["viewed"]), np.arange(LAYOUT["squares"]), indexing="ij"
    )
    across = np.abs(square // 9 - king // 9)
    columns = (man * LAYOUT["distances"] + across * 17 + king % 9 - square % 9 + 8).ravel()
    ones = np.ones(VIEWS, dtype=np.float32)
    return csr_matrix(
        (ones, (np.arange(VIEWS), columns)), shape=(VIEWS, LAYOUT["viewed"] * LAYOUT["distances"])
    )


@dataclass(frozen=True)
class Prepared:
    """Examples with what never changes during a fit."""

    examples: Examples
    distances: csr_matrix
    target: Array
    weight: Array

    def rows(self, which: NDArray[np.intp]) -> Prepared:
        """Some of them."""
        return Prepared(
            self.examples.rows(which), self.distances[which], self.target[which], self.weight[which]
        )


def prepare(examples: Examples, trust_in_score: float) -> Prepared:
    """The target is the game's result mixed with the search's win rate, where a search was made."""
    scored = ~np.isnan(examples.score)
    rate = expit(np.where(scored, examples.score, 0.0) / SEARCH_SCALE)
    target = np.where(scored, trust_in_score * rate + (1 - trust_in_score) * examples.won, examples.won)
    weight = np.where(scored, 1.0, 0.5)
    return Prepared(examples, examples.views @ _distance_of_views(), target.astype(np.float64), weight)


class Model:
    """From a vector of deviations to weights, values, loss and gradient."""

    def __init__(self, evidence: float) -> None:
        """``evidence``: how much a position counts against the prior (those of a game are much alike)."""
        self.evidence = evidence
        n, d = LAYOUT["plain_terms"], LAYOUT["viewed"] * LAYOUT["distances"]
        points = LAYOUT["curve_points"]
        self.shapes = {"plain": (n, 2), "distances": (d, 2), "views": (VIEWS,),
                       "danger": (LAYOUT["danger_terms"],), "curve": (points - 1,)}  # fmt: skip
        guess = np.zeros((n, 2))
        for man, value in enumerate(MATERIAL):
            guess[LAYOUT["material"] + man] = value
        for kind, value in enumerate(IN_HAND):
            guess[LAYOUT["in_hand"] + kind * 18 : LAYOUT["in_hand"] + (kind + 1) * 18] = value
        danger = np.zeros(LAYOUT["danger_terms"])
        danger[LAYOUT["base"]] = BASE_GUESS
        at = np.arange(points, dtype=np.float64)
        self.curve_guess = 0.5 * np.maximum(at - QUIET_POINT, 0) ** 2
        # Deviations of the curve: its first slope, then every change of slope.
        self.bends = np.maximum(at[:, None] - np.arange(points - 1)[None, :], 0)
        self.guess = {
            "plain": guess,
            "distances": np.zeros((d, 2)),
            "views": np.zeros(VIEWS),
            "danger": danger,
        }
        bend_sizes = np.full(points - 1, BEND_SIZE)
        bend_sizes[0] = FIRST_SLOPE_SIZE
        self.sizes = {
            "plain": np.repeat(_sizes(PLAIN_SIZES, n)[:, None], 2, axis=1),
            "distances": np.full((d, 2), DISTANCE_SIZE),
            "views": np.full(VIEWS, VIEW_SIZE),
            "danger": _sizes(DANGER_SIZES, LAYOUT["danger_terms"]),
            "curve": bend_sizes,
        }
        self.length = sum(int(np.prod(shape)) for shape in self.shapes.values())

    def split(self, vector: Array) -> dict[str, Array]:
        parts = {}
        at = 0
        for name, shape in self.shapes.items():
            count = int(np.prod(shape))
            parts[name] = vector[at : at + count].reshape(shape)
            at += count
        return parts

    def weights(self, vector: Array) -> Weights:
        deviations = self.split(vector)
        w = {name: guess + deviations[name] * self.sizes[name] for name, guess in self.guess.items()}
        curve = self.curve_guess + self.bends @ (deviations["curve"] * self.sizes["curve"])
        return Weights(curve=curve, **w)

    def values(self, data: Prepared, w: Weights) -> tuple[Array, tuple[Array, Array], tuple[Array, Array]]:
        """Centipawns from Black's view, and for each king: where it is on the curve, how steep that is."""
        x = data.examples
        progress = x.progress[:, None]
        phases = x.plain @ w.plain + data.distances @ w.distances
        value = (1 - progress[:, 0]) * phases[:, 0] + progress[:, 0] * phases[:, 1] + x.views @ w.views
        slopes = np.diff(w.curve)
        places = []
        for matrix, sign in ((x.black, -1), (x.white, 1)):
            danger = np.clip(matrix @ w.danger, 0, len(w.curve) - 1.001)
            point = danger.astype(np.intp)
            value = value + sign * (w.curve[point] + (danger - point) * slopes[point])
            places.append((danger, slopes[point]))
        return value, places[0], places[1]

    def loss(self, data: Prepared, w: Weights) -> float:
        """Mean cross-entropy above the least possible one."""
        return self._losses(data, self.values(data, w)[0])

    @staticmethod
    def _losses(data: Prepared, value: Array) -> float:
        rate = np.clip(expit(value / STATIC_SCALE), 1e-9, 1 - 1e-9)
        t = np.clip(data.target, 1e-9, 1 - 1e-9)
        each = t * np.log(t / rate) + (1 - t) * np.log((1 - t) / (1 - rate))
        return float((each * data.weight).sum() / data.weight.sum())

    def cost(self, vector: Array, data: Prepared, share: float = 1.0) -> tuple[float, Array]:
        """What the fit makes as small as it can, and its gradient. ``share``: of all examples, these are so
        many, and so much of the prior is counted."""
        w = self.weights(vector)
        x = data.examples
        value, black, white = self.values(data, w)
        cost = self.evidence * self._losses(data, value) * data.weight.sum() + 0.5 * share * float(
            vector @ vector
        )
        slope = self.evidence * data.weight * (expit(value / STATIC_SCALE) - data.target) / STATIC_SCALE
        both = np.stack([slope * (1 - x.progress), slope * x.progress], axis=1)
        curve = np.zeros(len(w.curve))
        danger = np.zeros(len(w.danger))
        for matrix, (at, steepness), sign in ((x.black, black, -1.0), (x.white, white, 1.0)):
            danger += matrix.T @ (sign * slope * steepness)
            point = at.astype(np.intp)
            part = at - point
            curve += np.bincount(point, sign * slope * (1 - part), len(curve))
            curve += np.bincount(point + 1, sign * slope * part, len(curve))
        gradient = {
            "plain": x.plain.T @ both,
            "distances": data.distances.T @ both,
            "views": x.views.T @ slope,
            "danger": danger,
            "curve": self.bends.T @ curve,
        }
        parts = [(gradient[name] * self.sizes[name]).ravel() for name in self.shapes]
        return cost, np.concatenate(parts) + share * vector
