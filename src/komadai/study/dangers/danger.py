"""``danger(board)``: what the side to move loses if it does nothing about it, or has just lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal

from komadai._core import Board, Search
from komadai.enums import BLACK, Color
from komadai.errors import check_type
from komadai.pieces import PieceType
from komadai.squares import square_japanese, square_name
from komadai.study.dangers.exchange import balance, gain, recapture
from komadai.study.proverbs.table import Sentence

if TYPE_CHECKING:
    from komadai._core import Move

NODES: Final = 10_000
"""The nodes of the search for a mate. The exchanges take fewer than as many moves again."""
LEAST: Final = 2
"""The smallest loss that is reported. A lost pawn counts 2, since the opponent gets it in hand."""
RANKS: Final = 9
CAMP: Final = 3
MATE: Final = 1_000
_HASH_MB: Final = 8

DangerKind = Literal["mate", "free", "exchange", "promotion", "taken", "exchanged"]

TEXTS: Final[dict[DangerKind, Sentence]] = {
    "mate": Sentence(
        "Your opponent threatens mate in {plies}.",
        "相手は{plies}手詰を狙っています（詰めろ）。",
    ),
    "free": Sentence(
        "Your {piece} on {square} can be taken for nothing.",
        "{square}の{piece}がただで取られます。",
    ),
    "exchange": Sentence(
        "Your {piece} on {square} can be taken by the {taker} on {start}, and the exchange there loses "
        "material.",
        "{square}の{piece}が{start}の{taker}に取られると、取り返しても駒損です。",
    ),
    "promotion": Sentence(
        "Your opponent's {taker} on {start} can promote on {square}.",
        "{start}の{taker}に{square}で成られます。",
    ),
    "taken": Sentence(
        "Your {piece} on {square} was taken for nothing.",
        "{square}の{piece}をただで取られました。",
    ),
    "exchanged": Sentence(
        "You have lost your {piece} on {square} and won less for it.",
        "{square}の{piece}を取られて駒損になりました。",
    ),
}
"""In a kind voice, to the player who is to move."""


@dataclass(frozen=True, slots=True)
class Danger:
    """A loss of the side to move, with the squares and arrows that show it. It names no move of that side."""

    kind: DangerKind
    """``mate``: the opponent threatens mate; ``free``: a piece can be taken and not be taken back;
    ``exchange``: it can be taken back, and material is lost all the same; ``promotion``: a piece can enter
    the camp, promote and stay; ``taken``, ``exchanged``: the loss was in the last moves."""
    loss: int
    """In pawns, of both sides together: a bishop taken for nothing is 16. 1,000 for a mate."""
    text: Sentence
    squares: tuple[str, ...]
    """The squares to mark, by their names."""
    arrows: tuple[tuple[str, str], ...] = ()
    """The opponent's move that is threatened, from and to; none for a drop."""


def danger(board: Board) -> Danger | None:
    """The worst that the side to move loses if it does nothing about it; None if it loses nothing.

    The opponent is given the move. A short search looks for a mate; then each of the opponent's captures and
    promotions is followed by the exchange on its square. Last come the captures that led here, if they
    are in the history of the board. A position in check is looked at without the search, and a piece that
    can only be won by two threats at once is not seen. The same board gives the same answer on every
    machine.

    Raises SfenError for a board that is not a valid position, ArgumentTypeError for anything but a Board.
    """
    check_type("board", board, Board, "a Board")
    board.evaluate()  # refuses a position that is not valid
    if board.is_game_over():
        return None
    turned = Board(board.sfen())
    turned.set_turn(board.turn.opponent)
    mate = None if board.is_check() else _mate(turned)
    if mate is not None:
        return mate
    found = [*_threats(turned), *_lost(board)]
    return max(found, key=lambda each: each.loss, default=None)


def _mate(turned: Board) -> Danger | None:
    """The mate that the side to move of the turned board has."""
    search = Search(_HASH_MB)
    search.arm()
    best, _, _, report = search.go(turned, nodes=NODES)
    if best is None or report["mate"] is None or report["mate"] <= 0:
        return None
    king = turned.king(turned.turn.opponent)
    assert king is not None, "a king that is mated stands on the board"
    squares = tuple(dict.fromkeys((square_name(king), square_name(best.to_square))))
    plies = str(report["mate"])
    return Danger("mate", MATE, _filled("mate", plies=(plies, plies)), squares, _arrow(best))


def _threats(turned: Board) -> Iterator[Danger]:
    """Finds the gains of the turned board's side to move by one move and the exchange after it."""
    for move in turned.legal_moves:
        if move.from_square is None or gain(turned, move) < LEAST:
            continue
        captured, taker = turned.piece_at(move.to_square), turned.piece_at(move.from_square)
        assert taker is not None, "a legal move has a piece on its origin"
        if captured is not None and captured.type == PieceType.KING:  # the check of a position in check
            continue
        if captured is None and _is_in_camp(move.from_square, turned.turn.opponent):
            continue  # it was told when the piece could enter
        loss = balance(turned, move)
        if loss < LEAST or _is_answered_by_mate(turned, move):
            continue
        kind: DangerKind = "promotion"
        if captured is not None:
            kind = "exchange" if _can_be_retaken(turned, move) else "free"
        text = _filled(
            kind,
            square=_square(move.to_square),
            start=_square(move.from_square),
            taker=_name(taker.type),
            piece=("", "") if captured is None else _name(captured.type),
        )
        yield Danger(kind, loss, text, (square_name(move.to_square),), _arrow(move))


def _is_in_camp(square: int, side: Color) -> bool:
    """Whether the square is on the three ranks nearest to a side."""
    rank = square % RANKS
    return rank >= RANKS - CAMP if side == BLACK else rank < CAMP


def _can_be_retaken(turned: Board, move: Move) -> bool:
    turned.push(move)
    moves = turned.legal_moves_to(move.to_square)
    turned.pop()
    return bool(moves)


def _is_answered_by_mate(turned: Board, move: Move) -> bool:
    turned.push(move)
    mate = turned.mate_in_1()
    turned.pop()
    return mate is not None


def _lost(board: Board) -> Iterator[Danger]:
    """The material that the side to move has lost in the captures that led to this position."""
    history, earlier = board.history, board.copy()
    loss, captures = 0, 0
    piece = None
    for move in reversed(history):
        earlier.pop()
        if not earlier.is_capture(move):
            break
        if captures == 0:
            piece = earlier.piece_at(move.to_square)
        loss += gain(earlier, move) * (-1 if captures % 2 else 1)
        captures += 1
    if piece is None:
        return
    square = history[-1].to_square
    won_back = recapture(board.copy(), square)
    loss -= won_back
    if loss >= LEAST:
        kind: DangerKind = "taken" if captures == 1 and won_back == 0 else "exchanged"
        text = _filled(kind, square=_square(square), piece=_name(piece.type))
        yield Danger(kind, loss, text, (square_name(square),))


def _filled(kind: DangerKind, **words: tuple[str, str]) -> Sentence:
    """A sentence of the table; each word in English, in Japanese."""
    english = {name: both[0] for name, both in words.items()}
    japanese = {name: both[1] for name, both in words.items()}
    return Sentence(TEXTS[kind].en.format(**english), TEXTS[kind].ja.format(**japanese))


def _name(kind: PieceType) -> tuple[str, str]:
    return kind.english, kind.japanese


def _square(square: int) -> tuple[str, str]:
    return square_name(square), square_japanese(square)


def _arrow(move: Move) -> tuple[tuple[str, str], ...]:
    if move.from_square is None:
        return ()
    return ((square_name(move.from_square), square_name(move.to_square)),)
