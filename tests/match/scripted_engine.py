"""A USI engine that follows a script: ``scripted_engine.py ACTION [MOVE [SCORE]]``.

Before its move number MOVE (from 1) it plays a legal move, always the same in the same position. At that
move it does ACTION: resign, win, crash, illegal, nonsense, late (it answers only to stop), deaf, slow.
``none``: it plays on. SCORE is its score of every position, in centipawns or as ``mate 5``; ``silent``: it
sends no score.
"""

from __future__ import annotations

import os
import random
import sys
import time

from komadai import Board

ACTION = sys.argv[1] if len(sys.argv) > 1 else "none"
AT = int(sys.argv[2]) if len(sys.argv) > 2 else 1
SCORE = sys.argv[3] if len(sys.argv) > 3 else "0"


def send(line: str) -> None:
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
    if ACTION == "nostart":
        print("no licence", file=sys.stderr)
        sys.exit(4)
    for line in sys.stdin:
        word = line.split(" ", 1)[0].strip()
        if word == "usi":
            send("id name Scripted")
            send("option name Threads type spin default 1 min 1 max 64")
            send("option name Nickname type string default me")
            send("option name USI_Ponder type check default false")
            send("usiok")
        elif word == "isready":
            send("readyok")
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
        elif word == "stop" and ACTION == "late":
            send("bestmove resign")
        elif word == "quit":
            return


def answer(board: Board, played: int) -> None:
    deed = ACTION if played >= AT else "none"
    if deed == "crash":
        print("out of luck", file=sys.stderr, flush=True)
        os._exit(3)
    if deed in ("deaf", "late"):
        return
    if deed == "illegal":
        return send("bestmove 5e5d")
    if deed == "nonsense":
        return send("bestmove xyzzy")
    if deed in ("resign", "win"):
        return send(f"bestmove {deed}")
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
        send(f"info depth 3 score {told} nodes {board.ply} pv {move}" + (f" {reply}" if reply else ""))
    send(f"bestmove {move}" + (f" ponder {reply}" if reply else ""))


main()
