"""Tournaments: events and title matches as a pure state machine, with tables and exports.

>>> from komadai import tournaments
>>> settings = tournaments.Settings(name="Cup", system="round-robin")
>>> cup = tournaments.replay([tournaments.Created(at=0, settings=settings)])
>>> for name in ("Wada", "Oyama", "Masuda"):
...     cup.apply(cup.enter(name, at=0))
>>> cup.apply(cup.pair(at=0))
>>> for game in cup.rounds[0].games:
...     print(cup.players[game.pairing.black].name, game.pairing.white)
Oyama 3
Wada None
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from komadai.tournaments.acts import Act, Created, check_act, decode_act, encode_act
from komadai.tournaments.core import table, teams
from komadai.tournaments.core.claims import Claim
from komadai.tournaments.core.players import Member, Player, rank_text, read_rank
from komadai.tournaments.core.results import Result
from komadai.tournaments.core.rounds import Game, Pairing, Round
from komadai.tournaments.core.standings import Standing, standings
from komadai.tournaments.core.table import Cell, Line, as_csv, as_json, crosstable
from komadai.tournaments.core.tournament import Tournament
from komadai.tournaments.errors import EventError, EventFileError, unfit
from komadai.tournaments.event_file import EventFile
from komadai.tournaments.kinds import KINDS, KindSettings
from komadai.tournaments.kinds.arena.rules import Arena
from komadai.tournaments.kinds.home_and_away.rules import HomeAndAway
from komadai.tournaments.kinds.knockout.rules import Knockout
from komadai.tournaments.kinds.ladder import rules as ladder
from komadai.tournaments.kinds.ladder.rules import Ladder
from komadai.tournaments.kinds.league import report as league_report
from komadai.tournaments.kinds.league import strength as league
from komadai.tournaments.kinds.league.rules import League
from komadai.tournaments.kinds.round_robin.rules import RoundRobin
from komadai.tournaments.kinds.simul.rules import Simul
from komadai.tournaments.kinds.swiss.pairing import SwissPair, SwissPlayer, SwissSystem
from komadai.tournaments.kinds.swiss.rules import Swiss
from komadai.tournaments.kinds.title_match import titles
from komadai.tournaments.kinds.title_match.rules import TitleMatch
from komadai.tournaments.log import announced, replay
from komadai.tournaments.settings import Settings, check_settings, settings_of

Event = Tournament
"""The former name of `Tournament`."""

if not TYPE_CHECKING:  # type checkers would take every name for one that exists

    def __getattr__(name):
        """A module of the former package: ``from komadai.events import knockout``. Raises AttributeError."""
        from importlib import import_module

        from komadai.moved import SPLIT

        former = f"komadai.events.{name}"
        if former in SPLIT:
            return import_module(former)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "KINDS",
    "Act",
    "Arena",
    "Cell",
    "Claim",
    "Created",
    "Event",
    "EventError",
    "EventFile",
    "EventFileError",
    "Game",
    "HomeAndAway",
    "KindSettings",
    "Knockout",
    "Ladder",
    "League",
    "Line",
    "Member",
    "Pairing",
    "Player",
    "Result",
    "Round",
    "RoundRobin",
    "Settings",
    "Simul",
    "Standing",
    "Swiss",
    "SwissPair",
    "SwissPlayer",
    "SwissSystem",
    "TitleMatch",
    "Tournament",
    "announced",
    "as_csv",
    "as_json",
    "check_act",
    "check_settings",
    "crosstable",
    "decode_act",
    "encode_act",
    "ladder",
    "league",
    "league_report",
    "rank_text",
    "read_rank",
    "replay",
    "settings_of",
    "standings",
    "table",
    "teams",
    "titles",
    "unfit",
]
