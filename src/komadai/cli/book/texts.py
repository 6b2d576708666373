"""The texts of ``komadai book`` in English and Japanese."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from komadai.cli.shared.language import Language

_TEXTS: Final[Mapping[str, tuple[str, str]]] = {
    "move": ("move", "指し手"),
    "score": ("score", "評価値"),
    "depth": ("depth", "深さ"),
    "count": ("played", "回数"),
    "share": ("share", "割合"),
    "wins": ("wins", "勝率"),
    "reply": ("reply", "応手"),
    "mark": ("mark", "評価"),
    "comment": ("comment", "コメント"),
    "forced": ("forced", "絶対手"),
    "good": ("good", "好手"),
    "bad": ("bad", "疑問手"),
    "blunder": ("blunder", "悪手"),
    "mate": ("mate in {plies}", "{plies}手詰"),
    "mated": ("mated in {plies}", "{plies}手で詰まされる"),
    "games": (
        "{games} games here, Black won {black}, White {white}",
        "この局面の対局数{games}　先手{black}勝　後手{white}勝",
    ),
    "turned": ("(the board turned round)", "（盤面を反転）"),
    "absent": ("The book does not have this position.", "この局面は定跡にありません。"),
    "positions": (
        "{format}: {positions} positions, {moves} moves",
        "{format}形式　{positions}局面　{moves}手",
    ),
    "unsorted": ("not in the order of the positions", "局面順に並んでいません"),
}


def text_for(key: str, language: Language, **values: object) -> str:
    """The text with this key, with its values filled in."""
    return _TEXTS[key][language is Language.JA].format_map(values)
