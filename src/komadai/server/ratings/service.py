"""Rates games of two people: Glicko-2 after every game, with a handicap as an offset of the ratings."""

from __future__ import annotations

import asyncio
from typing import Final, Literal

import msgspec
from sqlalchemy.exc import IntegrityError

from komadai.handicap import Handicap
from komadai.play.boards import SHOGI
from komadai.play.events import ClockSettings, ColorName
from komadai.ratings import glicko
from komadai.ratings.glicko import Rating, Score
from komadai.ratings.handicaps import EVEN, RATED_OFFSETS, is_rated
from komadai.ratings.speeds import Speed, speed_of
from komadai.server.db.database import Database
from komadai.server.ratings.store import RatedGame, RatingRow, RatingStore

PERIOD_MS: Final = 4 * 86_400_000
"""A rating period of Glicko-2.

With this length a deviation of 50 grows above 110, where the rank is not shown any more, in a year
without games."""
MIN_DEVIATION: Final = 45.0
"""The deviation does not become smaller, because people improve."""
ATTEMPTS: Final = 20
"""How often a game is tried again after other games of its players were rated at the same time."""

UnratedReason = Literal[
    "guest", "same_player", "bot", "no_clock", "handicap", "position", "replayed", "no_result"
]
"""Why a game does not change ratings."""


class GameResult(msgspec.Struct, frozen=True, kw_only=True):
    """A game that has ended, as far as ratings are concerned."""

    game_id: str
    black: str | None
    """The account of Black; None: a guest, or an engine without an account."""
    white: str | None
    winner: ColorName | None
    """None: a draw. Give no game that was aborted or interrupted."""
    at_ms: int
    """When it ended."""
    clock: ClockSettings | None
    days_per_move: int | None = None
    """The days for each move of a correspondence game, which has no other clock."""
    variant: str = SHOGI
    """The name of the variant without its options."""
    handicap: str = EVEN
    start_sfen: str | None = None
    """The position in which the game began; None: that of the variant or handicap."""


def speed(result: GameResult) -> Speed | None:
    """The speed of a game; None without a clock."""
    if result.days_per_move is not None:
        return "correspondence"
    clock = result.clock
    if clock is None:
        return None
    return speed_of(clock.main_ms / 1000, clock.increment_ms / 1000, clock.byoyomi_ms / 1000, clock.periods)


def unrated_reason(result: GameResult) -> UnratedReason | None:
    """Why the game is not rated; None if it is. It can be asked before the game, with any result."""
    if result.black is None or result.white is None:
        return "guest"
    if result.black == result.white:
        return "same_player"
    if speed(result) is None:
        return "no_clock"
    if not is_rated(result.handicap) or (result.variant != SHOGI and result.handicap != EVEN):
        return "handicap"
    if result.variant == SHOGI and result.start_sfen not in (None, Handicap.named(result.handicap).sfen):
        return "position"
    return None


def changed(black: RatingRow, white: RatingRow, result: GameResult) -> tuple[RatingRow, RatingRow]:
    """The ratings of both players after a game.

    In a handicap game Black (shitate) plays as strongly as the handicap's points more, so each player is
    rated against the other's rating with these points added or taken away.
    """
    offset = RATED_OFFSETS[result.handicap]
    points = {"black": 1.0, "white": 0.0, None: 0.5}[result.winner]
    against_white = Rating(white.rating - offset, white.deviation, white.volatility)
    against_black = Rating(black.rating + offset, black.deviation, black.volatility)
    return (
        _after(black, Score(against_white, points), result.at_ms),
        _after(white, Score(against_black, 1 - points), result.at_ms),
    )


def current(row: RatingRow, now_ms: int) -> Rating:
    """A rating now: its deviation has grown since the last game."""
    periods = max(0, now_ms - row.at_ms) / PERIOD_MS if row.at_ms else 0.0
    return glicko.rated(row.glicko, [], periods)


def _after(row: RatingRow, score: Score, at_ms: int) -> RatingRow:
    periods = max(0, at_ms - row.at_ms) / PERIOD_MS if row.at_ms else 0.0
    after = glicko.rated(row.glicko, [score], periods)
    return msgspec.structs.replace(
        row,
        rating=after.rating,
        deviation=max(after.deviation, MIN_DEVIATION),
        volatility=after.volatility,
        games=row.games + 1,
        at_ms=max(at_ms, row.at_ms),
    )


_COLORS: Final[tuple[ColorName, ColorName]] = ("black", "white")


class RatingService:
    """Stores what games do to ratings."""

    def __init__(self, database: Database) -> None:
        self.store: Final = RatingStore(database)

    async def rate(self, result: GameResult) -> list[RatedGame]:
        """Rates a game that has ended. Returns it as Black and White have it; empty if it is unrated.

        A game is rated once: called again, this returns what was stored.
        """
        if unrated_reason(result) is not None:
            return []
        for attempt in range(ATTEMPTS):
            known = await self.store.game(result.game_id)
            if known:
                return known
            try:
                rated = await self._try_to_rate(result)
            except IntegrityError:
                rated = None
            if rated is not None:
                return rated
            await asyncio.sleep(0.005 * attempt)
        raise RuntimeError(f"game {result.game_id}: the ratings of its players changed {ATTEMPTS} times")

    async def _try_to_rate(self, result: GameResult) -> list[RatedGame] | None:
        """One transaction. None if another game of a player was rated meanwhile."""
        of_speed = speed(result)
        assert of_speed is not None
        assert result.black is not None
        assert result.white is not None
        async with self.store.engine.connect() as connection:
            before = [
                await self.store.rating(connection, account, result.variant, of_speed)
                for account in (result.black, result.white)
            ]
            after = changed(before[0], before[1], result)
            games = [
                _rated_game(result, old, new, other.account_id, color)
                for old, new, other, color in zip(before, after, after[::-1], _COLORS, strict=True)
            ]
            # Always in the same order, so that two transactions do not wait for each other.
            for row in sorted(after, key=lambda each: each.account_id):
                if not await self.store.save(connection, row):
                    return None
            for game in games:
                await self.store.add_game(connection, game)
            await connection.commit()
        return games


def _rated_game(
    result: GameResult, before: RatingRow, after: RatingRow, opponent: str, color: ColorName
) -> RatedGame:
    return RatedGame(
        game_id=result.game_id,
        account_id=after.account_id,
        opponent_id=opponent,
        variant=after.variant,
        speed=after.speed,
        number=after.games,
        at_ms=result.at_ms,
        color=color,
        handicap=result.handicap,
        points=0.5 if result.winner is None else float(result.winner == color),
        before=before.rating,
        rating=after.rating,
        deviation=after.deviation,
    )
