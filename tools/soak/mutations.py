"""Random games and random damage to texts and bytes."""

from __future__ import annotations

import random
from typing import Final

from komadai import Board, Color, Move, Outcome, Termination, kifu

WORDS: Final = (
    "変化：3手", "まで3手で先手の勝ち", "%TORYO", "'comment", "*comment", "startpos moves 7g7f", "{[(", "}])",
    '"', "\\", "\0", "\ufeff", "\u2028", "先手：", "手合割：香落ち", "同", "成", "不成", "打", "歩", "P*5e",
    "$X:", "999999999", "-1", "0", "1e9", "~", "&", "#", "/", " ", "　", "\t", "\r", "\n", "\r\n", "中断",
    "千日手", "(77)", "( 0:00/99:99:99)",
)  # fmt: skip
"""Texts with a meaning in some record format."""


def random_game(rng: random.Random, plies: int = 40) -> kifu.Game:
    """A game of random legal moves with comments, times, variations, headers and perhaps a result."""
    headers = {name: word(rng) for name in ("black", "white", "event", "備考") if rng.random() < 0.5}
    start = rng.choice(["startpos", Board.handicap("lance").sfen(), "4k4/9/4P4/9/9/9/9/9/4K4 b RG2P 1"])
    game = kifu.Game(Board(start).sfen() if start != "startpos" else "startpos", headers)
    board = Board(start)
    node = game.root
    for _ in range(rng.randrange(plies)):
        moves = list(board.legal_moves)
        if not moves:
            break
        if rng.random() < 0.1:
            node.add(rng.choice(moves))
        move = rng.choice(moves)
        node = node.add(move, time_ms=rng.choice([None, 0, 1000, 61_000]))
        if rng.random() < 0.3:
            node.comment = word(rng) + "\n"
        board.push(move)
    if rng.random() < 0.5:
        game.outcome = Outcome(rng.choice([Color.BLACK, Color.WHITE]), Termination.RESIGNATION)
    return game


def word(rng: random.Random) -> str:
    """A short text that can stand in a record."""
    text = "".join(rng.choice([*WORDS, "abc", "山田", "7g7f", " "]) for _ in range(rng.randrange(1, 5)))
    return text.replace("\n", " ").replace("\r", " ").replace("\0", " ").replace("\u2028", " ")


def damaged(rng: random.Random, data: bytes) -> bytes:
    """The bytes with a few pieces removed, doubled, replaced or moved."""
    made = bytearray(data)
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3, 8, 30])):
        at = rng.randrange(len(made) + 1)
        size = rng.choice([1, 1, 2, 4, 8, 64, 512])
        match rng.randrange(8):
            case 0:
                del made[at : at + size]
            case 1:
                made[at:at] = made[at : at + size] * rng.choice([1, 2, 50])
            case 2:
                made[at : at + size] = rng.randbytes(size)
            case 3:
                made[at:at] = rng.choice(WORDS).encode(rng.choice(["utf-8", "cp932"]), "replace")
            case 4 if at < len(made):
                made[at] ^= 1 << rng.randrange(8)
            case 5:
                number = rng.choice(
                    [0, 1, 127, 128, 255, 256, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 2**63 - 1, 2**64 - 1]
                )
                made[at : at + size] = number.to_bytes(8, rng.choice(["little", "big"]))[:size]
            case 6:
                del made[at:]
            case _:
                other = rng.randrange(len(made) + 1)
                made[at:at] = made[other : other + size]
    return bytes(made)


def wild_value(rng: random.Random) -> object:
    """A value of some type, mostly a wrong one for the parameter it is given to."""
    return rng.choice(WILD)


WILD: Final[tuple[object, ...]] = (
    None, True, -1, 0, 1, 81, 255, 2**31, 2**63, 2**64, -(2**70), 0.5, float("nan"), float("inf"), "", "7g7f",
    "startpos", "４一", "\0", "\ud800", "x" * 10_000, b"", b"\xff" * 40, [], [None], {}, (), object(),
    Board(), Color.BLACK, Move.from_usi("7g7f"),
)  # fmt: skip
"""Values for parameters of any type."""
