"""Plays games of random moves and tells how they end: how often does chance mate?

python examples/random_games.py [GAMES]
"""

import random
import sys
from collections import Counter

from komadai import Board

LONGEST = 500


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    choice = random.Random(2026).choice
    endings: Counter[str] = Counter()
    moves = 0
    for _ in range(games):
        board = Board()
        while (outcome := board.outcome()) is None and board.ply < LONGEST:
            board.push(choice(board.legal_moves))
        endings[outcome.termination.text() if outcome else f"none in {LONGEST} moves"] += 1
        moves += board.ply
    print(f"{games} games, {moves / games:.0f} moves on average")
    for ending, count in endings.most_common():
        print(f"{count:>6}  {ending}")


if __name__ == "__main__":
    main()
