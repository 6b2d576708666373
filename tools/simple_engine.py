"""A USI engine that hardly plays: what the weakest levels are measured against (tools/ladder.py).

python tools/simple_engine.py random    # knows the rules and nothing else
python tools/simple_engine.py greedy    # mates in one, else takes the dearest piece it can
"""

from __future__ import annotations

import random
import sys

from komadai import Board, Move

PRICES = {"P": 1, "L": 3, "N": 3, "S": 5, "G": 5, "B": 8, "R": 9, "K": 0}


def random_move(board: Board) -> Move:
    return random.choice(board.legal_moves)


def greedy_move(board: Board) -> Move:
    def price(move: Move) -> float:
        taken = board.piece_at(move.to_square)
        value = float(PRICES[taken.type.letter]) if taken is not None else 0.0
        return value + (0.5 if move.promotion else 0) + random.random() / 10

    return board.mate_in_1() or max(board.legal_moves, key=price)


KINDS = {"random": random_move, "greedy": greedy_move}


def main() -> None:
    kind = sys.argv[1] if len(sys.argv) > 1 else ""
    if kind not in KINDS:
        sys.exit(f"expected one of {', '.join(KINDS)}, got {kind!r}")
    board = Board()
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "usi":
            print(f"id name A {kind} mover\nusiok")
        elif word == "isready":
            print("readyok")
        elif word == "position":
            start, _, moves = rest.partition(" moves ")
            board = Board(start.removeprefix("sfen "))
            for move in moves.split():
                board.push_usi(move)
        elif word == "go":
            print("bestmove", KINDS[kind](board).usi() if len(board.legal_moves) else "resign")
        elif word == "quit":
            return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
