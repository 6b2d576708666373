"""Counts how a collection of games opens, position by position, so that transpositions meet.

python examples/opening_tree.py < games.txt     # a line of USI moves a game
"""

import sys
from collections import Counter, defaultdict

from komadai import Board, Move, notation

PLIES = 6
SAMPLE = """\
7g7f 3c3d 2g2f 8c8d 2f2e 8d8e
2g2f 3c3d 7g7f 8c8d 2f2e 8d8e
7g7f 8c8d 2g2f 3c3d 2f2e 8d8e
7g7f 3c3d 6g6f 8c8d 2h6h 8d8e
"""


def main() -> None:
    lines = [line.split() for line in sys.stdin if line.strip()] or [
        line.split() for line in SAMPLE.splitlines()
    ]
    played: defaultdict[int, Counter[Move]] = defaultdict(Counter)
    for words in lines:
        board = Board()
        for word in words[:PLIES]:
            before = board.key
            played[before][board.push_usi(word)] += 1
    board = Board()
    while choices := played.get(board.key):
        shown = ", ".join(f"{notation.write(board, move)} {count}" for move, count in choices.most_common())
        print(f"{board.ply + 1:>2}. {shown}")
        board.push(choices.most_common(1)[0][0])


if __name__ == "__main__":
    main()
