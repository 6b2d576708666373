"""Proverbs about kings, rooks and pawns before and at the first clash."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.enums import BLACK, WHITE
from komadai.pieces import PieceType
from komadai.squares import square
from komadai.study.proverbs.evidence import Evidence
from komadai.study.proverbs.played import (
    BISHOPS,
    GENERALS,
    OWN_CAMP,
    beside,
    between,
    distance,
    file_rank,
    is_diagonal,
    kind_at,
    neighbours,
    pawns_in_hand,
    pieces,
    pieces_in_hand,
)

if TYPE_CHECKING:
    from komadai._core import Board
    from komadai.study.proverbs.played import Played

_HOME: Final = square("5i")
_CENTRE: Final = square("5e")
_BELOW_CENTRE: Final = square("5f")
_ROOK_PAWN: Final = square("2d")
_ROOK_FILE: Final = 1
_MANY_PAWNS: Final = 4
_GUARDS: Final = 3
"""Generals beside a king on its first square that make a castle of it."""


def sitting_king(played: Played) -> Evidence | None:
    """The fight has begun, and the own king is on its first square without a castle around it."""
    board = played.after
    if played.phase == "opening" or board.king(BLACK) != _HOME or not pieces_in_hand(board, WHITE):
        return None
    guards = sum(kind_at(board, each, BLACK) in GENERALS for each in neighbours(_HOME))
    return Evidence((_HOME,)) if guards < _GUARDS else None


def king_beside_rook(played: Played) -> Evidence | None:
    """The fight has begun, and the own king stands beside the own rook in the camp."""
    king = played.after.king(BLACK)
    if played.phase != "middle" or king is None or king % 9 not in OWN_CAMP:
        return None
    for rook in played.after.pieces(BLACK, PieceType.ROOK):
        if rook % 9 in OWN_CAMP and distance(king, rook) == 1:
            return Evidence((king, rook))
    return None


def _exposing_bishop(board: Board) -> tuple[int, int] | None:
    """The bishop that attacks the king but for one piece, which only the king guards; and this piece."""
    king = board.king(BLACK)
    if king is None:
        return None
    for bishop in pieces(board, WHITE, BISHOPS):
        if not is_diagonal(king, bishop):
            continue
        found = [each for each in between(king, bishop) or () if board.piece_at(each) is not None]
        if (
            len(found) == 1
            and kind_at(board, found[0], BLACK)
            and set(board.attackers(BLACK, found[0])) <= {king}
        ):
            return bishop, found[0]
    return None


def king_on_bishops_diagonal(played: Played) -> Evidence | None:
    """The move brings the own king onto the diagonal of a bishop, behind one piece that only it guards."""
    found = None if played.before.is_check() else _exposing_bishop(played.after)
    if found is None or _exposing_bishop(played.before) is not None:
        return None
    king = played.after.king(BLACK)
    assert king is not None
    return Evidence((king, found[0], found[1]), ((found[0], king),))


def edge_pawn_answered(played: Played) -> Evidence | None:
    """The opponent has pushed an edge pawn on the side of the own king, and the own one answers it."""
    previous = played.previous
    file, rank = file_rank(played.to)
    if played.kind != PieceType.PAWN or played.is_drop or file not in (0, 8) or rank != 5 or previous is None:
        return None
    if previous.drop is not None or previous.to_square != beside(played.to, 0, -2):
        return None
    king = played.after.king(BLACK)
    if played.theirs(previous.to_square) != PieceType.PAWN or king is None or abs(king // 9 - file) > 2:
        return None
    return Evidence((played.to, previous.to_square, king))


def rook_pawn_exchanged(played: Played) -> Evidence | None:
    """The rook takes the pawn in front of the opponent's bishop, after the own pawn was exchanged."""
    if played.to != _ROOK_PAWN or played.kind != PieceType.ROOK or played.captured != PieceType.PAWN:
        return None
    previous = played.previous
    if played.origin is None or played.origin // 9 != _ROOK_FILE or previous is None:
        return None
    if played.phase != "opening" or previous.to_square != _ROOK_PAWN or previous.drop is not None:
        return None
    return Evidence((_ROOK_PAWN,), ((played.origin, _ROOK_PAWN),))


def bishops_exchanged_with_ranging_rook(played: Played) -> Evidence | None:
    """With a static rook, the bishops are exchanged against a ranging rook."""
    if played.kind not in BISHOPS or played.captured != PieceType.BISHOP or played.phase == "end":
        return None
    own = [each // 9 for each in played.after.pieces(BLACK, PieceType.ROOK)]
    rooks = [each for each in played.after.pieces(WHITE, PieceType.ROOK) if each % 9 <= 2]
    if (
        len(rooks) != 1
        or not own
        or own[0] > 3
        or not 1 <= rooks[0] // 9 <= 4
        or pawns_in_hand(played.after, BLACK) > 2
    ):
        return None
    return Evidence((played.to, rooks[0]))


def centre_taken(played: Played) -> Evidence | None:
    """A bishop that no piece attacks takes the middle of the board, or a silver holds the own pawn there."""
    if played.kind == PieceType.SILVER and played.to == _BELOW_CENTRE:
        return Evidence((_CENTRE, played.to)) if played.own(_CENTRE) == PieceType.PAWN else None
    if played.kind not in BISHOPS or played.to != _CENTRE or played.captured:
        return None
    if played.after.attackers(WHITE, _CENTRE):
        return None
    rays = [each for each in played.after.attacks(_CENTRE) if played.theirs(each)]
    return Evidence((_CENTRE,), tuple((_CENTRE, each) for each in rays))


def last_pawn_spent(played: Played) -> Evidence | None:
    """The last pawn in hand is dropped while the opponent has many."""
    if not played.is_drop or played.kind != PieceType.PAWN or played.phase == "opening":
        return None
    theirs = pawns_in_hand(played.after, WHITE)
    if pawns_in_hand(played.after, BLACK) or theirs < _MANY_PAWNS:
        return None
    return Evidence((played.to,), numbers=(("number", theirs),))
