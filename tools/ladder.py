"""Measures the fifteen levels against each other and against others: the table in docs/engine.md.

    .venv/bin/python tools/ladder.py -o build/ladder --write    # all of it; again: goes on where it stopped
    .venv/bin/python tools/ladder.py -o build/try --rounds 1 --levels 6-9 --no-guests

Everybody meets the next two below and above, each opening with both colours. Among the levels stand a mover
that knows only the rules, one that takes whatever it can (tools/simple_engine.py) and Fairy-Stockfish with
its skill levels. Levels look as far as they do in any game; what the highest may take is said in nodes, so
that a busy machine changes nothing. Fairy-Stockfish gets time. The levels whose games take a second play more
of them among themselves, and those above them more against the next. Ratings and errors are those of matches
maximum likelihood; the lowest level is 0.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from komadai.engine.levels import LEVELS
from komadai.match import (
    EngineSpec,
    GameScore,
    GameSide,
    Journal,
    LocalWorkers,
    Rules,
    TimeLimits,
    Tournament,
    TournamentSettings,
    cores,
    rate,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "engine.md"
BEGIN, END = "<!-- tools/ladder.py: begin -->", "<!-- tools/ladder.py: end -->"
NEIGHBOURS = 2
QUICK = 12
"""Up to this level a game takes a second at most; from there on, half a minute."""
TOLD_EVERY = 20
FAIRY = "fairy-stockfish"


class Guest(NamedTuple):
    """Somebody to measure the levels by, who stands behind a level until the games say where."""

    behind: int
    name: str
    simple: str = ""
    """The simple mover; else Fairy-Stockfish of this skill level."""
    skill: int = 0


GUESTS = (
    Guest(0, "random moves", "random"),
    Guest(2, "takes what it can", "greedy"),
    *(
        Guest(behind, f"Fairy-Stockfish, skill {skill}", skill=skill)
        for behind, skill in ((2, -20), (3, -15), (5, -10), (7, -5), (8, 0), (10, 5), (11, 10), (13, 20))
    ),
)


def level_name(number: int) -> str:
    return f"level {number}"


def level_seat(number: int, nodes: int) -> GameSide:
    options = (("Level", number), ("OwnBook", "false"), ("USI_Hash", 16))
    return GameSide(EngineSpec(level_name(number), (), options), TimeLimits(nodes=nodes))


def guest_seat(guest: Guest, ms: int) -> GameSide:
    if guest.simple:
        command = (sys.executable, str(ROOT / "tools" / "simple_engine.py"), guest.simple)
        return GameSide(EngineSpec(guest.name, command), TimeLimits(nodes=1))
    fairy = shutil.which(FAIRY) or shutil.which(FAIRY, path="/usr/games") or FAIRY
    options = (("UCI_Variant", "shogi"), ("Skill Level", guest.skill))
    return GameSide(EngineSpec(guest.name, (fairy,), options), TimeLimits(movetime_ms=ms))


def seats(levels: Sequence[int], guests: bool, nodes: int, ms: int) -> tuple[GameSide, ...]:
    """Everybody, the weakest first."""
    row: list[GameSide] = []
    for number in range(len(LEVELS) + 1):
        if number in levels:
            row.append(level_seat(number, nodes))
        if guests and (number in levels or number + 1 in levels):
            row += [guest_seat(each, ms) for each in GUESTS if each.behind == number]
    return tuple(row)


def table(scores: Sequence[GameScore]) -> str:
    """The ratings as Markdown, the weakest first, with the step from the level below."""
    names = {level_name(each.level): each for each in LEVELS}
    met = {name for game in scores for name in game[:2]}
    lowest = next(name for name in names if name in met)
    listed = rate(scores, anchors={lowest: 0.0})
    lines = [
        "| level | rank | Elo | step | points |",
        "| --- | --- | --- | --- | --- |",
    ]
    for each in reversed(listed.ratings):
        elo = f"{each.elo:+.0f}" + (f" ± {each.error:.0f}" if each.error else "")
        points = f"{each.points:g} / {each.games}"
        level = names.get(each.name)
        if level is None:
            lines.append(f"| | {each.name} | {elo} | | {points} |")
            continue
        step, below = "", level_name(level.level - 1)
        if below in met:
            ratings = {other.name: other for other in rate(scores, anchors={below: 0.0}).ratings}
            step = f"{ratings[each.name].elo:+.0f} ± {ratings[each.name].error:.0f}"
        lines.append(f"| {level.level} | {level.name_en} | {elo} | {step} | {points} |")
    if not listed.bounded:
        lines += ["", "Somebody won or lost all games: half a drawn game was added for each pairing."]
    return "\n".join(lines)


def write(text: str, page: Path) -> None:
    """Puts the table between its two marks."""
    whole = page.read_text(encoding="utf-8")
    before, begin, rest = whole.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{page}: expected {BEGIN} and {END}")
    page.write_text(f"{before}{BEGIN}\n\n{text}\n\n{END}{after}", encoding="utf-8")


def numbers(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


class Ladder(NamedTuple):
    """A part of the games in a folder of its own: each level against its neighbours."""

    folder: Path
    rounds: int
    row: tuple[GameSide, ...]
    neighbours: int = NEIGHBOURS


def played(ladder: Ladder, parallel: int) -> list[GameScore]:
    """Plays these against their neighbours and returns the scores; games in the folder are not played
    again."""
    folder = ladder.folder
    settings = TournamentSettings(
        seats=ladder.row,
        rounds=ladder.rounds,
        neighbours=ladder.neighbours,
        rules=Rules(declare=True),
        event="The ladder of levels",
    )
    start = time.monotonic()
    with Journal(folder / "games.jsonl", settings.identity()) as journal:
        going = Tournament(settings, LocalWorkers(parallel), journal, folder)
        for result in going.play():
            number = len(going.scores)
            if sys.stderr.isatty() or number % TOLD_EVERY == 0:
                progress = f"{number} of {settings.games} games, {(time.monotonic() - start) / 60:.1f} min"
                print(
                    f"{progress} ({result.black} – {result.white}: {result.seconds:.0f} s)", file=sys.stderr
                )
    for name, kinds in going.faults.items():
        print(f"{name}: {dict(kinds)}", file=sys.stderr)
    return going.scores


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("-o", "--output", type=Path, required=True, help="the folder that keeps the games")
    parser.add_argument("-r", "--rounds", type=int, default=25, help="of two games for any two that meet")
    parser.add_argument(
        "-q", "--quick-rounds", type=int, default=100, help=f"more of them among the levels up to {QUICK}"
    )
    parser.add_argument(
        "-s", "--slow-rounds", type=int, default=50, help="more of them between each above that and the next"
    )
    parser.add_argument("-j", "--parallel", type=int, default=cores(), help="games at a time")
    parser.add_argument("--levels", type=numbers, default=range(1, len(LEVELS) + 1), metavar="FIRST-LAST")
    parser.add_argument("--nodes", type=int, default=500_000, help="the most for a move of the levels")
    parser.add_argument("--ms", type=int, default=100, help="for a move of Fairy-Stockfish")
    parser.add_argument("--no-guests", action="store_true", help="only the levels")
    parser.add_argument("--write", action="store_true", help=f"put the table into {PAGE.name}")
    chosen = parser.parse_args()
    folder, nodes, ms = chosen.output, chosen.nodes, chosen.ms
    ladders = [Ladder(folder, chosen.rounds, seats(chosen.levels, not chosen.no_guests, nodes, ms))]
    quick = [number for number in chosen.levels if number <= QUICK]
    if chosen.quick_rounds and len(quick) > 1:
        ladders.append(Ladder(folder / "quick", chosen.quick_rounds, seats(quick, False, nodes, ms)))
    slow = [number for number in chosen.levels if number >= QUICK]
    if chosen.slow_rounds and len(slow) > 1:
        ladders.append(
            Ladder(folder / "slow", chosen.slow_rounds, seats(slow, False, nodes, ms), neighbours=1)
        )
    scores = [
        score._replace(pair=(ladder.folder, score.pair))
        for ladder in ladders
        for score in played(ladder, chosen.parallel)
    ]
    text = table(scores)
    print(text)
    if chosen.write:
        write(text, PAGE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
