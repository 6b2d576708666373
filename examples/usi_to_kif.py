"""Turns games written as lines of USI moves into KIF, which every Japanese shogi program reads.

python examples/usi_to_kif.py < games.txt     # a line a game; writes game-1.kifu, game-2.kifu …
"""

import sys
from pathlib import Path

import komadai
from komadai import kifu

SAMPLE = "7g7f 3c3d 8h2b+ 3a2b B*4e B*8e"


def board_of(line: str) -> komadai.Board:
    """The position after the moves of a line. Raises IllegalMoveError, naming move and reason."""
    board = komadai.Board()
    for word in line.split():
        board.push_usi(word)
    return board


def main() -> None:
    lines = [line for line in sys.stdin if line.strip()] or [SAMPLE]
    for number, line in enumerate(lines, 1):
        try:
            game = kifu.Game.from_board(board_of(line))
        except komadai.KomadaiError as error:
            print(f"line {number}: {error}", file=sys.stderr)
            continue
        path = Path(f"game-{number}.kifu")
        path.write_text(kifu.write(game, "kif"), encoding="utf-8")
        print(f"{path}: {len(game.moves())} moves")


if __name__ == "__main__":
    main()
