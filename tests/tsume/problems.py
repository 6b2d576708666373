"""Random small mate problems: few pieces near a king, with mates and without.

The same seed is always the same problem. Somewhat more than half have a mate of 1 to 5 plies. Among
them is what solvers trip over: double checks, pinned attackers, attackers in check, defenders without
a piece to interpose, checks from afar. Mates that need an unpromoted piece are too rare to come by
chance; three stand by themselves.
"""

from __future__ import annotations

import random

from komadai import Board, SfenError
from tests.tsume.reference import Reference, TooMuchError

SET = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}
STRAIGHT = [(0, -1), (0, 1), (-1, 0), (1, 0)]
DIAGONAL = [(-1, -1), (1, -1), (-1, 1), (1, 1)]

# What stands around: the attacker's sliders often, for the sake of interpositions and promotions.
ATTACKERS = "PPPLLNNSSGGBBBRRR"
DEFENDERS = "PPPPLLNNSSGGBR"
IN_HAND = "PPPLNSSGGGBR"

# Mates in 5 only if the rook does not promote at first: a dragon would take the king's last square away,
# and the pawn that is dropped next would mate.
UNPROMOTED_ROOK = [
    ("7k1/5GR2/9/6PS1/9/9/9/9/9 b Pr2b3g3s4n4l16p 1", "3b3a"),
    ("5l1k1/5GR2/9/8S/9/9/9/9/9 b Pr2b3g3s4n3l17p 1", "3b3a"),
    ("7k1/5R3/5N3/5S1S1/9/9/9/9/9 b Pr2b4g2s3n4l17p 1", "4b4a"),
]


def problem(seed: int) -> str:
    """The SFEN of a valid position, attacker to move.

    Even seeds: a mate of up to 5 plies; the attacker was helped piece by piece until there was one,
    so most are narrow. Odd seeds: as it falls, mostly no mate, or a long one.
    """
    chance = random.Random(seed)
    while True:
        draft = Draft(chance)
        for _ in range(4):
            sfen = draft.sfen()
            if is_valid(sfen) and (seed % 2 or has_short_mate(sfen)):
                return sfen
            draft.help_attacker()


def has_short_mate(sfen: str) -> bool:
    solver = Reference(sfen, positions=2000)
    try:
        return any(solver.attack(solver.board, plies) for plies in (1, 3, 5))
    except TooMuchError:
        return False


def is_valid(sfen: str) -> bool:
    try:
        Board(sfen)
    except SfenError:
        return False
    return True


class Draft:
    """The attacker is Black until the last moment, when the board may be turned round."""

    def __init__(self, chance: random.Random, empty: bool = False) -> None:
        """With pieces on it, or ``empty``."""
        self.chance = chance
        self.stock = dict(SET)
        self.board: dict[tuple[int, int], str] = {}
        self.hands = {"b": dict.fromkeys(SET, 0), "w": dict.fromkeys(SET, 0)}
        self.king = (5, 1)
        self.attackers_king: tuple[int, int] | None = None
        self.lacking: list[str] = []
        self.nobodys = False
        self.turned = chance.random() < 0.2 if empty else False
        if not empty:
            self._fill(chance)

    def _fill(self, chance: random.Random) -> None:
        self.set_king(chance.choice([1, 1, 1, 1, 2, 2, 3, 5, 9]), chance.choice([1, 1, 1, 1, 1, 2, 2, 3, 9]))
        if chance.random() < 0.35:
            self.place_attackers_king()
        if chance.random() < 0.3:
            self.place_line(self.king, "b")
        for _ in range(chance.choice([2, 2, 3, 3, 4])):
            self._place_near(ATTACKERS, "b", 2)
        for _ in range(chance.choice([0, 1, 2, 2, 3, 4])):
            self._place_near(DEFENDERS, "w", chance.choice([1, 2]))
        for _ in range(chance.choice([0, 1, 1, 1, 2, 2])):
            self.take(chance.choice(IN_HAND), "b")
        self.lacking = chance.sample(list(SET), chance.choice([0, 0, 0, 1, 2]))
        self.nobodys = chance.random() < 0.5
        self.turned = chance.random() < 0.2

    def set_king(self, file: int, rank: int) -> None:
        """The king to be mated."""
        self.king = (file, rank)
        self.board[self.king] = "k"

    def near(self, reach: int) -> tuple[int, int]:
        """A square near that king, or beyond the edge."""
        return self.king[0] + self.chance.randint(-reach, reach), self.king[1] + self.chance.randint(
            -reach, reach
        )

    def on_line(self, kind: str, distance: int) -> tuple[int, int]:
        """A square so far from that king, from where such a piece looks at it."""
        step = (0, 1) if kind == "L" else self.chance.choice(DIAGONAL if kind == "B" else STRAIGHT)
        return self.king[0] + step[0] * distance, self.king[1] + step[1] * distance

    def help_attacker(self) -> None:
        """One more piece, on the board or in hand."""
        if self.chance.random() < 0.6:
            self._place_near(ATTACKERS, "b", 2)
        else:
            self.take(self.chance.choice(IN_HAND), "b")

    def take(self, kind: str, color: str) -> bool:
        if not self.stock[kind]:
            return False
        self.stock[kind] -= 1
        self.hands[color][kind] += 1
        return True

    def _place_near(self, kinds: str, color: str, reach: int) -> None:
        square = tuple(at + self.chance.randint(-reach, reach) for at in self.king)
        kind = self.chance.choice(kinds)
        if kind in "LBR" and color == "b" and self.chance.random() < 0.5:
            square = (self.chance.randint(1, 9), self.chance.randint(1, 9))
        self.place(kind, color, (square[0], square[1]))

    def place(self, kind: str, color: str, square: tuple[int, int], *, promoted: bool | None = None) -> None:
        """If the square is free and there is such a piece left."""
        if square in self.board or not all(1 <= at <= 9 for at in square) or not self.stock[kind]:
            return
        if promoted is None:
            promoted = kind != "G" and self.chance.random() < (0.25 if color == "b" else 0.15)
        self.stock[kind] -= 1
        self.board[square] = ("+" if promoted else "") + (kind if color == "b" else kind.lower())

    def place_attackers_king(self) -> None:
        """Near the other king or anywhere; often with a slider aimed at it through an attacker."""
        while True:
            reach = self.chance.choice([3, 8])
            file, rank = (at + self.chance.randint(-reach, reach) for at in self.king)
            if 1 <= file <= 9 and 1 <= rank <= 9 and (file, rank) not in self.board:
                break
        self.board[file, rank] = "K"
        self.attackers_king = (file, rank)
        if self.chance.random() < 0.6:
            self.place_line((file, rank), "w")

    def place_line(self, king: tuple[int, int], color: str) -> None:
        """A slider of this side aimed at the other's king, with an attacker's piece in between:
        pinned if it is the attacker's king, else the piece can give double check."""
        kind = self.chance.choice("BR")
        step = self.chance.choice(DIAGONAL if kind == "B" else STRAIGHT)
        between, end = sorted(self.chance.sample(range(1, 6), 2))
        self.place(
            self.chance.choice(ATTACKERS), "b", (king[0] + step[0] * between, king[1] + step[1] * between)
        )
        self.place(kind, color, (king[0] + step[0] * end, king[1] + step[1] * end))

    def _hand(self, color: str) -> dict[str, int]:
        """The pieces that are left over are the defender's, but for a kind or two that he may lack."""
        hand = dict(self.hands[color])
        for kind, count in self.stock.items():
            owner = ("" if self.nobodys else "b") if kind in self.lacking else "w"
            hand[kind] += count if owner == color else 0
        return hand

    def sfen(self) -> str:
        turned = self.turned
        ranks = []
        for rank in range(1, 10):
            row, empty = "", 0
            for file in range(9, 0, -1):
                piece = self.board.get((10 - file, 10 - rank) if turned else (file, rank))
                if piece is None:
                    empty += 1
                    continue
                row += (str(empty) if empty else "") + (piece.swapcase() if turned else piece)
                empty = 0
            ranks.append(row + (str(empty) if empty else ""))
        hands = ""
        for color in "wb" if turned else "bw":
            hand = self._hand(color)
            for kind in reversed(SET):
                if count := hand[kind]:
                    letter = kind if (color == "b") != turned else kind.lower()
                    hands += f"{count if count > 1 else ''}{letter}"
        return f"{'/'.join(ranks)} {'w' if turned else 'b'} {hands or '-'} 1"
