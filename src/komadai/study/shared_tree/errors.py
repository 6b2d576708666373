"""The errors of operations that a shared tree refuses, by code, with their text in both languages."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from komadai.messages.refusal import Refusal
from komadai.messages.text import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

TREE_ERRORS: Final[dict[str, Text]] = {
    "no_such_node": Text("This move is not in the tree any more.", "この手はもう棋譜にありません。"),
    "no_such_operation": Text("There is nothing to undo.", "元に戻せる操作がありません。"),
    "not_your_operation": Text(
        "Only the person who has made a change can undo it.", "元に戻せるのは、自分の変更だけです。"
    ),
    "built_upon": Text(
        "Others have already added something to this move; it can be deleted, not undone.",
        "この手にはほかの人が書き加えているため、元に戻せません。削除はできます。",
    ),
    "fixed": Text(
        "The moves of the game stay as they were played; add variations.",
        "対局の指し手は変更できません。変化を加えてください。",
    ),
    "illegal_move": Text("This move is illegal: {why}.", "この手は反則です：{why}"),
    "unreadable_move": Text("This is not a move: {why}.", "指し手として読めません：{why}"),
    "text_too_long": Text("The text has more than {most} characters.", "文字数が{most}字を超えています。"),
    "bad_marks": Text(
        "Marks are at most {most} squares (5e) and arrows (7g7f).",
        "印はマス（5e）か矢印（7g7f）で、{most}個までです。",
    ),
    "tree_full": Text(
        "This chapter is full; begin another one.", "この章はいっぱいです。新しい章を作ってください。"
    ),
}


class TreeError(Refusal):
    """A shared tree refuses an operation; nothing has changed. ``code`` is a key of TREE_ERRORS."""

    texts: ClassVar[Mapping[str, Text]] = TREE_ERRORS
