"""A USI engine for variants with Fairy-Stockfish's names and notation, run as a process.

``scripted_variant_engine.py [old|illegal]``: ``old`` has the option UCI_Variant and calls itself
Fairy-Stockfish 11.1,
``illegal`` answers with an illegal move. After ``VariantPath`` is set it also offers gorogoroplus.
"""

import sys

from komadai.engine.dialects.choice import dialect_of
from komadai.variants import Board

MODE = sys.argv[1] if len(sys.argv) > 1 else ""
OURS = {
    "minishogi": "minishogi",
    "kyotoshogi": "kyoto",
    "dobutsu": "dobutsu",
    "gorogoroplus": "goro-goro-plus",
}
NAME = "Fairy-Stockfish 11.1" if MODE == "old" else "Scripted variants"
OPTION = "UCI_Variant" if MODE == "old" else "USI_Variant"

names = ["chess", "minishogi", "kyotoshogi", "dobutsu"]
variant = "minishogi"
board = Board(variant)


def send(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


for line in sys.stdin:
    words = line.split()
    match words[:1]:
        case ["usi"]:
            send(f"id name {NAME}")
            send(
                f"option name {OPTION} type combo default chess " + " ".join(f"var {name}" for name in names)
            )
            send("option name VariantPath type string default <empty>")
            send("usiok")
        case ["setoption"] if words[2] == "VariantPath":
            names.append("gorogoroplus")
        case ["setoption"] if words[2] == OPTION:
            variant = OURS[words[4]]
        case ["isready"]:
            send("readyok")
        case ["position"]:
            dialect = dialect_of(variant, NAME)
            board = Board(variant)
            if dialect.position(board.sfen()).split() != words[1:6]:
                raise SystemExit(f"not the setup of {variant}: {line}")
            for move in words[7:]:
                board.push_usi(dialect.read(move, board))
        case ["go"]:
            dialect = dialect_of(variant, NAME)
            moves = sorted(board.legal_moves, key=lambda move: move.usi())
            text = "5e5d-" if MODE == "illegal" else dialect.write(moves[-1], board)
            send(f"info depth 4 score cp 30 nodes 99 pv {text}")
            send(f"bestmove {text}")
        case ["quit"]:
            break
