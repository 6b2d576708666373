"""A USI engine with a chosen fault, run as a process: ``fake_engine.py FAULT``."""

import os
import subprocess
import sys
import time

FAULT = sys.argv[1] if len(sys.argv) > 1 else "none"

OPTIONS = """option name USI_Hash type spin default 16 min 1 max 1024
option name USI_Ponder type check default true
option name Style type combo default Normal var Solid var Normal var Wild attack
option name Book File type filename default <empty>
option name Nickname type string default type me
option name Clear Hash type button
option name Broken type"""


ANSWERS = [("7g7f", "3c3d"), ("2g2f", "8c8d"), ("5g5f", "5c5d")]
position = ""


def send(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def answer() -> None:
    send("info depth 1 seldepth 3 score cp -20 time 2 nodes 33 nps 16500 hashfull 0 pv 3c3d")
    send("info depth 2 score mate + multipv 1 nodes 90 pv 7g7f 3c3d resign")
    send("info depth 2 score cp 5 multipv 2 pv 2g2f")
    send("info string hello there")
    move, reply = next(both for both in ANSWERS if both[0] not in position)
    send(f"bestmove {move} ponder {'1i1a' if FAULT == 'badponder' else reply}")


def was_started_before() -> bool:
    """Whether an earlier process had the same file as its second argument."""
    try:
        with open(sys.argv[2], "x"):
            return False
    except FileExistsError:
        return True


def go(line: str) -> None:
    if FAULT in ("crash-once", "hang-once") and not was_started_before():
        if FAULT == "crash-once":
            os._exit(3)
        return
    if line.startswith("go mate"):
        send("info depth 3 nodes 77 pv G*5b")
        return send(
            {
                "none": "checkmate 7g7f 3c3d 2g2f",
                "illegal": "checkmate 7g7f 9i9h",
                "resign": "checkmate nomate",
                "hang": "checkmate timeout",
                "win": "checkmate notimplemented",
                "nonsense": "checkmate perhaps",
                "noise": "bestmove 7g7f",
            }[FAULT]
        )
    if FAULT == "illegal":
        return send("bestmove 1a1b")
    if FAULT == "crash":
        print("out of luck", file=sys.stderr, flush=True)
        os._exit(3)
    if FAULT == "hang" or FAULT == "deaf":
        return
    if FAULT == "dumb":
        os.close(1)
        return time.sleep(600)
    if FAULT == "moveless":
        return send("bestmove (none)")
    if FAULT == "nonsense":
        return send("bestmove xyzzy")
    if FAULT == "resign":
        return send("bestmove resign")
    if FAULT == "win":
        return send("bestmove win")
    if FAULT == "noise":
        send("x" * 3_000_000)
        send("info depth banana score cp pv")
        send("info score")
        send("\x00\xff garbage �")
        send("bestmove_not")
        send("option name late type spin default 1 min 0 max 2")
    if FAULT == "child":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        send(f"info string child {child.pid}")
    if "ponder" in line or "infinite" in line:
        send("info depth 1 score cp 1 pv 7g7f")
        return
    answer()


for line in sys.stdin:
    word = line.split()[0] if line.split() else ""
    if word == "usi" and FAULT == "mute":
        time.sleep(600)
    elif word == "usi":
        if FAULT == "slow":
            time.sleep(0.5)
        send("id name Fake 1.0")
        send("id author Nobody")
        send(OPTIONS)
        send("usiok")
    elif word == "isready" and FAULT != "unready":
        if FAULT == "slow":
            time.sleep(0.2)
        send("readyok")
    elif word == "position":
        position = line
    elif word == "setoption":
        print(line.strip(), file=sys.stderr, flush=True)
    elif word == "go":
        go(line)
    elif word in ("stop", "ponderhit") and FAULT != "deaf":
        answer()
    elif word == "quit" and FAULT != "child":
        break
if FAULT in ("child", "deaf"):
    time.sleep(600)
