"""Makes the set of tsume problems that comes with Komadai, from games of its own search.

tools/tsume_problems.py mine FOUND --games 5000     # appends; goes on where it stopped (Ctrl-C)
tools/tsume_problems.py pack FOUND...               # proves all again and writes the package's file
"""

from __future__ import annotations

import argparse
import gzip
import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from komadai.tsume.composition import Composition
from komadai.tsume.judge.judge import Inspector
from komadai.tsume.mining.count_difficulty import difficulty
from komadai.tsume.mining.duplicates import keys
from komadai.tsume.mining.mine import mine
from komadai.tsume.mining.minimize import ProblemChecker
from komadai.tsume.problems import FILE, Problem, line, parsed

if TYPE_CHECKING:
    from collections.abc import Iterator

TARGET = Path(__file__).parent.parent / "src/komadai/tsume" / FILE
WANTED = {1: 500, 3: 1000, 5: 800, 7: 600, 9: 350, 11: 250}
"""How many of each length at most."""
NODES = 3_000_000
MEMORY_MB = 64


def find(found: Path, games: int, seed: int, least: int, most: int, attempts: int) -> None:
    """Appends the problems found in ``games`` games; the last column is the number of the game."""
    done = 0
    if found.exists():
        lines = found.read_text("ascii").splitlines()
        # The last game may have been left in its midst: it is looked at once more.
        done = max((int(each.rsplit("\t", 1)[1]) for each in lines), default=1) - 1
    counts: Counter[int] = Counter()
    number = done

    def show_progress(games_done: int) -> None:
        nonlocal number
        number = games_done
        if games_done % 10 == 0 and games_done > done:
            counts_text = ", ".join(f"{plies}: {count}" for plies, count in sorted(counts.items()))
            print(f"\r{games_done} games  {counts_text}", end="", file=sys.stderr, flush=True)

    with found.open("a", encoding="ascii") as file:
        for problem in mine(
            games=games,
            seed=seed,
            least=least,
            most=most,
            attempts=attempts,
            skip=done,
            progress=show_progress,
        ):
            counts[problem.plies] += 1
            file.write(f"{line(problem)}\t{number + 1}\n")
            file.flush()
    print(file=sys.stderr)


def pack(founds: list[Path]) -> None:
    """Writes the package's file: what is still sound, spread over lengths and difficulties."""
    kept: dict[int, list[Problem]] = {plies: [] for plies in WANTED}
    seen: set[str] = set()
    inside: set[str] = set()
    dropped: Counter[str] = Counter()
    texts = {text.rsplit("\t", 1)[0] for found in founds for text in found.read_text("ascii").splitlines()}
    # The longest first: what comes up in the solution of another is no problem of its own. Then the hardest.
    problems = sorted(map(parsed, texts), key=lambda each: (-each.plies, -each.difficulty.score, each.id))
    judge, checker = Inspector(MEMORY_MB), ProblemChecker()
    for number, problem in enumerate(problems, 1):
        if number % 50 == 0:
            print(f"\r{number} of {len(problems)}", end="", file=sys.stderr, flush=True)
        if problem.plies not in kept or len(kept[problem.plies]) == WANTED[problem.plies]:
            dropped["too many"] += 1
            continue
        alike = keys(problem.composition(), problem.moves)
        if alike & seen or problem.composition().key() in inside:
            dropped["seen"] += 1
            continue
        report = judge.inspect(problem.board, nodes=NODES)
        if report.verdict != "full" or report.plies != problem.plies:
            dropped[report.verdict] += 1
            continue
        # The judge may know a better defence.
        alike |= keys(problem.composition(), report.moves)
        if alike & seen:
            dropped["seen"] += 1
            continue
        seen |= alike
        inside |= set(positions(problem))
        measured = difficulty(problem.board, report.moves, checker)
        kept[problem.plies].append(Problem(problem.sfen, report.moves, measured))
    ordered = [
        each
        for plies in sorted(kept)
        for each in sorted(kept[plies], key=lambda each: (each.difficulty.score, each.id))
    ]
    text = "".join(f"{line(each)}\n" for each in ordered).encode("ascii")
    TARGET.write_bytes(gzip.compress(text, compresslevel=9, mtime=0))
    counts = {plies: len(each) for plies, each in kept.items()}
    print(f"\n{len(ordered)} kept {counts}, left out {dict(dropped)}, {TARGET.stat().st_size} bytes")


def positions(problem: Problem) -> Iterator[str]:
    """Yields the positions that the attacker meets after the first moves of the solution."""
    board = problem.board
    for ply, move in enumerate(problem.moves):
        if ply and ply % 2 == 0:
            yield Composition.of(board).key()
        board.push(move)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    finder = commands.add_parser("mine")
    finder.add_argument("found", type=Path)
    finder.add_argument("--games", type=int, default=1000)
    finder.add_argument("--seed", type=int, default=0)
    finder.add_argument("--least", type=int, default=1, help="plies")
    finder.add_argument("--most", type=int, default=11, help="plies")
    finder.add_argument("--attempts", type=int, default=0)
    packer = commands.add_parser("pack")
    packer.add_argument("found", type=Path, nargs="+")
    options = parser.parse_args()
    try:
        if options.command == "mine":
            find(options.found, options.games, options.seed, options.least, options.most, options.attempts)
        else:
            pack(options.found)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
