"""Reads CSA games in the regular form that programs write: headers, even game, legal moves, an ending.

All other games are left to the reader that reads line by line.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final

from komadai._core import read_csa
from komadai.kifu.comments.engine_comments import HINT_CHARACTERS
from komadai.kifu.formats.csa.endings import LOSER_TO_MOVE, NOBODY_WON, WITHOUT_OUTCOME, read_statement
from komadai.kifu.formats.csa.writer import HEADER_NAMES, NEW_IN_3
from komadai.kifu.reading.regular_game import RegularGame
from komadai.kifu.tree.game import Ending
from komadai.kifu.tree.main_line import MainLine
from komadai.pieces import Color

if TYPE_CHECKING:
    from komadai.outcome import Outcome

_KEYS: Final = {name: key for key, name in (HEADER_NAMES | NEW_IN_3).items()} | {"$TIME": "time_limit"}
_ESCAPE: Final = re.compile(r"\\(.)")

_EMPTY_RANK: Final = r" \*  \*  \*  \*  \*  \*  \*  \*  \* ?\n"
HEAD: Final = re.compile(
    r"\n*(?:'CSA encoding=.*\n)?(?:V(?:2(?:\.[0-2])?|3\.0)\n)?((?:(?:N[+-]|\$[^:\n]+:).*\n)*)"
    r"(?:PI\n|P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 \* -HI \*  \*  \*  \*  \* -KA \* ?\n"
    rf"P3-FU-FU-FU-FU-FU-FU-FU-FU-FU\nP4{_EMPTY_RANK}P5{_EMPTY_RANK}P6{_EMPTY_RANK}"
    r"P7\+FU\+FU\+FU\+FU\+FU\+FU\+FU\+FU\+FU\nP8 \* \+KA \*  \*  \*  \*  \* \+HI \* ?\n"
    r"P9\+KY\+KE\+GI\+KI\+OU\+KI\+GI\+KE\+KY\n(?:P\+\n)?(?:P-\n)?)\+\n"
)
_WORDS: Final = (
    *LOSER_TO_MOVE, *NOBODY_WON, *WITHOUT_OUTCOME,
    "KACHI", "ILLEGAL_MOVE", "+ILLEGAL_ACTION", "-ILLEGAL_ACTION",
)  # fmt: skip
_END: Final = rf"(?:%({'|'.join(map(re.escape, _WORDS))})(?:[\n,]T(\d{{1,9}})(?:\.(\d{{0,9}}))?)?"
_BEFORE_NEXT: Final = re.compile(rf"{_END}\n)?/\n")
_AT_THE_END: Final = re.compile(rf"{_END}(?:\n|\Z))?(?:/\n|/?\Z)")


def read_regular(text: str, at: int, is_last: bool) -> RegularGame | None:
    """The game that begins here; None if it must be read line by line.

    ``is_last`` is whether the record ends with this text.
    """
    head = HEAD.match(text, at)
    if head is None:
        return None
    run = read_csa(text, head.end(), None, HINT_CHARACTERS, is_last)
    end = (_AT_THE_END if is_last else _BEFORE_NEXT).match(text, run.end)
    if end is None:
        return None
    word, seconds, fraction = end.groups()
    ending = None
    if word is not None:
        outcome, ending_word = _ending(word, Color(len(run) % 2))
        ending = Ending(outcome, ending_word, milliseconds(seconds, fraction) if seconds else None)
    lines = text.count("\n", at, head.end()) + run.lines + text.count("\n", run.end, end.end())
    return RegularGame(MainLine(run, (head[1], read_headers), ending), end.end(), lines)


@cache
def _ending(word: str, turn: Color) -> tuple[Outcome | None, str]:
    # The last move is legal: it broke no rule.
    ending = read_statement(word, turn, None)
    assert ending is not None
    return ending.outcome, ending.word


def milliseconds(seconds: str, fraction: str | None) -> int:
    """The two parts of ``T12.345`` in milliseconds."""
    return int(seconds) * 1000 + int((fraction or "").ljust(3, "0")[:3])


def read_header(text: str) -> tuple[str, str] | None:
    """Key and value of a line such as ``N+name`` or ``$EVENT:name``; None if it is none."""
    name, value = text[:2], text[2:]
    if name in ("N+", "N-"):
        return "black" if name == "N+" else "white", value
    if text[0] != "$" or ":" not in text:
        return None
    name, value = text.split(":", 1)
    if name == "$NOTE":
        value = _ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], value)
    return _KEYS.get(name, name), value


def read_headers(text: str) -> dict[str, str]:
    """The headers of these lines, without those that have no value."""
    found = filter(None, map(read_header, text.split("\n")[:-1]))
    return {key: value for key, value in found if value}
