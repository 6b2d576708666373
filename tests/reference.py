"""The rules of shogi once more: slow, plain, and sharing nothing with the core.

Everything is done the way a person would check it at the board. A square is
(file, rank) as in a record, 1-9 each; a piece is its SFEN letter ("P", "+p");
a move is its USI text. A move is legal when the piece can go there, no rule
forbids it, and after trying it on a copy of the board the king does not hang.
A pawn drop mates when it checks and none of all the replies is legal. A
position has occurred before when it is found in the list of those before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

type_of = str.upper
Square = tuple[int, int]

FORWARD = [(0, -1)]
GOLD = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)]
SILVER = [(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)]
KNIGHT = [(-1, -2), (1, -2)]
STRAIGHT = [(0, -1), (-1, 0), (1, 0), (0, 1)]
DIAGONAL = [(-1, -1), (1, -1), (-1, 1), (1, 1)]

# How each piece of Black's moves, as (files, ranks) from where it stands: one step, and as far as it gets.
STEPS = {
    "P": FORWARD,
    "N": KNIGHT,
    "S": SILVER,
    "G": GOLD,
    "K": STRAIGHT + DIAGONAL,
    "+P": GOLD,
    "+L": GOLD,
    "+N": GOLD,
    "+S": GOLD,
    "+B": STRAIGHT,
    "+R": DIAGONAL,
}
SLIDES = {"L": FORWARD, "B": DIAGONAL, "R": STRAIGHT, "+B": DIAGONAL, "+R": STRAIGHT}

RANKS = "abcdefghi"
ALL_SQUARES = [(file, rank) for file in range(1, 10) for rank in range(1, 10)]
SET = {"P": 18, "L": 4, "N": 4, "S": 4, "G": 4, "B": 2, "R": 2}
HAND_ORDER = "RBGSNLP"


def name(square: Square) -> str:
    return f"{square[0]}{RANKS[square[1] - 1]}"


def number(square: Square) -> int:
    """The library's number of a square."""
    return (square[0] - 1) * 9 + square[1] - 1


def read_square(text: str) -> Square:
    return int(text[0]), RANKS.index(text[1]) + 1


def color_of(piece: str) -> str:
    return "b" if piece.isupper() else "w"


def other(color: str) -> str:
    return "w" if color == "b" else "b"


def rank_seen_by(color: str, square: Square) -> int:
    """1 is the farthest rank."""
    return square[1] if color == "b" else 10 - square[1]


def could_never_move(kind: str, color: str, square: Square) -> bool:
    rank = rank_seen_by(color, square)
    return (kind in "PL" and rank == 1) or (kind == "N" and rank <= 2)


@dataclass
class Position:
    board: dict[Square, str]
    hands: dict[str, dict[str, int]]
    turn: str
    number: int = 1

    # -- text

    @classmethod
    def from_sfen(cls, sfen: str) -> Position:
        """From an SFEN that is right; it is not checked."""
        ranks, turn, hands_text, number = sfen.split()
        board: dict[Square, str] = {}
        for rank, text in enumerate(ranks.split("/"), 1):
            file = 9
            for token in re.findall(r"\d|\+?[A-Za-z]", text):
                if token.isdigit():
                    file -= int(token)
                else:
                    board[file, rank] = token
                    file -= 1
        hands: dict[str, dict[str, int]] = {color: dict.fromkeys(HAND_ORDER, 0) for color in "bw"}
        for count, letter in re.findall(r"(\d*)([A-Za-z])", hands_text):
            hands[color_of(letter)][letter.upper()] = int(count or 1)
        return cls(board, hands, turn, int(number))

    def sfen(self) -> str:
        ranks = []
        for rank in range(1, 10):
            row = "".join(self.board.get((file, rank), ".") for file in range(9, 0, -1))
            ranks.append(re.sub(r"\.+", lambda empty: str(len(empty[0])), row))
        return f"{'/'.join(ranks)} {self.turn} {self.hands_text()} {self.number}"

    def hands_text(self) -> str:
        texts = []
        for color in "bw":
            for kind in HAND_ORDER:
                count = self.hands[color][kind]
                if count:
                    letter = kind if color == "b" else kind.lower()
                    texts.append(f"{count if count > 1 else ''}{letter}")
        return "".join(texts) or "-"

    def same_as(self) -> str:
        """Equal for positions that count as the same: board, hands and side to move."""
        return self.sfen().rsplit(" ", 1)[0]

    def copy(self) -> Position:
        hands = {color: dict(hand) for color, hand in self.hands.items()}
        return Position(dict(self.board), hands, self.turn, self.number)

    # -- who attacks what

    def attacks(self, square: Square) -> set[Square]:
        """The squares the piece on this square attacks, own pieces' squares included."""
        piece = self.board[square]
        kind = type_of(piece)
        turn_round = 1 if color_of(piece) == "b" else -1
        found = set()
        for files, ranks in STEPS.get(kind, []):
            found.add((square[0] + files * turn_round, square[1] + ranks * turn_round))
        for files, ranks in SLIDES.get(kind, []):
            at = square
            while True:
                at = (at[0] + files * turn_round, at[1] + ranks * turn_round)
                if not (1 <= at[0] <= 9 and 1 <= at[1] <= 9):
                    break
                found.add(at)
                if at in self.board:
                    break
        return {(file, rank) for file, rank in found if 1 <= file <= 9 and 1 <= rank <= 9}

    def attackers(self, color: str, target: Square) -> set[Square]:
        return {
            square
            for square, piece in self.board.items()
            if color_of(piece) == color and target in self.attacks(square)
        }

    def king(self, color: str) -> Square | None:
        letter = "K" if color == "b" else "k"
        return next((square for square, piece in self.board.items() if piece == letter), None)

    def checkers(self, color: str) -> set[Square]:
        """The pieces that attack this side's king."""
        king = self.king(color)
        return set() if king is None else self.attackers(other(color), king)

    def in_check(self, color: str) -> bool:
        return bool(self.checkers(color))

    def pinned(self, color: str) -> set[Square]:
        """The pieces of this side (not its king) without which something more attacks its king."""
        found: set[Square] = set()
        king = self.king(color)
        if king is None:
            return found
        before = self.checkers(color)
        for square, piece in self.board.items():
            if color_of(piece) == color and square != king:
                without = self.copy()
                del without.board[square]
                if without.checkers(color) - before:
                    found.add(square)
        return found

    # -- moves

    def after(self, move: str) -> Position:
        """The position after a move that is possible; it need not be legal."""
        position = self.copy()
        to = read_square(move[2:4])
        if move[1] == "*":
            kind = move[0]
            position.hands[self.turn][kind] -= 1
            position.board[to] = kind if self.turn == "b" else kind.lower()
        else:
            piece = position.board.pop(read_square(move[:2]))
            captured = position.board.get(to)
            if captured:
                position.hands[self.turn][type_of(captured).lstrip("+")] += 1
            position.board[to] = f"+{piece}" if move.endswith("+") else piece
        position.turn = other(self.turn)
        position.number += 1
        return position

    def infraction(self, move: str) -> str | None:
        """Which rule the move breaks first, or None if it is legal."""
        found = self._drop_infraction(move) if move[1] == "*" else self._movement_infraction(move)
        if found:
            return found
        after = self.after(move)
        if after.in_check(self.turn):
            return "LEFT_IN_CHECK"
        if move[:2] == "P*" and after.in_check(after.turn) and not after.has_legal_move():
            return "UCHIFUZUME"
        return None

    def _drop_infraction(self, move: str) -> str | None:
        kind, to = move[0], read_square(move[2:4])
        if not self.hands[self.turn][kind]:
            return "NOT_IN_HAND"
        if to in self.board:
            return "OCCUPIED_DROP"
        if could_never_move(kind, self.turn, to):
            return "DEAD_PIECE"
        pawn = "P" if self.turn == "b" else "p"
        if kind == "P" and any(self.board.get((to[0], rank)) == pawn for rank in range(1, 10)):
            return "NIFU"
        return None

    def _movement_infraction(self, move: str) -> str | None:
        start, to = read_square(move[:2]), read_square(move[2:4])
        piece = self.board.get(start)
        if piece is None:
            return "NO_SUCH_PIECE"
        if color_of(piece) != self.turn:
            return "OUT_OF_TURN"
        if to not in self.attacks(start):
            return "WRONG_MOVEMENT"
        if to in self.board and color_of(self.board[to]) == self.turn:
            return "OWN_PIECE_CAPTURED"
        if type_of(self.board.get(to, "")) == "K":
            return "KING_CAPTURED"
        kind = type_of(piece)
        if move.endswith("+"):
            zone = rank_seen_by(self.turn, start) <= 3 or rank_seen_by(self.turn, to) <= 3
            return None if zone and kind in "PLNSBR" else "CANNOT_PROMOTE"
        return "DEAD_PIECE" if could_never_move(kind, self.turn, to) else None

    def candidates(self) -> Iterator[str]:
        """Every move of a piece to a square it attacks, promoting and not, and every drop anywhere."""
        for start, piece in self.board.items():
            if color_of(piece) == self.turn:
                for to in self.attacks(start):
                    yield name(start) + name(to)
                    yield name(start) + name(to) + "+"
        for kind, count in self.hands[self.turn].items():
            if count:
                for to in ALL_SQUARES:
                    yield f"{kind}*{name(to)}"

    def legal_moves(self) -> list[str]:
        return [move for move in self.candidates() if self.infraction(move) is None]

    def has_legal_move(self) -> bool:
        return any(self.infraction(move) is None for move in self.candidates())

    def is_checkmate(self) -> bool:
        return self.in_check(self.turn) and not self.has_legal_move()

    # -- validity

    def wrong(self) -> list[str]:
        """What is wrong with the arrangement, in keywords: empty for a position of the game."""
        found = []
        for kind, most in SET.items():
            on_board = sum(type_of(piece).lstrip("+") == kind for piece in self.board.values())
            if on_board + self.hands["b"][kind] + self.hands["w"][kind] > most:
                found.append("too many")
        for color, king, pawn in (("b", "K", "P"), ("w", "k", "p")):
            if list(self.board.values()).count(king) > 1:
                found.append("two kings")
            pawns = [square[0] for square, piece in self.board.items() if piece == pawn]
            if len(set(pawns)) < len(pawns):
                found.append("nifu")
            for square, piece in self.board.items():
                if color_of(piece) == color and could_never_move(type_of(piece), color, square):
                    found.append("dead piece")
        if self.in_check(other(self.turn)):
            found.append("in check")
        return found


@dataclass
class Game:
    """A position and all that came before it."""

    positions: list[Position]
    checks: list[bool] = field(default_factory=list)
    """Whether the n-th move gave check."""
    beginning: int = 0
    """The ply after the last pass: what came before it is not repeated."""

    def __post_init__(self) -> None:
        self.seen = [position.same_as() for position in self.positions]

    def push(self, move: str) -> None:
        after = self.positions[-1].after(move)
        self.positions.append(after)
        self.seen.append(after.same_as())
        self.checks.append(after.in_check(after.turn))

    def push_pass(self) -> None:
        after = self.now.copy()
        after.turn = other(after.turn)
        after.number += 1
        self.positions.append(after)
        self.seen.append(after.same_as())
        self.checks.append(False)
        self.beginning = len(self.checks)

    @property
    def now(self) -> Position:
        return self.positions[-1]

    def occurrences(self) -> list[int]:
        """The plies since the last pass after which the present position stood on the board, now included."""
        return [ply for ply, seen in enumerate(self.seen) if ply >= self.beginning and seen == self.seen[-1]]

    def always_checked(self, color: str) -> bool:
        """Whether each move of this side since the present position's first occurrence gave check."""
        first = self.occurrences()[0]
        theirs = [
            check
            for position, check in list(zip(self.positions, self.checks, strict=False))[first:]
            if position.turn == color
        ]
        return bool(theirs) and all(theirs)

    def outcome(self) -> tuple[str | None, str] | None:
        """(winner, termination) by the rules of the board, or None."""
        now = self.now
        if not now.has_legal_move():
            return other(now.turn), "CHECKMATE" if now.in_check(now.turn) else "NO_LEGAL_MOVES"
        if len(self.occurrences()) < 4:
            return None
        guilty = [color for color in "bw" if self.always_checked(color)]
        if len(guilty) == 1:
            return other(guilty[0]), "PERPETUAL_CHECK"
        return None, "SENNICHITE"
