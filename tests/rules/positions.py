"""Test positions: random games and random legal arrangements."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from tests.reference import (
    ALL_SQUARES,
    SET,
    SLIDES,
    Position,
    Square,
    could_never_move,
    other,
    rank_seen_by,
    type_of,
)

START = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
MATSURI = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1"
MOST_MOVES = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1"

SMALL_SET = [kind for kind, count in SET.items() for _ in range(count)]  # the 38 pieces other than kings

# The place of one piece: one of 81 squares, of Black or White, promoted or not; larger numbers are a hand or
# out of the game. Twice as many numbers stand for a hand as for a square.
PLACES = 81 * 4
HANDS = 81 * 8


def make_position(kings: list[int], places: list[int], turn: str, crowd: int | None = None) -> Position:
    """The arrangement that these numbers encode, changed as little as necessary to make it legal.

    ``crowd`` (0 or 1) gathers the pieces around that king, the sliding ones on its lines, which
    makes pins, double checks, evasions and pawn-drop mates common.
    """
    board = {ALL_SQUARES[square]: piece for square, piece in zip(kings, "Kk", strict=False)}
    hands = {color: dict.fromkeys("RBGSNLP", 0) for color in "bw"}
    for kind, place in zip(SMALL_SET, places, strict=True):
        color = "bw"[place % 2]
        if place < PLACES:
            square = ALL_SQUARES[place // 4]
            if crowd is not None:
                square = _near(ALL_SQUARES[kings[crowd % len(kings)]], kind, place // 4)
            promoted = place // 2 % 2 == 1 and kind != "G"
            piece = kind if color == "b" else kind.lower()
            doubled = kind == "P" and any(board.get((square[0], rank)) == piece for rank in range(1, 10))
            dead = could_never_move(kind, color, square)
            if square in ALL_SQUARES and square not in board:
                if promoted:
                    board[square] = f"+{piece}"
                    continue
                if not doubled and not dead:
                    board[square] = piece
                    continue
        if place < PLACES + HANDS:
            hands[color][kind] += 1
    return relieved(Position(board, hands, turn))


def relieved(position: Position) -> Position:
    """The position without check to the side not to move: its attackers go to its hand."""
    waiting = other(position.turn)
    while attackers := position.checkers(waiting):  # again for sliders behind them
        for attacker in attackers:
            piece = position.board.pop(attacker)
            if type_of(piece) != "K":  # of adjacent kings one is removed
                position.hands[waiting][type_of(piece).lstrip("+")] += 1
    return position


def _near(king: Square, kind: str, number: int) -> Square:
    if kind in SLIDES:
        files, ranks = SLIDES[kind][number // 8 % len(SLIDES[kind])]
        away = number % 8 + 1
        turn_round = 1 if number // 32 % 2 else -1
        return king[0] + files * away * turn_round, king[1] + ranks * away * turn_round
    return king[0] - 2 + number % 5, king[1] - 2 + number // 5 % 5


@st.composite
def positions(draw: st.DrawFn, *, both_kings: bool = False) -> Position:
    """Legal positions of every kind: full and empty, many checks and pins, full hands, a king missing."""
    kings = draw(st.lists(st.integers(0, 80), min_size=2 if both_kings else 1, max_size=2, unique=True))
    in_play = draw(st.sampled_from([PLACES, PLACES + 81, PLACES + HANDS, 3 * (PLACES + HANDS)]))
    places = draw(st.lists(st.integers(0, in_play - 1), min_size=len(SMALL_SET), max_size=len(SMALL_SET)))
    crowd = draw(st.sampled_from([None, 0, 1]))
    return make_position(kings, places, draw(st.sampled_from("bw")), crowd)


def random_position(dice: random.Random) -> Position:
    """The same without Hypothesis, for thousands of positions."""
    kings = dice.sample(range(81), dice.choice([1, 2, 2, 2, 2]))
    in_play = dice.choice([PLACES, PLACES + 81, PLACES + HANDS, 3 * (PLACES + HANDS)])
    places = [dice.randrange(in_play) for _ in SMALL_SET]
    return make_position(kings, places, dice.choice("bw"), dice.choice([None, 0, 1]))


def position_with_kings_entered(dice: random.Random) -> Position:
    """A position in which most kings and pieces on the board are in their side's promotion zone."""
    free = {
        color: dice.sample([square for square in ALL_SQUARES if rank_seen_by(color, square) <= 3], 27)
        for color in "bw"
    }
    between = dice.sample([square for square in ALL_SQUARES if 4 <= square[1] <= 6], 27)
    board = {
        (free[color] if dice.random() < 0.9 else between).pop(): king
        for color, king in zip("bw", "Kk", strict=True)
    }
    hands = {color: dict.fromkeys(SET, 0) for color in "bw"}
    black, on_board, astray = dice.random(), dice.choice([0.1, 0.4, 0.8]), dice.choice([0, 0, 0.1])
    for kind in SMALL_SET:
        color = "b" if dice.random() < black else "w"
        where = between if dice.random() < astray else free[color]
        if where and dice.random() < on_board:
            piece = kind if kind == "G" else f"+{kind}"
            board[where.pop()] = piece if color == "b" else piece.lower()
        else:
            hands[color][kind] += 1
    return relieved(Position(board, hands, dice.choice("bw")))


def position_near_a_try(dice: random.Random) -> Position:
    """A position with few pieces, and the king of the side to move within two steps of its try square."""
    board = {(dice.choice([4, 5, 6]), dice.choice([1, 2, 2, 3])): "K"}
    for piece in ("k", *dice.sample(["+P", "+p", "+p", "s", "+r", "r"], dice.randrange(5))):
        board.setdefault(dice.choice(ALL_SQUARES), piece)
    board.setdefault(dice.choice(ALL_SQUARES), "G")
    position = relieved(Position(board, {color: dict.fromkeys("RBGSNLP", 0) for color in "bw"}, "b"))
    return position if dice.random() < 0.5 else turned(position)


NEIGHBOURS = [("w", "PLNS"), ("w", "PLNSG"), ("w", "PLNSG"), ("b", "PNS"), ("b", "")]


def stifled_king(dice: random.Random) -> Position:
    """A king with few escapes, a pawn in the opponent's hand and the square in front of the king empty."""
    rank = dice.choice([1, 1, 1, 2, 3, 5])
    king = (dice.randint(1, 9), rank)
    before = (king[0], rank + 1)
    board = {king: "k"}
    box = [kind for kind in SMALL_SET if kind != "P"] + ["P"] * 4
    dice.shuffle(box)

    def put(square: Square, color: str, kinds: str) -> None:
        kind = next((kind for kind in box if kind in kinds), None)
        if kind is None or square not in ALL_SQUARES or square in board:
            return
        piece = kind if color == "b" else kind.lower()
        promoted = kind != "G" and dice.random() < 0.3
        doubled = kind == "P" and any(board.get((square[0], rank)) == piece for rank in range(1, 10))
        if promoted or not (doubled or could_never_move(kind, color, square)):
            board[square] = f"+{piece}" if promoted else piece
            box.remove(kind)

    put((king[0] + dice.choice([-1, 0, 1]), rank + 2), "b", "GSL")  # guards the pawn
    for files in (-1, 0, 1):
        for ranks in (-1, 0, 1):
            square = (king[0] + files, rank + ranks)
            if square not in (before, king):
                put(
                    square,
                    *dice.choice([("w", "PLNS"), ("w", "PLNSG"), ("w", "PLNSG"), ("b", "PNS"), ("b", "")]),
                )
    for _ in range(dice.randint(0, 5)):
        put(_near(king, dice.choice("RB"), dice.randrange(64)), dice.choice("bbw"), "RBL")
    for _ in range(dice.randint(0, 4)):
        put(_near(before, "G", dice.randrange(25)), dice.choice("bw"), "GSNP")
    black_king = dice.choice(ALL_SQUARES)
    if black_king not in board and black_king != before:
        board[black_king] = "K"
    hands = {color: dict.fromkeys("RBGSNLP", 0) for color in "bw"}
    hands["b"]["P"] = 1
    position = Position(board, hands, "b")
    if dice.random() < 0.5:
        position = turned(position)
    return relieved(position)


def turned(position: Position) -> Position:
    """The same position seen from the other side."""
    board = {(10 - file, 10 - rank): piece.swapcase() for (file, rank), piece in position.board.items()}
    hands = {"b": position.hands["w"], "w": position.hands["b"]}
    return Position(board, hands, other(position.turn), position.number)
