"""Events: tournaments and title matches as a pure state machine, with tables and exports.

>>> from komadai import events
>>> cup = events.replay([events.Created(at=0, settings=events.Settings(name="Cup", system="round-robin"))])
>>> for name in ("Wada", "Oyama", "Masuda"):
...     cup.apply(cup.enter(name, at=0))
>>> cup.apply(cup.pair(at=0))
>>> for game in cup.rounds[0].games:
...     print(cup.players[game.pairing.black].name, game.pairing.white)
Oyama 3
Wada None
"""

from __future__ import annotations

from komadai.events import ladder, league, league_report, teams, titles
from komadai.events.acts import (
    Act,
    Created,
    Member,
    Pairing,
    Result,
    Settings,
    check_act,
    decode_act,
    encode_act,
    unfit,
)
from komadai.events.errors import EventError, EventFileError
from komadai.events.event import Event, check_settings, replay
from komadai.events.event_file import EventFile
from komadai.events.games import Claim, Game, Round
from komadai.events.players import Player, rank_text, read_rank
from komadai.events.standings import Standing, standings
from komadai.events.swiss import SwissPair, SwissPlayer, SwissSystem
from komadai.events.table import Cell, Line, as_csv, as_json, crosstable

__all__ = [
    "Act",
    "Cell",
    "Claim",
    "Created",
    "Event",
    "EventError",
    "EventFile",
    "EventFileError",
    "Game",
    "Line",
    "Member",
    "Pairing",
    "Player",
    "Result",
    "Round",
    "Settings",
    "Standing",
    "SwissPair",
    "SwissPlayer",
    "SwissSystem",
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
    "standings",
    "teams",
    "titles",
    "unfit",
]
