"""The kinds of tournaments. Each owns its settings, its acts, its part of the state and its rules.

`KINDS` is their table. A new kind is a folder, and has its place in `KINDS`, `KindSettings`, `System` and, if
it has acts of its own, in `KindAct`.
"""

from __future__ import annotations

from typing import Final, Literal

from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.kinds.arena.acts import Matched
from komadai.tournaments.kinds.arena.rules import Arena
from komadai.tournaments.kinds.arena.settings import ArenaSettings
from komadai.tournaments.kinds.home_and_away.rules import HomeAndAway
from komadai.tournaments.kinds.home_and_away.settings import HomeAndAwaySettings
from komadai.tournaments.kinds.knockout.rules import Knockout
from komadai.tournaments.kinds.knockout.settings import KnockoutSettings
from komadai.tournaments.kinds.ladder.acts import Answered, Challenged, ChallengeTakenBack, Slid
from komadai.tournaments.kinds.ladder.rules import Ladder
from komadai.tournaments.kinds.ladder.settings import LadderSettings
from komadai.tournaments.kinds.league.acts import Wants
from komadai.tournaments.kinds.league.rules import League
from komadai.tournaments.kinds.league.settings import LeagueSettings
from komadai.tournaments.kinds.round_robin.rules import RoundRobin
from komadai.tournaments.kinds.round_robin.settings import RoundRobinSettings
from komadai.tournaments.kinds.simul.acts import Accepted
from komadai.tournaments.kinds.simul.rules import Simul
from komadai.tournaments.kinds.simul.settings import SimulSettings
from komadai.tournaments.kinds.swiss.acts import Forced, SitsOut, Unforced
from komadai.tournaments.kinds.swiss.rules import Swiss
from komadai.tournaments.kinds.swiss.settings import SwissSettings
from komadai.tournaments.kinds.title_match.acts import ColorsSet, Replayed
from komadai.tournaments.kinds.title_match.rules import TitleMatch
from komadai.tournaments.kinds.title_match.settings import TitleMatchSettings

System = Literal[
    "swiss",
    "round-robin",
    "home-and-away",
    "knockout",
    "title-match",
    "arena",
    "ladder",
    "league",
    "simul",
]
"""The keys of the kinds."""
KINDS: Final[dict[System, type[Tournament]]] = {
    "swiss": Swiss,
    "round-robin": RoundRobin,
    "home-and-away": HomeAndAway,
    "knockout": Knockout,
    "title-match": TitleMatch,
    "arena": Arena,
    "ladder": Ladder,
    "league": League,
    "simul": Simul,
}
KindSettings = (
    SwissSettings
    | RoundRobinSettings
    | HomeAndAwaySettings
    | KnockoutSettings
    | TitleMatchSettings
    | ArenaSettings
    | LadderSettings
    | LeagueSettings
    | SimulSettings
)
"""The settings of a kind; their ``system`` says of which."""
KindAct = (
    SitsOut
    | Forced
    | Unforced
    | Replayed
    | ColorsSet
    | Matched
    | Challenged
    | Answered
    | ChallengeTakenBack
    | Slid
    | Wants
    | Accepted
)
"""The acts of single kinds."""
