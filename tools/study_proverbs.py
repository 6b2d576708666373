"""Measures how often each proverb is said, and writes docs/study/proverbs.md.

Needs the games of ../shared/data. Run from the root of the repository: ``python tools/study_proverbs.py``.
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Final

import study_names

from komadai import study

ROOT: Final = Path(__file__).resolve().parents[1]
PAGE: Final = ROOT / "docs" / "study" / "proverbs.md"
HIGHEST: Final = 1 / 3
"""A proverb that is said in more than this share of the games says nothing."""

_HEAD: Final = """# Proverbs

<!-- Made by tools/study_proverbs.py. Do not edit. -->

Each proverb is said of a move only where the position shows it, with the squares and arrows that show it.
*Share* is the part of {games:,} games (amateurs, professionals, programs) in which it is said of at least one
side; none is said in more than a third. At most one is said of a move, and each once for a side: {each:.1f}
in a game.

*Tells* a good idea, or *warns*: in a review the first kind is said of best and good moves, the second of
errors. *Measured* ones have no pattern on the board. They are said in reviews only, with the win rates that
are their reason. *Coach*: what it can do with the proverb against the computer.

| id | Japanese | English | kind | coach | share |
| --- | --- | --- | --- | --- | ---: |
"""

_MEASURED: Final = {
    "shuban_wa_koma_no_sontoku_yori_sokudo": (
        "in the endgame a capture loses 10 % of the win rate or more, and the best move takes nothing."
    ),
    "mochigoma_wa_tsukae": (
        "with three pieces or more in hand, pawns not counted, a move on the board loses 10 % of the win rate"
        " or more, and the best move is a drop."
    ),
}

_TAIL: Final = """
## What they mean, and when they are said

{meanings}
"""


def main() -> None:
    shared_data = ROOT.parent / "shared" / "data"
    if not shared_data.is_dir():
        sys.exit(f"{shared_data}: the games to measure are missing")
    PAGE.write_text(page(shared_data), encoding="utf-8")


def page(shared_data: Path) -> str:
    """The text of docs/study/proverbs.md. Exits if a proverb is said too often."""
    games = study_names.games(shared_data).values()
    counts: Counter[str] = Counter()
    total = 0
    for game in games:
        said = [each.proverb.id for each in study.proverbs_in(game)]
        counts.update(set(said))
        total += len(said)
    often = [id for id, count in counts.items() if count > HIGHEST * len(games)]
    if often:
        sys.exit(f"said in more than a third of the games: {', '.join(often)}")
    rows = sorted(study.all_proverbs().values(), key=lambda proverb: -counts[proverb.id])
    lines = [_line(proverb, counts[proverb.id] / len(games)) for proverb in rows]
    meanings = "\n".join(f"- **{each.en}** ({each.ja}). {each.about.en} {_when(each)}" for each in rows)
    return (
        _HEAD.format(games=len(games), each=total / len(games))
        + "\n".join(lines)
        + "\n"
        + _TAIL.format(meanings=meanings)
    )


def _line(proverb: study.Proverb, share: float) -> str:
    kind = "measured" if proverb.measured else "warns" if proverb.breaks else "tells"
    sentences = (("hint", proverb.hint), ("chance", proverb.chance), ("warning", proverb.warning))
    coach = ", ".join(name for name, sentence in sentences if sentence is not None)
    shown = "in reviews" if proverb.measured else f"{100 * share:.1f} %"
    return f"| `{proverb.id}` | {proverb.ja} | {proverb.en} | {kind} | {coach} | {shown} |"


def _when(proverb: study.Proverb) -> str:
    """The first sentence of the detector's description."""
    from komadai.study.proverbs.table import DETECTORS

    detector = DETECTORS.get(proverb.id)
    if detector is None:
        return f"*Said when:* {_MEASURED[proverb.id]}"
    text = " ".join((detector.__doc__ or "").split())
    return f"*Said when:* {text[0].lower()}{text[1:]}"


if __name__ == "__main__":
    main()
