"""The parts of a game that a format or a file cannot hold."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

LOSSES: Final = {
    # What a format or a file cannot hold
    "loss-start": ("the start position", "開始局面"),
    "loss-game": ("the game: what was written cannot be read", "棋譜全体（書いたものを読み直せません）"),
    "loss-variation-moves": ("{count:move|moves} in variations", "変化の手（{count}手）"),
    "loss-moves": ("{count:move|moves}", "指し手（{count}手）"),
    "loss-places": (
        "{count:place|places} among the variations",
        "変化の順序（{count}か所）",
    ),
    "loss-times": ("{count:time|times}", "消費時間（{count}か所）"),
    "loss-totals": ("{count:clock total|clock totals}", "消費時間の累計（{count}か所）"),
    "loss-comments": ("{count:comment|comments}", "コメント（{count}件）"),
    "loss-bookmarks": ("{count:bookmark|bookmarks}", "しおり（{count}件）"),
    "loss-analyses": ("{count:engine analysis|engine analyses}", "エンジンの解析（{count}件）"),
    "loss-wordings": (
        "{count:engine's wording|engines' wordings}",
        "エンジンの解析の書き方（{count}件）",
    ),
    "loss-endings": ("{count:ending|endings}", "終局（{count}か所）"),
    "loss-headers": ("{count:header|headers}", "見出し（{count}件）"),
    "loss-games": ("{count:other game|other games} in the file", "ファイルのほかの対局（{count}局）"),
    "loss-characters": (
        "characters that {encoding} has not: {characters}",
        "{encoding}にない文字（{characters}）",
    ),
}
