"""Random small mate problems: few pieces near a king, with mates and without.

The same seed is always the same problem. Somewhat more than half have a mate of 1 to 5 plies. Among
them are positions that are difficult for solvers: double checks, pinned attackers, attackers in check,
defenders without a piece to interpose, checks from a distance. Mates that need an unpromoted piece are too
rare to occur by chance; three are given below.
"""

from __future__ import annotations

import random

from komadai import Board, SfenError
from tests.tsume.reference import Reference, TooMuchError

SET = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}
STRAIGHT = [(0, -1), (0, 1), (-1, 0), (1, 0)]
DIAGONAL = [(-1, -1), (1, -1), (-1, 1), (1, 1)]

# The pieces to place. The attacker often has sliders, so that interpositions and promotions occur.
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

    Even seeds: a mate of up to 5 plies. The attacker gets more pieces one by one until there is a mate, so
    most mates are narrow. Odd seeds: a random position, mostly without a mate or with a long one.
    """
    rng = random.Random(seed)
    while True:
        draft = Draft(rng)
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
    """A position in the making. The attacker is Black; :meth:`sfen` may rotate the board."""

    def __init__(self, rng: random.Random, empty: bool = False) -> None:
        """With random pieces, or ``empty``."""
        self.rng = rng
        self.stock = dict(SET)
        self.board: dict[tuple[int, int], str] = {}
        self.hands = {"b": dict.fromkeys(SET, 0), "w": dict.fromkeys(SET, 0)}
        self.king = (5, 1)
        self.attackers_king: tuple[int, int] | None = None
        self.lacking: list[str] = []
        self.removes_lacking = False
        self.is_rotated = rng.random() < 0.2 if empty else False
        if not empty:
            self._fill(rng)

    def _fill(self, rng: random.Random) -> None:
        self.set_king(rng.choice([1, 1, 1, 1, 2, 2, 3, 5, 9]), rng.choice([1, 1, 1, 1, 1, 2, 2, 3, 9]))
        if rng.random() < 0.35:
            self.place_attackers_king()
        if rng.random() < 0.3:
            self.place_line(self.king, "b")
        for _ in range(rng.choice([2, 2, 3, 3, 4])):
            self._place_near(ATTACKERS, "b", 2)
        for _ in range(rng.choice([0, 1, 2, 2, 3, 4])):
            self._place_near(DEFENDERS, "w", rng.choice([1, 2]))
        for _ in range(rng.choice([0, 1, 1, 1, 2, 2])):
            self.take(rng.choice(IN_HAND), "b")
        self.lacking = rng.sample(list(SET), rng.choice([0, 0, 0, 1, 2]))
        self.removes_lacking = rng.random() < 0.5
        self.is_rotated = rng.random() < 0.2

    def set_king(self, file: int, rank: int) -> None:
        """The king to be mated."""
        self.king = (file, rank)
        self.board[self.king] = "k"

    def near(self, reach: int) -> tuple[int, int]:
        """A square near that king, or beyond the edge."""
        return self.king[0] + self.rng.randint(-reach, reach), self.king[1] + self.rng.randint(-reach, reach)

    def on_line(self, kind: str, distance: int) -> tuple[int, int]:
        """A square at this distance from that king, from which such a piece could attack it."""
        step = (0, 1) if kind == "L" else self.rng.choice(DIAGONAL if kind == "B" else STRAIGHT)
        return self.king[0] + step[0] * distance, self.king[1] + step[1] * distance

    def help_attacker(self) -> None:
        """Adds one piece, on the board or in hand."""
        if self.rng.random() < 0.6:
            self._place_near(ATTACKERS, "b", 2)
        else:
            self.take(self.rng.choice(IN_HAND), "b")

    def take(self, kind: str, color: str) -> bool:
        if not self.stock[kind]:
            return False
        self.stock[kind] -= 1
        self.hands[color][kind] += 1
        return True

    def _place_near(self, kinds: str, color: str, reach: int) -> None:
        square = tuple(at + self.rng.randint(-reach, reach) for at in self.king)
        kind = self.rng.choice(kinds)
        if kind in "LBR" and color == "b" and self.rng.random() < 0.5:
            square = (self.rng.randint(1, 9), self.rng.randint(1, 9))
        self.place(kind, color, (square[0], square[1]))

    def place(self, kind: str, color: str, square: tuple[int, int], *, promoted: bool | None = None) -> None:
        """Places a piece if the square is free and there is such a piece left."""
        if square in self.board or not all(1 <= at <= 9 for at in square) or not self.stock[kind]:
            return
        if promoted is None:
            promoted = kind != "G" and self.rng.random() < (0.25 if color == "b" else 0.15)
        self.stock[kind] -= 1
        self.board[square] = ("+" if promoted else "") + (kind if color == "b" else kind.lower())

    def place_attackers_king(self) -> None:
        """Places it near the other king or anywhere; often with a slider that aims at it through an
        attacker."""
        while True:
            reach = self.rng.choice([3, 8])
            file, rank = (at + self.rng.randint(-reach, reach) for at in self.king)
            if 1 <= file <= 9 and 1 <= rank <= 9 and (file, rank) not in self.board:
                break
        self.board[file, rank] = "K"
        self.attackers_king = (file, rank)
        if self.rng.random() < 0.6:
            self.place_line((file, rank), "w")

    def place_line(self, king: tuple[int, int], color: str) -> None:
        """Places a slider of this side that aims at the other side's king, with an attacker's piece in
        between. If it is the attacker's king the piece is pinned, else it can give double check."""
        kind = self.rng.choice("BR")
        step = self.rng.choice(DIAGONAL if kind == "B" else STRAIGHT)
        between, end = sorted(self.rng.sample(range(1, 6), 2))
        self.place(
            self.rng.choice(ATTACKERS), "b", (king[0] + step[0] * between, king[1] + step[1] * between)
        )
        self.place(kind, color, (king[0] + step[0] * end, king[1] + step[1] * end))

    def _hand(self, color: str) -> dict[str, int]:
        """The remaining pieces are the defender's, except those of the kinds in ``lacking``."""
        hand = dict(self.hands[color])
        for kind, count in self.stock.items():
            owner = ("" if self.removes_lacking else "b") if kind in self.lacking else "w"
            hand[kind] += count if owner == color else 0
        return hand

    def sfen(self) -> str:
        is_rotated = self.is_rotated
        ranks = []
        for rank in range(1, 10):
            row, empty = "", 0
            for file in range(9, 0, -1):
                piece = self.board.get((10 - file, 10 - rank) if is_rotated else (file, rank))
                if piece is None:
                    empty += 1
                    continue
                row += (str(empty) if empty else "") + (piece.swapcase() if is_rotated else piece)
                empty = 0
            ranks.append(row + (str(empty) if empty else ""))
        hands = ""
        for color in "wb" if is_rotated else "bw":
            hand = self._hand(color)
            for kind in reversed(SET):
                if count := hand[kind]:
                    letter = kind if (color == "b") != is_rotated else kind.lower()
                    hands += f"{count if count > 1 else ''}{letter}"
        return f"{'/'.join(ranks)} {'w' if is_rotated else 'b'} {hands or '-'} 1"
