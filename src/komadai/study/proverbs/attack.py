"""Proverbs about attack and defence with minor pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.enums import BLACK, WHITE
from komadai.pieces import PieceType
from komadai.study.proverbs.evidence import Evidence
from komadai.study.proverbs.played import (
    BISHOPS,
    FAR_CAMP,
    MAJORS,
    OWN_CAMP,
    ROOKS,
    beside,
    between,
    can_put_pawn,
    distance,
    file_rank,
    flights,
    kind_at,
    pieces,
    place,
)

if TYPE_CHECKING:
    from komadai._core import Board
    from komadai.study.proverbs.played import Played

_UNPROTECTED: Final = (*MAJORS, PieceType.GOLD, PieceType.SILVER, PieceType.KNIGHT)
_LONG_LANCE: Final = 4
_TRAPPED: Final = (PieceType.ROOK, PieceType.BISHOP)
"""A pawn on a guarded square takes more than this square only from pieces that move far."""


def pawn_sacrifice(played: Played) -> Evidence | None:
    """Before the fight a pawn is pushed to where a pawn takes it, and it is not retaken at once."""
    if played.kind != PieceType.PAWN or played.is_drop or played.captured or played.phase != "opening":
        return None
    if played.theirs(beside(played.to, 0, -1)) != PieceType.PAWN:
        return None
    answer, then = played.follows(0), played.follows(1)
    if answer is None or then is None or answer.to_square != played.to or then.to_square == played.to:
        return None
    if answer.from_square != beside(played.to, 0, -1):
        return None
    return Evidence((played.to,), ((answer.from_square, played.to),))


def unprotected_piece(played: Played) -> Evidence | None:
    """After the opening a quiet move attacks a piece that nothing protects, and wins it."""
    if played.captured or played.check or played.phase == "opening" or played.kind in ROOKS:
        return None
    if played.after.attackers(WHITE, played.to):
        return None
    for target in played.after.attacks(played.to):
        if played.theirs(target) not in _UNPROTECTED or played.after.attackers(WHITE, target):
            continue
        if played.before.attackers(BLACK, target):
            continue
        then = played.follows(1)
        if not played.follow or (
            then is not None and then.to_square == target and then.from_square == played.to
        ):
            return Evidence((target,), ((played.to, target),))
    return None


def _attacking_four(board: Board) -> tuple[int, ...] | None:
    """Rook, silver and knight that take part in an attack, and the bishop unless it is in hand."""
    silver = next((each for each in board.pieces(BLACK, PieceType.SILVER) if each % 9 <= 4), None)
    knight = next((each for each in board.pieces(BLACK, PieceType.KNIGHT) if each % 9 <= 4), None)
    if silver is None or knight is None:
        return None
    rook = next(
        (
            each
            for each in pieces(board, BLACK, ROOKS)
            if each % 9 in FAR_CAMP or abs(each // 9 - silver // 9) <= 1 or abs(each // 9 - knight // 9) <= 1
        ),
        None,
    )
    if rook is None:
        return None
    for bishop in pieces(board, BLACK, BISHOPS):
        if any(each % 9 in FAR_CAMP for each in board.attacks(bishop)):
            return rook, bishop, silver, knight
    return (rook, silver, knight) if board.hand(BLACK)[PieceType.BISHOP] else None


def rook_bishop_silver_knight(played: Played) -> Evidence | None:
    """With this move rook, bishop, silver and knight attack together."""
    if played.kind not in (*ROOKS, *BISHOPS, PieceType.SILVER, PieceType.KNIGHT) or played.phase == "end":
        return None
    found = _attacking_four(played.after)
    return Evidence(found) if found and _attacking_four(played.before) is None else None


def far_jumping_knight(played: Played) -> Evidence | None:
    """A knight jumps to where a pawn attacks it, and cannot jump on without being taken."""
    to = played.to
    if played.kind != PieceType.KNIGHT or played.is_drop or not 2 <= to % 9 <= 4 or played.captured:
        return None
    head = beside(to, 0, -1)
    if not can_put_pawn(played.after, WHITE, head):
        return None
    for files in (-1, 1):
        target = beside(to, files, -2)
        if target < 0 or played.own(target):
            continue
        if played.theirs(target) not in (None, PieceType.PAWN) or not played.after.attackers(WHITE, target):
            return None
    if played.follow:
        for number, move in enumerate(played.follow[:6]):
            if number % 2 == 0 and move.to_square == to:
                break
            if number % 2 == 1 and move.from_square == to:
                return None
        else:
            return None
    return Evidence((to, head), ((head, to),))


def lance_from_afar(played: Played) -> Evidence | None:
    """A lance is dropped on one of the last two ranks, and attacks a piece far away."""
    file, rank = file_rank(played.to)
    if played.kind != PieceType.LANCE or not played.is_drop or rank < 7:
        return None
    for each in range(rank - 1, -1, -1):
        square = place(file, each)
        if played.own(square):
            return None
        if played.theirs(square):
            return (
                Evidence((played.to, square), ((played.to, square),)) if rank - each >= _LONG_LANCE else None
            )
    return None


def silver_at_knights_head(played: Played) -> Evidence | None:
    """A silver arrives in front of a knight that has left its first rank."""
    knight = beside(played.to, 0, -1)
    if played.kind != PieceType.SILVER or played.theirs(knight) != PieceType.KNIGHT or knight % 9 == 0:
        return None
    return None if played.is_taken_safely() else Evidence((played.to, knight), ((played.to, knight),))


def major_drawn_closer(played: Played) -> Evidence | None:
    """A cheap piece is dropped in the way of a rook or bishop, which comes nearer if it takes."""
    if not played.is_drop or played.kind in MAJORS or played.before.is_check():
        return None
    attackers = list(played.after.attackers(WHITE, played.to))
    if len(attackers) != 1 or played.theirs(attackers[0]) not in MAJORS:
        return None
    major, king = attackers[0], played.after.king(BLACK)
    if king is None or distance(major, played.to) < 2 or distance(played.to, king) >= distance(major, king):
        return None
    answer = played.follows(0)
    if played.follow and (answer is None or answer.to_square != played.to or answer.from_square != major):
        return None
    if not played.follow and played.after.attackers(BLACK, played.to):
        return None
    return Evidence((played.to, major), ((major, played.to),))


def gold_with_pawn_below(played: Played) -> Evidence | None:
    """A pawn is dropped on the last rank below a gold, while a rook can come from the side."""
    if played.kind != PieceType.PAWN or not played.is_drop or played.to % 9 != 8:
        return None
    gold = beside(played.to, 0, -1)
    if played.own(gold) != PieceType.GOLD:
        return None
    rooks = [each for each in pieces(played.after, WHITE, ROOKS) if each % 9 in OWN_CAMP]
    if not rooks and not played.after.hand(WHITE)[PieceType.ROOK]:
        return None
    return Evidence((played.to, gold), tuple((each, gold) for each in rooks))


def horse_home(played: Played) -> Evidence | None:
    """A horse goes back to the own camp."""
    if played.kind != PieceType.HORSE or played.origin is None or played.move.promotion:
        return None
    if played.origin % 9 in OWN_CAMP or played.to % 9 not in OWN_CAMP or played.is_taken_safely():
        return None
    return Evidence((played.to,), ((played.origin, played.to),))


def gold_from_behind(played: Played) -> Evidence | None:
    """A piece that nothing attacks stands diagonally behind a gold, attacks it and wins it."""
    if played.check or played.captured or played.kind not in (PieceType.SILVER, *BISHOPS):
        return None
    if played.after.attackers(WHITE, played.to):
        return None
    for files in (-1, 1):
        gold = beside(played.to, files, 1)
        taken = not played.follow or any(move.to_square == gold for move in played.follow[1::2])
        if played.theirs(gold) == PieceType.GOLD and taken:
            return Evidence((played.to, gold), ((played.to, gold),))
    return None


def tokin_with_pawn_behind(played: Played) -> Evidence | None:
    """A pawn is dropped behind a tokin: they guard each other."""
    tokin = beside(played.to, 0, -1)
    if played.kind != PieceType.PAWN or not played.is_drop or played.own(tokin) != PieceType.PRO_PAWN:
        return None
    return Evidence((tokin, played.to), ((played.to, tokin),))


def back_door(played: Played) -> Evidence | None:
    """A pawn beside the own king moves and gives a king without flights one."""
    king = played.after.king(BLACK)
    if played.kind != PieceType.PAWN or played.origin is None or king is None or played.phase == "opening":
        return None
    if played.captured or distance(king, played.origin) != 1 or len(flights(played.before, BLACK)) > 1:
        return None
    after = flights(played.after, BLACK)
    if played.origin not in after:
        return None
    return Evidence((played.origin, king), ((king, played.origin),))


def _way_out(board: Board, piece: int) -> bool:
    """Whether the opponent's piece has a move to a square that is not attacked, or takes one on the way."""
    return any(
        kind_at(board, each, WHITE) is None and not board.attackers(BLACK, each)
        for each in board.attacks(piece)
    )


def retreat_cut_off(played: Played) -> Evidence | None:
    """A pawn on a guarded square leaves a piece in the own half no way back."""
    if played.kind != PieceType.PAWN or not played.is_drop or not played.after.attackers(BLACK, played.to):
        return None
    for piece in pieces(played.after, WHITE, _TRAPPED):
        if piece % 9 < 4 or played.to not in played.before.attacks(piece):
            continue
        if _way_out(played.before, piece) and not _way_out(played.after, piece):
            return Evidence((played.to, piece), ((piece, played.to),))
    return None


def pawn_where_edge_pawn_was(played: Played) -> Evidence | None:
    """A pawn is dropped on an edge file without an opposing pawn, with a lance behind it, near the king."""
    file, rank = file_rank(played.to)
    if played.kind != PieceType.PAWN or not played.is_drop or file not in (0, 8) or rank > 3:
        return None
    column = [place(file, each) for each in range(9)]
    if any(played.theirs(each) == PieceType.PAWN for each in column):
        return None
    lance = next((each for each in column if played.own(each) == PieceType.LANCE), None)
    king = played.after.king(WHITE)
    if lance is None or lance < played.to or king is None or abs(king // 9 - file) > 2:
        return None
    if any(played.own(each) or played.theirs(each) for each in between(lance, played.to) or ()):
        return None
    return Evidence((played.to, lance, king), ((lance, played.to),))
