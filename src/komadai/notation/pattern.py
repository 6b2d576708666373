"""The meaning of a text as a move, independent of its notation, and the legal moves that fit it.

Every notation reads its text into a :class:`Pattern`; this is the only place that compares patterns
with a position.
"""

from __future__ import annotations

from typing import NamedTuple

from komadai._core import Move
from komadai.errors import AmbiguousMoveError, IllegalMoveError, NotationError
from komadai.messages import Message
from komadai.notation import relation
from komadai.pieces import Color, PieceType
from komadai.squares import file_of, rank_of, square_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from komadai._core import Board


class Pattern(NamedTuple):
    """The properties of a move that a text gives. None: the text does not give the property."""

    to: int | None
    """The target; None for 同, the target of the move before."""
    moved: PieceType | None = None
    """The piece before it moves."""
    becomes: PieceType | None = None
    """The piece that stands on the target afterwards."""
    start: int | None = None
    start_file: int | None = None
    """The file it leaves (1 to 9), if the text has only the file: ``G65b``. None for a drop."""
    start_rank: int | None = None
    """The rank it leaves (1 to 9), if the text has only the rank: ``Gb6b``. None for a drop."""
    drop: bool | None = None
    promotion: bool | None = None
    capture: bool | None = None
    """True if the text names a capture. None does not exclude one: the ``x`` may be missing."""
    words: frozenset[str] = frozenset()
    """Those of 右 左 直 上 寄 引 that the text contains."""
    color: Color | None = None
    plain_is_move: bool = False
    """Whether the text means the move if both a move and a drop fit, as in Japanese notation."""


def resolve(board: Board, patterns: Iterable[Pattern], text: str, previous: Move | None) -> Move:
    """The one legal move that fits any of the patterns.

    Raises AmbiguousMoveError if several fit, IllegalMoveError if the text names one move
    completely and it is illegal, NotationError if nothing fits.
    """
    found: dict[Move, None] = {}
    reasons: list[Message] = []
    for pattern in patterns:
        to = pattern.to
        if to is None:
            if previous is None:
                reasons.append(Message("move-without-previous"))
                continue
            to = previous.to_square
        if pattern.color is not None and pattern.color is not board.turn:
            sides = {"side": pattern.color.key, "turn": board.turn.key}
            reasons.append(Message("move-other-side", sides))
            continue
        fitting = _fitting(board, pattern, to)
        if not fitting:
            reasons.append(_why_nothing_fits(board, pattern, to))
        found.update(dict.fromkeys(fitting))
    if len(found) == 1:
        return next(iter(found))
    if found:
        raise AmbiguousMoveError(text, list(found))
    for pattern in patterns:
        named = _named_move(pattern, previous)
        infraction = None if named is None else board.infraction(named)
        if named is not None and infraction is not None and pattern.color in (None, board.turn):
            raise IllegalMoveError(named, infraction)
    raise NotationError(reasons[0] if reasons else Message("move-nothing"), text)


def fitting(board: Board, pattern: Pattern, previous: Move | None) -> list[Move]:
    """All legal moves that fit the pattern, for readers that choose among several themselves."""
    to = pattern.to if pattern.to is not None else previous.to_square if previous is not None else None
    if to is None or (pattern.color is not None and pattern.color is not board.turn):
        return []
    return _fitting(board, pattern, to)


def _fitting(board: Board, pattern: Pattern, to: int) -> list[Move]:
    """The legal moves to this square that fit the pattern.

    Some people and programs write a promotion with the resulting piece (２二馬 for ２二角成). It is read
    so if no move of a promoted piece fits.
    """
    found = _strictly_fitting(board, pattern, to)
    if found or pattern.moved is None or not pattern.moved.is_promoted or not pattern.plain_is_move:
        return found
    if pattern.drop or pattern.promotion is False:
        return found
    promotion = pattern._replace(moved=pattern.moved.unpromoted, becomes=pattern.moved, promotion=True)
    return _strictly_fitting(board, promotion, to)


def _strictly_fitting(board: Board, pattern: Pattern, to: int) -> list[Move]:
    fitting = board.legal_moves_to(to, pattern.moved)
    if len(fitting) > 1 or (fitting and not _fits(board, pattern, fitting[0])):
        fitting = [move for move in fitting if _fits(board, pattern, move)]
    if pattern.words:
        fitting = _with_words(board, pattern.words, to, fitting)
    if len(fitting) > 1 and pattern.plain_is_move and pattern.drop is None:
        on_board = [move for move in fitting if move.drop is None]
        return on_board or fitting
    return fitting


def _fits(board: Board, pattern: Pattern, move: Move) -> bool:
    """Whether a legal move of the right piece to the right square fits the rest of the pattern."""
    if pattern.drop is not None and pattern.drop is (move.drop is None):
        return False
    if pattern.start is not None and pattern.start != move.from_square:
        return False
    if pattern.start_file is not None and file_of(move.from_square or 0) != pattern.start_file:
        return False
    if pattern.start_rank is not None and rank_of(move.from_square or 0) != pattern.start_rank:
        return False
    if pattern.promotion is not None and pattern.promotion is not move.promotion:
        return False
    if pattern.becomes is not None and pattern.becomes is not relation.arrives(board, move):
        return False
    return not pattern.capture or board.piece_at(move.to_square) is not None


def _with_words(board: Board, words: frozenset[str], to: int, moves: list[Move]) -> list[Move]:
    """The moves that all the words describe.

    If no move fits the words as the guideline defines them, pinned pieces are counted, too; then 左 and 右
    also mean the left-most or right-most of the pieces that could move there, as some texts use them.
    """
    color = board.turn
    by_kind: dict[PieceType, list[int]] = {}
    for move in moves:
        if move.from_square is not None:
            by_kind.setdefault(relation.mover(board, move)[1], []).append(move.from_square)

    def true_words(move: Move, *, loose: bool = False, count_pinned: bool = False) -> set[str]:
        if move.from_square is None:
            return set()
        start, kind = move.from_square, relation.mover(board, move)[1]
        others = [square for square in by_kind[kind] if square != start]
        if count_pinned:
            others = relation.reaching(board, color, kind, to, start)
        true: set[str] = {relation.motion(color, start, to)}
        if relation.is_straight(color, kind, start, to):
            true.add("直")
        side = relation.side(color, kind, start, to, others)
        if side is not None:
            true.add(side)
        if loose and all(relation.to_the_left(color, start, other) > 0 for other in others):
            true.add("左")
        if loose and all(relation.to_the_left(color, start, other) < 0 for other in others):
            true.add("右")
        return true

    strict = [move for move in moves if words <= true_words(move)]
    strict = strict or [move for move in moves if words <= true_words(move, count_pinned=True)]
    return strict or [
        move
        for move in moves
        if words <= true_words(move, loose=len(by_kind[relation.mover(board, move)[1]]) > 1)
    ]


def _named_move(pattern: Pattern, previous: Move | None) -> Move | None:
    """The move that a pattern names completely, or None."""
    to = pattern.to if pattern.to is not None else previous.to_square if previous else None
    if to is None:
        return None
    if pattern.start is not None and pattern.start != to:
        return Move.normal(pattern.start, to, bool(pattern.promotion))
    if pattern.drop and pattern.moved is not None and pattern.moved <= PieceType.GOLD:
        return Move.dropping(pattern.moved, to)
    return None


def _why_nothing_fits(board: Board, pattern: Pattern, to: int) -> Message:
    kind = pattern.moved or pattern.becomes
    params: dict[str, object] = {"piece": kind.english if kind else "piece", "squares": square_name(to)}
    if pattern.drop:
        return Message("move-no-drop", params)
    start: Message | str = ""
    if pattern.start is not None:
        start = Message("move-from-square", {"squares": square_name(pattern.start)})
    elif pattern.start_file is not None:
        start = Message("move-from-file", {"file": pattern.start_file})
    elif pattern.start_rank is not None:
        start = Message("move-from-rank", {"letter": "abcdefghi"[pattern.start_rank - 1]})
    params["start"] = start
    params["words"] = f" ({''.join(sorted(pattern.words))})" if pattern.words else ""
    params["promotion"] = Message("move-and-promote") if pattern.promotion else ""
    return Message("move-none", params)
