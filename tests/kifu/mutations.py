"""Records damaged in many ways, for the tests of readers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

WORDS: Final = (
    "\n", "\r\n", " ", "　", "\t", "*", "&", "#", "'", '"', "/", "(", ")", "（", "）", ":", "：", "=",
    "＝", "変化：", "変化：1手", "手", "まで", "まで3手で", "投了", "中断", "反則負け", "封じ手", "先手",
    "後手", "上手", "下手", "手合割：", "その他", "二枚落ち", "手数----指手---------消費時間--", "手数＝",
    "の持駒：", "持駒", "残り全部", "|", "｜", "+---------------------------+", "・", "v", "同", "同　",
    "１", "九", "歩", "龍", "成銀", "成", "不成", "打", "右", "(77)", "   1 ７六歩(77)", "▲７六歩",
    "△同　銀", "( 0:01/00:00:01)", "100:00:00", "*#評価値=", "*#読み筋=▲７六歩", "**解析 0 評価値 5",
    "*#詰み=先手勝ち:3手", "** 5 +7776FU", "V2.2", "V3.0", "N+", "$EVENT:", "$NOTE:\\n", "PI", "P1",
    "P+00AL", "P-55KA", "+", "-", "+7776FU", "-3334FU", "7776FU", "+0055KA", "T5", "T1.5", "%TORYO",
    "%+ILLEGAL_ACTION", "'*", "'** 5 ", "position ", "startpos", "sfen ", "moves ", "7g7f", "P*5e",
    "resign", "lnsgkgsnl/1r5b1/", " b - 1", "[", "]", "{", "}", "~", ".", "0.", "--Black Won--", "P-7f",
    "Px3d+", "1.", "...", "null", "1e999", "-1", '{"move":', '"forks":[[', '"special":"TORYO"', "\ufeff",
    "\0", "\x1b$B", "\u2028", "\u0130", "𠮷", "ﾊﾝｶｸ", "9" * 30, "▲" * 50, "+" * 50, "(" * 50,
)  # fmt: skip
"""Parts of all formats, and texts that no format expects."""
ENCODINGS: Final = ("utf-8", "utf-8-sig", "cp932", "euc_jp", "iso2022_jp", "utf-16", "utf-32")


def damaged(seed: int, samples: Sequence[bytes]) -> bytes:
    """One of the samples, changed in a few places; sometimes in another encoding or joined to another one."""
    chance = random.Random(seed)
    data = bytearray(chance.choice(samples))
    for _ in range(chance.choice((1, 1, 2, 4, 12))):
        at = chance.randrange(len(data) + 1)
        end = min(len(data), at + chance.choice((0, 1, 2, 8, 40, 400)))
        match chance.randrange(7):
            case 0:
                data[at:end] = b""
            case 1:
                data[at:end] = chance.randbytes(chance.randrange(1, 5))
            case 2:
                data[at:at] = data[at:end] * chance.choice((1, 2, 20))
            case 3:
                other = chance.choice(samples)
                start = chance.randrange(len(other) + 1)
                data[at:end] = other[start : start + 200]
            case _:
                data[at:end] = (chance.choice(WORDS) * chance.choice((1, 1, 1, 3))).encode()
    if chance.random() < 0.2:
        text = data.decode("utf-8", "replace")
        data = bytearray(text.encode(chance.choice(ENCODINGS), "replace"))
    return bytes(data[:20_000])
