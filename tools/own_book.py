"""Makes the package's opening book, ``src/komadai/book/own.db``: from our own games and our own search.

    python tools/own_book.py games/*.usi --nodes 200000 --positions 2000

The games (USI lines of self-play; any format is read) tell which moves were played, how often, and what
came of them; what was played too rarely is left out. A handful of sound openings is put in beside them. Our
own engine then gives every move a score and looks on behind the most important positions (see
``komadai.book.search.expansion``), and minimax takes the scores up. In the end moves that lose too much are
left out, and positions that no other leads to. Run by hand; it goes on where it stopped (``--work``).

The book that ships has no games in it, only search: ``--nodes 150000 --positions 3600``.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from dataclasses import replace
from pathlib import Path

from komadai import Board, Move
from komadai.book import MemoryBook, Plan, Selection, Task, build, extend, save
from komadai.book import open as open_book
from komadai.book.entry import BookEntry, BookMove, position_key
from komadai.engine.client.analyst import Analyst, Analysts

OWN = Path(__file__).resolve().parents[1] / "src" / "komadai" / "book" / "own.db"

LINES = (
    # Fortress (yagura)
    "7g7f 8c8d 7i6h 3c3d 6h7g 7a6b 2g2f 3a4b 3i4h 4a3b",
    "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i",
    # Double wing attack (ai-gakari)
    "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h",
    "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b 9g9f",
    # Bishop exchange (kaku-gawari)
    "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i6h 4a3b 2f2e 2b7g+ 6h7g 3a2b 3i4h 2b3c",
    "2g2f 8c8d 7g7f 8d8e 8h7g 3c3d 7i6h 4a3b",
    # Side pawn (yoko-fu-dori)
    "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d",
    # Fourth-file rook (shiken-bisha), by Black and by White
    "7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b",
    "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b",
    # Central rook (naka-bisha)
    "5g5f 3c3d 7g7f 8c8d 2h5h 7a6b 5i4h 5a4b",
    "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b 5i6h 5a6b",
    # Third-file rook (sangen-bisha)
    "7g7f 3c3d 7f7e 8c8d 2h7h 5a4b 5i4h",
    # One bishop each stays at home
    "2g2f 3c3d 7g7f 4c4d 3i4h 3a4b 5i6h 8c8d",
    "7g7f 8c8d 7i7h 3c3d 2g2f 4a3b",
)
"""Openings that every player knows, so that the book has some of each kind whatever the games prefer."""
FIRST_PLIES = 2
"""So far the book has no other moves than theirs."""


def lines_book() -> MemoryBook:
    """The openings of :data:`LINES`."""
    book = MemoryBook()
    for line in LINES:
        board = Board()
        for usi in line.split():
            move = Move.from_usi(usi)
            known = book.entry(board)
            moves = known.moves if known is not None else ()
            if all(each.move != move for each in moves):
                book.put(BookEntry(position_key(board), (*moves, BookMove(move)), board.move_number))
            board.push(move)
    return book


def grow(book: MemoryBook, positions: int, plan: Plan, nodes: int, jobs: int, path: Path) -> None:
    """Lets the book grow; it is saved now and then, and the same call goes on with it."""

    def show_progress(done: int, task: Task) -> None:
        print(f"\r{done} of {positions} positions, {len(book)} in the book", end="", file=sys.stderr)
        if done % 200 == 0:
            save(book, path)

    with Analysts(lambda: Analyst(nodes=nodes), jobs) as analysts:
        try:
            extend(book, analysts, positions=positions, plan=plan, jobs=jobs, progress=show_progress)
        finally:
            print(file=sys.stderr)
            save(book, path)


def kept(book: MemoryBook, margin: int, worst: int) -> MemoryBook:
    """Returns the positions that the start leads to by moves that lose at most ``margin``, neither side below
    ``-worst``.

    Games begin as every player knows them to begin, as long as that is so good.
    """
    known = lines_book()
    small = MemoryBook()
    queue = deque([Board()])
    while queue:
        board = queue.popleft()
        entry = book.entry(board)
        if entry is None or small.entry(board) is not None:
            continue
        best = max((each.score for each in entry.moves if each.score is not None), default=0)
        if abs(best) > worst:
            continue
        moves = tuple(
            replace(each, depth=None, comment="")
            for each in entry.moves
            if each.score is not None and each.score >= best - margin
        )
        if not moves:
            continue
        classic = known.entry(board) if board.ply < FIRST_PLIES else None
        if classic is not None:
            usual = {each.move for each in classic.moves}
            moves = tuple(each for each in moves if each.move in usual) or moves
        small.put(replace(entry, moves=moves, games=None, black_wins=None, white_wins=None))
        for each in moves:
            after = board.copy()
            after.push(each.move)
            queue.append(after)
    return small


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", nargs="*", help="records of our own games")
    parser.add_argument("--plies", type=int, default=24)
    parser.add_argument("--min-games", type=int, default=5)
    parser.add_argument("--nodes", type=int, default=200_000)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--lines", type=int, default=4)
    parser.add_argument("--margin", type=int, default=60)
    parser.add_argument("--worst", type=int, default=250)
    parser.add_argument(
        "--work", type=Path, default=Path("own-book-work.db"), help="goes on where it stopped"
    )
    parser.add_argument("-o", "--output", type=Path, default=OWN)
    chosen = parser.parse_args()
    if chosen.work.exists():
        with open_book(chosen.work) as known:
            book = MemoryBook(known)
    else:
        book = lines_book()
        selection = Selection(plies=chosen.plies, min_games=chosen.min_games)
        if chosen.games:
            for entry in build(*chosen.games, selection=selection):
                book.add(entry)
    plan = Plan(lines=chosen.lines, margin=120, limit=chosen.worst, plies=chosen.plies)
    grow(book, chosen.positions, plan, chosen.nodes, chosen.jobs, chosen.work)
    small = kept(book, chosen.margin, chosen.worst)
    save(small, chosen.output)
    print(f"{len(book)} positions, {len(small)} kept, {chosen.output.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
