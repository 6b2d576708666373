"""Shogi TV: the strongest public game that is being played at each speed and of each variant."""

from __future__ import annotations

import asyncio
from typing import Final

from komadai.ratings.speeds import SPEEDS, Speed
from komadai.server.games.player_names import PlayerNames, RatedAs, speed_of_clock
from komadai.server.games.storage.store import GameStore
from komadai.server.games.storage.tables import GameRow
from komadai.server.lobby import views
from komadai.server.lobby import wire as lobby_wire
from komadai.server.server_clock import ServerClock

MAX_GAMES: Final = 200
"""How many running games are considered, the newest ones."""
VALID_MS: Final = 2_000
"""How long the channels are kept for those who ask next."""


class Tv:
    """The channels, which are looked for when somebody watches, not more often than every VALID_MS."""

    def __init__(self, clock: ServerClock, games: GameStore, names: PlayerNames) -> None:
        self._clock, self._games, self._names = clock, games, names
        self._lock = asyncio.Lock()
        self._found: lobby_wire.TvView | None = None
        self._at_ms = 0

    async def channels(self) -> lobby_wire.TvView:
        """A channel for each variant and speed that is played now, standard shogi first."""
        async with self._lock:
            now = self._clock.now_ms()
            if self._found is None or now - self._at_ms >= VALID_MS:
                self._found, self._at_ms = await self._look(), now
            return self._found

    async def _look(self) -> lobby_wire.TvView:
        rows = [row for row in await self._games.public_running(MAX_GAMES) if row.clock_runs]
        created = await self._games.created([row.id for row in rows])
        best: dict[tuple[str, Speed], tuple[int, GameRow]] = {}
        players = {row.id: _players(row, speed_of_clock(created[row.id].clock)) for row in rows}
        known = await self._names.at(each for both in players.values() for each in both)
        for row in rows:
            speed = speed_of_clock(created[row.id].clock)
            if speed is None:
                continue
            strength = sum(known[each].rating or 0 for each in players[row.id] if each in known)
            channel = (row.variant, speed)
            if channel not in best or strength > best[channel][0]:
                best[channel] = strength, row  # of equals the newest, which comes first
        persons = [seat.guest_id for _, row in best.values() for seat in row.seats]
        names = await self._names.of(persons)
        top = max(best.values(), key=lambda found: found[0], default=None)
        return lobby_wire.TvView(
            top=None if top is None else top[1].id,
            channels=[
                lobby_wire.TvChannel(
                    key=f"{variant}-{speed}",
                    speed=speed,
                    game=views.running(best[variant, speed][1], None, names),
                )
                for variant, speed in sorted(best, key=_order)
            ],
        )


def _players(row: GameRow, speed: Speed | None) -> list[RatedAs]:
    """The players whose ratings count; guests and programs count nothing."""
    variant = row.variant.partition(":")[0]
    return [RatedAs(seat.guest_id, variant, speed) for seat in row.seats if seat.guest_id is not None]


def _order(channel: tuple[str, Speed]) -> tuple[bool, str, int]:
    variant, speed = channel
    return variant != "shogi", variant, SPEEDS.index(speed)
