"""Why a game cannot be reviewed (:mod:`komadai.study`)."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

STUDY: Final = {
    "review-variant": (
        "not reviewed: this game has no evaluation",
        "検討できません：この種類の将棋には評価関数がありません",
    ),
    "review-start": (
        "not reviewed: the start position is not valid: {problem}",
        "検討できません：開始局面が正しくありません：{problem}",
    ),
}
