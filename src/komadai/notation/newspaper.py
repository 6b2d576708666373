"""Results as Japanese newspapers print them: ``○藤井聡太　●羽生善治``, and the scores of a match.

A white circle is a win, a black one a loss; squares are wins and losses without play. 千 is a
game drawn by sennichite, 持 one by jishogi, △ any draw.

>>> from komadai import BLACK, Outcome, Termination
>>> write("藤井聡太", "羽生善治", Outcome(BLACK, Termination.RESIGNATION))
'○藤井聡太　●羽生善治'
>>> read("●藤井聡太　○羽生善治").outcome.winner
<Color.WHITE: 1>
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from komadai.errors import NotationError
from komadai.messages import Message
from komadai.outcome import Outcome, Termination
from komadai.pieces import Color

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Final

WIN, LOSS = "○", "●"
"""The marks of a game that was played."""
WALKOVER, DEFAULT = "□", "■"
"""The marks of a game that was not played: 不戦勝 and 不戦敗."""
SENNICHITE, JISHOGI, DRAW = "千", "持", "△"

_OTHER: Final = {WIN: LOSS, LOSS: WIN, WALKOVER: DEFAULT, DEFAULT: WALKOVER}
"""The mark of the other player. Draws have one mark for both."""
_DRAWS: Final = {
    SENNICHITE: Termination.SENNICHITE,
    JISHOGI: Termination.IMPASSE_AGREED,
    # A draw other than sennichite is an agreed impasse.
    DRAW: Termination.IMPASSE_AGREED,
}
_SAME: Final = str.maketrans("◯〇⚪⚫", "○○○●")
"""Characters that look like the circles."""
_BEGIN: Final = frozenset("○●□■△千持◯〇⚪⚫")
_marks: Final = "○●□■△千持"
_SIDES: Final = {
    **dict.fromkeys(("▲", "☗", "先"), Color.BLACK),
    **dict.fromkeys(("▽", "☖", "後"), Color.WHITE),
}
_PLAYER: Final = re.compile(
    rf"([{_marks}])\s*([▲☗▽☖△]|[先後](?![手]))?\s*([^\s{_marks[:5]}▲☗▽☖](?:[^{_marks[:5]}▲☗▽☖]{{0,60}}?[^\s{_marks[:5]}▲☗▽☖])?)\s*"
)
_LINE: Final = re.compile(rf"\s*{_PLAYER.pattern}(?:[-－対:：]\s*)?{_PLAYER.pattern}\s*")


@dataclass(frozen=True, slots=True)
class Result:
    """The players of a game and its result."""

    black: str
    white: str
    mark: str
    """Black's mark."""

    @property
    def marks(self) -> tuple[str, str]:
        """Black's mark and White's."""
        return self.mark, _OTHER.get(self.mark, self.mark)

    @property
    def outcome(self) -> Outcome:
        """The outcome. Newspapers do not print how a game was won; it is taken to be a resignation."""
        if self.mark in _DRAWS:
            return Outcome(None, _DRAWS[self.mark])
        if self.mark in (WALKOVER, DEFAULT):
            return Outcome(Color.BLACK if self.mark == WALKOVER else Color.WHITE, Termination.DEFAULT)
        return Outcome(Color.BLACK if self.mark == WIN else Color.WHITE, Termination.RESIGNATION)


def mark(outcome: Outcome, color: Color) -> str:
    """The mark of this side for a game: ○, ●, □, ■, 千 or 持. Empty for a game without a result."""
    if outcome.winner is not None and outcome.termination is Termination.DEFAULT:
        return WALKOVER if outcome.winner is color else DEFAULT
    if outcome.winner is not None:
        return WIN if outcome.winner is color else LOSS
    if outcome.termination is Termination.SENNICHITE:
        return SENNICHITE
    return JISHOGI if outcome.is_draw else ""


def write(black: str, white: str, outcome: Outcome | None) -> str:
    """The line of a game, Black first: ``○藤井聡太　●羽生善治``; without marks if it has no result."""
    marks = ("", "") if outcome is None else (mark(outcome, Color.BLACK), mark(outcome, Color.WHITE))
    return f"{marks[0]}{' '.join(black.split())}　{marks[1]}{' '.join(white.split())}"


def read(line: str) -> Result:
    """The result in a line. The first name is Black's, unless marks give the sides (▲, 先, ☖, 後).

    Raises NotationError for another line, or if the marks contradict each other.
    """
    result = parse(line)
    if result is None:
        raise NotationError(Message("result-line"), line[:200])
    return result


def parse(line: str) -> Result | None:
    """As :func:`read`, but None for another line."""
    if line.lstrip()[:1] not in _BEGIN or len(line) > 200:
        return None
    match = _LINE.fullmatch(line.translate(_SAME))
    if match is None:
        return None
    first, side, name, second, other_side, other = match.groups()
    name = name.rstrip("-－")
    if second != _OTHER.get(first, first):
        return None
    white_first = (_SIDES.get(side or "", Color.WHITE if side == "△" else None) is Color.WHITE) or (
        _SIDES.get(other_side or "") is Color.BLACK
    )
    return Result(other, name, second) if white_first else Result(name, other, first)


def scores(results: Iterable[Result]) -> str:
    """A table of results, a line for each player in the order they appear: ``藤井聡太　○●○　2勝1敗``.

    Draws, if any, are counted at the end: ``1分``.
    """
    rows: dict[str, list[str]] = {}
    for result in results:
        for name, each in zip((result.black, result.white), result.marks, strict=True):
            rows.setdefault(name, []).append(each)
    lines = []
    for name, marks in rows.items():
        won = sum(marks.count(each) for each in (WIN, WALKOVER))
        lost = sum(marks.count(each) for each in (LOSS, DEFAULT))
        drawn = len(marks) - won - lost
        lines.append(f"{name}　{''.join(marks)}　{won}勝{lost}敗{f'{drawn}分' if drawn else ''}")
    return "\n".join(lines)
