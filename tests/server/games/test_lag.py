"""The delay of a player's network is measured and credited; the server's clock is set by the test."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from komadai.play import events as ev
from komadai.play.events import ClockSettings
from komadai.server.connections import Connection
from komadai.server.db.database import Database
from komadai.server.errors import ApiError
from komadai.server.games import wire as games_wire
from komadai.server.games.live.lag_meter import LagMeter
from komadai.server.games.live.live_game import LiveGame
from komadai.server.server_clock import ServerClock
from komadai.server.settings import Settings
from tests.server.registries import open_registry

BLACK, WHITE = "0" * 32, "1" * 32
SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
HOUR = 3_600_000


class SetClock(ServerClock):
    """A server's clock that stands still until the test sets it."""

    def __init__(self, now: int) -> None:
        self.now = now

    def now_ms(self) -> int:
        return self.now


class Table:
    """A game of an hour for each side, whose two players have a page each."""

    def __init__(self, live: LiveGame, clock: SetClock) -> None:
        self.live, self.clock = live, clock
        self.pages = {guest: Connection(guest, 64) for guest in (BLACK, WHITE)}

    def messages(self, guest: str) -> list[dict[str, Any]]:
        """What has been sent to the page since it was asked last."""
        outbox = self.pages[guest].outbox
        return [json.loads(outbox.get_nowait()) for _ in range(outbox.qsize())]

    def answer_pings(self, guest: str, delay_ms: int) -> None:
        """The page's answers arrive after this time, during which nothing else happens."""
        self.clock.now += delay_ms
        for message in self.messages(guest):
            if message["type"] == "ping":
                self.live.pong(guest, message["number"], self.clock.now)

    async def move(self, guest: str, usi: str) -> None:
        command = games_wire.MoveCommand(id="m", game=self.live.id, event=self.live.game.count, usi=usi)
        await self.live.command(guest, command, self.clock.now)

    def left(self, color: int) -> int:
        assert self.live.game.clock is not None
        return self.live.game.clock.sides[color].main_ms


def at_table(folder: Path, test: Callable[[Table], Awaitable[None]]) -> None:
    async def main() -> None:
        database = await Database.open(None, folder)
        clock = SetClock(time.time_ns() // 1_000_000)
        registry = await open_registry(Settings(folder), database, clock)
        try:
            players = (ev.Person(), ev.Person())
            created = ev.Created(
                at=clock.now,
                players=players,
                handicap="even",
                start_sfen=SFEN,
                clock=ClockSettings(main_ms=HOUR),
                impasse="27-point",
                illegal="refuse",
                take_back=True,
            )
            game_id = await registry.begin(created, (BLACK, WHITE), [ev.TwoPersons(at=clock.now)])
            table = Table(await registry.game(game_id), clock)
            for page in table.pages.values():
                await table.live.join(page, None)
            await test(table)
        finally:
            await registry.close()
            await database.close()

    asyncio.run(main())


def test_what_was_measured_at_the_beginning_of_the_turn_is_credited(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        table.answer_pings(BLACK, 200)
        table.clock.now += 1_000
        await table.move(BLACK, "7g7f")
        assert table.left(0) == HOUR - 1_000
        assert table.live.game.moves[-1].ms == 1_000
        # Both sides are told the same time: that which was judged.
        for guest in (BLACK, WHITE):
            update = next(each for each in reversed(table.messages(guest)) if each["type"] == "update")
            assert update["clocks"]["black"]["remaining_ms"] == HOUR - 1_000
            assert update["moves"][-1]["ms"] == 1_000

    at_table(tmp_path, test)


@pytest.mark.parametrize(("late_ms", "in_time"), [(199, True), (200, False)])
def test_a_move_in_the_last_moment_is_judged_as_the_player_saw_it(
    tmp_path: Path, late_ms: int, in_time: bool
) -> None:
    async def test(table: Table) -> None:
        began = table.clock.now
        table.answer_pings(BLACK, 200)
        table.clock.now = began + HOUR + late_ms
        if in_time:
            await table.move(BLACK, "7g7f")
            assert table.left(0) == 200 - late_ms
        else:
            with pytest.raises(ApiError, match="finished"):
                await table.move(BLACK, "7g7f")
            assert table.live.game.outcome is not None

    at_table(tmp_path, test)


def test_a_page_that_does_not_answer_is_credited_nothing(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        table.clock.now += 1_000
        await table.move(BLACK, "7g7f")
        assert table.left(0) == HOUR - 1_000
        table.live.pong(WHITE, 999, table.clock.now + 500)  # it was never asked that
        table.live.pong("2" * 32, 1, table.clock.now + 500)  # no player
        table.clock.now += 1_000
        await table.move(WHITE, "3c3d")
        assert table.left(1) == HOUR - 1_000

    at_table(tmp_path, test)


def test_each_turn_is_measured_by_a_ping_before_the_message_that_begins_it(tmp_path: Path) -> None:
    async def test(table: Table) -> None:
        table.messages(WHITE)
        await table.move(BLACK, "7g7f")
        assert [each["type"] for each in table.messages(WHITE)] == ["ping", "update"]
        assert "ping" not in [each["type"] for each in table.messages(BLACK)][-1:]

    at_table(tmp_path, test)


def test_the_median_of_five_measurements_counts() -> None:
    meter = LagMeter()
    assert meter.delay_ms("a") == 0
    for delay in (80, 90, 5_000, 85, 95):
        meter.pong("a", meter.ping("a", 0), delay)
    assert meter.delay_ms("a") == 90
    assert meter.delay_ms("b") == 0


def test_only_the_first_answer_to_the_latest_ping_counts() -> None:
    meter = LagMeter()
    old = meter.ping("a", 0)
    new = meter.ping("a", 0)
    meter.pong("a", old, 70)
    assert meter.delay_ms("a") == 0
    meter.pong("a", new, 80)
    meter.pong("a", new, 900)
    assert meter.delay_ms("a") == 80
