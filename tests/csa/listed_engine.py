"""A USI engine that answers from a list: ``listed_engine.py "7g7f resign wait" [crash-once=FILE]``."""

import sys
from pathlib import Path

ANSWERS = sys.argv[1].split() if len(sys.argv) > 1 else []
CRASH_ONCE = sys.argv[2].partition("=")[2] if len(sys.argv) > 2 else ""


def send(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "usi":
        send("id name Listed")
        send("usiok")
    elif word == "isready":
        send("readyok")
    elif word == "go":
        if CRASH_ONCE and not Path(CRASH_ONCE).exists():
            Path(CRASH_ONCE).touch()
            sys.exit(3)
        answer = ANSWERS.pop(0) if ANSWERS else "resign"
        if answer == "crash":
            sys.exit(3)
        if answer != "wait":
            send("info depth 1 score cp 10")
            send(f"bestmove {answer}")
    elif word == "stop":
        send("bestmove resign")
    elif word == "quit":
        break
