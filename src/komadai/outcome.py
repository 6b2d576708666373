"""How a game ended: who won, why, and by which breach of the rules."""

from __future__ import annotations

from enum import StrEnum, auto

from komadai.enums import Color
from komadai.enums import Infraction as Infraction
from komadai.immutable import Frozen, set_once

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Final, Literal

    Language = Literal["en", "ja"]


class Termination(StrEnum):
    """Why a game ended. Each is its own key in files: ``"checkmate"``."""

    CHECKMATE = auto()
    NO_LEGAL_MOVES = auto()
    RESIGNATION = auto()
    TIME_FORFEIT = auto()
    ILLEGAL_MOVE = auto()
    SENNICHITE = auto()
    PERPETUAL_CHECK = auto()
    IMPASSE_AGREED = auto()
    IMPASSE_DECLARATION = auto()
    FAILED_DECLARATION = auto()
    TRY = auto()
    ROYAL_CAPTURED = auto()
    BARE_KING = auto()
    CHECK = auto()
    MOVE_LIMIT = auto()
    DEFAULT = auto()
    CONNECTION_LOST = auto()
    INTERRUPTED = auto()

    def text(self, language: Language = "en") -> str:
        """The name in English (``"en"``) or Japanese (``"ja"``)."""
        return _TERMINATIONS[self][language == "ja"]


_TERMINATIONS: Final[dict[Termination, tuple[str, str]]] = {
    Termination.CHECKMATE: ("checkmate", "詰み"),
    Termination.NO_LEGAL_MOVES: ("no legal move left", "指す手なし"),
    Termination.RESIGNATION: ("resignation", "投了"),
    Termination.TIME_FORFEIT: ("time forfeit", "時間切れ"),
    Termination.ILLEGAL_MOVE: ("illegal move", "反則"),
    Termination.SENNICHITE: ("fourfold repetition (sennichite)", "千日手"),
    Termination.PERPETUAL_CHECK: ("perpetual check", "連続王手の千日手"),
    Termination.IMPASSE_AGREED: ("agreed impasse (jishogi)", "持将棋"),
    Termination.IMPASSE_DECLARATION: ("declaration (jishogi)", "入玉宣言"),
    Termination.FAILED_DECLARATION: ("failed declaration", "宣言の条件不備"),
    Termination.TRY: ("the try rule", "トライ"),
    # Of variants only.
    Termination.ROYAL_CAPTURED: ("capture of the king", "玉の捕獲"),
    Termination.BARE_KING: ("a bare king", "裸玉"),
    Termination.CHECK: ("check", "王手"),
    Termination.MOVE_LIMIT: ("the move limit", "最大手数"),
    Termination.DEFAULT: ("default", "不戦勝"),
    Termination.CONNECTION_LOST: ("lost connection", "接続切れ"),
    Termination.INTERRUPTED: ("interruption", "中断"),
}


class Outcome(Frozen):
    """How a game ended. Equal when all its parts are; cannot be changed.

    >>> str(Outcome(Color.BLACK, Termination.CHECKMATE))
    'Black wins by checkmate'
    >>> Outcome(None, Termination.SENNICHITE).text("ja")
    '引き分け（千日手）'
    """

    __slots__ = ("failed", "infraction", "termination", "winner")
    __match_args__ = ("winner", "termination", "infraction", "failed")

    winner: Color | None
    """The winner; None for a draw or a game without a result."""
    termination: Termination
    infraction: Infraction | None
    """The rule the loser broke, for ILLEGAL_MOVE; else None."""
    failed: tuple[str, ...]
    """The keys of the conditions that were not met, for FAILED_DECLARATION."""

    def __init__(
        self,
        winner: Color | None,
        termination: Termination,
        infraction: Infraction | None = None,
        failed: Iterable[str] = (),
    ) -> None:
        for name, value in (
            ("winner", None if winner is None else Color(winner)),
            ("termination", Termination(termination)),
            ("infraction", None if infraction is None else Infraction(infraction)),
            ("failed", tuple(failed)),
        ):
            set_once(self, name, value)

    @property
    def loser(self) -> Color | None:
        """The loser; None for a draw or a game without a result."""
        return None if self.winner is None else self.winner.opponent

    @property
    def is_draw(self) -> bool:
        """Whether the game ended without a winner; False for a game that was broken off."""
        return self.winner is None and self.termination not in _BROKEN_OFF

    def text(self, language: Language = "en", *, handicap: bool = False) -> str:
        """One line in English or Japanese; with ``handicap`` the sides are 下手 and 上手.

        Conditions of a failed declaration are named by :data:`CONDITION_TEXTS`.
        """
        reason = self.termination.text(language)
        details = [self.infraction.text(language)] if self.infraction else []
        if self.failed:
            conditions = [CONDITION_TEXTS.get(key, (key, key))[language == "ja"] for key in self.failed]
            if language == "ja":
                details.append("".join(f"「{condition}」" for condition in conditions) + "を満たしていない")
            else:
                details.append(f"not met: {', '.join(conditions)}")
        if language == "ja":
            reason = "：".join([reason, *(["、".join(details)] if details else [])])
            if self.winner is None:
                return f"引き分け（{reason}）" if self.is_draw else reason
            side = self.winner.japanese_handicap if handicap else self.winner.japanese
            return f"{side}の勝ち（{reason}）"
        tail = f": {', '.join(details)}" if details else ""
        if self.winner is None:
            return f"Draw by {reason}{tail}" if self.is_draw else f"No result: {reason}{tail}"
        if self.termination in _FAULTS:
            fault = _FAULT_TEXTS.get(self.termination, reason)
            return f"{self.winner.english} wins: {self.winner.opponent.english}’s {fault}{tail}"
        return f"{self.winner.english} wins by {reason}{tail}"

    def as_dict(self) -> dict[str, str | list[str] | None]:
        """The values for JSON; :meth:`from_dict` reads them."""
        return {
            "winner": None if self.winner is None else self.winner.key,
            "termination": self.termination.value,
            "infraction": None if self.infraction is None else self.infraction.value,
            "failed": list(self.failed),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Outcome:
        """The inverse of :meth:`as_dict`. Raises ValueError for unknown keys or values."""
        unknown = data.keys() - {"winner", "termination", "infraction", "failed"}
        if unknown:
            raise ValueError(f"an outcome has no {sorted(unknown)[0]!r}")
        winner, infraction, failed = data.get("winner"), data.get("infraction"), data.get("failed", ())
        if winner not in (None, "black", "white"):
            raise ValueError(f"winner: expected 'black', 'white' or None, got {winner!r}")
        if not isinstance(failed, list | tuple) or not all(isinstance(key, str) for key in failed):
            raise ValueError(f"failed: expected a list of texts, got {failed!r}")
        return cls(
            None if winner is None else Color(winner == "white"),
            Termination(str(data.get("termination"))),
            None if infraction is None else Infraction(str(infraction)),
            failed,
        )

    def __eq__(self, other: object) -> bool:
        return self._parts() == other._parts() if isinstance(other, Outcome) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._parts())

    def __reduce__(self) -> tuple[object, ...]:
        return Outcome, self._parts()

    def __str__(self) -> str:
        return self.text("en")

    def __repr__(self) -> str:
        parts = [repr(None) if self.winner is None else self.winner.name, self.termination.name]
        parts += [f"infraction={self.infraction.name}"] if self.infraction else []
        parts += [f"failed={self.failed!r}"] if self.failed else []
        return f"Outcome({', '.join(parts)})"

    def _parts(self) -> tuple[Color | None, Termination, Infraction | None, tuple[str, ...]]:
        return self.winner, self.termination, self.infraction, self.failed


_FAULTS: Final = {
    Termination.RESIGNATION,
    Termination.TIME_FORFEIT,
    Termination.ILLEGAL_MOVE,
    Termination.PERPETUAL_CHECK,
    Termination.FAILED_DECLARATION,
    Termination.CONNECTION_LOST,
}
"""The endings by a fault of the loser."""
_FAULT_TEXTS: Final = {Termination.CONNECTION_LOST: "connection was lost"}
"""The faults whose reason does not follow the name of a side."""

_BROKEN_OFF: Final = {Termination.CONNECTION_LOST, Termination.INTERRUPTED}
"""Without a winner these are no draws."""

CONDITION_TEXTS: Final = {
    "turn": ("it is one’s turn", "自分の手番である"),
    "time_remaining": ("there is time left", "時間が切れていない"),
    "king_in_zone": ("the king is in the promotion zone", "玉が敵陣三段目以内にいる"),
    "opponents_king_in_zone": (
        "the opponent’s king is in its promotion zone",
        "相手玉が入玉している",
    ),
    "pieces_in_zone": ("ten other pieces are in the promotion zone", "玉のほか十枚以上が敵陣にある"),
    "all_pieces_in_zone": (
        "all one’s pieces on the board are in the promotion zone",
        "盤上の自分の駒がすべて敵陣にある",
    ),
    "pieces_protected": (
        "the king and all other pieces are protected",
        "玉を含むすべての駒に味方の利きがある",
    ),
    "not_in_check": ("the king is not in check", "玉に王手がかかっていない"),
    "points": ("enough points", "点数が足りている"),
    "king_on_try_square": ("the king is on the opposing king’s first square", "玉が相手玉の初期位置にいる"),
}
"""The conditions of declarations by key, in English and Japanese."""
