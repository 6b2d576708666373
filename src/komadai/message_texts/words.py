"""Words that fill the texts, and the sentences about what a reader did."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

ACTIONS: Final[dict[str, tuple[str, str]]] = {
    "left-out": ("left out", "読み飛ばしました"),
    "removed": ("left out", "取り除きました"),
    "line-left-out": ("the line is left out", "この行を読み飛ばしました"),
    "game-left-out": ("the game is left out", "この対局を読み飛ばしました"),
    "rest-of-rank-left-out": ("the rest of the rank is left out", "段の残りを読み飛ばしました"),
    "rest-left-out": ("left out, with all behind it", "これ以降を読み飛ばしました"),
    "kept": ("kept as it is", "そのまま残しました"),
    "not-played": ("it cannot be played", "盤上で指せない手です"),
    "kept-as-ending": ("kept as a word", "終局の語として残しました"),
    "kept-as-comment": ("kept as a comment", "コメントとして残しました"),
    "kept-as-variation": ("kept as a variation", "変化として残しました"),
    "ending-kept-as-comment": ("the ending became a comment", "終局はコメントにしました"),
    "taken-as-is": ("taken as it is", "そのまま使いました"),
    "data-taken": ("the data is taken", "dataを使いました"),
    "without-promotion": ("taken without promotion", "不成としました"),
    "read-as-variation": ("read as a variation of this move", "この手の変化として読みました"),
    "read-as-main-line": ("read as the game going on", "本譜の続きとして読みました"),
    "read-as-promotion": ("read as a promotion", "成る手として読みました"),
    "read-as-this-number": ("read as that", "その手数として読みました"),
    "counted-from-here": ("the rest is counted from here", "以降はこの手から数えました"),
    "last-counts": ("the last one counts", "最後のものを使いました"),
    "this-line-counts": ("this line counts", "この行を使いました"),
    "ending-counts": ("the ending counts", "終局を使いました"),
    "ending-above-counts": ("the one above counts", "上の終局を使いました"),
    "even-game": ("the even game was taken", "平手としました"),
    "usual-rules": ("the usual rules are taken", "標準の規則としました"),
    "usual-start": ("the usual start is taken", "平手の開始局面としました"),
    "black-first": ("Black is taken", "先手番としました"),
    "right-lance": ("the giver's right one (９一) was taken", "上手の右の香（９一）を落としました"),
    "right-silver": ("the giver's right one (７一) was taken", "上手の右の銀（７一）を落としました"),
    "replaced": ("each became U+FFFD", "その文字は�になっています"),
    "question-mark": ("written as ?", "？と書きました"),
    "piece-moved": ("it was moved", "その駒を動かしました"),
}
"""By key: what the reader did about a problem, in English, in Japanese."""

_SIDES: Final = {"black": ("Black", "先手"), "white": ("White", "後手")}
WORDS: Final[dict[str, dict[str, tuple[str, str]]]] = {
    "toml_type": {
        "text": ("a text", "文字列"),
        "number": ("a whole number", "整数"),
        "flag": ("true or false", "trueかfalse"),
        "table": ("a table", "表"),
        "list": ("a list", "リスト"),
        "texts": ("a list of texts", "文字列のリスト"),
    },
    "side": _SIDES,
    "turn": _SIDES,
    "piece": {
        "piece": ("piece", "駒"),
        "pawn": ("pawn", "歩"),
        "lance": ("lance", "香"),
        "knight": ("knight", "桂"),
        "silver": ("silver", "銀"),
        "gold": ("gold", "金"),
        "bishop": ("bishop", "角"),
        "rook": ("rook", "飛"),
        "king": ("king", "玉"),
        "tokin": ("tokin", "と金"),
        "promoted lance": ("promoted lance", "成香"),
        "promoted knight": ("promoted knight", "成桂"),
        "promoted silver": ("promoted silver", "成銀"),
        "horse": ("horse", "馬"),
        "dragon": ("dragon", "龍"),
    },
    "field": {
        "board": ("board", "盤面"),
        "turn": ("turn", "手番"),
        "hands": ("hands", "持駒"),
        "move number": ("move number", "手数"),
        "board and hands": ("board and hands", "盤面と持駒"),
        "position": ("position", "局面"),
        "moves": ("moves", "指し手"),
    },
    "time_field": {
        "main_ms": ("main_ms", "持ち時間（main_ms）"),
        "byoyomi_ms": ("byoyomi_ms", "秒読み（byoyomi_ms）"),
        "periods": ("periods", "秒読みの回数（periods）"),
        "increment_ms": ("increment_ms", "フィッシャー加算（increment_ms）"),
        "days": ("days", "1手の日数"),
        "lag_ms": ("lag_ms", "通信の遅れ（lag_ms）"),
    },
}
"""Words by the parameter's name and its value, in English, in Japanese."""
