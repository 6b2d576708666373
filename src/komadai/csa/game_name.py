"""The names of games, which say their times: ``club-60-5``, ``floodgate-600-10F``, ``hc2p_club-900-30``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from komadai.csa.times import Times
from komadai.handicap import Handicap
from komadai.pieces import BLACK, WHITE, Color

DEFAULT_GAME: Final = "default-1500-0"
"""The game of a login that names none."""
PROGRAM_NAME: Final = re.compile(r"[A-Za-z0-9_@.-]{1,32}")
"""Matches the name of a program."""

_NAME: Final = re.compile(
    r"([A-Za-z0-9_@.-]{1,32})-(0|[1-9]\d{0,5})-(0|[1-9]\d{0,5})(F?)(?:-([BbWw]))?", re.A
)
_HANDICAPS: Final = {
    "hclance_": "lance",
    "hcbishop_": "bishop",
    "hcrook_": "rook",
    "hcrooklance_": "rook-lance",
    "hc2p_": "two-piece",
    "hc4p_": "four-piece",
    "hc6p_": "six-piece",
    "hc8p_": "eight-piece",
    "hc10p_": "ten-piece",
}
"""The handicap by the beginning of a game's name."""


@dataclass(frozen=True, slots=True)
class GameName:
    """The name of a game: an event, main time and byoyomi in seconds, or with F an increment.

    >>> name = GameName.parse("floodgate-600-10F")
    >>> name.times.total, name.times.increment, name.is_league
    (600, 10, True)
    >>> GameName.parse("club-60-5-B").color
    <Color.BLACK: 0>
    """

    text: str
    """The name without a colour. Players wait for each other under it."""
    event: str
    times: Times
    color: Color | None = None
    """The side that the player wants; None if it does not matter."""

    @staticmethod
    def parse(text: str, least: int = 0) -> GameName | None:
        """The name, or None if the text is none. ``least`` is the server's least time per move, in seconds.

        Names of shogi-server's stop-watch clock (a byoyomi that begins with 0) are not names here.
        """
        match = _NAME.fullmatch(text)
        if match is None:
            return None
        event, total, each, fischer, color = match.groups()
        byoyomi, increment = (0, int(each)) if fischer else (int(each), 0)
        times = Times(int(total), byoyomi, increment, least)
        if times.total_ms > _MAX_MS or times.byoyomi_ms > _MAX_MS:
            return None
        wanted = {"B": BLACK, "W": WHITE}.get(color.upper()) if color else None
        return GameName(text.removesuffix(f"-{color}") if color else text, event, times, wanted)

    @property
    def handicap(self) -> Handicap:
        """The handicap, by the beginning of the name: ``hc2p_club-900-0`` is a two-piece game."""
        key = next((key for prefix, key in _HANDICAPS.items() if self.event.startswith(prefix)), "even")
        return Handicap.named(key)

    @property
    def is_league(self) -> bool:
        """Whether its games begin in rounds: ``floodgate-600-10F``."""
        return self.event == "floodgate"

    @property
    def is_buoy(self) -> bool:
        """Whether its games begin with moves that were set before (``%%SETBUOY``)."""
        return self.event.startswith("buoy_")


_MAX_MS: Final = 30 * 24 * 3_600_000
