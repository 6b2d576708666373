"""Japanese moves typed in Latin letters: ``76fu``, ``22kakunari``, ``58kinmigi``, ``douhisha``.

Read only. CSA's names of pieces (``76FU``, ``22UM``) are read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from komadai.notation.csa import BY_NAME
from komadai.notation.pattern import Pattern
from komadai.pieces import PieceType
from komadai.squares import square, square_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

_NAMES: Final = {
    PieceType.PAWN: "fu hu",
    PieceType.LANCE: "kyo kyou kyosha kyousha",
    PieceType.KNIGHT: "kei keima",
    PieceType.SILVER: "gin",
    PieceType.BISHOP: "kaku",
    PieceType.ROOK: "hi hisha hisya",
    PieceType.GOLD: "kin",
    PieceType.KING: "o ou gyoku",
    PieceType.PRO_PAWN: "to tokin",
    PieceType.PRO_LANCE: "narikyo narikyou",
    PieceType.PRO_KNIGHT: "narikei",
    PieceType.PRO_SILVER: "narigin",
    PieceType.HORSE: "uma ryuma ryuuma",
    PieceType.DRAGON: "ryu ryuu ryuo ryuou tatsu",
}
_BY_ROMAJI: Final = {name: kind for kind, names in _NAMES.items() for name in names.split()}
# CSA names the piece after the move: "22UM" may be a bishop that promotes.
_BY_CSA: Final = {name.lower(): kind for name, kind in BY_NAME.items()}
_WORDS: Final = {
    "migi": "右", "hidari": "左", "sugu": "直", "choku": "直", "ue": "上", "agaru": "上", "yoru": "寄",
    "yori": "寄", "hiku": "引", "hiki": "引",
}  # fmt: skip
_ENDS: Final = {
    "nari": "promote", "naru": "promote", "+": "promote",
    "narazu": "stay", "funari": "stay", "=": "stay",
    "utsu": "drop", "uchi": "drop", "utu": "drop", "*": "drop",
}  # fmt: skip


def _either(names: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, names), key=len, reverse=True))


_MOVE: Final = re.compile(
    rf"(?:(?P<to>[1-9][1-9a-i])|(?P<same>dou|do))(?P<piece>{_either(_BY_ROMAJI.keys() | _BY_CSA.keys())})"
    rf"(?P<words>(?:{_either(_WORDS)})*)(?P<end>{_either(_ENDS)})?",
    re.I | re.A,
)


def parse(text: str) -> list[Pattern]:
    """The possible meanings of the text; empty if it is no move in romaji.

    A name that is both romaji and CSA gives two patterns.
    """
    match = _MOVE.fullmatch(text.lower())
    if match is None:
        return []
    where, name, end = match["to"], match["piece"], _ENDS.get(match["end"] or "")
    to = None
    if where:
        to = square_at(int(where[0]), int(where[1])) if where.isdigit() else square(where)
    words = frozenset(_WORDS[word] for word in re.findall(_either(_WORDS), match["words"]))
    drop = True if end == "drop" else False if words or end else None
    promotion = {"promote": True, "stay": False}.get(end or "")
    patterns = []
    if name in _BY_ROMAJI:
        patterns.append(
            Pattern(
                to, moved=_BY_ROMAJI[name], drop=drop, promotion=promotion, words=words, plain_is_move=True
            )
        )
    if name in _BY_CSA:
        patterns.append(
            Pattern(
                to, becomes=_BY_CSA[name], drop=drop, promotion=promotion, words=words, plain_is_move=True
            )
        )
    return patterns
