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
    Nothing ends the game.

Both point declarations need the king and ten other pieces in the promotion zone, and count only
pieces in the zone and in hand. ``protected`` and ``all-in`` resolve an impasse that the opponent does
not agree to, so both kings must have entered; pieces in hand need not be moved in, and a piece is
protected if another piece of its side attacks its square (a pinned one counts too). Every declaration
needs the turn, time on the clock, and a king that is not in check. A declaration that lacks any of
this, or the least number of points, loses.

In a handicap game the giver (White) is credited with the points of the pieces that were removed. A
board whose first position is a handicap's start knows this itself; for any other board pass
``handicap``.
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
"""Points below which a side loses under the rules that count for a draw."""
LEAST_TO_WIN: Final = 31
"""Points that win a declaration under the 24-point rule."""
LEAST_OF_27_PLAIN: Final = 27
"""Points that win under the plain 27-point rule, for either side."""
LEAST_OF_27: Final = (28, 27)
"""Points that win under the 27-point rule, for Black and for White."""
PIECES_IN_ZONE: Final = 10
"""Pieces beside the king that a declaration needs in the zone."""
TRY_SQUARES: Final = (square("5a"), square("5i"))
"""The square that Black's king, and White's, must reach under the try rules."""


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
        return "turn" in _CONDITIONS.get(self, ())

    @property
    def has_agreement(self) -> bool:
        """Whether the players may agree on an impasse."""
        return self in _LEAST_BY_AGREEMENT

    @property
    def has_try(self) -> bool:
        """Whether a king wins by moving to the opposing king's first square."""
        return "king_on_try_square" in _CONDITIONS.get(self, ())

    @property
    def counts_whole_board(self) -> bool:
        """Whether all pieces count, or only those in the promotion zone and in hand."""
        return self in _LEAST_BY_AGREEMENT and self is not ImpasseRule.POINTS_24

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
        "全駒に紐が付けば持将棋を宣言できる（24点法）",
    ),
    ImpasseRule.ALL_IN: ("All pieces moved in, then counted", "全駒が敵陣に入れば点数計算（24点法）"),
    ImpasseRule.TRY: ("Try rule (both kings entered)", "トライルール（相入玉後）"),
    ImpasseRule.TRY_ONE_KING: ("Try rule (one king is enough)", "トライルール（片方の入玉だけで可）"),
}

_CONDITIONS: Final = {
    ImpasseRule.POINTS_24: (
        "turn", "time_remaining", "king_in_zone", "pieces_in_zone", "not_in_check", "points",
    ),
    ImpasseRule.POINTS_27: (
        "turn", "time_remaining", "king_in_zone", "pieces_in_zone", "not_in_check", "points",
    ),
    ImpasseRule.PROTECTED: (
        "turn", "time_remaining", "king_in_zone", "opponents_king_in_zone", "all_pieces_in_zone",
        "pieces_protected", "not_in_check", "points",
    ),
    ImpasseRule.ALL_IN: (
        "turn", "time_remaining", "king_in_zone", "opponents_king_in_zone", "all_pieces_in_zone",
        "not_in_check", "points",
    ),
    ImpasseRule.TRY: ("opponents_king_in_zone", "king_on_try_square", "not_in_check"),
    ImpasseRule.TRY_ONE_KING: ("king_on_try_square", "not_in_check"),
}  # fmt: skip
"""The conditions of a declaration, or of a win by try, in the order in which they are shown."""

_LEAST_BY_AGREEMENT: Final = {
    ImpasseRule.AGREED: LEAST_TO_DRAW,
    ImpasseRule.POINTS_24: LEAST_TO_DRAW,
    ImpasseRule.POINTS_27_PLAIN: LEAST_OF_27_PLAIN,
    ImpasseRule.PROTECTED: LEAST_TO_DRAW,
    ImpasseRule.ALL_IN: LEAST_TO_DRAW,
}
"""The rules under which players may agree on an impasse, and the points below which a side then loses
if the other has them."""


@dataclass(frozen=True, slots=True)
class Condition:
    """One condition of a declaration or of a try, and how far it is met."""

    key: str
    """A key of :data:`komadai.outcome.CONDITION_TEXTS`."""
    met: bool
    value: int | None = None
    """What there is, where the condition counts something."""
    need: int | None = None
    """What is needed at least."""

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
    return _points(board, color, PROMOTION_ZONES[color]) + compensation(board, color, handicap)


def all_points(board: Board, color: Color, handicap: Handicap | str | None = None) -> int:
    """The side's points for an agreed impasse: all its pieces. 27 each at the start of a game.

    ``handicap`` as for :func:`compensation`, which is included.
    """
    return _points(board, color, _WHOLE_BOARD) + compensation(board, color, handicap)


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
    """What the side needs to declare (or, under a try rule, to have won), one by one.

    The points needed are those that do not lose: under the 24-point rule, ``protected`` and ``all-in``
    those for a draw. ``time_remaining`` is False if the side's time is up. Empty for the rules under
    which nobody can declare anything.
    """
    rule, color = ImpasseRule(rule), Color(color)
    zone, opponent = PROMOTION_ZONES[color], color.opponent
    king, other_king = board.king(color), board.king(opponent)
    pieces = board.pieces(color)

    def condition(key: str) -> Condition:
        match key:
            case "turn":
                return Condition(key, board.turn == color)
            case "time_remaining":
                return Condition(key, time_remaining)
            case "king_in_zone":
                return Condition(key, king is not None and king in zone)
            case "opponents_king_in_zone":
                return Condition(key, other_king is not None and other_king in PROMOTION_ZONES[opponent])
            case "pieces_in_zone":
                others = len((pieces - board.pieces(color, PieceType.KING)) & zone)
                return Condition(key, others >= PIECES_IN_ZONE, others, PIECES_IN_ZONE)
            case "all_pieces_in_zone":
                return Condition(key, pieces <= zone, len(pieces & zone), len(pieces))
            case "pieces_protected":
                protected = sum(bool(board.attackers(color, square)) for square in pieces)
                return Condition(key, protected == len(pieces), protected, len(pieces))
            case "not_in_check":
                return Condition(key, king is not None and not board.attackers(opponent, king))
            case "king_on_try_square":
                return Condition(key, king == TRY_SQUARES[color])
            case _:  # points
                value = points(board, rule, color, handicap)
                need = LEAST_OF_27[color] if rule is ImpasseRule.POINTS_27 else LEAST_TO_DRAW
                return Condition(key, value >= need, value, need)

    return tuple(condition(key) for key in _CONDITIONS.get(rule, ()))


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
    """The side (by default the one to move) declares: how the game ends.

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
    if rule is ImpasseRule.POINTS_27:
        wins = True
    elif rule is ImpasseRule.POINTS_24:
        wins = zone_points(board, color, handicap) >= LEAST_TO_WIN
    else:
        wins = all_points(board, color.opponent, handicap) < LEAST_TO_DRAW
    return Outcome(color if wins else None, Termination.IMPASSE_DECLARATION)


def agree(board: Board, rule: ImpasseRule, handicap: Handicap | str | None = None) -> Outcome:
    """Both players agree that this is an impasse: how the game ends.

    A draw, unless exactly one side has fewer than 24 points (under ``27-plain``: fewer than 27); that
    side loses. Whether the kings have entered is for the players to decide. Raises DeclarationError
    under a rule without an agreement, UnknownHandicapError.
    """
    rule = ImpasseRule(rule)
    if not rule.has_agreement:
        raise DeclarationError(f"players cannot agree on an impasse under the rule {rule.value!r}")
    least = _LEAST_BY_AGREEMENT[rule]
    enough = [all_points(board, color, handicap) >= least for color in Color]
    winner = None if enough[BLACK] == enough[WHITE] else BLACK if enough[BLACK] else WHITE
    return Outcome(winner, Termination.IMPASSE_AGREED)


def after_move(board: Board, rule: ImpasseRule) -> Outcome | None:
    """How the move just played ends the game: under a try rule the king's move to its square wins.

    Only that move wins: a king that stands there already when the other king enters does not. None if
    the game goes on.
    """
    rule, move, mover = ImpasseRule(rule), board.peek(), board.turn.opponent
    if not rule.has_try or move is None or move.to_square != board.king(mover):
        return None
    if all(condition.met for condition in conditions(board, rule, mover)):
        return Outcome(mover, Termination.TRY)
    return None


_WHOLE_BOARD: Final = ~SquareSet()
_BIG_TYPES: Final = (PieceType.BISHOP, PieceType.ROOK, PieceType.HORSE, PieceType.DRAGON)


def _points(board: Board, color: Color, where: SquareSet) -> int:
    on_board = (board.pieces(color) - board.pieces(color, PieceType.KING)) & where
    big = sum(len(board.pieces(color, piece_type) & where) for piece_type in _BIG_TYPES)
    hand = board.hand(color)
    return len(on_board) + 4 * big + hand.total + 4 * (hand[PieceType.BISHOP] + hand[PieceType.ROOK])
