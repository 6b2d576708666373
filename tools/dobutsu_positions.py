"""Writes examples/data/dobutsu.tsv: 5,000 positions of dobutsu with their proved values.

Run by hand: python tools/dobutsu_positions.py TABLE, a table that `komadai variants solve dobutsu` made.
The positions occur in games whose moves are drawn from the proved best ones and half of the others.
"""

import random
import sys
from pathlib import Path

from komadai.variants import Board
from komadai.variants.solve import Table, Value

OUTPUT = Path(__file__).resolve().parent.parent / "examples" / "data" / "dobutsu.tsv"
POSITIONS = 5_000
SEED = 35


def text_of(sfen: str, value: Value, moves: dict[str, Value]) -> str:
    best = next(iter(moves.values()))
    fastest = [usi for usi, each in moves.items() if each == best]
    kept = [usi for usi, each in moves.items() if each.result == best.result]
    plies = "" if value.plies is None else str(value.plies)
    return "\t".join((sfen, value.result, plies, " ".join(fastest), " ".join(kept)))


def main(path: str) -> None:
    table = Table.open(path, "dobutsu")
    rng = random.Random(SEED)
    lines: dict[str, str] = {}
    while len(lines) < POSITIONS:
        board = Board("dobutsu")
        while board.outcome() is None and board.ply < 80 and len(lines) < POSITIONS:
            moves = table.moves(board)
            value = table.value(board)
            sfen = " ".join(board.sfen().split()[:3]) + " 1"  # the same for each number of the move
            if value is not None and len(moves) > 1 and sfen not in lines and rng.random() < 0.1:
                lines[sfen] = text_of(sfen, value, moves)
            best = next(iter(moves.values()))
            choices = [usi for usi, each in moves.items() if each == best or rng.random() < 0.5]
            board.push_usi(rng.choice(choices))
    head = "position\tresult\tplies\tbest\tkeeping"
    OUTPUT.write_text("\n".join([head, *lines.values()]) + "\n", encoding="ascii")


if __name__ == "__main__":
    main(sys.argv[1])
