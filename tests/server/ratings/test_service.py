"""Rating games: both players, handicaps, games at the same time, and games that are not rated."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

from komadai.play.events import ClockSettings
from komadai.ratings.glicko import Rating, Score, rated
from komadai.server.db.database import Database
from komadai.server.games.storage.tables import games
from komadai.server.people.store import Account, PeopleStore
from komadai.server.ratings.service import (
    MIN_DEVIATION,
    GameResult,
    RatingService,
    changed,
    current,
    speed,
    unrated_reason,
)
from komadai.server.ratings.store import RatingRow

A, B, C = "a" * 32, "b" * 32, "c" * 32
DAY = 86_400_000
RAPID = ClockSettings(main_ms=600_000, byoyomi_ms=30_000)
GAME = GameResult(game_id="g1", black=A, white=B, winner="black", at_ms=DAY, clock=RAPID)


def row(account: str, rating: float = 1500, deviation: float = 350, **more: Any) -> RatingRow:
    return RatingRow(
        account_id=account, variant="shogi", speed="rapid", rating=rating, deviation=deviation, **more
    )


class TestChange:
    def test_an_even_game_is_rated_as_glicko_says(self) -> None:
        black, white = changed(row(A, 1600, 80), row(B, 1500, 120), GAME)
        expected = rated(Rating(1600, 80), [Score(Rating(1500, 120), 1)], 0)
        assert (black.rating, black.deviation) == (expected.rating, expected.deviation)
        assert white.rating < 1500
        assert (black.games, black.at_ms) == (1, DAY)

    def test_a_handicap_counts_as_its_points(self) -> None:
        """A two-piece game between players 450 points apart is an even game."""
        game = msgspec.structs.replace(GAME, handicap="two-piece", winner=None)
        shitate, uwate = changed(row(A, 1200, 60), row(B, 1650, 60), game)
        assert shitate.rating == pytest.approx(1200)
        assert uwate.rating == pytest.approx(1650)

    def test_who_gives_too_small_a_handicap_gains_less_by_a_win(self) -> None:
        lance, rook = (
            changed(
                row(A, 1200, 60),
                row(B, 1650, 60),
                msgspec.structs.replace(GAME, handicap=key, winner="white"),
            )
            for key in ("lance", "rook")
        )
        assert 1650 < lance[1].rating < rook[1].rating

    def test_the_deviation_grows_in_a_year_until_the_rank_is_hidden(self) -> None:
        settled = row(A, 1500, 50, games=30, at_ms=DAY)
        assert current(settled, DAY).deviation == pytest.approx(50)
        assert current(settled, 300 * DAY).deviation < 110
        assert current(settled, 366 * DAY).deviation > 110

    def test_the_deviation_has_a_minimum(self) -> None:
        black = white = row(A, 1500, 46, games=500, at_ms=DAY)
        for _ in range(30):
            black, white = changed(black, white, GAME)
        assert black.deviation == MIN_DEVIATION


class TestWhatIsRated:
    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({}, None),
            ({"black": None}, "guest"),
            ({"white": A}, "same_player"),
            ({"clock": None}, "no_clock"),
            ({"clock": None, "days_per_move": 3}, None),
            ({"handicap": "lance"}, None),
            ({"handicap": "ten-piece"}, "handicap"),
            ({"variant": "minishogi"}, None),
            ({"variant": "minishogi", "handicap": "lance"}, "handicap"),
            ({"start_sfen": "4k4/9/9/9/9/9/9/9/4K4 b G 1"}, "position"),
            (
                {"start_sfen": "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"},
                None,
            ),
        ],
    )
    def test_only_games_of_two_accounts_with_a_clock_and_a_rated_handicap(
        self, changes: dict[str, Any], reason: str | None
    ) -> None:
        assert unrated_reason(msgspec.structs.replace(GAME, **changes)) == reason

    def test_the_speed_follows_from_the_clock(self) -> None:
        assert speed(GAME) == "rapid"
        assert speed(msgspec.structs.replace(GAME, clock=ClockSettings(main_ms=60_000))) == "bullet"
        assert speed(msgspec.structs.replace(GAME, clock=None, days_per_move=1)) == "correspondence"


Work = Callable[[RatingService, Database], Awaitable[None]]


@pytest.fixture
def run(tmp_path: Path, database_url: str | None) -> Callable[[Work], None]:
    """Calls a function with three accounts and thirty stored games, in a database of each kind."""
    return lambda work: with_service(tmp_path, database_url, work)


def with_service(folder: Path, url: str | None, work: Work) -> None:

    async def main() -> None:
        database = await Database.open(url, folder)
        try:
            people = PeopleStore(database)
            async with database.engine.begin() as connection:
                for number, account in enumerate((A, B, C)):
                    new = Account(
                        id=account, kind="person", name=f"n{number}", display_name="n", created_ms=1
                    )
                    await people.add_account(connection, new, None)
                for number in range(30):
                    await connection.execute(
                        games.insert().values(
                            id=f"g{number}",
                            created_ms=1,
                            handicap="even",
                            events=1,
                            plies=0,
                            sfen="",
                            status="finished",
                            clock_runs=False,
                            search="",
                            variant="shogi",
                        )
                    )
            await work(RatingService(database), database)
        finally:
            await database.close()

    asyncio.run(main())


def test_a_game_is_rated_once(run: Callable[[Work], None]) -> None:
    async def work(service: RatingService, _: Database) -> None:
        first = await service.rate(GAME)
        assert [(game.account_id, game.color, game.points, game.number) for game in first] == [
            (A, "black", 1, 1),
            (B, "white", 0, 1),
        ]
        assert await service.rate(GAME) == first
        assert [each.games for each in await service.store.ratings_of(A)] == [1]

    run(work)


def test_games_that_end_at_the_same_time_are_all_rated(run: Callable[[Work], None]) -> None:
    async def work(service: RatingService, _: Database) -> None:
        ended = [
            msgspec.structs.replace(
                GAME, game_id=f"g{number}", black=A, white=(B, C)[number % 2], at_ms=DAY + number
            )
            for number in range(12)
        ]
        results = await asyncio.gather(*(service.rate(each) for each in ended))
        assert all(len(each) == 2 for each in results)
        assert [each.games for each in await service.store.ratings_of(A)] == [12]
        history = await service.store.history(A, "shogi", "rapid")
        assert [game.number for game in history] == list(range(1, 13))
        for earlier, later in pairwise(history):
            assert later.before == earlier.rating

    run(work)


def test_speeds_and_variants_have_ratings_of_their_own(run: Callable[[Work], None]) -> None:
    async def work(service: RatingService, _: Database) -> None:
        await service.rate(GAME)
        await service.rate(msgspec.structs.replace(GAME, game_id="g2", variant="minishogi"))
        blitz = ClockSettings(main_ms=300_000)
        await service.rate(msgspec.structs.replace(GAME, game_id="g3", clock=blitz))
        assert await service.rate(msgspec.structs.replace(GAME, game_id="g4", clock=None)) == []
        rows = await service.store.ratings_of(A)
        assert {(each.variant, each.speed, each.games) for each in rows} == {
            ("shogi", "rapid", 1),
            ("minishogi", "rapid", 1),
            ("shogi", "blitz", 1),
        }
        newest = await service.store.games_of(A, limit=2)
        assert [game.game_id for game in newest] == ["g3", "g2"]
        older = await service.store.games_of(A, (newest[-1].at_ms, newest[-1].game_id))
        assert [game.game_id for game in older] == ["g1"]

    run(work)
