"""Fits win rate by score and accuracy by lost win rate to the results of games; part of review_accuracy.py.

All errors are on games that the fit has not seen: the games are divided into ten parts, and each part is
judged by the constants that fit the other nine best. The error of a mean is its standard deviation over games
divided by the root of their number; differences between two formulas are taken game by game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from komadai.score import KOMADAI_WIN_RATE, MATE_NEAR
from komadai.study.game_review.accuracy import FLATNESS, RATE
from komadai.study.game_review.style import position_weights

TEMPLATE: Final = Path(__file__).with_name("review_accuracy_page.md")
FOLDS: Final = 10
SCALES: Final = np.geomspace(100, 6000, 83)
RATES: Final = np.geomspace(0.005, 0.3, 25)
"""How fast the accuracy of a move falls, per percentage point of lost win rate."""
POWERS: Final = (0.0, 0.5, 1.0)
"""By which power of its weight a move counts in the weighted mean; 0: all moves alike."""
FLATNESSES: Final = (1.0, 1.5, FLATNESS, 3.5)
"""The scale by which losses are measured, as multiples of that of the win rate."""
HARMONIC: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
"""The share of the harmonic mean."""
KNOWN_SCALES: Final = {
    f"Komadai ({KOMADAI_WIN_RATE.scale:.0f})": KOMADAI_WIN_RATE.scale,
    f"flatter ({FLATNESS * KOMADAI_WIN_RATE.scale:.0f})": FLATNESS * KOMADAI_WIN_RATE.scale,
    "lishogi (1429)": 1 / 0.0007,
    "lichess (272)": 1 / 0.00368208,
}
_NEAREST: Final = 1e-3
"""Predictions are at least this far from 0 and 1, so that one upset does not decide."""

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Played:
    """A game as arrays. ``points`` are Black's."""

    points: float
    scores: Floats
    best: NDArray[np.bool_]
    grades: tuple[int, int] | None
    """The ranks of Black and White, if both are amateurs: 1 is 1 dan, 0 is 1 kyu."""


@dataclass(frozen=True, slots=True)
class Formula:
    """An accuracy: ``scale`` of the win rate, and the constants above. ``rate`` None: lichess's curve."""

    scale: float
    rate: float | None
    power: float
    harmonic: float


@dataclass(frozen=True, slots=True)
class Compared:
    """The error of a formula on unseen games, and how much better (negative) it is than the reference."""

    name: str
    constants: str
    error: float
    standard_error: float
    difference: float
    difference_error: float
    strength: float | None = None
    """The rank correlation of a side's accuracy with the grade of the player."""

    @property
    def is_better(self) -> bool:
        return self.difference + 2 * self.difference_error < 0


def read(lines: Iterable[dict[str, Any]], grades: Mapping[str, tuple[int, int]]) -> list[Played]:
    """The games of the tool's file; ``grades`` are those of the players, by the id of the game."""
    return [
        Played(
            line["points"],
            np.array(line["scores"], float),
            np.array(line["best"], bool),
            grades.get(line["id"]),
        )
        for line in lines
        if len(line["best"]) >= 2
    ]


def win_rates(scores: Floats, scale: float) -> Floats:
    """Black's win rates; a mate is certain."""
    rates: Floats = 1 / (1 + np.exp(-np.clip(scores / scale, -50, 50)))
    return np.where(np.abs(scores) >= MATE_NEAR, (scores > 0).astype(float), rates)


def log_loss(predicted: Floats, points: Floats | float) -> Floats:
    """The logarithmic loss, in nats; a draw is half a win."""
    near: Floats = np.clip(predicted, _NEAREST, 1 - _NEAREST)
    result: Floats = -(points * np.log(near) + (1 - points) * np.log(1 - near))
    return result


def folds(count: int) -> list[NDArray[np.int_]]:
    """The games of each part. The file's games are in random order already."""
    return [np.arange(count)[part::FOLDS] for part in range(FOLDS)]


def compare(name: str, constants: str, errors: Floats, reference: Floats) -> Compared:
    """The mean errors over games."""
    root, difference = np.sqrt(len(errors)), errors - reference
    return Compared(
        name,
        constants,
        float(errors.mean()),
        float(errors.std(ddof=1) / root),
        float(difference.mean()),
        float(difference.std(ddof=1) / root),
    )


# -- the win rate


def fit_win_rate(games: Sequence[Played]) -> tuple[list[Compared], float, float]:
    """The comparison of scales, the scale that fits all games best, and its error.

    The error of a game is the mean over its positions, from the start to the last one.
    """

    def errors(scale: float) -> Floats:
        return np.array([log_loss(win_rates(each.scores, scale), each.points).mean() for each in games])

    table = np.array([errors(scale) for scale in SCALES])
    reference = errors(KOMADAI_WIN_RATE.scale)
    unseen = np.empty(len(games))
    for part in folds(len(games)):
        rest = np.setdiff1d(np.arange(len(games)), part)
        unseen[part] = table[int(table[:, rest].mean(axis=1).argmin()), part]
    chance = np.random.default_rng(1)
    resampled = [
        SCALES[int(table[:, chance.integers(0, len(games), len(games))].mean(axis=1).argmin())]
        for _ in range(300)
    ]
    best = float(SCALES[int(table.mean(axis=1).argmin())])
    rows = [compare(name, f"{scale:.0f}", errors(scale), reference) for name, scale in KNOWN_SCALES.items()]
    rows.append(compare("fitted", f"{best:.0f}", unseen, reference))
    return rows, best, float(np.std(resampled))


def observed(games: Sequence[Played]) -> list[tuple[float, float, float, int]]:
    """For groups of positions by score: mean score, mean points of Black, their error, positions."""
    scores = np.concatenate([each.scores for each in games])
    points = np.concatenate([np.full(len(each.scores), each.points) for each in games])
    owner = np.concatenate([np.full(len(each.scores), number) for number, each in enumerate(games)])
    edges = [
        -3000,
        -2000,
        -1400,
        -1000,
        -700,
        -450,
        -250,
        -100,
        0,
        100,
        250,
        450,
        700,
        1000,
        1400,
        2000,
        3000,
    ]
    found = []
    for low, high in pairwise(edges):
        inside = (scores >= low) & (scores < high)
        count = int(inside.sum())
        if count < 50:
            continue
        # Positions of one game have the same result: the number of games decides the error.
        distinct = len(np.unique(owner[inside]))
        mean = float(points[inside].mean())
        error = float(np.sqrt(max(mean * (1 - mean), 1e-4) / distinct))
        found.append((float(scores[inside].mean()), mean, error, count))
    return found


# -- the accuracy


def move_accuracies(losses: Floats, rate: float | None) -> Floats:
    """The accuracy of moves by their lost win rate (0 to 1); None: lichess's curve."""
    points = 100 * losses
    if rate is not None:
        result: Floats = 100 * np.exp(-rate * points)
        return np.maximum(result, 0.01)
    curve: Floats = 103.1668100711649 * np.exp(-0.04354415386753951 * points) - 3.166924740191411 + 1
    return np.where(losses <= 0, 100.0, np.clip(curve, 0.01, 100))


class Accuracies:
    """The accuracies of Black and White in each game, for any formula."""

    def __init__(self, games: Sequence[Played]) -> None:
        self._games = games
        self._known: dict[float, list[tuple[Floats, Floats]]] = {}

    def _moves(self, scale: float) -> list[tuple[Floats, Floats]]:
        """For each game the lost win rates and the weights of its moves."""
        if scale not in self._known:
            found = []
            for game in self._games:
                wins = win_rates(game.scores, scale)[: len(game.best) + 1]
                change = np.diff(wins)
                change[1::2] *= -1
                losses = np.where(game.best[: len(change)], 0.0, np.maximum(0.0, -change))
                found.append((losses, np.array(position_weights(list(wins), len(losses)))))
            self._known[scale] = found
        return self._known[scale]

    def of(self, formula: Formula) -> Floats:
        """An array of two columns, Black's and White's accuracies."""
        rows = []
        for losses, weights in self._moves(formula.scale):
            accuracies = move_accuracies(losses, formula.rate)
            weighted = weights**formula.power
            sides = []
            for side in (0, 1):
                own, weight = accuracies[side::2], weighted[side::2]
                mean = float((own * weight).sum() / weight.sum())
                harmonic = float(len(own) / (1 / own).sum())
                sides.append((1 - formula.harmonic) * mean + formula.harmonic * harmonic)
            rows.append(sides)
        return np.array(rows)


def strength(accuracies: Floats, games: Sequence[Played]) -> float:
    """The rank correlation (Spearman) of accuracy and grade, over the sides whose grades are known."""
    known = [number for number, game in enumerate(games) if game.grades is not None]
    grades = np.array([games[number].grades for number in known]).ravel()
    return float(np.corrcoef(ranks(accuracies[known].ravel()), ranks(grades))[0, 1])


def ranks(values: NDArray[Any]) -> Floats:
    """The ranks of the values; equal ones share the mean of theirs."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    means: Floats = np.cumsum(counts) - (counts - 1) / 2
    return means[place]


def logistic(differences: Floats, points: Floats) -> tuple[float, float]:
    """The steepness and the shift with which a difference predicts the result best."""
    steepness, shift = 0.1, 0.0
    for _ in range(30):
        predicted = 1 / (1 + np.exp(-np.clip(steepness * differences + shift, -30, 30)))
        weight = predicted * (1 - predicted) + 1e-6
        design = np.stack([differences, np.ones_like(differences)])
        gradient = design @ (points - predicted) - np.array([1e-3 * steepness, 0])
        hessian = (design * weight) @ design.T + np.diag([1e-3, 1e-6])
        step = np.linalg.solve(hessian, gradient)
        steepness, shift = steepness + step[0], shift + step[1]
    return float(steepness), float(shift)


def errors_of(
    differences: Floats, points: Floats, learn: NDArray[np.int_], judge: NDArray[np.int_]
) -> Floats:
    """The losses of the predicted results of some games, with the logistic curve that fits others."""
    steepness, shift = logistic(differences[learn], points[learn])
    predicted = 1 / (1 + np.exp(-np.clip(steepness * differences[judge] + shift, -30, 30)))
    return log_loss(predicted, points[judge])


def fit_accuracy(games: Sequence[Played], scale: float) -> tuple[list[Compared], Formula]:
    """The comparison of formulas by how well the difference of the accuracies tells who won, and the formula
    that does it best on all games. ``scale``: the fitted one of the win rate."""
    points = np.array([each.points for each in games])
    accuracies = Accuracies(games)
    everything = np.arange(len(games))
    parts = [(np.setdiff1d(everything, part), part) for part in folds(len(games))]

    def difference(formula: Formula) -> Floats:
        black, white = accuracies.of(formula).T
        result: Floats = black - white
        return result

    def unseen(values: Floats) -> Floats:
        errors = np.empty(len(games))
        for rest, part in parts:
            errors[part] = errors_of(values, points, rest, part)
        return errors

    known = {
        f"lichess's accuracy, win rate of {name}": Formula(known_scale, None, 1.0, 0.5)
        for name, known_scale in KNOWN_SCALES.items()
    }
    known["mean lost win rate"] = Formula(scale, 1e-4, 0.0, 0.0)
    reference = unseen(difference(next(iter(known.values()))))
    rows = [
        _with(
            compare(name, f"scale {formula.scale:.0f}", unseen(difference(formula)), reference),
            strength(accuracies.of(formula), games),
        )
        for name, formula in known.items()
    ]
    formulas = [
        Formula(each, float(rate), power, harmonic)
        for each, rate, power, harmonic in product(
            (scale * each for each in FLATNESSES), RATES[::2], POWERS, HARMONIC
        )
    ]
    values = [accuracies.of(formula) for formula in formulas]
    errors, chosen_values = np.empty(len(games)), np.empty((len(games), 2))
    for rest, part in parts:
        training = [errors_of(each[:, 0] - each[:, 1], points, rest, rest).mean() for each in values]
        chosen = values[int(np.argmin(training))]
        errors[part] = errors_of(chosen[:, 0] - chosen[:, 1], points, rest, part)
        chosen_values[part] = chosen[part]
    total = [errors_of(each[:, 0] - each[:, 1], points, everything, everything).mean() for each in values]
    best = formulas[int(np.argmin(total))]
    row = compare("fitted", _constants(best), errors, reference)
    rows.append(_with(row, strength(accuracies.of(best), games)))
    return rows, best


def _with(row: Compared, correlation: float) -> Compared:
    return replace(row, strength=correlation)


def _constants(formula: Formula) -> str:
    return (
        f"scale {formula.scale:.0f}, rate {formula.rate:.3f}, power of the weight {formula.power:g}, "
        f"share of the harmonic mean {formula.harmonic:g}"
    )


# -- the page


def plot(path: Path, games: Sequence[Played], scale: float, scale_error: float) -> None:
    """Draws the win rate by score, and the accuracy of a move by its lost win rate."""
    import matplotlib

    matplotlib.use("svg")
    import matplotlib.pyplot as plt

    matplotlib.rcParams["svg.hashsalt"] = "komadai"
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 3.8), layout="constrained")
    at = np.linspace(-3000, 3000, 241)
    for name, known in KNOWN_SCALES.items():
        left.plot(at, win_rates(at, known), lw=1.2, label=name)
    left.plot(at, win_rates(at, scale), "k--", lw=1.4, label=f"fitted ({scale:.0f} ± {scale_error:.0f})")
    groups = observed(games)
    left.errorbar(
        [each[0] for each in groups],
        [each[1] for each in groups],
        yerr=[each[2] for each in groups],
        fmt="o",
        ms=3.5,
        lw=1,
        color="k",
        label="games, with error",
    )
    left.set(xlabel="score for Black (centipawns)", ylabel="points of Black", ylim=(0, 1))
    left.legend(fontsize=7)
    losses = np.linspace(0, 0.6, 121)
    curves: list[tuple[str, Callable[[Floats], Floats]]] = [
        ("lichess", lambda x: move_accuracies(x, None)),
        (f"Komadai, rate {RATE:.3f}", lambda x: move_accuracies(x, RATE)),
    ]
    for name, curve in curves:
        right.plot(100 * losses, curve(losses), lw=1.4, label=name)
    right.set(
        xlabel="lost win rate, Komadai: on the flatter curve (percentage points)",
        ylabel="accuracy of the move",
        ylim=(0, 101),
    )
    right.legend(fontsize=7)
    figure.savefig(path, metadata={"Date": None})


def page(
    games: Sequence[Played],
    nodes: int,
    plot_path: Path,
) -> str:
    """The page of the documentation; draws its plot. The constants of Komadai are not changed here."""
    win_rows, scale, scale_error = fit_win_rate(games)
    accuracy_rows, _ = fit_accuracy(games, scale)
    plot(plot_path, games, scale, scale_error)
    positions = sum(len(each.scores) for each in games)
    verdicts = {
        name: "better" if rows[-1].is_better else "not better"
        for name, rows in (("win", win_rows), ("accuracy", accuracy_rows))
    }

    def table(rows: Sequence[Compared]) -> str:
        last = (" grade |", " ---: |") if rows[0].strength is not None else ("", "")
        lines = ["| formula | constants | error | against the first row |" + last[0]]
        lines.append("| --- | --- | ---: | ---: |" + last[1])
        for row in rows:
            against = "" if row.difference == 0 else f"{row.difference:+.4f} ± {row.difference_error:.4f}"
            cells = [row.name, row.constants, f"{row.error:.4f} ± {row.standard_error:.4f}", against]
            if row.strength is not None:
                cells.append(f"{row.strength:.2f}")
            lines.append(f"| {' | '.join(cells)} |")
        return "\n".join(lines)

    graded = sum(each.grades is not None for each in games)
    return TEMPLATE.read_text(encoding="utf-8").format(
        games=f"{len(games):,}",
        positions=f"{positions:,}",
        nodes=f"{nodes:,}",
        win_table=table(win_rows),
        accuracy_table=table(accuracy_rows),
        graded=f"{graded:,}",
        scale=f"{scale:.0f}",
        scale_error=f"{scale_error:.0f}",
        win_verdict=verdicts["win"],
        accuracy_verdict=verdicts["accuracy"],
    )
