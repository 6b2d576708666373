"""Commits of events: those that wait share a transaction; of two processes with one number one wins."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

import msgspec
import pytest
from sqlalchemy.exc import IntegrityError

from komadai.play import events as ev
from komadai.server.db.database import Database
from komadai.server.errors import ApiError
from komadai.server.games.live.game_registry import GameRegistry
from komadai.server.games.storage.commits import Append, CommitQueue, Overtaken, Write
from komadai.server.games.storage.store import GameStore
from tests.play.table import created
from tests.server.games.live_games import GUEST, begin, move, settings
from tests.server.games.rows import row
from tests.server.registries import now_ms, open_registry, services_of


def with_database(folder: Path, url: str | None, test: Callable[[Database], Awaitable[None]]) -> None:
    async def main() -> None:
        database = await Database.open(url, folder)
        try:
            await test(database)
        finally:
            await database.close()

    asyncio.run(main())


async def begun(database: Database, count: int) -> list[str]:
    names = [f"game{number}" for number in range(count)]
    for name in names:
        await GameStore(database).begin(row(name), [created()])
    return names


def counted(queue: CommitQueue) -> list[int]:
    """The sizes of the transactions of a queue from now on."""
    sizes: list[int] = []
    write: Write = queue._write

    async def noted(batch: Sequence[Append]) -> set[str]:
        sizes.append(len(batch))
        return await write(batch)

    queue._write = noted
    return sizes


def test_appends_that_wait_share_a_transaction(tmp_path: Path, database_url: str | None) -> None:
    async def test(database: Database) -> None:
        names = await begun(database, 20)
        queue = CommitQueue(database)
        sizes = counted(queue)
        asked = [Append(row(name, events=2, clock_runs=True), [ev.Resumed(at=5)]) for name in names]
        await asyncio.gather(*map(queue.append, asked))
        assert sum(sizes) == 20
        assert len(sizes) <= 2
        assert sorted(await GameStore(database).running()) == sorted(names)
        for name in names:
            assert await GameStore(database).events(name) == [created(), ev.Resumed(at=5)]

    with_database(tmp_path, database_url, test)


def test_of_two_processes_that_append_the_same_number_one_wins(
    tmp_path: Path, database_url: str | None
) -> None:
    async def test(database: Database) -> None:
        names = await begun(database, 10)
        one, other = CommitQueue(database, "one"), CommitQueue(database, "other")
        first = [Append(row(name, events=2), [ev.Resumed(at=5)]) for name in names]
        second = [
            Append(row(name, events=3), [ev.Resumed(at=6), ev.Paused(at=7)]) for name in reversed(names)
        ]
        results = await asyncio.gather(
            *map(one.append, first), *map(other.append, second), return_exceptions=True
        )
        assert all(result is None or isinstance(result, Overtaken) for result in results)
        lost = {str(result) for result in results if isinstance(result, Overtaken)}
        assert lost == set(names)
        assert results.count(None) == 10
        for name in names:
            assert await GameStore(database).events(name, 1) in (
                [ev.Resumed(at=5)],
                [ev.Resumed(at=6), ev.Paused(at=7)],
            )

    with_database(tmp_path, database_url, test)


def test_an_append_that_fails_does_not_fail_the_others(tmp_path: Path, database_url: str | None) -> None:
    async def test(database: Database) -> None:
        names = await begun(database, 3)
        queue = CommitQueue(database)
        asked = [Append(row(name, events=2), [ev.Resumed(at=5)]) for name in names]
        bad = msgspec.structs.replace(asked[1].row, status=None)
        asked[1] = Append(bad, asked[1].new)
        results = await asyncio.gather(*map(queue.append, asked), return_exceptions=True)
        assert results[0] is None
        assert isinstance(results[1], IntegrityError)
        assert results[2] is None
        assert await GameStore(database).events(names[1]) == [created()]

    with_database(tmp_path, database_url, test)


def test_who_was_overtaken_reads_the_game_and_decides_again(tmp_path: Path, database_url: str | None) -> None:
    async def test(database: Database) -> None:
        here = await open_registry(settings(tmp_path), database)
        there = GameRegistry(services_of(here))
        try:
            live = await begin(here, engine="slow")
            other = await there.game(live.id)
            known = move(other, "2g2f")
            await live.command(GUEST, move(live), now_ms(here))
            with pytest.raises(ApiError, match="stale"):
                await other.command(GUEST, known, now_ms(here))
            assert [each.move.usi() for each in other.game.moves] == ["7g7f"]
            await other.act(lambda game: game.resign(game.turn.opponent, now_ms(here)))
            with pytest.raises(ApiError, match="finished"):
                await live.act(lambda game: game.resign(game.turn.opponent, now_ms(here)))
            assert live.game.outcome == other.game.outcome
            assert await services_of(here).store.events(live.id, live.game.count) == []
        finally:
            await there.close()
            await here.close()

    with_database(tmp_path, database_url, test)
