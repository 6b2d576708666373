"""The Japanese word for an ending: 投了, 千日手, 反則負け …, as KIF files have it in place of a move."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from komadai.outcome import Termination

if TYPE_CHECKING:
    from komadai.kifu.tree.game import Ending
    from komadai.pieces import Color

WORDS: Final = {
    Termination.CHECKMATE: "詰み",
    Termination.NO_LEGAL_MOVES: "詰み",
    Termination.RESIGNATION: "投了",
    Termination.TIME_FORFEIT: "切れ負け",
    Termination.SENNICHITE: "千日手",
    Termination.IMPASSE_AGREED: "持将棋",
    Termination.TRY: "トライ",
    Termination.ROYAL_CAPTURED: "玉の捕獲",
    Termination.BARE_KING: "裸玉",
    Termination.CHECK: "王手",
    Termination.MOVE_LIMIT: "最大手数",
    Termination.CONNECTION_LOST: "接続切れ",
    Termination.INTERRUPTED: "中断",
}
"""The word that ends a line, where it does not depend on who won."""

_FOULS: Final = (Termination.ILLEGAL_MOVE, Termination.PERPETUAL_CHECK, Termination.FAILED_DECLARATION)


def ending_word(ending: Ending, turn: Color) -> str:
    """The word that ends a line when this side is to move: 投了, 千日手, 反則負け …"""
    outcome = ending.outcome
    if outcome is None:
        return ending.word or WORDS[Termination.INTERRUPTED]
    won = outcome.winner is turn
    if outcome.termination in _FOULS:
        return "反則勝ち" if won else "反則負け"
    if outcome.termination is Termination.DEFAULT:
        return "不戦勝" if won else "不戦敗"
    if outcome.termination is Termination.IMPASSE_DECLARATION:
        return "入玉勝ち" if won else "持将棋"
    return WORDS[outcome.termination]
