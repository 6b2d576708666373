"""What happens when the database fails, a page is too slow, or everything comes at once."""

from __future__ import annotations

import asyncio
import sqlite3
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from komadai.engine.program import EngineProgram, EngineRules
from komadai.play.events import ClockSettings
from komadai.play.refusals import Refused
from komadai.server.db.database import Database
from komadai.server.games import wire as games_wire
from komadai.server.games.live_game import Hall, LiveGame
from komadai.server.settings import Settings
from tests.server.conftest import FAKE_ENGINE

GUEST = "0" * 32
SFEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"


def settings(folder: Path) -> Settings:
    engines = tuple(
        EngineProgram(mode, (sys.executable, str(FAKE_ENGINE), mode)) for mode in ("good", "slow")
    )
    return Settings(folder, engines=engines, engine_rules=EngineRules(untimed_ms=300))


def in_hall(folder: Path, test: Callable[[Hall], Awaitable[None]]) -> None:
    async def main() -> None:
        database = await Database.open(None, folder)
        hall = await Hall.open(settings(folder), database)
        try:
            await test(hall)
        finally:
            await hall.close()
            await database.close()

    asyncio.run(main())


async def begin(hall: Hall, engine: str = "good", clock: ClockSettings | None = None) -> LiveGame:
    new = games_wire.NewGame(side="black", engine=engine, clock=clock)
    live = await hall.game(await hall.begin(GUEST, new, SFEN, "even"))
    await live.view(GUEST)
    return live


def move(live: LiveGame, usi: str = "7g7f") -> games_wire.MoveCommand:
    return games_wire.MoveCommand(id="m", event=live.game.count, usi=usi)


def failing(real: Callable[..., Awaitable[None]], times: int, *, after: bool) -> Any:
    """An ``append`` that fails so many times: before it has written, or after."""
    left = times

    async def append(*arguments: Any) -> None:
        nonlocal left
        if left > 0:
            left -= 1
            if after:
                await real(*arguments)
            raise OperationalError("INSERT", {}, Exception("disk I/O error"))
        await real(*arguments)

    return append


def test_what_could_not_be_saved_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hall: Hall) -> None:
        live = await begin(hall)
        watcher = await live.join(GUEST, None, 64)
        before = watcher.outbox.qsize()
        monkeypatch.setattr(hall.database, "append", failing(hall.database.append, 1, after=False))
        with pytest.raises(Refused, match="not_saved"):
            await live.command(move(live), hall.now_ms())
        assert live.game.moves == []
        assert watcher.outbox.qsize() == before
        await live.command(move(live), hall.now_ms())
        assert live.game.moves[0].move.usi() == "7g7f"

    in_hall(tmp_path, test)


def test_what_was_saved_but_not_confirmed_is_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(hall: Hall) -> None:
        live = await begin(hall)
        command = move(live)
        monkeypatch.setattr(hall.database, "append", failing(hall.database.append, 1, after=True))
        with pytest.raises(Refused, match="not_saved"):
            await live.command(command, hall.now_ms())
        view = await live.view(GUEST)
        assert view.moves[0].usi == "7g7f"
        with pytest.raises(Refused, match="stale"):
            await live.command(command, hall.now_ms())

    in_hall(tmp_path, test)


def test_the_engines_move_is_tried_again_until_it_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(hall: Hall) -> None:
        live = await begin(hall)
        await live.command(move(live), hall.now_ms())
        monkeypatch.setattr("komadai.server.games.live_game.RETRY_S", 0.05)
        monkeypatch.setattr(hall.database, "append", failing(hall.database.append, 3, after=False))
        await until(lambda: len(live.game.moves) == 2)

    in_hall(tmp_path, test)


def test_a_flag_that_could_not_be_saved_falls_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(hall: Hall) -> None:
        monkeypatch.setattr("komadai.server.games.live_game.RETRY_S", 0.05)
        live = await begin(hall, clock=ClockSettings(main_ms=100))
        monkeypatch.setattr(hall.database, "append", failing(hall.database.append, 3, after=False))
        await until(lambda: live.game.outcome is not None)
        assert str(live.game.outcome) == "White wins: Black’s time forfeit"

    in_hall(tmp_path, test)


def test_a_page_too_slow_is_given_up_and_delays_no_one(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        live = await begin(hall)
        watcher = await live.join(GUEST, None, 2)
        await live.command(move(live), hall.now_ms())
        await until(lambda: len(live.game.moves) == 2)
        assert watcher.overflowed.is_set()

    in_hall(tmp_path, test)


def test_of_the_same_command_sent_many_times_at_once_one_counts(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        live = await begin(hall, "slow")
        command, now = move(live), hall.now_ms()
        answers = await asyncio.gather(
            *(live.command(command, now) for _ in range(20)), return_exceptions=True
        )
        assert answers.count(None) == 1
        refused = [answer.code for answer in answers if isinstance(answer, Refused)]
        assert refused == ["stale"] * 19
        assert len(live.game.moves) == 1

    in_hall(tmp_path, test)


def test_a_command_whose_page_goes_away_is_carried_through(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        live = await begin(hall, "slow")
        task = asyncio.ensure_future(live.command(move(live), hall.now_ms()))
        await asyncio.sleep(0)
        task.cancel()
        await until(lambda: len(live.game.moves) == 1)
        assert len(await hall.database.events(live.id)) == live.game.count

    in_hall(tmp_path, test)


def test_a_move_that_arrived_in_time_counts_though_it_was_kept_waiting(tmp_path: Path) -> None:
    async def test(hall: Hall) -> None:
        live = await begin(hall, clock=ClockSettings(main_ms=300))
        deadline = live.game.deadline
        assert deadline is not None
        async with live._lock:  # the server is busy with something else
            waiting = asyncio.ensure_future(live.command(move(live), deadline - 1))
            await asyncio.sleep(0.5)
        await waiting
        assert live.game.moves[0].ms == 299

    in_hall(tmp_path, test)


def test_a_game_nobody_needs_leaves_the_memory_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("komadai.server.games.live_game.KEPT_S", 0.0)
    monkeypatch.setattr("komadai.server.games.live_game.BEAT_S", 0.02)

    async def test(hall: Hall) -> None:
        live = await begin(hall)
        watcher = await live.join(GUEST, None, 64)
        await asyncio.sleep(0.1)
        assert hall._games == {live.id: live}
        live.leave(watcher)
        await until(lambda: hall._games == {})
        again = await hall.game(live.id)
        assert again.game.board == live.game.board

    in_hall(tmp_path, test)


def test_a_game_whose_clock_runs_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("komadai.server.games.live_game.KEPT_S", 0.0)
    monkeypatch.setattr("komadai.server.games.live_game.BEAT_S", 0.02)

    async def test(hall: Hall) -> None:
        live = await begin(hall, clock=ClockSettings(main_ms=60_000))
        await asyncio.sleep(0.1)
        assert hall._games == {live.id: live}
        assert await hall.database.alive() > 0

    in_hall(tmp_path, test)


def test_an_orderly_end_pauses_to_the_millisecond(tmp_path: Path) -> None:
    charged: list[float] = []

    async def first(hall: Hall) -> None:
        live = await begin(hall, clock=ClockSettings(main_ms=60_000))
        await asyncio.sleep(0.3)
        games.append(live.id)

    async def second(hall: Hall) -> None:
        live = await hall.game(games[0])
        assert live.game.paused
        view = await live.view(GUEST)
        assert view.clocks is not None
        # Charged: the time in the first server, at least 300 ms, without the pause between the two.
        assert 60_000 - charged[0] <= view.clocks.black.remaining_ms <= 60_000 - 300

    games: list[str] = []
    began = time.monotonic()
    in_hall(tmp_path, first)
    charged.append((time.monotonic() - began) * 1000 + 1)
    time.sleep(0.5)
    in_hall(tmp_path, second)


def test_one_damaged_game_does_not_keep_the_server_from_starting(tmp_path: Path) -> None:
    games: list[str] = []

    async def first(hall: Hall) -> None:
        games.extend([(await begin(hall, clock=ClockSettings(main_ms=60_000))).id for _ in range(2)])
        hall._games.clear()  # as if it had been killed: nothing is paused

    async def second(hall: Hall) -> None:
        with pytest.raises(msgspec.ValidationError):
            await hall.game(games[0])
        assert (await hall.game(games[1])).game.paused

    in_hall(tmp_path, first)
    with sqlite3.connect(tmp_path / "komadai.sqlite") as connection:
        connection.execute("UPDATE events SET body = '{}' WHERE game_id = ?", (games[0],))
    connection.close()
    in_hall(tmp_path, second)


async def until(condition: Callable[[], bool]) -> None:
    """Waits until the condition is true, a minute at most."""
    for _ in range(6000):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it did not come to be")
