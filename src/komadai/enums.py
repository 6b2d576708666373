"""The two sides, and the rules that a move can break. Everything else may import this module."""

from __future__ import annotations

from enum import IntEnum, StrEnum, auto

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final, Literal

    Language = Literal["en", "ja"]


class Color(IntEnum):
    """A side. Black (sente, shitate) moves up the board, White (gote, uwate) down."""

    BLACK = 0
    WHITE = 1

    def __str__(self) -> str:
        return self.english

    @property
    def opponent(self) -> Color:
        """The other side."""
        return Color(1 - self)

    @property
    def english(self) -> str:
        """``Black`` or ``White``."""
        return ("Black", "White")[self]

    @property
    def japanese(self) -> str:
        """先手 or 後手, as the players of an even game are called."""
        return ("先手", "後手")[self]

    @property
    def japanese_handicap(self) -> str:
        """下手 (who receives the odds) or 上手 (who gives them)."""
        return ("下手", "上手")[self]

    @property
    def key(self) -> str:
        """``black`` or ``white``, for files and the network."""
        return ("black", "white")[self]

    @property
    def sfen(self) -> str:
        """``b`` or ``w``, as SFEN writes the side to move."""
        return "bw"[self]

    @property
    def mark(self) -> str:
        """☗ or ☖, the piece-shaped marks of printed moves."""
        return "☗☖"[self]


BLACK: Final = Color.BLACK
WHITE: Final = Color.WHITE


class Infraction(StrEnum):
    """The rule that a move breaks.

    A move may break several. The board names the first of these that applies:
    of a drop NOT_IN_HAND, OCCUPIED_DROP, DEAD_PIECE, NIFU, LEFT_IN_CHECK,
    UCHIFUZUME; of a move on the board NO_SUCH_PIECE, OUT_OF_TURN,
    WRONG_MOVEMENT, OWN_PIECE_CAPTURED, KING_CAPTURED, CANNOT_PROMOTE,
    DEAD_PIECE, LEFT_IN_CHECK, and in chu shogi LION_PROTECTED, COUNTERSTRIKE.
    The others happen between people only, or in records.
    """

    NIFU = auto()
    UCHIFUZUME = auto()
    DEAD_PIECE = auto()
    LEFT_IN_CHECK = auto()
    PROMOTED_DROP = auto()
    OUT_OF_TURN = auto()
    WRONG_MOVEMENT = auto()
    OWN_PIECE_CAPTURED = auto()
    KING_CAPTURED = auto()
    NO_SUCH_PIECE = auto()
    OCCUPIED_DROP = auto()
    NOT_IN_HAND = auto()
    CANNOT_PROMOTE = auto()
    LION_PROTECTED = auto()
    COUNTERSTRIKE = auto()
    MATTA = auto()
    CLOCK_STOPPED_EARLY = auto()
    OUTSIDE_HELP = auto()
    RULING_IGNORED = auto()
    OTHER = auto()

    def text(self, language: Language = "en") -> str:
        """The name in English (``"en"``) or Japanese (``"ja"``)."""
        return _INFRACTIONS[self][language == "ja"]


_INFRACTIONS: Final[dict[Infraction, tuple[str, str]]] = {
    Infraction.NIFU: ("a second unpromoted pawn on the file (nifu)", "二歩"),
    Infraction.UCHIFUZUME: ("checkmate by a pawn drop (uchifuzume)", "打ち歩詰め"),
    Infraction.DEAD_PIECE: ("a piece that could never move again", "行き所のない駒"),
    Infraction.LEFT_IN_CHECK: ("the king is left in check", "王手放置"),
    Infraction.PROMOTED_DROP: ("a piece dropped promoted", "成駒を打つ反則"),
    Infraction.OUT_OF_TURN: ("a move out of turn", "手番違い（二手指し）"),
    Infraction.WRONG_MOVEMENT: ("the piece does not move so", "動けないマスへの移動"),
    Infraction.OWN_PIECE_CAPTURED: ("one's own piece is in the way", "味方の駒のあるマスへの移動"),
    Infraction.KING_CAPTURED: ("a king cannot be captured", "玉を取る反則"),
    Infraction.NO_SUCH_PIECE: ("there is no piece on that square", "駒のないマスからの移動"),
    Infraction.OCCUPIED_DROP: ("a drop onto an occupied square", "駒のあるマスに打つ反則"),
    Infraction.NOT_IN_HAND: ("the piece is not in hand", "持っていない駒を打つ反則"),
    Infraction.CANNOT_PROMOTE: ("the piece cannot promote there", "成れない駒・位置での成り"),
    # Of chu shogi.
    Infraction.LION_PROTECTED: (
        "a lion may not capture a protected lion at a distance",
        "足のある獅子を取る反則",
    ),
    Infraction.COUNTERSTRIKE: (
        "a lion may not be captured right after another (counter-strike)",
        "先獅子の反則",
    ),
    Infraction.MATTA: ("a move taken back (matta)", "待った"),
    Infraction.CLOCK_STOPPED_EARLY: ("the clock pressed before the move", "着手前の時計操作"),
    Infraction.OUTSIDE_HELP: ("outside help", "助言・検討"),
    Infraction.RULING_IGNORED: ("a ruling of the arbiter not followed", "審判の裁定に従わない行為"),
    Infraction.OTHER: ("an infraction", "その他の反則"),
}
