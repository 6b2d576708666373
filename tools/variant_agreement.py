"""Compares the variants' engine with the slow reference on random games and on games of the engine.

    nice -n 19 .venv/bin/python tools/variant_agreement.py --games 1000 --journal build/variant_agreement

One line of JSON a game goes to NAME.jsonl in the journal's folder: its seed, length and result, how often
it used each special power, and the first difference between engine and reference if there was one. A game
that is in the journal is not played again, so that an interrupted run continues where it stopped; after a
change of the rules delete the file. At the end, or with ``--summary`` at once, a table shows the journal.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.variants.compare import FEATURES, compare_game
from tests.variants.reference import VARIANTS


def seeds_done(file: Path) -> set[int]:
    if not file.exists():
        return set()
    return {json.loads(line)["seed"] for line in file.read_text().splitlines()}


def play(name: str, games: int, plies: int, file: Path, patience: int) -> int:
    """Plays the games that the journal lacks, until `patience` differences. Returns their number."""
    done = seeds_done(file)
    differences = 0
    with file.open("a") as journal:
        for seed in range(games):
            if seed in done:
                continue
            began = time.monotonic()
            report = compare_game(name, seed, plies)
            line = {
                "seed": seed,
                "scattered": report.scattered,
                "searched": report.searched,
                "plies": report.plies,
                "result": report.result,
                "used": dict(report.used),
                "difference": report.difference,
                "seconds": round(time.monotonic() - began, 2),
            }
            journal.write(json.dumps(line) + "\n")
            journal.flush()
            if report.difference:
                differences += 1
                print(f"{name}, seed {seed}: {report.difference}", flush=True)
                if differences >= patience:
                    break
    return differences


def summary(folder: Path) -> None:
    """Prints a table of the journal: a line a variant."""
    shown = [feature for feature in FEATURES if feature != "drop"]
    print("| variant | games | plies | differences | ended |", *(f"{each} |" for each in shown))
    print("| --- |" + " ---: |" * (4 + len(shown)))
    totals: Counter[str] = Counter()
    for name in VARIANTS:
        file = folder / f"{name}.jsonl"
        if not file.exists():
            continue
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        used: Counter[str] = Counter()
        for line in lines:
            used.update(line["used"])
        totals.update(used)
        cells = [
            name,
            len(lines),
            sum(line["plies"] for line in lines),
            sum(bool(line["difference"]) for line in lines),
            sum(line["result"] != "unfinished" for line in lines),
            *(used[each] for each in shown),
        ]
        print("| " + " | ".join(map(str, cells)) + " |")
    print("moves of each kind in all:", ", ".join(f"{each} {totals[each]}" for each in FEATURES))


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("variants", nargs="*", help="names; all by default")
    parser.add_argument("--games", type=int, default=100, help="games of each variant (seeds from 0)")
    parser.add_argument("--plies", type=int, default=200, help="a game stops after so many")
    parser.add_argument("--patience", type=int, default=3, help="differences before the next variant")
    parser.add_argument("--journal", type=Path, default=Path("build/variant_agreement"))
    parser.add_argument("--summary", action="store_true", help="only print the journal's table")
    arguments = parser.parse_args()
    unknown = set(arguments.variants) - set(VARIANTS)
    if unknown:
        parser.error(f"unknown variants: {', '.join(sorted(unknown))}")
    arguments.journal.mkdir(parents=True, exist_ok=True)
    differences = 0
    if not arguments.summary:
        os.nice(19 - os.nice(0))
        for name in arguments.variants or VARIANTS:
            file = arguments.journal / f"{name}.jsonl"
            differences += play(name, arguments.games, arguments.plies, file, arguments.patience)
            print(f"{name}: {len(seeds_done(file))} games", flush=True)
    summary(arguments.journal)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
