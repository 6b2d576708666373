"""The kinds of events: how each is paired, how its games count, when it is over. `KINDS` is their table."""

from __future__ import annotations

from typing import Final

from komadai.events.acts import System
from komadai.events.kinds.arena import Arena
from komadai.events.kinds.kind import Kind
from komadai.events.kinds.knockout import Knockout
from komadai.events.kinds.ladder import Ladder
from komadai.events.kinds.league import League
from komadai.events.kinds.round_robin import RoundRobin
from komadai.events.kinds.simul import Simul
from komadai.events.kinds.swiss import Swiss
from komadai.events.kinds.title_match import TitleMatch

KINDS: Final[dict[System, Kind]] = {
    "swiss": Swiss(),
    "round-robin": RoundRobin(),
    "knockout": Knockout(),
    "title-match": TitleMatch(),
    "arena": Arena(),
    "ladder": Ladder(),
    "league": League(),
    "simul": Simul(),
}

__all__ = ["KINDS", "Kind"]
