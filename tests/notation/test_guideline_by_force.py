"""The written move compared with the guideline, applied word by word with a separate geometry.

The Japan Shogi Association's guideline tells apart the pieces of a kind that could be moved to a square: by
the motion (上 寄 引) if that is enough, else by 直 (of gold-like and silvers, straight forward one square) or
the side (左 右), else by side and motion. Dragons and horses, two at most, have their sides from each other
and are never 直. Here every word is tried in that order, and the first that fits one piece alone is it.
"""

from __future__ import annotations

from itertools import product

import pytest

from komadai import Board, Color, Move, PieceType, notation
from tests.notation.positions import crowded

FILES, RANKS = "123456789", "abcdefghi"
DRAGON_LIKE = (PieceType.DRAGON, PieceType.HORSE)


def steps(move: Move, turn: Color) -> tuple[int, int]:
    """The number of squares to the player's right, and forward."""
    text = move.usi()
    right = FILES.index(text[0]) - FILES.index(text[2])
    forward = RANKS.index(text[1]) - RANKS.index(text[3])
    return (right, forward) if turn is Color.BLACK else (-right, -forward)


def words_of(move: Move, turn: Color, kind: PieceType, rivals: list[Move]) -> set[str]:
    """All words, and pairs of words, that are true of this move."""
    right, forward = steps(move, turn)
    motion = "上" if forward > 0 else "引" if forward < 0 else "寄"
    words = {"", motion}
    if kind in DRAGON_LIKE and rivals:
        # Of two pieces with the same target, the one that moves further to the right comes from the left.
        comes_from = right - steps(rivals[0], turn)[0]
    else:
        comes_from = right
        if (right, forward) == (0, 1):
            words.add("直")
    if comes_from:
        side = "左" if comes_from > 0 else "右"
        words |= {side, side + motion}
    return words


ORDER = ["", "上", "寄", "引", "直", "左", "右", *("".join(pair) for pair in product("左右", "上寄引"))]


def expected(board: Board, move: Move) -> str:
    """The move by the guideline, without mark and square."""
    if move.drop is not None:
        kind = move.drop
        others = [
            each
            for each in board.legal_moves
            if each.drop is None and each.to_square == move.to_square and kind_of(board, each) is kind
        ]
        return kind.japanese + ("打" if others else "")
    kind = kind_of(board, move)
    same = {
        each.from_square: each
        for each in board.legal_moves
        if each.drop is None and each.to_square == move.to_square and kind_of(board, each) is kind
    }
    truths = {
        start: words_of(each, board.turn, kind, [other for at, other in same.items() if at != start])
        for start, each in same.items()
    }
    mine = truths[move.from_square]
    word = next(
        word for word in ORDER if word in mine and sum(word in words for words in truths.values()) == 1
    )
    zone = "abc" if board.turn is Color.BLACK else "ghi"
    text = move.usi()
    choice = kind.can_promote and (text[1] in zone or text[3] in zone)
    return kind.japanese + word + ("成" if move.promotion else "不成" if choice else "")


def kind_of(board: Board, move: Move) -> PieceType:
    assert move.from_square is not None
    piece = board.piece_at(move.from_square)
    assert piece is not None
    return piece.type


@pytest.mark.parametrize("seed", range(60))
def test_every_move_of_a_crowded_position_is_written_by_the_guideline(seed: int) -> None:
    board = crowded(7000 + seed)
    for move in board.legal_moves:
        assert notation.write(board, move)[3:] == expected(board, move), (board.sfen(), move.usi())


THREE_AND_FOUR = [
    "k8/9/3GGG3/9/9/9/9/9/4K4 b - 1",  # three golds below 5b
    "k8/9/3G1G3/3GG4/9/9/9/9/4K4 b - 1",  # four golds around 5c
    "k8/9/9/3S1S3/9/3SS4/9/9/4K4 b - 1",  # four silvers around 5e, one straight below
    "k8/9/9/3s1s3/9/3sss3/9/9/4K4 w - 1",
    "k8/4+P4/3+P1+P3/3+P+P+P3/9/9/9/9/4K4 b - 1",  # six tokins around 5c
    "k8/4+p4/3+p1+p3/3+p+p+p3/9/9/9/9/4K4 w - 1",
    "k8/9/3GGG3/9/9/9/9/4r4/4K4 b - 1",  # in check
    "k8/9/4+R4/9/2+R6/9/9/9/4K4 b - 1",
    "4k4/9/9/9/9/9/9/+B+B7/4K4 b - 1",
    "4k4/9/9/4r4/9/9/3G1G3/4G4/4K4 b 2G 1",  # the gold on 5h is pinned to the file, the others are not
    "4k4/9/9/9/4r4/9/9/3GG4/4K4 b G 1",
]


@pytest.mark.parametrize("sfen", THREE_AND_FOUR)
def test_many_of_a_kind_around_a_square(sfen: str) -> None:
    board = Board(sfen, validate=False)
    for move in board.legal_moves:
        assert notation.write(board, move)[3:] == expected(board, move), move.usi()
        assert notation.read(board, notation.write(board, move)) is move
