"""Impasse (jishogi): what happens when the kings have entered and nobody can mate.

A rook or bishop, promoted or not, counts five points, every other piece but
the king one. The rules in use:

- **Agreed** (professional play): both players agree that it is an impasse; all
  of one's pieces count; whoever has fewer than 24 points loses, else it is a draw.
- **24-point declaration**: the side to move declares; 31 points or more win,
  24 to 30 are a draw.
- **27-point declaration** (amateur play, computer play): 28 points win for
  Black, 27 for White; there is no draw.
- **Try rule**: a king that reaches the opposing king's first square (5a for
  Black, 5i for White) without being in check there wins on the spot.

A declaration of either kind needs the king and ten other pieces in the
promotion zone and the king not in check; only pieces in the zone and in hand
count. A declaration that lacks any of this loses. In a handicap game the giver
(White) is credited with the points of the pieces that were removed.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

from komadai.errors import DeclarationError
from komadai.handicap import Handicap
from komadai.outcome import CONDITION_TEXTS, Outcome, Termination
from komadai.pieces import BLACK, WHITE, Color, PieceType
from komadai.squares import PROMOTION_ZONES, SquareSet, square

if TYPE_CHECKING:
    from komadai._core import Board

LEAST_TO_DRAW: Final = 24
LEAST_TO_WIN: Final = 31
LEAST_OF_27: Final = (28, 27)
"""Points that win under the 27-point rule, for Black and for White."""
PIECES_IN_ZONE: Final = 10
"""Pieces beside the king that a declaration needs in the zone."""
TRY_SQUARES: Final = (square("5a"), square("5i"))
"""Where the try rule wants the king of Black and of White."""


class ImpasseRule(StrEnum):
    """How a game deals with an impasse. The value is the rule's key in files and on the wire."""

    NONE = "none"
    AGREED = "agreed"
    POINTS_24 = "24-point"
    POINTS_27 = "27-point"
    TRY = "try"

    @property
    def has_declaration(self) -> bool:
        """Whether the side to move may declare."""
        return self in (ImpasseRule.POINTS_24, ImpasseRule.POINTS_27)

    @property
    def has_agreement(self) -> bool:
        """Whether the players may agree on an impasse."""
        return self in (ImpasseRule.AGREED, ImpasseRule.POINTS_24)

    def name_in(self, language: Literal["en", "ja"] = "en") -> str:
        """The rule's name in English or Japanese."""
        return _NAMES[self][language == "ja"]


_NAMES: Final = {
    ImpasseRule.NONE: ("No impasse rule", "なし"),
    ImpasseRule.AGREED: ("Agreed impasse (24 points)", "合意による持将棋（24点法）"),
    ImpasseRule.POINTS_24: ("24-point declaration", "24点法（宣言）"),
    ImpasseRule.POINTS_27: ("27-point declaration", "27点法（宣言）"),
    ImpasseRule.TRY: ("Try rule", "トライルール"),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a declaration or of a try, and how far it is met."""

    key: str
    """``turn``, ``king_in_zone``, ``pieces_in_zone``, ``not_in_check``, ``points`` or
    ``king_on_try_square``."""
    met: bool
    value: int | None = None
    """What there is, where the condition counts something."""
    need: int | None = None
    """What is needed at least."""

    def text(self, language: Literal["en", "ja"] = "en") -> str:
        """The condition in words, without the numbers."""
        return CONDITION_TEXTS[self.key][language == "ja"]


def zone_points(board: Board, color: Color, handicap: Handicap | str | None = None) -> int:
    """The side's points for a declaration: pieces in its promotion zone and in hand."""
    return _points(board, color, PROMOTION_ZONES[color], handicap)


def all_points(board: Board, color: Color, handicap: Handicap | str | None = None) -> int:
    """The side's points for an agreed impasse: all its pieces. 27 each at the start of an even game."""
    return _points(board, color, _WHOLE_BOARD, handicap)


def conditions(
    board: Board, rule: ImpasseRule, color: Color, handicap: Handicap | str | None = None
) -> tuple[Condition, ...]:
    """What the side needs to declare (or, under the try rule, to have won), one by one.

    Under the 24-point rule the points needed are those for the draw; 31 win.
    Empty for the rules under which one cannot declare anything.
    """
    rule, color = ImpasseRule(rule), Color(color)
    king = board.king(color)
    safe = king is not None and not board.attackers(color.opponent, king)
    if rule is ImpasseRule.TRY:
        return (
            Condition("king_on_try_square", king == TRY_SQUARES[color]),
            Condition("not_in_check", safe),
        )
    if not rule.has_declaration:
        return ()
    zone = PROMOTION_ZONES[color]
    entered = king is not None and king in zone
    others = len((board.pieces(color) - board.pieces(color, PieceType.KING)) & zone)
    points = zone_points(board, color, handicap)
    need = LEAST_TO_DRAW if rule is ImpasseRule.POINTS_24 else LEAST_OF_27[color]
    return (
        Condition("turn", board.turn == color),
        Condition("king_in_zone", entered),
        Condition("pieces_in_zone", others >= PIECES_IN_ZONE, others, PIECES_IN_ZONE),
        Condition("not_in_check", safe),
        Condition("points", points >= need, points, need),
    )


def can_declare(
    board: Board, rule: ImpasseRule, color: Color, handicap: Handicap | str | None = None
) -> bool:
    """Whether a declaration by this side would hold now (win, or draw under the 24-point rule)."""
    return ImpasseRule(rule).has_declaration and all(
        condition.met for condition in conditions(board, rule, color, handicap)
    )


def declare(
    board: Board,
    rule: ImpasseRule,
    color: Color | None = None,
    handicap: Handicap | str | None = None,
) -> Outcome:
    """The side (by default the one to move) declares: how the game ends.

    Raises DeclarationError under a rule that knows no declaration.
    """
    rule = ImpasseRule(rule)
    if not rule.has_declaration:
        raise DeclarationError(f"there is no declaration under the rule {rule.value!r}")
    color = board.turn if color is None else Color(color)
    checked = conditions(board, rule, color, handicap)
    failed = tuple(condition.key for condition in checked if not condition.met)
    if failed:
        return Outcome(color.opponent, Termination.FAILED_DECLARATION, failed=failed)
    draw = rule is ImpasseRule.POINTS_24 and zone_points(board, color, handicap) < LEAST_TO_WIN
    return Outcome(None if draw else color, Termination.IMPASSE_DECLARATION)


def agree(board: Board, rule: ImpasseRule, handicap: Handicap | str | None = None) -> Outcome:
    """Both players agree that this is an impasse: how the game ends.

    A draw, unless just one side has fewer than 24 points. Whether the kings
    have entered is for the players to see. Raises DeclarationError under a
    rule that knows no agreement.
    """
    rule = ImpasseRule(rule)
    if not rule.has_agreement:
        raise DeclarationError(f"players cannot agree on an impasse under the rule {rule.value!r}")
    enough = [all_points(board, color, handicap) >= LEAST_TO_DRAW for color in Color]
    winner = None if enough[BLACK] == enough[WHITE] else BLACK if enough[BLACK] else WHITE
    return Outcome(winner, Termination.IMPASSE_AGREED)


def after_move(board: Board, rule: ImpasseRule) -> Outcome | None:
    """What the rule makes of the move just played: under the try rule a win for a king arrived."""
    if ImpasseRule(rule) is not ImpasseRule.TRY or board.peek() is None:
        return None
    mover = board.turn.opponent
    if all(condition.met for condition in conditions(board, rule, mover)):
        return Outcome(mover, Termination.TRY)
    return None


_WHOLE_BOARD: Final = ~SquareSet()
_BIG_TYPES: Final = (PieceType.BISHOP, PieceType.ROOK, PieceType.HORSE, PieceType.DRAGON)


def _points(board: Board, color: Color, where: SquareSet, handicap: Handicap | str | None) -> int:
    on_board = (board.pieces(color) - board.pieces(color, PieceType.KING)) & where
    big = sum(len(board.pieces(color, piece_type) & where) for piece_type in _BIG_TYPES)
    hand = board.hand(color)
    points = len(on_board) + 4 * big
    points += hand.total + 4 * (hand[PieceType.BISHOP] + hand[PieceType.ROOK])
    # The name is looked up for Black too: a misspelt one shall not wait for White's turn to be told.
    compensation = 0 if handicap is None else Handicap.named(handicap).compensation
    return points + compensation if color == WHITE else points
