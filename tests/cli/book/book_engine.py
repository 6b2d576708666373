"""A USI engine that plays the first legal move it finds.

At the twentieth search it creates a file, and from then on its searches take time, so that a test can
interrupt them.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from komadai import Board


def main() -> None:
    board = Board()
    asked = 0
    for line in sys.stdin:
        words = line.split()
        if line.startswith("usi\n"):
            print("id name first\nusiok")
        elif line.startswith("isready"):
            print("readyok")
        elif line.startswith("position sfen"):
            at = words.index("moves") if "moves" in words else len(words)
            board = Board(" ".join(words[2:at]))
            for each in words[at + 1 :]:
                board.push_usi(each)
        elif line.startswith("position startpos"):
            board = Board()
            for each in words[3:]:
                board.push_usi(each)
        elif line.startswith("go"):
            asked += 1
            move = min(each.usi() for each in board.legal_moves)
            print(f"info depth 1 score cp {asked % 7} pv {move}\nbestmove {move}")
            if asked == 20:
                Path(sys.argv[1]).touch()
            if asked > 20:
                time.sleep(0.3)
        elif line.startswith("quit"):
            return
        sys.stdout.flush()


if __name__ == "__main__":
    main()
