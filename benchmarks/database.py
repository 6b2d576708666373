"""The speed and size of a game database: python -m benchmarks.database RECORDS... [--folder FOLDER].

Imports the records into a new database (in a temporary folder, or in FOLDER, which stays) and looks up
positions of its games. ``tools/made_up_games.py`` writes any number of games. Processor time is printed, too,
because it depends less on what else the machine does. With ``--page`` the positions are looked up as the page
does it as well: in requests to a server that runs in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from statistics import median

import httpx

from komadai import Board
from komadai.study import Database

LOOK_UPS = 1000


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("records", nargs="*")
    parser.add_argument("--folder", type=Path, help="the database; an existing one is only measured")
    parser.add_argument("--page", action="store_true", help="look up through the server, too")
    arguments = parser.parse_args()
    temporary = tempfile.TemporaryDirectory() if arguments.folder is None else nullcontext("")
    with temporary as name:
        folder = arguments.folder or Path(name) / "games.kdb"
        with Database(folder, create=True) as db:
            if arguments.records:
                measure_import(db, arguments.records)
            measure_size(folder, len(db))
            measure_look_ups(db)
            boards = positions(db, LOOK_UPS)
        if arguments.page:
            measure_page(folder, boards)
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


def measure_page(folder: Path, boards: list[Board]) -> None:
    """The answer that the explorer of the page shows: moves, their years and ratings, 15 games."""
    with served(folder) as ask:
        ask(Board())
        show("the page's answer, start position", ask, [Board()] * 20)
        show("the page's answer, random positions, first time", ask, boards)
        show("the page's answer, random positions, again", ask, boards)


@contextmanager
def served(folder: Path) -> Iterator[Callable[[Board], object]]:
    """Runs a server with this database; yields a function that asks for a position as the page does."""
    with tempfile.TemporaryDirectory() as name:
        config = Path(name) / "komadai" / "config.toml"
        config.parent.mkdir()
        rates = "{ per_second = 1e9, burst = 1000000000 }"
        config.write_text(
            f"[server]\ndatabases = {{ measured = {json.dumps(str(folder.resolve()))} }}\n"
            f"[server.limits]\naddress = {rates}\nguest = {rates}\n"
        )
        command = ["-m", "komadai", "serve", "--no-browser", "--port", "0", "--data-dir", name]
        environment = os.environ | {"XDG_CONFIG_HOME": name}
        server = subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.PIPE, text=True, env=environment
        )
        try:
            assert server.stdout is not None
            found = re.search(r"http://[^\s/]+", server.stdout.readline())
            assert found is not None, "the server did not start"
            with httpx.Client(base_url=found[0], headers={"Origin": found[0]}) as client:
                client.headers["X-CSRF-Token"] = client.get("/api/session").json()["csrf"]

                def ask(board: Board) -> object:
                    wanted = {"database": "measured", "sfen": board.sfen()}
                    return client.post("/api/explorer", json=wanted).raise_for_status().json()

                yield ask
        finally:
            server.terminate()
            server.wait()


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
