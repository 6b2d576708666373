"""The files of the rows that read records, made here: games of a length, as programs write them."""

from __future__ import annotations

import random
from functools import cache

from komadai import Board, Outcome, Termination, kifu

CSA_MOVES, KIF_MOVES = 133, 181
CSA_GAMES = 20
"""Games in one CSA file."""


COMMENTS = ("ここで長考。", "△３四歩が本筋か", "The usual move.", "良い手だが、後手も指せる")


def game(plies: int, seed: int, *, commented: bool = False) -> kifu.Game:
    """A random game of ``plies`` moves with times, resigned; ``commented``: each move has a comment."""
    headers = {"event": "第1期", "site": "東京", "started": "2026/01/01 10:00:00"}
    while True:
        chance = random.Random(seed)
        board = Board()
        made = kifu.Game(headers=headers | {"black": "先手 太郎", "white": "後手 花子"})
        node = made.root
        while board.ply < plies and len(board.legal_moves):
            move = board.legal_moves[int(chance.random() * len(board.legal_moves))]
            node = node.add(move, time_ms=1000 * chance.randrange(100))
            node.comment = COMMENTS[board.ply % len(COMMENTS)] if commented else ""
            board.push(move)
        if board.ply == plies and not board.outcome():
            made.outcome = Outcome(board.turn.opponent, Termination.RESIGNATION)
            return made
        seed += 1000


@cache
def csa(*, commented: bool = False) -> bytes:
    """A CSA file of several games."""
    games = (game(CSA_MOVES, seed, commented=commented) for seed in range(CSA_GAMES))
    return "/\n".join(kifu.write(game, "csa") for game in games).encode()


@cache
def kif(encoding: str, *, commented: bool = False) -> bytes:
    """A KIF file of one game."""
    return kifu.write(game(KIF_MOVES, 1, commented=commented), "kif").encode(encoding)


@cache
def ki2() -> bytes:
    """A KI2 file of one game."""
    return kifu.write(game(KIF_MOVES, 1), "ki2").encode()
