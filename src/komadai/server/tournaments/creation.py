"""Checks the settings of a new event."""

from __future__ import annotations

from typing import Final

import msgspec

from komadai.errors import ClockError
from komadai.messages.text import Text
from komadai.play.boards import SHOGI
from komadai.play.events import ClockSettings, SideTime
from komadai.play.state import time_control
from komadai.server.errors import ApiError
from komadai.server.games.new_game import check_settings as check_game
from komadai.server.games.wire import GameSettings
from komadai.server.tournaments.requests import NewTournament
from komadai.server.tournaments.store import TournamentRow
from komadai.tournaments import EventError, KindSettings, Tournament, check_settings, titles
from komadai.tournaments import settings_of as settings_of_kind

NO_NAME: Final = Text("name: expected a name", "名前を入力してください")
DAYS_ALONE: Final = Text(
    "days: games by correspondence are played on this server and have no clock",
    "通信対局はこのサーバーで行います。持ち時間は設定できません",
)
NO_CLOCK: Final = Text("clock: an arena on this server needs one", "アリーナには持ち時間が必要です")
HOST_TIME: Final = Text(
    "host_minutes: only the host of a simultaneous display with a clock has more time",
    "持ち時間を増やせるのは、時計のある多面指しの指導者だけです",
)
ONLY_SHOGI: Final = Text("handicaps: only standard shogi has them", "駒落ちは本将棋だけです")


def settings_of(new: NewTournament) -> KindSettings:
    """The settings of a new event. Raises ApiError if they cannot be played."""
    if new.days and (new.clock is not None or not new.online):
        raise ApiError("invalid", "days", why=DAYS_ALONE)
    if new.system == "arena" and new.online and new.clock is None:
        raise ApiError("invalid", "clock", why=NO_CLOCK)
    check_game(GameSettings(clock=new.clock, variant=new.variant, impasse=impasse_of(new)))
    if new.variant != SHOGI and new.handicaps != "none":
        raise ApiError("invalid", "handicaps", why=ONLY_SHOGI)
    if new.host_minutes:
        _check_host_time(new)
    name = " ".join(new.name.split())
    if not name:
        raise ApiError("invalid", "name", why=NO_NAME)
    starts_at = new.starts_ms if new.system == "arena" and new.online else 0
    values = msgspec.structs.asdict(new) | {"starts_at": starts_at}
    try:
        settings = settings_of_kind(values | {"name": name, "title": " ".join(new.title.split())})
        check_settings(settings)
    except EventError as error:
        raise ApiError("event_refused", why=Text.of_error(error)) from error
    return settings


def _check_host_time(new: NewTournament) -> None:
    """Raises ApiError if nobody can have more time."""
    clock = host_clock(new)
    if new.system != "simul" or clock is None:
        raise ApiError("invalid", "host_minutes", why=HOST_TIME)
    try:
        time_control(clock)
    except ClockError as error:
        raise ApiError("invalid", "host_minutes", why=Text.of_error(error)) from error


def next_season(new: NewTournament, before: TournamentRow, match: Tournament) -> NewTournament:
    """The match of the next season: title and terms of the match before it. Raises ApiError."""
    try:
        holder = titles.next_holder(match)
    except EventError as error:
        raise ApiError("event_refused", why=Text.of_error(error)) from error
    return msgspec.structs.replace(
        before.settings,
        name=new.name,
        date=new.date,
        place=new.place,
        qualifier=new.qualifier,
        previous=before.id,
        vacant=holder is None,
    )


def times_of(clock: ClockSettings) -> SideTime:
    """The time with which a side begins."""
    control = time_control(clock)
    return SideTime(control.main_ms, control.periods)


def host_clock(new: NewTournament) -> ClockSettings | None:
    """The clock of the host of a simultaneous display."""
    if new.clock is None:
        return None
    return msgspec.structs.replace(new.clock, main_ms=new.clock.main_ms + 60_000 * new.host_minutes)


def host_times_of(new: NewTournament) -> SideTime:
    """The time with which the host begins on each board, in a display with a clock."""
    clock = host_clock(new)
    assert clock is not None
    return times_of(clock)


def impasse_of(new: NewTournament) -> str:
    """The impasse rule of an event's games."""
    return "27-point" if new.variant == SHOGI else "none"
