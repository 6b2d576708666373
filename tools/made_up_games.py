"""Writes made-up games as CSA, to measure game databases: tools/made_up_games.py GAMES -o OUT.csa RECORDS...

Each game begins with the moves of a real game, up to a random ply, and goes on with random legal moves;
players, dates and results are random. So the positions near the start are shared as in real games, and the
later ones almost never. All games have the event "made up": they say nothing about shogi.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random
from typing import TextIO

from komadai import STARTPOS, Board, Move
from komadai.kifu import MainLines, scan

PLAYERS = 5000
RESULTS = ["%TORYO", "%SENNICHITE", "%CHUDAN"]
RESULT_WEIGHTS = [96, 2, 2]
HEAD = """\
V2.2
N+Player {black:04}
N-Player {white:04}
$EVENT:made up
$START_TIME:{year}/{month:02}/{day:02}
PI
+
"""
NAMES = ("", "FU", "KY", "KE", "GI", "KA", "HI", "KI", "OU", "TO", "NY", "NK", "NG", "UM", "RY")
"""CSA's names of the pieces, in the order of komadai.PieceType."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("records", nargs="+", type=Path, help="files or folders of real games")
    parser.add_argument("-o", "--out", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    openings = [
        line.moves
        for path in arguments.records
        for line in scan(path, MainLines, on_error=lambda name, error: None)
        if line.sfen == STARTPOS and len(line) > 20
    ]
    if not openings:
        sys.exit("no even game of more than 20 moves in these records")
    with arguments.out.open("w") as file:
        write_games(file, arguments.games, openings, Random(arguments.seed))


def write_games(file: TextIO, games: int, openings: list[list[Move]], rng: Random) -> None:
    """Writes this number of games."""
    for number in range(games):
        opening = rng.choice(openings)
        # Some players have many more games than others.
        black, white = (int(PLAYERS * rng.random() ** 3) for _ in range(2))
        year, month, day = rng.randint(1990, 2024), rng.randint(1, 12), rng.randint(1, 28)
        file.write("/\n" if number else "")
        file.write(HEAD.format(black=black, white=white, year=year, month=month, day=day))
        file.write(moves_text(opening[: rng.randint(8, 60)], rng.randint(20, 70), rng))
        file.write(rng.choices(RESULTS, RESULT_WEIGHTS)[0] + "\n")


def moves_text(opening: list[Move], more: int, rng: Random) -> str:
    """The moves of an opening, then ``more`` random ones, as lines of CSA."""
    board = Board()
    lines = []
    for ply in range(len(opening) + more):
        if ply < len(opening):
            move = opening[ply]
        else:
            legal = board.legal_moves
            if not legal:
                break
            move = legal[int(len(legal) * rng.random())]
        board.push(move)
        from_square, to_square = move.from_square, move.to_square
        piece = board.piece_at(to_square)
        assert piece is not None
        origin = "00" if from_square is None else f"{from_square // 9 + 1}{from_square % 9 + 1}"
        target = f"{to_square // 9 + 1}{to_square % 9 + 1}"
        lines.append(f"{'-' if ply % 2 else '+'}{origin}{target}{NAMES[piece.type]}\n")
    return "".join(lines)


if __name__ == "__main__":
    main()
