"""An engine of the XBoard protocol with a chosen fault, run as a process: ``scripted_xboard_engine.py
FAULT``.

It plays the first legal move in the order of their texts, by our rules. Like HaChu it ends at ``go`` if it
has not
got ``memory``, and needs ``time``.
"""

import os
import sys
import time

from komadai.engine.dialects.choice import xboard_dialect_of
from komadai.errors import KomadaiError
from komadai.variants import Board

FAULT = sys.argv[1] if len(sys.argv) > 1 else "none"
NAMES = {"minishogi": "5x5+5_shogi", "chu": "chu", "shogi": "shogi"}

board = Board("minishogi")
dialect = xboard_dialect_of("minishogi")
memory = seconds = 0
played = 0


def send(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def read_fen(fen: str) -> Board:
    """Only what the tests send: a FEN without pieces in hand."""
    placement, turn = fen.split()[:2]
    return Board(dialect.variant, f"{placement.split('[')[0]} {'b' if turn == 'w' else 'w'} - 1")


def greet() -> None:
    if FAULT == "mute":
        return
    if FAULT == "slow":
        send("feature done=0")
        time.sleep(0.4)
    send("# a comment")
    setboard, reuse = int(FAULT != "nosetboard"), int(FAULT != "once")
    send(f"feature ping=1 setboard={setboard} usermove=1 memory=1 smp=1 colors=0 reuse={reuse} san=0 odd=1")
    send(f'feature variants="{",".join(NAMES.values())}" myname="Scripted X"')
    send('feature option="Resign -check 0"')
    send('feature option="Contempt -spin 0 -200 200"')
    send('feature option="Style -combo Solid /// *Normal /// Wild attack"')
    send('feature option="Clear -button"')
    if FAULT != "undone":
        send("feature done=1")


def go() -> None:
    global played
    played += 1
    if FAULT == "crash" or not memory or not seconds:
        print("no memory", file=sys.stderr, flush=True)
        os._exit(3)
    if FAULT in ("hang", "waits"):
        return
    if FAULT == "userrror":
        return send("tellusererror out of licences")
    if FAULT == "illegal":
        return send("move a1e5")
    if FAULT == "nonsense":
        return send("move hello")
    if FAULT == "resign":
        return send("resign")
    if FAULT == "loses":
        return send("0-1 {White is mated}" if board.turn == 0 else "1-0 {Black is mated}")
    if FAULT == "claims":
        return send("1/2-1/2 {repetition}")
    answer()


def answer() -> None:
    move = sorted(board.legal_moves, key=lambda move: (not move.via, move.usi()))[0]
    text = dialect.write(move, board)
    send(f"3 -42 5 1234 {text} nosuchmove {{a comment}}")
    send("2. nothing to see")
    *first, last = text.split(",")
    for leg in first:
        send(f"move {leg},")
    send(f"move {last}")
    board.push(move)


for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    print(line.strip(), file=sys.stderr, flush=True)
    if word == "protover":
        greet()
    elif word == "ping":
        send(f"pong {rest}")
    elif word == "memory":
        memory = int(rest)
    elif word == "time":
        seconds = int(rest)
    elif word == "variant":
        name = next(ours for ours, theirs in NAMES.items() if theirs == rest)
        board, dialect = Board(name), xboard_dialect_of(name)
        if FAULT == "wrongboard":
            send("setup (P.BR.S...G.+.++.+K) 6x5+5_shogi rbsgk/4p/5/P4/KGSBR w 0 1")
        if FAULT == "wrongsetup":
            send("setup (P.BR.S...G.+.++.+K) 5x5+5_shogi kgsbr/4p/5/P4/KGSBR[-] w 0 1")
    elif word == "setboard":
        board = read_fen(rest)
    elif word == "usermove":
        try:
            if FAULT == "rejects":
                raise KomadaiError
            board.push_usi(dialect.read(rest, board))
        except KomadaiError:
            send(f"Illegal move (I do not like it): {rest}")
    elif word == "go":
        go()
    elif word == "?" and FAULT != "hang":
        answer()
    elif word in ("post", "easy"):
        send(f"Error (unknown command): {word}")
    elif word == "quit":
        break
