"""The tesuji of a move: forks, skewers and other strokes that have a name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.pieces import PieceType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from komadai.study.naming.position import TrackedPosition

_PAWN, _LANCE, _KNIGHT, _SILVER, _BISHOP, _ROOK, _GOLD, _KING = range(1, 9)
_HORSE, _DRAGON = int(PieceType.HORSE), int(PieceType.DRAGON)
_GOLD_MOVERS: Final = frozenset((7, 9, 10, 11, 12))

_BY_A_KNIGHT: Final = frozenset((_SILVER, _GOLD, _BISHOP, _ROOK, _KING, _HORSE, _DRAGON))
"""The pieces that are worth more than a knight."""
_BY_A_SILVER: Final = frozenset((_GOLD, _ROOK, _KING, _DRAGON))
"""The pieces that a silver dropped behind them attacks and that do not attack it back diagonally."""
_PIECES: Final = _BY_A_KNIGHT | {_KNIGHT}
_STRAIGHT: Final = ((0, -1), (0, 1), (-1, 0), (1, 0))
_DIAGONAL: Final = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_GOLD_STEPS: Final = frozenset(((0, -1), (-1, -1), (1, -1), (-1, 0), (1, 0), (0, 1)))
_SILVER_STEPS: Final = frozenset(((0, -1), *_DIAGONAL))
_KNIGHT_STEPS: Final = ((-1, -2), (1, -2))


class _View:
    """The board as the side that has moved sees it: file and rank from 0, rank 0 is the far one."""

    __slots__ = ("_position", "_side")

    def __init__(self, position: TrackedPosition) -> None:
        self._position, self._side = position, position.mover

    def at(self, file: int, rank: int) -> int:
        """The type of the piece; negative for the opponent's, 0 for none and outside the board."""
        if not (0 <= file < 9 and 0 <= rank < 9):
            return 0
        return self._position.piece_at(file * 9 + rank, self._side)

    def first(self, file: int, rank: int, step: tuple[int, int]) -> tuple[int, int, int]:
        """The next piece from a square in a direction, and its file and rank; 0 if there is none."""
        while True:
            file, rank = file + step[0], rank + step[1]
            if not (0 <= file < 9 and 0 <= rank < 9):
                return 0, file, rank
            piece = self._position.piece_at(file * 9 + rank, self._side)
            if piece:
                return piece, file, rank

    def is_defended(self, file: int, rank: int) -> bool:
        """Whether another piece of the opponent protects this square."""
        for step in (*_STRAIGHT, *_DIAGONAL):
            piece, there, far = self.first(file, rank, step)
            if piece >= 0:
                continue
            near = abs(there - file) <= 1 and abs(far - rank) <= 1
            # Seen by the opponent, the way from his piece to here is this step: the turn reverses it twice.
            if _reaches(-piece, step, near):
                return True
        return any(self.at(file + step[0], rank + step[1]) == -_KNIGHT for step in _KNIGHT_STEPS)


def _reaches(kind: int, way: tuple[int, int], near: bool) -> bool:
    """Whether a piece attacks in this direction of its own, at distance one (``near``) or more."""
    straight = way in _STRAIGHT
    if (kind in (_ROOK, _DRAGON) and straight) or (kind in (_BISHOP, _HORSE) and not straight):
        return True
    if kind == _LANCE:
        return way == (0, -1)
    if not near:
        return False
    if kind in (_KING, _HORSE, _DRAGON):
        return True
    if kind in _GOLD_MOVERS:
        return way in _GOLD_STEPS
    if kind == _SILVER:
        return way in _SILVER_STEPS
    return kind == _PAWN and way == (0, -1)


def tesuji_of(position: TrackedPosition) -> Iterator[str]:
    """The ids of the tesuji that the last move of a position is, but for mates."""
    kind, place = divmod(position.arrived, 81)
    tests = _TESTS.get(kind)
    if tests is None:
        return
    file, rank = divmod(place, 9)
    view = _View(position)
    if kind not in (_KING, _PAWN) and view.at(file, rank - 1) == -_PAWN:
        return  # a pawn takes the piece
    for name, test in tests:
        if test(position, view, file, rank):
            yield name


def is_gold_at_the_head(position: TrackedPosition) -> bool:
    """Whether the last move put a gold on the square in front of the opponent's king."""
    kind, place = divmod(position.arrived, 81)
    king = position.kings[1 - position.mover]
    return kind == _GOLD and king >= 0 and place == 80 - king + 1 and place % 9 > 0


def _forks_as_knight(position: TrackedPosition, view: _View, file: int, rank: int) -> bool:
    return all(-view.at(file + step[0], rank + step[1]) in _BY_A_KNIGHT for step in _KNIGHT_STEPS)


def _splits(position: TrackedPosition, view: _View, file: int, rank: int) -> bool:
    return position.origin < 0 and all(-view.at(file + side, rank + 1) in _BY_A_SILVER for side in (-1, 1))


def _skewers(position: TrackedPosition, view: _View, file: int, rank: int) -> bool:
    if position.origin >= 0:
        return False
    first, _, at = view.first(file, rank, (0, -1))
    if -first not in _PIECES or first == -_KING:
        return False
    second, _, _ = view.first(file, at, (0, -1))
    return -second in _BY_A_KNIGHT


def _crosses(position: TrackedPosition, view: _View, file: int, rank: int) -> bool:
    targets = [view.first(file, rank, step) for step in _STRAIGHT]
    files = [each for each in targets[:2] if -each[0] in _PIECES]
    ranks = [each for each in targets[2:] if -each[0] in _PIECES]
    return any(
        (one[0] == -_KING or not view.is_defended(one[1], one[2]))
        and (other[0] == -_KING or not view.is_defended(other[1], other[2]))
        for one in files
        for other in ranks
    )


def _checks_and_attacks_rook(position: TrackedPosition, view: _View, file: int, rank: int) -> bool:
    hit = [-view.first(file, rank, step)[0] for step in _DIAGONAL]
    return _KING in hit and (_ROOK in hit or _DRAGON in hit)


def _stands_beside_king(position: TrackedPosition, view: _View, file: int, rank: int) -> bool:
    return position.origin < 0 and -_KING in (view.at(file - 1, rank), view.at(file + 1, rank))


def _anchors_gold(position: TrackedPosition, view: _View, file: int, rank: int) -> bool:
    return position.origin < 0 and rank == 8 and view.at(file, rank - 1) == _GOLD


def _follows_pawn(position: TrackedPosition, view: _View, file: int, rank: int) -> bool:
    # The opponent's pawn in front has just taken a pawn.
    return (
        position.origin < 0
        and position.taken_before == _PAWN
        and position.arrived_before == _PAWN * 81 + 80 - (file * 9 + rank - 1)
        and rank > 0
    )


def _one_square_off_king(position: TrackedPosition, view: _View, file: int, rank: int) -> bool:
    return any(
        view.at(file + step[0], rank + step[1]) == 0
        and view.at(file + 2 * step[0], rank + 2 * step[1]) == -_KING
        for step in _STRAIGHT
    )


_TESTS: Final[dict[int, tuple[tuple[str, Callable[[TrackedPosition, _View, int, int], bool]], ...]]] = {
    _PAWN: (("kinzoko_no_fu", _anchors_gold), ("tsugifu", _follows_pawn)),
    _LANCE: (("dengaku_zashi", _skewers),),
    _KNIGHT: (("fundoshi_no_kei", _forks_as_knight),),
    _SILVER: (("wariuchi_no_gin", _splits), ("haragin", _stands_beside_king)),
    _BISHOP: (("otebisha", _checks_and_attacks_rook),),
    _HORSE: (("otebisha", _checks_and_attacks_rook),),
    _ROOK: (("juji_bisha", _crosses),),
    _DRAGON: (("ikkenryu", _one_square_off_king),),
}
"""By the type of the piece that has moved: names and their conditions."""
