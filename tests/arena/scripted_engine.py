"""A USI engine that knows the rules and does as it is told: ``scripted_engine.py DEED [MOVE [SCORE]]``.

Up to its move number MOVE (from 1) it plays any legal move, always the same in one position; then it
does its deed: resign, win, crash, illegal, nonsense, late (it answers to stop only), deaf, slow. ``none``: it
plays on. SCORE is what it thinks of every position, in centipawns or as ``mate 5``; ``silent``: nothing.
"""

from __future__ import annotations

import os
import random
import sys
import time

from komadai import Board

DEED = sys.argv[1] if len(sys.argv) > 1 else "none"
AT = int(sys.argv[2]) if len(sys.argv) > 2 else 1
SCORE = sys.argv[3] if len(sys.argv) > 3 else "0"


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def board_of(line: str) -> Board:
    start, _, moves = line.removeprefix("position ").partition(" moves ")
    board = Board(start.removeprefix("sfen "))
    for move in moves.split():
        board.push_usi(move)
    return board


def main() -> None:
    board, played, pondering = Board(), 0, False
    if DEED == "nostart":
        print("no licence", file=sys.stderr)
        sys.exit(4)
    for line in sys.stdin:
        word = line.split(" ", 1)[0].strip()
        if word == "usi":
            say("id name Scripted")
            say("option name Threads type spin default 1 min 1 max 64")
            say("option name Nickname type string default me")
            say("option name USI_Ponder type check default false")
            say("usiok")
        elif word == "isready":
            say("readyok")
        elif word == "usinewgame":
            played = 0
        elif word == "position":
            board = board_of(line.strip())
        elif word == "go" and "ponder" in line:
            pondering = True
        elif word == "go":
            played += 1
            answer(board, played)
        elif word == "ponderhit" or (word == "stop" and pondering):
            pondering = False
            played += word == "ponderhit"
            answer(board, played if word == "ponderhit" else 0)
        elif word == "stop" and DEED == "late":
            say("bestmove resign")
        elif word == "quit":
            return


def answer(board: Board, played: int) -> None:
    deed = DEED if played >= AT else "none"
    if deed == "crash":
        print("out of luck", file=sys.stderr, flush=True)
        os._exit(3)
    if deed in ("deaf", "late"):
        return
    if deed == "illegal":
        return say("bestmove 5e5d")
    if deed == "nonsense":
        return say("bestmove xyzzy")
    if deed in ("resign", "win"):
        return say(f"bestmove {deed}")
    if deed == "slow":
        time.sleep(0.05)
    moves = sorted(board.legal_moves, key=str)
    move = random.Random(board.key).choice(moves)
    after = board.copy()
    after.push(move)
    replies = sorted(after.legal_moves, key=str)
    reply = random.Random(after.key).choice(replies) if replies else None
    if SCORE != "silent":
        told = SCORE if SCORE.startswith("mate") else f"cp {SCORE}"
        say(f"info depth 3 score {told} nodes {board.ply} pv {move}" + (f" {reply}" if reply else ""))
    say(f"bestmove {move}" + (f" ponder {reply}" if reply else ""))


main()
