"""Proverbs about the attack on a king."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.enums import BLACK, WHITE
from komadai.pieces import PieceType
from komadai.study.proverbs.evidence import Evidence
from komadai.study.proverbs.played import beside, distance, flights, kind_at, neighbours

if TYPE_CHECKING:
    from komadai._core import Board
    from komadai.study.proverbs.played import Played

_NET: Final = 4
_NO_NET: Final = (PieceType.PAWN, PieceType.KING)


def check_that_chases(played: Played) -> Evidence | None:
    """After a check the king is freer than before, and the next move is no check."""
    answer, then = played.follows(0), played.follows(1)
    if not played.check or played.captured or answer is None or then is None:
        return None
    king = played.after.king(WHITE)
    if king is None or answer.from_square != king or played.after.is_capture(answer):
        return None
    # Towards Black, where there are fewer pieces of the attack above the king.
    if answer.to_square % 9 <= king % 9:
        return None
    before = len(flights(played.before, WHITE))
    board = played.after.copy()
    board.push(answer)
    if len(flights(board, WHITE)) <= before or board.gives_check(then):
        return None
    return Evidence((played.to, king, answer.to_square), ((king, answer.to_square),))


def surrounded_king(played: Played) -> Evidence | None:
    """A quiet move near the king takes flights from it and threatens mate in one."""
    king = played.after.king(WHITE)
    if (
        king is None
        or played.check
        or played.captured
        or distance(played.to, king) > 2
        or played.phase == "opening"
    ):
        return None
    taken = [each for each in flights(played.before, WHITE) if played.after.attackers(BLACK, each)]
    if not taken or played.before.mate_in_1() is not None:
        return None
    board = played.after.copy()
    board.push_pass()
    if board.mate_in_1() is None:
        return None
    return Evidence((played.to, king), tuple((played.to, each) for each in taken))


def driven_to_back_rank(played: Played) -> Evidence | None:
    """A check drives the king to its last rank, and the attack goes on with another one."""
    answer, then = played.follows(0), played.follows(1)
    if not played.check or answer is None or then is None:
        return None
    king = played.after.king(WHITE)
    if king is None or answer.from_square != king or king % 9 == 0 or answer.to_square % 9 != 0:
        return None
    board = played.after.copy()
    board.push(answer)
    if not board.gives_check(then):
        return None
    return Evidence((played.to, answer.to_square), ((king, answer.to_square),))


def silver_at_belly(played: Played) -> Evidence | None:
    """A silver is dropped beside the king."""
    king = played.after.king(WHITE)
    if king is None or played.kind != PieceType.SILVER or not played.is_drop or played.is_taken_safely():
        return None
    if king not in (beside(played.to, -1, 0), beside(played.to, 1, 0)):
        return None
    return Evidence((played.to, king), ((played.to, king),))


def silver_behind_king(played: Played) -> Evidence | None:
    """A silver is dropped behind the king."""
    king = played.after.king(WHITE)
    if king is None or played.kind != PieceType.SILVER or not played.is_drop or played.is_taken_safely():
        return None
    return Evidence((played.to, king), ((played.to, king),)) if king == beside(played.to, 0, 1) else None


def _net(board: Board, king: int) -> set[int]:
    """The pieces other than pawns that attack squares around this king."""
    found: set[int] = set()
    for square in neighbours(king):
        found.update(board.attackers(BLACK, square))
    return {each for each in found if kind_at(board, each, BLACK) not in _NO_NET}


def four_piece_net(played: Played) -> Evidence | None:
    """With this move four pieces attack the squares around the king."""
    king = played.after.king(WHITE)
    if king is None or played.kind in _NO_NET or played.phase == "opening":
        return None
    net = _net(played.after, king)
    if len(net) < _NET or played.to not in net or len(_net(played.before, king)) >= _NET:
        return None
    return Evidence((*sorted(net)[:_NET],), tuple((each, king) for each in sorted(net)))
