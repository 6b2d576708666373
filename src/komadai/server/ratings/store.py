"""The tables of ratings and rated games, and all queries on them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection

from komadai.ratings.glicko import Rating
from komadai.server.db.database import Database, metadata

ratings: Final = sa.Table(
    "ratings",
    metadata,
    sa.Column("account_id", sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("variant", sa.String(40), primary_key=True),
    sa.Column("speed", sa.String(16), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)

rated_games: Final = sa.Table(
    "rated_games",
    metadata,
    sa.Column("game_id", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("account_id", sa.ForeignKey("accounts.id"), primary_key=True),
    sa.Column("opponent_id", sa.ForeignKey("accounts.id"), nullable=False),
    sa.Column("variant", sa.String(40), nullable=False),
    sa.Column("speed", sa.String(16), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("color", sa.String(5), nullable=False),
    sa.Column("handicap", sa.String(40), nullable=False),
    sa.Column("points", sa.Float, nullable=False),
    sa.Column("before", sa.Float, nullable=False),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Index("rated_games_of_account", "account_id", "variant", "speed", "number", unique=True),
    sa.Index("rated_games_by_age", "account_id", "at_ms", "game_id"),
)


class RatingRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``ratings``: the rating of an account at one variant and speed."""

    account_id: str
    variant: str
    speed: str
    rating: float = Rating().rating
    deviation: float = Rating().deviation
    volatility: float = Rating().volatility
    games: int = 0
    at_ms: int = 0
    """The end of the last rated game; 0: none."""

    @property
    def glicko(self) -> Rating:
        """The rating with its deviation and volatility."""
        return Rating(self.rating, self.deviation, self.volatility)


class RatedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A row of the table ``rated_games``: a game as one of its players has it."""

    game_id: str
    account_id: str
    opponent_id: str
    variant: str
    speed: str
    number: int
    """1 for the first rated game of this account at this variant and speed."""
    at_ms: int
    color: str
    handicap: str
    points: float
    """1 for a win, 0 for a loss, 0.5 for a draw."""
    before: float
    """The rating before the game."""
    rating: float
    deviation: float


class RatingStore:
    """Ratings in the database; methods with a connection are parts of the caller's transaction."""

    def __init__(self, database: Database) -> None:
        self.engine: Final = database.engine

    async def rating(self, connection: AsyncConnection, account: str, variant: str, speed: str) -> RatingRow:
        """The rating of an account; the first one if it has none."""
        query = sa.select(ratings).where(
            ratings.c.account_id == account, ratings.c.variant == variant, ratings.c.speed == speed
        )
        row = (await connection.execute(query)).mappings().first()
        return RatingRow(**row) if row else RatingRow(account_id=account, variant=variant, speed=speed)

    async def save(self, connection: AsyncConnection, row: RatingRow) -> bool:
        """Stores a rating after one more game.

        False if another game has changed it meanwhile. Raises IntegrityError if another game has just
        stored the first one.
        """
        values = msgspec.structs.asdict(row)
        if row.games == 1:
            await connection.execute(ratings.insert().values(**values))
            return True
        change = ratings.update().where(
            ratings.c.account_id == row.account_id,
            ratings.c.variant == row.variant,
            ratings.c.speed == row.speed,
            ratings.c.games == row.games - 1,
        )
        return (await connection.execute(change.values(**values))).rowcount == 1

    async def add_game(self, connection: AsyncConnection, game: RatedGame) -> None:
        """Inserts a rated game. Raises IntegrityError if it has been rated."""
        await connection.execute(rated_games.insert().values(**msgspec.structs.asdict(game)))

    async def game(self, game_id: str) -> list[RatedGame]:
        """A rated game as its two players have it, Black first; empty if it is not rated."""
        query = sa.select(rated_games).where(rated_games.c.game_id == game_id).order_by(rated_games.c.color)
        return await self._games(query)

    async def ratings_of(self, account: str) -> list[RatingRow]:
        """All ratings of an account, the most played first."""
        query = sa.select(ratings).where(ratings.c.account_id == account).order_by(ratings.c.games.desc())
        async with self.engine.connect() as connection:
            return [RatingRow(**row) for row in (await connection.execute(query)).mappings()]

    async def ratings_of_all(self, accounts: Collection[str]) -> dict[tuple[str, str, str], RatingRow]:
        """All ratings of these accounts, by account, variant and speed."""
        query = sa.select(ratings).where(ratings.c.account_id.in_(accounts))
        async with self.engine.connect() as connection:
            rows = [RatingRow(**row) for row in (await connection.execute(query)).mappings()]
        return {(row.account_id, row.variant, row.speed): row for row in rows}

    async def games_of(
        self, account: str, before: tuple[int, str] | None = None, limit: int = 30
    ) -> list[RatedGame]:
        """The rated games of an account that ended before this time and id, newest first."""
        query = sa.select(rated_games).where(rated_games.c.account_id == account)
        if before is not None:
            at_ms, game_id = before
            query = query.where(
                sa.or_(
                    rated_games.c.at_ms < at_ms,
                    sa.and_(rated_games.c.at_ms == at_ms, rated_games.c.game_id < game_id),
                )
            )
        return await self._games(
            query.order_by(rated_games.c.at_ms.desc(), rated_games.c.game_id.desc()).limit(limit)
        )

    async def rated(self, account: str, game_ids: Sequence[str]) -> list[RatedGame]:
        """Those of these games that are rated, as the account has them."""
        return await self._games(
            sa.select(rated_games).where(
                rated_games.c.account_id == account, rated_games.c.game_id.in_(game_ids)
            )
        )

    async def history(self, account: str, variant: str, speed: str, limit: int = 500) -> list[RatedGame]:
        """The last rated games at this variant and speed, oldest first."""
        query = (
            sa.select(rated_games)
            .where(
                rated_games.c.account_id == account,
                rated_games.c.variant == variant,
                rated_games.c.speed == speed,
            )
            .order_by(rated_games.c.number.desc())
            .limit(limit)
        )
        return (await self._games(query))[::-1]

    async def erase(self, connection: AsyncConnection, account: str) -> None:
        """Removes the ratings of an account and their history. The opponents keep theirs."""
        await connection.execute(rated_games.delete().where(rated_games.c.account_id == account))
        await connection.execute(ratings.delete().where(ratings.c.account_id == account))

    async def _games(self, query: sa.Select[tuple[object, ...]]) -> list[RatedGame]:
        async with self.engine.connect() as connection:
            return [RatedGame(**row) for row in (await connection.execute(query)).mappings()]
