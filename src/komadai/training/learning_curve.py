"""The learning curve of a training as a picture: losses and learning rate by positions. Needs matplotlib."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from komadai.extras import package

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAPER, LINE, INK, SOFT, ACCENT = "#fffaf0", "#dccfb8", "#2b2118", "#6f6152", "#b3261e"
_MILLION: Final = 1e6


@contextmanager
def paper(width: float, height: float) -> Iterator[Any]:
    """A matplotlib figure of this size in inches, to be drawn and saved in this context.

    Raises MissingPackageError without matplotlib (the ``research`` extra).
    """
    matplotlib, figures = package("matplotlib", "research"), package("matplotlib.figure", "research")
    style = {
        "font.family": "DejaVu Sans",
        "font.size": 10,
        "axes.edgecolor": LINE,
        "axes.facecolor": PAPER,
        "axes.grid": True,
        "grid.color": LINE,
        "grid.linewidth": 0.6,
        "svg.hashsalt": "komadai",
    }
    with matplotlib.rc_context(style):
        yield figures.Figure(figsize=(width, height), facecolor=PAPER, layout="constrained")


def draw_learning_curve(entries: list[dict[str, Any]], path: Path) -> None:
    """Writes the curve of a log's entries as PNG.

    Raises MissingPackageError without matplotlib (the ``research`` extra), OSError if the file cannot be
    written.
    """
    with paper(9, 5) as figure:
        axes = figure.subplots()
        axes.set_xlabel("positions (millions)")
        axes.set_ylabel("loss")
        _plot(axes, entries, "loss", color=INK, linewidth=1.2, label="training")
        _plot(axes, entries, "validation_loss", color=ACCENT, marker="o", label="validation")
        rates = axes.twinx()
        rates.grid(False)
        rates.set_ylabel("learning rate", color=SOFT)
        rates.set_ylim(0, 1.05 * max((entry["rate"] for entry in entries), default=0) or 1)
        _plot(rates, entries, "rate", color=SOFT, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.legend(frameon=False)
        figure.savefig(path, format="png", dpi=150, metadata={"Software": None})


def _plot(axes: Any, entries: list[dict[str, Any]], name: str, **style: Any) -> None:
    points = [(entry["positions"] / _MILLION, entry[name]) for entry in entries if name in entry]
    axes.plot([x for x, _ in points], [y for _, y in points], **style)
