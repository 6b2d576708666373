"""A live game when the database fails, a page is too slow, or many commands arrive at once."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy.exc import OperationalError

from komadai.play.events import ClockSettings
from komadai.server.connections import Connection
from komadai.server.errors import ApiError
from komadai.server.games.live.game_registry import GameRegistry
from tests.server.games.live_games import GUEST, begin, move, with_registry
from tests.server.registries import now_ms, services_of


def unexpected(inner: Callable[..., Awaitable[Any]], times: int) -> Callable[..., Awaitable[Any]]:
    """The function, of which the first calls raise an error that nobody expects."""
    calls = 0

    async def called(*args: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls <= times:
            raise RuntimeError("unexpected")
        return await inner(*args)

    return called


def failing(real: Callable[..., Awaitable[None]], times: int, *, after: bool) -> Any:
    """An ``append`` that fails ``times`` times, before or after writing."""
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


def test_a_command_that_could_not_be_stored_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(registry: GameRegistry) -> None:
        live = await begin(registry)
        page = Connection(GUEST, 64)
        await live.join(page, None)
        before = page.outbox.qsize()
        monkeypatch.setattr(
            services_of(registry).store, "append", failing(services_of(registry).store.append, 1, after=False)
        )
        with pytest.raises(ApiError, match="not_saved"):
            await live.command(GUEST, move(live), now_ms(registry))
        assert live.game.moves == []
        assert page.outbox.qsize() == before
        await live.command(GUEST, move(live), now_ms(registry))
        assert live.game.moves[0].move.usi() == "7g7f"

    with_registry(tmp_path, test)


def test_a_commit_that_was_stored_but_not_confirmed_is_read_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(registry: GameRegistry) -> None:
        live = await begin(registry)
        command = move(live)
        monkeypatch.setattr(
            services_of(registry).store, "append", failing(services_of(registry).store.append, 1, after=True)
        )
        with pytest.raises(ApiError, match="not_saved"):
            await live.command(GUEST, command, now_ms(registry))
        view = await live.view(GUEST)
        assert view.moves[0].usi == "7g7f"
        with pytest.raises(ApiError, match="stale"):
            await live.command(GUEST, command, now_ms(registry))

    with_registry(tmp_path, test)


def test_a_page_that_closes_before_it_has_joined_does_not_watch_the_game(tmp_path: Path) -> None:
    async def test(registry: GameRegistry) -> None:
        live = await begin(registry)
        page = Connection(GUEST, 64)
        async with live.stored.lock:  # the server is busy with something else
            joining = asyncio.ensure_future(live.join(page, None))
            await asyncio.sleep(0.05)
            joining.cancel()
            with pytest.raises(asyncio.CancelledError):
                await joining
            live.leave(page)
        await live.join(Connection("f" * 32, 64), None)
        await live.command(GUEST, move(live), now_ms(registry))
        sent = [page.outbox.get_nowait() for _ in range(page.outbox.qsize())]
        assert not any('"type":"update"' in message for message in sent)

    with_registry(tmp_path, test)


def test_the_commit_of_an_engines_move_is_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(registry: GameRegistry) -> None:
        live = await begin(registry)
        await live.command(GUEST, move(live), now_ms(registry))
        monkeypatch.setattr("komadai.server.games.live.flag.RETRY_S", 0.05)
        monkeypatch.setattr(
            services_of(registry).store, "append", failing(services_of(registry).store.append, 3, after=False)
        )
        await until(lambda: len(live.game.moves) == 2)

    with_registry(tmp_path, test)


def test_the_commit_of_a_flag_fall_is_retried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(registry: GameRegistry) -> None:
        monkeypatch.setattr("komadai.server.games.live.flag.RETRY_S", 0.05)
        live = await begin(registry, clock=ClockSettings(main_ms=100))
        monkeypatch.setattr(
            services_of(registry).store, "append", failing(services_of(registry).store.append, 3, after=False)
        )
        await until(lambda: live.game.outcome is not None)
        assert str(live.game.outcome) == "White wins: Black’s time forfeit"

    with_registry(tmp_path, test)


def test_a_flag_falls_after_an_unexpected_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(registry: GameRegistry) -> None:
        monkeypatch.setattr("komadai.server.games.live.flag.RETRY_S", 0.05)
        live = await begin(registry, clock=ClockSettings(main_ms=100))
        monkeypatch.setattr(live.stored, "commit", unexpected(live.stored.commit, 1))
        await until(lambda: live.game.outcome is not None)

    with_registry(tmp_path, test)


def test_an_engine_moves_after_unexpected_errors_of_its_move_and_of_the_pause_that_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(registry: GameRegistry) -> None:
        monkeypatch.setattr("komadai.server.games.engines.engine_turns.RETRY_S", 0.05)
        live = await begin(registry)
        failures = services_of(registry).core.settings.engine_rules.failures
        # All commits of the engine's moves, and the first one of the pause.
        engine = live._engine
        monkeypatch.setattr(engine, "_commit_once", unexpected(engine._commit_once, failures + 1))
        await live.command(GUEST, move(live), now_ms(registry))
        await until(lambda: len(live.game.moves) == 2)

    with_registry(tmp_path, test)


def test_a_page_that_is_too_slow_is_disconnected_and_delays_nobody(tmp_path: Path) -> None:
    async def test(registry: GameRegistry) -> None:
        live = await begin(registry)
        page = Connection(GUEST, 2)
        await live.join(page, None)
        await live.command(GUEST, move(live), now_ms(registry))
        await until(lambda: len(live.game.moves) == 2)
        assert page.overflowed.is_set()

    with_registry(tmp_path, test)


def test_a_command_sent_many_times_at_once_is_executed_once(tmp_path: Path) -> None:
    async def test(registry: GameRegistry) -> None:
        live = await begin(registry, "slow")
        command, now = move(live), now_ms(registry)
        answers = await asyncio.gather(
            *(live.command(GUEST, command, now) for _ in range(20)), return_exceptions=True
        )
        assert answers.count(None) == 1
        refused = [answer.code for answer in answers if isinstance(answer, ApiError)]
        assert refused == ["stale"] * 19
        assert len(live.game.moves) == 1

    with_registry(tmp_path, test)


def test_a_command_is_completed_after_its_page_disconnects(tmp_path: Path) -> None:
    async def test(registry: GameRegistry) -> None:
        live = await begin(registry, "slow")
        task = asyncio.ensure_future(live.command(GUEST, move(live), now_ms(registry)))
        await asyncio.sleep(0)
        task.cancel()
        await until(lambda: len(live.game.moves) == 1)
        assert len(await services_of(registry).store.events(live.id)) == live.game.count

    with_registry(tmp_path, test)


def test_the_time_of_arrival_counts_for_a_move_that_has_to_wait(tmp_path: Path) -> None:
    async def test(registry: GameRegistry) -> None:
        live = await begin(registry, clock=ClockSettings(main_ms=300))
        deadline = live.game.deadline
        assert deadline is not None
        async with live.stored.lock:  # the server is busy with something else
            waiting = asyncio.ensure_future(live.command(GUEST, move(live), deadline - 1))
            await asyncio.sleep(0.5)
        await waiting
        assert live.game.moves[0].ms == 299

    with_registry(tmp_path, test)


def test_a_game_not_in_use_is_unloaded_and_loaded_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("komadai.server.games.live.live_game.UNLOAD_AFTER_S", 0.0)
    monkeypatch.setattr("komadai.server.games.live.game_registry.HEARTBEAT_S", 0.02)

    async def test(registry: GameRegistry) -> None:
        live = await begin(registry)
        page = Connection(GUEST, 64)
        await live.join(page, None)
        await asyncio.sleep(0.1)
        assert registry._games == {live.id: live}
        live.leave(page)
        await until(lambda: registry._games == {})
        again = await registry.game(live.id)
        assert again.game.board == live.game.board

    with_registry(tmp_path, test)


def test_a_game_whose_clock_runs_stays_in_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("komadai.server.games.live.game_registry.HEARTBEAT_S", 0.02)

    async def test(registry: GameRegistry) -> None:
        live = await begin(registry, clock=ClockSettings(main_ms=60_000))
        monkeypatch.setattr("komadai.server.games.live.live_game.UNLOAD_AFTER_S", 0.0)
        await asyncio.sleep(0.1)
        assert registry._games == {live.id: live}
        assert await services_of(registry).core.database.last_heartbeat() > 0

    with_registry(tmp_path, test)


def test_a_shutdown_pauses_the_clock_to_the_millisecond(tmp_path: Path) -> None:
    charged: list[float] = []

    async def first(registry: GameRegistry) -> None:
        live = await begin(registry, clock=ClockSettings(main_ms=60_000))
        await asyncio.sleep(0.3)
        games.append(live.id)

    async def second(registry: GameRegistry) -> None:
        live = await registry.game(games[0])
        assert live.game.paused
        resumed = time.monotonic()
        view = await live.view(GUEST)
        assert view.clocks is not None
        # Charged: the time in the first server, at least 300 ms, without the pause between the two.
        most = charged[0] + (time.monotonic() - resumed) * 1000 + 1
        assert 60_000 - most <= view.clocks.black.remaining_ms <= 60_000 - 300

    games: list[str] = []
    began = time.monotonic()
    with_registry(tmp_path, first)
    charged.append((time.monotonic() - began) * 1000 + 1)
    time.sleep(0.5)
    with_registry(tmp_path, second)


@pytest.mark.parametrize("waited", [0, 0.005, 0.05, 0.2])
def test_a_shutdown_waits_for_a_search_that_the_end_of_its_game_cancelled(
    tmp_path: Path, waited: float
) -> None:
    searches: list[asyncio.Task[None]] = []

    async def test(registry: GameRegistry) -> None:
        live = await begin(registry, "slow")
        await live.command(GUEST, move(live), now_ms(registry))
        await asyncio.sleep(waited)  # the engine's process is being started
        search = live._engine._search
        assert search is not None
        await live.act(lambda game: game.resign(game.turn.opponent, now_ms(registry)))
        await registry.close()
        searches.append(search)
        assert search.done()

    with_registry(tmp_path, test)
    assert searches


def test_the_server_starts_with_a_damaged_game(tmp_path: Path) -> None:
    games: list[str] = []

    async def first(registry: GameRegistry) -> None:
        games.extend([(await begin(registry, clock=ClockSettings(main_ms=60_000))).id for _ in range(2)])
        registry._games.clear()  # as if it had been killed: nothing is paused

    async def second(registry: GameRegistry) -> None:
        with pytest.raises(msgspec.ValidationError):
            await registry.game(games[0])
        assert (await registry.game(games[1])).game.paused

    with_registry(tmp_path, first)
    with sqlite3.connect(tmp_path / "komadai.sqlite") as connection:
        connection.execute("UPDATE events SET body = '{}' WHERE game_id = ?", (games[0],))
    connection.close()
    with_registry(tmp_path, second)


async def until(condition: Callable[[], bool]) -> None:
    """Waits until the condition is true, a minute at most."""
    for _ in range(6000):
        if condition():
            return
        await asyncio.sleep(0.01)
    pytest.fail("it did not come to be")
