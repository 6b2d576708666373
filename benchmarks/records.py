"""The files of the rows that read records: games of the program against itself, with times."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

from komadai import Board, Move, Outcome, Termination, kifu
from komadai.study.database import starter

GAMES = 200
GAMES_A_FILE = 20
"""Games in one CSA file. KIF and KI2 files have one game each, as the other libraries read them."""

COMMENTS = ("ここで長考。", "△３四歩が本筋か", "The usual move.", "良い手だが、後手も指せる")


@cache
def games(*, commented: bool = False) -> list[kifu.Game]:
    """The same games each time, resigned; ``commented``: each move has a comment."""
    told = starter.facts().told
    return [
        game(stored.moves, seed, commented=commented)
        for seed, stored in enumerate(islice(starter.games(), told, told + GAMES))
    ]


def game(packed_moves: bytes, seed: int, *, commented: bool) -> kifu.Game:
    """The game of these moves, two bytes each."""
    chance = random.Random(seed)
    headers = {"event": "第1期", "site": "東京", "started": "2026/01/01 10:00:00"}
    made = kifu.Game(headers=headers | {"black": "先手 太郎", "white": "後手 花子"})
    node, board = made.root, Board()
    for at in range(0, len(packed_moves), 2):
        move = Move.from_int(int.from_bytes(packed_moves[at : at + 2], "little"))
        node = node.add(move, time_ms=1000 * chance.randrange(100))
        node.comment = COMMENTS[board.ply % len(COMMENTS)] if commented else ""
        board.push(move)
    made.outcome = Outcome(board.turn.opponent, Termination.RESIGNATION)
    return made


@cache
def csa(*, commented: bool = False) -> list[bytes]:
    """CSA files of several games each."""
    texts = [kifu.write(each, "csa") for each in games(commented=commented)]
    return ["/\n".join(texts[at : at + GAMES_A_FILE]).encode() for at in range(0, GAMES, GAMES_A_FILE)]


@cache
def one_each(format: str, encoding: str = "utf-8", *, commented: bool = False) -> list[bytes]:
    """Files of one game each."""
    return [kifu.write(each, format).encode(encoding) for each in games(commented=commented)]
