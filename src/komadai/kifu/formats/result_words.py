"""Reads the outcome of a game from Japanese text: 投了, 先手の時間切れ負け, 後手の二歩により先手の勝ち.

A text is split into sides (先手), reasons (時間切れ) and results (勝ち, 負け, 引き分け); the tables below
list the words of each. The three together give the outcome. A text with any other word, or whose parts
contradict each other, has no outcome.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from komadai.outcome import Infraction, Outcome, Termination
from komadai.pieces import Color

if TYPE_CHECKING:
    from collections.abc import Iterable

_LONGEST: Final = 60
"""Longer texts, in characters, are no result."""

SIDES: Final = {
    **dict.fromkeys(("先手番", "先手", "下手", "▲", "▼", "☗", "⛊"), Color.BLACK),
    **dict.fromkeys(("後手番", "後手", "上手", "△", "▽", "☖", "⛉"), Color.WHITE),
}

_RESULTS: Final[dict[str, bool | None]] = {
    **dict.fromkeys(("勝ち", "勝利", "勝"), True),
    **dict.fromkeys(("負け", "敗北", "敗", "負"), False),
    **dict.fromkeys(("引き分け", "引分け", "引分"), None),
}
"""Whether the side before the word won; None for a draw."""


class _Reason(NamedTuple):
    """The reason for the end of a game."""

    decided: Termination | None
    """The termination if the game has a winner."""
    drawn: Termination | None = None
    """The termination if the game has no winner."""
    wins: bool | None = None
    """Whether the side of the reason won: 先手の投了 is a loss, 先手の宣言 a win. None if unknown."""
    mover_wins: bool | None = None
    """Whether the side to move won, for a text that names no side. None: no winner, or unknown."""
    infraction: Infraction | None = None


_FOUL: Final = _Reason(Termination.ILLEGAL_MOVE, wins=False, mover_wins=False)

_INFRACTIONS: Final = {
    Infraction.NIFU: ("二歩",),
    Infraction.UCHIFUZUME: ("打ち歩詰め", "打歩詰め", "打歩詰", "打ち歩詰"),
    Infraction.LEFT_IN_CHECK: ("王手放置", "王手見逃し", "王手無視"),
    Infraction.OUT_OF_TURN: ("二手指し", "手番違い", "手番違い(二手指し)"),
    Infraction.DEAD_PIECE: ("行き所のない駒", "行きどころのない駒"),
    Infraction.MATTA: ("待った",),
    Infraction.OUTSIDE_HELP: ("助言",),
    Infraction.RULING_IGNORED: ("裁定違反", "裁定無視"),
}
"""More names of fouls, in addition to those of :class:`Infraction`."""


def _reasons(reason: _Reason, *words: str) -> dict[str, _Reason]:
    return dict.fromkeys(words, reason)


_REASONS: Final = {
    **_reasons(_Reason(Termination.RESIGNATION, wins=False, mover_wins=False), "投了", "とうりょう"),
    **_reasons(
        _Reason(Termination.TIME_FORFEIT, wins=False, mover_wins=False),
        "時間切れ", "切れ", "時間超過", "タイムアップ", "time-up", "timeup",
    ),
    # 先手の詰み does not give the side whose king is mated.
    **_reasons(_Reason(Termination.CHECKMATE, mover_wins=False), "詰み", "詰", "つみ"),
    **_reasons(_Reason(Termination.NO_LEGAL_MOVES, wins=False, mover_wins=False), "指す手なし"),
    **_reasons(_FOUL, "反則", "反則行為", "反則手", "その他の反則"),
    **{
        word: _FOUL._replace(infraction=infraction)
        for infraction in Infraction
        if infraction is not Infraction.OTHER
        for word in (
            unicodedata.normalize("NFKC", infraction.text("ja")),
            *_INFRACTIONS.get(infraction, ()),
        )
    },
    # Usually the last check repeats the position.
    **_reasons(
        _Reason(Termination.PERPETUAL_CHECK, wins=False, mover_wins=True),
        "連続王手の千日手", "連続王手による千日手", "連続王手千日手", "連続王手",
    ),
    **_reasons(_Reason(None, Termination.SENNICHITE), "千日手"),
    # A jishogi with a winner was decided by points.
    **_reasons(
        _Reason(Termination.IMPASSE_DECLARATION, Termination.IMPASSE_AGREED),
        "持将棋", "相入玉", "双方入玉", "両者入玉",
    ),
    # A draw that is no sennichite was agreed.
    **_reasons(_Reason(None, Termination.IMPASSE_AGREED), "合意", "両者合意", "双方合意"),
    **_reasons(
        _Reason(Termination.IMPASSE_DECLARATION, Termination.IMPASSE_DECLARATION, wins=True, mover_wins=True),
        "宣言", "入玉宣言", "入玉宣言法", "宣言法", "入玉",
    ),
    **_reasons(
        _Reason(Termination.FAILED_DECLARATION, wins=False, mover_wins=False),
        "宣言の条件不備", "宣言失敗", "宣言不成立",
    ),
    **_reasons(_Reason(Termination.TRY, wins=True, mover_wins=False), "トライ"),
    **_reasons(_Reason(Termination.ROYAL_CAPTURED, wins=True, mover_wins=True), "玉の捕獲"),
    **_reasons(_Reason(Termination.BARE_KING, Termination.BARE_KING), "裸玉"),
    **_reasons(_Reason(Termination.CHECK, wins=True, mover_wins=True), "王手"),
    **_reasons(
        _Reason(None, Termination.MOVE_LIMIT),
        "最大手数", "最大手数超過", "最大手数到達", "手数制限", "規定手数", "手数超過",
    ),
    **_reasons(_Reason(Termination.DEFAULT), "不戦"),
    # The side whose connection was lost may be given in another line.
    **_reasons(
        _Reason(Termination.CONNECTION_LOST, Termination.CONNECTION_LOST, wins=False),
        "接続切れ", "通信切れ", "接続切断", "通信切断", "回線切断", "切断",
    ),
    **_reasons(_Reason(None, Termination.INTERRUPTED), "中断", "指し掛け"),
}  # fmt: skip

_LINKS: Final = (
    "によって", "により", "による", "のため", "のために", "にて", "で", "が成立", "成立", "となり",
    "、", ",", "(", ")", ":", "。",
)  # fmt: skip
"""Words between a reason and its result."""
_PARTICLES: Final = ("の", "が", "は")
"""Words after a side."""


def _any_of(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


_TOKEN: Final = re.compile(
    rf"(?P<reason>{_any_of(_REASONS)})|(?P<side>{_any_of(SIDES)})|(?P<result>{_any_of(_RESULTS)})"
    rf"|(?P<link>{_any_of(_LINKS)})|(?P<particle>{_any_of(_PARTICLES)})"
)


class _Parts(NamedTuple):
    """The meaning of a text, independent of the side to move."""

    winners: frozenset[Color | None]
    """The winners by the parts of the text that give one; None for a draw."""
    mover_won: bool | None
    """Whether the side to move won, by a result without a side (勝ち, 負け); None if there is none."""
    reason: _Reason | None


@lru_cache(maxsize=1 << 12)
def outcome_of(word: str, turn: Color) -> Outcome | None:
    """The outcome of a text in place of a move of side ``turn``, or after まで…手で; None if it is none.

    A win without a reason is a win by resignation, as in the files of all programs.
    """
    if len(word) > _LONGEST:
        return None
    parts = _read(_plain(word))
    if parts is None or len(parts.winners) > 1:
        return None
    reason = parts.reason
    if parts.winners:
        winner = next(iter(parts.winners))
    elif reason is None:
        return None
    elif parts.mover_won is not None:
        winner = turn if parts.mover_won else turn.opponent
    elif reason.mover_wins is not None and reason.infraction is not Infraction.MATTA:
        winner = turn if reason.mover_wins else turn.opponent
    elif reason.drawn is not None:
        winner = None
    else:
        return None
    if reason is None:
        return Outcome(winner, Termination.IMPASSE_AGREED if winner is None else Termination.RESIGNATION)
    termination = reason.drawn if winner is None else reason.decided
    if termination is None:
        return None
    return Outcome(winner, termination, reason.infraction if winner is not None else None)


def names_winner(word: str) -> bool:
    """Whether a text gives the winner independent of the side to move."""
    return outcome_of(word, Color.BLACK) == outcome_of(word, Color.WHITE)


def names_reason(word: str) -> bool:
    """Whether a text gives the reason of the end: 先手の勝ち and 引き分け do not."""
    parts = _read(_plain(word)) if len(word) <= _LONGEST else None
    return parts is not None and parts.reason is not None


def _plain(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).split()).casefold()


def _read(text: str) -> _Parts | None:
    """The meaning of a text; None if it has an unknown word or contradicts itself."""
    winners: set[Color | None] = set()
    mover_won: bool | None = None
    reason: _Reason | None = None
    side: Color | None = None
    about: tuple[Color, _Reason] | None = None
    place = 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None:
            return None
        place = match.end()
        kind, token = match.lastgroup, match[0]
        if kind == "result":
            # 先手の時間切れ負け: the side belongs to the result, not to the reason.
            about = None
            won = _RESULTS[token]
            if won is None:
                winners.add(None)
            elif side is not None:
                winners.add(side if won else side.opponent)
            else:
                mover_won = won
            side = None
        elif kind == "reason":
            found = _REASONS[token]
            reason = _joined(reason, found)
            if reason is None:
                return None
            if side is not None:
                about = side, found
        elif kind in ("link", "side"):
            winners |= _winner_by(about)
            about = None
            side = SIDES[token] if kind == "side" else None
    # A side without a reason or a result after it is no result.
    if side is not None and about is None:
        return None
    winners |= _winner_by(about)
    if about is not None and not winners:
        return None
    return _Parts(frozenset(winners), mover_won, reason)


def _winner_by(about: tuple[Color, _Reason] | None) -> set[Color | None]:
    """The winner by a side and its reason: 後手の二歩 makes Black the winner. Empty if unknown."""
    if about is None or about[1].wins is None or about[1].infraction is Infraction.MATTA:
        return set()
    side, reason = about
    return {side if reason.wins else side.opponent}


def _joined(first: _Reason | None, second: _Reason) -> _Reason | None:
    """Two reasons as one: 反則（二歩）, 入玉宣言. None if they exclude each other."""
    if first is None or first == second:
        return second
    if first.decided is second.decided and (first.infraction is None or second.infraction is None):
        return second if first.infraction is None else first
    # Perpetual check and a failed declaration are fouls, too.
    fouls = (Termination.ILLEGAL_MOVE, Termination.PERPETUAL_CHECK, Termination.FAILED_DECLARATION)
    if first == _FOUL and second.decided in fouls:
        return second
    if second == _FOUL and first.decided in fouls:
        return first
    return None
