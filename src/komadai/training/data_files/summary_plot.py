"""The statistics of training positions as a picture."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from komadai.errors import MissingPackageError
from komadai.training.data_files.summary import MAX_SCORE, PLY_STEP, SCORE_STEP

if TYPE_CHECKING:
    from pathlib import Path

    from komadai.training.data_files.summary import Summary


def plot(summary: Summary, path: Path) -> None:
    """Writes a PNG with the histograms of scores, move numbers and pieces in hand, and the results.

    Raises MissingPackageError without Matplotlib, OSError.
    """
    try:
        figure_module: Any = import_module("matplotlib.figure")
    except ImportError:
        raise MissingPackageError("a plot needs Matplotlib: pip install 'komadai[research]'") from None
    figure = figure_module.Figure(figsize=(11, 7.5), layout="constrained")
    figure.suptitle(f"{summary.path}: {summary.records:,} positions")
    (scores, plies), (hands, results) = figure.subplots(2, 2)
    first = -MAX_SCORE - SCORE_STEP / 2
    scores.bar([first + SCORE_STEP * i for i in range(len(summary.scores))], summary.scores, SCORE_STEP * 0.9)
    scores.set_title("Score (centipawns, side to move)")
    if summary.plies:
        plies.bar([PLY_STEP * (i + 0.5) for i in range(len(summary.plies))], summary.plies, PLY_STEP * 0.9)
    plies.set_title("Move number")
    hands.bar(range(len(summary.in_hand)), summary.in_hand, 0.9)
    hands.set_title("Pieces in both hands")
    results.bar(["win", "draw", "loss"], [summary.wins, summary.draws, summary.losses], 0.7)
    results.set_title("Result (side to move)")
    for axes in (scores, plies, hands, results):
        axes.grid(axis="y", alpha=0.3)
        axes.set_axisbelow(True)
    figure.savefig(path, format="png", dpi=130, metadata={"Software": None})
