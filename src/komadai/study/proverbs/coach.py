"""``hint(board)``: what a friendly coach says to the player who is to move: one proverb at most."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from komadai._core import Board, Move, Search
from komadai.enums import BLACK, Color
from komadai.errors import RangeError, check_type
from komadai.kifu import Game
from komadai.pieces import PieceType
from komadai.squares import square_name
from komadai.study.naming.phases import phases
from komadai.study.proverbs.evidence import Evidence
from komadai.study.proverbs.played import Phase, Played, pieces_in_hand
from komadai.study.proverbs.said import filled, fitting, phase_at
from komadai.study.proverbs.table import Proverb, Sentence, all_proverbs

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

NODES: Final = 30_000
MAX_NODES: Final = 10_000_000
MANY_IN_HAND: Final = 3
"""From this number of pieces in hand, pawns not counted, the coach thinks of drops."""
DROPS: Final = "mochigoma_wa_tsukae"
_HASH_MB: Final = 8

HintKind = Literal["move", "chance", "warning"]


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint of the coach, with the squares and arrows that show it on the board."""

    kind: HintKind
    """A good move follows the proverb; the opponent has gone against it; the player has."""
    proverb: Proverb
    text: Sentence
    """In a kind voice, to the player."""
    evidence: Evidence

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares to mark, by their names."""
        return tuple(map(square_name, self.evidence.squares))

    @property
    def arrows(self) -> tuple[tuple[str, str], ...]:
        """The arrows to draw, from and to."""
        return tuple((square_name(one), square_name(other)) for one, other in self.evidence.arrows)


def hint(board: Board, *, without: Iterable[str] = (), nodes: int = NODES) -> Hint | None:
    """The proverb that helps the side to move most; None if none fits.

    The coach looks at the best move that a short search finds, then at the opponent's last move, then at the
    player's own: so the moves that led here should be in the history of the board. The same board and nodes
    give the same hint. ``without`` are ids of proverbs that are not said, because they were said already.

    Raises RangeError for nodes out of 1 to 10,000,000, SfenError for a board that is not a valid position,
    ArgumentTypeError for anything but a Board.
    """
    check_type("board", board, Board, "a Board")
    if isinstance(nodes, bool) or not isinstance(nodes, int) or not 1 <= nodes <= MAX_NODES:
        raise RangeError(f"nodes: expected 1 to {MAX_NODES}, got {nodes!r}")
    silent = frozenset(without)
    if board.is_game_over():
        return None
    search = Search(_HASH_MB)
    search.arm()
    best, _, _, report = search.go(board, nodes=nodes)
    if best is None:
        return None
    line = tuple(report["pv"]) or (best,)
    for kind, proverb, sentence, evidence in _thoughts(board, line):
        if proverb.id not in silent:
            return Hint(kind, proverb, filled(sentence, evidence), evidence)
    return None


def _thoughts(board: Board, line: Sequence[Move]) -> Iterator[tuple[HintKind, Proverb, Sentence, Evidence]]:
    """Lists the possible hints, the most important first."""
    side, game = board.turn, _game(board)
    ply = len(game.moves()) + 1
    borders = phases(game)
    history = game.moves()
    own = _played(board, line, side, phase_at(borders, ply), history[-1] if history else None)
    for proverb, evidence in fitting(own):
        if proverb.hint is not None:
            yield "move", proverb, proverb.hint, _seen_by(evidence, side)
    drops = all_proverbs()[DROPS]
    in_hand = pieces_in_hand(own.before, BLACK)
    if own.is_drop and own.kind != PieceType.PAWN and in_hand >= MANY_IN_HAND and drops.hint is not None:
        yield "move", drops, drops.hint, Evidence((), numbers=(("number", in_hand),))
    # The board without its last move, then without the last two.
    earlier = board.copy()
    for back, kind in ((1, "chance"), (2, "warning")):
        if len(history) < back:
            return
        earlier.pop()
        mover = side if back == 2 else side.opponent
        follow = (*history[len(history) - back + 1 :], line[0]) if back == 2 else ()
        previous = history[-back - 1] if len(history) > back else None
        phase = phase_at(borders, ply - back)
        played = _played(earlier, (history[-back], *follow), mover, phase, previous)
        if not played.check:
            played.follow = ()
        for proverb, evidence in fitting(played):
            sentence = proverb.chance if kind == "chance" else proverb.warning
            if sentence is not None and _still_holds(board, evidence, mover):
                yield kind, proverb, sentence, _seen_by(evidence, mover)  # type: ignore[misc]


def _game(board: Board) -> Game:
    game = Game(board.root_sfen())
    game.extend(board.history)
    return game


def _played(board: Board, line: Sequence[Move], side: Color, phase: Phase, previous: Move | None) -> Played:
    """The first move of a line as one of Black's."""
    if side == BLACK:
        return Played(board, line[0], follow=line[1:], previous=previous, phase=phase)
    turned = [move.mirror() for move in line]
    before = None if previous is None else previous.mirror()
    return Played(board.mirror(), turned[0], follow=turned[1:], previous=before, phase=phase)


def _seen_by(evidence: Evidence, side: Color) -> Evidence:
    return evidence if side == BLACK else evidence.turned()


def _still_holds(board: Board, evidence: Evidence, side: Color) -> bool:
    """Whether the piece on the first square of an evidence is still there."""
    squares = _seen_by(evidence, side).squares
    piece = board.piece_at(squares[0]) if squares else None
    return not squares or (piece is not None and piece.color == side)
