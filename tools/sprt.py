"""Tests by matches the value of parameters of the search: the search as it is against it with some changed.

    python tools/sprt.py DIR NAME=VALUE[,NAME=VALUE…] … [--eval FILE] [--nodes N] [--games N] [--elo1 E] …

``correct=0`` tests the value of the correction of the evaluation. Each test continues until a sequential
probability ratio test has decided between elo0 and elo1, or the maximum of games is reached, and prints a row
of a table. With a fixed number of nodes, other work on the machine does not matter. DIR gets the games, so
the same command continues after an interruption. Two builds are compared by ``komadai match``, and the
queue of ``komadai train queue`` has matches and SPSA as jobs.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from komadai.errors import KomadaiError
from komadai.match.statistics import Sprt
from komadai.match.workers import LocalWorkers
from komadai.training.tuning.match import MatchSettings, play_match
from komadai.training.tuning.variant import Variant

HEAD = "| as it is, against | games | score | Elo (95 %) | LLR | |\n| --- | ---: | ---: | ---: | ---: | --- |"
VERDICTS = {"H1": "gains", "H0": "gains nothing", None: "undecided"}


def numbers(text: str) -> dict[str, int]:
    """``NAME=VALUE,…``. Raises argparse.ArgumentTypeError."""
    found = {}
    for part in text.split(","):
        name, _, value = part.partition("=")
        if not value.removeprefix("-").isdigit():
            raise argparse.ArgumentTypeError(f"{part!r}: expected NAME=NUMBER")
        found[name] = int(value)
    try:
        Variant(parameters=found)
    except KomadaiError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return found


def row(folder: Path, settings: MatchSettings, jobs: int) -> str:
    """Plays a match and returns its row."""
    report = play_match(folder, settings, lambda player: LocalWorkers(jobs, player))
    elo = "–"
    if report["elo"] is not None:
        elo = f"{report['elo']:+.0f} ({report['elo_low']:+.0f} to {report['elo_high']:+.0f})"
    name = ", ".join(f"{name} {value}" for name, value in settings.second.parameters.items())
    games, points, test = report["games"], report["points"], report["sprt"]
    return (
        f"| {name} | {games} | {points:g} – {games - points:g} | {elo} | {test['llr']:.2f} | "
        f"{VERDICTS[test['decision']]} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("changes", nargs="+", type=numbers, metavar="NAME=VALUE,…")
    parser.add_argument("--eval", default="", metavar="FILE")
    parser.add_argument("--nodes", type=int, default=4_000)
    parser.add_argument("--games", type=int, default=1_000, help="at most, for each test (default: 1,000)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--elo0", type=float, default=0.0)
    parser.add_argument("--elo1", type=float, default=20.0)
    asked = parser.parse_args()
    print(HEAD, flush=True)
    for changed in asked.changes:
        settings = MatchSettings(
            first=Variant(asked.eval),
            second=Variant(asked.eval, changed),
            nodes=asked.nodes,
            games=asked.games,
            sprt=Sprt(asked.elo0, asked.elo1),
        )
        name = "_".join(f"{name}={value}" for name, value in changed.items())
        print(row(asked.folder / name, settings, asked.jobs), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
