"""Handicaps and odds games: start positions, names, and the difference in rank that each is meant for.

The giver (uwate) is White and moves first. In a handicap the removed pieces
are out of the game; in a "gained" one they start in the receiver's hand.
"Left" and "right" are seen by the giver: White's left lance stands on 1a.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal

from komadai.errors import UnknownHandicapError
from komadai.pieces import HAND_TYPES, SET_COUNTS, Hand, PieceType


@dataclass(frozen=True, slots=True)
class Handicap:
    """A named start position.

    >>> handicap = Handicap.named("two-piece")
    >>> handicap.japanese, handicap.removed.sfen(), handicap.compensation
    ('二枚落ち', 'RB', 10)
    >>> handicap == Handicap.named("2-piece") == Handicap.named("二枚落")
    True
    """

    key: str
    """The name in files and on the command line: ``two-piece``."""
    english: str
    japanese: str
    sfen: str
    """The start position."""
    ranks: tuple[int, int | None] | None = None
    """The difference in grades (kyu, dan) for which the table of the Tokyo Shogi Kaikan gives this handicap,
    as (lowest, highest); highest is None for "or more". None if the table does not name the handicap."""

    @classmethod
    def named(cls, name: str | Handicap) -> Handicap:
        """The handicap with this name, in English or Japanese, in any usual spelling.

        ``two-piece``, ``2 pieces``, ``Two Piece Handicap``, ``Two pieces: Rook and bishop``, ``Rook and
        bishop``, 二枚落ち and 2枚落 are the same. Raises UnknownHandicapError.
        """
        if isinstance(name, Handicap):
            return name
        found = (_BY_NAME.get(_plain(name)) or _by_pieces(name)) if isinstance(name, str) else None
        if found is None:
            raise UnknownHandicapError.with_code("handicap-expected", name=repr(name))
        return found

    @classmethod
    def from_sfen(cls, sfen: str) -> Handicap | None:
        """The handicap that starts from this position (the move number does not matter), or None."""
        return _BY_POSITION.get(tuple(sfen.split()[:3]))

    @property
    def removed(self) -> Hand:
        """The pieces that are out of the game, all of them the giver's."""
        board, _, hands, _ = self.sfen.split()
        present = board.upper() + "".join(
            letter * int(count or 1) for count, letter in re.findall(r"(\d*)([A-Z])", hands.upper())
        )
        return Hand(
            {
                piece_type: SET_COUNTS[piece_type] - present.count(piece_type.letter)
                for piece_type in HAND_TYPES
            }
        )

    @property
    def compensation(self) -> int:
        """The points of the removed pieces, which count for the giver at an impasse."""
        return sum(
            count * (5 if piece_type in (PieceType.ROOK, PieceType.BISHOP) else 1)
            for piece_type, count in self.removed.items()
        )

    def name(self, language: Literal["en", "ja"] = "en") -> str:
        """The name in English or Japanese."""
        return self.japanese if language == "ja" else self.english

    def ranks_text(self, language: Literal["en", "ja"] = "en") -> str | None:
        """The difference in grades in words: ``6–7 ranks``, 6〜7段級差; None if ``ranks`` is None."""
        if self.ranks is None:
            return None
        lowest, highest = self.ranks
        if language == "ja":
            if highest is None:
                return f"{lowest}段級差以上"
            return f"{lowest}段級差" if lowest == highest else f"{lowest}〜{highest}段級差"
        if highest is None:
            return f"{lowest} ranks or more"
        if lowest == highest:
            return f"{lowest} rank{'' if lowest == 1 else 's'}"
        return f"{lowest}–{highest} ranks"

    def __str__(self) -> str:
        return self.key


_FULL: Final = "ppppppppp"
_RECEIVER: Final = "9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"


def _start(back_rank: str, second_rank: str = "9", pawns: str = _FULL, hands: str = "-") -> str:
    return f"{back_rank}/{second_rank}/{pawns}/{_RECEIVER} w {hands} 1"


HANDICAPS: Final = (
    Handicap(
        "even", "Even", "平手", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", (0, 1)
    ),
    Handicap("lance", "Lance", "香落ち", _start("lnsgkgsn1", "1r5b1"), (2, 2)),
    Handicap("right-lance", "Right lance", "右香落ち", _start("1nsgkgsnl", "1r5b1")),
    Handicap("both-lances", "Both lances", "両香落ち", _start("1nsgkgsn1", "1r5b1")),
    Handicap("bishop", "Bishop", "角落ち", _start("lnsgkgsnl", "1r7"), (3, 3)),
    Handicap("rook", "Rook", "飛車落ち", _start("lnsgkgsnl", "7b1"), (4, 4)),
    Handicap("rook-lance", "Rook and lance", "飛香落ち", _start("lnsgkgsn1", "7b1"), (5, 5)),
    Handicap("two-piece", "Two-piece", "二枚落ち", _start("lnsgkgsnl"), (6, 7)),
    Handicap("three-piece", "Three-piece", "三枚落ち", _start("1nsgkgsnl")),
    Handicap("four-piece", "Four-piece", "四枚落ち", _start("1nsgkgsn1"), (8, 9)),
    Handicap("five-piece", "Five-piece (right knight)", "五枚落ち", _start("2sgkgsn1")),
    Handicap("five-piece-left", "Five-piece (left knight)", "左五枚落ち", _start("1nsgkgs2")),
    Handicap("six-piece", "Six-piece", "六枚落ち", _start("2sgkgs2"), (10, None)),
    Handicap("seven-piece", "Seven-piece (right silver)", "七枚落ち", _start("3gkgs2")),
    Handicap("seven-piece-left", "Seven-piece (left silver)", "左七枚落ち", _start("2sgkg3")),
    Handicap("eight-piece", "Eight-piece", "八枚落ち", _start("3gkg3")),
    Handicap("nine-piece", "Nine-piece", "九枚落ち", _start("4kg3")),
    Handicap("ten-piece", "Ten-piece", "十枚落ち", _start("4k4")),
    Handicap("three-pawns", "Three pawns", "歩三兵", _start("4k4", "9", "9", "3p")),
    Handicap("naked-king", "Naked king", "裸玉", _start("4k4", "9", "9")),
    Handicap(
        "dragonfly-knights-lances",
        "Dragonfly with knights and lances",
        "トンボ＋桂香",
        _start("ln2k2nl", "1r5b1"),
    ),
    Handicap("dragonfly-lances", "Dragonfly with lances", "トンボ＋香", _start("l3k3l", "1r5b1")),
    Handicap("dragonfly", "Dragonfly", "トンボ", _start("4k4", "1r5b1")),
    Handicap("taiko", "Taiko", "太閤将棋", _start("lnsgkgsnl", "1r5b1", "p1ppppppp")),
    Handicap("lance-gained", "Lance gained", "香得", _start("lnsgkgsn1", "1r5b1", hands="L")),
    Handicap("both-lances-gained", "Both lances gained", "両香得", _start("1nsgkgsn1", "1r5b1", hands="2L")),
    Handicap("bishop-gained", "Bishop gained", "角得", _start("lnsgkgsnl", "1r7", hands="B")),
    Handicap("rook-gained", "Rook gained", "飛車得", _start("lnsgkgsnl", "7b1", hands="R")),
    Handicap("rook-lance-gained", "Rook and lance gained", "飛香得", _start("lnsgkgsn1", "7b1", hands="RL")),
    Handicap("two-piece-gained", "Two-piece gained", "二枚得", _start("lnsgkgsnl", hands="RB")),
    Handicap("three-piece-gained", "Three-piece gained", "三枚得", _start("1nsgkgsnl", hands="RBL")),
    Handicap("four-piece-gained", "Four-piece gained", "四枚得", _start("1nsgkgsn1", hands="RB2L")),
    Handicap("five-piece-gained", "Five-piece gained", "五枚得", _start("2sgkgsn1", hands="RBN2L")),
    Handicap("six-piece-gained", "Six-piece gained", "六枚得", _start("2sgkgs2", hands="RB2N2L")),
    Handicap("seven-piece-gained", "Seven-piece gained", "七枚得", _start("3gkgs2", hands="RBS2N2L")),
    Handicap("eight-piece-gained", "Eight-piece gained", "八枚得", _start("3gkg3", hands="RB2S2N2L")),
    Handicap("nine-piece-gained", "Nine-piece gained", "九枚得", _start("4kg3", hands="RBG2S2N2L")),
)
"""All start positions, the even game first."""

FIXED_BLACK: Final = Handicap("fixed-black", "Fixed Black", "定先", HANDICAPS[0].sfen, (1, 1))
"""The lowest handicap: the start of the even game, but the weaker player is Black without a toss.

Not among :data:`HANDICAPS`, because it shares the start of the even game: :meth:`Handicap.named` returns it,
:meth:`Handicap.from_sfen` cannot. (Last of the handicaps in "Intro to Shogi": "Fixed Black (as
opposed to an Even game with a Pawn Toss)". The table of the Tokyo Shogi Kaikan gives it for a
difference of one grade.)
"""

_OTHER_NAMES: Final = {
    "no handicap": "even",
    "none": "even",
    "hirate": "even",
    "left lance": "lance",
    "左香落ち": "lance",
    "飛落ち": "rook",
    "飛車香落ち": "rook-lance",
    "飛車香車落ち": "rook-lance",
    "飛角落ち": "two-piece",
    "right five-piece": "five-piece",
    "五枚落ち（右）": "five-piece",
    "右五枚落ち": "five-piece",
    "left five-piece": "five-piece-left",
    "五枚落ち（左）": "five-piece-left",
    "five-piece-right": "five-piece",
    "seven-piece-right": "seven-piece",
    "right seven-piece": "seven-piece",
    "右七枚落ち": "seven-piece",
    "left seven-piece": "seven-piece-left",
    "裸王": "naked-king",
    "飛得": "rook-gained",
    "dragonfly + nl": "dragonfly-knights-lances",
    "dragonfly + l": "dragonfly-lances",
    "two lances gained": "both-lances-gained",
}
"""Other names in use, by lower-case name."""

_NUMERALS: Final = {
    "1": "one",
    "2": "two",
    "3": "three",
    "4": "four",
    "5": "five",
    "6": "six",
    "7": "seven",
    "8": "eight",
    "9": "nine",
    "10": "ten",
}
_KANJI_NUMERALS: Final = dict(zip("二三四五六七八九十", (*"23456789", "10"), strict=True))
_WIDE: Final = str.maketrans("０１２３４５６７８９＋（）", "0123456789+()")


def _plain(name: str) -> str:
    """A name in normal form: no case, spaces, hyphens or plurals, one form of numerals and 落ち."""
    plain = name.translate(_WIDE).casefold()
    plain = re.sub(r"\b(handicap|odds|and|with)\b", "", plain)
    plain = re.sub(r"[\s\-_‐–+・()]", "", plain).replace("香車", "香").replace("落ち", "").removesuffix("落")
    plain = re.sub(r"(piece|pawn|lance|knight)s", r"\1", plain)
    plain = re.sub(r"[二三四五六七八九十](?=枚)", lambda found: _KANJI_NUMERALS[found[0]], plain)
    return re.sub(r"\d+(?=piece|pawn)", lambda found: _NUMERALS.get(found[0], found[0]), plain)


_PIECE: Final = re.compile(
    r"(?:(both|two|left|right|the)\s+)?(rook|bishop|gold|silver|knight|lance)(?:\s+general)?(s?)"
)
_BETWEEN: Final = re.compile(r"\s*(?:,|\band\b|&)\s*")
_STARTS: Final = {
    "rook": (10,),
    "bishop": (16,),
    "lance": (0, 8),
    "knight": (1, 7),
    "silver": (2, 6),
    "gold": (3, 5),
}
"""The start of each kind of White's, counted from 9a along the ranks: the right one first."""


def _by_pieces(name: str) -> Handicap | None:
    """The handicap in which the pieces that the name lists are removed; None if it is no such list.

    The list may follow another name: ``Two pieces: Rook and bishop``, ``Lance Handicap (Left Lance)``.
    """
    named, mark, text = re.sub(r"\)\s*$", "", name.casefold()).partition("(" if "(" in name else ":")
    text = text if mark else named.replace("handicap", "")
    removed: set[int] = set()
    for which, kind, plural in _PIECE.findall(text):
        squares = _STARTS[kind]
        if len(squares) == 1 or which in ("both", "two") or plural:
            removed.update(squares)
        elif which or kind == "lance":
            removed.add(squares[which != "right"])
        else:
            return None  # left or right?
    if _BETWEEN.sub("", _PIECE.sub("", text)).strip():
        return None
    found = _BY_REMOVED.get(frozenset(removed))
    return found if not mark or _BY_NAME.get(_plain(named)) is found else None


def _removed(handicap: Handicap) -> frozenset[int]:
    """The squares of the first two ranks, counted from 9a, that are empty in this handicap only."""

    def squares(sfen: str) -> str:
        first, second = re.sub(r"\d", lambda found: "." * int(found[0]), sfen).split("/")[:2]
        return first + second

    pairs = zip(squares(HANDICAPS[0].sfen), squares(handicap.sfen), strict=True)
    return frozenset(square for square, (even, here) in enumerate(pairs) if even != here)


_BY_REMOVED: Final = {
    _removed(handicap): handicap
    for handicap in HANDICAPS[1:]
    if _FULL in handicap.sfen and handicap.sfen.split()[2] == "-"
}
_BY_KEY: Final = {handicap.key: handicap for handicap in HANDICAPS}
_BY_NAME: Final = {
    _plain(name): handicap
    for handicap in (*HANDICAPS, FIXED_BLACK)
    for name in (handicap.key, handicap.english, handicap.japanese)
} | {_plain(name): _BY_KEY[key] for name, key in _OTHER_NAMES.items()}
_BY_POSITION: Final = {tuple(handicap.sfen.split()[:3]): handicap for handicap in HANDICAPS}
