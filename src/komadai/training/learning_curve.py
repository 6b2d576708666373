"""The learning curve of a training as a picture: losses and learning rate by positions. Needs matplotlib."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from komadai.extras import package

_PAPER, _LINE, _INK, _SOFT, _ACCENT = "#fffaf0", "#dccfb8", "#2b2118", "#6f6152", "#b3261e"
_MILLION: Final = 1e6


def draw_learning_curve(entries: list[dict[str, Any]], path: Path) -> None:
    """Writes the curve of a log's entries as PNG.

    Raises MissingPackageError without matplotlib (the ``research`` extra), OSError if the file cannot be
    written.
    """
    matplotlib, figures = package("matplotlib", "research"), package("matplotlib.figure", "research")
    with matplotlib.rc_context({"font.family": "DejaVu Sans", "font.size": 10, "axes.edgecolor": _LINE}):
        figure = figures.Figure(figsize=(9, 5), facecolor=_PAPER, layout="constrained")
        axes = figure.subplots()
        axes.set_facecolor(_PAPER)
        axes.grid(color=_LINE, linewidth=0.6)
        axes.set_xlabel("positions (millions)")
        axes.set_ylabel("loss")
        _plot(axes, entries, "loss", color=_INK, linewidth=1.2, label="training")
        _plot(axes, entries, "validation_loss", color=_ACCENT, marker="o", label="validation")
        rates = axes.twinx()
        rates.set_ylabel("learning rate", color=_SOFT)
        rates.set_ylim(0, 1.05 * max((entry["rate"] for entry in entries), default=0) or 1)
        _plot(rates, entries, "rate", color=_SOFT, linewidth=0.8, linestyle=(0, (4, 3)))
        axes.legend(frameon=False)
        figure.savefig(path, format="png", dpi=150, metadata={"Software": None})


def _plot(axes: Any, entries: list[dict[str, Any]], name: str, **style: Any) -> None:
    points = [(entry["positions"] / _MILLION, entry[name]) for entry in entries if name in entry]
    axes.plot([x for x, _ in points], [y for _, y in points], **style)
