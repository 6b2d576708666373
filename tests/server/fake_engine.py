"""A USI engine with a selectable fault: ``python fake_engine.py MODE [FOLDER]``.

Modes: good, slow, crash, hang, deaf (never ready), illegal, resign, win, nonsense; and
``crash-once``, ``hang-once``, which misbehave in the first process and leave a mark in FOLDER.
Moves are the first legal ones, so that a test knows them.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from komadai import Board


def board_of(words: list[str]) -> Board:
    moves = words[words.index("moves") + 1 :] if "moves" in words else []
    board = Board() if words[0] == "startpos" else Board(" ".join(words[1:5]))
    for usi in moves:
        board.push_usi(usi)
    return board


def main() -> None:
    mode = sys.argv[1]
    if mode.endswith("-once"):
        mark = Path(sys.argv[2]) / mode
        mode = "good" if mark.exists() else mode.removesuffix("-once")
        mark.touch()
    board = Board()
    for line in sys.stdin:
        words = line.split()
        match words[:1]:
            case ["usi"]:
                print("id name Fake")
                print("option name Level type spin default 1 min 1 max 15")
                print("option name EnteringKingRule type combo default CSARule27 var CSARule27 var TryRule")
                print("usiok")
            case ["isready"] if mode != "deaf":
                print("readyok")
            case ["position"]:
                board = board_of(words[1:])
            case ["go"]:
                go(mode, board)
            case ["stop"] if mode == "slow":
                print(f"bestmove {board.legal_moves[0].usi()}")
            case ["quit"]:
                return
        sys.stdout.flush()


def go(mode: str, board: Board) -> None:
    match mode:
        case "good":
            print(f"bestmove {board.legal_moves[0].usi()}")
        case "crash":
            sys.exit("out of memory")
        case "hang":
            time.sleep(600)
        case "illegal":
            print("bestmove 5e5d")
        case "nonsense":
            print("bestmove ~~~")
        case "resign" | "win":
            print(f"bestmove {mode}")


if __name__ == "__main__":
    main()
