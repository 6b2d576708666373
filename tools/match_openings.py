"""Finds the openings that come with matches: short lines of our own engine that leave both sides about even.

    .venv/bin/python tools/match_openings.py [NUMBER [SEED]] > src/komadai/match/openings.txt

A line is a walk: first some moves as people begin (Komadai's own book), then at each move one of those
that a short search finds hardly worse than the best. It is kept if a longer search finds the position at
its end about even, the best move there is neither a capture nor a check, and no other line ends in that
position.
"""

from __future__ import annotations

import random
import sys
from typing import Any

from komadai import BLACK, Board, Move
from komadai._core import Search
from komadai.book.shipped import own

PLIES = (8, 14)
"""The shortest and the longest line."""
MAX_BOOK_PLIES = 8
WALK_NODES = 4_000
WALK_MARGIN = 35
"""Centipawns that a move may be worse than the best."""
WALK_LINES = 8
JUDGE_NODES = 60_000
EVEN = 60
"""Centipawns, with Black to gain from the first move."""


def walk(search: Search, chance: random.Random) -> Board | None:
    """A board after some moves; None if the walk led nowhere."""
    board = Board()
    from_book = chance.randint(0, MAX_BOOK_PLIES)
    for ply in range(chance.choice(range(PLIES[0], PLIES[1] + 1, 2))):
        usual = own().choose(board, chance) if ply < from_book else None
        if usual is not None:
            board.push(usual)
            continue
        found: dict[Move, int] = {}

        def hear(report: dict[str, Any], found: dict[Move, int] = found) -> None:
            if report["pv"] and report["cp"] is not None and report["bound"] == "exact":
                found[report["pv"][0]] = report["cp"]

        search.arm()
        search.go(board, nodes=WALK_NODES, multipv=WALK_LINES, on_report=hear, seed=chance.getrandbits(60))
        if not found:
            return None
        best = max(found.values())
        board.push(chance.choice([move for move, score in found.items() if score >= best - WALK_MARGIN]))
    return board


def judged(search: Search, board: Board) -> int | None:
    """Black's score; None if the position is not quiet."""
    if board.is_check():
        return None
    search.clear()
    search.arm()
    best, _, _, report = search.go(board, nodes=JUDGE_NODES)
    if best is None or report["cp"] is None or board.piece_at(best.to_square) or board.gives_check(best):
        return None
    score = int(report["cp"])
    return score if board.turn == BLACK else -score


def main() -> None:
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    chance = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    search = Search(32)
    known: set[int] = set()
    while len(known) < wanted:
        board = walk(search, chance)
        if board is None or board.key in known:
            continue
        score = judged(search, board)
        if score is not None and abs(score) <= EVEN:
            known.add(board.key)
            print(" ".join(map(str, board.history)), flush=True)


if __name__ == "__main__":
    main()
