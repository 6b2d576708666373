"""Texts that are made to be slow to read: seconds of processor time for each megabyte.

    PYTHONPATH=tools .venv/bin/python -m soak.slow_records [FORMAT…]

The same piece is repeated to a quarter of a megabyte and to a whole one. A text that takes more than a second
for a megabyte is marked. As a part of the soak, a format and a few pieces are drawn for each round.
"""

from __future__ import annotations

import sys
import time
from contextlib import suppress
from typing import Final

from komadai import KomadaiError, kifu
from komadai.kifu import FORMATS
from soak.round import Round

MEGABYTE: Final = 1_000_000
PIECES: Final = (
    "\n", " ", "　", "\t", "*\n", "* \n", "&\n", "#\n", "'\n", "'*\n", "/\n", "(", ")", "{", "}", "[",
    "[{", "~", ".", ",", '"', "1 ", "1\n", "9", "１ ", "+\n", "%", "%TORYO\n", "PI\n", "P+00FU\n",
    "T1\n", "N+a\n", "$X:1\n", "'a:b\n", "+7776FU\n", "+7776FU\n-3334FU\n", "+0055KA\n", "7776FU",
    "7776FU3334FU\n", "7776FU,", "+2726FU\n-8384FU\n+2625FU\n", "1 ７六歩(77)\n",
    "1 ７六歩(77)   ( 0:01/00:00:01)\n", "変化：1手\n", "変化：1手\n1 ７六歩(77)\n", "▲７六歩",
    "▲７六歩 △３四歩 ", "同銀右上", "まで1手で", "まで1手で先手の勝ち\n", "先手：a\n",
    "手合割：平手\n", "手合割：その他\n", "|v香v桂v銀v金v玉v金v銀v桂v香|一\n", "先手の持駒：歩十八\n",
    "残り全部", "*#評価値=5\n", "*#読み筋=▲７六歩△３四歩\n", "**解析 0 評価値 5 読み筋 ▲７六歩(77)\n",
    "** 5 +7776FU -3334FU\n", "*互角\n", "○a　●b\n", "startpos moves 7g7f\n",
    "startpos moves 7g7f 3c3d ", "7g7f ", "P*5e ", "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/9/9/9 b - 1\n",
    '{"move":', '{"forks":[[{}', '[[{"a":', '"\\\\', "1.P7g-7f ", "( 1.P7g-7f ) ", "(", "1.P7g-7f (",
    "P-7f ", "▲歩-76 ", "--", "~0.7ku", "~1.", "7ku2jm", "\ufeff", "\u2028", "\u0130", "ﾊ", "\x1b$B",
    "\x1b(B", "ab\n", "12\n", ";\n", "2h3h 8b7b 3h2h 7b8b ", "+2838HI\n-8272HI\n+3828HI\n-7282HI\n",
    "~1.2jm", "変化：²手\n", "K：v\n", '[K "v"]\n', "$K:v\n", "(1.P2g-2f) ", "{a} ", "sfen 9/9/9 b - 1\n",
    "1 ７六歩(77)\0\n",
)  # fmt: skip
STARTS: Final = {
    "kif": "手数----指手---------消費時間--\n",
    "ki2": "▲７六歩 ",
    "csa": "PI\n+\n",
    "usi": "startpos moves ",
    "psn": '[Sente "a"]\n',
    "jkf": '{"moves":[',
}
"""The text before the pieces: none, or one after which the format's own lines begin."""


def seconds(text: str, key: str | None) -> float:
    """Processor time for reading this text. It may be refused as no record."""
    began = time.process_time()
    with suppress(KomadaiError):
        for _ in kifu.parse(text, kifu.GameBuilder(), key):
            pass
    return time.process_time() - began


SLOW: Final = 6.0
"""Seconds for a megabyte that are a finding. Other processes run beside the soak, so this is generous."""


def run(this: Round) -> None:
    """Measures random pieces in random formats until the time is up."""
    keys = [key for key, each in FORMATS.items() if each.can_read]
    while this.goes_on:
        key = this.rng.choice(keys)
        start = this.rng.choice(["", STARTS.get(key, "")])
        piece = "".join(this.rng.choices(PIECES, k=this.rng.choice([1, 1, 2, 3])))
        text = start + piece * (MEGABYTE // len(piece.encode()))
        with this.trying(f"{key} megabytes", f"{start!r} and {piece!r}".encode()):
            spent = seconds(text, key)
            if spent > SLOW:
                this.finding(f"{key}: {spent:.1f} s for a megabyte of {piece!r}", "", text.encode())


def main(keys: list[str]) -> int:
    """Measures every piece in these formats. Returns 1 if one was slow."""
    slow = 0
    for key in keys:
        worst: list[tuple[float, str]] = []
        for start in dict.fromkeys(("", STARTS.get(key, ""))):
            for piece in dict.fromkeys(PIECES):
                size = len(piece.encode())
                small = start + piece * (MEGABYTE // 4 // size)
                first = seconds(small, key)
                second = seconds(start + piece * (MEGABYTE // size), key) if first > 0.05 else first * 4
                grows = f" (four times the text: {second / first:.1f} times the time)" if first > 0.05 else ""
                worst.append((second, f"{start!r} and {piece!r}{grows}"))
        worst.sort(reverse=True)
        slow += worst[0][0] > 1
        print(f"{key}:")
        for second, what in worst[:4]:
            print(f"  {'SLOW' if second > 1 else '    '} {second:6.2f} s/MB  {what}", flush=True)
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or [key for key, each in FORMATS.items() if each.can_read]))
