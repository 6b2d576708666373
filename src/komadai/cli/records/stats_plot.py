"""The statistics of many games as a picture: four panels on one sheet of paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from komadai.cli.records.stats_table import line_names, percent
from komadai.cli.records.stats_texts import Words
from komadai.cli.shared.language import Language
from komadai.extras import package

if TYPE_CHECKING:
    from pathlib import Path

    from komadai.kifu.statistics.results import Statistics

PAPER, CARD, LINE, INK, SOFT, ACCENT, GREEN = (
    "#f7f1e5", "#fffaf0", "#dccfb8", "#2b2118", "#6f6152", "#b3261e", "#2f6b38",
)  # fmt: skip
_JAPANESE: Final = (
    "Noto Sans CJK JP", "Noto Sans JP", "Source Han Sans JP", "Hiragino Sans", "Hiragino Kaku Gothic ProN",
    "Yu Gothic", "Meiryo", "MS Gothic", "IPAexGothic", "IPAPGothic", "TakaoPGothic", "VL PGothic",
)  # fmt: skip
"""Fonts with Japanese characters that systems have."""
_FIRST_MOVES: Final = 8
_FEWEST: Final = 0.1
"""The mean of legal moves is not drawn for plies that a smaller part of the games reach."""
_BINS: Final = 40


def prepare() -> None:
    """Raises MissingPackageError if matplotlib is not installed."""
    package("matplotlib.figure", "research")


def draw(statistics: Statistics, files: int, language: Language, path: Path, suffix: str) -> None:
    """Writes the picture in the format of the suffix (``.svg``, ``.png``, ``.pdf``).

    Japanese needs a font that has it; without one the words are English.
    """
    matplotlib: Any = package("matplotlib", "research")
    font = _japanese_font() if language is Language.JA else None
    words = Words(language if font else Language.EN)
    style = {
        "font.family": [font, "DejaVu Sans"] if font else ["DejaVu Sans"],
        "font.size": 10,
        "svg.fonttype": "path",
        "svg.hashsalt": "komadai",
        "pdf.fonttype": 42,
        "text.color": INK,
        "axes.edgecolor": LINE,
        "axes.facecolor": CARD,
        "axes.labelcolor": SOFT,
        "axes.titlecolor": INK,
        "axes.titlelocation": "left",
        "axes.titlesize": 11,
        "axes.titleweight": "bold" if font is None else "normal",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.axisbelow": True,
        "grid.color": LINE,
        "grid.linewidth": 0.6,
        "xtick.color": SOFT,
        "ytick.color": SOFT,
    }
    with matplotlib.rc_context(style):
        figure = package("matplotlib.figure", "research").Figure(
            figsize=(11, 7.5), facecolor=PAPER, layout="constrained"
        )
        title = words("title", games=words.games(statistics.games), files=words.files(files))
        figure.suptitle(title, x=0.01, ha="left", fontsize=14, color=INK)
        (lengths, openings), (legal, endings) = figure.subplots(2, 2, width_ratios=(1.3, 1))
        _lengths(lengths, statistics, words)
        _openings(openings, statistics, words)
        _legal(legal, statistics, words)
        _endings(endings, statistics, words)
        # No date and no random names: the same games give the same file.
        stamp = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix)
        figure.savefig(path, format=suffix.removeprefix("."), dpi=160, metadata=stamp)


def _japanese_font() -> str | None:
    manager: Any = package("matplotlib.font_manager", "research")
    known = {each.name for each in manager.fontManager.ttflist}
    return next((each for each in _JAPANESE if each in known), None)


def _lengths(axes: Any, statistics: Statistics, words: Words) -> None:
    axes.set_title(words("length"))
    axes.set_xlabel(words("ply"))
    axes.set_ylabel(words("games_axis"))
    axes.grid(axis="y")
    plies = statistics.plies
    if plies is None:
        return
    # A few very long games must not compress the range of all others.
    top = max(plies.percentile(95) * 2, plies.least + 1)
    values = [min(value, top) for value, _ in plies.histogram]
    counts = [count for _, count in plies.histogram]
    bins = max(1, min(_BINS, max(values) - min(values) + 1))
    axes.hist(values, bins=bins, weights=counts, color=INK, alpha=0.75, rwidth=0.9)
    axes.axvline(plies.median, color=ACCENT, linewidth=1.5)
    axes.annotate(
        f"{words('median')} {plies.median:g}",
        (plies.median, 1),
        xycoords=("data", "axes fraction"),
        xytext=(5, -4),
        textcoords="offset points",
        color=ACCENT,
        va="top",
    )
    axes.yaxis.get_major_locator().set_params(integer=True)


def _openings(axes: Any, statistics: Statistics, words: Words) -> None:
    axes.set_title(words("win_rate"))
    lines = tuple(each for each in statistics.openings if len(each.moves) == 1 and each.results.interval)
    lines = lines[:_FIRST_MOVES]
    for row, each in enumerate(lines):
        rate, interval = each.results.black_rate, each.results.interval
        if rate is None or interval is None:
            continue
        axes.plot(
            [100 * each for each in interval], [row, row], color=SOFT, linewidth=2, solid_capstyle="round"
        )
        axes.plot(100 * rate, row, "o", color=ACCENT, markersize=7, clip_on=False)
        axes.annotate(
            f"{percent(rate, 0)}  ·  {words.games(each.results.games)}",
            (1.02, row),
            xycoords=("axes fraction", "data"),
            va="center",
            color=SOFT,
            fontsize=9,
        )
    axes.axvline(50, color=LINE, linewidth=1.2, zorder=0)
    axes.set_yticks(range(len(lines)), line_names(lines, words))
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.set_ylim(max(len(lines), 1) - 0.5, -0.5)
    axes.set_xlim(-3, 103)
    axes.set_xticks(range(0, 101, 25), [f"{each} %" for each in range(0, 101, 25)])
    axes.spines["left"].set_visible(False)


def _legal(axes: Any, statistics: Statistics, words: Words) -> None:
    axes.set_title(words("by_ply"))
    axes.set_xlabel(words("ply"))
    axes.grid(axis="y")
    legal = statistics.legal_moves
    if legal is None:
        return
    enough = legal.by_ply[0][0] * _FEWEST
    means = [mean for games, mean in legal.by_ply if games >= enough]
    axes.fill_between(range(1, len(means) + 1), means, color=GREEN, alpha=0.12, linewidth=0)
    axes.plot(range(1, len(means) + 1), means, color=GREEN, linewidth=1.8)
    axes.axhline(legal.positions.mean, color=SOFT, linewidth=1, linestyle=(0, (4, 3)))
    axes.annotate(
        f"{words('mean')} {legal.positions.mean:.1f}",
        (0, legal.positions.mean),
        xycoords=("axes fraction", "data"),
        xytext=(6, 4),
        textcoords="offset points",
        color=SOFT,
    )
    axes.set_xlim(1, max(2, len(means)))
    axes.set_ylim(0)


def _endings(axes: Any, statistics: Statistics, words: Words) -> None:
    axes.set_title(words("endings"))
    found = statistics.terminations
    axes.barh(range(len(found)), [each.games for each in found], color=INK, alpha=0.75, height=0.7)
    for row, each in enumerate(found):
        axes.annotate(
            percent(each.games / statistics.games),
            (each.games, row),
            xytext=(5, 0),
            textcoords="offset points",
            va="center",
            color=SOFT,
            fontsize=9,
        )
    axes.set_yticks(
        range(len(found)), [words.termination(each.termination).replace(" (", "\n(") for each in found]
    )
    axes.tick_params(axis="y", length=0, labelcolor=INK)
    axes.set_ylim(max(len(found), 1) - 0.5, -0.5)
    axes.set_xlim(0, max((each.games for each in found), default=1) * 1.18)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.spines["left"].set_visible(False)
