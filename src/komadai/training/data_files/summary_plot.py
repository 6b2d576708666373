"""The statistics of training positions as a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from komadai.extras import extra, package
from komadai.training.data_files.summary import PLY_STEP, SCORE_STEP, step_middles

with extra("train"):
    import numpy as np

if TYPE_CHECKING:
    from pathlib import Path

    from komadai.training.data_files.summary import Summary


def plot(summary: Summary, path: Path) -> None:
    """Writes a PNG with the histograms of scores, move numbers and pieces in hand, the results, and the
    points at each score beside the fitted win rate.

    Raises MissingPackageError without Matplotlib, OSError.
    """
    figure = package("matplotlib.figure", "research").Figure(figsize=(14, 7.5), layout="constrained")
    figure.suptitle(f"{summary.path}: {summary.records:,} positions")
    panels = figure.subplot_mosaic([["scores", "plies", "points"], ["hands", "results", "points"]])
    panels["scores"].bar(step_middles(summary), summary.scores, SCORE_STEP * 0.9)
    panels["scores"].set_title("Score (centipawns, side to move)")
    if summary.plies:
        middles = [PLY_STEP * (i + 0.5) for i in range(len(summary.plies))]
        panels["plies"].bar(middles, summary.plies, PLY_STEP * 0.9)
    panels["plies"].set_title("Move number")
    panels["hands"].bar(range(len(summary.in_hand)), summary.in_hand, 0.9)
    panels["hands"].set_title("Pieces in both hands")
    panels["results"].bar(["win", "draw", "loss"], [summary.wins, summary.draws, summary.losses], 0.7)
    panels["results"].set_title("Result (side to move)")
    _plot_points(panels["points"], summary)
    for axes in panels.values():
        axes.grid(axis="y", alpha=0.3)
        axes.set_axisbelow(True)
    figure.savefig(path, format="png", dpi=130, metadata={"Software": None})


def _plot_points(axes: Any, summary: Summary) -> None:
    """The mean points of each step of the scores with two standard errors, and the fitted win rate."""
    axes.set_title("Points at this score (side to move)")
    axes.set_ylim(0, 1)
    if not summary.points:
        return
    counts = np.array(summary.scores)
    some = counts > 0
    middles, means = step_middles(summary)[some], np.array(summary.points)[some] / counts[some]
    errors = 2 * np.sqrt(means * (1 - means) / counts[some])
    axes.errorbar(middles, means, errors, fmt="o", markersize=3, label="results, ± 2 standard errors")
    if summary.win_rate_scale is not None:
        rates = 1 / (1 + np.exp(-middles / summary.win_rate_scale))
        axes.plot(middles, rates, label=f"1 / (1 + exp(−score / {summary.win_rate_scale:.0f}))")
    axes.legend(loc="upper left")
