"""The report of a stream: a page with its losses, the results of its matches and plots of both."""

from __future__ import annotations

from html import escape
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from komadai.atomic_file import appearing
from komadai.training.checkpoint import Checkpoint
from komadai.training.learning_curve import ACCENT, INK, SOFT, paper
from komadai.training.stream.snapshot import Snapshot
from komadai.training.stream.stream import SNAPSHOT_FILE, STATE_FILE, Progress
from komadai.training.training_log import read_log

if TYPE_CHECKING:
    from pathlib import Path

REPORT_FILE: Final = "report.html"
_HOUR: Final = 3600
_STYLE: Final = """
body { background: #fffaf0; color: #2b2118; font: 16px/1.5 sans-serif; margin: 2rem auto; max-width: 60rem;
  padding: 0 1rem; }
svg { width: 100%; height: auto; }
table { border-collapse: collapse; }
th, td { border-bottom: 1px solid #dccfb8; padding: 0.2rem 0.8rem; text-align: right; }
"""


def write_report(folder: Path) -> Path:
    """Writes ``report.html`` into the folder of a stream and returns its path. The stream may be running.

    Raises MissingPackageError without matplotlib (the ``research`` extra), CheckpointError, SnapshotError,
    OSError.
    """
    if (folder / STATE_FILE).exists():
        progress = Progress(**Checkpoint.read(folder / STATE_FILE).progress)
        entries = read_log(folder)
    else:
        snapshot = Snapshot.read(folder / SNAPSHOT_FILE)
        progress, entries = Progress(**snapshot.progress), snapshot.log
    path = folder / REPORT_FILE
    with appearing(path) as hidden:
        hidden.write_text(page(progress, entries), encoding="utf-8")
    return path


def page(progress: Progress, entries: list[dict[str, Any]]) -> str:
    """The page, HTML: ``entries`` are those of the log. Raises MissingPackageError."""
    losses = progress.losses
    facts = {
        "Steps": f"{progress.step:,}",
        "Games": f"{progress.games:,}",
        "Positions": f"{progress.positions:,}",
        "Hours": f"{progress.seconds / _HOUR:.1f}",
        "Loss": f"{losses['loss']:.4f}" if "loss" in losses else "–",
        "Loss in games that are held out": (
            f"{losses['validation_loss']:.4f}" if "validation_loss" in losses else "–"
        ),
        "Player": _network(progress.player),
    }
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>A stream of games</title>'
        f"<style>{_STYLE}</style></head><body>\n<h1>A stream of games</h1>\n"
        f"{_table((), list(facts.items()))}\n<h2>Loss</h2>\n{_losses(entries)}\n"
        f"<h2>Strength</h2>\n{_strength(progress.matches)}\n{_matches(progress.matches)}\n"
        "</body></html>\n"
    )


def _losses(entries: list[dict[str, Any]]) -> str:
    with paper(10, 4) as figure:
        axes = figure.subplots()
        axes.set_xlabel("steps")
        axes.set_ylabel("loss")
        for name, colour, label in (
            ("loss", INK, "training"),
            ("validation_loss", ACCENT, "averaged network, games that are held out"),
        ):
            points = [(entry["step"], entry[name]) for entry in entries if name in entry]
            axes.plot([x for x, _ in points], [y for _, y in points], color=colour, label=label)
        axes.legend(frameon=False)
        return _svg(figure)


def _strength(matches: list[dict[str, Any]]) -> str:
    """The Elo of the matches with 95 % intervals, by steps and by hours."""
    with paper(10, 4) as figure:
        by_steps, by_hours = figure.subplots(1, 2, sharey=True)
        by_steps.set_xlabel("steps")
        by_hours.set_xlabel("hours")
        by_steps.set_ylabel("Elo")
        for is_built_in, colour, label in (
            (True, ACCENT, "against the built-in evaluation"),
            (False, SOFT, "against the network before"),
        ):
            chosen = [
                each for each in matches if (each["against"] == 0) == is_built_in and each["elo"] is not None
            ]
            elo = [each["elo"] for each in chosen]
            errors = (
                [each["elo"] - each["elo_low"] for each in chosen],
                [each["elo_high"] - each["elo"] for each in chosen],
            )
            for axes, places in (
                (by_steps, [each["step"] for each in chosen]),
                (by_hours, [each["seconds"] / _HOUR for each in chosen]),
            ):
                axes.errorbar(places, elo, errors, color=colour, fmt="o-", capsize=2, label=label)
        for axes in (by_steps, by_hours):
            axes.axhline(0, color=INK, linewidth=0.8)
        by_steps.legend(frameon=False)
        return _svg(figure)


def _svg(figure: Any) -> str:
    text = StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None})
    return text.getvalue()[text.getvalue().index("<svg") :]


def _matches(matches: list[dict[str, Any]]) -> str:
    rows: list[tuple[str, ...]] = []
    for each in matches:
        elo = "–"
        if each["elo"] is not None:
            elo = f"{each['elo']:+.0f} ({each['elo_low']:+.0f} to {each['elo_high']:+.0f})"
        points = f"{each['points']:g} – {each['games'] - each['points']:g}"
        test = f"{each['sprt']['llr']:.2f}, {each['sprt']['decision'] or 'open'}" if "sprt" in each else ""
        rows.append(
            (
                f"{each['step']:,}",
                f"{each['seconds'] / _HOUR:.1f}",
                _network(each["against"]),
                points,
                elo,
                test,
            )
        )
    return _table(("Step", "Hours", "Against", "Result", "Elo", "LLR"), rows)


def _network(step: int) -> str:
    return f"step {step:,}" if step else "built-in evaluation"


def _table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    def row(cells: tuple[str, ...], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{escape(each)}</{tag}>" for each in cells) + "</tr>"

    lines = ([row(head, "th")] if head else []) + [row(each, "td") for each in rows]
    return "<table>" + "\n".join(lines) + "</table>"
