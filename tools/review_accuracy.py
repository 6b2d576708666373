"""Evaluates the positions of finished games, and fits win rate and accuracy of reviews to their results.

    nice -n 19 python tools/review_accuracy.py evaluate EVALUATIONS.jsonl --nodes 2000 -j 1
    python tools/review_accuracy.py fit EVALUATIONS.jsonl --write

`evaluate` needs the games of ../shared/data. It takes them in an order shuffled with a fixed seed and appends
a line a game, so it can be stopped at any time; the same command continues, and any beginning of the list is
a random sample. `fit` prints the results; with --write it makes docs/measurements/accuracy.md and its plots.

A line: id; players and result (Black's points); for each position from the start the score from Black's side
as `Score.number` writes it; for each move whether it was the engine's first choice.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
SEED: Final = 34
POINTS: Final = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5, "sente": 1.0, "gote": 0.0}
MIN_PLIES: Final = 30
NO_NAMES: Final = frozenset({"", "Black", "White"})


@dataclass(frozen=True, slots=True)
class Source:
    """A finished game from the even start position. ``black`` and ``white`` are "" if not known."""

    id: str
    black: str
    white: str
    points: float
    moves: str


def sources(shared_data: Path) -> list[Source]:
    """The decided and drawn games of the corpora, each line of moves once, in the order of the shuffle."""
    found: dict[str, Source] = {}
    for corpus in ("gsdb", "wcsc28"):
        for line in (shared_data / "games" / corpus / "games.jsonl").read_text("utf-8").splitlines():
            entry = json.loads(line)
            points = POINTS.get(entry.get("result") or entry.get("win") or "")
            if entry.get("start") or entry.get("handicap") or points is None or entry["plies"] < MIN_PLIES:
                continue
            black, white = (
                "" if entry[side] in NO_NAMES else f"{corpus}:{entry[side]}" for side in ("sente", "gote")
            )
            found.setdefault(entry["moves"], Source(entry["id"], black, white, points, entry["moves"]))
    games = sorted(found.values(), key=lambda game: game.id)
    random.Random(SEED).shuffle(games)
    return games


def evaluated(source: Source, nodes: int) -> dict[str, Any]:
    """The line of a game. Each position is searched with empty memory, as a review does."""
    from komadai import BLACK, Board, Move
    from komadai._core import Search
    from komadai.score import Score
    from komadai.study.game_review.evaluation import final_score

    search, board = Search(1), Board()
    scores: list[int] = []
    best_played: list[int] = []
    for usi in [*source.moves.split(), None]:
        outcome = board.outcome()
        best = None
        if outcome is not None:
            scores.append(final_score(outcome, board).number())
        else:
            search.clear()
            search.arm()
            best, _, _, report = search.go(board, nodes=nodes)
            side = board.turn
            if report["mate"] is not None or report["won"]:
                score = Score(mate=report["mate"], mate_for=0 if report["mate"] else report["won"], turn=side)
            else:
                score = Score(report["cp"], turn=side)
            scores.append(score.pov(BLACK).number())
        if usi is None:
            break
        move = Move.from_usi(usi)
        if not board.is_legal(move):
            break
        best_played.append(int(best is not None and best == move))
        board.push(move)
    return {
        "id": source.id,
        "black": source.black,
        "white": source.white,
        "points": source.points,
        "nodes": nodes,
        "scores": scores,
        "best": best_played,
    }


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The complete lines of the file; a line that a stopped run left unfinished is passed over."""
    if path.exists():
        for line in path.read_text("utf-8").split("\n"):
            try:
                yield json.loads(line)
            except json.JSONDecodeError:
                continue


def evaluate(path: Path, shared_data: Path, nodes: int, processes: int, limit: int) -> None:
    """Appends the games that the file lacks. Raises SystemExit if it was made with other nodes."""
    known = list(read_lines(path))
    if any(line["nodes"] != nodes for line in known):
        raise SystemExit(f"{path}: was made with {known[0]['nodes']} nodes")
    done = {line["id"] for line in known}
    wanted = [each for each in sources(shared_data)[: limit or None] if each.id not in done]
    with path.open("a", encoding="utf-8") as file, ProcessPoolExecutor(processes) as pool:
        if path.stat().st_size and not path.read_bytes().endswith(b"\n"):
            file.write("\n")
        for number, each in enumerate(as_completed([pool.submit(evaluated, s, nodes) for s in wanted]), 1):
            file.write(json.dumps(each.result(), separators=(",", ":"), ensure_ascii=False) + "\n")
            file.flush()
            print(f"\r{len(done) + number} games", end="", file=sys.stderr)


def grades(shared_data: Path) -> dict[str, tuple[int, int]]:
    """The grades of Black and White in games of amateurs: 1 is 1 dan, 0 is 1 kyu."""
    found = {}
    for line in (shared_data / "games" / "gsdb" / "games.jsonl").read_text("utf-8").splitlines():
        entry = json.loads(line)
        both = [re.fullmatch(r"(\d+)(dan|kyu)", entry[side] or "") for side in ("sente_grade", "gote_grade")]
        black, white = both
        if entry.get("proam") == "Amateur" and black is not None and white is not None:
            found[entry["id"]] = (_grade(black), _grade(white))
    return found


def _grade(text: re.Match[str]) -> int:
    number = int(text[1])
    return number if text[2] == "dan" else 1 - number


def fit(path: Path, shared_data: Path, *, write: bool) -> None:
    """Prints the comparison, or writes it to the documentation. Raises SystemExit for too few games."""
    import review_accuracy_fit as fitting

    lines = list(read_lines(path))
    games = fitting.read(lines, grades(shared_data))
    if len(games) < 5 * fitting.FOLDS:
        raise SystemExit(f"{path}: has {len(games)} games; the fit needs {5 * fitting.FOLDS}")
    plot = ROOT / "docs" / "images" / "accuracy.svg" if write else Path("accuracy.svg")
    text = fitting.page(games, lines[0]["nodes"], plot)
    if write:
        (ROOT / "docs" / "measurements" / "accuracy.md").write_text(text, encoding="utf-8")
    else:
        print(text)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    evaluating = commands.add_parser("evaluate", help="search the positions of the games")
    evaluating.add_argument("file", type=Path)
    evaluating.add_argument("--nodes", type=int, default=2000)
    evaluating.add_argument("-j", dest="processes", type=int, default=1)
    evaluating.add_argument("--games", type=int, default=0, help="stop after this number of games (0: all)")
    evaluating.add_argument("--shared-data", type=Path, default=ROOT.parent / "shared" / "data")
    fitting = commands.add_parser("fit", help="compare formulas with the results")
    fitting.add_argument("file", type=Path)
    fitting.add_argument("--shared-data", type=Path, default=ROOT.parent / "shared" / "data")
    fitting.add_argument("--write", action="store_true", help="write the page and its plot")
    arguments = parser.parse_args()
    if arguments.command == "fit":
        fit(arguments.file, arguments.shared_data, write=arguments.write)
        return
    evaluate(arguments.file, arguments.shared_data, arguments.nodes, arguments.processes, arguments.games)


if __name__ == "__main__":
    main()
