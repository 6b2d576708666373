"""Problems from a problem: pieces are added, removed and moved; sound problems that are not shorter are
returned."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from komadai.pieces import HAND_TYPES, SET_COUNTS, PieceType
from komadai.tsume.composition import Composition
from komadai.tsume.mining.duplicates import around_king
from komadai.tsume.mining.minimize import minimize

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from komadai._core import Move
    from komadai.tsume.mining.minimize import ProblemChecker

_KINDS: Final = "PPPPLNSSGGBR"
"""The pieces that are added to the board or the hand: minor pieces more often, as composers prefer."""
_ATTACKERS: Final = 0.35
"""The share of the pieces added to the board that are the attacker's."""
_PROMOTED: Final = 0.2
_SET: Final = {kind.letter: SET_COUNTS[kind] for kind in HAND_TYPES}


def mutate(
    composition: Composition,
    line: tuple[Move, ...],
    max_plies: int,
    attempts: int,
    checker: ProblemChecker,
    rng: Random,
) -> Iterator[tuple[Composition, tuple[Move, ...]]]:
    """Other problems of the same number of plies or more, up to ``max_plies``, each by a small change to the
    previous one.

    ``attempts`` are made for each ply of the first one.
    """
    seen = {around_king(composition, line)}
    for _ in range(attempts * len(line)):
        tried = _changed(composition, rng)
        board = tried.board() if tried is not None else None
        if tried is None or board is None or len(checker.solution(board, max_plies)) < len(line):
            continue
        solution = checker.problem(board, max_plies)
        if not solution or around_king(tried, solution) in seen:
            continue
        found = minimize(tried, max_plies, checker, rng)
        if found is None or len(found[1]) < len(line) or (key := around_king(*found)) in seen:
            continue
        seen.add(key)
        composition, line = found
        yield found


def _changed(composition: Composition, rng: Random) -> Composition | None:
    """Adds, moves or exchanges one or two pieces; None if that is not possible."""
    pieces, hand = dict(composition.pieces), dict(composition.hand)
    target = composition.target()
    for _ in range(rng.choice((1, 1, 2))):
        kind = rng.choice(_KINDS)
        change = rng.random()
        if change < 0.7 and not _is_left(kind, pieces, hand):
            return None
        if change < 0.4:
            square = _beside(target, 2, rng)
            if square is None or square in pieces:
                return None
            promoted = kind != PieceType.GOLD.letter and rng.random() < _PROMOTED
            symbol = f"+{kind}" if promoted else kind
            pieces[square] = symbol if rng.random() < _ATTACKERS else symbol.lower()
        elif change < 0.55:
            hand[kind] = hand.get(kind, 0) + 1
        elif change < 0.7:
            at = rng.choice(list(pieces))
            if pieces[at] in "Kk":
                return None
            pieces[at] = kind if pieces[at].isupper() else kind.lower()
        else:
            at = rng.choice(list(pieces))
            to = _beside(at, 1, rng)
            if to is None or to in pieces:
                return None
            pieces[to] = pieces.pop(at)
    return Composition(pieces, hand)


def _beside(square: int, reach: int, rng: Random) -> int | None:
    """A square near this one; None if that is beyond the edge."""
    file = square // 9 + rng.randint(-reach, reach)
    rank = square % 9 + rng.randint(-reach, reach)
    return file * 9 + rank if 0 <= file < 9 and 0 <= rank < 9 else None


def _is_left(kind: str, pieces: dict[int, str], hand: dict[str, int]) -> bool:
    """Whether the set has one more piece of this kind."""
    used = Counter(piece[-1].upper() for piece in pieces.values())
    return used[kind] + hand.get(kind, 0) < _SET[kind]
