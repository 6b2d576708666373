"""Impasse (jishogi): how a game ends when the kings have entered and neither can be mated.

A rook or bishop, promoted or not, counts five points, every other piece but the king one. The two
sides have 27 points each at the start. The rules, by key:

``agreed``
    Both players agree that it is an impasse and count all their pieces. A side with fewer than 24
    points loses, else the game is a draw. (Professional play.)
``27-plain``
    The players agree as above, but 27 or more points win. With 27 each the game is a draw. (The plain
    version of the 27-point rule in Wikipedia, "Shogi", section Amateur resolutions: "the player who
    has 27 or more points is the winner". It does not mention 27 each; a draw is our choice.)
``24-point``
    The side to move declares: 31 points or more win, 24 to 30 are a draw. The players may also agree.
``27-point``
    The side to move declares: 28 points win for Black, 27 for White; there is no draw. (Amateur and
    computer play; 81Dojo.)
``protected``
    Where no agreement is reached, a player may force the count of ``agreed`` once the king and all
    other pieces are protected in the promotion zone. (Wikipedia, "Shogi", older version.)
``all-in``
    Where no agreement is reached, a player may end the game with the count of ``agreed`` once all
    pieces have been moved into the promotion zone. (Reported by Fairbairn from the 1980s; a rule of
    the Shogi Association for the West. "Points tallied" is read as the count of ``agreed``.)
``try``
    After both kings have entered, the first side to move its king to the opposing king's first square
    (5a for Black, 5i for White) wins. (Wikipedia, "Shogi", Try Rule.)
``try-one-king``
    The same, but the other king need not have entered, as some sites play it.
``none``
    No impasse rule.

Both point declarations need the king and ten other pieces in the promotion zone, and count only
pieces in the zone and in hand. ``protected`` and ``all-in`` resolve an impasse that the opponent does
not agree to, so both kings must have entered; pieces in hand need not be moved in, and a piece is
protected if another piece of its side attacks its square (a pinned one counts too). Every declaration
needs the turn, time on the clock, and a king that is not in check. A declaration that lacks any of
these, or the minimum number of points, loses.

In a handicap game the giver (White) is credited with the points of the pieces that were removed. A
board whose first position is the start of a handicap needs no argument; for any other board pass
``handicap``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, Literal

from komadai._core import (
    IMPASSE_LIMITS,
    IMPASSE_RULES,
    impasse_conditions,
    impasse_points,
    impasse_winner_by_agreement,
    impasse_winner_by_declaration,
)
from komadai.errors import DeclarationError
from komadai.handicap import Handicap
from komadai.outcome import CONDITION_TEXTS, Outcome, Termination
from komadai.pieces import WHITE, Color

if TYPE_CHECKING:
    from komadai._core import Board

LEAST_TO_DRAW: Final = IMPASSE_LIMITS["points_to_draw"]
"""Points below which a side loses under the rules that count for a draw: 24."""
LEAST_TO_WIN: Final = IMPASSE_LIMITS["points_to_win_24"]
"""Points that win a declaration under the 24-point rule: 31."""
LEAST_OF_27_PLAIN: Final = IMPASSE_LIMITS["points_to_win_27_plain"]
"""Points that win under the plain 27-point rule, for either side: 27."""
LEAST_OF_27: Final = IMPASSE_LIMITS["points_to_win_27"]
"""Points that win under the 27-point rule, for Black and for White: 28, 27."""
PIECES_IN_ZONE: Final = IMPASSE_LIMITS["pieces_in_zone"]
"""Pieces beside the king that a declaration needs in the zone: 10."""
TRY_SQUARES: Final = IMPASSE_LIMITS["try_squares"]
"""The square that Black's king, and White's, must reach under the try rules: 5a, 5i."""


class ImpasseRule(StrEnum):
    """How a game deals with an impasse. The value is the rule's key in files and on the wire."""

    NONE = "none"
    AGREED = "agreed"
    POINTS_24 = "24-point"
    POINTS_27 = "27-point"
    POINTS_27_PLAIN = "27-plain"
    PROTECTED = "protected"
    ALL_IN = "all-in"
    TRY = "try"
    TRY_ONE_KING = "try-one-king"

    @property
    def has_declaration(self) -> bool:
        """Whether the side to move may declare."""
        return "turn" in IMPASSE_RULES[self.value]["conditions"]

    @property
    def has_agreement(self) -> bool:
        """Whether the players may agree on an impasse."""
        return IMPASSE_RULES[self.value]["points_by_agreement"] > 0

    @property
    def has_try(self) -> bool:
        """Whether a king wins by moving to the opposing king's first square."""
        return "king_on_try_square" in IMPASSE_RULES[self.value]["conditions"]

    @property
    def counts_whole_board(self) -> bool:
        """Whether all pieces count, or only those in the promotion zone and in hand."""
        return IMPASSE_RULES[self.value]["counts_whole_board"]

    def name_in(self, language: Literal["en", "ja"] = "en") -> str:
        """The rule's name in English or Japanese."""
        return _NAMES[self][language == "ja"]


_NAMES: Final = {
    ImpasseRule.NONE: ("No impasse rule", "なし"),
    ImpasseRule.AGREED: ("Agreed impasse (24 points)", "合意による持将棋（24点法）"),
    ImpasseRule.POINTS_24: ("24-point declaration", "24点法（宣言）"),
    ImpasseRule.POINTS_27: ("27-point declaration", "27点法（宣言）"),
    ImpasseRule.POINTS_27_PLAIN: ("27 points by agreement", "27点法（合意）"),
    ImpasseRule.PROTECTED: (
        "Impasse forced by protected pieces",
        "全駒が敵陣でひも付きなら宣言できる（24点法）",
    ),
    ImpasseRule.ALL_IN: ("All pieces moved in, then counted", "全駒が敵陣に入れば点数計算（24点法）"),
    ImpasseRule.TRY: ("Try rule (both kings entered)", "トライルール（相入玉後）"),
    ImpasseRule.TRY_ONE_KING: ("Try rule (one king is enough)", "トライルール（片方の入玉だけで可）"),
}


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a declaration or of a try, and how far it is met."""

    key: str
    """A key of :data:`komadai.outcome.CONDITION_TEXTS`."""
    met: bool
    value: int | None = None
    """The present number, if the condition counts something."""
    need: int | None = None
    """The minimum, if the condition counts something."""

    def text(self, language: Literal["en", "ja"] = "en") -> str:
        """The condition in words, without the numbers."""
        return CONDITION_TEXTS[self.key][language == "ja"]


def compensation(board: Board, color: Color, handicap: Handicap | str | None = None) -> int:
    """The points that the side is credited with for the pieces removed in a handicap game.

    0 for Black. ``handicap`` None is the handicap from whose start the board's game began, if any.
    Raises UnknownHandicapError.
    """
    # The name is looked up for Black too, so that a misspelt one is an error on either side's turn.
    start = Handicap.from_sfen(board.root_sfen()) if handicap is None else Handicap.named(handicap)
    return start.compensation if start is not None and color == WHITE else 0


def zone_points(board: Board, color: Color, handicap: Handicap | str | None = None) -> int:
    """The side's points for a declaration: pieces in its promotion zone and in hand.

    ``handicap`` as for :func:`compensation`, which is included.
    """
    return impasse_points(board, color, whole_board=False) + compensation(board, color, handicap)


def all_points(board: Board, color: Color, handicap: Handicap | str | None = None) -> int:
    """The side's points for an agreed impasse: all its pieces. 27 each at the start of a game.

    ``handicap`` as for :func:`compensation`, which is included.
    """
    return impasse_points(board, color, whole_board=True) + compensation(board, color, handicap)


def points(board: Board, rule: ImpasseRule, color: Color, handicap: Handicap | str | None = None) -> int:
    """The side's points as the rule counts them: :func:`all_points` or :func:`zone_points`."""
    count = all_points if ImpasseRule(rule).counts_whole_board else zone_points
    return count(board, color, handicap)


def conditions(
    board: Board,
    rule: ImpasseRule,
    color: Color,
    handicap: Handicap | str | None = None,
    *,
    time_remaining: bool = True,
) -> tuple[Condition, ...]:
    """The conditions for the side to declare or, under a try rule, to have won.

    The points needed are those that do not lose: under the 24-point rule, ``protected`` and ``all-in``
    those for a draw. ``time_remaining`` is False if the side's time is up. Empty for rules without a
    declaration or a try.
    """
    rule, color = ImpasseRule(rule), Color(color)
    return tuple(
        Condition(key, met, value, need)
        for key, met, value, need in impasse_conditions(
            board, rule.value, color, _compensations(board, handicap), time_remaining
        )
    )


def can_declare(
    board: Board,
    rule: ImpasseRule,
    color: Color,
    handicap: Handicap | str | None = None,
    *,
    time_remaining: bool = True,
) -> bool:
    """Whether a declaration by this side would not lose now (it wins, or draws under rules with a draw)."""
    return ImpasseRule(rule).has_declaration and all(
        condition.met for condition in conditions(board, rule, color, handicap, time_remaining=time_remaining)
    )


def declare(
    board: Board,
    rule: ImpasseRule,
    color: Color | None = None,
    handicap: Handicap | str | None = None,
    *,
    time_remaining: bool = True,
) -> Outcome:
    """Returns the outcome of a declaration by the side (by default the one to move).

    Raises DeclarationError under a rule without a declaration, UnknownHandicapError.
    """
    rule = ImpasseRule(rule)
    if not rule.has_declaration:
        raise DeclarationError(f"there is no declaration under the rule {rule.value!r}")
    color = board.turn if color is None else Color(color)
    checked = conditions(board, rule, color, handicap, time_remaining=time_remaining)
    failed = tuple(condition.key for condition in checked if not condition.met)
    if failed:
        return Outcome(color.opponent, Termination.FAILED_DECLARATION, failed=failed)
    winner = impasse_winner_by_declaration(board, rule.value, color, _compensations(board, handicap))
    return Outcome(winner, Termination.IMPASSE_DECLARATION)


def agree(board: Board, rule: ImpasseRule, handicap: Handicap | str | None = None) -> Outcome:
    """Returns the outcome if both players agree that this is an impasse.

    A draw, unless exactly one side has fewer than 24 points (under ``27-plain``: fewer than 27); that
    side loses. Whether the kings have entered is for the players to decide. Raises DeclarationError
    under a rule without an agreement, UnknownHandicapError.
    """
    rule = ImpasseRule(rule)
    if not rule.has_agreement:
        raise DeclarationError(f"players cannot agree on an impasse under the rule {rule.value!r}")
    winner = impasse_winner_by_agreement(board, rule.value, _compensations(board, handicap))
    return Outcome(winner, Termination.IMPASSE_AGREED)


def after_move(board: Board, rule: ImpasseRule) -> Outcome | None:
    """The outcome if the last move ends the game: under a try rule the king's move to its square wins.

    Only that move wins: a king that stands there already when the other king enters does not. None if
    the game continues.
    """
    rule, move, mover = ImpasseRule(rule), board.peek(), board.turn.opponent
    if not rule.has_try or move is None or move.to_square != board.king(mover):
        return None
    if all(condition.met for condition in conditions(board, rule, mover)):
        return Outcome(mover, Termination.TRY)
    return None


def _compensations(board: Board, handicap: Handicap | str | None) -> tuple[int, int]:
    """The points that Black and White are credited with."""
    return 0, compensation(board, WHITE, handicap)
