"""Japanese translations of the errors of the position reader.

The native reader gives its reasons in English; each form of a reason is a row here.
A test produces every reason and checks that it has a row.
"""

from __future__ import annotations

import re
from typing import Final

from komadai.outcome import Infraction

_FIELDS: Final = {
    "board": "盤面",
    "turn": "手番",
    "hands": "持駒",
    "move number": "手数",
    "board and hands": "盤面と持駒",
    "position": "局面",
    "moves": "指し手",
}
_WORDS: Final = {
    "Black": "先手",
    "White": "後手",
    "pawn": "歩",
    "lance": "香",
    "knight": "桂",
    "silver": "銀",
    "gold": "金",
    "bishop": "角",
    "rook": "飛",
    "king": "玉",
}
_RANKS: Final = "一二三四五六七八九"

# The translated groups of the pattern fill the braces.
_ROWS: Final = tuple(
    (re.compile(pattern), japanese)
    for pattern, japanese in (
        (r"the text is empty; .*", "何も書かれていません（盤面・手番・持駒・手数が必要です）"),
        (r"two numbers in a row", "数字が続いています"),
        (r"has (\d+) squares; expected 9", "マスが{}個しかありません（9個必要です）"),
        (r"has more than 9 squares", "マスが9個を超えています"),
        (r"has (\d+) ranks; expected 9", "段が{}段しかありません（9段必要です）"),
        (r"has more than 9 ranks", "段が9段を超えています"),
        (r"ends after '\+'; .*", "「+」の後に駒の文字がありません"),
        (r"'(.)' is not a piece; expected one of (\w+) or (\w+)", "「{}」は駒の文字ではありません（{}か{}）"),
        (r"byte (\w+) is not a piece; .*", "駒の文字ではないバイト{}があります"),
        (r"a promoted (\w+) does not exist", "成った{}はありません"),
        (r"is missing", "ありません"),
        (r"expected 'b' or 'w'", "b（先手）かw（後手）を書きます"),
        (r"expected nothing after '-'", "「-」の後に余分な文字があります"),
        (r"a count may not begin with 0", "枚数を0で始めることはできません"),
        (r"a count is above 18, .*", "枚数が18を超えています"),
        (r"a count without a piece", "枚数の後に駒の文字がありません"),
        (r"a king can't be in hand", "玉を持駒にすることはできません"),
        (r"(\d+) ([a-z]+?)s? in hand; a set has (\d+)", "持駒の{1}が{0}枚あります（全部で{2}枚です）"),
        (r"(\d+) ([a-z]+?)s? in all; a set has (\d+)", "{1}が合わせて{0}枚あります（全部で{2}枚です）"),
        (
            r"more than (\d+) ([a-z]+?)s? on the board and in hand",
            "{1}が盤上と持駒を合わせて{0}枚を超えています",
        ),
        (r"(.) appears twice", "「{}」が二度書かれています"),
        (r"is above (\d+)", "{}を超えています"),
        (r"'(.)' found; expected a number .*", "「{}」があります（数字だけを書きます）"),
        (r"byte (\w+) found; .*", "余分なバイト{}があります（数字だけを書きます）"),
        (r"(Black|White) has (\d+) kings.*", "{}の玉が{}枚あります"),
        (r"(\w+)'s (\w+) on (\w\w) could never move", "{0}の{2}の{1}は行き所がありません"),
        (r"(\w+) has two pawns on file (\d) \(nifu\)", "{}の歩が{}筋に二枚あります（二歩）"),
        (
            r"(\w+)'s king on (\w\w) is in check but it is (\w+)'s turn",
            "{}の{}の玉に王手がかかっていますが、手番は{}です",
        ),
        (
            r"has several lines; .*",
            "複数行あります（局面は一行です）",
        ),
        (r"the link holds no SFEN", "リンクにSFENがありません"),
        (r"remove the quotes", "引用符を取り除いてください"),
        (r"expected 'startpos' or an SFEN", "startposかSFENが必要です"),
        (r"expected 'startpos' or an SFEN, got '(.*)'", "startposかSFENが必要です（「{}」がありました）"),
        (r"expected an SFEN after 'sfen'", "「sfen」の後にSFENが必要です"),
        (r"write 'startpos' or an SFEN before 'moves'", "「moves」の前にstartposかSFENを書きます"),
        (r"write 'moves' before '(.*)'", "「{}」の前に「moves」を書きます"),
        (r"remove '(.*)' before the board", "盤面の前の「{}」を取り除いてください"),
        (
            r"remove '(.*)'; only .*",
            "「{}」を取り除いてください（局面の後は「moves」と指し手だけです）",
        ),
        (
            r"move (\d+): '(.*)' is no move; .*",
            "{}手目の「{}」は指し手ではありません（例：7g7f、P*5e）",
        ),
        (r"move (\d+): (\S+) is illegal: (.*)", "{}手目の{}は指せません（{}）"),
    )
)


def in_japanese(reason: str, field: str | None, rank: int | None) -> str:
    """The error in Japanese; a reason without a row stays in English."""
    where = _FIELDS.get(field or "", field or "")
    if field == "board" and rank is not None and rank <= 9:
        where += f"の{_RANKS[rank - 1]}段目"
    for pattern, japanese in _ROWS:
        found = pattern.fullmatch(reason)
        if found:
            reason = japanese.format(*map(_word, found.groups()))
            break
    return f"{where}：{reason}" if where else reason


def _word(text: str) -> str:
    if re.fullmatch(r"[1-9][a-i]", text):
        return text[0] + _RANKS[ord(text[1]) - ord("a")]
    if text in _WORDS:
        return _WORDS[text]
    return next((each.text("ja") for each in Infraction if each.text("en") == text), text)
