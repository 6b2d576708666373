"""``python -m benchmarks.variants ENGINE``: compares perft of all variants with Fairy-Stockfish, and times
both.

For each variant that the engine has: the setup, and positions of random games from a seed, a few in each
game.
Differences are printed with the position and the moves that only one of the two has. Build the engine with
``largeboards=yes``; ``--variant-file`` names its variants.ini, for goro-goro-plus. Exit status 1: a
difference.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter

from benchmarks.variants.referee import Referee
from komadai.enums import Infraction
from komadai.errors import EngineError
from komadai.variants import NAMES, Board

_MAX_PLIES = 120
_EVERY = 12
"""The number of moves between two positions of a random game that are compared."""


@dataclass
class Row:
    """One variant: how many positions were compared, to which depth, and which differ."""

    variant: str
    positions: int = 0
    leaves: int = 0
    our_seconds: float = 0.0
    their_seconds: float = 0.0
    differences: int = 0
    drop_mates: int = 0
    """Positions that differ only by mates with a dropped pawn."""

    def __str__(self) -> str:
        ours, theirs = self.leaves / max(self.our_seconds, 1e-9), self.leaves / max(self.their_seconds, 1e-9)
        return (
            f"{self.variant:15} {self.positions:5} positions {self.leaves:12,} leaves  "
            f"{self.differences:4} differ, {self.drop_mates:3} only by drop mates  "
            f"{ours / 1e6:6.2f} M/s, theirs {theirs / 1e6:6.2f} M/s"
        )


def random_positions(variant: str, count: int, rng: Random) -> list[str]:
    """The setup and positions of random games."""
    found = [Board(variant).sfen()]
    while len(found) < count:
        board = Board(variant)
        for ply in range(1, _MAX_PLIES):
            moves = board.legal_moves
            if not moves or board.is_game_over():
                break
            board.push(moves[rng.randrange(len(moves))])
            if ply % _EVERY == rng.randrange(_EVERY) and not board.is_game_over():
                found.append(board.sfen())
    return found[:count]


def difference(board: Board, referee: Referee, depth: int) -> str:
    """The first position where the legal moves differ, and the moves of one of the two only; empty if there
    is none.

    Fairy-Stockfish generates mates by a pawn drop and scores them as lost, so they are no difference.
    """
    ours, theirs = referee.write(board), referee.perft(board.sfen(), depth).moves
    only_theirs = [text for text in sorted(theirs.keys() - ours.keys()) if not is_drop_mate(board, text)]
    only_ours = sorted(ours.keys() - theirs.keys())
    if only_ours or only_theirs:
        written = ", ".join(ours[text] for text in only_ours)
        others = ", ".join(only_theirs)
        return f"{board.sfen()}\n      only ours: {written or '-'}\n      only theirs: {others or '-'}"
    for text, usi in ours.items() if depth > 1 else ():
        after = Board(board.variant, board.sfen())
        after.push_usi(usi)
        if after.perft(depth - 1) == theirs[text]:
            continue
        # A board without the moves before: the engine does not know them either.
        if found := difference(Board(board.variant, after.sfen()), referee, depth - 1):
            return found
    return ""


def is_drop_mate(board: Board, usi: str) -> bool:
    """Whether a move is illegal only because it mates by dropping a pawn."""
    move = board.read_move(usi)
    return move is not None and board.infraction(move) is Infraction.UCHIFUZUME


def compare(variant: str, referee: Referee, asked: argparse.Namespace) -> Row:
    """Compares the positions of one variant."""
    referee.choose(variant)
    row = Row(variant)
    for sfen in random_positions(variant, asked.positions, Random(f"{asked.seed} {variant}")):
        board = Board(variant, sfen)
        began = perf_counter()
        ours = board.perft(asked.depth)
        row.our_seconds += perf_counter() - began
        theirs = referee.perft(sfen, asked.depth)
        row.their_seconds += theirs.seconds
        row.positions += 1
        row.leaves += ours
        if ours != theirs.total:
            found = difference(board, referee, asked.depth)
            row.differences += found != ""
            row.drop_mates += found == ""
            if found and row.differences <= asked.show:
                print(f"  {variant}: {ours} leaves, theirs {theirs.total}, of {sfen}")
                print(f"      {found}", flush=True)
    return row


def speed(referee: Referee, depth: int, rounds: int) -> str:
    """Leaves a second on standard shogi from the setup, one thread each, in turn; the best round counts."""
    referee.choose("shogi")
    board = Board("shogi")
    ours, theirs, leaves = [], [], 0
    for _ in range(rounds):
        began = perf_counter()
        leaves = board.perft(depth)
        ours.append(perf_counter() - began)
        counts = referee.perft(board.sfen(), depth)
        theirs.append(counts.seconds)
        if counts.total != leaves:
            return f"shogi, depth {depth}: {leaves} leaves, theirs {counts.total}"
    return (
        f"shogi, depth {depth}, {leaves:,} leaves, best of {rounds}: {leaves / min(ours) / 1e6:.2f} M/s, "
        f"{referee.name} {leaves / min(theirs) / 1e6:.2f} M/s, ratio {min(theirs) / min(ours):.2f}"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.variants",
        description=__doc__,
        formatter_class=argparse.RawTextHelpFormatter,
    )
    parser.add_argument("engine", help="Fairy-Stockfish")
    parser.add_argument("--variant-file", type=Path, help="its variants.ini")
    parser.add_argument("--variant", nargs="+", default=NAMES, help="only these")
    parser.add_argument("--positions", type=int, default=100, help="of each variant (default: 100)")
    parser.add_argument("--depth", type=int, default=2, help="of each count (default: 2)")
    parser.add_argument("--seed", type=int, default=1, help="of the random games (default: 1)")
    parser.add_argument("--show", type=int, default=3, help="differences of each variant (default: 3)")
    parser.add_argument("--speed", type=int, default=0, metavar="ROUNDS", help="rounds of the speed row")
    parser.add_argument("--speed-depth", type=int, default=5, help="its depth (default: 5)")
    asked = parser.parse_args()
    referee = Referee(asked.engine, asked.variant_file)
    differ = False
    try:
        for variant in asked.variant:
            try:
                row = compare(variant, referee, asked)
            except EngineError as error:
                print(f"{variant:15} {str(error).split('; its option')[0]}", flush=True)
                continue
            print(row, flush=True)
            differ = differ or row.differences > 0
        if asked.speed:
            print(speed(referee, asked.speed_depth, asked.speed))
    finally:
        referee.close()
    return int(differ)


if __name__ == "__main__":
    sys.exit(main())
