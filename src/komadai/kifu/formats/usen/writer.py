"""Writes USEN, and encodes moves as three characters."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from komadai._core import STARTPOS, Move
from komadai.errors import RecordError
from komadai.kifu.tree.variations import branches, go_back
from komadai.messages import Message
from komadai.outcome import Outcome, Termination
from komadai.pieces import HAND_TYPES, PieceType
from komadai.squares import file_of, rank_of, square_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from komadai._core import Board
    from komadai.kifu.tree.game import Ending, Game, Node
    from komadai.pieces import Color

_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"
_DROPS: Final = {
    PieceType.GOLD: 90, PieceType.PAWN: 91, PieceType.LANCE: 92, PieceType.KNIGHT: 93, PieceType.SILVER: 94,
    PieceType.BISHOP: 95, PieceType.ROOK: 96,
}  # fmt: skip
_BY_DROP: Final = {number: kind for kind, number in _DROPS.items()}
ENDINGS: Final[dict[str, Callable[[Color], Outcome]]] = {
    "r": lambda turn: Outcome(turn.opponent, Termination.RESIGNATION),
    "t": lambda turn: Outcome(turn.opponent, Termination.TIME_FORFEIT),
    "i": lambda turn: Outcome(turn.opponent, Termination.ILLEGAL_MOVE),
    "j": lambda turn: Outcome(None, Termination.IMPASSE_AGREED),
    "p": lambda turn: Outcome(None, Termination.INTERRUPTED),
}
"""The outcome of each letter, for the side to move. Shogi Playground has only the first three."""
_LETTERS: Final = {
    Termination.RESIGNATION: "r",
    Termination.TIME_FORFEIT: "t",
    Termination.IMPASSE_AGREED: "j",
    Termination.MOVE_LIMIT: "j",
}
"""Other endings have no letter in USEN: they are written as an interruption, as ShogiHome does."""


def write(game: Game) -> str:
    """The game in one line. It holds moves, variations and some endings, nothing else."""
    board = game.board()
    sections = [section(board, offset, nodes, game.root) for offset, nodes in branches(game)]
    return f"{start(game)}~{'~'.join(sections)}\n"


def start(game: Game) -> str:
    """The start position; empty for the even game."""
    if game.sfen == STARTPOS:
        return ""
    position = game.sfen.rsplit(" ", 1)[0]
    return position.replace("/", "_").replace(" ", ".").replace("+", "z")


def section(board: Board, offset: int, nodes: list[Node], root: Node) -> str:
    """The section of a line. The board is at the end of the line before; it plays the moves of this one."""
    go_back(board, offset)
    codes, is_illegal = [], False
    for node in nodes:
        if node.move is None:
            continue
        codes.append(encode(node.move))
        is_illegal = node.ending is not None and not board.is_legal(node.move)
        board.push_unchecked(node.move)
    ending = (nodes[-1] if nodes else root).ending
    if ending is None:
        return f"{offset}.{''.join(codes)}."
    if is_illegal and _loses_by_last_move(ending, board.turn):
        # The illegal move follows the letter.
        return f"{offset}.{''.join(codes[:-1])}.i{codes[-1]}"
    return f"{offset}.{''.join(codes)}.{_letter(ending, board.turn)}"


def _loses_by_last_move(ending: Ending, turn: Color) -> bool:
    outcome = ending.outcome
    return (
        outcome is not None
        and outcome.termination is Termination.ILLEGAL_MOVE
        and outcome.loser is turn.opponent
    )


def _letter(ending: Ending, turn: Color) -> str:
    outcome = ending.outcome
    if outcome is None:
        return "p"
    if outcome == Outcome(None, Termination.IMPASSE_DECLARATION):
        return "j"  # declared with too few points to win
    letter = _LETTERS.get(outcome.termination, "p")
    # A side that resigned in the other side's turn has no letter.
    return "p" if letter in "rt" and outcome.winner is turn else letter


def encode(move: Move) -> str:
    """A move in three characters."""
    start = _DROPS[move.drop] if move.drop is not None else _number(move.from_square or 0)
    code = (start * 81 + _number(move.to_square)) * 2 + move.promotion
    return _DIGITS[code // 1296] + _DIGITS[code // 36 % 36] + _DIGITS[code % 36]


def _number(square: int) -> int:
    """The number of a square in USEN: rank by rank, from Black's right."""
    return (rank_of(square) - 1) * 9 + file_of(square) - 1


@cache  # there are 15,552 of them
def decode(text: str) -> Move:
    """The move of three characters. Raises RecordError for an invalid text."""
    if len(text) != 3:
        raise RecordError(Message("usen-move-length"))
    code = int(text, 36)
    start, to = code // 162, code // 2 % 81
    target = square_at(to % 9 + 1, to // 9 + 1)
    if start < 81:
        origin = square_at(start % 9 + 1, start // 9 + 1)
        if origin == target:
            raise RecordError(Message("usen-move-same-square"))
        return Move.normal(origin, target, bool(code % 2))
    kind = _BY_DROP.get(start)
    if kind not in HAND_TYPES:
        raise RecordError(Message("usen-move-drop"))
    return Move.dropping(kind, target)
