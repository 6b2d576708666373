"""Hostile texts: every reader raises only errors of the package.

How long they take is measured by tools/hostile_records.py.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Final

import pytest

from komadai import KomadaiError, kifu
from komadai.kifu import FORMATS

HUGE: Final = "9" * 5000
"""More digits than Python converts to a number."""
KIF: Final = "手数----指手---------消費時間--\n1 ７六歩(77)\n"
CSA: Final = "PI\n+\n+7776FU\n"
PSN: Final = '[Sente "a"]\n1.P7g-7f '
JKF: Final = '{"header":{},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}'

TEXTS: Final = {
    "a ply of 5,000 digits": f"手数----指手\n{HUGE} ７六歩(77)\n",
    "a variation from ply 999…": f"{KIF}変化：{HUGE}手\n2 ３四歩(33)\n",
    "plies in other digits": KIF + "変化：²手\n変化：①手\n変化：٣手\n² ３四歩(33)\n1 ²²歩(²²)\n1 ٣٣歩(٣٣)\n",
    "variations of nothing": "".join(f"変化：{ply * 7919}手\n" for ply in range(200)),
    "times of 5,000 digits": f"{KIF}2 ３四歩(33) ({HUGE}:00/{HUGE}:00:00)\n",
    "spaces within lines": "\n".join(
        line.replace("_", space * 3000)
        for space in " 　\t\u2028"
        for line in ("▲７六歩_x", "▲_x", "▲７六_x", "▲同_x", "先手_x", "先手：a_x", "先手の_持駒_x", "変化_x",
                     "1 ７六歩_x", "1 ７六歩(_x", "1 ７六歩(0:01/_x", "1 同_x", "まで_手で")
    ),
    "times in other digits": f"{KIF}2 ３四歩(33) (²:①/٣:٣:٣)\n",
    "scores of 5,000 digits": f"{KIF}*#評価値={HUGE}\n**解析 0 評価値 {HUGE} 読み筋 ▲７六歩(77)\n",
    "scores in other digits": f"{KIF}*#評価値=²\n*#深さ=①\n*#詰み=先手勝ち:²手\n"
    "** Engine x 候補² 深さ ²/٣ 評価値 -²\n",
    "hands beyond all pieces": f"後手の持駒：歩{HUGE}　香²　{'十' * 999}\n|v香v桂v銀v金v玉v金v銀v桂v香|²\n",
    "CSA times and limits": f"$TIME:{HUGE}+1+1\n$MAX_MOVES:{HUGE}\n{CSA}T{HUGE}\n-3334FU,T²\n"
    f"'** {HUGE} #{HUGE}\n",
    "CSA placements": f"P+{'00FU' * 500}\nPI{'82HI' * 500}\nP1{' * ' * 500}\n+\n",
    "CSA in other digits": "+²⁷²⁶FU\n+٣٣٣٣FU\n+７７７６FU\nT٣\nT①\n",
    "SFENs beyond the board": f"sfen {'9/' * 2000} b {HUGE}P {HUGE} moves 7g7f\nstartpos moves ²g7f 7İ7f\n",
    "USEN from ply 999…": f"~{HUGE}.7ku\n?usen=~0.7ku2jm&c{HUGE}=a&c1.{HUGE}=b&c²=c\n~².7ku~①.2jm\n",
    "PSN numbers": f"{PSN}({HUGE}:00/00:00:{HUGE}) {HUGE}.P3c-3d {{[%clk {HUGE}:00]}} ².1.Pİg-ıf\n",
    "parentheses 2,000 deep": PSN + "(1.P2g-2f " * 2000 + ")" * 2000,
    "braces never closed": PSN + "{" * 2000,
    "headers without end": "".join(f'[K{at} "v"]\nk{at}：v\n$K{at}:v\n' for at in range(700)),
    "lists 5,000 deep": "[" * 5000 + "]" * 5000,
    "forks 500 deep": JKF.removesuffix("}") + '},"forks":[[' + (JKF[24:] + ',"forks":[[') * 500,
    "JSON's own numbers": JKF + ',"time":{"now":{"h":1e400,"m":NaN,"s":-1},"total":{"h":1e30,"m":true}}}]}',
    "JSON with 5,000 digits": JKF + f',"time":{{"now":{{"m":{HUGE}}}}}}}]}}',
    "JSON of wrong types": '{"initial":{"preset":["a"]},"moves":[[],{"move":{"from":7,"to":[],"piece":[]}}]}',
    "half surrogates": "1 ７六歩(77)\n*\udfff\n先手：\ud83d\nN+\ud800\n"
    + '{"header":{"\ud800":"\\udfff"},"moves":[{}]}',
    "marks and separators in the midst": "1 ７六歩(77)\n\ufeff"
    "\x0b\x0c\x1c\x85\u2028\u2029\x1a\0\n\ufeff+7776FU\r\r\n",
    "letters with odd cases": "İıſK ▲İ六歩 Pİg-7f 7ı7f\n",
}  # fmt: skip
READERS: Final = [key for key, each in FORMATS.items() if each.can_read]


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
def test_hostile_texts_raise_only_errors_of_the_package(text: str) -> None:
    for key in (*READERS, None):
        for source in (text, text.encode("utf-8", "surrogatepass"), text.encode("cp932", "replace")):
            with suppress(KomadaiError):
                # Some readers find many games here: only a few are tested.
                for game in list(kifu.read_all(source, key))[:3]:
                    for other, format in FORMATS.items():
                        if format.can_write:
                            # Every game that was read can be written.
                            with suppress(KomadaiError):
                                kifu.losses(game, kifu.write(game, other), other)
