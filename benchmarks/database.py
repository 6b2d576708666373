"""The speed and size of a game database: python -m benchmarks.database RECORDS... [--folder FOLDER].

Imports the records into a new database (in a temporary folder, or in FOLDER, which stays) and looks up
positions of its games. ``tools/made_up_games.py`` writes any number of games. Processor time is printed, too,
because it depends less on what else the machine does.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from random import Random
from statistics import median

from komadai import Board
from komadai.study import Database

LOOK_UPS = 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="*")
    parser.add_argument("--folder", type=Path, help="the database; an existing one is only measured")
    arguments = parser.parse_args()
    temporary = tempfile.TemporaryDirectory() if arguments.folder is None else nullcontext("")
    with temporary as name:
        folder = arguments.folder or Path(name) / "games.kdb"
        with Database(folder, create=True) as db:
            if arguments.records:
                measure_import(db, arguments.records)
            measure_size(folder, len(db))
            measure_look_ups(db)
        print(f"memory, at most: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")


def measure_import(db: Database, records: list[str]) -> None:
    wall, processor = time.perf_counter(), time.process_time()
    added = db.import_files(*records, on_error=lambda name, game, error: None).added
    wall, processor = time.perf_counter() - wall, time.process_time() - processor
    print(f"imported: {added:,} games, {processor:.1f} s of processor time, {wall:.1f} s elapsed")
    if added:
        print(f"  a second of processor time: {added / processor:,.0f} games")


def measure_size(folder: Path, games: int) -> None:
    size = sum(file.stat().st_size for file in folder.iterdir())
    files = len([*folder.glob("positions-*.idx")])
    print(f"games: {games:,}; on disk: {size / 1e6:,.0f} MB, index files: {files}")


def measure_look_ups(db: Database) -> None:
    boards = positions(db, LOOK_UPS)
    starts = [Board()] * 20

    def first_games(board: Board) -> object:
        return list(db.query(position=board, limit=15))

    show("moves of random positions, first time", db.explore, boards)
    show("moves of random positions, again", db.explore, boards)
    show("moves of the start position", db.explore, starts)
    show("15 games of random positions", first_games, boards)
    show("15 games of the start position", first_games, starts)


def positions(db: Database, count: int) -> list[Board]:
    """Positions of random games up to the last ply of the index, evenly distributed over the plies."""
    rng = Random(1)
    found = []
    for number in rng.choices(range(1, len(db) + 1), k=count) if len(db) else ():
        game = db.game(number)
        board, moves = game.board(game.root), list(game.moves())
        for move in moves[: rng.randint(0, min(db.plies, len(moves)))]:
            board.push(move)
        found.append(board)
    return found


def show(what: str, call: Callable[[Board], object], boards: list[Board]) -> None:
    times = []
    for board in boards:
        start = time.perf_counter()
        call(board)
        times.append(1000 * (time.perf_counter() - start))
    times.sort()
    if times:
        print(f"{what}: median {median(times):.3f} ms, 95 % {times[int(0.95 * len(times))]:.3f} ms")


if __name__ == "__main__":
    main()
